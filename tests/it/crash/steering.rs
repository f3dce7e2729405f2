//! Crashes after a message arrives during a turn, which takes it in or is ended by it.

use adjutant_simulators::model::{Model, Turn};
use serde_json::json;

use super::{
    harness::{Home, echoing_model},
    platform::{Person as _, Platform, seen},
};

under_kills_and_power_cuts!(
    what_a_turn_has_taken_in_is_neither_lost_nor_told_twice,
    a_message_that_ends_a_turn_is_answered_once,
);

/// Starts a model that jots something down twice, and then answers with how often it was told of four people.
async fn booker() -> Model {
    let model = echoing_model().await;
    model.answer_with(|request| {
        let four = request.messages.iter().filter(|message| message.text.contains("for four")).count();
        let results = request.messages.iter().filter(|message| message.role == "tool").count();
        match results {
            0 | 1 => Turn::calls([("scratchpad_write", json!({ "items": [format!("step {results}")] }))]),
            _ => Turn::text(format!("Booked, told {four} times.")),
        }
    });
    model
}

async fn what_a_turn_has_taken_in_is_neither_lost_nor_told_twice<P: Platform>() {
    let (at, model) = (P::open().await, booker().await);
    let home = Home::new(&at).with_model(&model).with("AGENT__WHILE_BUSY", "steer");
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let first = model.hold_before();
    alice.says("book a table").await;
    first.wait().await;
    let second = model.hold_before();
    first.release();
    second.wait().await;
    alice.says("for four").await;
    assert_eq!(at.next_message(&alice).await.text, "Noted; I will take it in.");
    let third = model.hold_before();
    second.release();
    third.wait().await;
    adjutant.kill().await;
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "Booked, told 1 times.");
    adjutant.finish(&at).await;
    assert_eq!(seen(&at, &alice), ["Noted; I will take it in.", "Booked, told 1 times."]);
}

async fn a_message_that_ends_a_turn_is_answered_once<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model).with("AGENT__WHILE_BUSY", "interrupt");
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    model.answer_with(|_| Turn::text("A mouse met a cat."));
    model.script([Turn::hang()]);
    alice.says("tell me a long tale").await;
    model.called(1).await;
    let next = model.hold_before();
    alice.says("or rather a short one").await;
    next.wait().await;
    adjutant.kill().await;
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "A mouse met a cat.");
    adjutant.finish(&at).await;
    assert_eq!(seen(&at, &alice), ["A mouse met a cat."]);
}
