//! Due times of approvals, and counts of approvals.

use adjutant_domain::{
    ids::{TurnId, UserId},
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Params, Tx, params, sql::indexed};

/// The condition that the approvals of the turn `turn_id` were not set aside.
macro_rules! not_set_aside {
    () => {
        "NOT EXISTS (SELECT 1 FROM set_aside x
                     WHERE x.kind = 'approval' AND x.item = approvals.turn_id AND x.attempts >= 3)"
    };
}

/// Returns up to `limit` turns with expired pending approvals, the longest overdue first.
pub async fn overdue_turns(tx: &Tx, now: Timestamp, limit: i64) -> Result<Vec<TurnId>> {
    #[derive(Deserialize)]
    struct Turn {
        turn_id: TurnId,
    }
    let rows: Vec<Turn> = tx
        .all(
            concat!(
                "SELECT turn_id FROM ",
                indexed!("approvals", "approvals_pending"),
                " WHERE state = 'pending' AND expires_at <= ?1 AND ",
                not_set_aside!(),
                " GROUP BY turn_id ORDER BY min(expires_at) LIMIT ?2
                 -- sort: what is overdue is worked off each second"
            ),
            params![now, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.turn_id).collect())
}

/// Returns the outbox ids of up to `limit` pending prompts whose reminder is due.
pub async fn due_reminders(tx: &Tx, now: Timestamp, limit: i64) -> Result<Vec<i64>> {
    #[derive(Deserialize)]
    struct Prompt {
        outbox_id: i64,
    }
    let rows: Vec<Prompt> = tx
        .all(
            concat!(
                "SELECT DISTINCT outbox_id FROM approvals
                 WHERE state = 'pending' AND remind_at <= ?1 AND expires_at > ?1 AND ",
                not_set_aside!(),
                " LIMIT ?2"
            ),
            params![now, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.outbox_id).collect())
}

/// Records that the reminder of a prompt was posted.
pub async fn mark_reminded(tx: &Tx, outbox_id: i64) -> Result<()> {
    tx.execute("UPDATE approvals SET remind_at = NULL WHERE outbox_id = ?1", [outbox_id]).await.map(drop)
}

/// Returns when the next approval expires, or its reminder is due.
pub async fn next_time(tx: &Tx) -> Result<Option<Timestamp>> {
    tx.value::<Option<Timestamp>>(
        concat!(
            "SELECT min(at) AS value FROM (
                 SELECT min(expires_at) AS at FROM approvals WHERE state = 'pending' AND ",
            not_set_aside!(),
            "UNION ALL
                 SELECT min(remind_at) FROM approvals WHERE state = 'pending' AND remind_at IS NOT NULL AND ",
            not_set_aside!(),
            ")"
        ),
        (),
    )
    .await
    .map(Option::flatten)
}

/// Returns how many calls of this person await a decision.
pub async fn count_pending(tx: &Tx, user: &UserId) -> Result<i64> {
    count(
        tx,
        "SELECT count(*) AS value FROM approvals
         WHERE requester IN (SELECT member FROM same_person WHERE user_id = ?1) AND state = 'pending'",
        params![user],
    )
    .await
}

/// The most calls in one prompt. Nobody reads more in five seconds, so further calls go into another prompt.
pub const CALLS_AT_ONCE: usize = 6;

/// Returns how many prompts a turn has made. Extra prompts for calls that get one of their own do not count: only the
/// number that the calls of a response need at least.
pub async fn count_requests_of_turn(tx: &Tx, turn: &TurnId) -> Result<i64> {
    count(
        tx,
        "SELECT coalesce(sum((calls + ?2 - 1) / ?2), 0) AS value FROM (
             SELECT count(*) AS calls FROM approvals a JOIN tool_calls c USING (call_id)
             WHERE a.turn_id = ?1 GROUP BY c.entry_id, a.decider)",
        params![turn, CALLS_AT_ONCE as i64],
    )
    .await
}

/// Returns how many prompts this person's turns have made since a time.
pub async fn count_requests_since(tx: &Tx, requester: &UserId, since: Timestamp) -> Result<i64> {
    count(
        tx,
        "SELECT coalesce(sum((calls + ?3 - 1) / ?3), 0) AS value FROM (
             SELECT count(*) AS calls FROM approvals a JOIN tool_calls c USING (call_id)
             WHERE a.requester IN (SELECT member FROM same_person WHERE user_id = ?1) AND a.created_at > ?2
             GROUP BY c.entry_id, a.decider)",
        params![requester, since, CALLS_AT_ONCE as i64],
    )
    .await
}

/// Returns how many approvals wait for a decision.
pub async fn count_waiting(tx: &Tx) -> Result<i64> {
    count(tx, "SELECT count(*) AS value FROM approvals WHERE state = 'pending'", ()).await
}

async fn count(tx: &Tx, sql: &'static str, params: impl Params) -> Result<i64> {
    tx.value(sql, params).await?.context("the count returned no row")
}
