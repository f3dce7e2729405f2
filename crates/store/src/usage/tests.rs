use adjutant_domain::ids::{RunId, ScheduleId};

use super::*;
use crate::{
    people, runs,
    schedules::{self, Schedule},
    testing::{self, NOW, Store, ms},
};

const DAY: u64 = 86_400_000;

/// Returns the usage of this many calls of a model, without working time.
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
            count_turn(tx, &alice.user_id, ("", Spent { millis: 1_500, ..Spent::default() }), today).await?;
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
            assert_eq!(used(&of_alice), [("whisper-1", 0), ("openai gpt-5-mini", 4), ("openai gpt-5", 3)]);
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
            // None of this is a model's usage.
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

            // Part of the usage of the update's day is known by model.
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
            let planned = async |name: &str, (user, session): (&people::User, &crate::sessions::Session)| {
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
