//! The Discord simulator, over REST and the gateway.

mod client;
mod commands;
mod events;
mod faults;
mod gateway;
mod interactions;
mod limits;
mod lists;
mod media;
mod people;
mod rules;
mod sessions;
mod threads;
mod wire;
