//! Lookups of runs for people and models, with data from other tables.

use adjutant_channel::{ChatRef, MessageId};
use adjutant_domain::{
    ids::{RunId, ScheduleId, UserId},
    origin::Sources,
    scope::Scope,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::{Cause, Delivery, Run, Status};
use crate::{
    db::{Tx, params, sql::joined},
    outbox::row_of_message,
};

/// The sources of the untrusted content that the run `r` has read, from its goal, calls or earlier outputs.
macro_rules! run_sources {
    () => {
        concat!("(SELECT ", joined!("untrusted", "char(10)"), " FROM (
                      SELECT c.untrusted FROM sessions s JOIN turns t USING (session_id)
                          JOIN tool_calls c USING (turn_id)
                      WHERE s.run_id = r.run_id AND c.untrusted IS NOT NULL
                      UNION
                      SELECT e.untrusted FROM sessions s JOIN turns t USING (session_id) JOIN entries e USING (turn_id)
                      WHERE s.run_id = r.run_id AND e.untrusted IS NOT NULL
                      UNION
                      SELECT r.untrusted_goal WHERE r.untrusted_goal IS NOT NULL))")
    };
}

pub(crate) use run_sources;

/// Selects runs `r` with the sources of the untrusted content they have read, from their goals, calls or earlier
/// outputs, and the reasons of failed deliveries; `$output` is the wanted part of their output.
macro_rules! select {
    ($output:literal, $rest:expr) => {
        concat!(
            "SELECT r.run_id, r.schedule_id, r.user_id, r.revision, r.due_at, r.cause, r.status, r.missed, r.attempts,
                 r.resume_at, r.delivery, r.deliver_at, r.deliveries, r.done_at, r.notify, r.error, r.steps,
                 r.millis, r.input_tokens, r.cached_tokens, r.output_tokens, r.cost_micros, r.message_id, r.started_at, r.finished_at, ",
            $output,
            " AS output, ",
            run_sources!(),
            " AS untrusted,
                 CASE WHEN r.delivery = 'failed'
                     THEN (SELECT error FROM outbox WHERE source = r.run_id AND state = 'dead' LIMIT 1) END
                     AS undelivered
             FROM runs r ",
            $rest
        )
    };
}

/// Returns the sources of the untrusted content that a run has read. They are known as long as its output is.
pub async fn untrusted(tx: &Tx, run: &RunId) -> Result<Sources> {
    #[derive(Deserialize)]
    struct Row {
        untrusted: Sources,
    }
    let row: Option<Row> = tx
        .first(
            concat!("SELECT ", run_sources!(), " AS untrusted FROM runs r WHERE r.run_id = ?1"),
            params![run],
        )
        .await?;
    Ok(row.map(|row| row.untrusted).unwrap_or_default())
}

/// How many characters of an output are read for a list of runs: enough for the part that is shown and its last
/// character.
const BEGINNING: i64 = 160;

/// Returns one of a person's runs, if it is visible in the scope: in a group, only runs of schedules made in it.
pub async fn get_own(tx: &Tx, user: &UserId, run: &RunId, scope: &Scope) -> Result<Option<Run>> {
    let (channel, chat) = scope.columns();
    tx.first(
        select!(
            "r.output",
            "WHERE r.run_id = ?1 AND r.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND (?3 IS NULL OR EXISTS (SELECT 1 FROM schedules c JOIN sessions o USING (session_id)
                      WHERE c.schedule_id = r.schedule_id AND o.channel = ?3 AND o.chat = ?4))"
        ),
        params![run, user, channel, chat],
    )
    .await
}

/// Returns the person's run that a message of a chat has delivered, even if only in part, with at most `chars`
/// characters of its output.
pub async fn delivered_by(
    tx: &Tx,
    user: &UserId,
    chat: &ChatRef,
    message: &MessageId,
    chars: usize,
) -> Result<Option<Run>> {
    tx.first(
        // The outbox row may be deleted before the run is.
        select!(
            "substr(r.output, 1, ?5)",
            concat!("WHERE r.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                 AND r.run_id = coalesce(
                     (SELECT coalesce(
                          (SELECT s.run_id FROM tool_calls c JOIN turns t USING (turn_id) JOIN sessions s USING (session_id)
                           WHERE f.source = 'media-' || c.call_id AND c.call_id = substr(f.source, 7)),
                          f.source)
                      FROM outbox f WHERE f.outbox_id = ", row_of_message!("?2", "?3", "?4"), "),
                     (SELECT m.run_id FROM runs m JOIN schedules c USING (schedule_id)
                          JOIN sessions o ON o.session_id = c.session_id
                      WHERE m.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                          AND o.channel = ?2 AND o.chat = ?3 AND m.message_id = ?4 LIMIT 1))")
        ),
        params![user, chat.channel.as_str(), chat.chat.as_str(), message.0.as_str(), chars as i64],
    )
    .await
}

/// Returns how many results of a person's runs since `since` failed to reach a group, and the reason of the last
/// failure.
pub async fn refused_by_groups(tx: &Tx, user: &UserId, since: Timestamp) -> Result<Option<(i64, String)>> {
    #[derive(Deserialize)]
    struct Found {
        count: i64,
        error: String,
    }
    let found: Option<Found> = tx
        .first(
            "SELECT count(*) OVER () AS count, error FROM (
                 SELECT r.started_at, (SELECT o.error FROM outbox o
                     WHERE o.source = r.run_id AND o.state = 'dead' AND o.chat_kind = 'group' LIMIT 1) AS error
                 FROM runs r
                 WHERE r.user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND r.started_at >= ?2
                     AND r.delivery = 'failed')
             WHERE error IS NOT NULL ORDER BY started_at DESC LIMIT 1",
            params![user, since],
        )
        .await?;
    Ok(found.map(|found| (found.count, found.error)))
}

/// Returns the newest runs of one of a person's schedules, if the schedule is visible in the scope as above, with the
/// beginning of their outputs.
pub async fn of_schedule(
    tx: &Tx,
    user: &UserId,
    schedule: &ScheduleId,
    scope: &Scope,
    limit: i64,
) -> Result<Vec<Run>> {
    let (channel, chat) = scope.columns();
    tx.all(
        select!(
            "substr(r.output, 1, ?6)",
            "WHERE r.schedule_id = ?1 AND r.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND (?3 IS NULL OR EXISTS (SELECT 1 FROM schedules c JOIN sessions o USING (session_id)
                      WHERE c.schedule_id = r.schedule_id AND o.channel = ?3 AND o.chat = ?4))
             ORDER BY r.due_at DESC LIMIT ?5"
        ),
        params![schedule, user, channel, chat, limit, BEGINNING],
    )
    .await
}

/// The outcome of a run, without its output.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Mark {
    pub run_id: RunId,
    pub due_at: Timestamp,
    pub cause: Cause,
    pub status: Status,
    pub delivery: Delivery,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub cost_micros: i64,
}

/// Returns the outcomes of the newest runs of one of a person's schedules, newest first.
pub async fn marks(tx: &Tx, user: &UserId, schedule: &ScheduleId, limit: i64) -> Result<Vec<Mark>> {
    tx.all(
        "SELECT run_id, due_at, cause, status, delivery, started_at, finished_at, cost_micros FROM runs
         WHERE schedule_id = ?1 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
         ORDER BY due_at DESC LIMIT ?3",
        params![schedule, user, limit],
    )
    .await
}

/// Returns the newest runs of a schedule with an output, newest first, with at most `chars` characters of it.
pub async fn last_results(tx: &Tx, schedule: &ScheduleId, limit: i64, chars: usize) -> Result<Vec<Run>> {
    tx.all(
        select!(
            "substr(r.output, 1, ?3)",
            "WHERE r.schedule_id = ?1 AND r.status = 'succeeded' AND r.output <> ''
             ORDER BY r.due_at DESC LIMIT ?2"
        ),
        params![schedule, limit, chars as i64],
    )
    .await
}
