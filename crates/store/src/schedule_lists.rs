//! Messages that list schedules: the user who asked for each, and the query.

use adjutant_domain::{
    ids::{SessionId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Tx, params};

/// A message that lists schedules, or shows one of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct List {
    pub list_id: i64,
    /// The conversation of the user who asked for it.
    pub session_id: SessionId,
    /// The person behind that user.
    pub person: UserId,
    /// A part of the names to list; `None` for a list of all.
    pub query: Option<String>,
    /// The page shown, from 0.
    pub page: i64,
}

impl List {
    /// Returns the source of the list's message in the outbox.
    pub fn source(&self) -> OutboxKey {
        OutboxKey::ScheduleList(self.list_id)
    }
}

/// Selects lists `l`, with the person who asked for each.
macro_rules! lists {
    ($rest:literal) => {
        concat!(
            "SELECT l.*, p.person FROM schedule_lists l
             JOIN sessions s USING (session_id) JOIN people p ON p.user_id = s.user_id ",
            $rest
        )
    };
}

/// Adds the list for a command or press. `origin` identifies the command or press, which gets one list however often it
/// arrives.
pub async fn add(
    tx: &Tx,
    session: &SessionId,
    origin: &OutboxKey,
    query: Option<&str>,
    now: Timestamp,
) -> Result<List> {
    tx.execute(
        "INSERT INTO schedule_lists (session_id, origin, query, created_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (origin) DO NOTHING",
        params![session, origin, query, now],
    )
    .await?;
    let list = tx.first(lists!("WHERE l.origin = ?1"), params![origin]).await?;
    list.context("the stored list is missing")
}

/// Returns a list.
pub async fn get(tx: &Tx, id: i64) -> Result<Option<List>> {
    tx.first(lists!("WHERE l.list_id = ?1"), [id]).await
}

/// Records which page a list shows.
pub async fn turn_to(tx: &Tx, id: i64, page: i64) -> Result<()> {
    tx.execute("UPDATE schedule_lists SET page = ?2 WHERE list_id = ?1", params![id, page]).await.map(drop)
}
