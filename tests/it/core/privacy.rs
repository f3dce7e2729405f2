//! All data of a person: exported as files, or deleted.

use serde_json::Value;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    what_is_known_comes_as_files,
    whoever_wants_to_be_forgotten_is,
    a_restart_in_between_loses_nothing,
);

const NO_NOTE: &str = "I have no note about the wifi code. I know only what you tell me, for example: remember that the wifi code is 4711";

async fn what_is_known_comes_as_files<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("/export").await;
    reads!(bot.next_message().await, @"I am putting together everything I know about you. It comes in a moment, as files: one kind to read, and one for other programs.");
    let (markdown, json) = (bot.next_message().await, bot.next_message().await);
    reads!(markdown, @"Everything I know about you. The .md is for you to read, the .json is for programs.");
    bot.rests().await;
    let (name, text) = alice.file_of(&markdown).await;
    assert_eq!(name, "adjutant-export-2026-05-01.md");
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("- the wifi code is 4711 (saved 2026-05-01 10:00; from "), "{text}");
    assert!(text.contains("**You**, 10:00: remember that the wifi code is 4711"), "{text}");
    let (name, json) = alice.file_of(&json).await;
    assert_eq!(name, "adjutant-export-2026-05-01.json");
    let export: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(export["notes"][0]["content"], "the wifi code is 4711");
    assert_eq!(export["messages"][1]["calls"][0]["tool"], "memory_save");
    bot.end().await;
}

async fn whoever_wants_to_be_forgotten_is<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("/forget-me").await;
    let question = bot.next_message().await;
    assert!(question.text.starts_with("Delete everything that I know about you, for good?"), "{question}");
    assert!(question.text.contains("• 1 note\n• 1 conversation, with all that was said"), "{question}");
    reads!(alice.presses(&question, "Keep everything").await, @"Nothing was deleted.");
    reads!(alice.changes(&question).await, @"❌ Nothing was deleted.");

    alice.says("/forget_me").await;
    let question = bot.next_message().await;
    reads!(alice.presses(&question, "Delete everything").await, @"I am deleting it.");
    reads!(bot.next_message().await, @"Done: I no longer know anything about you. Farewell!");
    reads!(alice.changes(&question).await, @"✅ I am deleting everything that I know about you.");
    bot.advance(1);
    alice.says("what is the wifi code?").await;
    assert_eq!(bot.next_message().await.text, NO_NOTE);
    bot.end().await;
}

async fn a_restart_in_between_loses_nothing<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    alice.says("/forget-me").await;
    let question = bot.next_message().await;
    bot.restart().await;
    reads!(alice.presses(&question, "Delete everything").await, @"I am deleting it.");
    bot.restart().await;
    reads!(bot.next_message().await, @"Done: I no longer know anything about you. Farewell!");
    let db = bot.app().core().db.clone();
    let gone = async || {
        let left: Option<i64> = db
            .read(async |tx| tx.value("SELECT count(*) AS value FROM forgettings", ()).await)
            .await
            .unwrap();
        left == Some(0)
    };
    bot.until("the last word to be forgotten", gone).await;
    bot.end().await;
}
