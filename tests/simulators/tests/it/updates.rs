//! The ways in which updates reach the bot.

use adjutant_simulators::telegram::{Method, Telegram};
use axum::{Router, extract::State, http::HeaderMap, http::StatusCode, routing::post};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::mpsc};

use crate::client::Bot;

#[tokio::test]
async fn updates_come_again_until_they_are_acknowledged() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("one").await;
    alice.says("two").await;

    let ids = bot.update_ids(0).await;
    assert_eq!(bot.update_ids(0).await, ids);
    assert_eq!(bot.update_ids(ids[1]).await, ids[1..]);
    assert_eq!(tg.pending_updates(), 1);
    assert!(bot.update_ids(ids[1] + 1).await.is_empty());
    assert_eq!(tg.served().len(), 2, "each counts as served once");
    tg.all_acknowledged().await;
}

#[tokio::test]
async fn a_long_poll_ends_when_something_happens() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let (updates, _) = tokio::join!(bot.call("GetUpdates", json!({"timeout": 30})), async {
        tg.called(Method::GetUpdates, 1).await;
        alice.says("hi").await
    });
    assert_eq!(updates[0]["message"]["text"], "hi");
    assert_eq!(
        updates[0]["message"]["from"],
        json!({"id": 42, "is_bot": false, "first_name": "alice", "username": "alice", "language_code": "en"})
    );
}

#[tokio::test]
async fn the_older_of_two_pollers_is_ended() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let (older, newer, ()) = tokio::join!(
        bot.refusal("getUpdates", json!({"timeout": 30})),
        async {
            tg.called(Method::GetUpdates, 1).await;
            bot.call("getUpdates", json!({"timeout": 30})).await
        },
        async {
            tg.called(Method::GetUpdates, 2).await;
            alice.says("hi").await;
        }
    );
    assert_eq!(
        older,
        "409 Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    );
    assert_eq!(newer[0]["message"]["text"], "hi");
}

#[tokio::test]
async fn only_the_kinds_that_were_asked_for_are_queued() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    bot.call("getUpdates", json!({"allowed_updates": ["edited_message"]})).await;
    let message = alice.says("hi").await;
    alice.edits(&message, "hello").await;
    let updates = bot.call("getUpdates", json!({})).await;
    assert_eq!(updates.as_array().unwrap().len(), 1);
    assert_eq!(updates[0]["edited_message"]["text"], "hello");
}

#[tokio::test]
async fn updates_are_repeated_reordered_and_broken_on_request() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("one").await;
    let first = bot.update_ids(0).await[0];
    assert!(bot.update_ids(first + 1).await.is_empty());
    assert_eq!(tg.redeliver_last(), first);
    assert_eq!(bot.update_ids(first + 1).await, [first]);
    assert!(bot.update_ids(first + 1).await.is_empty());

    tg.pause_updates();
    alice.says("two").await;
    let broken = tg.sends_garbage();
    assert!(bot.update_ids(first + 1).await.is_empty());
    tg.resume_updates_reversed();
    assert_eq!(bot.update_ids(first + 1).await, [broken, broken - 1]);
}

#[tokio::test]
async fn a_webhook_gets_updates_with_its_secret_until_it_takes_them() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let (url, mut received) = webhook_server().await;

    bot.call("setWebhook", json!({"url": url, "secret_token": "s3cret"})).await;
    assert_eq!(
        bot.refusal("getUpdates", json!({})).await,
        "409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook \
         first"
    );
    alice.says("hi").await;
    let (secret, first) = received.recv().await.unwrap();
    let (_, again) = received.recv().await.unwrap();
    assert_eq!(secret, "s3cret");
    assert_eq!(first, again, "the first was answered 500");
    tg.all_acknowledged().await;
    assert_eq!(bot.call("getWebhookInfo", json!({})).await["url"], url);
    bot.call("deleteWebhook", json!({})).await;
    assert!(bot.update_ids(0).await.is_empty());
}

/// Starts a server that refuses the first request and accepts the others. Returns the secrets and updates that it
/// receives.
async fn webhook_server() -> (String, mpsc::UnboundedReceiver<(String, Value)>) {
    let (sender, received) = mpsc::unbounded_channel();
    let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let take = async move |State(()): State<()>, headers: HeaderMap, body: String| {
        let secret = headers.get("X-Telegram-Bot-Api-Secret-Token").and_then(|value| value.to_str().ok());
        let update = serde_json::from_str(&body).expect("an update is JSON");
        sender.send((secret.unwrap_or_default().to_owned(), update)).expect("the test listens");
        match count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0 => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::OK,
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let url = format!("http://{}/hook", listener.local_addr().expect("a listener has an address"));
    tokio::spawn(async { axum::serve(listener, Router::new().route("/hook", post(take))).await });
    (url, received)
}
