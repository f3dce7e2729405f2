//! `/healthz`, `/readyz` and `/metrics` on an address of their own: their answers when a part fails, the metrics, and
//! the personal data that they must not reveal.

use std::sync::{Arc, Mutex, mpsc};

use adjutant_simulators::{
    model::Turn,
    telegram::{Fault, Method},
};
use adjutant_store::db::Scope;
use chrono::TimeDelta;
use insta::assert_snapshot;
use reqwest::{Client, StatusCode, header::HOST};
use serde_json::{Value, json};

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

/// Returns the answer of `/readyz`, as lines.
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

/// Waits until the answer of `/readyz` contains these words. Answers are cached for a second.
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
        // Holds the write lock until the sender is dropped.
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

/// Returns the present lines of `/metrics`.
async fn metrics(bot: &Bot<OnTelegram>) -> Vec<String> {
    // Figures from the database are cached for five seconds.
    bot.advance_by(TimeDelta::seconds(6));
    let (status, body) = get(bot, "/metrics").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let secret =
        ["alice", "wifi", "4711", "stretch", "ferry", "session-", "turn-", "user-", "run-", "/tmp", "sk-"];
    for line in body.lines().filter(|line| !line.starts_with('#')) {
        assert!(!secret.iter().any(|secret| line.contains(secret)), "{line}");
        // The id of alice and of her chat.
        assert!(!line.contains("\"42\"") && !line.contains(":42"), "{line}");
    }
    body.lines().map(str::to_owned).collect()
}

#[track_caller]
fn expect(lines: &[String], expected: &[&str]) {
    for line in expected {
        let name = line.split(['{', ' ']).next().unwrap();
        let alike: Vec<_> = lines.iter().filter(|found| found.starts_with(name)).collect();
        assert!(lines.iter().any(|found| found == line), "{line} is not among {alike:#?}");
    }
}

#[tokio::test]
async fn what_happens_in_a_conversation_is_counted() {
    let bot = started().await;
    let alice = bot.alice();
    alice.says("remember that the wifi code is 4711").await;
    bot.next_message().await;
    alice.says("forget the wifi code").await;
    bot.next_message().await;
    let prompt = bot.next_message().await;
    expect(&metrics(&bot).await, &["adjutant_approvals_waiting 1"]);
    alice.presses(&prompt, "Deny").await;
    bot.next_message().await;
    alice.changes(&prompt).await;
    alice.says("remind me in one minute to stretch").await;
    bot.next_message().await;
    bot.advance(1);
    bot.next_message().await;
    alice.says("/new").await;
    bot.next_message().await;
    says(&bot, "telegram: receives").await;
    bot.rests().await;
    let done = bot.number("SELECT count(*) AS value FROM turns WHERE state = 'done'").await;
    let lines = metrics(&bot).await;
    expect(
        &lines,
        &[
            "# TYPE adjutant_events_received_total counter",
            "adjutant_events_received_total{channel=\"telegram\",kind=\"message\"} 3",
            "adjutant_events_received_total{channel=\"telegram\",kind=\"press\"} 1",
            "adjutant_events_received_total{channel=\"telegram\",kind=\"command\"} 1",
            &format!("adjutant_turns_total{{end=\"done\"}} {done}"),
            "adjutant_tool_calls_total{tool=\"memory_save\",outcome=\"succeeded\"} 1",
            "adjutant_approvals_total{event=\"asked\"} 1",
            "adjutant_approvals_total{event=\"denied\"} 1",
            "adjutant_approvals_waiting 0",
            "adjutant_runs_total{outcome=\"succeeded\"} 1",
            "adjutant_schedule_lateness_seconds_count 1",
            "adjutant_schedule_overdue_seconds 0",
            "adjutant_outbox_messages{channel=\"telegram\"} 0",
            "adjutant_outbox_oldest_seconds{channel=\"telegram\"} 0",
            "adjutant_part_ready{part=\"database\"} 1",
            "adjutant_part_ready{part=\"timetable\"} 1",
            "adjutant_database_waiting_jobs{kind=\"write\"} 0",
        ],
    );
    for name in [
        "adjutant_stage_seconds_count{stage=\"queue\"} ",
        "adjutant_database_bytes ",
        "adjutant_disk_free_bytes ",
        "adjutant_process_open_fds ",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(name)), "{name}");
    }
    bot.end().await;
}

#[tokio::test]
async fn models_and_platforms_are_counted_by_what_they_do() {
    let setup = Setup::new().with("HEALTH__BIND", "127.0.0.1:0").with("MODEL__INPUT_PRICE", 1);
    let bot: Bot<OnTelegram> = setup.with("MODEL__OUTPUT_PRICE", 2).with_model().await.start().await;
    listens(&bot).await;
    bot.model().script([
        Turn::error(500, None),
        Turn::calls([("memory_save", json!({ "content": "The ferry leaves at 8." }))]).with_usage(1000, 100),
        Turn::text("It leaves at 8.").with_usage(2000, 10).with_cached(500),
    ]);
    bot.alice().tg.fail_next(Method::SendMessage, Fault::TooManyRequests { retry_after: 3 });
    bot.alice().says("The ferry leaves at 8.").await;
    bot.while_time_passes(bot.next_message()).await;
    bot.rests().await;
    let lines = metrics(&bot).await;
    expect(
        &lines,
        &[
            "adjutant_model_calls_total{model=\"openai simulated-model\",outcome=\"unavailable\"} 1",
            "adjutant_model_calls_total{model=\"openai simulated-model\",outcome=\"answered\"} 2",
            "adjutant_model_tokens_total{model=\"openai simulated-model\",kind=\"input\"} 3000",
            "adjutant_model_tokens_total{model=\"openai simulated-model\",kind=\"cached\"} 500",
            "adjutant_model_tokens_total{model=\"openai simulated-model\",kind=\"output\"} 110",
            "adjutant_model_cost_microdollars_total{model=\"openai simulated-model\"} 3220",
            "adjutant_stage_seconds_count{stage=\"model\"} 3",
            "adjutant_stage_seconds_count{stage=\"context\"} 2",
            "adjutant_stage_seconds_count{stage=\"tools\"} 1",
            "adjutant_tool_calls_total{tool=\"memory_save\",outcome=\"succeeded\"} 1",
            "adjutant_retries_total{of=\"model\"} 1",
            "adjutant_retries_total{of=\"delivery\"} 1",
            "adjutant_rate_limited_total{channel=\"telegram\"} 1",
            "adjutant_messages_sent_total{channel=\"telegram\",kind=\"message\"} 1",
            "adjutant_turns_total{end=\"done\"} 1",
            "adjutant_dead_letters_total{channel=\"telegram\"} 0",
        ],
    );
    bot.end().await;
}

#[tokio::test]
async fn a_message_that_is_given_up_is_a_dead_letter() {
    let bot = started().await;
    bot.alice().tg.fail_next(Method::SendMessage, Fault::Refused("no reason"));
    bot.alice().says("jot one").await;
    bot.next_message().await;
    bot.rests().await;
    expect(
        &metrics(&bot).await,
        &[
            "adjutant_dead_letters_total{channel=\"telegram\"} 1",
            "adjutant_messages_sent_total{channel=\"telegram\",kind=\"message\"} 1",
        ],
    );
    bot.end().await;
}
