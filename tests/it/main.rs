//! Conversations with the whole gateway, in process, through the real adapters and the simulators.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted may panic")]

mod harness;

mod cadence_preview;
mod command_line;
mod config;
mod console;
mod console_edits;
mod console_log;
mod console_memory;
#[macro_use]
mod core;
mod discord;
mod documents;
mod floors;
mod health;
mod init;

mod linked_files;
mod links;
mod model;
mod owner_reads;
mod sign_in;
mod telegram;
mod upgrade;
mod web;

mod browser;

mod attacks;
mod crash;
