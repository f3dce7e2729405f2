//! Any text can be indexed and searched for, against a real full-text table.

use std::sync::atomic::{AtomicI64, Ordering};

use adjutant_domain::words::{Part, index_terms, query_terms};
use proptest::{prelude::*, test_runner::TestRunner};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::testing::Store;

/// Any text, and text with the index's query syntax.
fn any_text() -> impl Strategy<Value = String> {
    let hostile = prop::sample::select(vec![
        "\"",
        "'",
        "*",
        "^",
        "(",
        ")",
        ":",
        "AND",
        "OR",
        "NOT",
        "NEAR(",
        "owner",
        "owner : bob",
        "bob",
        "{",
        "}",
        "+",
        "#",
        "-",
        ".",
        "’s",
        "\0",
        "🙂",
        "👩‍👩‍👧",
        "e\u{301}",
        "ª",
        "咖啡",
        "กา",
        "wifi",
        " ",
        "%",
        "_",
        "\u{202e}",
        "½",
        "٣",
        "ß",
        "İ",
        "ς",
        "\u{200d}",
        "\u{fe0f}",
        "\u{600}",
        "한",
        "Häuser",
        "running",
    ]);
    let words = "[\\p{Latin}\\p{Cyrillic}\\p{Greek}\\p{Han}\\p{Thai}\\p{Arabic}\\p{Devanagari}'’ .-]{0,40}";
    prop_oneof![
        any::<String>(),
        words,
        prop::collection::vec(hostile, 0..12).prop_map(|parts| parts.concat())
    ]
}

#[test]
fn any_text_is_a_query_and_stays_in_its_quotes() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let store = runtime.block_on(index());
    runtime.block_on(add(&store, 1, "bob", "The wifi code AND owner NOT bob 咖啡 🙂 running"));
    TestRunner::new(ProptestConfig::with_cases(1000))
        .run(&any_text(), |text| {
            for part in query_terms(&text).parts() {
                let found = runtime.block_on(find(&store, "alice", &part.expression()));
                prop_assert_eq!(found, Vec::<i64>::new());
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_text_is_found_by_each_of_its_words() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (store, last) = (runtime.block_on(index()), AtomicI64::new(0));
    TestRunner::new(ProptestConfig::with_cases(1000))
        .run(&prop::collection::vec(any_text(), 1..4), |parts| {
            let (rowid, text) = (last.fetch_add(1, Ordering::Relaxed), parts.join(" "));
            runtime.block_on(add(&store, rowid, "alice", &text));
            // A combining mark on its own belongs to the space before it.
            let is_mark = |word: &str| format!(" {word}").graphemes(true).next() != Some(" ");
            for word in text.split_whitespace().filter(|word| !is_mark(word)) {
                let wanted = query_terms(word);
                let parts: Vec<_> = wanted.parts().iter().map(Part::expression).collect();
                if !parts.is_empty() {
                    let expression = parts.join(" OR ");
                    let found = runtime.block_on(find(&store, "alice", &expression));
                    prop_assert!(found.contains(&rowid), "{} in {}: {}", word, text, expression);
                    prop_assert!(wanted.word_coverage(&text) > 0.0);
                }
            }
            Ok(())
        })
        .unwrap();
}

async fn index() -> Store {
    let store = Store::new().await;
    store
        .write(async |tx| {
            let table = "CREATE VIRTUAL TABLE words_fts USING fts5 (owner, content, content = '',
                         contentless_delete = 1, tokenize = 'ascii')";
            tx.execute(table, ()).await
        })
        .await;
    store
}

async fn add(store: &Store, rowid: i64, owner: &'static str, text: &str) {
    let terms = index_terms(text);
    let add = "INSERT INTO words_fts (rowid, owner, content) VALUES (?1, ?2, ?3)";
    store.write(async move |tx| tx.execute(add, (rowid, owner, terms.clone())).await).await;
}

async fn find(store: &Store, owner: &str, expression: &str) -> Vec<i64> {
    #[derive(Debug, serde::Deserialize)]
    struct Row {
        rowid: i64,
    }
    let matching = format!("owner : {owner} AND content : ({expression})");
    let rows: Vec<Row> = store
        .read(async move |tx| {
            tx.all("SELECT rowid FROM words_fts WHERE words_fts MATCH ?1", [matching]).await
        })
        .await;
    rows.into_iter().map(|row| row.rowid).collect()
}
