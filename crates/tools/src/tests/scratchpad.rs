use super::*;

#[tokio::test]
async fn what_is_written_replaces_what_was_there_until_it_is_cleared() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let session_id = &alice.context.session.session_id;
    let read = || alice.json("scratchpad_read", json!({}));
    let empty = json!({
        "message": "The scratchpad has 0 items.",
        "session_id": session_id,
        "items": [],
        "updated_at": null,
        "item_count": 0,
    });
    assert_eq!(read().await, empty);

    alice.json("scratchpad_write", json!({ "items": ["first", "second"] })).await;
    bench.advance(TimeDelta::minutes(1));
    assert_eq!(
        alice.json("scratchpad_write", json!({ "items": ["third"] })).await,
        json!({ "updated": true, "item_count": 1, "message": "The scratchpad has 1 item." })
    );
    assert_eq!(
        read().await,
        json!({
            "message": "The scratchpad has 1 item.",
            "session_id": session_id,
            "items": ["third"],
            "updated_at": "2026-05-01T08:01:00+00:00",
            "item_count": 1,
        })
    );

    let cleared = json!({ "cleared": true, "message": "The scratchpad is empty now." });
    assert_eq!(alice.json("scratchpad_clear", json!({})).await, cleared);
    let again = json!({ "cleared": false, "message": "The scratchpad was empty." });
    assert_eq!(alice.json("scratchpad_clear", json!({})).await, again);
    assert_eq!(read().await, empty);
}

#[tokio::test]
async fn thirty_two_items_of_two_hundred_and_forty_characters_fit() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let items = vec!["🙂".repeat(240); 32];
    let written = alice.json("scratchpad_write", json!({ "items": items })).await;
    assert_eq!(written["item_count"], 32);
    let pad = alice.context.session.session_id.clone();
    let kept = bench.store.read(async move |tx| adjutant_store::scratchpad::read(tx, &pad).await).await;
    assert_eq!(kept.items, items);
}

#[tokio::test]
async fn each_conversation_has_its_own() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    alice.json("scratchpad_write", json!({ "items": ["alice's"] })).await;
    assert_eq!(bob.json("scratchpad_read", json!({})).await["item_count"], 0);
    bob.json("scratchpad_clear", json!({})).await;
    assert_eq!(alice.json("scratchpad_read", json!({})).await["items"], json!(["alice's"]));
}

#[tokio::test]
async fn nobody_is_asked_about_it() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    assert_eq!(alice.need("scratchpad_write", json!({ "items": ["first"] })).await, ApprovalNeed::NotNeeded);
    assert_eq!(alice.need("scratchpad_clear", json!({})).await, ApprovalNeed::NotNeeded);
}

#[tokio::test]
async fn what_was_written_while_others_words_were_about_is_read_as_theirs() {
    let bench = Bench::new().await;
    let mut alice = bench.person("alice").await;
    let source = async |alice: &Person<'_>| {
        let read = bench.registry.execute(&alice.context, "scratchpad_read", "{}").await;
        read.unwrap().untrusted
    };
    alice.context.untrusted = "example.com".into();
    alice.json("scratchpad_write", json!({ "items": ["pay mallory"] })).await;
    alice.context.untrusted = Sources::OWN;
    assert_eq!(source(&alice).await, Sources::from("example.com"));
    alice.json("scratchpad_write", json!({ "items": ["water the plants"] })).await;
    assert_eq!(source(&alice).await, Sources::OWN);
}
