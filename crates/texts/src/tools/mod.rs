//! What people read of the tools: what a call would do and why it asks, what it shows of that, and what it is doing. What
//! tools tell the model is in their own sources.

pub mod files;
pub mod helpers;
pub mod notes;
pub mod policy;
pub mod schedules;
pub mod servers;
pub mod shell;
pub mod site;
pub mod web;

use crate::fluent::text;

/// What a call would do whose tool does not say it.
pub fn run(tool: &str) -> String {
    text!("tools-run", name = tool)
}

#[cfg(test)]
mod tests;
