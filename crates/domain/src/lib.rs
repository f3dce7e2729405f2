//! The vocabulary that all parts of the gateway share. Plain data and pure functions; no I/O, no async, no database.

pub mod backoff;
pub mod clock;
pub mod gist;
pub mod ids;
pub mod timestamp;
pub mod zones;

pub mod cadence;
pub mod quiet_hours;
pub mod schedules;

pub mod budget;
pub mod origin;
pub mod policy;
pub mod question;
pub mod tools;
pub mod turn;

pub mod buttons;
pub mod code;
pub mod archive;
pub mod document;
pub mod picture;
pub mod commands;
pub mod counted;
pub mod health;
pub mod hosts;
pub mod language;
pub mod notes;
pub mod outbox_key;
pub mod passages;
pub mod redact;
pub mod scope;
pub mod shown;
pub mod site;
pub mod wake;
pub mod web;

pub mod table_form;
pub mod encoding;
pub mod text;
pub mod vectors;
pub mod while_busy;
pub mod words;
