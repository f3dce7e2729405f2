//! Crashes around a due time.

use std::time::Duration;

use adjutant_clock::SystemClock;
use adjutant_domain::clock::Clock;
use adjutant_simulators::{
    model::Turn,
    telegram::{Method, Telegram, User},
};
use insta::assert_snapshot;
use serde_json::json;

use super::{
    harness::{Home, echoing_model, telegram},
    platform::seen,
};

/// Creates a reminder that is due in two seconds; returns the bot's reply.
async fn remind(tg: &Telegram, alice: &User) -> String {
    alice.says("remind me in 2 seconds to stretch").await;
    let confirmed = tg.next_message(alice).await.text;
    assert!(confirmed.starts_with("I'll remind you in ") && confirmed.ends_with(": stretch"), "{confirmed}");
    confirmed
}

#[tokio::test]
async fn what_came_due_while_nobody_ran_fires_once_at_the_next_start() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    alice.says("remind me tomorrow to stretch").await;
    let confirmed = tg.next_message(&alice).await.text;
    adjutant.kill().await;
    // The child process runs in real time, so the due time is moved to now.
    home.bring_due_times_to_now().await;

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"⏰ stretch");
    adjutant.kill().await;
    let adjutant = home.start_listening(&tg).await;
    alice.says("list reminders").await;
    let list = tg.next_message(&alice).await.text;
    assert!(list.starts_with("You have no reminders"), "{list}");
    assert_eq!(seen(&tg, &alice), [confirmed, "⏰ stretch".to_owned(), list]);
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_crash_before_the_due_time_does_not_delay_it() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    let confirmed = remind(&tg, &alice).await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"⏰ stretch");
    adjutant.finish(&tg).await;
    assert_eq!(seen(&tg, &alice), [confirmed, "⏰ stretch".to_owned()]);
}

#[tokio::test]
async fn a_reminder_whose_send_took_effect_does_not_ring_twice() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    let confirmed = remind(&tg, &alice).await;
    let sent = tg.hold_after(Method::SendMessage);
    sent.wait().await;
    adjutant.kill().await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"⏰ stretch");

    let adjutant = home.start();
    tg.called(Method::EditMessageReplyMarkup, 2).await;
    adjutant.finish(&tg).await;
    assert_eq!(seen(&tg, &alice), [confirmed, "⏰ stretch".to_owned()]);
}

#[tokio::test]
async fn a_reminder_whose_send_was_lost_rings_after_all() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    remind(&tg, &alice).await;
    let sending = tg.hold_before(Method::SendMessage);
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @r"
    ↻ This may be a repeat:
    ⏰ stretch
    ");
    adjutant.finish(&tg).await;
    assert_eq!(seen(&tg, &alice).len(), 2);
}

#[tokio::test]
async fn a_task_killed_while_its_model_thinks_runs_to_one_result() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;
    let due = SystemClock.now() + Duration::from_secs(2);
    model.script([
        Turn::calls([(
            "schedule_create",
            json!({"goal": "look at the tide", "name": "tide", "cadence_type": "once", "cadence_value": due.to_rfc3339()}),
        )]),
        Turn::text("I will look at it in two seconds."),
    ]);
    alice.says("look at the tide in two seconds").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"I will look at it in two seconds.");

    let thinking = model.hold_before();
    thinking.wait().await;
    adjutant.kill().await;
    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"
    tide

    You said: look at the tide
    ");
    adjutant.finish(&tg).await;
    assert_eq!(seen(&tg, &alice).len(), 2);
    assert_eq!(model.count(), 4);
}
