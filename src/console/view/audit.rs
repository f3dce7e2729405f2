//! The audit log: what was allowed, and how it was used. Shows the viewer's own events, or everybody's for the owner.

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    audit::{self as rows, Entry, Kind},
    db::Tx,
    people::{self, Role, User},
};
use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

use crate::core::Core;

/// The most events that a page shows; the table has all of them.
const EVENTS: i64 = 300;

#[derive(Debug, Serialize)]
pub(super) struct Audit {
    /// The events, newest first.
    events: Vec<Event>,
    is_whole: bool,
}

#[derive(Debug, Serialize)]
pub(in crate::console) struct Event {
    pub(in crate::console) id: i64,
    pub(in crate::console) at: Timestamp,
    pub(in crate::console) kind: Kind,
    /// The owner of the call or grant.
    pub(in crate::console) person: String,
    /// The actor; `None` for the program.
    pub(in crate::console) by: Option<String>,
    pub(in crate::console) tool: String,
    pub(in crate::console) outcome: String,
    /// The subject, in words.
    pub(in crate::console) about: String,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Audit> {
    let events = newest(tx, core, viewer, i64::MAX, EVENTS).await?;
    Ok(Audit { is_whole: (events.len() as i64) < EVENTS, events })
}

/// Returns up to `limit` events with ids below `before` that the viewer may see, newest first and without secrets.
/// Summaries of other people's calls and decisions are in their words, and are left out.
pub(in crate::console) async fn newest(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    before: i64,
    limit: i64,
) -> Result<Vec<Event>> {
    let own = people::members(tx, &viewer.user_id).await?;
    let of_everybody = viewer.role == Role::Owner;
    let found = rows::newest(tx, before, (!of_everybody).then_some(own.as_slice()), limit).await?;
    Ok(found.into_iter().map(|entry| event(core, &own, entry)).collect())
}

fn event(core: &Core, own: &[UserId], entry: Entry) -> Event {
    let is_own =
        own.contains(&entry.user_id) || entry.actor.as_ref().is_some_and(|actor| own.contains(actor));
    let about = if is_own { about(&entry) } else { String::new() };
    Event {
        id: entry.audit_id,
        at: entry.at,
        kind: entry.kind,
        person: entry.user_name.unwrap_or_else(|| entry.user_id.to_string()),
        by: entry.actor_name.or(entry.actor.map(|actor| actor.to_string())),
        tool: entry.tool,
        outcome: entry.outcome,
        about: core.redactor.redact(&about).into_owned(),
    }
}

/// Returns the summary of a call, or the label of a grant.
fn about(entry: &Entry) -> String {
    let detail: Value = serde_json::from_str(&entry.detail).unwrap_or_default();
    let word = |name: &str| detail.get(name).and_then(Value::as_str);
    word("summary").or_else(|| word("label")).unwrap_or_default().to_owned()
}
