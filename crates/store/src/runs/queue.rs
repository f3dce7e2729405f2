//! The queue of runs: the waiting ones, and those that may begin.

use adjutant_domain::{
    ids::{RunId, ScheduleId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::Run;
use crate::{
    db::{Tx, params, sql::indexed},
    schedules::Schedule,
    sessions::Session,
};

/// The most runs at the same time. A run that waits for an approval does not count.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub runs: i64,
    pub runs_of_a_person: i64,
}

/// The condition that the run `r` waits for another one of its schedule. Where overlapping runs are skipped, those that
/// are made up for together wait.
macro_rules! is_blocked_by_overlap {
    () => {
        "r.status = 'queued' AND r.cause = 'due'
         AND EXISTS (SELECT 1 FROM schedules s WHERE s.schedule_id = r.schedule_id AND s.overlap <> 'parallel')
         AND EXISTS (SELECT 1 FROM runs o
             WHERE o.schedule_id = r.schedule_id AND o.finished_at IS NULL AND o.run_id <> r.run_id
                 AND (o.status IN ('running', 'retrying') OR o.status = 'queued' AND o.due_at < r.due_at))"
    };
}

/// Counts the running runs that use up room. Runs of people who are not served now stand still and do not count.
macro_rules! running {
    () => {
        "SELECT count(*) FROM runs b WHERE b.status = 'running'
             AND NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = b.user_id)"
    };
}

/// Counts the running runs of the person behind a user.
macro_rules! persons {
    ($user:literal) => {
        concat!(
            "SELECT count(*) FROM runs a WHERE a.status = 'running'
                 AND a.user_id IN (SELECT member FROM same_person WHERE user_id = ",
            $user,
            ")"
        )
    };
}

/// Returns up to `limit` waiting runs for which there seems to be room, of people who are served now, the longest due
/// first.
pub async fn startable(tx: &Tx, room: Room, now: Timestamp, limit: i64) -> Result<Vec<RunId>> {
    #[derive(Deserialize)]
    struct Row {
        run_id: RunId,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT run_id FROM (
                     SELECT run_id, user_id, due_at AS since FROM runs r WHERE status = 'queued' AND NOT (",
                is_blocked_by_overlap!(),
                ") UNION ALL
                     SELECT run_id, user_id, resume_at FROM runs WHERE status = 'retrying' AND resume_at <= ?1) waiting
                 WHERE NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = waiting.user_id) AND (",
                running!(),
                ") < ?2 AND (",
                persons!("waiting.user_id"),
                ") < ?3 ORDER BY since LIMIT ?4
                 -- sort: who waits without room is passed by others, so it looks at all that wait"
            ),
            params![now, room.runs, room.runs_of_a_person, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.run_id).collect())
}

/// Returns whether there is room for another run, and its person is served now.
pub async fn is_room(tx: &Tx, run: &Run, room: Room) -> Result<bool> {
    let is_room: Option<i64> = tx
        .value(
            concat!(
                "SELECT 1 AS value FROM runs r WHERE r.run_id = ?1
                     AND NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = r.user_id) AND (",
                running!(),
                ") < ?2 AND (",
                persons!("r.user_id"),
                ") < ?3"
            ),
            params![&run.run_id, room.runs, room.runs_of_a_person],
        )
        .await?;
    Ok(is_room.is_some())
}

/// Returns whether another run of a schedule is running, or will run soon.
pub async fn has_other_active_run(tx: &Tx, schedule: &ScheduleId, run: &RunId) -> Result<bool> {
    let other: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM runs
             WHERE schedule_id = ?1 AND finished_at IS NULL AND run_id <> ?2
                 AND status IN ('queued', 'running', 'retrying') LIMIT 1",
            params![schedule, run],
        )
        .await?;
    Ok(other.is_some())
}

/// Selects the unfinished runs of the user `?1`, oldest first. There are few among many finished runs, so the statement
/// names their index.
macro_rules! unfinished {
    ($which:literal) => {
        concat!(
            "SELECT * FROM ",
            indexed!("runs", "runs_under_way"),
            " WHERE user_id = ?1 AND finished_at IS NULL AND schedule_id ",
            $which,
            " ORDER BY due_at, run_id"
        )
    };
}

/// Returns the unfinished runs of a schedule, oldest first.
pub async fn unfinished(tx: &Tx, schedule: &Schedule) -> Result<Vec<Run>> {
    tx.all(unfinished!("= ?2"), params![&schedule.user_id, &schedule.schedule_id]).await
}

/// Returns the unfinished runs of a user, oldest first.
pub async fn unfinished_of_user(tx: &Tx, user: &UserId) -> Result<Vec<Run>> {
    tx.all(
        unfinished!(
            "IS NOT NULL
         -- sort: asked when the owner removes somebody
         "
        ),
        params![user],
    )
    .await
}

/// Returns the unfinished runs of all schedules made in a conversation, oldest first.
pub async fn unfinished_of_session(tx: &Tx, origin: &Session) -> Result<Vec<Run>> {
    tx.all(
        unfinished!("IN (SELECT schedule_id FROM schedules WHERE session_id = ?2)"),
        params![&origin.user_id, &origin.session_id],
    )
    .await
}

/// Returns whether a run waits for another one of its schedule.
pub async fn is_blocked_by_overlap(tx: &Tx, run: &RunId) -> Result<bool> {
    let waits: Option<i64> = tx
        .value(
            concat!("SELECT 1 AS value FROM runs r WHERE r.run_id = ?1 AND ", is_blocked_by_overlap!()),
            params![run],
        )
        .await?;
    Ok(waits.is_some())
}

/// Postpones a run to its next attempt.
pub async fn retry(tx: &Tx, run: &RunId, error: &str, resume_at: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE runs SET status = 'retrying', error = ?2, resume_at = ?3 WHERE run_id = ?1",
        params![run, error, resume_at],
    )
    .await
    .map(drop)
}

/// Records that an attempt begins.
pub async fn begin(tx: &Tx, run: &RunId, attempt: i64) -> Result<()> {
    tx.execute(
        "UPDATE runs SET status = 'running', attempts = ?2, resume_at = NULL, error = NULL,
             untrusted_goal = (SELECT untrusted FROM schedules s WHERE s.schedule_id = runs.schedule_id)
         WHERE run_id = ?1",
        params![run, attempt],
    )
    .await
    .map(drop)
}

/// Returns when the scheduler must next check runs, after a time up to which it has checked them. A run that was due by
/// then and has not continued waits for something else, which wakes the scheduler itself.
pub async fn next_time(tx: &Tx, after: Timestamp) -> Result<Option<Timestamp>> {
    tx.value::<Option<Timestamp>>(
        "SELECT min(at) AS value FROM (
             SELECT min(resume_at) AS at FROM runs WHERE status = 'retrying' AND resume_at > ?1
             UNION ALL SELECT min(deliver_at) FROM runs WHERE delivery = 'held' AND deliver_at > ?1)",
        [after],
    )
    .await
    .map(Option::flatten)
}
