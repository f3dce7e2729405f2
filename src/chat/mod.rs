//! The edge towards people: handles what they write and press, with the immediate answers.

pub(crate) mod ingest;
mod list;
pub(crate) mod press;

pub(crate) mod access;
pub(crate) mod late_messages;
pub(crate) mod knocks;
mod files;
mod hooks;
mod site;
mod limits;
pub(crate) mod prepared;
pub(crate) mod request;

pub(crate) mod approvals;
pub(crate) mod commands;
pub(crate) mod links;
pub(crate) mod models;
pub(crate) mod owner_reads;
mod reasoning;
pub(crate) mod notes;
pub(crate) mod people;
pub(crate) mod preferences;
pub(crate) mod privacy;
mod prompts;
mod queue;
pub(crate) mod schedules;
pub(crate) mod sign_in;
mod suggestions;
mod tables;
mod languages;
mod toolsets;
mod vault;
mod clients;
