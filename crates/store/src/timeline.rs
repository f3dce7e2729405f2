//! What happened within some hours, by time, for plots. Everything is read from rows that exist for other reasons.

use std::time::Duration;

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params, sql::listed};

/// The most turns that are looked through, the newest first.
const TURNS: i64 = 20_000;

/// From when to when, both included, and into which stretches it is divided. These are counted from the Unix epoch.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub from: Timestamp,
    pub to: Timestamp,
    pub stretch: Duration,
}

impl Times {
    /// Returns the number of the stretch that holds a time.
    pub fn stretch_of(&self, at: Timestamp) -> i64 {
        at.as_millis() / self.millis()
    }

    /// Returns the length of a stretch.
    pub fn millis(&self) -> i64 {
        self.stretch.as_millis() as i64
    }
}

/// What a stretch of time amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Amount {
    /// The number of the stretch.
    pub stretch: i64,
    pub amount: i64,
}

/// Returns how many messages of these people came through a channel; `None` means everybody. Stretches without any are
/// left out.
pub async fn messages(
    tx: &Tx,
    channel: &str,
    people: Option<&[UserId]>,
    times: Times,
) -> Result<Vec<Amount>> {
    let (from, to) = (times.from, times.to);
    tx.all(
        concat!(
            "SELECT i.received_at / ?5 AS stretch, count(*) AS amount
             FROM inbox i LEFT JOIN sessions s ON s.session_id = i.session_id
             WHERE i.channel = ?1 AND i.received_at >= ?2 AND i.received_at <= ?3 AND i.message_id IS NOT NULL
                 AND i.kind = 'message' AND (?4 IS NULL OR coalesce(i.user_id, s.user_id) IN ",
            listed!("?4"),
            ") GROUP BY i.received_at / ?5"
        ),
        params![channel, from, to, people.map(serde_json::to_string).transpose()?, times.millis()],
    )
    .await
}

/// A turn that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Ended {
    pub finished_at: Timestamp,
    /// How long it took, in milliseconds. `None` for one that waited for a person's decision, and for a specialist's.
    pub took_ms: Option<i64>,
    /// What it has cost since the last decision.
    pub cost_micros: i64,
}

/// Returns the turns of these people that ended; `None` means everybody.
pub async fn turns(tx: &Tx, people: Option<&[UserId]>, times: Times) -> Result<Vec<Ended>> {
    let (from, to) = (times.from, times.to);
    tx.all(
        concat!(
            "SELECT t.finished_at, t.cost_micros,
                 CASE WHEN s.agent IS NULL
                     AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.turn_id = t.turn_id)
                 THEN t.finished_at - t.started_at END AS took_ms
             FROM turns t CROSS JOIN sessions s USING (session_id)
             WHERE t.finished_at >= ?1 AND t.finished_at <= ?2 AND (?3 IS NULL OR s.user_id IN ",
            listed!("?3"),
            ") ORDER BY t.finished_at DESC LIMIT ?4"
        ),
        params![from, to, people.map(serde_json::to_string).transpose()?, TURNS],
    )
    .await
}

/// Returns for each stretch how many milliseconds after its due time a run was taken up at most, of everybody's runs. How
/// long it then waited for another one is not counted.
pub async fn lateness(tx: &Tx, times: Times) -> Result<Vec<Amount>> {
    tx.all(
        "SELECT r.started_at / ?3 AS stretch, max(r.started_at - r.due_at) AS amount
         FROM users u CROSS JOIN runs r USING (user_id)
         WHERE r.started_at >= ?1 AND r.started_at <= ?2 AND r.cause = 'due' AND r.status <> 'skipped'
         GROUP BY r.started_at / ?3
         -- scan: everybody's newest runs, when the owner looks",
        params![times.from, times.to, times.millis()],
    )
    .await
}
