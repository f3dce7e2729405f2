//! Crashes while a specialist works.

use adjutant_simulators::model::{Model, Turn};
use insta::assert_snapshot;
use serde_json::json;

use super::{
    harness::{Home, echoing_model, telegram},
    platform::seen,
};

#[tokio::test]
async fn a_specialist_killed_at_work_is_taken_up_again_and_answers_once() {
    let (tg, model) = (telegram().await, delegating_model().await);
    let home = Home::new(&tg).with_model(&model).with("AGENTS__RESEARCHER__DESCRIPTION", "finds things out");
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let (asked, at_work) = (model.hold_before(), model.hold_before());
    alice.says("how high is the tide?").await;
    asked.wait().await;
    asked.release();
    at_work.wait().await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"⏳ researcher is working on it: How high is the tide?");
    adjutant.kill().await;

    let (again, gone_on) = (model.hold_before(), model.hold_before());
    let adjutant = home.start();
    again.wait().await;
    again.release();
    gone_on.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"It is three metres high.");
    adjutant.finish(&tg).await;
    assert_eq!(seen(&tg, &alice), ["✅ researcher is done", "It is three metres high."]);
    assert_eq!(model.count(), 5);
}

#[tokio::test]
async fn helpers_killed_at_work_are_taken_up_again_with_their_tools() {
    let (tg, model) = (telegram().await, echoing_model().await);
    model.answer_with(|request| match request.tool_results()[..] {
        _ if request.system().starts_with("You are a helper.") => {
            Turn::text(format!("Tools: {}.", request.tools.join(", ")))
        }
        [] => Turn::calls(["Porto", "Lisbon"].map(|place| {
            ("task", json!({"title": place, "goal": "How high is the tide?", "tools": ["memory_search"]}))
        })),
        [one, other] if one == other && one.contains("Tools: memory_search.") => Turn::text("Three metres."),
        _ => Turn::text("Nobody knows."),
    });
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let (asked, one, other) = (model.hold_before(), model.hold_before(), model.hold_before());
    alice.says("how high are the tides?").await;
    asked.wait().await;
    asked.release();
    one.wait().await;
    other.wait().await;
    tg.next_message(&alice).await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"Three metres.");
    adjutant.finish(&tg).await;
    assert_eq!(seen(&tg, &alice), ["✅ Porto\n✅ Lisbon", "Three metres."]);
}

#[tokio::test]
async fn a_specialist_that_breaks_off_again_and_again_is_given_up_and_who_asked_is_told() {
    let (tg, model) = (telegram().await, delegating_model().await);
    let home = Home::new(&tg).with_model(&model).with("AGENTS__RESEARCHER__DESCRIPTION", "finds things out");
    let alice = tg.user(42, "alice");
    let asked = model.hold_before();
    alice.says("how high is the tide?").await;
    let at_work = model.hold_before();
    let adjutant = home.start();
    asked.wait().await;
    asked.release();
    at_work.wait().await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"⏳ researcher is working on it: How high is the tide?");
    adjutant.kill().await;
    for _ in 0..5 {
        let at_work = model.hold_before();
        let adjutant = home.start();
        at_work.wait().await;
        adjutant.kill().await;
        home.age_interrupted_turns().await;
    }

    let adjutant = home.start();
    assert_snapshot!(tg.next_message(&alice).await.text, @"Nobody knows.");
    adjutant.finish(&tg).await;
    let line = "⚠️ researcher could not finish: something went wrong inside the program";
    assert_eq!(seen(&tg, &alice), [line, "Nobody knows."]);
}

/// Starts a model that first delegates to a specialist, which answers at once.
async fn delegating_model() -> Model {
    let model = echoing_model().await;
    model.answer_with(|request| match request.tool_results()[..] {
        _ if request.system().starts_with("You are researcher") => Turn::text("Three metres."),
        [] => {
            let goal = json!({"agent": "researcher", "goal": "How high is the tide?"});
            Turn::calls([("delegate_to_agent", goal)])
        }
        [result] if result.contains("Three metres.") => Turn::text("It is three metres high."),
        _ => Turn::text("Nobody knows."),
    });
    model
}
