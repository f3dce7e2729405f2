use super::*;
use crate::{
    db::Scope,
    testing::{NOW, Store},
};

const SPACE: &str = "test";

fn user(name: &str) -> UserId {
    UserId(name.to_owned())
}

fn among(notes: bool, entries: bool) -> Among {
    let kinds = [(Kind::Note, notes), (Kind::Entry, entries)];
    Among {
        kinds: kinds.into_iter().filter_map(|(kind, wanted)| wanted.then_some(kind)).collect(),
        rows: None,
    }
}

/// Returns a vector of unit length in 32 dimensions, always the same for the same number.
fn vector(number: i64) -> Vec<f32> {
    let mut state = number as u64;
    let mut next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) as f32 / u64::MAX as f32 - 0.5
    };
    unit((0..32).map(|_| next()).collect())
}

fn unit(vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    vector.iter().map(|number| number / length).collect()
}

async fn keep(store: &Store, whose: &str, kind: Kind, rows: impl IntoIterator<Item = i64>) {
    let (whose, rows): (_, Vec<i64>) = (user(whose), rows.into_iter().collect());
    store
        .write(async move |tx| {
            let space = open_space(tx, SPACE, 32, NOW).await?;
            for &row in &rows {
                put(tx, &whose, space, (kind, row), &vector(row)).await?;
            }
            Ok(())
        })
        .await;
}

async fn near(store: &Store, whose: &[&str], query: Vec<f32>, among: Among, limit: usize) -> Vec<i64> {
    let whose: Vec<_> = whose.iter().copied().map(user).collect();
    let found = store.read(async move |tx| nearest(tx, &whose, SPACE, &query, &among, limit).await).await;
    assert!(found.is_sorted_by(|a, b| a.cosine >= b.cosine), "best first");
    found.into_iter().map(|near| near.row).collect()
}

async fn count(store: &Store, sql: &'static str) -> i64 {
    store.read(async move |tx| tx.value(sql, ()).await).await.unwrap()
}

fn exact(rows: impl Iterator<Item = i64>, query: &[f32], limit: usize) -> Vec<i64> {
    let cosine = |row: i64| vector(row).iter().zip(query).map(|(a, b)| a * b).sum::<f32>();
    let mut rows: Vec<_> = rows.map(|row| (cosine(row), row)).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.into_iter().take(limit).map(|(_, row)| row).collect()
}

#[tokio::test]
async fn the_nearest_are_those_that_an_exact_search_finds() {
    let store = Store::new().await;
    keep(&store, "alice", Kind::Note, 0..2_000).await;
    let mut same = 0;
    for query in 5_000..5_020 {
        let query = vector(query);
        let exact = exact(0..2_000, &query, 10);
        let found = near(&store, &["alice"], query, among(true, true), 10).await;
        same += found.iter().filter(|row| exact.contains(row)).count();
    }
    assert!(same >= 198, "{same} of 200");
}

#[tokio::test]
async fn nobody_finds_what_is_somebody_elses_however_near() {
    let store = Store::new().await;
    keep(&store, "alice", Kind::Note, 0..3).await;
    keep(&store, "bob", Kind::Note, 1_000..2_000).await;
    let query = vector(1_500);
    assert_eq!(near(&store, &["bob"], query.clone(), among(true, true), 1).await, [1_500]);
    let mut found = near(&store, &["alice"], query.clone(), among(true, true), 10).await;
    found.sort_unstable();
    assert_eq!(found, [0, 1, 2], "all of hers, and nothing of his");
    assert_eq!(near(&store, &["alice", "bob"], query.clone(), among(true, true), 1).await, [1_500]);
    assert_eq!(near(&store, &[], query.clone(), among(true, true), 10).await, [0; 0]);
    assert_eq!(near(&store, &["' OR 1 --", "[\"bob\"]"], query.clone(), among(true, true), 10).await, [0; 0]);

    let among_his = Among { rows: Some([(Kind::Note, 1_500), (Kind::Note, 2)].into()), ..among(true, true) };
    assert_eq!(near(&store, &["alice"], query.clone(), among_his, 10).await, [2]);
    let rows = [(Kind::Note, 1_500), (Kind::Note, 2), (Kind::Entry, 2), (Kind::Note, 9)];
    let known = store.read(async move |tx| cosines(tx, &[user("alice")], SPACE, &query, &rows).await).await;
    assert_eq!(known.keys().collect::<Vec<_>>(), [&(Kind::Note, 2)]);
}

#[tokio::test]
async fn a_search_is_among_what_it_is_asked_for() {
    let store = Store::new().await;
    keep(&store, "alice", Kind::Note, 0..700).await;
    keep(&store, "alice", Kind::Entry, 0..700).await;
    let query = vector(5);
    let found = near(&store, &["alice"], query.clone(), among(true, true), 2).await;
    assert_eq!(found, [5, 5], "a note and an entry may have the same number");
    assert_eq!(near(&store, &["alice"], query.clone(), among(true, false), 2).await[0], 5);
    assert_ne!(near(&store, &["alice"], query.clone(), among(false, true), 2).await[1], 5);
    assert_eq!(near(&store, &["alice"], query.clone(), among(false, false), 2).await, [0; 0]);
    for size in [3, 600] {
        let rows = (100..100 + size).map(|row| (Kind::Note, row)).collect();
        let found =
            near(&store, &["alice"], query.clone(), Among { rows: Some(rows), ..among(true, true) }, 3).await;
        assert_eq!(found, exact(100..100 + size, &query, 3), "among {size}");
    }
    let entries = Among { rows: Some([(Kind::Note, 5)].into()), ..among(false, true) };
    assert_eq!(near(&store, &["alice"], query, entries, 3).await, [0; 0], "a row that is no entry");
}

#[tokio::test]
async fn what_is_removed_leaves_nothing() {
    let store = Store::new().await;
    keep(&store, "alice", Kind::Note, 0..150).await;
    store
        .write(async |tx| {
            for row in (0..150).filter(|row| row % 3 != 0) {
                remove(tx, Kind::Note, row).await?;
            }
            remove(tx, Kind::Note, 1).await?;
            remove(tx, Kind::Entry, 3).await
        })
        .await;
    assert_eq!(near(&store, &["alice"], vector(4), among(true, true), 100).await.len(), 50);
    assert_eq!(count(&store, "SELECT sum(length(sketches)) AS value FROM vector_blocks").await, 50 * 12);
    keep(&store, "alice", Kind::Note, 150..160).await;
    assert_eq!(near(&store, &["alice"], vector(155), among(true, true), 1).await, [155]);
    store
        .write(async |tx| {
            for row in 0..160 {
                remove(tx, Kind::Note, row).await?;
            }
            Ok(())
        })
        .await;
    let left = "SELECT (SELECT count(*) FROM vectors) + (SELECT count(*) FROM vector_blocks) AS value";
    assert_eq!(count(&store, left).await, 0);
}

#[tokio::test]
async fn a_text_has_one_vector() {
    let store = Store::new().await;
    keep(&store, "alice", Kind::Note, [1, 2, 1, 1]).await;
    assert_eq!(count(&store, "SELECT count(*) AS value FROM vectors").await, 2);
    assert_eq!(near(&store, &["alice"], vector(1), among(true, true), 10).await, [1, 2]);
}

#[tokio::test]
async fn vectors_of_other_spaces_are_never_compared() {
    let store = Store::new().await;
    keep(&store, "alice", Kind::Note, 0..10).await;
    store
        .write(async |tx| {
            let other = open_space(tx, "other", 32, NOW).await?;
            for row in 5..10 {
                put(tx, &user("alice"), other, (Kind::Note, row), &vector(row)).await?;
            }
            Ok(())
        })
        .await;
    let mut found = near(&store, &["alice"], vector(7), among(true, true), 10).await;
    found.sort_unstable();
    assert_eq!(found, [0, 1, 2, 3, 4]);
    let unknown = store
        .read(async |tx| nearest(tx, &[user("alice")], "new", &[1.0], &among(true, true), 10).await)
        .await;
    assert_eq!(unknown, []);
    let wrong =
        store.db.write(Scope::Global, async |tx| open_space(tx, "other", 31, NOW).await).await.unwrap_err();
    assert_eq!(wrong.downcast_ref(), Some(&WrongDimensions { given: 31, kept: 32 }));
    let wrong = store
        .db
        .read(async |tx| nearest(tx, &[user("alice")], "other", &[1.0], &among(true, true), 10).await)
        .await;
    assert_eq!(wrong.unwrap_err().downcast_ref(), Some(&WrongDimensions { given: 1, kept: 32 }));

    store
        .write(async |tx| {
            while remove_others(tx, "other").await? {}
            Ok(())
        })
        .await;
    assert_eq!(near(&store, &["alice"], vector(7), among(true, true), 10).await, [0; 0]);
    assert_eq!(count(&store, "SELECT count(*) AS value FROM vectors").await, 5);
}
