//! The database is full. The chat page reports it itself, and keeps the written text.

use std::time::Duration;

use adjutant_simulators::{model::Turn, pages::Pages};
use adjutant_store::db::{Scope, SyncedTx};
use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;

use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, Setup};

mod telegram {
    #[tokio::test]
    async fn while_the_database_is_full_nothing_is_lost() {
        super::while_the_database_is_full_nothing_is_lost::<super::OnTelegram>().await;
    }
}
mod discord {
    #[tokio::test]
    async fn while_the_database_is_full_nothing_is_lost() {
        super::while_the_database_is_full_nothing_is_lost::<super::OnDiscord>().await;
    }
}

async fn while_the_database_is_full_nothing_is_lost<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    let long = "drink water and ".repeat(200);
    for _ in 0..3 {
        alice.says(&format!("every hour: {}", &long[..1500])).await;
        bot.next_message().await;
    }
    limit(&bot, "PRAGMA max_page_count = 1").await;
    bot.advance(60);
    alice.says(&format!("remember that {}", &long[..1600])).await;
    for _ in 0..50 {
        bot.advance_by(TimeDelta::seconds(10));
        tokio::task::yield_now().await;
    }
    // Existing rows can still be read.
    assert_eq!(bot.number("SELECT count(*) AS value FROM schedules WHERE status = 'active'").await, 3);
    limit(&bot, "PRAGMA max_page_count = 4294967294").await;
    let mut heard = Vec::new();
    for _ in 0..4 {
        heard.push(bot.while_time_passes(bot.next_message()).await.text);
    }
    let heard: Vec<_> = heard.iter().map(|text| text.chars().take(150).collect::<String>()).collect();
    // Some may have been ready a while before they could be sent: their first line says so.
    let reminds = |text: &&String| text.lines().any(|line| line.starts_with("⏰ drink water"));
    assert_eq!(heard.iter().filter(reminds).count(), 3, "{heard:?}");
    assert_eq!(
        heard.iter().filter(|text| text.contains("I'll remember: drink water")).count(),
        1,
        "{heard:?}"
    );
    assert_eq!(bot.number("SELECT count(*) AS value FROM runs").await, 3);
    bot.end().await;
}

#[tokio::test]
async fn what_a_call_has_done_is_stored_though_the_database_is_full() {
    let site = Pages::start().await;
    let length = "x".repeat(20_000);
    site.serve_slowly("/tide", "text/plain", format!("noted {length}"), Duration::from_millis(100));
    let bot: Bot<OnTelegram> = Setup::new().beside(&site).with_model().await.start().await;
    let alice = bot.alice();

    bot.model().script([
        Turn::calls([("http_post", json!({ "url": site.url("/tide"), "body": "{\"tide\":\"out\"}" }))]),
        Turn::text("They know."),
    ]);
    alice.says("tell them that the tide is out").await;
    let prompt = bot.next_message().await;
    assert_eq!(alice.presses(&prompt, "Approve").await.text, "Approved.");
    bot.until("the request", async || site.hits("/tide") == 1).await;
    limit(&bot, "PRAGMA max_page_count = 1").await;
    let full = bot.while_time_passes(std::future::pending::<()>());
    assert!(timeout(Duration::from_millis(500), full).await.is_err());
    assert_eq!(bot.number("SELECT count(*) AS value FROM tool_calls WHERE state = 'started'").await, 1);
    limit(&bot, "PRAGMA max_page_count = 4294967294").await;
    let told = bot.while_time_passes(bot.next_message()).await;
    bot.while_time_passes(alice.shows(&told, "They know.")).await;
    assert_eq!(site.hits("/tide"), 1);
    let results = bot.model().requests().pop().unwrap();
    assert!(results.tool_results()[0].contains("noted"), "{:?}", results.tool_results());
    bot.end().await;
}

/// Sets how many pages the database may have, but no fewer than it has.
async fn limit<C: Chat>(bot: &Bot<C>, pages: &'static str) {
    #[derive(Deserialize)]
    struct Row {
        max_page_count: i64,
    }
    let set = async move |tx: &SyncedTx| tx.first::<Row>(pages, ()).await;
    let row = bot.app().core().db.write(Scope::Global, set).await.unwrap();
    assert!(row.unwrap().max_page_count > 1);
}
