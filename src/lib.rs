//! The gateway, from the top floor down: a module imports only from the modules below it and from the crates, which
//! `tests/it/floors.rs` checks. See ARCHITECTURE.md.

// The edge: commands, wiring, and what people write and press.
pub mod cli;
pub mod app;
pub mod console;
pub mod doctor;
mod backups;
pub mod serving;
mod chat;
mod hooks;
mod sites;
pub mod health;

// What happens on time, and what the agent does.
pub mod scheduler;
pub mod agent;
pub mod approvals;
mod runs;
mod voice;
mod daily_budget;
mod unanswered;
mod outbox;

// What the parts of one process share.
pub mod core;
pub mod recent_log;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod isolation;
