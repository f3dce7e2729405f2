//! Usage by day, by person and by schedule.

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::Result;
use chrono::{DateTime, NaiveTime, Utc};
use serde::{Deserialize, Serialize};

use super::first_of;
use crate::db::{Tx, params};

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

/// Returns a person's sums for each of the last `days` days that has any, oldest first.
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

/// Returns the sums of up to `limit` people over the last `days` days, the most expensive first.
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

/// Returns the sums of up to `limit` schedules of a person over the last `days` days, the most expensive first. Runs of
/// a deleted schedule count, without its name.
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
