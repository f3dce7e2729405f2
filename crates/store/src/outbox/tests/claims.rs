//! Outcomes of attempts by senders that hung and were given up.

use super::*;

/// A message whose first sender hung, so that another one continued with it.
struct Hung {
    store: Store,
    /// The row as the hung sender knows it.
    theirs: Row,
}

impl Hung {
    async fn new() -> Self {
        let store = Store::new().await;
        let outbox_id = put(&store, "answer").await;
        let hangs = Arc::new(store.other_process());
        send(&store, &hangs, outbox_id).await;
        let theirs = store.read(async move |tx| Ok(row(tx, outbox_id).await)).await;
        Self { store, theirs }
    }

    /// Records that a search did not find the message.
    async fn is_not_found(&self) {
        let claim = self.theirs.claim();
        assert!(self.store.write(async move |tx| requeue_as_repeat(tx, claim).await).await);
    }

    /// Sends the message again.
    async fn is_sent_again(&self) -> Claim {
        self.is_not_found().await;
        let outbox_id = self.theirs.outbox_id;
        send(&self.store, &self.store.process, outbox_id).await;
        self.store.read(async move |tx| Ok(claim_of(tx, outbox_id).await)).await
    }

    /// Records the arrival on behalf of the hung sender.
    async fn arrives_late(&self) -> bool {
        let theirs = self.theirs.clone();
        self.store
            .write(async move |tx| {
                let stands = delivered(tx, theirs.claim(), &sent("1"), NOW + ms(9)).await?;
                if !stands {
                    arrived_late(tx, &theirs, &sent("1"), NOW + ms(9)).await?;
                }
                Ok(stands)
            })
            .await
    }

    async fn shown(&self) -> String {
        let outbox_id = self.theirs.outbox_id;
        self.store.read(async move |tx| Ok(shown(&row(tx, outbox_id).await))).await
    }
}

#[tokio::test]
async fn a_failure_that_comes_late_changes_nothing() {
    let hung = Hung::new().await;
    let ours = hung.is_sent_again().await;
    for delivered_meanwhile in [false, true] {
        if delivered_meanwhile {
            assert!(hung.store.write(async move |tx| delivered(tx, ours, &sent("2"), NOW).await).await);
        }
        let (before, late) = (hung.shown().await, hung.theirs.clone());
        let stands = hung.store.write(async move |tx| {
            let claim = late.claim();
            Ok([
                note_failure(tx, &late.clone().failed(true, NOW)).await?,
                retry(tx, claim, NOW, "late").await?,
                mark_unknown(tx, claim, NOW, "late").await?,
                requeue_as_repeat(tx, claim).await?,
                requeue_as_new(tx, claim, true, NOW).await?,
                postpone_check(tx, claim, NOW, "late").await?,
            ])
        });
        assert_eq!(stands.await, [false; 6]);
        assert_eq!(hung.shown().await, before);
    }
}

#[tokio::test]
async fn an_arrival_that_comes_late_spares_the_repeat() {
    let hung = Hung::new().await;
    hung.is_not_found().await;
    assert!(hung.arrives_late().await, "nobody has sent it again yet");
    assert_eq!(hung.shown().await, "done #1");
}

#[tokio::test]
async fn whoever_looked_in_vain_does_not_undo_an_arrival() {
    let hung = Hung::new().await;
    assert!(hung.arrives_late().await);
    let claim = hung.theirs.claim();
    assert!(!hung.store.write(async move |tx| requeue_as_repeat(tx, claim).await).await);
    assert_eq!(hung.shown().await, "done #1");
}

#[tokio::test]
async fn an_arrival_during_the_repeat_is_edited_if_the_repeat_fails() {
    let hung = Hung::new().await;
    let ours = hung.is_sent_again().await;
    assert!(!hung.arrives_late().await);
    assert_eq!(hung.shown().await, "sending #1 repeat attempt");
    assert!(hung.store.write(async move |tx| retry(tx, ours, NOW, "reset").await).await);
    assert_eq!(hung.shown().await, "pending #1 repeat");
}

#[tokio::test]
async fn an_arrival_after_the_repeat_leaves_the_row_to_the_repeat() {
    let hung = Hung::new().await;
    let ours = hung.is_sent_again().await;
    assert!(hung.store.write(async move |tx| delivered(tx, ours, &sent("2"), NOW).await).await);
    assert!(!hung.arrives_late().await);
    assert_eq!(hung.shown().await, "done #2");
}

#[tokio::test]
async fn an_arrival_in_a_chat_that_has_moved_is_none_in_the_new_one() {
    let hung = Hung::new().await;
    hung.is_not_found().await;
    hung.store.write(async |tx| sessions::migrate_chat(tx, "test", "alice", "new").await).await;
    assert!(!hung.arrives_late().await);
    assert_eq!(hung.shown().await, "pending repeat");
}

#[tokio::test]
async fn pauses_after_failures_end_once_the_channel_is_reachable() {
    // A pause that the platform asked for is no failure, and stays.
    for (is_failure, expected) in [(true, "deliver first"), (false, "wait 300000")] {
        let store = Store::new().await;
        let ours = store.process.clone();
        let first = put(&store, "first").await;
        send(&store, &ours, first).await;
        store
            .write(async move |tx| {
                let row = row(tx, first).await;
                let claim = row.claim();
                if is_failure {
                    note_failure(tx, &row.failed(false, NOW)).await?;
                }
                retry(tx, claim, NOW + ms(300_000), "why").await?;
                end_pauses(tx, &chat("alice").channel, Duration::ZERO, NOW).await
            })
            .await;
        assert_eq!(next_of(&store, &ours, NOW).await, expected);
    }
}
