//! Crashes around a question of the model.

use adjutant_simulators::model::{Model, Turn};
use serde_json::json;

use super::{
    harness::{Home, echoing_model},
    platform::{Person, Platform},
};

under_kills_and_power_cuts!(a_question_that_was_not_sent_is_sent_once, an_answer_before_a_crash_is_read_once,);

/// Starts a model that asks a question, and then answers according to the result.
async fn asking_model() -> Model {
    let model = echoing_model().await;
    model.answer_with(|request| match request.tool_results().last() {
        Some(told) => Turn::text(if told.contains("Blue") { "Blue it is." } else { "No answer." }),
        None => Turn::calls([("ask_person", json!({"question": "Which?", "options": ["Red", "Blue"]}))]),
    });
    model
}

async fn a_question_that_was_not_sent_is_sent_once<P: Platform>() {
    let (at, model) = (P::open().await, asking_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    let sending = at.hold_sending();
    alice.says("paint the door").await;
    sending.wait().await;
    adjutant.kill().await;

    let adjutant = home.start_listening(&at).await;
    let prompt = at.next_message(&alice).await;
    assert_eq!(at.presses(&alice, &prompt, "Blue").await.text, "Your answer: Blue");
    assert_eq!(at.next_message(&alice).await.text, "Blue it is.");
    adjutant.finish(&at).await;
    assert_eq!((model.count(), at.messages(&alice).len()), (2, 2));
}

async fn an_answer_before_a_crash_is_read_once<P: Platform>() {
    let (at, model) = (P::open().await, asking_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;
    alice.says("paint the door").await;
    let prompt = at.next_message(&alice).await;
    let thinking = model.hold_before();
    assert_eq!(at.presses(&alice, &prompt, "Blue").await.text, "Your answer: Blue");
    thinking.wait().await;
    adjutant.kill().await;

    let adjutant = home.start_listening(&at).await;
    assert_eq!(at.next_message(&alice).await.text, "Blue it is.");
    at.shows(&alice, &prompt, "Which?\n✅ Blue").await;
    assert_eq!(at.presses(&alice, &prompt, "Red").await.text, "This is over. Your answer: Blue");
    adjutant.finish(&at).await;
    assert_eq!(at.messages(&alice).len(), 2);
}
