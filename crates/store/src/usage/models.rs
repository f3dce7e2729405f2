//! Usage by model.

use adjutant_domain::ids::UserId;
use anyhow::Result;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::first_of;
use crate::db::{Tx, params};

/// What one model was used for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfModel {
    /// Its name for people: `openai gpt-5`.
    pub model: String,
    /// None, where it writes down recordings or speaks.
    pub calls: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// What was used of models since the day ?1, to be summed up.
macro_rules! used {
    () => {
        "sum(steps) AS calls, sum(input_tokens) AS input_tokens, sum(cached_tokens) AS cached_tokens,
             sum(output_tokens) AS output_tokens, sum(cost_micros) AS cost_micros
         FROM usage_by_model WHERE day >= ?1"
    };
}

/// The models, those that cost most first.
macro_rules! dearest_first {
    () => {
        " GROUP BY model ORDER BY sum(cost_micros) DESC, sum(steps) DESC, model"
    };
}

/// Returns the sums of up to `limit` models that a person used in the last `days` days, those that cost most first.
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

/// As [`by_model`], of everybody.
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

/// The last day since ?1 of which not all that was used is known by model.
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

/// Returns the last of these days of which not all that a person used is known by model: usage was not always kept so.
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

/// As [`last_day_without_models`], of everybody.
pub async fn last_day_without_models_of_all(
    tx: &Tx,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    tx.value(last_day_without_models!(), params![first_of(days, now).to_string()]).await.map(Option::flatten)
}

/// What a model was used for on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayOfModel {
    /// `2026-05-01`.
    pub day: String,
    /// As of [`OfModel`], like the rest.
    pub model: String,
    pub calls: i64,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// Returns a person's sums of each of the last `days` days and each model, oldest first.
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
