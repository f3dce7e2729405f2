//! Behaviour that depends on a language model, including its mistakes and failures.

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
