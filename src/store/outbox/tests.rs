use std::{collections::HashSet, fmt::Write, sync::Arc};

use adjutant_channel::{AttachmentKind, ChatKind, Media, MessageId};
use anyhow::bail;

use super::*;
use crate::store::testing::{NOW, Store, chat, content};

/// How the rows of these tests come about, each by the functions that production uses.
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

/// What may happen to a row.
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

fn message<'a>(source: &'a str, chat: &'a ChatRef, content: &'a Content) -> Post<'a> {
    let (segment, part, chat_kind) = (0, 0, ChatKind::Direct);
    Post { source, segment, part, chat, chat_kind, reply_to: None, content }
}

fn id(text: &str) -> MessageId {
    MessageId(text.to_owned())
}

async fn row(tx: &Tx, outbox_id: i64) -> Row {
    get(tx, outbox_id).await.unwrap().unwrap()
}

/// Claims the row as it stands.
async fn take(tx: &Tx, outbox_id: i64, process: &Process) -> Result<bool> {
    let row = row(tx, outbox_id).await;
    claim(tx, &row, process, NOW + 1).await
}

async fn bring_to(tx: &Tx, state: &str, process: &Process) -> Result<i64> {
    let (chat, old) = (chat("alice"), content("old"));
    let message = message(state, &chat, &old);
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
        "dead" => give_up(tx, outbox_id, "refused").await?,
        _ => assert!(take(tx, outbox_id, process).await?),
    }
    match state {
        "sending a repeat" => {
            repeat(tx, outbox_id).await?;
            assert!(take(tx, outbox_id, process).await?);
        }
        "unknown" => unknown(tx, outbox_id, NOW + 5, "cut").await?,
        "done" | "done, being edited" => delivered(tx, outbox_id, &id("1"), NOW + 2).await?,
        _ => {}
    }
    if state == "done, being edited" {
        revise(tx, outbox_id, &content("edited")).await?;
        assert!(take(tx, outbox_id, process).await?);
    }
    Ok(outbox_id)
}

async fn happen(tx: &Tx, event: &str, outbox_id: i64, process: &Process) -> Result<()> {
    let (chat, new) = (chat("alice"), content("new"));
    let row = row(tx, outbox_id).await;
    match event {
        "post same" => post(tx, &message(&row.source, &chat, &row.content()?), NOW).await.map(drop),
        "post new" => post(tx, &message(&row.source, &chat, &new), NOW).await.map(drop),
        "revise new" => revise(tx, outbox_id, &new).await,
        "claim" => claim(tx, &row, process, NOW + 3).await.map(drop),
        "delivered" => delivered(tx, outbox_id, &id("2"), NOW + 3).await,
        "retry" => retry(tx, outbox_id, NOW + 9, "again").await,
        "unknown" => unknown(tx, outbox_id, NOW + 9, "cut").await,
        "repeat" => repeat(tx, outbox_id).await,
        "send anew" => send_anew(tx, outbox_id).await,
        "give up" => give_up(tx, outbox_id, "refused").await,
        "give up chat" => give_up_chat(tx, "test", "alice", "blocked").await.map(drop),
        "adopt" => adopt(tx, outbox_id, &id("3"), NOW + 3).await,
        other => unreachable!("{other}"),
    }
}

fn shown(row: &Row) -> String {
    let mut text = row.state.clone();
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
async fn every_event_in_every_state() {
    let store = Store::new().await;
    let mut table = String::new();
    for state in STATES {
        writeln!(table, "{state}").unwrap();
        for event in EVENTS {
            let process = store.process.clone();
            let cell = store.db.write(async move |tx| {
                let outbox_id = bring_to(tx, state, &process).await?;
                let before = shown(&row(tx, outbox_id).await);
                happen(tx, event, outbox_id, &process).await?;
                // The error takes the row back, so that the next one begins anew.
                bail!("{before:24} {event:12} -> {}", shown(&row(tx, outbox_id).await))
            });
            let cell: Result<()> = cell.await;
            writeln!(table, "  {}", cell.unwrap_err()).unwrap();
        }
    }
    insta::assert_snapshot!(table, @r"
        draft
          draft                    post same    -> pending
          draft                    post new     -> pending
          draft                    revise new   -> draft
          draft                    claim        -> draft
          draft                    delivered    -> draft #2
          draft                    retry        -> draft
          draft                    unknown      -> draft
          draft                    repeat       -> pending repeat
          draft                    send anew    -> pending
          draft                    give up      -> dead
          draft                    give up chat -> draft
          draft                    adopt        -> draft #3
        draft being sent
          draft attempt            post same    -> unknown attempt
          draft attempt            post new     -> unknown attempt
          draft attempt            revise new   -> draft attempt
          draft attempt            claim        -> draft attempt
          draft attempt            delivered    -> draft #2
          draft attempt            retry        -> draft
          draft attempt            unknown      -> draft attempt
          draft attempt            repeat       -> pending repeat
          draft attempt            send anew    -> pending
          draft attempt            give up      -> dead attempt
          draft attempt            give up chat -> draft attempt
          draft attempt            adopt        -> draft #3
        pending
          pending                  post same    -> pending
          pending                  post new     -> pending
          pending                  revise new   -> pending
          pending                  claim        -> sending attempt
          pending                  delivered    -> pending #2
          pending                  retry        -> pending
          pending                  unknown      -> unknown
          pending                  repeat       -> pending repeat
          pending                  send anew    -> pending
          pending                  give up      -> dead
          pending                  give up chat -> dead
          pending                  adopt        -> pending #3
        sending
          sending attempt          post same    -> sending attempt
          sending attempt          post new     -> sending attempt
          sending attempt          revise new   -> sending attempt
          sending attempt          claim        -> sending attempt
          sending attempt          delivered    -> done #2
          sending attempt          retry        -> pending
          sending attempt          unknown      -> unknown attempt
          sending attempt          repeat       -> pending repeat
          sending attempt          send anew    -> pending
          sending attempt          give up      -> dead attempt
          sending attempt          give up chat -> dead attempt
          sending attempt          adopt        -> done #3
        sending a repeat
          sending repeat attempt   post same    -> sending repeat attempt
          sending repeat attempt   post new     -> sending repeat attempt
          sending repeat attempt   revise new   -> sending repeat attempt
          sending repeat attempt   claim        -> sending repeat attempt
          sending repeat attempt   delivered    -> done #2
          sending repeat attempt   retry        -> pending repeat
          sending repeat attempt   unknown      -> unknown repeat attempt
          sending repeat attempt   repeat       -> pending repeat
          sending repeat attempt   send anew    -> pending repeat
          sending repeat attempt   give up      -> dead repeat attempt
          sending repeat attempt   give up chat -> dead repeat attempt
          sending repeat attempt   adopt        -> done #3
        unknown
          unknown attempt          post same    -> unknown attempt
          unknown attempt          post new     -> unknown attempt
          unknown attempt          revise new   -> unknown attempt
          unknown attempt          claim        -> unknown attempt
          unknown attempt          delivered    -> done #2
          unknown attempt          retry        -> pending
          unknown attempt          unknown      -> unknown attempt
          unknown attempt          repeat       -> pending repeat
          unknown attempt          send anew    -> pending
          unknown attempt          give up      -> dead attempt
          unknown attempt          give up chat -> dead attempt
          unknown attempt          adopt        -> done #3
        done
          done #1                  post same    -> done #1
          done #1                  post new     -> pending #1
          done #1                  revise new   -> pending #1
          done #1                  claim        -> done #1
          done #1                  delivered    -> done #2
          done #1                  retry        -> pending #1
          done #1                  unknown      -> unknown #1
          done #1                  repeat       -> pending #1 repeat
          done #1                  send anew    -> pending
          done #1                  give up      -> dead #1
          done #1                  give up chat -> done #1
          done #1                  adopt        -> done #1
        done, being edited
          sending #1 attempt       post same    -> sending #1 attempt
          sending #1 attempt       post new     -> sending #1 attempt
          sending #1 attempt       revise new   -> sending #1 attempt
          sending #1 attempt       claim        -> sending #1 attempt
          sending #1 attempt       delivered    -> done #2
          sending #1 attempt       retry        -> pending #1
          sending #1 attempt       unknown      -> unknown #1 attempt
          sending #1 attempt       repeat       -> pending #1 repeat
          sending #1 attempt       send anew    -> pending
          sending #1 attempt       give up      -> dead #1 attempt
          sending #1 attempt       give up chat -> dead #1 attempt
          sending #1 attempt       adopt        -> sending #1 attempt
        dead
          dead                     post same    -> dead
          dead                     post new     -> dead
          dead                     revise new   -> dead
          dead                     claim        -> dead
          dead                     delivered    -> pending #2
          dead                     retry        -> pending
          dead                     unknown      -> unknown
          dead                     repeat       -> pending repeat
          dead                     send anew    -> pending
          dead                     give up      -> dead
          dead                     give up chat -> dead
          dead                     adopt        -> pending #3
        ");
}

/// What is next in alice's chat.
async fn next_of(store: &Store, process: &Arc<Process>, now: i64) -> String {
    let process = process.clone();
    let next = store.read(async move |tx| next(tx, &chat("alice"), &process, now).await).await;
    match next {
        Next::Nothing => "nothing".to_owned(),
        Next::Wait(until) => format!("wait {}", until - now),
        Next::Deliver(row) => format!("deliver {}", row.source),
        Next::Resolve(row) => format!("resolve {}", row.source),
    }
}

async fn put(store: &Store, source: &'static str) -> i64 {
    store.write(async move |tx| post(tx, &message(source, &chat("alice"), &content(source)), NOW).await).await
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

    // The platform asks for a pause: what is behind waits as well.
    send(&store, &ours, first).await;
    store.write(async move |tx| retry(tx, first, NOW + 3_000, "429").await).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "wait 3000");
    assert_eq!(next_of(&store, &ours, NOW + 3_000).await, "deliver first");

    // It may have arrived: what is behind waits until that is known.
    send(&store, &ours, first).await;
    store.write(async move |tx| unknown(tx, first, NOW + 5_000, "cut").await).await;
    assert_eq!(next_of(&store, &ours, NOW + 5_000).await, "resolve first");
    store.write(async move |tx| repeat(tx, first).await).await;
    assert_eq!(next_of(&store, &ours, NOW + 5_000).await, "deliver first");

    send(&store, &ours, first).await;
    store.write(async move |tx| delivered(tx, first, &id("1"), NOW + 6_000).await).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "deliver second");
    send(&store, &ours, second).await;
    store.write(async move |tx| give_up(tx, second, "refused").await).await;
    assert_eq!(next_of(&store, &ours, NOW).await, "nothing");
    let (dead, reason) = store.read(async |tx| dead_letters(tx, &chat("alice"), NOW).await).await;
    assert_eq!((dead, reason.as_deref()), (1, Some("refused")));
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
            Ok((claim(tx, &row, &ours, NOW).await?, claim(tx, &row, &theirs, NOW).await?))
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
            revise(tx, outbox_id, &content("decided")).await?;
            claim(tx, &row, &process, NOW).await
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
            store.write(async move |tx| repeat(tx, outbox_id).await).await;
            send(&store, &process, outbox_id).await;
        }
        store
            .write(async move |tx| {
                revise(tx, outbox_id, &content("decided")).await?;
                delivered(tx, outbox_id, &id("1"), NOW + 1).await
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
async fn posting_again_is_the_same_message() {
    let store = Store::new().await;
    let process = store.process.clone();
    let outbox_id = put(&store, "answer").await;
    assert_eq!(put(&store, "answer").await, outbox_id);
    send(&store, &process, outbox_id).await;
    store.write(async move |tx| delivered(tx, outbox_id, &id("1"), NOW).await).await;
    put(&store, "answer").await;
    assert_eq!(next_of(&store, &process, NOW).await, "nothing");
    let other = async |tx: &Tx| post(tx, &message("answer", &chat("alice"), &content("longer")), NOW).await;
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
            let outbox_id = draft(tx, &message("turn-1", &chat, &hello), NOW).await?.outbox_id;
            start_draft(tx, outbox_id, &hello, &process, NOW).await?;
            delivered(tx, outbox_id, &id("1"), NOW).await?;
            note_draft(tx, outbox_id, &content("Hello, wor")).await?;
            Ok(outbox_id)
        })
        .await;
    assert_eq!(next_of(&store, &store.process, NOW).await, "nothing");
    let open = store.read(async |tx| count_open(tx).await).await;
    assert_eq!(open, 0);

    let last = store
        .write(async move |tx| {
            let (chat, whole) = (crate::store::testing::chat("alice"), content("Hello, world"));
            post(tx, &message("turn-1", &chat, &whole), NOW).await
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
            let outbox_id = draft(tx, &message("turn-1", &chat, &whole), NOW).await?.outbox_id;
            start_draft(tx, outbox_id, &whole, &process, NOW).await?;
            delivered(tx, outbox_id, &id("1"), NOW).await?;
            post(tx, &message("turn-1", &chat, &whole), NOW).await
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
            delivered(tx, done, &id("1"), NOW).await?;
            give_up_chat(tx, "test", "alice", "blocked").await
        })
        .await;
    let states = store.read(async move |tx| Ok([row(tx, done).await.state, row(tx, open).await.state])).await;
    assert_eq!(states, ["done", "dead"]);
}

#[tokio::test]
async fn ids_around_a_send_in_doubt_are_told_from_others() {
    let store = Store::new().await;
    let process = store.process.clone();
    let (first, doubtful, last) =
        (put(&store, "first").await, put(&store, "doubtful").await, put(&store, "last").await);
    send(&store, &process, first).await;
    store.write(async move |tx| delivered(tx, first, &id("9"), NOW).await).await;
    send(&store, &process, doubtful).await;
    store.write(async move |tx| delivered(tx, last, &id("12"), NOW + 100).await).await;
    let (before, mut taken) = store
        .read(async move |tx| {
            let row = row(tx, doubtful).await;
            known_ids(tx, &row, 10).await
        })
        .await;
    taken.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(before, Some(id("9")));
    assert_eq!(taken, [id("12"), id("9")]);
}

#[tokio::test]
async fn a_message_that_is_revised_keeps_its_file() {
    let store = Store::new().await;
    let file = Media { kind: AttachmentKind::File, path: "/a".into(), name: "a".to_owned() };
    let old = Content { media: Some(file.clone()), ..content("old") };
    let kept = store.write(async move |tx| {
        let outbox_id = post(tx, &message("media-call-1", &chat("alice"), &old), NOW).await?;
        revise(tx, outbox_id, &content("new")).await?;
        Ok((row(tx, outbox_id).await.content()?, calls_with_open_media(tx).await?))
    });
    let (shown, open) = kept.await;
    assert_eq!(shown, Content { media: Some(file), ..content("new") });
    assert_eq!(open, HashSet::from([CallId("call-1".to_owned())]));
}
