use std::{collections::HashSet, fmt::Write, sync::Arc};

use adjutant_channel::{AttachmentKind, ChatKind, KnownMessage, Media, MessageId, SentIds};
use adjutant_domain::timestamp::Timestamp;
use anyhow::bail;

use super::*;
use crate::{
    db::SyncedTx,
    sessions::Place,
    testing::{NOW, Store, chat, content, ms},
};

mod albums;
mod claims;
mod heads;
mod states;

/// The states of the tested rows, each reached through the functions of the product.
const STATES: &[&str] = &[
    "draft",
    "draft being sent",
    "pending",
    "sending",
    "sending a repeat",
    "unknown",
    "done",
    "done, being edited",
    "dead",
];

/// The events of a row.
const EVENTS: &[&str] = &[
    "post same",
    "post new",
    "revise new",
    "claim",
    "delivered",
    "retry",
    "unknown",
    "repeat",
    "send anew",
    "give up",
    "give up chat",
    "adopt",
];

fn message<'a>(source: &'a OutboxKey, chat: &'a ChatRef, content: &'a Content) -> Post<'a> {
    let (segment, part, chat_kind) = (0, 0, ChatKind::Direct);
    Post { source, segment, part, chat, chat_kind, reply_to: None, content }
}

fn id(text: &str) -> MessageId {
    MessageId(text.to_owned())
}

fn sent(text: &str) -> SentIds {
    id(text).into()
}

/// Returns the last claim on a row.
async fn claim_of(tx: &Tx, outbox_id: i64) -> Claim {
    row(tx, outbox_id).await.claim()
}

async fn row(tx: &Tx, outbox_id: i64) -> Row {
    get(tx, outbox_id).await.unwrap().unwrap()
}

/// Claims the row in its current state.
async fn take(tx: &SyncedTx, outbox_id: i64, process: &Process) -> Result<bool> {
    let row = row(tx, outbox_id).await;
    Ok(claim(tx, &row, process, NOW + ms(1)).await?.is_some())
}

async fn bring_to(tx: &SyncedTx, state: &str, process: &Process) -> Result<i64> {
    let (chat, old) = (chat("alice"), content("old"));
    let source = OutboxKey::parse(state);
    let message = message(&source, &chat, &old);
    if state.starts_with("draft") {
        let outbox_id = draft(tx, &message, NOW).await?.outbox_id;
        if state == "draft being sent" {
            start_draft(tx, outbox_id, &old, process, NOW).await?;
        }
        return Ok(outbox_id);
    }
    let outbox_id = post(tx, &message, NOW).await?;
    match state {
        "pending" => {}
        "dead" => dead_letter(tx, outbox_id, "refused").await?,
        _ => assert!(take(tx, outbox_id, process).await?),
    }
    match state {
        "sending a repeat" => {
            requeue_as_repeat(tx, claim_of(tx, outbox_id).await).await?;
            assert!(take(tx, outbox_id, process).await?);
        }
        "unknown" => {
            assert!(mark_unknown(tx, claim_of(tx, outbox_id).await, NOW + ms(5), "cut").await?);
        }
        "done" | "done, being edited" => {
            assert!(delivered(tx, claim_of(tx, outbox_id).await, &sent("1"), NOW + ms(2)).await?);
        }
        _ => {}
    }
    if state == "done, being edited" {
        update_content(tx, outbox_id, &content("edited")).await?;
        assert!(take(tx, outbox_id, process).await?);
    }
    Ok(outbox_id)
}

async fn happen(tx: &SyncedTx, event: &str, outbox_id: i64, process: &Process) -> Result<()> {
    let (chat, new) = (chat("alice"), content("new"));
    let row = row(tx, outbox_id).await;
    match event {
        "post same" => post(tx, &message(&row.source, &chat, &row.content()?), NOW).await.map(drop),
        "post new" => post(tx, &message(&row.source, &chat, &new), NOW).await.map(drop),
        "revise new" => update_content(tx, outbox_id, &new).await,
        "claim" => claim(tx, &row, process, NOW + ms(3)).await.map(drop),
        "delivered" => delivered(tx, row.claim(), &sent("2"), NOW + ms(3)).await.map(drop),
        "retry" => retry(tx, row.claim(), NOW + ms(9), "again").await.map(drop),
        "unknown" => mark_unknown(tx, row.claim(), NOW + ms(9), "cut").await.map(drop),
        "repeat" => requeue_as_repeat(tx, row.claim()).await.map(drop),
        "send anew" => requeue_as_new(tx, row.claim(), false, NOW).await.map(drop),
        "give up" => dead_letter(tx, outbox_id, "refused").await,
        "give up chat" => dead_letter_place(tx, Place::whole(&chat), "blocked").await,
        "adopt" => confirm_by_press(tx, outbox_id, &id("3"), NOW + ms(3)).await,
        other => unreachable!("{other}"),
    }
}

fn shown(row: &Row) -> String {
    let mut text = format!("{:?}", row.state).to_lowercase();
    if let Some(message) = &row.message_id {
        write!(text, " #{message}").unwrap();
    }
    if row.repeat {
        text.push_str(" repeat");
    }
    if row.attempt_at.is_some() {
        text.push_str(" attempt");
    }
    text
}

#[tokio::test]
async fn a_dead_letter_is_delivered_after_all_or_deleted() {
    let store = Store::new().await;
    let process = store.process.clone();
    let outbox_id = put(&store, "turn-1").await;
    let (first, second) = store
        .write(async move |tx| {
            let waiting = revive(tx, outbox_id).await?.is_some();
            take(tx, outbox_id, &process).await?;
            mark_unknown(tx, claim_of(tx, outbox_id).await, NOW + ms(5), "cut").await?;
            dead_letter(tx, outbox_id, "refused").await?;
            assert!(revive(tx, outbox_id).await?.is_some());
            let revived = shown(&row(tx, outbox_id).await);
            dead_letter(tx, outbox_id, "refused").await?;
            assert!(drop_dead_letter(tx, outbox_id).await?.is_some());
            assert!(get(tx, outbox_id).await?.is_none() && drop_dead_letter(tx, outbox_id).await?.is_none());
            Ok((waiting, revived))
        })
        .await;
    assert_eq!((first, second.as_str()), (false, "pending repeat"), "only dead letters; it may have arrived");
}

/// Returns the next step in alice's chat.
async fn next_of(store: &Store, process: &Arc<Process>, now: Timestamp) -> String {
    let process = process.clone();
    let next = store.read(async move |tx| next(tx, &chat("alice"), &process, now).await).await;
    match next {
        Next::Nothing => "nothing".to_owned(),
        Next::Wait(until) => format!("wait {}", (until - now).num_milliseconds()),
        Next::Deliver(row) => format!("deliver {}", row.source),
        Next::Resolve(row) => format!("resolve {}", row.source),
    }
}

async fn put(store: &Store, source: &'static str) -> i64 {
    put_in(store, chat("alice"), source).await
}

async fn put_in(store: &Store, chat: ChatRef, source: &'static str) -> i64 {
    store
        .write(async move |tx| {
            post(tx, &message(&source.to_owned().into(), &chat, &content(source)), NOW).await
        })
        .await
}

async fn send(store: &Store, process: &Arc<Process>, outbox_id: i64) {
    let process = process.clone();
    assert!(store.write(async move |tx| take(tx, outbox_id, &process).await).await);
}

#[tokio::test]
async fn messages_of_a_chat_keep_their_order() {
    let store = Store::new().await;
    let ours = store.process.clone();
    let (first, second) = (put(&store, "first").await, put(&store, "second").await);
    assert_eq!(next_of(&store, &ours, NOW).await, "deliver first");

    // The platform asks for a backoff: the rows behind wait as well.
    send(&store, &ours, first).await;
    store.write(async move |tx| retry(tx, claim_of(tx, first).await, NOW + ms(3_000), "429").await).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "wait 3000");
    assert_eq!(next_of(&store, &ours, NOW + ms(3_000)).await, "deliver first");

    // It may have arrived: the rows behind wait until that is known.
    send(&store, &ours, first).await;
    store
        .write(async move |tx| mark_unknown(tx, claim_of(tx, first).await, NOW + ms(5_000), "cut").await)
        .await;
    assert_eq!(next_of(&store, &ours, NOW + ms(5_000)).await, "resolve first");
    store.write(async move |tx| requeue_as_repeat(tx, claim_of(tx, first).await).await).await;
    assert_eq!(next_of(&store, &ours, NOW + ms(5_000)).await, "deliver first");

    send(&store, &ours, first).await;
    store
        .write(async move |tx| delivered(tx, claim_of(tx, first).await, &sent("1"), NOW + ms(6_000)).await)
        .await;
    assert_eq!(next_of(&store, &ours, NOW).await, "deliver second");
    send(&store, &ours, second).await;
    store.write(async move |tx| dead_letter(tx, second, "refused").await).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "nothing");
    let (dead, reason) = store.read(async |tx| dead_letters(tx, &chat("alice"), NOW).await).await;
    assert_eq!((dead, reason.as_deref()), (1, Some("refused")));
}

#[tokio::test]
async fn the_answer_to_a_command_that_has_to_wait_holds_up_only_its_own_parts() {
    let store = Store::new().await;
    let ours = store.process.clone();
    let handle = |outbox_id, handle: &'static str| {
        store.write(async move |tx| note_handle(tx, outbox_id, Some(handle)).await)
    };
    let (first, part) = (put(&store, "usage").await, put(&store, "more usage").await);
    handle(first, "a").await;
    handle(part, "a").await;
    let message = put(&store, "message").await;
    let other = put(&store, "help").await;
    handle(other, "b").await;
    send(&store, &ours, first).await;
    store.write(async move |tx| retry(tx, claim_of(tx, first).await, NOW + ms(3_000), "502").await).await;
    for (outbox_id, expected) in [(message, "deliver message"), (other, "deliver help")] {
        assert_eq!(next_of(&store, &ours, NOW).await, expected);
        send(&store, &ours, outbox_id).await;
        store.write(async move |tx| dead_letter(tx, outbox_id, "refused").await).await;
    }
    assert_eq!(next_of(&store, &ours, NOW).await, "wait 3000");
    assert_eq!(next_of(&store, &ours, NOW + ms(3_000)).await, "deliver usage");
}

#[tokio::test]
async fn a_message_that_has_to_wait_holds_up_its_own_topic_only() {
    let store = Store::new().await;
    let ours = store.process.clone();
    let topic = |id: &str| ChatRef { thread: Some(id.to_owned()), ..chat("alice") };
    let doubtful = put_in(&store, topic("1"), "in doubt").await;
    put_in(&store, topic("1"), "behind").await;
    let other = put_in(&store, topic("2"), "other topic").await;
    send(&store, &ours, doubtful).await;
    let until = NOW + ms(5_000);
    store.write(async move |tx| mark_unknown(tx, claim_of(tx, doubtful).await, until, "cut").await).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "deliver other topic");
    send(&store, &ours, other).await;
    store.write(async move |tx| retry(tx, claim_of(tx, other).await, NOW + ms(3_000), "reset").await).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "wait 3000");
    assert_eq!(next_of(&store, &ours, NOW + ms(3_000)).await, "deliver other topic");
    assert_eq!(next_of(&store, &ours, until).await, "resolve in doubt");

    let held = store.read(async |tx| held_up(tx, &chat("alice"), NOW).await).await.unwrap();
    assert_eq!((held.since, held.until, held.in_doubt), (NOW, until, true));
}

#[tokio::test]
async fn what_another_process_sends_is_left_to_it_until_it_is_gone() {
    let store = Store::new().await;
    let (ours, theirs) = (store.process.clone(), Arc::new(store.other_process()));
    let outbox_id = put(&store, "answer").await;
    send(&store, &theirs, outbox_id).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "wait 1000");
    drop(theirs);
    assert_eq!(next_of(&store, &ours, NOW).await, "resolve answer");
}

#[tokio::test]
async fn one_of_two_senders_claims_a_message() {
    let store = Store::new().await;
    let (ours, theirs) = (store.process.clone(), store.other_process());
    let outbox_id = put(&store, "answer").await;
    let claimed = store
        .write(async move |tx| {
            let row = row(tx, outbox_id).await;
            let ours = claim(tx, &row, &ours, NOW).await?;
            Ok((ours.is_some(), claim(tx, &row, &theirs, NOW).await?.is_some()))
        })
        .await;
    assert_eq!(claimed, (true, false));
}

#[tokio::test]
async fn a_message_that_was_changed_is_not_claimed_as_it_was() {
    let store = Store::new().await;
    let process = store.process.clone();
    let outbox_id = put(&store, "prompt").await;
    let claimed = store
        .write(async move |tx| {
            let row = row(tx, outbox_id).await;
            update_content(tx, outbox_id, &content("decided")).await?;
            Ok(claim(tx, &row, &process, NOW).await?.is_some())
        })
        .await;
    assert!(!claimed);
}

#[tokio::test]
async fn a_change_during_a_send_is_an_edit_after_it() {
    for repeated in [false, true] {
        let store = Store::new().await;
        let process = store.process.clone();
        let outbox_id = put(&store, "prompt").await;
        send(&store, &process, outbox_id).await;
        if repeated {
            store.write(async move |tx| requeue_as_repeat(tx, claim_of(tx, outbox_id).await).await).await;
            send(&store, &process, outbox_id).await;
        }
        store
            .write(async move |tx| {
                update_content(tx, outbox_id, &content("decided")).await?;
                delivered(tx, claim_of(tx, outbox_id).await, &sent("1"), NOW + ms(1)).await
            })
            .await;
        assert_eq!(next_of(&store, &process, NOW).await, "deliver prompt");
        send(&store, &process, outbox_id).await;
        let row = store.read(async move |tx| Ok(row(tx, outbox_id).await)).await;
        assert_eq!(row.message_id.as_deref(), Some("1"), "it is edited, not sent anew");
        assert_eq!(row.content().unwrap(), content("decided"));
        assert!(!row.repeat);
    }
}

#[tokio::test]
async fn what_arrived_is_stored_once() {
    let store = Store::new().await;
    let process = store.process.clone();
    let outbox_id = put(&store, "answer").await;
    send(&store, &process, outbox_id).await;
    let arrive = async move |tx: &SyncedTx| {
        delivered(tx, claim_of(tx, outbox_id).await, &sent("1"), NOW + ms(1)).await
    };
    store.write(arrive).await;
    let of = async move |tx: &Tx| Ok(row(tx, outbox_id).await);
    assert_eq!(store.read(of).await.in_flight, None);

    // A sender that was given up may report late.
    store.write(arrive).await;
    assert_eq!(store.read(of).await.state, State::Done);
    store
        .write(async move |tx| {
            update_content(tx, outbox_id, &content("revised")).await?;
            arrive(tx).await
        })
        .await;
    assert_eq!(next_of(&store, &process, NOW).await, "deliver answer");
}

#[tokio::test]
async fn posting_again_is_the_same_message() {
    let store = Store::new().await;
    let process = store.process.clone();
    let outbox_id = put(&store, "answer").await;
    assert_eq!(put(&store, "answer").await, outbox_id);
    send(&store, &process, outbox_id).await;
    store.write(async move |tx| delivered(tx, claim_of(tx, outbox_id).await, &sent("1"), NOW).await).await;
    put(&store, "answer").await;
    assert_eq!(next_of(&store, &process, NOW).await, "nothing");
    let other = async |tx: &SyncedTx| {
        post(tx, &message(&OutboxKey::parse("answer"), &chat("alice"), &content("longer")), NOW).await
    };
    assert_eq!(store.write(other).await, outbox_id);
    assert_eq!(next_of(&store, &process, NOW).await, "deliver answer");
}

#[tokio::test]
async fn a_draft_belongs_to_its_turn_until_it_is_final() {
    let store = Store::new().await;
    let process = store.process.clone();
    let (chat, hello) = (chat("alice"), content("Hello"));
    let outbox_id = store
        .write(async move |tx| {
            let outbox_id =
                draft(tx, &message(&OutboxKey::parse("turn-1"), &chat, &hello), NOW).await?.outbox_id;
            start_draft(tx, outbox_id, &hello, &process, NOW).await?;
            delivered(tx, claim_of(tx, outbox_id).await, &sent("1"), NOW).await?;
            note_draft(tx, claim_of(tx, outbox_id).await, Some(&content("Hello, wor"))).await?;
            Ok(outbox_id)
        })
        .await;
    assert_eq!(next_of(&store, &store.process, NOW).await, "nothing");
    let open = store.read(async |tx| count_open(tx).await).await;
    assert_eq!(open, 0);

    let last = store
        .write(async move |tx| {
            let (chat, whole) = (crate::testing::chat("alice"), content("Hello, world"));
            let hung = claim_of(tx, outbox_id).await;
            assert!(is_draft(tx, hung).await?);
            let claim = take_draft_over(tx, hung).await?;
            assert!(is_draft(tx, claim).await? && !is_draft(tx, hung).await?);
            let last = post(tx, &message(&OutboxKey::parse("turn-1"), &chat, &whole), NOW).await?;
            // A process that hung while another one ended the turn edits nothing any more.
            assert!(!is_draft(tx, claim).await? && !note_draft(tx, claim, None).await?);
            Ok(last)
        })
        .await;
    assert_eq!(last, outbox_id);
    assert_eq!(next_of(&store, &store.process, NOW).await, "deliver turn-1");
}

#[tokio::test]
async fn a_draft_that_shows_the_final_text_already_is_done() {
    let store = Store::new().await;
    let process = store.process.clone();
    store
        .write(async move |tx| {
            let (chat, whole) = (chat("alice"), content("Hello, world"));
            let outbox_id =
                draft(tx, &message(&OutboxKey::parse("turn-1"), &chat, &whole), NOW).await?.outbox_id;
            start_draft(tx, outbox_id, &whole, &process, NOW).await?;
            delivered(tx, claim_of(tx, outbox_id).await, &sent("1"), NOW).await?;
            post(tx, &message(&OutboxKey::parse("turn-1"), &chat, &whole), NOW).await
        })
        .await;
    assert_eq!(next_of(&store, &store.process, NOW).await, "nothing");
}

#[tokio::test]
async fn a_chat_that_is_gone_loses_what_was_open_and_keeps_what_arrived() {
    let store = Store::new().await;
    let process = store.process.clone();
    let (done, open) = (put(&store, "done").await, put(&store, "open").await);
    send(&store, &process, done).await;
    store
        .write(async move |tx| {
            delivered(tx, claim_of(tx, done).await, &sent("1"), NOW).await?;
            dead_letter_place(tx, Place::whole(&chat("alice")), "blocked").await
        })
        .await;
    let states = store.read(async move |tx| Ok([row(tx, done).await.state, row(tx, open).await.state])).await;
    assert_eq!(states, [State::Done, State::Dead]);
}

#[tokio::test]
async fn ids_around_a_send_in_doubt_are_told_from_others() {
    let store = Store::new().await;
    let process = store.process.clone();
    let (first, doubtful, last) =
        (put(&store, "first").await, put(&store, "doubtful").await, put(&store, "last").await);
    send(&store, &process, first).await;
    store.write(async move |tx| delivered(tx, claim_of(tx, first).await, &sent("9"), NOW).await).await;
    send(&store, &process, doubtful).await;
    store
        .write(async move |tx| delivered(tx, claim_of(tx, last).await, &sent("12"), NOW + ms(100)).await)
        .await;
    let (before, mut known) = store
        .read(async move |tx| {
            let row = row(tx, doubtful).await;
            known_messages(tx, &row, row.attempt_at.unwrap(), 10).await
        })
        .await;
    known.sort_by(|a, b| a.message.0.cmp(&b.message.0));
    let of_alice =
        |message: &str, before| KnownMessage { chat: "alice".to_owned(), message: id(message), before };
    assert_eq!(before, Some(id("9")));
    assert_eq!(known, [of_alice("12", false), of_alice("9", true)]);
}

#[tokio::test]
async fn what_comes_once_the_clock_was_set_back_is_later_than_a_send_in_doubt() {
    let store = Store::new().await;
    let process = store.process.clone();
    let doubtful = put(&store, "doubtful").await;
    let other = put(&store, "other").await;
    store
        .write(async move |tx| {
            let ahead = NOW + Duration::from_hours(1);
            claim(tx, &row(tx, doubtful).await, &process, ahead).await?;
            mark_unknown(tx, claim_of(tx, doubtful).await, ahead, "cut").await?;
            delivered(tx, claim_of(tx, other).await, &sent("12"), NOW).await?;
            crate::overlong_backoffs::end(tx, NOW + ms(900)).await
        })
        .await;
    let row = store.read(async move |tx| Ok(row(tx, doubtful).await)).await;
    assert!(row.attempt_at.is_some_and(|begun| begun < NOW), "{:?}", row.attempt_at);
}

#[tokio::test]
async fn a_message_that_is_revised_keeps_its_files() {
    let store = Store::new().await;
    let file = |path: &str| Media {
        kind: AttachmentKind::File,
        path: path.into(),
        name: "a".to_owned(),
        size: None,
    };
    let (media, more) = (Some(file("/files/call-1/file")), vec![file("/files/call-1-1/file")]);
    let old = Content { media: media.clone(), more: more.clone(), ..content("old") };
    let kept = store.write(async move |tx| {
        let outbox_id =
            post(tx, &message(&OutboxKey::parse("media-call-1"), &chat("alice"), &old), NOW).await?;
        update_content(tx, outbox_id, &content("new")).await?;
        Ok((row(tx, outbox_id).await.content()?, folders_of_open_media(tx).await?))
    });
    let (shown, open) = kept.await;
    assert_eq!(shown, Content { media, more, ..content("new") });
    assert_eq!(open, HashSet::from(["call-1".to_owned(), "call-1-1".to_owned()]));
}
