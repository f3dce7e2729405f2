//! `/healthz` and `/readyz` on an address of their own: what they say when a part does not work, and of whom they say
//! nothing.

use std::sync::{Arc, Mutex, mpsc};

use adjutant_simulators::telegram::Method;
use adjutant_store::db::Scope;
use chrono::TimeDelta;
use insta::assert_snapshot;
use reqwest::{Client, StatusCode, header::HOST};
use serde_json::Value;

use crate::harness::{Bot, Chat, OnTelegram, Setup, reads};

async fn started() -> Bot<OnTelegram> {
    let bot = Setup::new().with("HEALTH__BIND", "127.0.0.1:0").start().await;
    listens(&bot).await;
    bot
}

async fn listens(bot: &Bot<OnTelegram>) {
    bot.until("the listener", async || bot.app().health_address().unwrap().port() != 0).await;
}

/// Returns the answer to a request without a key.
async fn get(bot: &Bot<OnTelegram>, path: &str) -> (StatusCode, String) {
    let url = format!("http://{}{path}", bot.app().health_address().unwrap());
    let response = Client::new().get(url).send().await.expect("it listens");
    (response.status(), response.text().await.expect("text"))
}

/// Returns what `/readyz` says, as lines.
async fn readiness(bot: &Bot<OnTelegram>) -> String {
    let (status, body) = get(bot, "/readyz").await;
    let body: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(body["ready"], status == StatusCode::OK, "{body}");
    let line = |part: &str| {
        let Value::Object(said) = &body["parts"][part] else { panic!("no {part} in {body}") };
        assert_eq!(said.keys().collect::<Vec<_>>(), ["ok", "reason"], "{body}");
        let mark = if said["ok"] == true { "ok" } else { "FAILS" };
        format!("{part} {mark}: {}", said["reason"].as_str().unwrap())
    };
    let lines = ["database", "receiving", "delivering", "timetable"].map(line).join("\n");
    format!("{}\n{lines}", status.as_u16())
}

/// Waits until `/readyz` says something. Answers hold for a second.
async fn says(bot: &Bot<OnTelegram>, words: &str) {
    bot.while_time_passes(bot.until(words, async || readiness(bot).await.contains(words))).await;
}

#[tokio::test]
async fn a_gateway_that_is_well_says_so_to_whoever_asks() {
    let bot = started().await;
    assert_eq!(get(&bot, "/healthz").await, (StatusCode::OK, "ok\n".to_owned()));
    says(&bot, "telegram: receives").await;
    assert_snapshot!(readiness(&bot).await, @"
    200
    database ok: can be read and written
    receiving ok: telegram: receives
    delivering ok: no message is late
    timetable ok: no schedule is late
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_foreign_host_name_is_refused() {
    let bot = started().await;
    for path in ["/healthz", "/readyz"] {
        let url = format!("http://{}{path}", bot.app().health_address().unwrap());
        let response = Client::new().get(url).header(HOST, "evil.example").send().await.unwrap();
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(get(&bot, "/").await.0, StatusCode::NOT_FOUND);
    bot.end().await;
}

#[tokio::test]
async fn a_writer_that_hangs_is_named_while_the_process_is_alive() {
    let bot = started().await;
    says(&bot, "telegram: receives").await;
    let (release, held) = mpsc::channel::<()>();
    let (held, db) = (Arc::new(Mutex::new(held)), bot.app().core().db.clone());
    let stuck = tokio::spawn(async move {
        // Until its sender is dropped.
        let hang = async move |_: &_| Ok(held.lock().unwrap().recv().is_ok());
        db.write(Scope::Global, hang).await.unwrap();
    });
    bot.advance_by(TimeDelta::seconds(2));
    let at_first = readiness(&bot).await;
    assert!(at_first.contains("database ok"), "{at_first}");
    bot.advance_by(TimeDelta::seconds(9));
    let then = readiness(&bot).await;
    assert!(then.contains("database FAILS: a write or a read has waited for 9 s"), "{then}");
    assert!(then.starts_with("503"), "{then}");
    assert_eq!(get(&bot, "/healthz").await.0, StatusCode::OK);
    drop(release);
    stuck.await.unwrap();
    says(&bot, "database ok").await;
    bot.end().await;
}

#[tokio::test]
async fn a_message_that_nobody_sends_is_late() {
    let bot = started().await;
    let alice = bot.alice();
    let sending = alice.tg.hold_before(Method::SendMessage);
    alice.says("list reminders").await;
    sending.wait().await;
    bot.advance(6);
    let soon = readiness(&bot).await;
    assert!(soon.contains("delivering ok"), "an upload may take minutes: {soon}");
    bot.advance(2);
    let late = readiness(&bot).await;
    assert!(late.contains("delivering FAILS: telegram: a message has been due for 3 min"), "{late}");
    assert!(late.starts_with("503"), "{late}");
    assert!(!late.contains("alice") && !late.contains("reminders"), "{late}");
    sending.release();
    bot.next_message().await;
    says(&bot, "delivering ok").await;
    bot.end().await;
}

#[tokio::test]
async fn a_platform_that_is_out_of_reach_is_named() {
    let bot = started().await;
    says(&bot, "telegram: receives").await;
    bot.alice().tg.go_offline();
    says(&bot, "receiving ok: telegram: connects again").await;
    bot.advance(1);
    says(&bot, "receiving FAILS: telegram: not connected for 1 min").await;
    assert!(readiness(&bot).await.contains("database ok"));
    bot.alice().tg.go_online();
    says(&bot, "receiving ok: telegram: receives").await;
    bot.end().await;
}

#[tokio::test]
async fn a_schedule_that_no_process_runs_is_late() {
    let mut bot = started().await;
    bot.alice().says("remind me in one minute to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 minute, at 10:01 (UTC): stretch");
    bot.restart_with("SCHEDULER__ENABLED", false).await;
    listens(&bot).await;
    says(&bot, "timetable ok: this process runs no schedules, and none is late").await;
    bot.advance(11);
    says(&bot, "timetable FAILS: a schedule has been due for 10 min, and this process runs none").await;
    bot.restart_with("SCHEDULER__ENABLED", true).await;
    listens(&bot).await;
    bot.next_message().await;
    says(&bot, "timetable ok: no schedule is late").await;
    bot.end().await;
}
