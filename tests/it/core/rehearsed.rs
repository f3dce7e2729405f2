//! Every write can be repeated: here, each one is first run and rolled back before it is committed, with no visible
//! effect.

use adjutant_simulators::model::Turn;
use serde_json::Value;

use crate::harness::{Bot, Chat, Setup, conversation, reads};

over_every_channel!(
    plain_conversations_do_not_notice_that_writes_are_run_again,
    a_model_s_turn_does_not_notice_that_writes_are_run_again,
);

async fn plain_conversations_do_not_notice_that_writes_are_run_again<C: Chat>() {
    let bot: Bot<C> = Setup::new().rehearsing().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("forget the wifi code").await;
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let prompt = bot.next_message().await;
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ✅ Approved
    ");

    alice.says("remember that the wifi code is 4712").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4712");
    alice.says("remind me in one minute to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 minute, at 10:01 (UTC): stretch");
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");

    alice.says("/export").await;
    reads!(bot.next_message().await, @"I am putting together everything I know about you. It comes in a moment, as files: one kind to read, and one for other programs.");
    bot.next_message().await;
    let json = bot.next_message().await;
    bot.rests().await;
    let export: Value = serde_json::from_slice(&alice.file_of(&json).await.1).unwrap();
    let notes = export["notes"].as_array().unwrap();
    assert_eq!(notes.iter().map(|note| &note["content"]).collect::<Vec<_>>(), ["the wifi code is 4712"]);

    alice.says("/forget_me").await;
    let question = bot.next_message().await;
    reads!(alice.presses(&question, "Delete everything").await, @"I am deleting it.");
    reads!(bot.next_message().await, @"Done: I no longer know anything about you. Farewell!");
    reads!(alice.changes(&question).await, @"✅ I am deleting everything that I know about you.");
    bot.end().await;
}

async fn a_model_s_turn_does_not_notice_that_writes_are_run_again<C: Chat>() {
    let bot: Bot<C> = Setup::new().rehearsing().with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::text("To one."), Turn::text("To two.")]);
    alice.says("one").await;
    reads!(bot.next_message().await, @"To one.");
    alice.says("two").await;
    reads!(bot.next_message().await, @"To two.");
    reads!(conversation(bot.model()), @"
    user: one
    assistant: To one.
    user: two
    ");
    // No turn was taken over as if a crash had interrupted it.
    assert_eq!(bot.number("SELECT max(attempts) AS value FROM turns").await, 0);
    bot.end().await;
}
