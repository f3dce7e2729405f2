//! The texts of `/readyz` about each part of the gateway, for operators: in English, like the log. None of them is
//! about people.

use std::time::Duration;

use super::{fluent::for_model, health};

pub fn database_answers() -> String {
    "can be read and written".to_owned()
}

pub fn database_starts() -> String {
    "has not answered yet".to_owned()
}

pub fn database_waits(time: Duration) -> String {
    format!("a write or a read has waited for {}", span(time))
}

pub fn database_fails() -> String {
    "cannot be read or written; the log says why".to_owned()
}

/// The write that each process makes every ten seconds failed.
pub fn database_refuses() -> String {
    "refuses writes; the log says why".to_owned()
}

/// The part depends on the database, and its state there is not known.
pub fn unknown() -> String {
    "not known while the database does not answer".to_owned()
}

pub fn no_channels() -> String {
    "no channel is set up".to_owned()
}

pub fn receives(channel: &str) -> String {
    format!("{channel}: receives")
}

pub fn stands_by(channel: &str) -> String {
    format!("{channel}: stands by, another process receives")
}

pub fn begins(channel: &str) -> String {
    format!("{channel}: not connected yet")
}

pub fn reconnects(channel: &str) -> String {
    format!("{channel}: connects again")
}

pub fn disconnected(channel: &str, time: Duration) -> String {
    format!("{channel}: not connected for {}", span(time))
}

pub fn silent(channel: &str) -> String {
    format!("{channel}: counts as connected, but nothing comes from it")
}

pub fn nothing_is_late() -> String {
    "no message is late".to_owned()
}

pub fn late_messages(channel: &str, time: Duration) -> String {
    format!("{channel}: a message has been due for {}", span(time))
}

pub fn on_time() -> String {
    "no schedule is late".to_owned()
}

pub fn on_time_elsewhere() -> String {
    "this process runs no schedules, and none is late".to_owned()
}

pub fn not_looked_yet() -> String {
    "has not looked for due schedules yet".to_owned()
}

pub fn has_not_looked(time: Duration) -> String {
    format!("has not looked for due schedules for {}", span(time))
}

pub fn late_schedule(time: Duration) -> String {
    format!("a schedule has been due for {}", span(time))
}

/// No process runs schedules, or the one that does is stuck.
pub fn late_schedule_elsewhere(time: Duration) -> String {
    format!("a schedule has been due for {}, and this process runs none", span(time))
}

/// The status for the service manager: the failing parts.
pub fn status(failing: &[(&str, &str)]) -> String {
    match failing {
        [] => "ready".to_owned(),
        _ => {
            let parts = failing.iter().map(|(part, reason)| format!("{part}: {reason}"));
            format!("not ready; {}", parts.collect::<Vec<_>>().join("; "))
        }
    }
}

/// The status during shutdown.
pub fn ends() -> &'static str {
    "ends; work in progress has a few seconds"
}

fn span(time: Duration) -> String {
    for_model(|| health::span(time))
}
