//! Two processes on one database.

use std::time::{Duration, Instant};

use adjutant_simulators::{
    model::Turn,
    telegram::{Method, Outcome, Telegram},
};
use insta::assert_snapshot;

use super::harness::{Home, Process, echoing_model, seen, telegram};

/// A dead process is replaced within about one look at the database, which comes each second.
const TAKEN_OVER: Duration = Duration::from_secs(4);

/// Starts a process beside the one that listens, and waits until it runs.
async fn start_beside(home: &Home, tg: &Telegram) -> Process {
    // Each process asks once whether the bot is set up well, when everything in it runs.
    let before = tg.count(Method::GetWebhookInfo);
    let process = home.start();
    tg.called(Method::GetWebhookInfo, before + 1).await;
    process
}

fn expect_one_poller(tg: &Telegram) {
    let requests = tg.requests();
    let polls = requests.iter().filter(|request| request.method == Method::GetUpdates);
    let refused: Vec<_> = polls.filter(|poll| matches!(poll.outcome, Outcome::Refused { .. })).collect();
    assert!(refused.is_empty(), "two processes polled at a time: {refused:#?}");
}

#[tokio::test]
async fn the_other_process_takes_over_the_polling_and_the_turn_that_was_left() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let (alice, bob) = (tg.user(42, "alice"), tg.user(43, "bob"));
    let first = home.start_listening(&tg).await;
    let second = start_beside(&home, &tg).await;

    bob.says("is the oven on?").await;
    assert_snapshot!(tg.next_message(&bob).await.text, @"You said: is the oven on?");
    let thinking = model.hold_before();
    alice.says("is the kettle on?").await;
    thinking.wait().await;
    first.kill().await;
    bob.says("and the light?").await;

    let killed = Instant::now();
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: is the kettle on?");
    assert_snapshot!(tg.next_message(&bob).await.text, @"You said: and the light?");
    assert!(killed.elapsed() < TAKEN_OVER, "it took {:?}", killed.elapsed());
    expect_one_poller(&tg);
    tg.all_acknowledged().await;
    second.finish(&tg).await;
    assert_eq!(model.count(), 4, "only the turn that was left is thought through again");
}

#[tokio::test]
async fn the_other_process_finds_what_the_dead_one_sent() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let first = home.start_listening(&tg).await;
    let second = start_beside(&home, &tg).await;

    let sent = tg.hold_after(Method::SendMessage);
    alice.says("is the kettle on?").await;
    sent.wait().await;
    first.kill().await;
    let answer = tg.next_message(&alice).await;
    assert_snapshot!(answer.text, @"You said: is the kettle on?");

    alice.says("and the oven?").await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: and the oven?");
    assert_eq!(tg.message(&answer), Some(answer), "no button of a probe is left");
    assert_eq!(seen(&tg, &alice).len(), 2);
    second.finish(&tg).await;
}

#[tokio::test]
async fn a_slow_send_of_a_living_process_is_left_to_it() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model).with("CHANNELS__TELEGRAM__SEND_TIMEOUT", "20s");
    let (alice, bob) = (tg.user(42, "alice"), tg.user(43, "bob"));
    let first = home.start_listening(&tg).await;
    let second = start_beside(&home, &tg).await;

    let sending = tg.hold_before(Method::SendMessage);
    alice.says("is the kettle on?").await;
    sending.wait().await;
    // Meanwhile the other process looks at the database, each second.
    model.script([Turn::text("It is.").after(Duration::from_millis(2500))]);
    bob.says("is the oven on?").await;
    tg.called(Method::SendMessage, 2).await;
    assert_snapshot!(tg.next_message(&bob).await.text, @"It is.");
    sending.release();
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: is the kettle on?");
    first.terminate().await;
    second.finish(&tg).await;
    assert_eq!((seen(&tg, &alice).len(), tg.count(Method::SendMessage)), (1, 2));
}

#[tokio::test]
async fn a_process_that_ends_in_order_leaves_its_place_to_the_other() {
    let tg = telegram().await;
    let home = Home::new(&tg);
    let alice = tg.user(42, "alice");
    let first = home.start_listening(&tg).await;
    let second = start_beside(&home, &tg).await;

    first.terminate().await;
    alice.says("remember that the wifi code is 4711").await;
    let ended = Instant::now();
    assert_snapshot!(tg.next_message(&alice).await.text, @"I'll remember: the wifi code is 4711");
    assert!(ended.elapsed() < TAKEN_OVER, "it took {:?}", ended.elapsed());
    tg.all_acknowledged().await;
    expect_one_poller(&tg);
    second.finish(&tg).await;
}
