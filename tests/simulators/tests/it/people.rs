//! People's actions, as the bot sees them.

use adjutant_simulators::telegram::Telegram;
use serde_json::json;

use crate::client::{Bot, http};

#[tokio::test]
async fn a_press_brings_the_button_and_gets_one_answer() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("fetch it").await;
    bot.next_update().await;
    let keyboard = json!({"inline_keyboard": [[{"text": "Approve", "callback_data": "ok:1"}]]});
    bot.call("sendMessage", json!({"chat_id": 42, "text": "Really?", "reply_markup": keyboard})).await;
    let prompt = tg.next_message(&alice).await;

    let (answer, ()) = tokio::join!(alice.presses(&prompt, "Approve"), async {
        let query = bot.next_update().await["callback_query"].take();
        assert_eq!((&query["data"], &query["from"]["id"]), (&json!("ok:1"), &json!(42)));
        assert_eq!(query["message"]["text"], "Really?");
        let reply = json!({"callback_query_id": query["id"], "text": "Approved.", "show_alert": true});
        bot.call("answerCallbackQuery", reply.clone()).await;
        assert_eq!(
            bot.refusal("answerCallbackQuery", reply).await,
            "400 Bad Request: query is too old and response timeout expired or query ID is invalid"
        );
    });
    assert_eq!((answer.text.as_str(), answer.alert), ("Approved.", true));
}

#[tokio::test]
async fn a_press_cannot_be_answered_for_ever() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let message = alice.says("hi").await;
    let press = alice.taps_data(&message, "old").await;
    tg.set_press_lifetime(std::time::Duration::ZERO);
    let id = bot.next_update().await["update_id"].clone();
    assert!(id.is_i64());
    let query = bot.next_update().await["callback_query"]["id"].clone();
    assert_eq!(
        bot.refusal("answerCallbackQuery", json!({"callback_query_id": query})).await,
        "400 Bad Request: query is too old and response timeout expired or query ID is invalid"
    );
    assert_eq!(press.answered(), None);
}

#[tokio::test]
async fn files_can_be_downloaded() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.sends_photo("look", b"a picture").await;
    let message = bot.next_update().await["message"].take();
    assert_eq!(message["caption"], "look");
    let file = bot.call("getFile", json!({"file_id": message["photo"][0]["file_id"]})).await;
    let path = file["file_path"].as_str().unwrap();
    let url = format!("{}/file/bot{}/{path}", tg.url(), tg.token());
    assert_eq!(http().get(url).send().await.unwrap().text().await.unwrap(), "a picture");

    alice.sends_voice(3, b"a voice").await;
    assert_eq!(bot.next_update().await["message"]["voice"]["duration"], 3);
    alice.sends_file("notes.txt", "", b"notes").await;
    assert_eq!(bot.next_update().await["message"]["document"]["file_name"], "notes.txt");
    alice.sends_album("holidays", &[b"1", b"2"]).await;
    let (one, two) = (bot.next_update().await, bot.next_update().await);
    assert_eq!(one["message"]["media_group_id"], two["message"]["media_group_id"]);
}

#[tokio::test]
async fn groups_mark_mentions_replies_and_topics() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let team = tg.group(-100_200, "team");
    alice.says_in(&team, "@adjutant_bot hi").await;
    let message = bot.next_update().await["message"].take();
    assert_eq!(message["entities"], json!([{"type": "mention", "offset": 0, "length": 13}]));
    assert_eq!(message["chat"]["type"], "supergroup");

    bot.send(-100_200, "hello").await;
    let hello = tg.next_message(&team).await;
    alice.replies(&hello, "how are you?").await;
    let reply = bot.next_update().await["message"].take();
    assert_eq!(reply["reply_to_message"]["from"]["is_bot"], true);
    assert_eq!(reply["message_thread_id"], hello.id, "replies form a thread that is no topic");
    assert!(reply["is_topic_message"].is_null());

    let plans = team.topic(&alice, "Plans").await;
    assert!(bot.next_update().await["message"]["forum_topic_created"].is_object());
    alice.says_in(&plans, "a plan").await;
    let in_topic = bot.next_update().await["message"].take();
    assert_eq!(
        (&in_topic["message_thread_id"], &in_topic["is_topic_message"]),
        (&json!(plans.id()), &json!(true))
    );
    assert_eq!(in_topic["reply_to_message"]["message_id"], plans.id(), "as on the platform");
}
