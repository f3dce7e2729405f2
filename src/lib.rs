//! The gateway, from the top floor down: a module imports only from the modules below it and from the crates, which
//! `tests/floors.rs` checks. See ARCHITECTURE.md.

// `#[tool]` names the tool kit by its path from outside, also in here.
extern crate self as adjutant;

// The edge: commands, wiring, and what people write and press.
pub mod app;
mod chat;
pub mod cli;

// What happens on time, and what the agent does.
pub mod agent;
pub mod approvals;
mod daily_budget;
mod outbox;
mod runs;
pub mod scheduler;

// What one process shares.
pub mod core;

// What turns use.
pub mod clock;
pub mod config;
pub mod memory;
pub mod provider;
pub mod texts;
pub mod tools;
pub mod workspace;

#[cfg(test)]
mod isolation;
#[cfg(test)]
mod testing;
