//! Runs untrusted work in a process of its own that can do next to nothing.
//!
//! The gateway starts its own program once more, in a hidden child role ([`child::enter`]). Before the child reads its
//! input, it gives up every right that it does not need: it has a session of its own, no capabilities, no new
//! privileges, no environment and no open files except its pipes; limits on memory, processor time, processes and
//! files; a list of files (Landlock); and a list of system calls (seccomp). It reports on its first line whether all of
//! this holds. If one part cannot be enforced, the child does not work, and the line gives the reason. Only files that
//! people sent may be decoded without the last two parts, if the gateway allows it ([`Sandbox::decode`]); then the
//! child cannot open any file, because its limit of open files is reached.
//!
//! A gateway that may not start programs hands commands to a sidecar: the same program in another unit or container
//! ([`serve`]), which jails them in the same way.
//!
//! Nothing here is `unsafe`: a process that restricts itself needs no code between `fork` and `exec`.
//!
//! This requires Linux. On other systems, every attempt ends with [`Failure::Unavailable`].

pub mod child;
#[cfg(target_os = "linux")]
mod jail;
mod order;
mod parent;
mod places;
mod process;
mod session;

pub use order::{Files, Limits, Order, Task};
pub use parent::{Ending, Failure, Output, Running, Sandbox};
pub use session::{Service, serve};
