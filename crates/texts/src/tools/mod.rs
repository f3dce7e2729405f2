//! Texts about tools for people: what a call would do, why it needs approval, its preview, its progress and its
//! outcome. Texts of tools for the model are in their own sources.

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

/// The description of a call whose tool gives none.
pub fn run(tool: &str) -> String {
    text!("tools-run", name = tool)
}

#[cfg(test)]
mod tests;
