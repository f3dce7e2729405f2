//! What the person asks the bot to remember.

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(a_note_is_found_in_a_later_conversation, a_note_is_forgotten_after_asking);

async fn a_note_is_found_in_a_later_conversation<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. What you asked me to remember stays.");
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"You told me: the wifi code is 4711");
    bot.end().await;
}

async fn a_note_is_forgotten_after_asking<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("forget the wifi code").await;
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(alice.changes(&prompt).await, @"
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ✅ Approved
    ");
    reads!(bot.next_message().await, @"Forgotten: the note is deleted.");
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"I have no note about the wifi code. To save one, say for example: remember that the wifi code is 4711");
    bot.end().await;
}
