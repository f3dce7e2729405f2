//! Usage: the spending of each person's turns, by UTC day and by model.

mod models;
mod shares;

use adjutant_domain::{budget::Spent, ids::UserId};
use anyhow::Result;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::Deserialize;

use crate::db::{Tx, params};

pub use models::{
    DayOfModel, OfModel, by_day_and_model, by_model, by_model_of_all, last_day_without_models,
    last_day_without_models_of_all,
};
pub use shares::{Day, Named, by_day, by_person, by_schedule};

/// A person's sums over one or more days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Sums {
    /// Turns of conversations and of runs.
    pub turns: i64,
    pub steps: i64,
    pub millis: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

impl Sums {
    /// Returns the spending, without the turns.
    pub fn spent(&self) -> Spent {
        let Self { turns: _, steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros } = *self;
        Spent { steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros }
    }
}

/// Adds a model's usage to the sums of the person's day and to those of the model's day. `model` is its name for
/// people: `openai gpt-5`.
pub async fn add(tx: &Tx, user: &UserId, (model, used): (&str, Spent), now: DateTime<Utc>) -> Result<()> {
    add_to_day(tx, user, 0, used, now).await?;
    add_to_model(tx, user, (model, used), now).await
}

/// Adds working time, in milliseconds.
pub async fn add_time(tx: &Tx, user: &UserId, millis: i64, now: DateTime<Utc>) -> Result<()> {
    add_to_day(tx, user, 0, Spent { millis, ..Spent::default() }, now).await
}

/// Counts a turn that ends, and adds the usage of its last answer and its last working time. Does the same as [`add`]
/// in as few statements, because every turn ends with it.
pub async fn count_turn(
    tx: &Tx,
    user: &UserId,
    (model, used): (&str, Spent),
    now: DateTime<Utc>,
) -> Result<()> {
    add_to_day(tx, user, 1, used, now).await?;
    add_to_model(tx, user, (model, used), now).await
}

async fn add_to_day(tx: &Tx, user: &UserId, turns: i64, spent: Spent, now: DateTime<Utc>) -> Result<()> {
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

/// Adds a model's usage to its day; nothing if nothing was used, because the built-in assistant is no model.
async fn add_to_model(
    tx: &Tx,
    user: &UserId,
    (model, used): (&str, Spent),
    now: DateTime<Utc>,
) -> Result<()> {
    let Spent { steps, millis: _, input_tokens, cached_tokens, output_tokens, cost_micros } = used;
    if (Spent { millis: 0, ..used }) == Spent::default() {
        return Ok(());
    }
    tx.execute(
        "INSERT INTO usage_by_model (user_id, day, model, steps, input_tokens, cached_tokens, output_tokens,
             cost_micros)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (user_id, day, model) DO UPDATE SET steps = steps + ?4, input_tokens = input_tokens + ?5,
             cached_tokens = cached_tokens + ?6, output_tokens = output_tokens + ?7, cost_micros = cost_micros + ?8",
        params![user, day(now), model, steps, input_tokens, cached_tokens, output_tokens, cost_micros],
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

/// Records that a person was warned that little of their daily budget is left. Returns false if they were already
/// warned today.
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

#[cfg(test)]
mod tests;
