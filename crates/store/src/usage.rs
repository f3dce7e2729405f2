//! Usage: what each person's turns have spent, by UTC day and by model.

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

/// Adds what a model used, to the sums of its person's day and to its own of that day. `model` is its name for people:
/// `openai gpt-5`.
pub async fn add(tx: &Tx, user: &UserId, (model, used): (&str, Spent), now: DateTime<Utc>) -> Result<()> {
    add_to_day(tx, user, 0, used, now).await?;
    add_to_model(tx, user, (model, used), now).await
}

/// Adds time at work, in milliseconds.
pub async fn add_time(tx: &Tx, user: &UserId, millis: i64, now: DateTime<Utc>) -> Result<()> {
    add_to_day(tx, user, 0, Spent { millis, ..Spent::default() }, now).await
}

/// Counts a turn that ends, with what its last answer used and the time that it was last at work. Does what [`add`] does, in
/// as few statements: every turn ends with it.
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

/// Adds nothing for what used nothing: the built-in assistant is no model.
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

/// Returns the sums of up to `limit` models that a person used in the last `days` days, those that cost most first.
pub async fn by_model(
    tx: &Tx,
    user: &UserId,
    days: i64,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<OfModel>> {
    tx.all(
        "SELECT model, sum(steps) AS calls, sum(input_tokens) AS input_tokens, sum(cached_tokens) AS cached_tokens,
             sum(output_tokens) AS output_tokens, sum(cost_micros) AS cost_micros
         FROM usage_by_model
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND day >= ?2
         GROUP BY model ORDER BY sum(cost_micros) DESC, sum(steps) DESC, model LIMIT ?3",
        params![user, first_of(days, now).to_string(), limit],
    )
    .await
}

/// As [`by_model`], of everybody.
pub async fn by_model_of_all(tx: &Tx, days: i64, limit: i64, now: DateTime<Utc>) -> Result<Vec<OfModel>> {
    tx.all(
        "SELECT model, sum(steps) AS calls, sum(input_tokens) AS input_tokens, sum(cached_tokens) AS cached_tokens,
             sum(output_tokens) AS output_tokens, sum(cost_micros) AS cost_micros
         FROM usage_by_model WHERE day >= ?1
         GROUP BY model ORDER BY sum(cost_micros) DESC, sum(steps) DESC, model LIMIT ?2
         -- scan: everybody's days, when the owner looks",
        params![first_of(days, now).to_string(), limit],
    )
    .await
}

/// Returns the last of these days of which not all that a person used is known by model: usage was not always kept so.
pub async fn last_day_without_models(
    tx: &Tx,
    user: &UserId,
    days: i64,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    tx.value(
        "SELECT max(u.day) AS value FROM usage u
         WHERE u.user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND u.day >= ?2
             AND (u.steps, u.input_tokens, u.output_tokens, u.cost_micros) <>
                 (SELECT coalesce(sum(m.steps), 0), coalesce(sum(m.input_tokens), 0), coalesce(sum(m.output_tokens), 0),
                      coalesce(sum(m.cost_micros), 0)
                  FROM usage_by_model m WHERE m.user_id = u.user_id AND m.day = u.day)",
        params![user, first_of(days, now).to_string()],
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
    tx.value(
        "SELECT max(u.day) AS value FROM usage u
         WHERE u.day >= ?1
             AND (u.steps, u.input_tokens, u.output_tokens, u.cost_micros) <>
                 (SELECT coalesce(sum(m.steps), 0), coalesce(sum(m.input_tokens), 0), coalesce(sum(m.output_tokens), 0),
                      coalesce(sum(m.cost_micros), 0)
                  FROM usage_by_model m WHERE m.user_id = u.user_id AND m.day = u.day)",
        params![first_of(days, now).to_string()],
    )
    .await
    .map(Option::flatten)
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
        "SELECT day, model, sum(steps) AS calls, sum(input_tokens) AS input_tokens,
             sum(cached_tokens) AS cached_tokens, sum(output_tokens) AS output_tokens, sum(cost_micros) AS cost_micros
         FROM usage_by_model
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND day >= ?2
         GROUP BY day, model ORDER BY day, model",
        params![user, first_of(days, now).to_string()],
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

#[cfg(test)]
mod tests {
    use adjutant_domain::ids::{RunId, ScheduleId};

    use super::*;
    use crate::{
        people, runs,
        schedules::{self, Schedule},
        testing::{self, NOW, Store, ms},
    };

    const DAY: u64 = 86_400_000;

    /// Returns what so many calls of a model used, which take no time of their own.
    fn calls(times: i64) -> Spent {
        Spent {
            steps: times,
            millis: 0,
            input_tokens: 100 * times,
            cached_tokens: 50 * times,
            output_tokens: 10 * times,
            cost_micros: 7 * times,
        }
    }

    fn used(of: &[OfModel]) -> Vec<(&str, i64)> {
        of.iter().map(|of| (of.model.as_str(), of.calls)).collect()
    }

    #[tokio::test]
    async fn usage_is_summed_by_person_and_day() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                let (today, yesterday) = (NOW.to_utc(), (NOW - ms(DAY)).to_utc());
                add(tx, &alice.user_id, ("openai gpt-5", calls(1)), today).await?;
                add(tx, &alice.user_id, ("openai gpt-5", calls(1)), today).await?;
                count_turn(tx, &alice.user_id, ("", Spent { millis: 1_500, ..Spent::default() }), today)
                    .await?;
                add_time(tx, &alice.user_id, 500, today).await?;
                add(tx, &alice.user_id, ("openai gpt-5", calls(1)), yesterday).await?;
                let sums = async |user: &UserId, days| {
                    let sums = sums(tx, user, days, today).await.unwrap();
                    (sums.turns, sums.spent())
                };
                assert_eq!(sums(&alice.user_id, 1).await, (1, Spent { millis: 2_000, ..calls(2) }));
                assert_eq!(sums(&alice.user_id, 30).await, (1, Spent { millis: 2_000, ..calls(3) }));
                assert_eq!(sums(&bob.user_id, 30).await, (0, calls(0)));
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn the_sums_of_models_are_those_of_days() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                let (alice, bob) = (&alice.user_id, &bob.user_id);
                let (today, yesterday) = (NOW.to_utc(), (NOW - ms(DAY)).to_utc());
                add(tx, alice, ("openai gpt-5", calls(2)), today).await?;
                add(tx, alice, ("openai gpt-5", calls(1)), yesterday).await?;
                add(tx, alice, ("openai gpt-5-mini", calls(4)), today).await?;
                add(tx, alice, ("whisper-1", Spent { cost_micros: 90, ..Spent::default() }), today).await?;
                add(tx, alice, ("built-in", Spent::default()), today).await?;
                count_turn(tx, alice, ("", Spent { millis: 1_000, ..Spent::default() }), today).await?;
                add(tx, bob, ("openai gpt-5", calls(3)), today).await?;

                let of_alice = by_model(tx, alice, 30, 9, today).await?;
                assert_eq!(
                    used(&of_alice),
                    [("whisper-1", 0), ("openai gpt-5-mini", 4), ("openai gpt-5", 3)]
                );
                assert_eq!(used(&by_model(tx, alice, 1, 2, today).await?), used(&of_alice)[..2]);
                assert_eq!(used(&by_model(tx, alice, 1, 9, today).await?)[2], ("openai gpt-5", 2));
                assert_eq!(used(&by_model(tx, bob, 30, 9, today).await?), [("openai gpt-5", 3)]);
                let of_all = by_model_of_all(tx, 30, 9, today).await?;
                assert_eq!(used(&of_all), [("whisper-1", 0), ("openai gpt-5", 6), ("openai gpt-5-mini", 4)]);
                assert_eq!(used(&by_model_of_all(tx, 1, 2, today).await?)[1], ("openai gpt-5", 5));

                let days = by_day(tx, alice, 30, today).await?;
                let each = by_day_and_model(tx, alice, 30, today).await?;
                assert_eq!(each.len(), 4, "two models, a service, and another day");
                for day in days {
                    let of_day: Vec<_> = each.iter().filter(|of| of.day == day.day).collect();
                    let sum = |of: fn(&DayOfModel) -> i64| of_day.iter().map(|row| of(row)).sum::<i64>();
                    assert_eq!(
                        (sum(|of| of.input_tokens), sum(|of| of.cached_tokens), sum(|of| of.output_tokens)),
                        (day.input_tokens, day.cached_tokens, day.output_tokens)
                    );
                    assert_eq!(sum(|of| of.cost_micros), day.cost_micros, "{}", day.day);
                }
                let sum = |of: fn(&OfModel) -> i64| of_alice.iter().map(of).sum::<i64>();
                let sums = sums(tx, alice, 30, today).await?;
                assert_eq!((sum(|of| of.calls), sum(|of| of.cost_micros)), (sums.steps, sums.cost_micros));
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn days_that_are_not_known_by_model_are_told() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                let (alice, bob) = (&alice.user_id, &bob.user_id);
                let at = |days: u64| (NOW - ms(days * DAY)).to_utc();
                let now = at(0);
                for (user, days) in [(alice, 0), (alice, 5), (alice, 6), (bob, 2)] {
                    add(tx, user, ("openai gpt-5", calls(1)), at(days)).await?;
                }
                // Nothing of this is a model's.
                count_turn(tx, alice, ("", Spent { millis: 1_000, ..Spent::default() }), at(1)).await?;
                assert_eq!(last_day_without_models(tx, alice, 30, now).await?, None);
                assert_eq!(last_day_without_models_of_all(tx, 30, now).await?, None);

                let older = "DELETE FROM usage_by_model WHERE day < ?1";
                tx.execute(older, params![day(at(1))]).await?;
                let last = |user, days| last_day_without_models(tx, user, days, now);
                assert_eq!(last(alice, 30).await?.as_deref(), Some("2026-04-26"));
                assert_eq!(last(alice, 6).await?.as_deref(), Some("2026-04-26"));
                assert_eq!(last(alice, 5).await?, None);
                assert_eq!(last_day_without_models_of_all(tx, 30, now).await?.as_deref(), Some("2026-04-29"));
                assert_eq!(last_day_without_models_of_all(tx, 2, now).await?, None);

                // Of the day of the update, a part is known.
                add_to_day(tx, alice, 0, Spent { cost_micros: 1, ..Spent::default() }, now).await?;
                assert_eq!(last(alice, 1).await?.as_deref(), Some("2026-05-01"));
                assert_eq!(last(bob, 1).await?, None);
                Ok(())
            })
            .await;
    }

    #[tokio::test]
    async fn schedules_are_told_by_what_their_runs_cost() {
        let store = Store::new().await;
        let ((alice, session), (bob, others)) = (store.person("alice").await, store.person("bob").await);
        store
            .write(async move |tx| {
                let planned =
                    async |name: &str, (user, session): (&people::User, &crate::sessions::Session)| {
                        let id = ScheduleId(format!("id-of-{name}"));
                        let (user, session) = (user.user_id.clone(), session.session_id.clone());
                        let schedule = Schedule {
                            name: name.to_owned(),
                            cadence_type: "interval".to_owned(),
                            cadence_value: "3600".to_owned(),
                            ..Schedule::new(id, user, session, NOW)
                        };
                        schedules::put(tx, &schedule).await.unwrap();
                        schedule
                    };
                let ran = async |schedule: &Schedule, days: u64, times: i64| {
                    let (id, at) = (RunId::generate(), NOW - ms(days * DAY));
                    let new = testing::run(&schedule.schedule_id, &schedule.user_id, at);
                    assert!(runs::insert(tx, &id, new, at).await.unwrap());
                    runs::add_spent(tx, &id, calls(times)).await.unwrap();
                    id
                };
                let mine = (&alice, &session);
                let (cheap, dear) = (planned("cheap", mine).await, planned("dear", mine).await);
                let (gone, free) = (planned("gone", mine).await, planned("free", mine).await);
                let theirs = planned("theirs", (&bob, &others)).await;
                ran(&cheap, 0, 1).await;
                ran(&cheap, 1, 1).await;
                ran(&dear, 0, 9).await;
                ran(&dear, 7, 20).await;
                ran(&gone, 2, 5).await;
                let skipped = ran(&free, 0, 0).await;
                runs::skip(tx, &skipped, "too late", NOW).await?;
                ran(&theirs, 0, 50).await;
                assert!(schedules::delete(tx, &alice.user_id, &gone.schedule_id).await?);

                let of = async |user: &people::User, days, limit| {
                    by_schedule(tx, &user.user_id, days, limit, NOW.to_utc()).await.unwrap()
                };
                let told = |found: &[Named]| {
                    let told = found.iter().map(|it| (it.name.clone(), it.turns, it.cost_micros));
                    told.collect::<Vec<_>>()
                };
                let told_of = |name: &str, runs, times: i64| (name.to_owned(), runs, 7 * times);
                let week = of(&alice, 7, 9).await;
                assert_eq!(
                    told(&week),
                    [told_of("dear", 1, 9), told_of("", 1, 5), told_of("cheap", 2, 2)],
                    "of the deleted one without its name; nothing of the skipped run, or of one before"
                );
                let tokens = |it: &Named| (it.input_tokens, it.cached_tokens, it.output_tokens);
                assert_eq!(tokens(&week[2]), (200, 100, 20));
                assert_eq!(told(&of(&alice, 8, 1).await), [told_of("dear", 2, 29)]);
                assert_eq!(told(&of(&bob, 1, 9).await), [told_of("theirs", 1, 50)]);

                ran(&free, 1, 0).await;
                assert_eq!(told(&of(&alice, 7, 9).await)[3], told_of("free", 1, 0));
                Ok(())
            })
            .await;
    }
}
