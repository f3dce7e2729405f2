//! What each person's turns have cost, by UTC day.

use anyhow::Result;
use chrono::{DateTime, Utc};
use libsql::params;
use serde::Deserialize;

use crate::{db::Tx, ids::UserId, provider::Usage};

/// A person's sums over one or more days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Sums {
    pub turns: i64,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// Adds a model call.
pub async fn add(tx: &Tx, user: &UserId, usage: Usage, cost_micros: i64, now: DateTime<Utc>) -> Result<()> {
    tx.execute(
        "INSERT INTO usage (user_id, day, input_tokens, output_tokens, cost_micros) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (user_id, day) DO UPDATE SET input_tokens = input_tokens + ?3,
             output_tokens = output_tokens + ?4, cost_micros = cost_micros + ?5",
        params![user, day(now), usage.input_tokens as i64, usage.output_tokens as i64, cost_micros],
    )
    .await
    .map(drop)
}

/// Counts a turn.
pub async fn count_turn(tx: &Tx, user: &UserId, now: DateTime<Utc>) -> Result<()> {
    tx.execute(
        "INSERT INTO usage (user_id, day, turns) VALUES (?1, ?2, 1)
         ON CONFLICT (user_id, day) DO UPDATE SET turns = turns + 1",
        params![user, day(now)],
    )
    .await
    .map(drop)
}

/// Sums over the last `days` days, today included.
pub async fn sums(tx: &Tx, user: &UserId, days: i64, now: DateTime<Utc>) -> Result<Sums> {
    let first = day(now - chrono::TimeDelta::days(days - 1));
    let sums = tx
        .first(
            "SELECT coalesce(sum(turns), 0) AS turns, coalesce(sum(input_tokens), 0) AS input_tokens,
                 coalesce(sum(output_tokens), 0) AS output_tokens, coalesce(sum(cost_micros), 0) AS cost_micros
             FROM usage WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND day >= ?2",
            params![user, first],
        )
        .await?;
    Ok(sums.unwrap_or_default())
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}
