//! Crashes and shutdowns in the middle of a turn.

use adjutant_simulators::model::{Model, Turn};
use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{
    harness::{Home, StuckPage, echoing_model, telegram},
    platform::{Person as _, Platform, seen},
};

under_kills_and_power_cuts!(
    a_turn_killed_while_the_model_thinks_is_taken_up_again,
    a_stop_that_came_while_nobody_listened_still_stops,
    asked_to_end_while_the_model_thinks_too_long_it_ends_and_answers_at_the_next_start,
    asked_to_end_while_the_model_thinks_it_lets_the_answer_arrive,
    asked_to_end_in_the_middle_of_a_send_it_lets_the_send_finish;
    kills only:
    a_turn_that_breaks_off_again_and_again_is_given_up_and_says_so,
    kills_in_quick_succession_use_up_no_turn,
    orderly_ends_use_up_no_turn,
    turns_that_broke_off_several_times_are_taken_up_one_at_a_time,
);

async fn a_turn_killed_while_the_model_thinks_is_taken_up_again<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let thinking = model.hold_before();
    alice.says("is the kettle on?").await;
    thinking.wait().await;
    at.all_received().await;
    alice.says("and the oven?").await;
    at.all_received().await;
    adjutant.kill().await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    assert_eq!(at.next_message(&alice).await.text, "You said: and the oven?");
    adjutant.finish(&at).await;
    assert_eq!(model.count(), 3);
}

async fn a_turn_that_breaks_off_again_and_again_is_given_up_and_says_so<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    for start in 0..6 {
        let thinking = model.hold_before();
        let adjutant = home.start_listening(&at).await;
        if start == 0 {
            alice.says("what kills you?").await;
        }
        thinking.wait().await;
        adjutant.kill().await;
        home.age_interrupted_turns().await;
    }

    let adjutant = home.start();
    assert_eq!(
        at.next_message(&alice).await.text,
        "Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can \
         find the reason in the log."
    );
    model.script([Turn::text("I am.")]);
    alice.says("are you well?").await;
    assert_eq!(at.next_message(&alice).await.text, "I am.");
    adjutant.finish(&at).await;
    assert_eq!(model.count(), 7);
}

async fn kills_in_quick_succession_use_up_no_turn<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    for start in 0..10 {
        let thinking = model.hold_before();
        let adjutant = home.start_listening(&at).await;
        if start == 0 {
            alice.says("is the kettle on?").await;
        }
        // Further attempts must wait, so the next kills happen while no process works on the turn.
        if start < 3 {
            thinking.wait().await;
        }
        adjutant.kill().await;
    }

    home.age_interrupted_turns().await;
    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    adjutant.finish(&at).await;
}

async fn orderly_ends_use_up_no_turn<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    for start in 0..8 {
        let thinking = model.hold_before();
        let adjutant = home.start_listening(&at).await;
        if start == 0 {
            alice.says("is the kettle on?").await;
        }
        thinking.wait().await;
        adjutant.hurry().await;
    }

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    adjutant.finish(&at).await;
}

/// One of the turns may be the reason why the process ends, and must not affect the other.
async fn turns_that_broke_off_several_times_are_taken_up_one_at_a_time<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let (alice, bob) = (at.person(42, "alice"), at.person(43, "bob"));
    for start in 0..3 {
        let thinking = [(); 2].map(|()| model.hold_before());
        let adjutant = home.start_listening(&at).await;
        if start == 0 {
            alice.says("is the kettle on?").await;
            bob.says("is the oven on?").await;
        }
        for request in &thinking {
            request.wait().await;
        }
        adjutant.kill().await;
    }
    let attempts = async || home.number("SELECT sum(attempts) FROM turns WHERE state = 'running'").await;
    assert_eq!(attempts().await, 4);

    home.age_interrupted_turns().await;
    let thinking = model.hold_before();
    let adjutant = home.start_listening(&at).await;
    thinking.wait().await;
    adjutant.kill().await;
    assert_eq!(attempts().await, 5);

    home.age_interrupted_turns().await;
    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    assert_eq!(at.next_message(&bob).await.text, "You said: is the oven on?");
    adjutant.finish(&at).await;
}

async fn a_stop_that_came_while_nobody_listened_still_stops<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let thinking = [(); 2].map(|()| model.hold_before());
    alice.says("is the kettle on?").await;
    thinking[0].wait().await;
    adjutant.kill().await;
    alice.says("/stop").await;

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "I have stopped.");
    drop(thinking);
    model.script([Turn::text("It is on now.")]);
    alice.says("then put it on").await;
    assert_eq!(at.next_message(&alice).await.text, "It is on now.");
    adjutant.finish(&at).await;
    assert_eq!(seen(&at, &alice), ["I have stopped.", "It is on now."]);
}

#[tokio::test]
async fn an_idempotent_tool_that_was_cut_off_runs_again() {
    let (tg, page) = (telegram().await, StuckPage::start().await);
    let home = Home::new(&tg)
        .with("TOOLS__WEB__ALLOW_HOSTS", r#"["127.0.0.1"]"#)
        .with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{}"]"#, page.server()));
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    alice.says(&format!("fetch {}", page.url())).await;
    page.visited(1).await;
    adjutant.kill().await;

    let adjutant = home.start();
    let answer = tg.next_message(&alice).await.text.replace(&page.server(), "HOST");
    assert_snapshot!(answer, @"
    Tides

    The tide is out.
    ");
    adjutant.finish(&tg).await;
    assert_eq!(page.visits(), 2);
}

async fn asked_to_end_while_the_model_thinks_it_lets_the_answer_arrive<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let thinking = model.hold_before();
    alice.says("is the kettle on?").await;
    thinking.wait().await;
    adjutant.ask_to_end().await;
    thinking.release();
    adjutant.finishes(&at).await;
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    assert_eq!(model.count(), 1);
}

async fn asked_to_end_while_the_model_thinks_too_long_it_ends_and_answers_at_the_next_start<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let (alice, bob) = (at.person(42, "alice"), at.person(43, "bob"));
    let adjutant = home.start_listening(&at).await;

    let thinking = (model.hold_before(), model.hold_before());
    alice.says("is the kettle on?").await;
    bob.says("is the oven on?").await;
    thinking.0.wait().await;
    thinking.1.wait().await;
    adjutant.terminate().await;
    assert_eq!((seen(&at, &alice), seen(&at, &bob)), (Vec::new(), Vec::new()));

    let adjutant = home.start();
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    assert_eq!(at.next_message(&bob).await.text, "You said: is the oven on?");
    adjutant.finish(&at).await;
}

async fn asked_to_end_in_the_middle_of_a_send_it_lets_the_send_finish<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let sending = at.hold_sending();
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.ask_to_end().await;
    sending.release();
    adjutant.finishes(&at).await;
    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");

    let adjutant = home.start_listening(&at).await;
    adjutant.finish(&at).await;
    assert_eq!(seen(&at, &alice), ["You said: is the kettle on?"]);
}

#[tokio::test]
async fn asked_to_end_while_a_tool_hangs_it_ends_all_the_same() {
    let (tg, page) = (telegram().await, StuckPage::start().await);
    let home = Home::new(&tg)
        .with("TOOLS__WEB__ALLOW_HOSTS", r#"["127.0.0.1"]"#)
        .with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{}"]"#, page.server()));
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    alice.says(&format!("fetch {}", page.url())).await;
    page.visited(1).await;
    adjutant.terminate().await;
    assert_eq!(page.visits(), 1);

    let adjutant = home.start();
    // The message may first show that the bot is reading, and then shows the page's text.
    let message = tg.next_message(&alice).await;
    tg.shows(&message, "Tides\n\nThe tide is out.").await;
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn killed_while_it_sends_data_it_does_not_send_it_again_and_says_so() {
    let (tg, model, page) = (telegram().await, Model::start().await, StuckPage::start().await);
    let home = Home::new(&tg)
        .with_model(&model)
        .with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!(r#"["{}"]"#, page.server()));
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    model.script([
        Turn::calls([("http_post", json!({ "url": page.url(), "body": "{\"tide\":\"out\"}" }))]),
        Turn::text("I do not know whether it arrived."),
    ]);
    alice.says("tell them that the tide is out").await;
    let prompt = tg.next_message(&alice).await;
    assert_eq!(alice.presses(&prompt, "Approve").await.text, "Approved.");
    page.visited(1).await;
    adjutant.kill().await;

    let adjutant = home.start();
    let message = tg.next_message(&alice).await;
    tg.shows(&message, "I do not know whether it arrived.").await;
    assert_eq!(page.visits(), 1, "it is not sent twice");
    let request = model.requests().pop().unwrap();
    let told: Value = serde_json::from_str(request.tool_results()[0]).unwrap();
    assert_eq!(told["error_code"], "interrupted");
    adjutant.finish(&tg).await;
}
