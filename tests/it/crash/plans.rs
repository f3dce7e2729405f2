//! Crashes while a plan is shown: in the end, there is one message with it.

use adjutant_simulators::model::{Model, Turn};
use serde_json::json;

use super::{
    harness::{Home, echoing_model},
    platform::{Person as _, Platform, seen},
};

under_kills_and_power_cuts!(
    a_plan_whose_message_had_arrived_goes_on_in_it,
    a_plan_whose_message_never_arrived_is_shown_once,
);

/// Starts a model that plans a step, then marks it as done, and answers.
async fn planner() -> Model {
    let model = echoing_model().await;
    model.answer_with(|request| {
        let plan = |state| Turn::calls([("plan", json!({ "steps": [{ "text": "Pack", "state": state }] }))]);
        match request.messages.iter().filter(|message| message.role == "tool").count() {
            0 => plan("doing"),
            1 => plan("done"),
            _ => Turn::text("Packed."),
        }
    });
    model
}

async fn a_plan_whose_message_had_arrived_goes_on_in_it<P: Platform>() {
    let (at, model) = (P::open().await, planner().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let sent = at.hold_sent();
    alice.says("pack my bag, with a checklist").await;
    sent.wait().await;
    adjutant.kill().await;
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    let shown = at.next_message(&alice).await;
    at.shows(&alice, &shown, "Plan: done\n☑ Pack").await;
    assert_eq!(at.next_message(&alice).await.text, "Packed.");
    assert_eq!(seen(&at, &alice), ["Plan: done\n☑ Pack", "Packed."]);
    adjutant.finish(&at).await;
}

async fn a_plan_whose_message_never_arrived_is_shown_once<P: Platform>() {
    let (at, model) = (P::open().await, planner().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let sending = at.hold_sending();
    alice.says("pack my bag, with a checklist").await;
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();
    home.age_interrupted_turns().await;

    let adjutant = home.start();
    let shown = at.next_message(&alice).await;
    let last = format!("{}Plan: done\n☑ Pack", P::MARK);
    at.shows(&alice, &shown, &last).await;
    assert_eq!(at.next_message(&alice).await.text, "Packed.");
    assert_eq!(seen(&at, &alice), [last, "Packed.".to_owned()]);
    adjutant.finish(&at).await;
}
