//! Redirects: a call follows one to an address that it could fetch directly.

use super::*;

const START: &str = "https://allowed.example/start";

/// Returns a room with one fetching tool and with rules that forbid part of a host.
async fn room() -> CallRoom {
    let rules = [
        json!({ "arguments": { "url": "^https://allowed\\.example/private/" }, "then": "deny" }),
        json!({ "arguments": { "url": "^https://allowed\\.example/costly/" }, "then": "ask" }),
        json!({ "then": "allow" }),
    ];
    let fetch =
        fake("fetch", Tier::SideEffecting).risk(Risk::Safe).needs(Permission::Network).does(Does::Redirect);
    CallRoom::with(&rules, ChatKind::Direct, [fetch]).await
}

async fn follows(room: &CallRoom, from: &str, to: &str) -> bool {
    let done = room.run_approved("fetch", json!({ "url": from, "text": to })).await;
    assert_eq!(done.error_code, None, "{}", done.text);
    done.title == "follows"
}

#[tokio::test]
async fn a_redirect_stays_with_its_server_and_with_what_the_rules_say_of_it() {
    let room = room().await;
    for (to, expected) in [
        ("https://allowed.example/next", true),
        ("http://allowed.example/next", false),
        ("https://allowed.example:8443/next", false),
        ("https://www.allowed.example/next", false),
        ("https://allowed.example/private/a", false),
        ("https://ALLOWED.example./x/../priv%61te/a", false),
        ("https://allowed.example/costly/a", false),
    ] {
        assert_eq!(follows(&room, START, to).await, expected, "{to}");
    }
    let approved = "https://other.example/";
    assert!(follows(&room, approved, "https://other.example/next").await, "the approval is for its server");
    assert!(follows(&room, approved, "https://allowed.example/").await, "it would be fetched unasked");
    assert!(
        follows(&room, "http://other.example/", "https://other.example/next").await,
        "encryption is added"
    );
    assert!(!follows(&room, approved, "http://other.example/next").await);
}

#[tokio::test]
async fn a_grant_covers_a_redirect_as_it_covers_a_call() {
    let other = "https://other.example/next";
    for (named, own, tainted) in [(Sources::OWN, true, false), ("example.com".into(), true, true)] {
        let mut room = room().await;
        assert!(!follows(&room, START, other).await);
        room.grant("fetch", Pattern::kind("other.example"), &named).await;
        assert_eq!(follows(&room, START, other).await, own, "{named}");
        assert_eq!(room.grant_used_at().await, Some(NOW));
        assert!(!follows(&room, START, "http://other.example/next").await, "it is for https");
        room.taint("example.com");
        assert_eq!(follows(&room, START, other).await, tainted, "{named}");
        room.taint("example.org");
        assert!(!follows(&room, START, other).await, "{named}");
    }
}
