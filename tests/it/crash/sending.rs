//! Killed around the sending of an answer.

use adjutant_simulators::{
    model::Turn,
    telegram::{Method, Telegram, User},
};
use insta::assert_snapshot;

use super::harness::{Home, Process, echoing_model, seen, telegram};

/// The bot still answers, and what came before is settled: a chat keeps its order.
async fn goes_on(tg: &Telegram, alice: &User) {
    alice.says("are you there?").await;
    assert_eq!(tg.next_message(alice).await.text, "You said: are you there?");
}

#[tokio::test]
async fn a_send_that_took_effect_is_found_and_not_repeated() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sent = tg.hold_after(Method::SendMessage);
    alice.says("is the kettle on?").await;
    sent.wait().await;
    adjutant.kill().await;
    let answer = tg.next_message(&alice).await;
    assert_snapshot!(answer.text, @"You said: is the kettle on?");

    let adjutant = home.start();
    goes_on(&tg, &alice).await;
    assert_eq!(seen(&tg, &alice), ["You said: is the kettle on?", "You said: are you there?"]);
    assert_eq!(tg.message(&answer), Some(answer), "no button of a probe is left");
    adjutant.finish(&tg).await;
    assert_eq!(tg.count(Method::SendMessage), 2);
}

#[tokio::test]
async fn a_send_that_takes_effect_after_the_crash_is_found_too() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sending = tg.hold_before(Method::SendMessage);
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.kill().await;
    let adjutant = home.start_listening(&tg).await;
    assert_eq!(seen(&tg, &alice), [""; 0]);
    sending.release();

    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: is the kettle on?");
    goes_on(&tg, &alice).await;
    assert_eq!(seen(&tg, &alice), ["You said: is the kettle on?", "You said: are you there?"]);
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_send_that_never_took_effect_is_made_again_and_says_so() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sending = tg.hold_before(Method::SendMessage);
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();

    let adjutant = home.start();
    let answer = tg.next_message(&alice).await;
    assert_snapshot!(answer.text, @r"
    ↻ This may be a repeat:
    You said: is the kettle on?
    ");
    goes_on(&tg, &alice).await;
    assert_eq!(seen(&tg, &alice), [answer.text, "You said: are you there?".to_owned()]);
    adjutant.finish(&tg).await;
    assert_eq!(model.count(), 2, "the model is not asked again for an answer that is there");
}

#[tokio::test]
async fn an_answer_being_written_does_not_overtake_one_in_doubt() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sending = tg.hold_before(Method::SendMessage);
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();

    let adjutant = home.start();
    let writing = model.hold_after();
    alice.says("and the oven?").await;
    writing.wait().await;
    assert_snapshot!(tg.next_message(&alice).await.text, @"
    ↻ This may be a repeat:
    You said: is the kettle on?
    ");
    writing.release();
    assert_snapshot!(tg.next_message(&alice).await.text, @"You said: and the oven?");
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn the_parts_of_a_long_answer_arrive_once_and_in_order() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let (first, second) = (tg.hold_after(Method::SendMessage), tg.hold_after(Method::SendMessage));
    model.script([Turn::text(format!(
        "{}\n\n{}\n\n{}",
        "a".repeat(4000),
        "b".repeat(4000),
        "c".repeat(4000)
    ))]);
    alice.says("spell it out").await;
    first.wait().await;
    first.release();
    second.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    for letter in ["a", "b", "c"] {
        assert_eq!(tg.next_message(&alice).await.text, letter.repeat(4000));
    }
    goes_on(&tg, &alice).await;
    assert_eq!(seen(&tg, &alice).len(), 4);
    adjutant.finish(&tg).await;
}

/// An answer of which a part is on the screen while the model still holds back its end.
async fn a_draft(home: &Home, tg: &Telegram, alice: &User) -> Process {
    let adjutant = home.start_listening(tg).await;
    alice.says("tell me of the sea").await;
    adjutant
}

#[tokio::test]
async fn an_answer_cut_off_while_it_was_written_is_completed_in_its_message() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    model.script([Turn::text("The sea is wide."), Turn::text("The sea is deep.")]);

    let writing = model.hold_after();
    let adjutant = a_draft(&home, &tg, &alice).await;
    let answer = tg.next_message(&alice).await;
    assert_snapshot!(answer.text, @"The sea is wide.");
    writing.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    tg.shows(&answer, "The sea is deep.").await;
    goes_on(&tg, &alice).await;
    assert_eq!(seen(&tg, &alice), ["The sea is deep.", "You said: are you there?"]);
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_draft_whose_send_was_left_in_doubt_becomes_the_answer() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    model.script([Turn::text("The sea is wide."), Turn::text("The sea is deep.")]);

    let (_writing, sent) = (model.hold_after(), tg.hold_after(Method::SendMessage));
    let adjutant = a_draft(&home, &tg, &alice).await;
    sent.wait().await;
    adjutant.kill().await;
    let answer = tg.next_message(&alice).await;
    assert_snapshot!(answer.text, @"The sea is wide.");

    let adjutant = home.start();
    tg.shows(&answer, "The sea is deep.").await;
    goes_on(&tg, &alice).await;
    assert_eq!(seen(&tg, &alice), ["The sea is deep.", "You said: are you there?"]);
    adjutant.finish(&tg).await;
}

#[tokio::test]
async fn a_crash_while_a_lost_message_is_looked_for_leaves_no_trace() {
    let (tg, model) = (telegram().await, echoing_model().await);
    let home = Home::new(&tg).with_model(&model);
    let alice = tg.user(42, "alice");
    let adjutant = home.start_listening(&tg).await;

    let sent = tg.hold_after(Method::SendMessage);
    alice.says("is the kettle on?").await;
    sent.wait().await;
    adjutant.kill().await;
    let answer = tg.next_message(&alice).await;

    let probed = tg.hold_after(Method::EditMessageReplyMarkup);
    let adjutant = home.start();
    probed.wait().await;
    assert_ne!(tg.message(&answer), Some(answer.clone()), "the probe's button shows");
    adjutant.kill().await;

    let adjutant = home.start();
    goes_on(&tg, &alice).await;
    assert_eq!(tg.message(&answer), Some(answer));
    assert_eq!(seen(&tg, &alice), ["You said: is the kettle on?", "You said: are you there?"]);
    adjutant.finish(&tg).await;
}
