//! Simulators of the services that Adjutant uses: Telegram, Discord, model servers, web pages, search, stock photos,
//! MCP servers.
//!
//! Each is a real HTTP server on 127.0.0.1. They are stateful, keep the service's own rules (limits, error texts, ids),
//! and fail a test that drops them while a message is unread or after an unexpected request. Tests wait in real time,
//! at most [`PATIENCE`]; everything else follows tokio's clock.

#![warn(missing_docs)]

pub mod discord;
pub mod mcp;
pub mod model;
pub mod pages;
pub mod search;
pub mod stock;
pub mod telegram;

mod holds;
mod patience;
mod server;

pub use holds::Held;
pub use patience::PATIENCE;
