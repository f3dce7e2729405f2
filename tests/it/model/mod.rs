//! Behaviour that a language model drives, gets wrong, or fails at.

mod budgets;
mod cached;
mod calls;
mod chats;
mod compact;
mod context;
mod delegation;
mod failures;
mod limits;
mod ordinary_day;
mod questions;
mod reasoning;
mod runs;
mod seen;
mod tasks;
mod tools;
