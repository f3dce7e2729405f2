//! The model's reasoning, which is neither shown nor stored.

use std::{fs, path::Path};

use adjutant_simulators::model::{Request, Turn};
use serde_json::json;

use crate::harness::{Bot, Chat, OnTelegram, Replies as _, Setup, reads};

/// Starts a bot whose model requires its reasoning back while a turn continues.
async fn bot() -> Bot<OnTelegram> {
    let setup = Setup::new().with_model().await.with("MODEL__PROVIDER", "deepseek");
    setup.with("MODEL__REASONING_EFFORT", "high").start().await
}

/// Returns the reasoning that is sent back to the model in the request.
fn returned(request: &Request) -> Vec<&str> {
    let reasoned = request.messages.iter().map(|message| message.reasoning.as_str());
    reasoned.filter(|text| !text.is_empty()).collect()
}

#[tokio::test]
async fn only_the_model_sees_its_reasoning_and_only_within_the_turn() {
    let bot = bot().await;
    let alice = bot.alice();
    bot.model().script([
        Turn::calls([("memory_save", json!({"content": "the wifi code is 4711"}))])
            .reasoned("They want it kept for good."),
        Turn::text("Kept.").reasoned("All is done by now."),
    ]);
    alice.says("the wifi code is 4711").await;
    reads!(bot.next_message().await, @"
    Kept.

    📝 Remembered: “the wifi code is 4711”
    ");
    bot.model().script([Turn::text("4711.")]);
    alice.says("what is the wifi code?").await;
    reads!(bot.next_message().await, @"4711.");

    let requests = bot.model().requests();
    assert_eq!(requests[0].body["reasoning_effort"], "high");
    assert_eq!(requests[1].body["thinking"]["type"], "enabled");
    assert_eq!(returned(&requests[1]), ["They want it kept for good."]);
    assert!(returned(&requests[2]).is_empty());
    let folder = bot.database().parent().map(Path::to_owned).unwrap();
    for file in fs::read_dir(folder).unwrap().flatten().filter(|file| file.path().is_file()) {
        let stored = fs::read(file.path()).unwrap();
        let stored = String::from_utf8_lossy(&stored);
        assert!(!stored.contains("They want it kept") && !stored.contains("All is done"), "{file:?}");
    }
    bot.end().await;
}

#[tokio::test]
async fn a_turn_goes_on_without_the_reasoning_that_a_restart_has_lost() {
    let mut bot = bot().await;
    let alice = bot.alice();
    bot.model().script([
        Turn::calls([("memory_search", json!({"query": "wifi"}))]).reasoned("I look it up."),
        Turn::hang(),
        Turn::text("I know of none."),
    ]);
    alice.says("what is the wifi code?").await;
    bot.model().called(2).await;
    bot.restart().await;
    reads!(bot.next_message().await, @"I know of none.");
    let requests = bot.model().requests();
    let thinking: Vec<_> = requests.iter().map(|request| request.body["thinking"]["type"].as_str()).collect();
    assert_eq!(thinking, [Some("enabled"), Some("enabled"), Some("disabled")]);
    assert_eq!(returned(&requests[1]), ["I look it up."]);
    assert!(returned(&requests[2]).is_empty());
    bot.end().await;
}

#[tokio::test]
async fn who_quotes_an_answer_does_not_quote_what_was_reasoned() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    alice.says("/reasoning on").await;
    bot.next_message().await;
    bot.model().script([Turn::text("Faro.").reasoned("It is in the south.")]);
    alice.says("where is it warm").await;
    let answer = bot.next_message().await;
    bot.model().script([Turn::text("Because it is.")]);
    alice.replies(&answer, "why there?").await;
    bot.next_message().await;
    let asked = bot.model().requests().pop().unwrap().body.to_string();
    assert!(asked.contains("Faro.") && !asked.contains("It is in the south"), "{asked}");
    bot.end().await;
}
