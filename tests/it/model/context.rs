//! The context of a conversation that the model receives.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

#[tokio::test]
async fn a_long_conversation_fits_the_budget_and_parts_no_call_from_its_result() {
    const TOKENS: usize = 4_000;
    let setup = Setup::new().with("MODEL__CONTEXT_TOKENS", TOKENS).with_model().await;
    let bot: Bot<OnWeb> = setup.start().await;
    let alice = bot.alice();

    // The simulated model refuses a call without its result, and a result without its call.
    bot.model().answer_with(|request| match request.tool_results().len() {
        0 => Turn::calls([("scratchpad_write", json!({"items": ["x".repeat(400)]}))]),
        _ => Turn::text("y".repeat(500)),
    });
    for n in 1..=30 {
        alice.says(&format!("message {n} {}", "z".repeat(300))).await;
        bot.next_message().await;
    }
    let last = bot.model().requests().pop().unwrap();
    let said = |n: usize| last.messages.iter().any(|it| it.text.starts_with(&format!("message {n} ")));
    assert!(said(30) && said(29), "the newest are there");
    assert!(!said(1), "the oldest are not");
    let bytes: usize = last.messages.iter().map(|it| it.text.len()).sum();
    assert!(bytes < TOKENS * 4, "{bytes} bytes are given");
    bot.end().await;
}

#[tokio::test]
async fn the_operator_s_words_the_person_and_the_time_are_in_the_prompt() {
    let setup = Setup::new().with("AGENT__INSTRUCTIONS", "Answer in rhymes.").with_model().await;
    let bot: Bot<OnWeb> = setup.start().await;

    bot.model().script([Turn::text("Hello, fellow.")]);
    bot.alice().says("good day to you").await;
    reads!(bot.next_message().await, @"Hello, fellow.");
    let request = bot.model().requests().pop().unwrap();
    let own = &request.system()[request.system().find("Answer in rhymes").unwrap()..];
    reads!(own, @"
    Answer in rhymes.

    You are talking to owner in a direct chat.
    ");
    reads!(request.present().trim(), @"[Not from the user: It is Friday, 1 May 2026, 10:00 (UTC); times that name no zone are meant there.]");
    reads!(request.tools.join(" "), @"memory_save memory_search schedule_create schedule_search tools_find toolset_open");
    bot.end().await;
}
