use adjutant_channel::{AttachmentKind, Found, KnownMessage, LostSend, SendError};
use adjutant_simulators::discord::{Fault, Method};

use super::{files::TempFile, *};

const MINUTE: Duration = Duration::from_secs(60);

fn lost(message: Outgoing, last_known: u64, age: Duration) -> LostSend {
    LostSend {
        message,
        variants: Vec::new(),
        last_known: Some(MessageId(last_known.to_string())),
        known: Vec::new(),
        age,
        is_settled: true,
        examined: Vec::new(),
    }
}

#[tokio::test]
async fn a_message_that_is_sent_again_at_once_is_there_once() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let channel = channel(&discord);
    for (at, fault) in [Fault::Cut, Fault::CutAfter].into_iter().enumerate() {
        let message = Outgoing { key: format!("turn-{at}/0/0"), ..outgoing(chat(alice.direct()), "Hello!") };
        assert!(channel.repeatable_for(&message) >= MINUTE);
        discord.fail_next(Method::CreateMessage, fault);
        channel.send(&message).await.unwrap_err();
        let again = channel.send(&message).await.unwrap().message;
        assert_eq!(discord.next_message(&alice).await.id.to_string(), again.0);
    }
    assert_eq!(discord.messages(&alice).len(), 2);
}

#[tokio::test]
async fn an_old_message_is_found_among_others() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let hello = alice.says("hello").await;
    let channel = channel(&discord);
    let direct = chat(alice.direct());
    let other = Outgoing { key: "turn-1/0/1".into(), ..outgoing(direct.clone(), "Fetch it?") };
    let other = channel.send(&other).await.unwrap().message;

    let mut message = outgoing(direct, " Fetch it?\n");
    message.content.buttons = vec![vec![button("Approve"), button("Deny")]];
    discord.fail_next(Method::CreateMessage, Fault::CutAfter);
    channel.send(&message).await.unwrap_err();
    alice.says("Fetch it?").await;

    let mut lost = lost(message, hello.id, 3 * MINUTE);
    let Ok(Found::Message(found)) = channel.find(&lost).await else { panic!("not found") };
    let shown = discord.read_all(&alice);
    assert_eq!((shown.len(), shown[1].id.to_string()), (2, found.0.clone()));
    // Without buttons the other message matches, unless it is known to be another send's.
    lost.message.content.buttons.clear();
    assert_eq!(channel.find(&lost).await, Ok(Found::Message(other.clone())));
    lost.known.push(KnownMessage { chat: alice.direct().to_string(), message: other, before: false });
    assert_eq!(channel.find(&lost).await, Ok(Found::Absent));
    assert_eq!(discord.messages(&alice).len(), 2);
}

#[tokio::test]
async fn a_file_that_arrived_is_found_by_its_caption() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let hello = alice.says("hello").await;
    let channel = channel(&discord);
    let chart = TempFile::with(b"a chart");
    channel.send(&outgoing(chat(alice.direct()), "June so far")).await.unwrap();
    let mut message = Outgoing { key: "turn-1/0/1".into(), ..outgoing(chat(alice.direct()), "June so far") };
    message.content.media = Some(chart.media(AttachmentKind::Photo, "chart.png"));
    discord.fail_next(Method::CreateMessage, Fault::CutAfter);
    channel.send(&message).await.unwrap_err();

    let Ok(Found::Message(found)) = channel.find(&lost(message, hello.id, 3 * MINUTE)).await else {
        panic!("not found")
    };
    let shown = discord.read_all(&alice).pop().unwrap();
    assert_eq!((found.0, shown.files.len()), (shown.id.to_string(), 1));
}

#[tokio::test]
async fn much_may_have_been_said_since() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let hello = alice.says("hello").await;
    for _ in 0..250 {
        alice.says("and").await;
    }
    let channel = channel(&discord);
    let message = outgoing(chat(alice.direct()), "Hello!");
    let sent = channel.send(&message).await.unwrap().message;
    discord.next_message(&alice).await;
    assert_eq!(channel.find(&lost(message.clone(), hello.id, 3 * MINUTE)).await, Ok(Found::Message(sent)));
    assert_eq!(discord.count(Method::ListMessages), 3);

    for _ in 0..250 {
        alice.says("on").await;
    }
    let never_sent = outgoing(chat(alice.direct()), "Goodbye!");
    // The chat has more messages than the search reads.
    assert_eq!(channel.find(&lost(never_sent, hello.id, 3 * MINUTE)).await, Ok(Found::Unclear));
    assert_eq!(discord.count(Method::ListMessages), 8);
}

#[tokio::test]
async fn where_nothing_is_known_the_time_tells_where_to_begin() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let message = outgoing(chat(alice.direct()), "Hello!");
    let sent_at: DateTime<Utc> = "2026-05-01T10:00:00Z".parse().unwrap();
    discord.set_time(sent_at.timestamp_millis() as u64);
    let sent = channel(&discord).send(&message).await.unwrap().message;
    discord.next_message(&alice).await;

    let lost = LostSend { last_known: None, ..lost(message, 0, 10 * MINUTE) };
    assert_eq!(channel(&discord).find(&lost).await, Ok(Found::Unclear), "the time is not known");
    let later = channel_at(&discord, sent_at + 10 * MINUTE);
    assert_eq!(later.find(&lost).await, Ok(Found::Message(sent)));
    let much_later = channel_at(&discord, sent_at + 12 * MINUTE);
    assert_eq!(much_later.find(&lost).await, Ok(Found::Absent));
}

#[tokio::test]
async fn what_should_have_opened_a_thread_is_looked_for_in_the_channel_too() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    let general = discord.guild(7, "Family").channel(70, "general");
    let question = alice.mentions_bot_in(&general, "hello").await;
    let sent = channel(&discord).send(&outgoing(chat(70), "Hello!")).await.unwrap().message;
    discord.next_message(&general).await;
    let message = outgoing(chat(format!("70/{}", question.id)), "Hello!");
    let lost = lost(message, question.id, 3 * MINUTE);
    assert_eq!(channel(&discord).find(&lost).await, Ok(Found::Message(sent)));
}

#[tokio::test]
async fn a_search_that_fails_can_be_repeated() {
    let discord = discord().await;
    let alice = discord.user(42, "alice");
    discord.fail_next(Method::ListMessages, Fault::TooManyRequests { after: 3.0, global: false });
    discord.fail_next(Method::ListMessages, Fault::Status(503));
    let lost = lost(outgoing(chat(alice.direct()), "Hello!"), 1, 3 * MINUTE);
    let paused = channel(&discord).find(&lost).await;
    assert_eq!(paused, Err(SendError::RetryAfter(Duration::from_secs(3))));
    discord.set_rates(Rates::unlimited());
    let failed = channel(&discord).find(&lost).await;
    assert!(matches!(failed, Err(SendError::Unknown(_))), "{failed:?}");
}
