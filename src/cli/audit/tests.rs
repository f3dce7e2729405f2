use std::time::Duration;

use adjutant_domain::ids::UserId;
use adjutant_store::{
    audit::{Event, Kind},
    testing::{NOW, Store},
};

use super::*;

const DAY: Duration = Duration::from_hours(24);

/// Events of Alice and Bob, a day apart.
async fn store() -> Store {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    store
        .write(async move |tx| {
            let event = |user: &UserId, kind, outcome, detail| (user.clone(), kind, outcome, detail);
            let denied =
                json!({"summary": "Fetch\nhttps://example.com/?key=operator-secret", "why": "too far"});
            let allowed = json!({"label": "example.com"});
            for (i, (user, kind, outcome, detail)) in [
                event(&alice.user_id, Kind::Decision, "denied", denied),
                event(&alice.user_id, Kind::Grant, "always", allowed),
                event(&bob.user_id, Kind::Call, "succeeded", json!({})),
            ]
            .into_iter()
            .enumerate()
            {
                let actor = Some(&bob.user_id).filter(|_| kind == Kind::Grant);
                let (session, call, tool) = (None, None, "web_fetch");
                let event = Event { kind, user: &user, actor, session, call, tool, outcome, detail };
                audit::record(tx, event, NOW + i as u32 * DAY).await?;
            }
            Ok(())
        })
        .await;
    store
}

async fn printed(store: &Store, since: Option<&str>, user: Option<&str>, json: bool) -> Result<String> {
    let redactor = Redactor::new(["operator-secret"]).unwrap();
    let selection = Selection { since: since.map(Into::into), user: user.map(Into::into), json };
    let mut out = Vec::new();
    let now = ((NOW + 2 * DAY).to_utc(), Zone::UTC);
    print(&store.db, &redactor, selection, now, &mut out).await?;
    Ok(String::from_utf8(out).unwrap())
}

#[tokio::test]
async fn events_are_printed_oldest_first_a_line_each_without_secrets() {
    let store = store().await;
    insta::assert_snapshot!(printed(&store, None, None, false).await.unwrap(), @r"
    2026-05-01 08:00:00Z  decision    alice  web_fetch  denied: Fetch https://example.com/?key=[secret] (too far)
    2026-05-02 08:00:00Z  grant       alice  web_fetch  always by bob: example.com
    2026-05-03 08:00:00Z  call        bob  web_fetch  succeeded
    ");
}

#[tokio::test]
async fn events_are_chosen_by_time_and_person() {
    let store = store().await;
    let lines = async |since: Option<&str>, user: Option<&str>| {
        printed(&store, since, user, false).await.unwrap().lines().count()
    };
    assert_eq!(lines(Some("1d"), None).await, 2);
    assert_eq!(lines(Some("2026-05-03"), None).await, 1);
    assert_eq!(lines(None, Some("Alice")).await, 2);
    assert_eq!(lines(None, Some("bob")).await, 2, "the user of the call, and the one who decided");
    let error = |refused: Result<String>| refused.unwrap_err().to_string();
    insta::assert_snapshot!(error(printed(&store, None, Some("carol"), false).await), @r#"no person matches "carol"; give an id, a name, or an identity such as telegram:42"#);
    insta::assert_snapshot!(error(printed(&store, Some("soon"), None, false).await), @r#"--since must be a date such as 2026-05-01, or a length of time such as 7d, not "soon""#);
}

#[tokio::test]
async fn the_export_is_json_lines() {
    let store = store().await;
    let printed = printed(&store, None, Some("alice"), true).await.unwrap();
    let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[1]["kind"], &lines[1]["actor"]["name"]), (&json!("grant"), &json!("bob")));
    assert_eq!((&lines[0]["at"], &lines[0]["actor"]), (&json!("2026-05-01T08:00:00Z"), &Value::Null));
    assert_eq!(lines[0]["detail"]["summary"], "Fetch\nhttps://example.com/?key=[secret]");
}

#[tokio::test]
async fn a_long_audit_is_read_in_pages() {
    let store = store().await;
    store
        .write(async move |tx| {
            for i in 0..BATCH_SIZE * 2 {
                let user = &UserId("user-gone".into());
                let (kind, detail) = (Kind::Call, json!({ "i": i }));
                let (actor, session, call) = (None, None, None);
                let event =
                    Event { kind, user, actor, session, call, tool: "t", outcome: "succeeded", detail };
                audit::record(tx, event, NOW).await?;
            }
            Ok(())
        })
        .await;
    assert_eq!(
        printed(&store, None, None, false).await.unwrap().lines().count(),
        3 + 2 * BATCH_SIZE as usize
    );
}
