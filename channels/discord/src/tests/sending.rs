use std::net::TcpListener;

use adjutant_channel::{Receipt, SendError};
use adjutant_simulators::discord::{Fault, Method, Permission};

use super::*;

#[tokio::test]
async fn a_message_with_all_there_is_to_it() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let question = alice.mentions_bot_in(&general, "fetch it").await;
    let channel = channel(&discord);

    let body = channel.layout(&chat(70), "**Fetch** [it](https://example.org/), @everyone?").remove(0);
    let buttons = vec![vec![button("Approve"), button("Deny")], vec![button("Later")]];
    let message = Outgoing {
        content: Content { body, buttons, ..Content::default() },
        reply_to: Some(MessageId(question.id.to_string())),
        ..outgoing(chat(70), "")
    };
    let id = channel.send(&message).await.unwrap().message;
    let shown = discord.next_message(&general).await;
    assert_eq!((id.0, shown.reply_to), (shown.id.to_string(), Some(question.id)));
    assert_eq!(shown.text, "**Fetch** [it](<https://example.org/>), @everyone?");
    assert_eq!(shown.labels(), [vec!["Approve", "Deny"], vec!["Later"]]);
    assert_eq!(shown.pings, [42], "whom it answers, and nobody else");
    assert_eq!((shown.flags, shown.nonce.as_deref()), (4, Some("turn-1/0/0")));
}

#[tokio::test]
async fn where_nothing_may_be_quoted_the_answer_goes_without() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let question = alice.mentions_bot_in(&general, "hello").await;
    discord.fail_next(
        Method::CreateMessage,
        Fault::Refused(160_002, "Cannot reply without permission to read message history"),
    );
    let message =
        Outgoing { reply_to: Some(MessageId(question.id.to_string())), ..outgoing(chat(70), "Hello!") };
    channel(&discord).send(&message).await.unwrap();
    assert_eq!(discord.next_message(&general).await.reply_to, None);
}

#[tokio::test]
async fn in_a_direct_chat_too_the_message_is_quoted() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let hello = alice.says("hello").await;
    let message = Outgoing {
        reply_to: Some(MessageId(hello.id.to_string())),
        ..outgoing(chat(alice.direct()), "Hello!")
    };
    channel(&discord).send(&message).await.unwrap();
    let shown = discord.next_message(&alice).await;
    assert_eq!((shown.text.as_str(), shown.reply_to), ("Hello!", Some(hello.id)));
}

#[tokio::test]
async fn what_was_deleted_can_still_be_answered() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let question = alice.mentions_bot_in(&general, "hello").await;
    alice.deletes(&question).await;
    let message =
        Outgoing { reply_to: Some(MessageId(question.id.to_string())), ..outgoing(chat(70), "Hello!") };
    channel(&discord).send(&message).await.unwrap();
    assert_eq!(discord.next_message(&general).await.reply_to, None);
}

#[tokio::test]
async fn an_edit_may_change_everything_or_nothing() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let direct = chat(alice.direct());
    let channel = channel(&discord);
    let mut message = outgoing(direct.clone(), "Fetch it?");
    message.content.buttons = vec![vec![button("Approve")]];
    let id = channel.send(&message).await.unwrap().message;
    discord.next_message(&alice).await;

    channel.edit(&direct, &id, &message.content, None).await.unwrap();
    assert_eq!(discord.next_edit(&alice).await.labels(), [["Approve"]]);
    let decided = Content::text(Rich::plain("Approved: fetch it, @everyone"));
    channel.edit(&direct, &id, &decided, None).await.unwrap();
    let shown = discord.next_edit(&alice).await;
    assert_eq!((shown.text.as_str(), shown.buttons.len()), ("Approved: fetch it, @everyone", 0));

    let nowhere = MessageId("4711".into());
    let gone = channel.edit(&direct, &nowhere, &decided, None).await.unwrap_err();
    assert_eq!(gone, SendError::MessageGone("Unknown Message".into()));
}

#[tokio::test]
async fn failures_are_what_they_are() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let channel = channel(&discord);
    let hello = outgoing(chat(alice.direct()), "Hello!");

    for (fault, expected) in [
        (Fault::Status(502), r#"Unknown("Discord answered 502 Bad Gateway")"#),
        (Fault::Status(413), r#"Refused("413 Payload Too Large")"#),
        (Fault::Refused(50035, "Invalid Form Body"), r#"Refused("Invalid Form Body")"#),
    ] {
        discord.fail_next(Method::CreateMessage, fault);
        assert_eq!(format!("{:?}", channel.send(&hello).await.unwrap_err()), expected);
    }
    discord.fail_next(Method::CreateMessage, Fault::CutAfter);
    let cut = channel.send(&hello).await.unwrap_err();
    assert!(matches!(cut, SendError::Unknown(_)), "{cut:?}");
    assert_eq!(discord.next_message(&alice).await.text, "Hello!");

    alice.blocks_bot().await;
    let blocked = channel.send(&outgoing(chat(alice.direct()), "Hello?")).await.unwrap_err();
    assert_eq!(blocked, SendError::ChatGone("Cannot send messages to this user".into()));
    let nowhere = channel.send(&outgoing(chat(99), "Hello!")).await.unwrap_err();
    assert_eq!(nowhere, SendError::ChatGone("Unknown Channel".into()));
    for elsewhere in ["#general", "", "0", "1/2/3", "70?x=1", "70/"] {
        let refused = channel.send(&outgoing(chat(elsewhere), "Hello!")).await.unwrap_err();
        assert_eq!(refused, SendError::Refused(format!("discord:{elsewhere} is not a chat of Discord")));
    }
}

#[tokio::test]
async fn a_channel_in_which_the_bot_may_not_write_says_what_it_needs() {
    let discord = discord().await;
    let general = discord.guild(7, "Family").channel(70, "general");
    general.forbids(Permission::SendMessages);
    let refused = channel(&discord).send(&outgoing(chat(70), "Hello!")).await.unwrap_err();
    insta::assert_snapshot!(
        refused,
        @"the chat cannot be reached: Missing Permissions: the bot's role needs View Channels, Send Messages, Send Messages in Threads, Attach Files and Read Message History in this channel"
    );
    general.forbids(Permission::ViewChannel);
    let gone = channel(&discord).send(&outgoing(chat(70), "Hello!")).await.unwrap_err();
    assert_eq!(gone, SendError::ChatGone("Missing Access".into()));
}

#[tokio::test]
async fn a_request_that_cannot_leave_was_not_sent() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let api_url = Some(Url::parse(&format!("http://{free}")).unwrap());
    let channel = Discord::new(Settings { api_url, ..Settings::new("secret") }).unwrap();
    let error = channel.send(&outgoing(chat(42), "Hello!")).await.unwrap_err();
    assert!(matches!(error, SendError::NotSent(_)), "{error:?}");
    assert!(error.to_string().contains("refused") && !error.to_string().contains("secret"), "{error}");
}

#[tokio::test]
async fn an_answer_that_does_not_come_leaves_the_outcome_unknown() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let settings = Settings { send_timeout: Duration::from_millis(100), ..settings(&discord) };
    let channel = Discord::new(settings).unwrap();
    let held = discord.hold_after(Method::CreateMessage);
    let error = channel.send(&outgoing(chat(alice.direct()), "Hello!")).await.unwrap_err();
    assert!(matches!(error, SendError::Unknown(_)), "{error:?}");
    held.release();
    discord.next_message(&alice).await;
}

#[tokio::test]
async fn a_wrong_token_does_not_cost_the_message() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let settings = Settings { token: "wrong".into(), ..settings(&discord) };
    let error = Discord::new(settings).unwrap().send(&outgoing(chat(alice.direct()), "Hello!")).await;
    assert_eq!(error, Err(SendError::NotSent("Discord does not accept the bot's token".into())));
    discord.take_complaints();
}

#[test]
fn a_token_that_is_none_is_refused_at_once() {
    for token in ["two\nlines", "\u{0}"] {
        let error = Discord::new(Settings::new(token)).err().unwrap();
        assert!(!format!("{error:#}").contains(token), "{error:#}");
    }
}

#[tokio::test]
async fn a_receipt_takes_the_place_of_the_one_before() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let said = alice.says("hello").await;
    let (channel, message) = (channel(&discord), MessageId(said.id.to_string()));
    let mut before = None;
    for (receipt, emoji) in
        [(Receipt::Seen, "👀"), (Receipt::Working, "✍️"), (Receipt::Done, "👌"), (Receipt::Failed, "💔")]
    {
        channel.react(&chat(alice.direct()), &message, receipt, before).await.unwrap();
        assert_eq!(discord.reactions(&said), [emoji]);
        before = Some(receipt);
    }
}

#[tokio::test]
async fn typing_is_shown() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    channel(&discord).typing(&chat(alice.direct())).await.unwrap();
    let request = discord.requests().pop().unwrap();
    assert_eq!((request.method, request.channel_id()), (Method::Typing, Some(alice.direct())));
}

#[test]
fn long_answers_are_cut_into_messages() {
    let channel = Discord::new(Settings::new("secret")).unwrap();
    let parts = channel.layout(&chat(70), &"🦀 ".repeat(3_000));
    // A crab counts twice, as in UTF-16.
    assert_eq!(parts.len(), 5);
    assert_eq!(channel.layout(&chat(70), "").len(), 1);
}

#[tokio::test]
async fn a_persons_roles_are_those_that_they_have_now() {
    let discord = discord().await;
    let (alice, family) = (discord.user(42, "alice"), discord.guild(7, "Family"));
    family.channel(70, "general");
    let role = family.role(9, "crew");
    family.gives_role(&alice, role);
    let channel = channel(&discord);
    let roles_of = async |chat_id: &str, person| channel.roles_of(&chat(chat_id), person).await.unwrap();
    assert_eq!(roles_of("70", "42").await, Some(vec!["9".to_owned()]));
    assert_eq!(roles_of("70/71", "42").await, Some(vec!["9".to_owned()]));
    family.takes_role(&alice, role);
    assert_eq!(roles_of("70", "42").await, Some(Vec::new()));
    // Bob is not a member; the other chat is none that the bot sees.
    discord.user(43, "bob");
    assert_eq!(roles_of("70", "43").await, Some(Vec::new()));
    assert_eq!(roles_of("77", "42").await, None);
}

#[tokio::test]
async fn a_deleted_channel_is_named_by_its_name() {
    let channel = Discord::new(Settings::new("token")).unwrap();
    let general = serde_json::json!({"id": "70", "type": 0, "name": "general"});
    let general = serde_json::from_value(general).unwrap();
    channel.channel_cache.insert(&general, None);
    assert_eq!(channel.mention_of(&chat(70)).as_deref(), Some("<#70>"));
    channel.channel_cache.remove(&general);
    assert_eq!(channel.mention_of(&chat(70)).as_deref(), Some("#general"));
}
