//! What only the chat page has.

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

#[tokio::test]
async fn a_page_that_is_opened_later_shows_the_conversation() {
    let mut bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    bot.advance(1);
    alice.says("/new").await;
    reads!(bot.next_message().await, @"A new conversation begins. What you asked me to remember stays.");
    bot.advance(1);
    alice.says("forget the wifi code").await;
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let prompt = bot.next_message().await;
    bot.restart_after(24 * 60).await;
    reads!(bot.next_message().await, @"
    Nobody decided within 24 h, so this was not done:

    • Delete the note “the wifi code is 4711”
    ");
    assert!(alice.changes(&prompt).await.buttons.is_empty());
    bot.rests().await;
    reads!(alice.history().await.join("\n---\n"), @"
    remember that the wifi code is 4711
    ---
    I'll remember: the wifi code is 4711
    ---
    /new
    ---
    A new conversation begins. What you asked me to remember stays.
    ---
    forget the wifi code
    ---
    This is the note: the wifi code is 4711
    ---
    Delete the note “the wifi code is 4711”
    A deleted note cannot be brought back.
    ⌛ Expired; nothing was done
    ---
    Nobody decided within 24 h, so this was not done:

    • Delete the note “the wifi code is 4711”
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_file_comes_with_what_is_said_about_it() {
    let mut bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();

    let url = alice.sends_file("code.txt", b"4711", "remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I got your file, but I cannot read files yet. I go by the text that came with it.");
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    assert_eq!(alice.fetches(&url).await, b"4711");
    bot.restart().await;
    assert_eq!(alice.fetches(&url).await, b"4711", "it is still there");
    bot.end().await;
}
