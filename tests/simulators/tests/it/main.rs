//! Tests of the simulators from outside: over HTTP, as the gateway uses them.

mod client;
mod discord;
mod faults;
mod media;
mod model;
mod pages;
mod people;
mod rules;
mod search;
mod teloxide_bot;
mod updates;
