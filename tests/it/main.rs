//! Conversations with the whole gateway, in process, through the real adapters and the simulators.

mod harness;

mod core;
mod crash;
