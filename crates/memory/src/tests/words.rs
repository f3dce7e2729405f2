//! How words are written, and how they are found.

use super::*;

#[tokio::test]
async fn a_word_that_no_text_has_finds_its_nearest_spelling() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-key", "The spare key is under the flowerpot.", &[]).await;
    keep(&store, &alice, "note-doctor", "Frau Dr. Müller hat die Nummer 4711.", &[]).await;
    keep(&store, &alice, "note-mail", "Bob wants an e-mail, no call.", &[]).await;
    keep(&store, &alice, "note-door", "Der Haustürschlüssel liegt bei Bob.", &["Zuhause"]).await;
    for (text, note) in [
        ("flowerpt", "note-key"),
        ("where is the flwoerpot?", "note-key"),
        ("Mueller", "note-doctor"),
        ("number of Dr. Mueller", "note-doctor"),
        ("４７１１", "note-doctor"),
        ("email", "note-mail"),
        ("Schlüssel", "note-door"),
        ("zuhuase", "note-door"),
    ] {
        assert_eq!(recall(&store, &alice, text).await.first().map(String::as_str), Some(note), "{text}");
    }
    for text in ["4712", "flour", "the weather in Rome", "Moller"] {
        assert_eq!(recall(&store, &alice, text).await, [""; 0], "{text}");
    }
}

#[tokio::test]
async fn a_spelling_that_is_there_has_no_other_ones() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-horse", "The horse is called Rosa.", &[]).await;
    keep(&store, &alice, "note-house", "The house has no lift.", &[]).await;
    assert_eq!(recall(&store, &alice, "horse?").await, ["note-horse"]);
}

#[tokio::test]
async fn spellings_are_those_of_the_persons_own_texts() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    let (bob, _) = store.person("bob").await;
    keep(&store, &alice, "note-alices", "The spare key is under the flowerpot.", &[]).await;
    keep(&store, &bob, "note-bobs", "Buy oats.", &[]).await;
    assert_eq!(recall(&store, &bob, "flowerpt").await, [""; 0]);
}

#[tokio::test]
async fn words_are_found_however_they_are_written() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-cafe", "Das Café heißt „Zur schönen Aussicht“.", &[]).await;
    keep(&store, &alice, "note-host", "The server pve-01 runs C++ builds; ask for O'Brien.", &[]).await;
    for query in ["cafe", "CAFÉ", "cafe\u{301}", "schonen aussicht", "\"Aussicht\""] {
        assert_eq!(recall(&store, &alice, query).await, ["note-cafe"], "{query}");
    }
    for query in
        ["pve-01", "C++", "O'Brien", "obrien's O’Brien", "AND OR NOT server*", "server:\"x", "(server"]
    {
        assert_eq!(recall(&store, &alice, query).await, ["note-host"], "{query}");
    }
}

#[tokio::test]
async fn languages_that_put_no_spaces_between_words_are_found() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-zh", "我喜欢喝咖啡", &[]).await;
    keep(&store, &alice, "note-ja", "無線のパスワードは四七一一です", &[]).await;
    keep(&store, &alice, "note-th", "รหัสไวไฟคือ 4711", &[]).await;
    keep(&store, &alice, "note-ko", "비밀번호는 사칠일일입니다", &[]).await;
    assert_eq!(recall(&store, &alice, "咖啡").await, ["note-zh"]);
    assert_eq!(recall(&store, &alice, "パスワード").await, ["note-ja"]);
    assert_eq!(recall(&store, &alice, "ไวไฟ").await, ["note-th"]);
    assert_eq!(recall(&store, &alice, "비밀번호는").await, ["note-ko"]);
}

#[tokio::test]
async fn a_text_of_ten_thousand_characters_is_saved_and_looked_for() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    let long = format!("{} needle", "straw 🌾 ".repeat(1_250));
    assert!(long.chars().count() > 10_000);
    keep(&store, &alice, "note-long", &long, &[]).await;
    assert_eq!(recall(&store, &alice, "needle").await, ["note-long"]);
    assert_eq!(recall(&store, &alice, &long).await, ["note-long"]);
    assert_eq!(recall(&store, &alice, &"x".repeat(10_000)).await, [""; 0]);
}

/// Any text, and text with the index's query syntax.
fn any_text() -> impl Strategy<Value = String> {
    let hostile = prop::sample::select(vec![
        "\"", "'", "*", "^", "(", ")", ":", "AND", "OR", "NOT", "NEAR(", "owner", "content", "{", "}", "+",
        "-", "\0", "🙂", "e\u{301}", "ª", "咖啡", "wifi", " ", "%", "_", "\u{202e}", "½", "٣",
    ]);
    prop_oneof![any::<String>(), prop::collection::vec(hostile, 0..12).prop_map(|parts| parts.concat())]
}

#[test]
fn any_text_can_be_looked_for_and_finds_nothing_of_others() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (store, bob) = runtime.block_on(async {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        keep(&store, &alice, "note-alice", "The wifi code, and \"quotes\" AND NOT * 咖啡 🙂.", &["home"])
            .await;
        (store, bob)
    });
    TestRunner::new(ProptestConfig::with_cases(500))
        .run(&(any_text(), any_text()), |(text, tag)| {
            let said = Query { include_conversation: true, ..asks(&text, &[]) };
            let found = runtime.block_on(find(&store, &bob, said));
            prop_assert!(found.is_empty());
            let found = runtime.block_on(find(&store, &bob, asks(&text, &[&tag])));
            prop_assert!(found.is_empty());
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_text_is_found_by_its_own_words() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (store, alice) = runtime.block_on(async {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        (store, alice)
    });
    TestRunner::new(ProptestConfig::with_cases(200))
        .run(&"[\\p{Latin}\\p{Cyrillic}\\p{Greek}\\p{Han}\\p{Hiragana} ]{0,20}[a-z咖ж]", |text| {
            let (user, content) = (alice.user_id.clone(), text.clone());
            let id = NoteId::generate();
            let saved = id.clone();
            runtime.block_on(store.write(async move |tx| {
                save(tx, &user, saved.clone(), (&content, vec![]), Source::default(), NOW).await
            }));
            let found = runtime.block_on(recall(&store, &alice, &text));
            let (user, used) = (alice.user_id.clone(), id.clone());
            runtime.block_on(store.write(async move |tx| delete(tx, &user, &used, NOW).await));
            prop_assert_eq!(found, [id.0]);
            Ok(())
        })
        .unwrap();
}
