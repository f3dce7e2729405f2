//! The agent: from a message to its answer.

pub mod step;

mod calls;
mod context;
mod draft;
mod model;
mod prompt;
pub(crate) mod reply;
pub mod turn;
