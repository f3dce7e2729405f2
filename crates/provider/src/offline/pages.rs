//! The pages of the list of schedules: which ones are read for a command.

use serde_json::{Value, json};

use super::{
    again::last_due,
    changes::clock,
    parse::Target,
    plan::Wanted,
    reply::{Moment, Schedule},
};

/// Returns the arguments for the list that people see.
pub(super) fn shown_list() -> Value {
    json!({ "status": OPEN })
}

/// Returns the arguments for the first page of the schedules that are looked through.
pub(super) fn first(wanted: &Wanted) -> Value {
    match wanted {
        Wanted::Change { target, .. } => page(target, OPEN),
        Wanted::Due { .. } | Wanted::Last { .. } | Wanted::Asked { .. } => page(&Target::All, ACTIVE),
    }
}

/// Returns the arguments for the page after the one that was `asked` for, if another is wanted; `last` is the last
/// schedule so far. A reminder that shall come again may be over: behind the active ones, those that are over are
/// looked through as far back as they came lately.
pub(super) fn next(
    wanted: &Wanted,
    asked: &Value,
    (page_shown, last): (&Value, Option<&Schedule>),
    moment: Moment,
) -> Option<Value> {
    let shown = page_shown["schedules"].as_array().map_or(0, Vec::len) as u64;
    let read = asked["offset"].as_u64().unwrap_or_default() + shown;
    let is_over = asked["status"] == OVER;
    let is_long_ago = || is_over && last.is_none_or(|it| last_due(it, moment).is_none());
    if page_shown["remaining"].as_u64().unwrap_or_default() > 0 && read > 0 && !is_long_ago() {
        let mut next = asked.clone();
        next["offset"] = read.into();
        return Some(next);
    }
    let looks_further = matches!(wanted, Wanted::Last { .. }) && !is_over;
    looks_further.then(|| page(&Target::All, OVER))
}

/// Returns the arguments for listing the schedules of this status that may include the target. The tool finds a name by
/// one piece of it, so several words are looked for among all names.
fn page(target: &Target, status: &str) -> Value {
    match target {
        Target::Words(name) if !name.contains(' ') && clock(name).is_none() => {
            json!({ "name": name, "status": status })
        }
        _ => json!({ "limit": MOST_SCHEDULES, "status": status }),
    }
}

/// The schedules that run or are paused.
const OPEN: &str = "open";
/// The schedules that run.
const ACTIVE: &str = "active";
/// The schedules that are over, the latest first.
const OVER: &str = "completed";
/// The most schedules that one search returns, by the tool's own limit.
const MOST_SCHEDULES: usize = 50;
