//! Two processes on one database.

use std::time::{Duration, Instant};

use adjutant_simulators::model::Turn;

use super::{
    harness::{Home, echoing_model},
    platform::{Person as _, Platform, now, seen},
};

over_both_platforms!(
    the_other_process_takes_over_the_receiving_and_the_turn_that_was_left,
    the_other_process_finds_what_the_dead_one_sent,
    a_slow_send_of_a_living_process_is_left_to_it,
    a_process_that_ends_in_order_leaves_its_place_to_the_other,
);

/// A dead process is replaced within about one poll of the database, which runs each second.
const TAKEN_OVER: Duration = Duration::from_secs(4);

async fn the_other_process_takes_over_the_receiving_and_the_turn_that_was_left<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let (alice, bob) = (at.person(42, "alice"), at.person(43, "bob"));
    let first = home.start_listening(&at).await;
    let second = home.start_beside().await;

    bob.says("is the oven on?").await;
    assert_eq!(at.next_message(&bob).await.text, "You said: is the oven on?");
    let thinking = model.hold_before();
    alice.says("is the kettle on?").await;
    thinking.wait().await;
    first.kill().await;
    bob.says("and the light?").await;

    let killed = Instant::now();
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    assert_eq!(at.next_message(&bob).await.text, "You said: and the light?");
    assert!(killed.elapsed() < TAKEN_OVER, "it took {:?}", killed.elapsed());
    at.expect_one_receiver();
    at.all_received().await;
    second.finish(&at).await;
    assert_eq!(model.count(), 4, "only the turn that was left is thought through again");
}

async fn the_other_process_finds_what_the_dead_one_sent<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let first = home.start_listening(&at).await;
    let second = home.start_beside().await;

    let sent = at.hold_sent();
    alice.says("is the kettle on?").await;
    sent.wait().await;
    first.kill().await;
    let answer = at.next_message(&alice).await;
    assert_eq!(answer.text, "You said: is the kettle on?");

    alice.says("and the oven?").await;
    assert_eq!(at.next_message(&alice).await.text, "You said: and the oven?");
    assert_eq!(now(&at, &alice, &answer), Some(answer), "no button of a probe is left");
    assert_eq!(seen(&at, &alice).len(), 2);
    second.finish(&at).await;
}

async fn a_slow_send_of_a_living_process_is_left_to_it<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model).with(P::SEND_TIMEOUT, "20s");
    let (alice, bob) = (at.person(42, "alice"), at.person(43, "bob"));
    let first = home.start_listening(&at).await;
    let second = home.start_beside().await;

    let sending = at.hold_sending();
    alice.says("is the kettle on?").await;
    sending.wait().await;
    // Meanwhile, the other process polls the database each second.
    model.script([Turn::text("It is.").after(Duration::from_millis(2500))]);
    bob.says("is the oven on?").await;
    at.sent(2).await;
    assert_eq!(at.next_message(&bob).await.text, "It is.");
    sending.release();
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    first.terminate().await;
    second.finish(&at).await;
    assert_eq!((seen(&at, &alice).len(), at.sends()), (1, 2));
}

async fn a_process_that_ends_in_order_leaves_its_place_to_the_other<P: Platform>() {
    let at = P::open().await;
    let home = Home::new(&at);
    let alice = at.person(42, "alice");
    let first = home.start_listening(&at).await;
    let second = home.start_beside().await;
    // Discord does not notify a bot of direct chats that it does not know.
    alice.says("hello").await;
    at.next_message(&alice).await;

    first.terminate().await;
    alice.says("remember that the wifi code is 4711").await;
    let ended = Instant::now();
    assert_eq!(at.next_message(&alice).await.text, "I'll remember: the wifi code is 4711");
    assert!(ended.elapsed() < TAKEN_OVER, "it took {:?}", ended.elapsed());
    at.all_received().await;
    at.expect_one_receiver();
    second.finish(&at).await;
}
