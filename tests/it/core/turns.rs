//! One turn at a time: messages, stops and restarts while it runs.

use std::cell::Cell;

use adjutant_simulators::model::Turn;
use adjutant_store::{
    db::{Db, Scope},
    sessions, turns,
};
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, conversation, reads};

over_every_channel!(
    a_plain_turn_takes_three_commits,
    what_comes_during_a_turn_is_answered_together,
    a_restart_continues_a_conversation,
    a_restart_takes_up_the_turn_that_was_running,
    stopping_does_not_wait_for_the_model,
    stopping_drops_what_waits,
    a_stop_that_another_process_stored_reaches_the_turn,
    a_new_conversation_ends_the_running_turn,
);

/// The commits: the message and its turn; the answer and the claim to send it; its arrival. Indexing follows later.
async fn a_plain_turn_takes_three_commits<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    bot.app().core().db.rehearse_writes(false);
    bot.model().answer_with(|_| Turn::text("Well."));
    let (mut commits, mut statements) = (u64::MAX, u64::MAX);
    for _ in 0..5 {
        is_quiet(&bot).await;
        let before = bot.work();
        alice.says("and then?").await;
        reads!(bot.next_message().await, @"Well.");
        bot.until("the record of its arrival", async || bot.work().commits >= before.commits + 3).await;
        let work = bot.work();
        commits = commits.min(work.commits - before.commits);
        statements = statements.min(work.statements - before.statements);
    }
    assert_eq!(commits, 3);
    // One more sets the language of the page that has sent the message.
    let most = if C::CHANNEL == "web" { 31 } else { 30 };
    assert!(statements <= most, "{statements} statements");
    bot.end().await;
}

/// Waits until all work besides turns is done, such as the tidying after a start. The clock does not advance.
async fn is_quiet<C: Chat>(bot: &Bot<C>) {
    /// The number of checks in a row without new work.
    const LOOKS: u32 = 25;
    bot.rests().await;
    let (seen, looks) = (Cell::new(bot.work()), Cell::new(0));
    let nothing_happens = async || {
        let is_same = seen.replace(bot.work()) == bot.work();
        looks.set(if is_same { looks.get() + 1 } else { 0 });
        looks.get() == LOOKS
    };
    bot.until("the end of the work beside turns", nothing_happens).await;
}

async fn what_comes_during_a_turn_is_answered_together<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::text("To one."), Turn::text("To two and three.")]);
    let held = bot.model().hold_before();
    alice.says("one").await;
    held.wait().await;
    alice.says("two").await;
    alice.sees_it_waits().await;
    alice.says("three").await;
    alice.sees_it_waits().await;
    held.release();
    reads!(bot.next_message().await, @"To one.");
    reads!(bot.next_message().await, @"To two and three.");
    reads!(conversation(bot.model()), @"
    user: one
    assistant: To one.
    user: two

    three
    ");
    bot.end().await;
}

async fn a_restart_continues_a_conversation<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([
        Turn::calls([("scratchpad_write", json!({"items": ["the number is 7"]}))]),
        Turn::text("I have a number in mind."),
        Turn::text("It was 7."),
    ]);
    alice.says("think of a number").await;
    reads!(bot.next_message().await, @"I have a number in mind.");
    bot.restart().await;
    alice.says("which one?").await;
    reads!(bot.next_message().await, @"It was 7.");
    reads!(conversation(bot.model()), @r#"
    user: think of a number
    assistant: scratchpad_write {"items":["the number is 7"]}
    tool: {"item_count":1,"message":"The scratchpad has 1 item.","success":true,"updated":true}
    assistant: I have a number in mind.
    user: which one?
    "#);
    bot.end().await;
}

async fn a_restart_takes_up_the_turn_that_was_running<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::hang(), Turn::text("Here I am again.")]);
    alice.says("are you there").await;
    bot.model().called(1).await;
    alice.says("hello?").await;
    alice.sees_it_waits().await;
    bot.model().script([Turn::text("Yes, still here.")]);
    bot.restart().await;
    reads!(bot.next_message().await, @"Here I am again.");
    reads!(bot.next_message().await, @"Yes, still here.");
    reads!(conversation(bot.model()), @"
    user: are you there
    assistant: Here I am again.
    user: hello?
    ");
    bot.end().await;
}

async fn stopping_does_not_wait_for_the_model<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::hang(), Turn::text("Three times four is twelve.")]);
    alice.says("tell me a very long story").await;
    bot.model().called(1).await;
    alice.says("/status").await;
    assert!(bot.next_message().await.text.contains("Now: working on your message"));
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I have stopped.");
    bot.rests().await;
    alice.says("what is three times four?").await;
    reads!(bot.next_message().await, @"Three times four is twelve.");
    reads!(conversation(bot.model()), @"
    user: tell me a very long story

    [Not from the user: The message above was stopped, or failed, before it was answered; leave it unless it is asked again.]

    what is three times four?
    ");
    bot.end().await;
}

async fn stopping_drops_what_waits<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::hang()]);
    alice.says("tell me a very long story").await;
    bot.model().called(1).await;
    for more in ["about a cat", "and a dog"] {
        alice.says(more).await;
        alice.sees_it_waits().await;
    }
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I have stopped. I have dropped the 2 messages that were waiting.");
    bot.end().await;
}

async fn a_stop_that_another_process_stored_reaches_the_turn<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::hang(), Turn::text("Three times four is twelve.")]);
    alice.says("tell me a very long story").await;
    bot.model().called(1).await;
    // A second connection notifies nobody here, just like another process: only the poll finds what it stored.
    let elsewhere = Db::open(bot.app().core().db.path()).await.expect("the database opens");
    let stopped = elsewhere.write(Scope::Global, async |tx| {
        let at_work = sessions::with_work(tx, 1).await?;
        turns::request_cancel(tx, &at_work[0]).await
    });
    assert!(stopped.await.expect("the stop is stored").is_some(), "a turn was running");
    bot.while_time_passes(bot.rests()).await;
    alice.says("what is three times four?").await;
    reads!(bot.next_message().await, @"Three times four is twelve.");
    bot.end().await;
}

async fn a_new_conversation_ends_the_running_turn<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::hang(), Turn::text("Hello, whoever you are.")]);
    alice.says("tell me a very long story").await;
    bot.model().called(1).await;
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
    bot.rests().await;
    alice.says("good day").await;
    reads!(bot.next_message().await, @"Hello, whoever you are.");
    reads!(conversation(bot.model()), @"user: good day");
    bot.end().await;
}
