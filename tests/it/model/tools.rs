//! What tools do while they run: side by side, with a status line, until they are stopped.

use std::time::Duration;

use adjutant_simulators::{model::Turn, pages::Pages};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnTelegram, OnWeb, Setup, reads};

#[tokio::test]
async fn a_tool_that_takes_long_says_what_it_does_until_it_is_done() {
    let site = Pages::start().await;
    site.serve_slowly("/slow", "text/plain", "The tide is out.", Duration::from_millis(300));
    let bot: Bot<OnTelegram> = beside(&site).with_model().await.start().await;
    let alice = bot.alice();

    bot.model()
        .script([Turn::calls([("web_fetch", json!({"url": site.url("/slow")}))]), Turn::text("It is out.")]);
    alice.says("how is the tide?").await;
    let shown = bot.while_time_passes(bot.next_message()).await;
    reads!(shown, @"⏳ Reading 127.0.0.1…");
    bot.while_time_passes(alice.shows(&shown, "It is out.")).await;
    bot.end().await;
}

#[tokio::test]
async fn stopping_ends_a_tool_and_takes_its_status_line_away() {
    let site = Pages::start().await;
    site.serve_slowly("/slow", "text/plain", "The tide is out.", Duration::from_secs(20));
    let bot: Bot<OnTelegram> = beside(&site).with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::calls([("web_fetch", json!({"url": site.url("/slow")}))])]);
    alice.says("how is the tide?").await;
    let shown = bot.while_time_passes(bot.next_message()).await;
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I have stopped.");
    alice.shows(&shown, "(stopped)").await;
    bot.end().await;
}

#[tokio::test]
async fn reads_of_one_response_run_side_by_side_and_keep_their_order() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let reads = ["one", "two", "three"].map(|query| ("memory_search", json!({"query": query})));
    bot.model().script([Turn::calls(reads), Turn::text("Nothing.")]);
    bot.alice().says("what do you know?").await;
    reads!(bot.next_message().await, @"Nothing.");
    let request = bot.model().requests().pop().unwrap();
    assert_eq!(request.tool_results().len(), 3);
    bot.end().await;
}

#[tokio::test]
async fn a_model_that_keeps_calling_tools_wrongly_is_stopped_and_the_person_told() {
    let setup = Setup::new().with("TOOLS__MAX_CORRECTIONS", 2).with_model().await;
    let bot: Bot<OnWeb> = setup.start().await;

    bot.model().answer_with(|_| Turn::calls([("memory_serch", json!({}))]));
    bot.alice().says("what do you know?").await;
    reads!(bot.next_message().await, @"I stopped here: the model called its tools wrongly again and again. Please try again in other words.");
    assert_eq!(bot.model().requests().len(), 3);
    bot.end().await;
}

#[tokio::test]
async fn what_the_operator_switched_off_is_not_offered() {
    let rules = r#"[{ tool = "schedules", then = "off" }, { tool = "http_*", then = "off" }]"#;
    let setup = Setup::new().with("TOOLS__RULES", rules).with("TOOLS__PERMISSIONS", r#"["read", "network"]"#);
    let bot: Bot<OnWeb> = setup.with_model().await.start().await;

    bot.model().script([Turn::calls([("memory_save", json!({"content": "x"}))]), Turn::text("I cannot.")]);
    bot.alice().says("remember x").await;
    reads!(bot.next_message().await, @"I cannot.");
    let request = bot.model().requests().pop().unwrap();
    reads!(request.tools.join(" "), @"memory_search scratchpad_read web_fetch");
    let result: Value = serde_json::from_str(request.tool_results()[0]).unwrap();
    reads!(result["error"], @r#""there is no tool 'memory_save'; did you mean 'memory_search'?""#);
    bot.end().await;
}

fn beside(site: &Pages) -> Setup {
    let server = site.url("").trim_start_matches("http://").to_owned();
    Setup::new()
        .with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!("[\"{server}\"]"))
        .with("TOOLS__WEB__ALLOW_HOSTS", "[\"127.0.0.1\"]")
}
