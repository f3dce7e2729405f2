//! The handling of messages that arrive while the bot works on an answer.

use adjutant_simulators::model::Turn;
use serde_json::json;

use super::{
    pictures::png,
    speech::{VOICE, listening},
};
use crate::harness::{Bot, Chat, OnTelegram, Setup, conversation, reads};

over_every_channel!(
    a_turn_takes_in_what_comes_between_its_steps,
    a_turn_takes_in_pictures_and_recordings,
    a_turn_that_listens_goes_on_after_a_restart,
    what_comes_after_the_last_step_begins_the_next_turn,
    a_message_ends_the_answer_and_keeps_what_it_has,
    a_message_that_ends_a_turn_before_its_first_word_leaves_no_trace,
    a_person_chooses_what_becomes_of_their_messages,
);

fn jots(what: &str) -> Turn {
    Turn::calls([("scratchpad_write", json!({ "items": [what] }))])
}

async fn bot_that<C: Chat>(choice: &str) -> Bot<C> {
    Setup::new().with_model().await.with("AGENT__WHILE_BUSY", choice).start().await
}

async fn a_turn_takes_in_what_comes_between_its_steps<C: Chat>() {
    let bot: Bot<C> = bot_that("steer").await;
    let alice = bot.alice();

    let calls =
        Turn::text("I ask for a table.").and_calls([("scratchpad_write", json!({"items": ["a table"]}))]);
    bot.model().script([calls, jots("for four"), Turn::text("A table for four, outside.")]);
    let first = bot.model().hold_after();
    alice.says("book a table").await;
    first.wait().await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"I ask for a table.");
    let second = bot.model().hold_before();
    first.release();
    second.wait().await;
    alice.says("for four").await;
    reads!(bot.next_message().await, @"Noted; I will take it in.");
    alice.says("and outside").await;
    alice.sees_it_waits().await;
    second.release();
    reads!(bot.next_message().await, @"A table for four, outside.");
    reads!(conversation(bot.model()), @r#"
    user: book a table

    [Not from the user: It is Friday, 1 May 2026, 10:00 (UTC); times that name no zone are meant there.]
    assistant: I ask for a table. scratchpad_write {"items":["a table"]}
    tool: {"item_count":1,"message":"The scratchpad has 1 item.","success":true,"updated":true}
    assistant: scratchpad_write {"items":["for four"]}
    tool: {"item_count":1,"message":"The scratchpad has 1 item.","success":true,"updated":true}
    user: [Not from the user: The user wrote the following while you were working. Take it into account, and go on.]

    for four

    and outside
    "#);
    bot.end().await;
}

async fn a_turn_takes_in_pictures_and_recordings<C: Chat>() {
    let setup = listening().await.with("MODEL__VISION", "auto").with("AGENT__WHILE_BUSY", "steer");
    let bot: Bot<C> = setup.start().await;
    let alice = bot.alice();

    bot.model().hears(["It must be the red one."]);
    bot.model().script([jots("a door"), jots("a red door"), Turn::text("The red door it is.")]);
    let first = bot.model().hold_before();
    alice.says("order a door").await;
    first.wait().await;
    let second = bot.model().hold_before();
    first.release();
    second.wait().await;
    alice.sends("door.png", &png([255, 0, 0], 8, 8), "like this").await;
    reads!(bot.next_message().await, @"Noted; I will take it in.");
    alice.speaks(VOICE).await;
    alice.sees_it_waits().await;
    second.release();
    reads!(bot.next_message().await, @"
    I heard:

    It must be the red one.
    ");
    reads!(bot.next_message().await, @"The red door it is.");
    let request = bot.model().requests().pop().unwrap();
    assert_eq!(request.pictures().len(), 1);
    let roles: Vec<_> = request.messages.iter().map(|message| message.role.as_str()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool", "assistant", "tool", "user"]);
    let told = request.last_user();
    let places = ["while you were working", "door.png", "like this", "may have misheard", "red one."];
    assert!(
        places.iter().map(|part| told.find(part)).is_sorted_by(|one, other| one.is_some() && one < other),
        "{told}"
    );
    bot.end().await;
}

async fn a_turn_that_listens_goes_on_after_a_restart<C: Chat>() {
    let mut bot: Bot<C> = listening().await.with("AGENT__WHILE_BUSY", "steer").start().await;
    bot.model().hears(["for four", "for four"]);
    bot.model().script([jots("a table"), jots("a table for whom?"), Turn::text("A table for four.")]);
    let first = bot.model().hold_before();
    bot.alice().says("book a table").await;
    first.wait().await;
    let second = bot.model().hold_before();
    first.release();
    second.wait().await;
    bot.alice().speaks(VOICE).await;
    reads!(bot.next_message().await, @"Noted; I will take it in.");
    let hearing = bot.model().hold_hearing();
    second.release();
    hearing.wait().await;
    bot.restart().await;
    hearing.release();
    reads!(bot.next_message().await, @"
    I heard:

    for four
    ");
    reads!(bot.next_message().await, @"A table for four.");
    bot.end().await;
}

#[tokio::test]
async fn a_turn_takes_in_an_album_once_it_is_complete() {
    let setup = Setup::new().with_model().await.with("MODEL__VISION", "auto");
    let bot: Bot<OnTelegram> = setup.with("AGENT__WHILE_BUSY", "steer").start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();

    bot.model().script([jots("one"), jots("two"), jots("three"), Turn::text("Two doors.")]);
    let mut gate = bot.model().hold_before();
    alice.says("order doors").await;
    gate.wait().await;
    let next = bot.model().hold_before();
    gate.release();
    next.wait().await;
    gate = bot.model().hold_before();
    alice.sends_album("these", &[&png([255, 0, 0], 8, 8), &png([0, 255, 0], 8, 8)]).await;
    tg.all_acknowledged().await;
    reads!(bot.next_message().await, @"Noted; I will take it in.");
    next.release();
    gate.wait().await;
    assert_eq!(bot.model().requests().pop().unwrap().pictures().len(), 0);
    bot.advance(2);
    gate.release();
    reads!(bot.next_message().await, @"Two doors.");
    let request = bot.model().requests().pop().unwrap();
    assert_eq!(request.pictures().len(), 2);
    assert!(request.last_user().ends_with("these"), "{}", request.last_user());
    bot.end().await;
}

async fn what_comes_after_the_last_step_begins_the_next_turn<C: Chat>() {
    let bot: Bot<C> = bot_that("steer").await;
    let alice = bot.alice();

    bot.model().script([Turn::text("To one."), Turn::text("To two.")]);
    let held = bot.model().hold_before();
    alice.says("one").await;
    held.wait().await;
    alice.says("two").await;
    alice.sees_it_waits().await;
    held.release();
    reads!(bot.next_message().await, @"To one.");
    reads!(bot.next_message().await, @"To two.");
    bot.end().await;
}

async fn a_message_ends_the_answer_and_keeps_what_it_has<C: Chat>() {
    let bot: Bot<C> = bot_that("interrupt").await;
    let alice = bot.alice();

    bot.model().script([Turn::text("Once upon a time there was a"), Turn::text("Three.")]);
    let end = bot.model().hold_after();
    alice.says("tell me a long tale").await;
    end.wait().await;
    let shown = bot.while_time_passes(bot.next_message()).await;
    alice.says("rather: how many are one and two?").await;
    reads!(bot.next_message().await, @"Three.");
    reads!(alice.changes(&shown).await, @"
    Once upon a time there was a

    (interrupted)
    ");
    reads!(conversation(bot.model()), @"
    user: tell me a long tale
    assistant: Once upon a time there was a
    user: [Not from the user: The user's next message interrupted you here. What was done so far stands; go on with it only as far as they still want it.]

    rather: how many are one and two?
    ");
    drop(end);
    bot.end().await;
}

async fn a_message_that_ends_a_turn_before_its_first_word_leaves_no_trace<C: Chat>() {
    let bot: Bot<C> = bot_that("interrupt").await;
    let alice = bot.alice();

    bot.model().script([Turn::hang(), Turn::text("Three.")]);
    alice.says("how many are one and three?").await;
    bot.model().called(1).await;
    alice.says("one and two, I mean").await;
    reads!(bot.next_message().await, @"Three.");
    reads!(conversation(bot.model()), @"
    user: how many are one and three?

    [Not from the user: The user's next message interrupted you here. What was done so far stands; go on with it only as far as they still want it.]

    one and two, I mean
    ");
    bot.end().await;
}

async fn a_person_chooses_what_becomes_of_their_messages<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    bot.alice().says("/queue").await;
    let list = bot.next_message().await;
    reads!(list, @"
    When you write while I work on an answer:

    - collect (chosen): it waits, and I answer all that has come together.
    - steer: I take it in before my next step.
    - interrupt: I stop there, keep what I have, and answer it at once.

    While I wait for your decision or for a specialist, a new message begins an answer of its own.
    [steer] [interrupt]
    ");
    let list = bot.alice().taps(&list, "steer").await;
    reads!(list, @"
    When you write while I work on an answer:

    - collect: it waits, and I answer all that has come together.
    - steer (chosen): I take it in before my next step.
    - interrupt: I stop there, keep what I have, and answer it at once.

    While I wait for your decision or for a specialist, a new message begins an answer of its own.
    [collect] [interrupt]
    ");
    bot.alice().says("/queue interrupt").await;
    reads!(bot.next_message().await, @"From now on, when you write while I work on an answer: I stop there, keep what I have, and answer it at once.");
    bot.alice().says("/queue quickly").await;
    reads!(bot.next_message().await, @"There is no choice “quickly”. The choices are collect, steer and interrupt; /queue says what they mean.");

    // The choice survives a new conversation in the same place, and a restart.
    bot.alice().says("/new").await;
    bot.next_message().await;
    bot.restart().await;
    bot.model().script([Turn::hang(), Turn::text("Here.")]);
    bot.alice().says("are you there?").await;
    bot.model().called(1).await;
    bot.alice().says("hello?").await;
    reads!(bot.next_message().await, @"Here.");
    bot.end().await;
}
