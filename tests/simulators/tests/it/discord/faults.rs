//! Requests that are held, cut, or go wrong.

use adjutant_simulators::discord::{Discord, Fault, Method, Outcome};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::client::Bot;

async fn channel() -> (Discord, Bot) {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    discord.guild(900, "Guild").channel(901, "general");
    (discord, bot)
}

#[tokio::test]
async fn a_request_is_held_before_its_effect() {
    let (discord, bot) = channel().await;
    let held = discord.hold_before(Method::CreateMessage);
    let (_, ()) = tokio::join!(bot.says(901, "hello"), async {
        held.wait().await;
        assert!(discord.messages(&901).is_empty());
        held.release();
    });
    assert_eq!(discord.next_message(&901).await.text, "hello");
}

#[tokio::test]
async fn an_answer_is_held_after_the_effect_and_cut() {
    let (discord, bot) = channel().await;
    let held = discord.hold_after(Method::CreateMessage);
    let create = bot.ask(Verb::POST, "/channels/901/messages", json!({"content": "hello"}));
    let (sent, ()) = tokio::join!(create, async {
        held.wait().await;
        assert_eq!(discord.messages(&901).len(), 1);
        held.cut();
    });
    assert!(sent.is_err());
    assert_eq!(discord.next_message(&901).await.text, "hello");
    let request = discord.requests().pop().unwrap();
    assert_eq!((request.outcome.clone(), request.channel_id()), (Outcome::Cut, Some(901)));
    assert_eq!(request.text(), Some("hello"));
}

#[tokio::test]
async fn what_was_received_takes_effect_after_its_sender_died() {
    let (discord, bot) = channel().await;
    let held = discord.hold_before(Method::CreateMessage);
    let sender = tokio::spawn(async move { bot.says(901, "hello").await });
    held.wait().await;
    sender.abort();
    assert!(sender.await.unwrap_err().is_cancelled());
    held.release();
    assert_eq!(discord.next_message(&901).await.text, "hello");
}

#[tokio::test]
async fn faults_happen_once_each_and_in_order() {
    let (discord, bot) = channel().await;
    for fault in [Fault::Refused(50035, "Invalid Form Body"), Fault::Status(502), Fault::Cut, Fault::CutAfter]
    {
        discord.fail_next(Method::CreateMessage, fault);
    }
    let send = || bot.ask(Verb::POST, "/channels/901/messages", json!({"content": "hello"}));
    assert_eq!(send().await.unwrap().json::<Value>().await.unwrap()["code"], 50035);
    let page = send().await.unwrap();
    assert_eq!((page.status().as_u16(), page.json::<Value>().await.is_err()), (502, true));
    assert!(send().await.unwrap_err().is_request());
    assert!(discord.messages(&901).is_empty());
    assert!(send().await.unwrap_err().is_request());
    assert_eq!(discord.read_all(&901).len(), 1);
    assert!(send().await.unwrap().status().is_success());
    assert_eq!(discord.read_all(&901).len(), 1);
    assert_eq!(discord.count(Method::CreateMessage), 5);
}

#[tokio::test(start_paused = true)]
async fn a_pause_that_a_test_asks_for_is_a_pause() {
    let (discord, bot) = channel().await;
    let pause = Fault::TooManyRequests { after: 2.5, global: false };
    discord.fail_next(Method::CreateMessage, pause);
    let send = || bot.ask(Verb::POST, "/channels/901/messages", json!({"content": "hello"}));
    assert_eq!(send().await.unwrap().json::<Value>().await.unwrap()["retry_after"], 2.5);
    tokio::time::advance(std::time::Duration::from_secs(1)).await;
    assert_eq!(send().await.unwrap().status(), 429);
    assert_eq!(discord.take_complaints().len(), 1);
    tokio::time::advance(std::time::Duration::from_millis(1500)).await;
    assert!(send().await.unwrap().status().is_success());
    discord.read_all(&901);
}

#[tokio::test]
async fn the_platform_goes_away_and_comes_back() {
    let (discord, bot) = channel().await;
    discord.go_offline();
    assert!(bot.ask(Verb::GET, "/users/@me", Value::Null).await.is_err());
    discord.go_online();
    bot.get("/users/@me").await;
}
