//! Requests that are held, cut, or go wrong.

use adjutant_simulators::telegram::{Fault, Method, Outcome, Telegram};
use serde_json::json;

use crate::client::Bot;

#[tokio::test]
async fn a_request_is_held_before_its_effect() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let held = tg.hold_before(Method::SendMessage);
    let (sent, ()) = tokio::join!(bot.send(42, "hello"), async {
        held.wait().await;
        assert!(tg.messages(&alice).is_empty());
        held.release();
    });
    assert_eq!(tg.next_message(&alice).await.id, sent["message_id"]);
}

#[tokio::test]
async fn an_answer_is_held_after_the_effect_and_cut() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let held = tg.hold_after(Method::SendMessage);
    let (sent, ()) =
        tokio::join!(bot.try_call("sendMessage", json!({"chat_id": 42, "text": "hello"})), async {
            held.wait().await;
            assert_eq!(tg.messages(&alice).len(), 1);
            held.cut();
        });
    assert!(sent.is_err());
    assert_eq!(tg.next_message(&alice).await.text, "hello");
    assert_eq!(tg.requests().pop().unwrap().outcome, Outcome::Cut);
}

#[tokio::test]
async fn what_was_received_takes_effect_after_its_sender_died() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let held = tg.hold_before(Method::SendMessage);
    let sender = tokio::spawn(async move { bot.send(42, "hello").await });
    held.wait().await;
    sender.abort();
    assert!(sender.await.unwrap_err().is_cancelled());
    held.release();
    assert_eq!(tg.next_message(&alice).await.text, "hello");
}

#[tokio::test]
async fn a_bot_that_was_killed_while_it_polled_starts_again_where_it_was() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let killed = tokio::spawn({
        let bot = bot.clone();
        async move { bot.call("getUpdates", json!({"timeout": 30})).await }
    });
    tg.called(Method::GetUpdates, 1).await;
    killed.abort();
    assert!(killed.await.unwrap_err().is_cancelled());
    alice.says("are you there?").await;
    assert_eq!(bot.next_update().await["message"]["text"], "are you there?");
    assert_eq!(tg.pending_updates(), 0);
}

#[tokio::test]
async fn faults_happen_once_each_and_in_order() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    tg.fail_next(Method::SendMessage, Fault::TooManyRequests { retry_after: 7 });
    tg.fail_next(Method::SendMessage, Fault::Refused("can't parse entities"));
    tg.fail_next(Method::SendMessage, Fault::ServerError(502));
    tg.fail_next(Method::SendMessage, Fault::Cut);
    tg.fail_next(Method::SendMessage, Fault::CutAfter);
    let send = || bot.try_call("sendMessage", json!({"chat_id": 42, "text": "hello"}));

    assert_eq!(send().await.unwrap()["parameters"]["retry_after"], 7);
    assert_eq!(send().await.unwrap()["description"], "Bad Request: can't parse entities");
    assert!(send().await.unwrap_err().is_decode(), "a page of HTML");
    assert!(send().await.unwrap_err().is_request());
    assert!(tg.messages(&alice).is_empty());
    assert!(send().await.unwrap_err().is_request());
    assert_eq!(tg.read_all(&alice).len(), 1);
    send().await.unwrap();
    assert_eq!(tg.read_all(&alice).len(), 1);
}

#[tokio::test]
async fn the_platform_goes_away_and_comes_back() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let (poll, ()) = tokio::join!(bot.try_call("getUpdates", json!({"timeout": 30})), async {
        tg.called(Method::GetUpdates, 1).await;
        tg.go_offline();
    });
    assert!(poll.is_err());
    assert!(bot.try_call("getMe", json!({})).await.is_err());
    alice.says("are you there?").await;
    tg.go_online();
    assert_eq!(bot.next_update().await["message"]["text"], "are you there?");
}

#[tokio::test(start_paused = true)]
async fn a_test_may_stop_the_clock() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let later = tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_secs(3600)).await;
        bot.send(42, "an hour later").await;
    });
    assert_eq!(tg.next_message(&alice).await.text, "an hour later");
    later.await.unwrap();
}
