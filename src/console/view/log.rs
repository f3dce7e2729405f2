//! The newest lines of the log. Only the owner sees them: they are about everybody, by their ids.

use std::sync::Arc;

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Tx,
    people::{self, Role, User},
};
use anyhow::Result;
use serde::Serialize;

use crate::recent_log::{Line, Place, RecentLog};

/// The most people whose names are shown in place of their ids.
const PEOPLE: i64 = 500;

#[derive(Debug, Default, Serialize)]
pub(super) struct Log {
    is_owner: bool,
    /// The earliest possible time of a line: the log begins anew with each process.
    begun_at: Timestamp,
    people: Vec<Person>,
    /// The turn whose lines are requested; empty for all.
    turn: String,
    /// Oldest first.
    lines: Vec<Arc<Line>>,
}

#[derive(Debug, Serialize)]
struct Person {
    id: String,
    name: String,
}

/// Returns the log, and the place at its end.
pub(super) async fn read(tx: &Tx, log: &RecentLog, viewer: &User, turn: String) -> Result<(Log, Place)> {
    let (lines, end) = log.after(None);
    if viewer.role != Role::Owner {
        return Ok((Log::default(), end));
    }
    let mut people = Vec::new();
    for person in people::summaries(tx, PEOPLE, 0).await? {
        // Lines name users, and a person may have several.
        for member in people::members(tx, &person.user_id).await? {
            people.push(Person { id: member.0, name: person.name.clone() });
        }
    }
    Ok((Log { is_owner: true, begun_at: log.begun_at(), people, turn, lines }, end))
}
