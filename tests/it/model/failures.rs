//! Failures of the model: the retries, and the messages to the person.

use adjutant_simulators::model::Turn;

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

#[tokio::test]
async fn an_answer_that_breaks_off_is_asked_for_again() {
    let bot = bot().await;

    bot.model().script([
        Turn::cut_after("I was about to"),
        Turn::error(503, None),
        Turn::text("Here it is."),
    ]);
    bot.alice().says("go on, please").await;
    becomes(&bot, "Here it is.").await;
    bot.end().await;
}

#[tokio::test]
async fn a_model_that_asks_to_wait_is_asked_again_after_that_time() {
    let bot = bot().await;

    bot.model().script([Turn::error(429, 20), Turn::text("Here it is.")]);
    bot.alice().says("go on, please").await;
    bot.model().called(1).await;
    bot.advance_by(chrono::TimeDelta::seconds(19));
    bot.alice().says("/status").await;
    assert!(bot.next_message().await.text.contains("Now: working on your message"));
    assert_eq!(bot.model().count(), 1);
    becomes(&bot, "Here it is.").await;
    bot.end().await;
}

#[tokio::test]
async fn a_model_that_asks_to_wait_too_long_is_not_waited_for() {
    let bot = bot().await;

    bot.model().script([Turn::error(429, 600)]);
    bot.alice().says("go on, please").await;
    reads!(bot.next_message().await, @"The model is overloaded right now and asked me to wait longer than I can. Please try again in about 10 minutes.");
    bot.end().await;
}

#[tokio::test]
async fn a_wrong_key_is_told_in_plain_words() {
    let bot = bot().await;

    bot.model().require_key("another key");
    bot.alice().says("go on, please").await;
    reads!(bot.next_message().await, @"The model refused my request. The operator of this bot can find the reason in the log, and adjutant doctor checks the model's settings.");
    bot.end().await;
}

#[tokio::test]
async fn a_conversation_that_is_too_long_is_told_in_plain_words() {
    let bot = bot().await;

    bot.model().script([Turn::error_with(400, None, "context_length_exceeded", "maximum context length")]);
    bot.alice().says("go on, please").await;
    reads!(bot.next_message().await, @"This conversation has become too long for the model. Please start a new one with /new. I keep what you asked me to remember.");
    bot.end().await;
}

#[tokio::test]
async fn simple_commands_work_while_the_model_is_down() {
    let bot = bot().await;
    let alice = bot.alice();

    bot.model().answer_with(|_| Turn::error(500, None));
    alice.says("remember that the wifi code is 4711").await;
    becomes(
        &bot,
        "(I cannot reach the model, so the built-in assistant answers.)\n\nI'll remember: the wifi code is 4711",
    )
    .await;
    alice.says("tell me about the weather").await;
    becomes(&bot, "I could not reach the model, though I tried several times. Please try again in a while.")
        .await;
    alice.says("what is the capital of France?").await;
    becomes(&bot, "I could not reach the model, though I tried several times. Please try again in a while.")
        .await;
    alice.says("what is the wifi code?").await;
    becomes(
        &bot,
        "(I cannot reach the model, so the built-in assistant answers.)\n\nYou told me: the wifi code is 4711",
    )
    .await;
    bot.model().answer_with(|_| Turn::text("I am back."));
    alice.says("are you back").await;
    reads!(bot.next_message().await, @"I am back.");
    bot.end().await;
}

#[tokio::test]
async fn an_empty_answer_is_not_silence() {
    let bot = bot().await;

    for nothing in ["  ", "\u{200b}", " \u{feff}\n\u{2060} "] {
        bot.model().script([Turn::text(nothing)]);
        bot.alice().says("go on, please").await;
        reads!(bot.next_message().await, @"I have no answer to that. Please ask again in other words.");
    }
    bot.end().await;
}

async fn bot() -> Bot<OnWeb> {
    Setup::new().with_model().await.start().await
}

/// Waits, with time passing, until the bot's next message has this text; its drafts may have less.
async fn becomes(bot: &Bot<OnWeb>, text: &str) {
    bot.while_time_passes(async {
        let message = bot.next_message().await;
        bot.alice().shows(&message, text).await;
    })
    .await;
}
