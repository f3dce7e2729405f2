//! The next message in each lane, and the number of waiting messages.

use std::time::Duration;

use super::*;

const MINUTE: Duration = Duration::from_mins(1);

/// Stores a message to a chat, written this many minutes after the start.
async fn posted(store: &Store, key: i64, to: &str, minutes: u32) -> i64 {
    let (source, chat) = (OutboxKey::LostMessage(key), chat(to));
    let stored = async move |tx: &SyncedTx| {
        post(tx, &message(&source, &chat, &content("hello")), NOW + minutes * MINUTE).await
    };
    store.write(stored).await
}

async fn due(store: &Store) -> Vec<(i64, Option<Timestamp>)> {
    let found = store.read(async |tx| heads(tx, 10).await).await;
    found.iter().map(|head| (head.outbox_id, head.due_since())).collect()
}

#[tokio::test]
async fn the_oldest_of_each_lane_is_due_since_it_was_written() {
    let store = Store::new().await;
    let first = posted(&store, 1, "alice", 0).await;
    posted(&store, 2, "alice", 1).await;
    let other = posted(&store, 3, "bob", 2).await;
    assert_eq!(due(&store).await, [(first, Some(NOW)), (other, Some(NOW + 2 * MINUTE))]);
    let depths = store.read(async |tx| depths(tx).await).await;
    assert_eq!(depths, [Depth { channel: "test".to_owned(), count: 3, oldest: Some(NOW) }]);
}

#[tokio::test]
async fn a_row_that_may_not_go_out_yet_is_due_later() {
    let store = Store::new().await;
    let id = posted(&store, 1, "alice", 0).await;
    let process = store.process.clone();
    let claimed = store.write(async move |tx| {
        let row = get(tx, id).await?.unwrap();
        claim(tx, &row, &process, NOW + MINUTE).await
    });
    let row = claimed.await.unwrap();
    assert_eq!(due(&store).await, [(id, Some(NOW + MINUTE + HUNG_SENDER))], "an attempt has its time");
    let claim = row.claim();
    store.write(async move |tx| retry(tx, claim, NOW + 9 * MINUTE, "no").await).await;
    assert_eq!(due(&store).await, [(id, Some(NOW + 9 * MINUTE))]);
    let head = store.read(async |tx| heads(tx, 10).await).await.remove(0);
    assert!(!head.is_due(NOW + 8 * MINUTE) && head.is_due(NOW + 9 * MINUTE));
}

#[tokio::test]
async fn nothing_says_since_when_an_edit_is_due() {
    let store = Store::new().await;
    let id = posted(&store, 1, "alice", 0).await;
    let process = store.process.clone();
    store
        .write(async move |tx| {
            let row = get(tx, id).await?.unwrap();
            let row = claim(tx, &row, &process, NOW).await?.unwrap();
            let sent = SentIds::from(MessageId("1".to_owned()));
            delivered(tx, row.claim(), &sent, NOW).await?;
            update_content(tx, id, &content("hello again")).await
        })
        .await;
    assert_eq!(due(&store).await, [(id, None)]);
    let depths = store.read(async |tx| depths(tx).await).await;
    assert_eq!(depths, [Depth { channel: "test".to_owned(), count: 1, oldest: None }]);
}
