//! The platform's rules for messages.

use adjutant_simulators::telegram::{Method, Outcome, Rates, Telegram};
use serde_json::json;

use crate::client::{Bot, http};

#[tokio::test]
async fn one_counter_numbers_the_messages_of_all_private_chats_and_one_those_of_a_supergroup() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let (alice, bob) = (tg.user(42, "alice"), tg.user(43, "bob"));
    let team = tg.group(-100_200, "team");

    assert_eq!(alice.says("hi").await.id, 1);
    assert_eq!(bob.says("hi").await.id, 2);
    assert_eq!(bot.send(42, "hello").await["message_id"], 3);
    assert_eq!(alice.says_in(&team, "hi all").await.id, 1);
    assert_eq!(bot.send(-100_200, "hello").await["message_id"], 2);

    assert_eq!(tg.next_message(&alice).await.text, "hello");
    assert_eq!(tg.next_message(&team).await.id, 2);
}

#[tokio::test]
async fn texts_and_buttons_have_limits() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    tg.user(42, "alice").says("hi").await;
    let send = |text: String| bot.refusal("sendMessage", json!({"chat_id": 42, "text": text}));

    assert_eq!(send("x".repeat(4097)).await, "400 Bad Request: message is too long");
    assert_eq!(send(" \n".into()).await, "400 Bad Request: message text is empty");
    let keyboard = json!({"inline_keyboard": [[{"text": "Go", "callback_data": "é".repeat(33)}]]});
    let params = json!({"chat_id": 42, "text": "?", "reply_markup": keyboard});
    assert_eq!(bot.refusal("sendMessage", params).await, "400 Bad Request: BUTTON_DATA_INVALID");
    assert_eq!(tg.take_complaints().len(), 3);
}

#[tokio::test]
async fn edits_of_unknown_unmodified_and_foreign_messages_are_refused() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let theirs = alice.says("hi").await;
    let mine = bot.send(42, "hello").await["message_id"].clone();
    let edit = |id: serde_json::Value, text: &str| json!({"chat_id": 42, "message_id": id, "text": text});

    assert_eq!(
        bot.refusal("editMessageText", edit(json!(99), "x")).await,
        "400 Bad Request: message to edit not found"
    );
    assert_eq!(
        bot.refusal("editMessageText", edit(json!(theirs.id), "x")).await,
        "400 Bad Request: message can't be edited"
    );
    assert_eq!(
        bot.refusal("editMessageText", edit(mine.clone(), "hello")).await,
        "400 Bad Request: message is not modified: specified new message content and reply markup are exactly \
         the same as a current content and reply markup of the message"
    );
    bot.call("editMessageText", edit(mine.clone(), "goodbye")).await;

    let message = tg.next_message(&alice).await;
    assert_eq!(message.text, "goodbye", "an unread message is read as it is now");
    assert_eq!(tg.next_edit(&alice).await.text, "goodbye");
}

#[tokio::test]
async fn editing_the_markup_gives_the_message_with_its_text() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let id = bot.send(42, "hello").await["message_id"].clone();

    let keyboard = json!({"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]});
    let probe = json!({"chat_id": 42, "message_id": id, "reply_markup": keyboard});
    assert_eq!(bot.call("editMessageReplyMarkup", probe).await["text"], "hello");

    let message = tg.next_message(&alice).await;
    assert_eq!(message.buttons, [[("Go".to_owned(), "go".to_owned())]]);
    assert_eq!(tg.transcript(&alice), "alice: hi\nadjutant_bot: hello [Go]\n");
    bot.call("editMessageReplyMarkup", json!({"chat_id": 42, "message_id": message.id})).await;
    assert!(tg.message(&message).unwrap().buttons.is_empty());
}

#[tokio::test]
async fn too_many_messages_are_refused_with_a_pause() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    tg.set_rates(Rates { chat_burst: 2.0, per_chat_second: 0.5, ..Rates::default() });

    bot.send(42, "one").await;
    bot.send(42, "two").await;
    let refused = bot.try_call("sendMessage", json!({"chat_id": 42, "text": "three"})).await.unwrap();
    assert_eq!(
        refused,
        json!({
            "ok": false,
            "error_code": 429,
            "description": "Too Many Requests: retry after 2",
            "parameters": {"retry_after": 2},
        })
    );
    let last = tg.requests().pop().unwrap();
    assert_eq!((last.method, last.text()), (Method::SendMessage, Some("three")));
    assert!(matches!(last.outcome, Outcome::Refused { code: 429, .. }));
    assert_eq!(tg.read_all(&alice).len(), 2);
}

#[tokio::test]
async fn chats_open_block_move_and_close() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let team = tg.group(-7, "team");
    let to = |chat_id: i64| json!({"chat_id": chat_id, "text": "hello"});

    assert_eq!(
        bot.refusal("sendMessage", to(42)).await,
        "403 Forbidden: bot can't initiate conversation with a user"
    );
    assert_eq!(bot.refusal("sendMessage", to(5)).await, "400 Bad Request: chat not found");
    alice.says("hi").await;
    alice.block().await;
    assert_eq!(bot.refusal("sendMessage", to(42)).await, "403 Forbidden: bot was blocked by the user");
    alice.unblock().await;
    bot.send(42, "welcome back").await;
    assert_eq!(tg.next_message(&alice).await.text, "welcome back");

    let team = alice.upgrades(&team, -100_300).await;
    let moved = bot.try_call("sendMessage", to(-7)).await.unwrap();
    assert_eq!(moved["description"], "Bad Request: group chat was upgraded to a supergroup chat");
    assert_eq!(moved["parameters"]["migrate_to_chat_id"], -100_300);
    alice.removes_bot_from(&team).await;
    assert_eq!(
        bot.refusal("sendMessage", to(-100_300)).await,
        "403 Forbidden: bot was kicked from the supergroup chat"
    );
}

#[tokio::test]
async fn topics_must_exist() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let team = tg.group(-100_200, "team");
    let plans = team.topic(&alice, "Plans").await;

    let to = |thread: i32| json!({"chat_id": -100_200, "message_thread_id": thread, "text": "hello"});
    assert_eq!(bot.refusal("sendMessage", to(77)).await, "400 Bad Request: message thread not found");
    assert_eq!(bot.call("sendMessage", to(plans.id())).await["is_topic_message"], true);
    assert_eq!(tg.next_message(&plans).await.thread_id, Some(plans.id()));
    assert_eq!(tg.take_complaints(), ["SendMessage: Bad Request: message thread not found"]);
}

#[tokio::test]
async fn replies_quote_messages_that_are_there() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let question = alice.says("what?").await;

    let reply = |id: i32| json!({"chat_id": 42, "text": "that", "reply_parameters": {"message_id": id}});
    let sent = bot.call("sendMessage", reply(question.id)).await;
    assert_eq!(sent["reply_to_message"]["text"], "what?");
    assert_eq!(tg.next_message(&alice).await.reply_to, Some(question.id));
    assert_eq!(
        bot.refusal("sendMessage", reply(99)).await,
        "400 Bad Request: message to be replied not found"
    );
}

#[tokio::test]
async fn forms_are_understood_like_json() {
    let tg = Telegram::start().await;
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let url = format!("{}/bot{}/SENDMESSAGE", tg.url(), tg.token());
    let urlencoded = "chat_id=42&text=from+a+form&entities=%5B%7B%22type%22%3A%22bold%22%2C%22offset%22%3A0%2C%22length%22%3A4%7D%5D";
    let part = |name: &str, value: &str| {
        format!("--limit\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let multipart = part("chat_id", "42") + &part("text", "from parts") + "--limit--\r\n";
    for (content_type, body) in [
        ("application/x-www-form-urlencoded", urlencoded.to_owned()),
        ("multipart/form-data; boundary=limit", multipart),
    ] {
        let answer = http().post(&url).header("content-type", content_type).body(body).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    let sent = tg.next_message(&alice).await;
    assert_eq!((sent.text.as_str(), sent.entities[0].kind.as_str()), ("from a form", "bold"));
    assert_eq!(tg.next_message(&alice).await.text, "from parts");
}

#[tokio::test]
async fn reactions_and_menus_are_checked_and_kept() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    let message = alice.says("hi").await;
    let reaction = |emoji: &str| json!({"chat_id": 42, "message_id": message.id, "reaction": [{"type": "emoji", "emoji": emoji}]});

    bot.call("setMessageReaction", reaction("👀")).await;
    assert_eq!(tg.next_reaction(&message).await, "👀");
    assert_eq!(bot.refusal("setMessageReaction", reaction("⏳")).await, "400 Bad Request: REACTION_INVALID");
    bot.call("setMyCommands", json!({"commands": [{"command": "new", "description": "Start over"}]})).await;
    assert_eq!(tg.commands(), [("new".to_owned(), "Start over".to_owned())]);
    let group = json!({"commands": [], "scope": {"type": "all_group_chats"}});
    bot.call("setMyCommands", group).await;
    assert_eq!((tg.commands().len(), tg.group_commands().len()), (1, 0));
    let shown = bot.call("getMyCommands", json!({"scope": {"type": "default"}})).await;
    assert_eq!(shown, json!([{"command": "new", "description": "Start over"}]));
    let wrong = json!({"commands": [{"command": "New", "description": "Start over"}]});
    assert_eq!(bot.refusal("setMyCommands", wrong).await, "400 Bad Request: BOT_COMMAND_INVALID");
    assert_eq!(tg.take_complaints().len(), 2);
}

#[tokio::test]
#[should_panic(expected = "messages of the bot that the test did not read:\nadjutant_bot: hello")]
async fn a_message_left_unread_fails_the_test() {
    let tg = Telegram::start().await;
    tg.user(42, "alice").says("hi").await;
    Bot::of(&tg).send(42, "hello").await;
}

#[tokio::test]
#[should_panic(expected = "unknown method sendPigeon: Not Found: method not found")]
async fn an_unknown_method_fails_the_test() {
    let tg = Telegram::start().await;
    assert_eq!(Bot::of(&tg).refusal("sendPigeon", json!({})).await, "404 Not Found: method not found");
    tg.finish();
}

#[tokio::test]
async fn an_unknown_token_is_unauthorized() {
    let tg = Telegram::start().await;
    let answer = http().get(format!("{}/bot1:wrong/getMe", tg.url())).send().await.unwrap();
    assert_eq!(answer.status(), 401);
    assert_eq!(tg.take_complaints(), ["getMe with an unknown token: Unauthorized"]);
}

#[tokio::test]
async fn a_link_that_the_platform_would_fetch_is_complained_of() {
    let tg = Telegram::start().await;
    let bot = Bot::of(&tg);
    let alice = tg.user(42, "alice");
    alice.says("hi").await;
    let params =
        json!({"chat_id": 42, "text": "https://example.com/", "link_preview_options": {"is_disabled": true}});
    bot.call("sendMessage", params).await;
    assert!(tg.take_complaints().is_empty());
    let link = json!([{"type": "text_link", "offset": 0, "length": 4, "url": "https://example.com/"}]);
    bot.call("sendMessage", json!({"chat_id": 42, "text": "here", "entities": link})).await;
    assert_eq!(tg.take_complaints(), ["a link whose preview the platform fetches: \"here\""]);
    for text in ["https://example.com/", "here"] {
        assert_eq!(tg.next_message(&alice).await.text, text);
    }
}
