//! Messages that list schedules: whose each is, and what it lists.

use adjutant_domain::ids::{SessionId, UserId};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Tx, params};

/// A message that lists schedules, or shows one of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct List {
    pub list_id: i64,
    /// The conversation of whoever asked for it.
    pub session_id: SessionId,
    /// The person that they are.
    pub person: UserId,
    /// Part of the names of those that it lists; `None`: it lists all.
    pub query: Option<String>,
    /// The page that it shows, from 0.
    pub page: i64,
}

impl List {
    /// Names its message in the outbox.
    pub fn source(&self) -> String {
        format!("schedules-{}", self.list_id)
    }
}

/// Lists `l`, with the person who asked for each.
macro_rules! lists {
    ($rest:literal) => {
        concat!(
            "SELECT l.*, p.person FROM schedule_lists l
             JOIN sessions s USING (session_id) JOIN people p ON p.user_id = s.user_id ",
            $rest
        )
    };
}

/// Adds the list that a command or press asks for; `origin` names that, and has one list however often it comes.
pub async fn add(tx: &Tx, session: &SessionId, origin: &str, query: Option<&str>, now: i64) -> Result<List> {
    tx.execute(
        "INSERT INTO schedule_lists (session_id, origin, query, created_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (origin) DO NOTHING",
        params![session, origin, query, now],
    )
    .await?;
    let list = tx.first(lists!("WHERE l.origin = ?1"), [origin]).await?;
    list.context("the list was just stored")
}

/// A list.
pub async fn get(tx: &Tx, id: i64) -> Result<Option<List>> {
    tx.first(lists!("WHERE l.list_id = ?1"), [id]).await
}

/// Records which page a list shows.
pub async fn turn_to(tx: &Tx, id: i64, page: i64) -> Result<()> {
    tx.execute("UPDATE schedule_lists SET page = ?2 WHERE list_id = ?1", params![id, page]).await.map(drop)
}
