//! The agent: everything between a message and its answer.

pub mod step;

mod attached;
pub(crate) mod busy;
mod calls;
pub(crate) mod choice;
pub mod clients;
pub(crate) mod compact;
mod context;
pub(crate) mod delegation;
mod documents;
mod download;
mod draft;
pub(crate) mod entities;
mod limits;
mod model;
pub(crate) mod pictures;
mod pipeline;
mod prompt;
mod quoted;
pub(crate) mod reply;
pub(crate) mod retry;
mod security;
pub(crate) mod session;
mod set_aside;
mod status;
pub(crate) mod tools;
pub mod turn;
mod unseen;

/// The call pipeline, which `benches/pipeline` measures.
pub use pipeline::{Evaluation, Stage, pass};
