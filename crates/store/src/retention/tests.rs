use adjutant_domain::{
    budget::Spent,
    ids::{RunId, ScheduleId},
};

use super::*;
use crate::{
    runs::{self, Delivery, End, Status},
    testing::{self, NOW, Store, ms},
};

#[tokio::test]
async fn every_kind_of_old_row_is_found_by_an_index_that_is_there() {
    let store = Store::new().await;
    store
        .write(async |tx| {
            for what in Old::ALL {
                let window = window(tx, what, Timestamp::EPOCH, NOW).await?;
                assert_eq!(window, Window { from: Timestamp::EPOCH, until: NOW }, "{what:?}");
                assert_eq!(forget(tx, what, window, 10).await?, 0, "{what:?}");
            }
            Ok(())
        })
        .await;
}

/// Walks over all windows of delivered messages. Returns the windows, and how many rows were deleted.
async fn pass(tx: &Tx) -> Result<(Vec<Window>, u64)> {
    let (mut from, mut windows, mut deleted) = (Timestamp::EPOCH, Vec::new(), 0);
    while from < NOW {
        let window = window(tx, Old::Delivered, from, NOW).await?;
        deleted += forget(tx, Old::Delivered, window, 100).await?;
        from = window.until;
        windows.push(window);
    }
    Ok((windows, deleted))
}

/// Stores a thousand delivered messages, two of them in chat 7 and each other in a chat of its own: one in each
/// millisecond, or all at the time `at`.
async fn deliver_thousand(tx: &Tx, at: Option<i64>) -> Result<()> {
    tx.execute(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO outbox (source, segment, part, channel, chat, thread, chat_kind, content, state, message_id,
                             created_at)
         SELECT 'turn-' || i, 0, 0, 'test', iif(i < 1000, i, 7), '', 'direct', '{}', 'done', i, coalesce(?1, i) FROM n",
        [at],
    )
    .await
    .map(drop)
}

#[tokio::test]
async fn a_pass_looks_at_the_messages_of_idle_chats_once() {
    let store = Store::new().await;
    store
        .write(async |tx| {
            // The only message of a chat stays.
            deliver_thousand(tx, None).await?;
            let (windows, deleted) = pass(tx).await?;
            assert_eq!(deleted, 1, "the older message of chat 7 goes");
            assert_eq!(windows.len(), 5, "{windows:?}");
            assert!(windows.windows(2).all(|two| two[0].until == two[1].from), "{windows:?}");
            assert_eq!(pass(tx).await?.1, 0, "the others stay");
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn a_pass_ends_though_many_rows_are_of_one_instant() {
    let store = Store::new().await;
    store
        .write(async |tx| {
            deliver_thousand(tx, Some(5)).await?;
            assert_eq!(pass(tx).await?.0.len(), 3, "before it, it, and after it");
            Ok(())
        })
        .await;
}

/// Deletes the outputs of all old runs, and the runs with nothing else left. Returns the numbers of both.
async fn forget_runs(tx: &Tx) -> Result<(u64, u64)> {
    let all = Window { from: Timestamp::EPOCH, until: NOW + ms(86_400_000) };
    Ok((forget(tx, Old::RunOutputs, all, 10).await?, forget(tx, Old::Runs, all, 10).await?))
}

#[tokio::test]
async fn a_held_result_stays_until_it_is_sent() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    store
        .write(async move |tx| {
            let (run, schedule) = (RunId("run-1".to_owned()), ScheduleId("schedule-1".to_owned()));
            runs::insert(tx, &run, testing::run(&schedule, &alice.user_id, NOW), NOW).await?;
            let (status, delivery) = (Status::Succeeded, Delivery::Held);
            let end = End { status, delivery, output: "Stretched.", error: None, spent: Spent::default() };
            runs::finish(tx, &run, end, NOW).await?;
            runs::hold(tx, &run, NOW).await?;
            assert_eq!(forget_runs(tx).await?, (0, 0));
            assert!(runs::release(tx, &run, NOW).await?);
            assert_eq!(runs::get(tx, &run).await?.map(|run| run.output).as_deref(), Some("Stretched."));
            assert_eq!(forget_runs(tx).await?, (1, 1));
            Ok(())
        })
        .await;
}
