use adjutant_domain::tools::ToolCall;
use adjutant_store::testing::ms;

use super::*;

const PAGE: &str = "Grüße aus Zürich! ";

/// Makes a call in alice's conversation whose whole result is kept for an hour; returns its id.
async fn kept(alice: &Person<'_>, output: String, untrusted: Option<&'static str>) -> String {
    let session = alice.context.session.clone();
    let call = ToolCall { id: "c1".into(), name: "web_fetch".into(), arguments: "{}".into() };
    let (_, _, ids) = alice.bench.store.turn(&session, &[call]).await;
    let id = ids[0].clone();
    let keep = async move |tx: &adjutant_store::db::SyncedTx| {
        let (session, until) = (session.session_id.clone(), NOW + ms(3_600_000));
        tx.execute(
            "UPDATE tool_calls SET untrusted = ?1 WHERE call_id = ?2",
            adjutant_store::params![untrusted, &id],
        )
        .await?;
        adjutant_store::outputs::keep(tx, &session, &id, &output, until).await?;
        let state = serde_json::to_string(&super::super::outputs::StoredResults { until })?;
        adjutant_store::toolset_state::put(tx, &session, super::super::outputs::OUTPUTS, &state, NOW).await?;
        Ok(id.0.clone())
    };
    alice.bench.store.write(keep).await
}

#[tokio::test]
async fn a_kept_result_is_read_on_page_by_page() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let whole = PAGE.repeat(500);
    let call_id = kept(&alice, whole.clone(), None).await;
    let first = alice.json("tool_output", json!({ "call_id": call_id })).await;
    assert_eq!(first["message"], "5000 characters more: call again with offset 4000.");
    let mut read = String::new();
    loop {
        let offset = read.chars().count();
        let page = alice.json("tool_output", json!({ "call_id": call_id, "offset": offset })).await;
        assert_eq!((&page["tool"], &page["total"]), (&json!("web_fetch"), &json!(9_000)));
        read.push_str(page["output"].as_str().unwrap());
        if page["remaining"] == 0 {
            assert_eq!(page["message"], "That is all.");
            break;
        }
    }
    assert_eq!(read, whole);
    let small = alice.json("tool_output", json!({ "call_id": call_id, "offset": 4, "max_chars": 200 })).await;
    assert!(small["output"].as_str().unwrap().starts_with("e aus"), "{small}");
    assert_eq!(small["output"].as_str().unwrap().chars().count(), 200);
}

#[tokio::test]
async fn other_peoples_words_stay_other_peoples() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (page, own) =
        (kept(&alice, PAGE.to_owned(), Some("example.com")).await, kept(&alice, PAGE.to_owned(), None).await);
    let source =
        async |id: &str| alice.call("tool_output", json!({ "call_id": id })).await.unwrap().untrusted;
    assert_eq!(source(&page).await, Sources::from("example.com"));
    assert_eq!(source(&own).await, Sources::OWN);
}

#[tokio::test]
async fn it_is_offered_while_there_is_something_to_read_on_in() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let offered = async || alice.offered().await.get("tool_output").is_ok();
    assert!(!offered().await);
    let call_id = kept(&alice, PAGE.to_owned(), None).await;
    assert!(offered().await);
    bench.advance(TimeDelta::hours(1));
    assert!(!offered().await);
    assert_eq!(
        alice.error("tool_output", json!({ "call_id": call_id })).await,
        format!("not_found: the result of '{call_id}' is not kept (any more); make the call again")
    );
}

#[tokio::test]
async fn what_is_alices_is_not_bobs() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let call_id = kept(&alice, PAGE.to_owned(), None).await;
    let refused = bob.error("tool_output", json!({ "call_id": call_id })).await;
    assert!(refused.starts_with("not_found: "), "{refused}");
}
