//! Work that must not be trusted, in a process of its own that can do next to nothing.
//!
//! The gateway starts its own program once more, in a hidden child role ([`child::enter`]). Before the child touches what it
//! is given, it gives up every right that it does not need: it has a session of its own, no capabilities, no new
//! privileges, no environment and no open files but its pipes; limits on memory, processor time, processes and files; files
//! by a list (Landlock); and system calls by a list (seccomp). It says on its first line whether all of this holds. Where one of
//! them cannot be enforced, there is no work: the line says why. Only files that people sent may be decoded without the last
//! two, if the gateway says so ([`Sandbox::decode`]); the child then opens nothing, because it may have no further file.
//!
//! A gateway that may not start programs hands commands to a sidecar: the same program in another unit or container
//! ([`serve`]), which jails them in the same way.
//!
//! Nothing here is `unsafe`: a process that restricts itself needs no code between `fork` and `exec`.
//!
//! Linux alone has what this takes. Elsewhere every attempt ends with [`Failure::Unavailable`].

pub mod child;
#[cfg(target_os = "linux")]
mod jail;
mod order;
mod parent;
mod process;
mod session;

pub use order::{Files, Limits, Order, Task};
pub use parent::{Ending, Failure, Output, Running, Sandbox};
pub use session::{Service, serve};
