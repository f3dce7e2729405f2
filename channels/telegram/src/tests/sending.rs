use std::net::TcpListener;

use adjutant_channel::{MessageId, Receipt, SendError, rich};
use adjutant_simulators::telegram::{Fault, Method};

use super::*;

fn bold(text: &str, length: usize) -> Rich {
    Rich { text: text.into(), entities: vec![rich::Entity { offset: 0, length, style: rich::Style::Bold }] }
}

#[tokio::test]
async fn a_message_with_all_there_is_to_it() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let group = api.group(-1001, "Family");
    let topic = group.topic(&alice, "Plans").await;
    let question = alice.says_in(&topic, "@adjutant_bot?").await;
    let channel = channel(&api);

    let body = channel.layout(&chat(group.id()), "**Fetch** [it](https://example.org/)?").remove(0);
    let message = Outgoing {
        chat: ChatRef { thread: Some(topic.id().to_string()), ..chat(group.id()) },
        content: Content {
            body,
            buttons: vec![vec![button("Approve"), button("Deny")], vec![button("Later")]],
            ..Content::default()
        },
        reply_to: Some(MessageId(question.id.to_string())),
        ..outgoing(chat(0), "")
    };
    let id = channel.send(&message).await.unwrap().message;
    let shown = api.next_message(&topic).await;
    assert_eq!(id.0, shown.id.to_string());
    insta::assert_debug_snapshot!(shown, @r#"
    BotMessage {
        id: 3,
        chat_id: -1001,
        thread_id: Some(
            1,
        ),
        text: "Fetch it?",
        entities: [
            Entity {
                kind: "bold",
                offset: 0,
                length: 5,
                url: None,
                user: None,
                language: None,
            },
            Entity {
                kind: "text_link",
                offset: 6,
                length: 2,
                url: Some(
                    "https://example.org/",
                ),
                user: None,
                language: None,
            },
        ],
        buttons: [
            [
                (
                    "Approve",
                    "Approve:1",
                ),
                (
                    "Deny",
                    "Deny:1",
                ),
            ],
            [
                (
                    "Later",
                    "Later:1",
                ),
            ],
        ],
        reply_to: Some(
            2,
        ),
    }
    "#);
}

#[tokio::test]
async fn what_is_folded_can_be_expanded() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("where is it warm").await;
    let mut message = outgoing(chat(42), "");
    message.content.body =
        Rich::builder().styled(rich::Style::Folded, "In the south.").text("\nFaro.").build();
    channel(&api).send(&message).await.unwrap();
    let shown = api.next_message(&alice).await;
    assert_eq!(shown.text, "In the south.\nFaro.");
    assert_eq!(shown.entities[0].kind, "expandable_blockquote");
}

#[tokio::test]
async fn in_a_direct_chat_too_the_message_is_quoted() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let hello = alice.says("hello").await;
    let message =
        Outgoing { reply_to: Some(MessageId(hello.id.to_string())), ..outgoing(chat(42), "Hello!") };
    channel(&api).send(&message).await.unwrap();
    assert_eq!(api.next_message(&alice).await.reply_to, Some(hello.id));
}

#[tokio::test]
async fn refused_formatting_does_not_cost_the_text() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);
    let mut message = outgoing(chat(42), "");
    message.content.body = bold("Hello!", 5);
    api.fail_next(Method::SendMessage, Fault::Refused("can't parse entities: whatever"));
    let id = channel.send(&message).await.unwrap().message;
    let shown = api.next_message(&alice).await;
    assert_eq!((shown.text.as_str(), shown.entities.len()), ("Hello!", 0));

    message.content.body = bold("Hello again!", 5);
    api.fail_next(Method::EditMessageText, Fault::Refused("ENTITY_BOUNDS_INVALID"));
    channel.edit(&message.chat, &id, &message.content, None).await.unwrap();
    let shown = api.next_edit(&alice).await;
    assert_eq!((shown.text.as_str(), shown.entities.len()), ("Hello again!", 0));
}

#[tokio::test]
async fn an_edit_may_change_everything_or_nothing() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);
    let mut message = outgoing(chat(42), "Fetch it?");
    message.content.buttons = vec![vec![button("Approve")]];
    let id = channel.send(&message).await.unwrap().message;
    api.next_message(&alice).await;

    channel.edit(&message.chat, &id, &message.content, None).await.unwrap();
    let decided = Content::text(Rich::plain("Approved: fetch it"));
    channel.edit(&message.chat, &id, &decided, None).await.unwrap();
    let shown = api.next_edit(&alice).await;
    assert_eq!((shown.text.as_str(), shown.buttons.len()), ("Approved: fetch it", 0));

    let nowhere = MessageId("4711".into());
    let gone = channel.edit(&message.chat, &nowhere, &decided, None).await.unwrap_err();
    assert!(matches!(gone, SendError::MessageGone(_)), "{gone:?}");
}

#[tokio::test]
async fn failures_are_what_they_are() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let channel = channel(&api);
    let hello = outgoing(chat(42), "Hello!");

    for (fault, expected) in [
        (Fault::TooManyRequests { retry_after: 7 }, "RetryAfter(7s)"),
        (Fault::ServerError(502), r#"Unknown("Telegram answered 502 Bad Gateway")"#),
        (Fault::Refused("message is too long"), r#"Refused("Bad Request: message is too long")"#),
    ] {
        api.fail_next(Method::SendMessage, fault);
        assert_eq!(format!("{:?}", channel.send(&hello).await.unwrap_err()), expected);
    }
    api.fail_next(Method::SendMessage, Fault::CutAfter);
    let cut = channel.send(&hello).await.unwrap_err();
    assert!(matches!(cut, SendError::Unknown(_)), "{cut:?}");
    assert!(!cut.to_string().contains(&api.token()), "{cut}");
    assert_eq!(api.next_message(&alice).await.text, "Hello!");

    alice.block().await;
    let blocked = channel.send(&hello).await.unwrap_err();
    assert!(matches!(blocked, SendError::ChatGone(_)), "{blocked:?}");
    let stranger = channel.send(&outgoing(chat(99), "Hello!")).await.unwrap_err();
    assert!(matches!(stranger, SendError::ChatGone(_)), "{stranger:?}");
    let elsewhere = ChatRef { chat: "#general".into(), ..chat(0) };
    let refused = channel.send(&outgoing(elsewhere, "Hello!")).await.unwrap_err();
    assert_eq!(refused, SendError::Refused("telegram:#general is not a chat of Telegram".into()));
}

#[tokio::test]
async fn a_group_that_has_moved_says_where() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let group = api.group(-5, "Family");
    alice.upgrades(&group, -1009).await;
    let moved = channel(&api).send(&outgoing(chat(-5), "Hello!")).await.unwrap_err();
    assert_eq!(moved, SendError::Migrated("-1009".into()));
}

#[tokio::test]
async fn a_request_that_cannot_leave_was_not_sent() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let api_url = Some(Url::parse(&format!("http://{free}")).unwrap());
    let channel = Telegram::new(Settings { api_url, ..Settings::new("1:secret") }).unwrap();
    let error = channel.send(&outgoing(chat(42), "Hello!")).await.unwrap_err();
    assert!(matches!(error, SendError::NotSent(_)), "{error:?}");
    assert!(error.to_string().contains("refused") && !error.to_string().contains("1:secret"), "{error}");
}

#[tokio::test]
async fn an_answer_that_does_not_come_leaves_the_outcome_unknown() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    alice.says("hello").await;
    let settings = Settings { send_timeout: Duration::from_millis(100), ..settings(&api, Mode::Polling) };
    let channel = Telegram::new(settings).unwrap();
    let held = api.hold_after(Method::SendMessage);
    let error = channel.send(&outgoing(chat(42), "Hello!")).await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error:?}");
    held.release();
    api.next_message(&alice).await;
}

#[tokio::test]
async fn a_receipt_takes_the_place_of_the_one_before() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let said = alice.says("hello").await;
    let (channel, message) = (channel(&api), MessageId(said.id.to_string()));
    let mut before = None;
    for (receipt, emoji) in
        [(Receipt::Seen, "👀"), (Receipt::Working, "✍"), (Receipt::Done, "👌"), (Receipt::Failed, "💔")]
    {
        channel.react(&chat(42), &message, receipt, before).await.unwrap();
        assert_eq!(api.reaction(&said).as_deref(), Some(emoji));
        before = Some(receipt);
    }
}

#[tokio::test]
async fn typing_is_shown_in_the_topic() {
    let api = bot_api().await;
    let alice = api.user(42, "alice");
    let group = api.group(-1001, "Family");
    let topic = group.topic(&alice, "Plans").await;
    let place = ChatRef { thread: Some(topic.id().to_string()), ..chat(group.id()) };
    channel(&api).typing(&place).await.unwrap();
    let request = api.requests().pop().unwrap();
    assert_eq!(request.method, Method::SendChatAction);
    assert_eq!(request.params["message_thread_id"], topic.id());
}

#[test]
fn long_answers_are_cut_into_messages() {
    let channel = Telegram::new(Settings::new("1:a")).unwrap();
    let parts = channel.layout(&chat(42), &"🦀 ".repeat(3_000));
    assert_eq!(parts.len(), 3);
    assert!(parts.iter().all(|part| part.text.encode_utf16().count() <= 4096));
    assert_eq!(channel.layout(&chat(42), "").len(), 1);
}
