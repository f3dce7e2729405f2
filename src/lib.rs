//! The gateway, from the top floor down: a module imports only from the modules below it and from the crates, which
//! `tests/it/floors.rs` checks. See ARCHITECTURE.md.

// The edge: commands, wiring, people's messages and presses, and requests of other programs.
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

// The work: due schedules, turns, approvals, and their messages.
pub mod scheduler;
pub mod agent;
pub mod approvals;
mod runs;
mod voice;
mod daily_budget;
mod unanswered;
mod outbox;

// The state that the parts of one process share.
pub mod core;
pub mod recent_log;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod isolation;
