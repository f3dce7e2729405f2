//! Usage by model.

use adjutant_domain::ids::UserId;
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::first_of;
use crate::db::{Tx, params};

/// The usage of one model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfModel {
    /// Its name for people: `openai gpt-5`.
    pub model: String,
    /// The number of calls; 0 for transcription and speech.
    pub calls: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// Selects the sums of usage by model since the day ?1.
macro_rules! used {
    () => {
        "sum(steps) AS calls, sum(input_tokens) AS input_tokens, sum(cached_tokens) AS cached_tokens,
             sum(output_tokens) AS output_tokens, sum(cost_micros) AS cost_micros
         FROM usage_by_model WHERE day >= ?1"
    };
}

/// Groups by model, the most expensive first.
macro_rules! dearest_first {
    () => {
        " GROUP BY model ORDER BY sum(cost_micros) DESC, sum(steps) DESC, model"
    };
}

/// Returns the sums of up to `limit` models that a person used in the last `days` days, the most expensive first.
pub async fn by_model(
    tx: &Tx,
    user: &UserId,
    days: i64,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<OfModel>> {
    tx.all(
        concat!(
            "SELECT model, ",
            used!(),
            " AND user_id IN (SELECT member FROM same_person WHERE user_id = ?2)",
            dearest_first!(),
            " LIMIT ?3"
        ),
        params![first_of(days, now).to_string(), user, limit],
    )
    .await
}

/// As [`by_model`], for everybody.
pub async fn by_model_of_all(tx: &Tx, days: i64, limit: i64, now: DateTime<Utc>) -> Result<Vec<OfModel>> {
    tx.all(
        concat!(
            "SELECT model, ",
            used!(),
            dearest_first!(),
            " LIMIT ?2
             -- scan: everybody's days, when the owner looks"
        ),
        params![first_of(days, now).to_string(), limit],
    )
    .await
}

/// Selects the last day since ?1 whose usage is not fully known by model.
macro_rules! last_day_without_models {
    () => {
        "SELECT max(u.day) AS value FROM usage u
         WHERE u.day >= ?1
             AND (u.steps, u.input_tokens, u.output_tokens, u.cost_micros) <>
                 (SELECT coalesce(sum(m.steps), 0), coalesce(sum(m.input_tokens), 0), coalesce(sum(m.output_tokens), 0),
                      coalesce(sum(m.cost_micros), 0)
                  FROM usage_by_model m WHERE m.user_id = u.user_id AND m.day = u.day)"
    };
}

/// Returns the last of these days for which a person's usage is not fully known by model, because older versions did
/// not record it so.
pub async fn last_day_without_models(
    tx: &Tx,
    user: &UserId,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    tx.value(
        concat!(
            last_day_without_models!(),
            " AND u.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)"
        ),
        params![first_of(days, now).to_string(), user],
    )
    .await
    .map(Option::flatten)
}

/// As [`last_day_without_models`], for everybody.
pub async fn last_day_without_models_of_all(
    tx: &Tx,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    tx.value(last_day_without_models!(), params![first_of(days, now).to_string()]).await.map(Option::flatten)
}

/// The usage of one model on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayOfModel {
    /// `2026-05-01`.
    pub day: String,
    /// As in [`OfModel`], like the fields below.
    pub model: String,
    pub calls: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// Returns a person's sums for each of the last `days` days and each model, oldest first.
pub async fn by_day_and_model(
    tx: &Tx,
    user: &UserId,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Vec<DayOfModel>> {
    tx.all(
        concat!(
            "SELECT day, model, ",
            used!(),
            " AND user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
             GROUP BY day, model ORDER BY day, model"
        ),
        params![first_of(days, now).to_string(), user],
    )
    .await
}
