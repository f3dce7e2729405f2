//! Usage: what each person's turns have spent, by UTC day.

use adjutant_domain::{budget::Spent, ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::db::{Tx, params};

/// A person's sums over one or more days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Sums {
    /// Turns, of conversations and of runs.
    pub turns: i64,
    pub steps: i64,
    pub millis: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

impl Sums {
    /// Returns what they spent.
    pub fn spent(&self) -> Spent {
        let Self { turns: _, steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros } = *self;
        Spent { steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros }
    }
}

/// Adds what a turn spent.
pub async fn add(tx: &Tx, user: &UserId, spent: Spent, now: DateTime<Utc>) -> Result<()> {
    add_with(tx, user, 0, spent, now).await
}

/// Counts a turn that ends, with what it spent last.
pub async fn count_turn(tx: &Tx, user: &UserId, spent: Spent, now: DateTime<Utc>) -> Result<()> {
    add_with(tx, user, 1, spent, now).await
}

async fn add_with(tx: &Tx, user: &UserId, turns: i64, spent: Spent, now: DateTime<Utc>) -> Result<()> {
    let Spent { steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros } = spent;
    tx.execute(
        "INSERT INTO usage (user_id, day, turns, steps, millis, input_tokens, output_tokens, cost_micros,
             cached_tokens)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (user_id, day) DO UPDATE SET turns = turns + ?3, steps = steps + ?4, millis = millis + ?5,
             input_tokens = input_tokens + ?6, output_tokens = output_tokens + ?7, cost_micros = cost_micros + ?8,
             cached_tokens = cached_tokens + ?9",
        params![user, day(now), turns, steps, millis, input_tokens, output_tokens, cost_micros, cached_tokens],
    )
    .await
    .map(drop)
}

/// Returns the sums over the last `days` days, today included.
pub async fn sums(tx: &Tx, user: &UserId, days: i64, now: DateTime<Utc>) -> Result<Sums> {
    let first = first_of(days, now).to_string();
    let sums = tx
        .first(
            "SELECT coalesce(sum(turns), 0) AS turns, coalesce(sum(steps), 0) AS steps,
                 coalesce(sum(millis), 0) AS millis, coalesce(sum(input_tokens), 0) AS input_tokens,
                 coalesce(sum(output_tokens), 0) AS output_tokens, coalesce(sum(cost_micros), 0) AS cost_micros,
                 coalesce(sum(cached_tokens), 0) AS cached_tokens
             FROM usage WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND day >= ?2",
            params![user, first],
        )
        .await?;
    Ok(sums.unwrap_or_default())
}

/// A person's sums of one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// `2026-05-01`.
    pub day: String,
    pub turns: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// Returns a person's sums of each of the last `days` days on which there are any, oldest first.
pub async fn by_day(tx: &Tx, user: &UserId, days: i64, now: DateTime<Utc>) -> Result<Vec<Day>> {
    tx.all(
        "SELECT day, sum(turns) AS turns, sum(input_tokens) AS input_tokens, sum(cached_tokens) AS cached_tokens,
             sum(output_tokens) AS output_tokens, sum(cost_micros) AS cost_micros
         FROM usage WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND day >= ?2
         GROUP BY day ORDER BY day",
        params![user, first_of(days, now).to_string()],
    )
    .await
}

/// The sums of one person, or of one schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub name: String,
    pub turns: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// Returns the sums of up to `limit` people over the last `days` days, those that cost most first.
pub async fn by_person(tx: &Tx, days: i64, limit: i64, now: DateTime<Utc>) -> Result<Vec<Named>> {
    tx.all(
        "SELECT max(p.name) AS name, sum(u.turns) AS turns, sum(u.input_tokens) AS input_tokens,
             sum(u.cached_tokens) AS cached_tokens, sum(u.output_tokens) AS output_tokens,
             sum(u.cost_micros) AS cost_micros
         FROM usage u JOIN people p USING (user_id) WHERE u.day >= ?1
         GROUP BY p.person ORDER BY sum(u.cost_micros) DESC, sum(u.turns) DESC LIMIT ?2
         -- scan: everybody's days, when the owner looks",
        params![first_of(days, now).to_string(), limit],
    )
    .await
}

/// Returns the sums of up to `limit` schedules of a person over the last `days` days, those that cost most first. Runs of
/// one that is deleted count, without its name.
pub async fn by_schedule(
    tx: &Tx,
    user: &UserId,
    days: i64,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<Named>> {
    let first = Timestamp::from(first_of(days, now).and_time(NaiveTime::MIN).and_utc());
    tx.all(
        "SELECT coalesce(max(s.name), '') AS name, count(*) AS turns, sum(r.input_tokens) AS input_tokens,
             sum(r.cached_tokens) AS cached_tokens, sum(r.output_tokens) AS output_tokens,
             sum(r.cost_micros) AS cost_micros
         FROM same_person p JOIN runs r ON r.user_id = p.member LEFT JOIN schedules s USING (schedule_id)
         WHERE p.user_id = ?1 AND r.started_at >= ?2 AND r.status <> 'skipped'
         GROUP BY r.schedule_id ORDER BY sum(r.cost_micros) DESC, count(*) DESC LIMIT ?3",
        params![user, first, limit],
    )
    .await
}

/// Records that a person was warned that little of their daily budget is left. Returns false if they were warned today
/// already.
pub async fn mark_warned(tx: &Tx, user: &UserId, now: DateTime<Utc>) -> Result<bool> {
    let warned: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM usage
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND day = ?2 AND warned",
            params![user, day(now)],
        )
        .await?;
    if warned.is_some() {
        return Ok(false);
    }
    tx.execute(
        "INSERT INTO usage (user_id, day, warned) VALUES (?1, ?2, 1)
         ON CONFLICT (user_id, day) DO UPDATE SET warned = 1",
        params![user, day(now)],
    )
    .await?;
    Ok(true)
}

/// Returns the first of the last `days` days, today included.
pub fn first_of(days: i64, now: DateTime<Utc>) -> NaiveDate {
    (now - TimeDelta::days(days - 1)).date_naive()
}

/// Formats a day as `2026-05-01`.
fn day(at: DateTime<Utc>) -> String {
    at.date_naive().to_string()
}
