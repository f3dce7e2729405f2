//! Albums that consist of several messages.

use super::*;

/// Stores an album of three files and sends it; returns its row.
async fn put_album(store: &Store, source: &'static str, ids: [&'static str; 3]) -> i64 {
    let outbox_id = put(store, source).await;
    send(store, &store.process, outbox_id).await;
    arrives(store, outbox_id, ids).await;
    outbox_id
}

async fn arrives(store: &Store, outbox_id: i64, [first, second, third]: [&'static str; 3]) {
    let album = SentIds { message: id(first), more: vec![id(second), id(third)] };
    assert!(
        store.write(async move |tx| delivered(tx, claim_of(tx, outbox_id).await, &album, NOW).await).await
    );
}

/// Returns the row of a message of alice, if there is one.
async fn row_of(store: &Store, place: &'static str, message: &'static str) -> Option<i64> {
    let found = store.read(async move |tx| by_message(tx, &chat(place), &id(message)).await).await;
    found.map(|row| row.outbox_id)
}

async fn parts(store: &Store, outbox_id: i64) -> Vec<String> {
    let more = store.read(async move |tx| album(tx, outbox_id).await).await;
    more.into_iter().map(|id| id.0).collect()
}

#[tokio::test]
async fn every_message_of_an_album_leads_to_its_row() {
    let store = Store::new().await;
    let album = put_album(&store, "media-call-1", ["7", "8", "9"]).await;
    for message in ["7", "8", "9"] {
        assert_eq!(row_of(&store, "alice", message).await, Some(album));
        assert_eq!(row_of(&store, "bob", message).await, None, "a message of another chat");
    }
    assert_eq!(row_of(&store, "alice", "10").await, None);
    assert_eq!(parts(&store, album).await, ["8", "9"]);

    // A single message is not part of an album.
    let single = put(&store, "turn-1").await;
    send(&store, &store.process, single).await;
    store.write(async move |tx| delivered(tx, claim_of(tx, single).await, &sent("8"), NOW).await).await;
    assert_eq!(row_of(&store, "alice", "8").await, Some(single));
    assert!(parts(&store, single).await.is_empty());
}

#[tokio::test]
async fn a_search_knows_the_messages_of_albums() {
    let store = Store::new().await;
    put_album(&store, "media-call-1", ["7", "8", "9"]).await;
    let doubtful = put(&store, "doubtful").await;
    send(&store, &store.process, doubtful).await;
    let (_, known) = store
        .read(async move |tx| {
            let row = row(tx, doubtful).await;
            known_messages(tx, &row, row.attempt_at.unwrap(), 10).await
        })
        .await;
    let mut known: Vec<_> = known.into_iter().map(|known| (known.message.0, known.before)).collect();
    known.sort();
    assert_eq!(known, ["7", "8", "9"].map(|id| (id.to_owned(), true)));
}

#[tokio::test]
async fn an_album_that_is_sent_anew_has_other_messages() {
    let store = Store::new().await;
    let album = put_album(&store, "media-call-1", ["7", "8", "9"]).await;
    store.write(async move |tx| update_content(tx, album, &content("new")).await).await;
    send(&store, &store.process, album).await;
    store.write(async move |tx| requeue_as_new(tx, claim_of(tx, album).await, false, NOW).await).await;
    assert_eq!((row_of(&store, "alice", "8").await, parts(&store, album).await.len()), (None, 0));

    send(&store, &store.process, album).await;
    arrives(&store, album, ["17", "18", "19"]).await;
    assert_eq!(row_of(&store, "alice", "18").await, Some(album));
    assert_eq!(parts(&store, album).await, ["18", "19"]);
}

#[tokio::test]
async fn an_album_that_arrived_late_has_all_its_messages() {
    let store = Store::new().await;
    let album = put(&store, "media-call-1").await;
    let hangs = Arc::new(store.other_process());
    send(&store, &hangs, album).await;
    let theirs = store.read(async move |tx| Ok(row(tx, album).await)).await;
    store.write(async move |tx| requeue_as_repeat(tx, claim_of(tx, album).await).await).await;
    send(&store, &store.process, album).await;
    let late = SentIds { message: id("7"), more: vec![id("8")] };
    store.write(async move |tx| arrived_late(tx, &theirs, &late, NOW).await).await;
    assert_eq!(row_of(&store, "alice", "8").await, Some(album));
}

#[tokio::test]
async fn albums_stay_in_a_chat_that_has_moved_and_go_with_their_rows() {
    let store = Store::new().await;
    let (done, edited) = (
        put_album(&store, "media-call-1", ["7", "8", "9"]).await,
        put_album(&store, "media-call-2", ["17", "18", "19"]).await,
    );
    store
        .write(async move |tx| {
            update_content(tx, edited, &content("new")).await?;
            sessions::migrate_chat(tx, "test", "alice", "new").await
        })
        .await;
    assert_eq!((row_of(&store, "alice", "8").await, row_of(&store, "new", "8").await), (Some(done), None));
    assert_eq!((row_of(&store, "alice", "18").await, row_of(&store, "new", "18").await), (None, None));
    assert!(parts(&store, edited).await.is_empty());

    store.write(async move |tx| remove(tx, &OutboxKey::parse("media-call-1")).await).await;
    assert_eq!(row_of(&store, "alice", "8").await, None);
    assert!(parts(&store, done).await.is_empty());
}
