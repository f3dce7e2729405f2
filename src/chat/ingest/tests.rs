use adjutant_channel::{Attachment, AttachmentKind, ChatKind, Heard, Opening, Sender};
use adjutant_config::{Admitted, Config, Identity};
use adjutant_domain::clock::Clock;
use adjutant_store::{
    people::{self, AccountRef, Admission},
    set_aside as rows_set_aside,
    testing::NOW,
};
use chrono::TimeDelta;

use super::*;
use crate::{
    agent::session,
    testing::{Place, Room, command, deleted, direct, group, lock, message},
};

const HOUR: i64 = 60;

#[tokio::test]
async fn what_arrives_out_of_order_is_answered_in_the_order_it_was_written() {
    let room = Room::new().await;
    for (id, minutes_ago, text) in [("m3", 0, "three"), ("m1", 2, "one"), ("m2", 1, "two")] {
        room.happens("alice", &direct("alice"), minutes_ago, message(id, text)).await;
    }
    assert_eq!(room.sent().await, "test:alice: Well.");
    assert_eq!(room.conversation(), "user: one\nuser: two\nuser: three");
}

#[tokio::test]
async fn the_history_shows_what_comes_after_a_nul_too() {
    let (room, chat) = (Room::new().await, direct("alice").chat);
    room.happens("alice", &direct("alice"), 0, message("m1", "keep\0 this tail")).await;
    let history = Ingest(room.core.clone()).history(&chat, None, 9).await.unwrap();
    assert_eq!(history[0].content.body.text, "keep this tail");
}

#[tokio::test]
async fn what_is_deleted_while_it_waits_is_not_answered() {
    let room = Room::new().await;
    let file = Attachment {
        kind: AttachmentKind::File,
        file_id: "f1".to_owned(),
        unique_id: None,
        name: Some("secret.txt".to_owned()),
        size: None,
        card: None,
        still: None,
        seconds: None,
    };
    let mut with_file = message("m2", "look at this");
    if let Event::Message { attachments, .. } = &mut with_file {
        attachments.push(file);
    }
    room.happens("alice", &direct("alice"), 0, message("m1", "one")).await;
    room.happens("alice", &direct("alice"), 0, with_file).await;
    room.happens("alice", &direct("alice"), 0, message("m3", "three")).await;
    // The platform does not name the deleter.
    room.happens("", &direct("alice"), 0, deleted("m2")).await;
    assert_eq!(room.sent().await, "test:alice: Well.");
    assert_eq!(room.conversation(), "user: one\nuser: three");
}

#[tokio::test]
async fn a_question_that_is_deleted_during_its_turn_is_not_answered() {
    let room = Room::new().await;
    room.happens("alice", &direct("alice"), 0, message("m1", "one")).await;
    room.happens("", &direct("alice"), 0, deleted("m1")).await;
    assert_eq!(room.sent().await, "");
    // A turn that answers other messages too goes on.
    room.happens("alice", &direct("alice"), 0, message("m2", "two")).await;
    assert_eq!(room.sent().await, "test:alice: Well.");
}

#[tokio::test]
async fn people_who_are_not_served_may_talk_where_every_message_is_answered() {
    let room = Room::owned().await;
    let overheard = |who: &str, id: &str, event: Event| Inbound {
        external_id: id.to_owned(),
        chat: group("family").chat,
        chat_kind: ChatKind::Group,
        sender: Sender::person(who, who),
        sent_at: room.clock.now(),
        opened_at: None,
        heard: Heard::Overheard,
        event,
    };
    let ingest = Ingest(room.core.clone());
    ingest.accept(overheard("mallory", "1", message("m1", "lunch?"))).await.unwrap();
    ingest.accept(overheard("mallory", "2", command("m2", "shrug", ""))).await.unwrap();
    assert_eq!(room.sent().await, "");
    let asked = room.store.read(async |tx| people::stranger(tx, "test", "mallory").await).await;
    assert!(asked.is_none(), "the owner is not asked about somebody who wants nothing of the bot");
    ingest.accept(overheard("alice", "3", message("m3", "lunch!"))).await.unwrap();
    assert_eq!(room.sent().await, "test:family: Well.");
    room.happens("mallory", &group("family"), 0, message("m4", "bot, lunch?")).await;
    let sent = room.sent().await;
    assert!(sent.contains("test:family: This bot is private"), "{sent}");
}

#[tokio::test]
async fn a_reply_whose_text_is_hidden_is_answered_with_how_to_show_it() {
    let room = Room::new().await;
    let event = Inbound {
        external_id: "1".to_owned(),
        chat: group("family").chat,
        chat_kind: ChatKind::Group,
        sender: Sender::person("alice", "alice"),
        sent_at: room.clock.now(),
        opened_at: None,
        heard: Heard::WithoutText,
        event: message("m1", ""),
    };
    Ingest(room.core.clone()).accept(event).await.unwrap();
    assert_eq!(
        room.sent().await,
        "test:family: I cannot read a reply whose @ is off. Please switch the @ on when you reply, or mention me."
    );
}

#[tokio::test]
async fn what_was_deleted_before_it_arrives_is_not_answered() {
    let room = Room::new().await;
    room.happens("", &direct("alice"), 0, deleted("m1")).await;
    room.happens("", &direct("alice"), 0, deleted("m2")).await;
    room.happens("alice", &direct("alice"), 0, message("m1", "one")).await;
    room.happens("alice", &direct("alice"), 0, command("m2", "help", "handle")).await;
    room.happens("bob", &direct("bob"), 0, message("m1", "of another chat")).await;
    assert_eq!(room.sent().await, "test:bob: Well.");
}

#[tokio::test]
async fn whoever_guesses_too_often_is_not_kept_waiting_for_an_answer() {
    let room = Room::new().await;
    let guess = |number: usize| Event::Command {
        message_id: MessageId(format!("m{number}")),
        name: "start".to_owned(),
        args: format!("WRONG-{number}"),
        handle: Some(format!("handle-{number}")),
        named: true,
    };
    for number in 0..12 {
        let accepted = room.happens("carol", &direct("carol"), 0, guess(number)).await;
        assert_eq!(accepted.unanswered, number >= 10, "{number}");
    }
    assert_eq!(room.sent().await.lines().count(), 10);
}

#[tokio::test]
async fn what_comes_late_is_answered_and_said_to_be_late() {
    let room = Room::new().await;
    room.clock.advance(TimeDelta::hours(4));
    room.happens("alice", &direct("alice"), 2, message("m1", "in time")).await;
    assert_eq!(room.sent().await, "test:alice: Well.");
    room.happens("alice", &direct("alice"), 3 * HOUR, message("m2", "late")).await;
    room.happens("alice", &direct("alice"), HOUR, message("m3", "later")).await;
    room.happens("alice", &direct("alice"), 0, message("m4", "now")).await;
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: You wrote this from 09:00 on (3 hours ago), while I was away.

    Well.
    ");
    insta::assert_snapshot!(room.conversation(), @"
    user: in time
    assistant: Well.
    note: The next message was sent at 09:00, 3 hours ago, while you were away. Its times count from then.
    user: late
    note: The next message was sent at 11:00, 1 hour ago, while you were away. Its times count from then.
    user: later
    user: now
    ");
    for name in ["stop", "approvals"] {
        room.happens("alice", &direct("alice"), 6 * HOUR, command(name, name, "handle")).await;
    }
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: You wrote this at 06:00 (6 hours ago), while I was away.

    There is nothing to stop.
    test:alice: You wrote this at 06:00 (6 hours ago), while I was away.

    Nothing waits for a decision.

    You have allowed nothing beyond single calls.
    ");
}

#[tokio::test]
async fn what_comes_too_late_has_one_line_for_each_burst() {
    let room = Room::new().await;
    room.clock.advance(TimeDelta::hours(12));
    room.happens("alice", &direct("alice"), 7 * HOUR, message("m1", "one")).await;
    insta::assert_snapshot!(room.sent().await, @"test:alice: I was away, so I have not answered your message from Fri 1 May, 13:00: it is more than 6 hours old. Send it again if it still matters.");
    room.happens("alice", &direct("alice"), 8 * HOUR, message("m2", "before")).await;
    room.happens("alice", &direct("alice"), 9 * HOUR, command("m3", "new", "handle")).await;
    room.happens("bob", &group("family"), 10 * HOUR, message("m4", "mine")).await;
    // A stranger gets no refusal, and an edit of an old message is ignored.
    room.happens("carol", &direct("carol"), 7 * HOUR, message("m5", "hello")).await;
    let edit =
        Event::Edit { message_id: MessageId("m1".to_owned()), text: "uno".to_owned(), attachments: None };
    room.happens("alice", &direct("alice"), 0, edit).await;
    let sent = room.sent().await;
    assert!(sent.contains("test:family: I was away"), "bob gets his own line: {sent}");
    assert!(sent.contains("test:alice: I take up an edit only within ten minutes"), "{sent}");
    let edited = lock(&room.channel.edited).pop().unwrap();
    insta::assert_snapshot!(edited.body.text, @"I was away, so I have not answered 3 messages that are more than 6 hours old. The last is from Fri 1 May, 13:00. Send again what still matters.");
    room.clock.advance(TimeDelta::minutes(11));
    room.happens("alice", &direct("alice"), 7 * HOUR, message("m6", "another")).await;
    assert!(room.sent().await.starts_with("test:alice: I was away, so I have not answered your message"));
}

#[tokio::test]
async fn a_thread_goes_on_from_the_answer_it_was_opened_at() {
    let room = Room::new().await;
    *lock(&room.model.answers) = ["One.", "Two.", "Bob's."].map(str::to_owned).to_vec();
    for (whose, id) in [("alice", "m1"), ("alice", "m2"), ("bob", "m3")] {
        room.happens(whose, &group("family"), 0, message(id, &format!("{whose}: {id}?"))).await;
        room.rests().await;
    }
    let answer = lock(&room.channel.sent)[1].key.clone();
    let opened = |thread: &str, at: &str| Place {
        chat: ChatRef { thread: Some(thread.to_owned()), ..group("family").chat },
        opened_at: Some(Opening { chat: group("family").chat, message_id: MessageId(at.to_owned()) }),
        ..group("family")
    };
    let at_question = opened("m2", "m2");
    room.happens("alice", &at_question, 0, message("t1", "and then?")).await;
    room.rests().await;
    let begins = "user: alice: m2?\nassistant: Two.\nuser: and then?";
    assert_eq!(room.conversation(), begins);
    room.happens("alice", &at_question, 0, message("t2", "more")).await;
    room.rests().await;
    assert_eq!(room.conversation(), format!("{begins}\nassistant: Well.\nuser: more"));

    let at_answer = opened("a2", &format!("of-bot-{answer}"));
    room.happens("alice", &at_answer, 0, message("t3", "and then?")).await;
    room.rests().await;
    assert_eq!(room.conversation(), begins);
    room.happens("alice", &at_answer, 0, command("t4", "new", "handle")).await;
    room.happens("alice", &at_answer, 0, message("t5", "who are you?")).await;
    room.rests().await;
    assert_eq!(room.conversation(), "user: who are you?");

    room.happens("bob", &at_question, 0, message("t6", "what is this?")).await;
    room.rests().await;
    assert_eq!(room.conversation(), "user: what is this?", "each person has their own conversation");
}

/// Makes the user `owner` the owner, in their direct chat.
async fn owner(room: &Room) {
    room.store
        .write(async |tx| {
            people::ensure_owner(tx, NOW).await?;
            let owner = people::owner(tx).await?.user_id;
            people::add_identity(tx, &owner, AccountRef::new("test", "owner"), Admission::Owner, NOW).await
        })
        .await;
    room.happens("owner", &direct("owner"), 0, message("of-owner", "hello")).await;
    assert_eq!(room.sent().await, "test:owner: Well.");
}

/// Makes each message that contains the word fail whenever it is stored.
const POISON: &str = "CREATE TRIGGER poison BEFORE UPDATE ON inbox
    WHEN NEW.state = 'waiting' AND NEW.body LIKE '%poison%' BEGIN SELECT RAISE(ABORT, 'this is poison'); END";

async fn poisoned(room: &Room) {
    room.store.write(async |tx| tx.execute(POISON, ()).await).await;
}

#[tokio::test]
async fn an_event_that_fails_again_and_again_is_set_aside_and_the_next_one_is_handled() {
    let room = Room::new().await;
    owner(&room).await;
    poisoned(&room).await;
    room.happens("alice", &direct("alice"), 0, message("m1", "a poison for rats?")).await;
    room.happens("alice", &direct("alice"), 0, message("m2", "hello")).await;
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: Something went wrong on my side, and I could not take this in. I have noted it for the operator of this bot. Sending it again in other words may help.
    test:alice: Well.
    test:owner: ⚠️ One thing failed again and again today, through an error of mine, and was set aside, so that nothing else waits for it. adjutant doctor on my machine lists it.
    ");
    assert_eq!(room.conversation(), "user: hello");

    // The owner is told once: later failures revise the message.
    room.happens("bob", &direct("bob"), 0, message("m3", "poison")).await;
    assert!(room.sent().await.starts_with("test:bob: Something went wrong on my side"));
    let edited = lock(&room.channel.edited).pop().unwrap();
    assert!(edited.body.text.starts_with("⚠️ 2 things failed again and again today"), "{}", edited.body.text);
    let listed = room.store.read(async |tx| rows_set_aside::list(tx, 10).await).await;
    assert_eq!((listed.len(), listed[0].kind.as_str(), listed[0].attempts), (2, "event", 3));
    assert!(listed[0].error.contains("this is poison"), "{}", listed[0].error);

    room.happens("owner", &direct("owner"), 0, command("c1", "status", "handle")).await;
    let status = room.sent().await;
    assert!(status.contains("• Set aside after errors of mine: 2 (see adjutant doctor)"), "{status}");
}

#[tokio::test]
async fn whom_the_configuration_lists_is_told_though_their_first_message_was_set_aside() {
    let mut config = Config::default();
    let carol = Identity { channel: "test".to_owned(), id: "carol".to_owned() };
    config.access.allow = vec![Admitted::Person(carol)];
    let room = Room::with(config).await;
    let listed = ["test:carol".to_owned()];
    room.store.write(async move |tx| people::set_allowed(tx, &listed).await).await;
    poisoned(&room).await;
    for (name, said) in [("carol", "poison"), ("mallory", "poison"), ("carol", "hello")] {
        room.happens(name, &direct(name), 0, message(&format!("{name} {said}"), said)).await;
    }
    let sent = room.sent().await;
    assert!(sent.contains("test:carol: Something went wrong on my side"), "{sent}");
    assert!(sent.contains("test:carol: Well."), "{sent}");
    assert!(!sent.contains("test:mallory: Something"), "{sent}");
}

#[tokio::test]
async fn an_event_that_was_set_aside_and_comes_again_changes_nothing() {
    let room = Room::new().await;
    poisoned(&room).await;
    let event = Inbound {
        external_id: "again".to_owned(),
        chat: direct("alice").chat,
        chat_kind: ChatKind::Direct,
        sender: Sender::person("alice", "alice"),
        sent_at: room.clock.now(),
        opened_at: None,
        heard: Heard::Addressed,
        event: message("m1", "poison"),
    };
    let ingest = Ingest(room.core.clone());
    for _ in 0..3 {
        ingest.accept(event.clone()).await.unwrap();
    }
    assert_eq!(room.sent().await.lines().count(), 1);
    let said =
        room.store.read(async |tx| inbox::said_in(tx, &direct("alice").chat, i64::MAX, 10).await).await;
    assert_eq!(said.len(), 1, "the words are kept with the event, for the export");
}

#[tokio::test]
async fn a_panic_over_an_event_counts_as_a_failure() {
    let room = Room::new().await;
    *lock(&room.channel.unfit) = Some("Just write to me");
    room.happens("alice", &direct("alice"), 0, command("c1", "help", "handle")).await;
    let press = Event::Press { message_id: None, data: "none".to_owned(), handle: None };
    assert!(room.happens("alice", &direct("alice"), 0, press).await.answer.unwrap().alert);
    let sent = room.sent().await;
    assert!(sent.starts_with("test:alice: Something went wrong on my side"), "{sent}");
    assert_eq!(room.store.read(async |tx| rows_set_aside::list(tx, 10).await).await.len(), 1);
}

#[tokio::test]
async fn a_failing_database_sets_nothing_aside() {
    let room = Room::new().await;
    room.core
        .db
        .write(Scope::Global, async |tx| tx.execute("PRAGMA query_only = ON", ()).await.map(drop))
        .await
        .ok();
    let event = Inbound {
        external_id: "refused".to_owned(),
        chat: direct("alice").chat,
        chat_kind: ChatKind::Direct,
        sender: Sender::person("alice", "alice"),
        sent_at: room.clock.now(),
        opened_at: None,
        heard: Heard::Addressed,
        event: message("m1", "hello"),
    };
    assert!(Ingest(room.core.clone()).accept(event).await.is_err(), "the platform sends it again");
    assert_eq!(room.store.read(async |tx| rows_set_aside::list(tx, 10).await).await.len(), 0);
}

#[tokio::test]
async fn messages_beyond_those_that_may_wait_get_one_line_and_are_kept() {
    let mut config = Config::default();
    config.limits.waiting_messages = 2;
    let room = Room::with(config).await;
    for id in ["m1", "m2", "m3", "m4"] {
        room.happens("alice", &direct("alice"), 0, message(id, &format!("message {id}"))).await;
    }
    room.happens("bob", &direct("bob"), 0, message("b1", "hello")).await;
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: 2 of your messages wait for my answer, which is the most that I take in at a time. I will not answer what you write now: please send it again once I have caught up. /stop drops what waits here.
    test:alice: Well.
    test:bob: Well.
    ");
    let said =
        room.store.read(async |tx| inbox::said_in(tx, &direct("alice").chat, i64::MAX, 10).await).await;
    assert_eq!(said.len(), 4, "nothing is lost silently");
    room.happens("alice", &direct("alice"), 0, message("m5", "and now?")).await;
    assert_eq!(room.sent().await, "test:alice: Well.");
    assert_eq!(room.conversation(), "user: message m1\nuser: message m2\nassistant: Well.\nuser: and now?");
}

#[tokio::test]
async fn an_event_over_which_its_channel_panicked_is_set_aside() {
    let room = Room::new().await;
    for _ in 0..2 {
        Ingest(room.core.clone()).set_aside("test", "update:7").await.unwrap();
    }
    let listed = room.store.read(async |tx| rows_set_aside::list(tx, 10).await).await;
    let listed: Vec<_> = listed.into_iter().map(|item| (item.kind, item.error)).collect();
    assert_eq!(listed, [("event".to_owned(), "the channel panicked over it".to_owned())]);
}

#[tokio::test]
async fn no_message_is_taken_in_while_too_many_are_on_their_way_to_the_chat() {
    let mut config = Config::default();
    config.limits.undelivered = 2;
    let room = Room::with(config).await;
    for id in ["c1", "c2"] {
        room.happens("alice", &direct("alice"), 0, command(id, "usage", "handle")).await;
    }
    for id in ["m1", "m2"] {
        room.happens("alice", &direct("alice"), 0, message(id, "hello")).await;
    }
    let sent = room.sent().await;
    assert_eq!(sent.matches("2 messages of mine are still on their way to this chat").count(), 1, "{sent}");
    assert!(!sent.contains("Well."), "{sent}");
    room.happens("alice", &direct("alice"), 0, message("m3", "hello")).await;
    assert_eq!(room.sent().await, "test:alice: Well.");
}

#[tokio::test]
async fn beyond_the_most_conversations_none_begins_and_those_that_are_there_go_on() {
    let mut config = Config::default();
    config.limits.conversations = 1;
    let room = Room::with(config).await;
    room.happens("alice", &direct("alice"), 0, message("m1", "hello")).await;
    room.rests().await;
    room.happens("alice", &group("family"), 0, message("m2", "hello")).await;
    room.happens("alice", &group("family"), 0, message("m3", "hello?")).await;
    room.happens("alice", &group("friends"), 0, command("c1", "usage", "handle")).await;
    room.happens("alice", &direct("alice"), 0, message("m4", "and here?")).await;
    room.happens("bob", &direct("bob"), 0, message("m5", "hello")).await;
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: Well.
    test:family: You have 1 conversations with me in different chats and topics, which is the most, so I cannot begin another one here. Please go on in one of those.
    test:friends: You have 1 conversations with me in different chats and topics, which is the most, so I cannot begin another one here. Please go on in one of those.
    test:alice: Well.
    test:bob: Well.
    ");
}

#[tokio::test]
async fn a_person_with_many_topics_at_work_does_not_keep_another_waiting() {
    let mut config = Config::default();
    config.limits.turns = 2;
    let room = Room::with(config).await;
    // Two of alice's turns are running.
    let person = room.alice.person.clone();
    let busy = [room.core.turns.enter(person.clone()).await, room.core.turns.enter(person).await];
    let mut at_work = Vec::new();
    for topic in 0..20 {
        let chat = ChatRef { thread: Some(topic.to_string()), ..group("forum").chat };
        let place = Place { chat, ..group("forum") };
        room.happens("alice", &place, 0, message(&format!("m{topic}"), "hello")).await;
    }
    let of_alice = room.store.read(async |tx| sessions::with_work(tx, 100).await).await;
    for session in of_alice {
        at_work.push(tokio::spawn(session::work(room.core.clone(), session)));
    }
    room.happens("bob", &direct("bob"), 0, message("b1", "hello")).await;
    let first = room.store.read(async |tx| sessions::with_work(tx, 2).await).await;
    let mut answered = false;
    for session in first {
        let id = session.clone();
        let whose = room.store.read(async move |tx| Ok(sessions::get(tx, &id).await?.user_id)).await;
        if whose != room.alice.user_id {
            session::work(room.core.clone(), session).await;
            answered = true;
        }
    }
    assert!(answered, "the poll finds bob's session before the second of alice's");
    outbox::deliver_chat(room.core.clone(), direct("bob").chat).await;
    let said: Vec<_> = lock(&room.channel.sent).drain(..).map(|it| it.content.body.text).collect();
    assert_eq!(said, ["Well."]);
    assert!(at_work.iter().all(|work| !work.is_finished()), "alice's topics wait for each other");
    drop(busy);
    for work in at_work {
        work.await.unwrap();
    }
    assert_eq!(room.sent().await.lines().count(), 20);
}

#[tokio::test]
async fn what_a_channel_skips_is_said_where_it_concerns_somebody() {
    let room = Room::new().await;
    room.happens("alice", &direct("alice"), 0, message("m1", "hello")).await;
    room.happens("bob", &group("family"), 0, message("m2", "hello")).await;
    room.sent().await;
    let alice = room.alice.user_id.clone();
    room.store
        .write(async move |tx| {
            people::ensure_owner(tx, NOW).await?;
            people::move_ownership(tx, &alice, false).await
        })
        .await;
    for place in [direct("bob"), direct("alice"), group("family")] {
        let place = KnownChat { chat: place.chat, kind: place.kind };
        for _ in 0..2 {
            Ingest(room.core.clone()).note_skipped(&place, NOW.to_utc()).await.unwrap();
        }
    }
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: I was away, and more was written here meanwhile than I can fetch. I have not read what came after Fri 1 May, 08:00. Send again what still matters.
    test:alice: ⚠️ I was away, and more was written in the test chat family meanwhile than I can fetch. I have not read what came there after Fri 1 May, 08:00, and nobody there has been told.
    ");
}
