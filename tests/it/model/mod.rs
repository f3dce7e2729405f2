//! Behaviour that a language model drives, gets wrong, or fails at.

mod budgets;
mod calls;
mod compact;
mod context;
mod delegation;
mod failures;
mod limits;
mod runs;
mod seen;
mod tools;
