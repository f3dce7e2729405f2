//! The real binary, killed in the middle of its work and started again on the same database. Telegram, the model and
//! the web go on in the test, as they do in life.

mod harness;

mod approvals;
mod delegation;
mod logs;
mod many;
mod processes;
mod receiving;
mod schedules;
mod sending;
mod starting;
mod working;
