//! Notes that the person asks the bot to keep.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_note_is_found_in_a_later_conversation,
    a_note_is_forgotten_after_asking,
    an_answer_ends_with_what_was_saved_and_a_later_conversation_is_reminded_of_it,
);

async fn a_note_is_found_in_a_later_conversation<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. I keep what you asked me to remember.");
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
    reads!(bot.next_message().await, @"Forgotten: I have deleted the note. Our conversation may still contain what it said; /new begins without it.");
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"I have no note about the wifi code. I know only what you tell me, for example: remember that the wifi code is 4711");
    bot.end().await;
}

async fn an_answer_ends_with_what_was_saved_and_a_later_conversation_is_reminded_of_it<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let save = |content: &str| Turn::calls([("memory_save", json!({ "content": content }))]);
    bot.model().script([save("The _wifi_ code\nis 4711."), Turn::text("Good to know.")]);
    alice.says("our wifi code is 4711").await;
    reads!(bot.next_message().await, @"
    Good to know.

    📝 Remembered: “The _wifi_ code is 4711.”
    ");
    alice.says("/new").await;
    bot.next_message().await;

    bot.model().script([save("the _wifi_ code is 4711"), Turn::text("It is 4711.")]);
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"
    It is 4711.

    📝 I have that already: “The _wifi_ code is 4711.”
    ");
    let request = bot.model().requests().pop().unwrap();
    let given = request.last_user();
    let note = given.lines().find(|line| line.starts_with("- [note-")).unwrap();
    assert!(note.ends_with("] 2026-05-01: The _wifi_ code is 4711.]"), "{given}");
    assert!(given.starts_with("[Not from the user: Notes from memory"), "{given}");
    assert!(given.ends_with("what is the wifi code?"), "{given}");
    assert!(request.tool_results()[0].contains("A note says that already"));
    bot.end().await;
}
