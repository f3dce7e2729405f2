//! What becomes of messages that come while the bot works on an answer.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, conversation, reads};

over_every_channel!(
    a_turn_takes_in_what_comes_between_its_steps,
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
    - steer: I take it in before my next step. What comes with files waits.
    - interrupt: I stop there, keep what I have, and answer it at once.
    [steer] [interrupt]
    ");
    let list = bot.alice().taps(&list, "steer").await;
    reads!(list, @"
    When you write while I work on an answer:

    - collect: it waits, and I answer all that has come together.
    - steer (chosen): I take it in before my next step. What comes with files waits.
    - interrupt: I stop there, keep what I have, and answer it at once.
    [collect] [interrupt]
    ");
    bot.alice().says("/queue interrupt").await;
    reads!(bot.next_message().await, @"From now on, when you write while I work on an answer: I stop there, keep what I have, and answer it at once.");
    bot.alice().says("/queue quickly").await;
    reads!(bot.next_message().await, @"There is no choice “quickly”. The choices are collect, steer and interrupt; /queue says what they mean.");

    // It stays for a new conversation in the same place, and over a restart.
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
