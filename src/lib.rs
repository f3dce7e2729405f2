//! The gateway: sessions, agent, tools, stores, approvals, scheduler, outbox. See ARCHITECTURE.md.

// `#[tool]` names the kit by its path from outside, also in here.
extern crate self as adjutant;

pub mod agent;
pub mod app;
pub mod audit;
pub mod budget;
pub mod clock;
pub mod config;
pub mod connections;
pub mod core;
pub mod db;
pub mod doctor;
pub mod forecast;
pub mod ids;
pub mod memory;
pub mod process;
pub mod provider;
pub mod redact;
pub mod scheduler;
pub mod store;
pub mod texts;
pub mod tools;
pub mod workspace;

mod access;
pub mod approvals;
mod commands;
mod day;
mod gateway;
mod late;
mod links;
mod notebook;
mod outbox;
mod personal;
mod session;
#[cfg(test)]
mod testing;
mod tidy;
mod times;
mod timetable;
mod wake;
mod workers;
mod zones;

#[cfg(test)]
mod fake_channel;
#[cfg(test)]
mod isolation;
