//! Counts of events over some hours, by time, for plots. They are computed from rows that exist for other reasons.

use std::time::Duration;

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params, sql::listed};

/// The most turns to be examined, the newest first.
const TURNS: i64 = 20_000;

/// A range of time, both ends included, and the length of the stretches that divide it. Stretches are counted from the
/// Unix epoch.
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

/// The amount of one stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Amount {
    /// The number of the stretch.
    pub stretch: i64,
    pub amount: i64,
}

/// Returns the number of messages of these people in a channel, for each stretch; `None` means everybody. Leaves out
/// stretches without messages.
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
    /// How long it took, in milliseconds. `None` for a specialist's turn, and for one that waited for a person's
    /// decision.
    pub took_ms: Option<i64>,
    /// The cost since the last decision.
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

/// Returns the maximum delay of each stretch: the milliseconds between a run's due time and its start, over everybody's
/// runs. Waiting for another run is not counted.
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
