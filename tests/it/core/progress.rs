//! The progress of a running tool: one line in the place of the answer.

use std::time::Duration;

use adjutant_simulators::{model::Turn, pages::Pages};
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_tool_that_takes_long_says_what_it_does_until_it_is_done,
    stopping_ends_a_tool_and_takes_its_status_line_away,
);

async fn a_tool_that_takes_long_says_what_it_does_until_it_is_done<C: Chat>() {
    let site = Pages::start().await;
    site.serve_slowly("/slow", "text/plain", "The tide is out.", Duration::from_millis(300));
    let bot: Bot<C> = Setup::new().reading(&site).with_model().await.start().await;
    let alice = bot.alice();

    bot.model()
        .script([Turn::calls([("web_fetch", json!({"url": site.url("/slow")}))]), Turn::text("It is out.")]);
    alice.says("how is the tide?").await;
    let shown = bot.while_time_passes(bot.next_message()).await;
    reads!(shown, @"⏳ Reading 127.0.0.1…");
    bot.while_time_passes(alice.shows(&shown, "It is out.")).await;
    bot.end().await;
}

async fn stopping_ends_a_tool_and_takes_its_status_line_away<C: Chat>() {
    let site = Pages::start().await;
    site.serve_slowly("/slow", "text/plain", "The tide is out.", Duration::from_secs(20));
    let bot: Bot<C> = Setup::new().reading(&site).with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([Turn::calls([("web_fetch", json!({"url": site.url("/slow")}))])]);
    alice.says("how is the tide?").await;
    let shown = bot.while_time_passes(bot.next_message()).await;
    alice.says("/stop").await;
    reads!(bot.next_message().await, @"I have stopped.");
    alice.shows(&shown, "(stopped)").await;
    bot.end().await;
}
