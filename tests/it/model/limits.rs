//! Limits of a turn and of a person's day.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

#[tokio::test]
async fn a_turn_ends_after_its_steps_and_goes_on_when_asked_to() {
    let bot = bot("AGENT__MAX_STEPS", 3).await;
    let alice = bot.alice();

    bot.model().script([look(), look(), look(), Turn::text("Now I have found it.")]);
    alice.says("look for it").await;
    reads!(bot.next_message().await, @"
    Let me look.

    Let me look.

    Let me look.

    I stopped here: this took more steps than I may use for one answer. Write “go on” to continue.
    ");
    alice.says("go on").await;
    reads!(bot.next_message().await, @"Now I have found it.");
    bot.end().await;
}

#[tokio::test]
async fn a_turn_ends_after_its_tokens() {
    let bot = bot("AGENT__MAX_TOKENS", 5_000).await;

    bot.model().script([look().with_usage(3_000, 10), look().with_usage(3_000, 10)]);
    bot.alice().says("look for it").await;
    reads!(bot.next_message().await, @"
    Let me look.

    Let me look.

    I stopped here: this takes more tokens than I may use for one answer. Write “go on” to continue.
    ");
    bot.end().await;
}

#[tokio::test]
async fn an_answer_that_would_pass_a_limit_is_not_begun() {
    let bot = bot("AGENT__MAX_TOKENS", 5_000).await;

    bot.model().script([look().with_usage(3_000, 10)]);
    bot.alice().says(&format!("look for it: {}", "a long story ".repeat(1_000))).await;
    reads!(bot.next_message().await, @"
    Let me look.

    I stopped here: this takes more tokens than I may use for one answer. Write “go on” to continue.
    ");
    assert_eq!(bot.model().count(), 1);
    bot.end().await;
}

#[tokio::test]
async fn an_answer_that_would_pass_the_day_is_not_begun() {
    let bot = bot("AGENT__USER_DAILY_TOKENS", 100_000).await;
    bot.model().script([Turn::text("Hello!").with_usage(97_000, 1_000)]);
    bot.alice().says("good day to you").await;
    reads!(bot.next_message().await, @"Hello!");
    assert!(bot.next_message().await.text.starts_with("⚠️ You have used 98,000 of the 100,000 tokens"));
    bot.alice().says(&format!("look for it: {}", "a long story ".repeat(1_000))).await;
    reads!(bot.next_message().await, @"That takes more tokens than is left of today's limit. You get a new allowance at midnight UTC; /usage shows the figures.");
    assert_eq!(bot.model().count(), 1);
    bot.end().await;
}

#[tokio::test]
async fn a_person_s_day_ends_and_begins_anew() {
    let bot = bot("AGENT__USER_DAILY_TOKENS", 100_000).await;
    let alice = bot.alice();

    bot.model().script([Turn::text("Hello!").with_usage(99_000, 2_000), Turn::text("A new day.")]);
    alice.says("good day to you").await;
    reads!(bot.next_message().await, @"Hello!");
    alice.says("and another thing").await;
    reads!(bot.next_message().await, @"You have used up today's tokens. You get a new allowance at midnight UTC; /usage shows the figures.");
    bot.advance(14 * 60);
    alice.says("is it midnight yet").await;
    reads!(bot.next_message().await, @"A new day.");
    bot.end().await;
}

async fn bot(limit: &str, value: u64) -> Bot<OnWeb> {
    Setup::new().with(limit, value).with_model().await.start().await
}

fn look() -> Turn {
    Turn::text("Let me look.").and_calls([("memory_search", json!({"query": "it"}))])
}
