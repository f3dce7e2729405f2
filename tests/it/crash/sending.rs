//! Crashes around the sending of an answer.

use adjutant_simulators::{model::Turn, telegram::Method};

use super::{
    harness::{Home, Process, echoing_model, telegram},
    platform::{Person as _, Platform, now, seen},
};

under_kills_and_power_cuts!(
    a_send_that_took_effect_is_found_and_not_repeated,
    a_send_that_takes_effect_after_the_crash_is_found_too,
    a_send_that_never_took_effect_is_made_again_and_says_so_where_that_is_not_certain,
    an_answer_being_written_does_not_overtake_one_in_doubt,
    the_parts_of_a_long_answer_arrive_once_and_in_order,
    an_answer_cut_off_while_it_was_written_is_completed_in_its_message,
    a_draft_whose_send_was_left_in_doubt_becomes_the_answer,
);

/// Checks that the bot still answers and that all earlier work is finished: a chat keeps its order.
async fn goes_on<P: Platform>(at: &P, alice: &P::Person) {
    alice.says("are you there?").await;
    assert_eq!(at.next_message(alice).await.text, "You said: are you there?");
}

async fn a_send_that_took_effect_is_found_and_not_repeated<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let sent = at.hold_sent();
    alice.says("is the kettle on?").await;
    sent.wait().await;
    adjutant.kill().await;
    let answer = at.next_message(&alice).await;
    assert_eq!(answer.text, "You said: is the kettle on?");

    let adjutant = home.start();
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice), ["You said: is the kettle on?", "You said: are you there?"]);
    assert_eq!(now(&at, &alice, &answer), Some(answer), "no button of a probe is left");
    adjutant.finish(&at).await;
}

async fn a_send_that_takes_effect_after_the_crash_is_found_too<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let sending = at.hold_sending();
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.kill().await;
    assert_eq!(seen(&at, &alice), [""; 0]);
    let adjutant = home.start_listening(&at).await;
    sending.release();

    assert_eq!(at.next_message(&alice).await.text, "You said: is the kettle on?");
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice), ["You said: is the kettle on?", "You said: are you there?"]);
    adjutant.finish(&at).await;
}

async fn a_send_that_never_took_effect_is_made_again_and_says_so_where_that_is_not_certain<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let sending = at.hold_sending();
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();

    let adjutant = home.start();
    let answer = at.next_message(&alice).await;
    assert_eq!(answer.text, format!("{}You said: is the kettle on?", P::MARK));
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice), [answer.text, "You said: are you there?".to_owned()]);
    adjutant.finish(&at).await;
    assert_eq!(model.count(), 2, "the model is not asked again for an answer that is there");
}

async fn an_answer_being_written_does_not_overtake_one_in_doubt<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let sending = at.hold_sending();
    alice.says("is the kettle on?").await;
    sending.wait().await;
    adjutant.kill().await;
    sending.cut();

    let adjutant = home.start();
    let writing = model.hold_after();
    alice.says("and the oven?").await;
    writing.wait().await;
    let answer = at.next_message(&alice).await;
    assert_eq!(answer.text, format!("{}You said: is the kettle on?", P::MARK));
    writing.release();
    assert_eq!(at.next_message(&alice).await.text, "You said: and the oven?");
    adjutant.finish(&at).await;
}

async fn the_parts_of_a_long_answer_arrive_once_and_in_order<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    let adjutant = home.start_listening(&at).await;

    let (first, second) = (at.hold_sent(), at.hold_sent());
    let paragraphs = ["a", "b", "c"].map(|letter| letter.repeat(P::LONG));
    model.script([Turn::text(paragraphs.join("\n\n"))]);
    alice.says("spell it out").await;
    first.wait().await;
    first.release();
    second.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    for paragraph in paragraphs {
        assert_eq!(at.next_message(&alice).await.text, paragraph);
    }
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice).len(), 4);
    adjutant.finish(&at).await;
}

/// Begins an answer of which a part is visible while the model still holds back the rest.
async fn a_draft<P: Platform>(home: &Home, at: &P, alice: &P::Person) -> Process {
    let adjutant = home.start_listening(at).await;
    alice.says("tell me of the sea").await;
    adjutant
}

async fn an_answer_cut_off_while_it_was_written_is_completed_in_its_message<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    model.script([Turn::text("The sea is wide."), Turn::text("The sea is deep.")]);

    let writing = model.hold_after();
    let adjutant = a_draft(&home, &at, &alice).await;
    let answer = at.next_message(&alice).await;
    assert_eq!(answer.text, "The sea is wide.");
    writing.wait().await;
    adjutant.kill().await;

    let adjutant = home.start();
    at.shows(&alice, &answer, "The sea is deep.").await;
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice), ["The sea is deep.", "You said: are you there?"]);
    adjutant.finish(&at).await;
}

async fn a_draft_whose_send_was_left_in_doubt_becomes_the_answer<P: Platform>() {
    let (at, model) = (P::open().await, echoing_model().await);
    let home = Home::new(&at).with_model(&model);
    let alice = at.person(42, "alice");
    model.script([Turn::text("The sea is wide."), Turn::text("The sea is deep.")]);

    let (_writing, sent) = (model.hold_after(), at.hold_sent());
    let adjutant = a_draft(&home, &at, &alice).await;
    sent.wait().await;
    adjutant.kill().await;
    let answer = at.next_message(&alice).await;
    assert_eq!(answer.text, "The sea is wide.");

    let adjutant = home.start();
    at.shows(&alice, &answer, "The sea is deep.").await;
    goes_on(&at, &alice).await;
    assert_eq!(seen(&at, &alice), ["The sea is deep.", "You said: are you there?"]);
    adjutant.finish(&at).await;
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
