//! Hooks: schedules that run when their address is called. This file stores their sealed secrets and their calls.

use std::time::Duration;

use adjutant_domain::{
    cadence::HOOK,
    ids::{RunId, ScheduleId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    schedules::Schedule,
};

/// The secret of a hook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct HookSecret {
    pub schedule_id: ScheduleId,
    pub user_id: UserId,
    /// Base64, sealed for the purpose that [`HookSecret::purpose`] returns.
    pub sealed: String,
    /// The source of the message that still shows the secret.
    pub shown_by: Option<OutboxKey>,
}

impl HookSecret {
    /// Returns the purpose that the secret is sealed for, so that it can serve no other hook.
    pub fn purpose(&self) -> String {
        ["hook", self.schedule_id.as_str(), self.user_id.as_str()].join(" ")
    }
}

/// A call of a hook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Call {
    pub run_id: RunId,
    pub schedule_id: ScheduleId,
    pub user_id: UserId,
    /// A key that is equal for each repetition of a call.
    pub call_key: String,
    pub received_at: Timestamp,
    pub body: String,
}

/// How often a hook was called according to the stored calls, and when last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Called {
    pub times: i64,
    pub last: Option<Timestamp>,
}

/// Returns a person's hooks, by name.
pub async fn of(tx: &Tx, user: &UserId) -> Result<Vec<Schedule>> {
    tx.all(
        "SELECT * FROM schedules
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND cadence_type = ?2
         ORDER BY cadence_value, schedule_id",
        params![user, HOOK],
    )
    .await
}

/// Returns the secrets of all users' hooks of this name.
pub async fn secrets_of(tx: &Tx, name: &str) -> Result<Vec<HookSecret>> {
    tx.all(
        "SELECT k.* FROM schedules s JOIN hook_secrets k USING (schedule_id)
         WHERE s.cadence_type = 'hook' AND s.cadence_value = ?1",
        params![name],
    )
    .await
}

/// Returns the secrets of everybody's hooks.
pub async fn all_secrets(tx: &Tx) -> Result<Vec<HookSecret>> {
    tx.all("SELECT * FROM hook_secrets -- scan: for the doctor", ()).await
}

/// Stores a hook's secret in place of its former one.
pub async fn put_secret(tx: &Tx, secret: &HookSecret) -> Result<()> {
    let HookSecret { schedule_id, user_id, sealed, shown_by } = secret;
    tx.execute(
        "INSERT INTO hook_secrets (schedule_id, user_id, sealed, shown_by) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (schedule_id) DO UPDATE SET user_id = ?2, sealed = ?3, shown_by = ?4",
        params![schedule_id, user_id, sealed.as_str(), shown_by.as_ref()],
    )
    .await
    .map(drop)
}

/// Records that the message of this source no longer shows a secret.
pub async fn note_hidden(tx: &Tx, source: &OutboxKey) -> Result<()> {
    tx.execute("UPDATE hook_secrets SET shown_by = NULL WHERE shown_by = ?1", params![source]).await.map(drop)
}

/// Stores a call.
pub async fn put_call(tx: &Tx, call: &Call) -> Result<()> {
    tx.execute(
        "INSERT INTO hook_calls (run_id, schedule_id, user_id, call_key, received_at, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            &call.run_id,
            &call.schedule_id,
            &call.user_id,
            call.call_key.as_str(),
            call.received_at,
            call.body.as_str()
        ],
    )
    .await
    .map(drop)
}

/// Returns the stored call of a hook with this key, if any.
pub async fn same_call(tx: &Tx, hook: &ScheduleId, key: &str) -> Result<Option<Call>> {
    tx.first("SELECT * FROM hook_calls WHERE schedule_id = ?1 AND call_key = ?2", params![hook, key]).await
}

/// Returns the call that started a run; `None` for a run with another cause.
pub async fn call_of(tx: &Tx, run: &RunId) -> Result<Option<Call>> {
    tx.first("SELECT * FROM hook_calls WHERE run_id = ?1", params![run]).await
}

/// Returns how often a hook was called, and when last.
pub async fn called(tx: &Tx, hook: &ScheduleId) -> Result<Called> {
    let called = tx.first(
        "SELECT count(*) AS times, max(received_at) AS last FROM hook_calls WHERE schedule_id = ?1",
        params![hook],
    );
    Ok(called.await?.unwrap_or_default())
}

/// Returns when a hook may be called again; `None` unless it was called `most` times within `span`.
pub async fn full_until(
    tx: &Tx,
    hook: &ScheduleId,
    (most, span): (u32, Duration),
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let oldest: Option<Timestamp> = tx
        .value(
            "SELECT received_at AS value FROM hook_calls WHERE schedule_id = ?1 AND received_at > ?2
             ORDER BY received_at DESC LIMIT 1 OFFSET ?3",
            params![hook, now - span, i64::from(most) - 1],
        )
        .await?;
    Ok(oldest.map(|at| at + span))
}

/// Returns how many runs of a hook are queued.
pub async fn waiting(tx: &Tx, hook: &ScheduleId) -> Result<i64> {
    let waiting = tx.value(
        "SELECT count(*) AS value FROM runs WHERE schedule_id = ?1 AND status = 'queued'",
        params![hook],
    );
    Ok(waiting.await?.unwrap_or_default())
}
