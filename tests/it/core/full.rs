//! The database is full. The chat page says so itself, and keeps the written text.

use adjutant_store::db::SyncedTx;
use chrono::TimeDelta;
use serde::Deserialize;

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
    assert_eq!(heard.iter().filter(|text| text.starts_with("⏰ drink water")).count(), 3, "{heard:?}");
    assert_eq!(
        heard.iter().filter(|text| text.contains("I'll remember: drink water")).count(),
        1,
        "{heard:?}"
    );
    assert_eq!(bot.number("SELECT count(*) AS value FROM runs").await, 3);
    bot.end().await;
}

/// Sets how many pages the database may have, but no fewer than it has.
async fn limit<C: Chat>(bot: &Bot<C>, pages: &'static str) {
    #[derive(Deserialize)]
    struct Row {
        max_page_count: i64,
    }
    let set = async move |tx: &SyncedTx| tx.first::<Row>(pages, ()).await;
    let row = bot.app().core().db.write(set).await.unwrap();
    assert!(row.unwrap().max_page_count > 1);
}
