use adjutant_simulators::pages::Pages;
use serde_json::json;

use super::*;
use crate::store::{approvals::Scope, grants};

/// A bench whose tools may fetch from the simulated site, which is on this machine.
pub(super) async fn bench(pages: &Pages, allow: &[&str]) -> Bench {
    // The program installs it when it starts; whichever test comes first does here.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut config = Config::default();
    let server = pages.url("").trim_start_matches("http://").to_owned();
    config.tools.web.allow_private_hosts = vec![server.parse().unwrap()];
    config.tools.web.allow_hosts = allow.iter().map(|host| (*host).to_owned()).collect();
    Bench::with(config).await
}

#[tokio::test]
async fn a_host_that_nobody_allowed_is_asked_about() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let ask = alice.question("web_fetch", json!({ "url": "https://Example.com/a?b=c" })).await;
    let expected = Ask {
        summary: "Fetch https://example.com/a?b=c".to_owned(),
        reason: "The host example.com is not on the list of allowed hosts.".to_owned(),
        pattern: Some("example.com".to_owned()),
    };
    assert_eq!(ask, expected);
    assert_eq!(
        alice.call("web_fetch", json!({ "url": "https://example.com/" })).await,
        "Tool execution failed: fetching from example.com needs the person's approval"
    );
}

#[tokio::test]
async fn an_address_that_is_never_fetched_is_not_asked_about() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for url in
        ["http://127.0.0.1/", "http://[::ffff:10.0.0.1]/", "file:///etc/passwd", "http://a:b@example.com/"]
    {
        let verdict = alice.verdict("web_fetch", json!({ "url": url })).await;
        assert!(matches!(verdict, Verdict::Refuse(_)), "{url}: {verdict:?}");
    }
}

#[tokio::test]
async fn an_approved_page_comes_as_markdown() {
    let pages = Pages::start().await;
    pages.serve("/", "text/html", "<title>Oats</title><h1>Oats</h1><p>Good for <b>you</b>.</p>");
    let bench = bench(&pages, &[]).await;
    let mut alice = bench.person("alice").await;
    let url = pages.url("/");
    assert_eq!(
        alice.question("web_fetch", json!({ "url": url })).await.pattern.as_deref(),
        Some("127.0.0.1")
    );
    assert_eq!(pages.requests(), [""; 0], "nothing is fetched to ask");
    alice.context.approved = true;
    let page = alice.json("web_fetch", json!({ "url": url })).await;
    let expected = json!({
        "url": url, "title": "Oats", "content": "# Oats\n\nGood for **you**.", "truncated": false,
    });
    assert_eq!(page, expected);
}

#[tokio::test]
async fn an_allowed_host_is_not_asked_about() {
    let pages = Pages::start().await;
    pages.serve("/", "text/plain", "oats");
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    assert_eq!(alice.verdict("web_fetch", json!({ "url": pages.url("/") })).await, Verdict::Run);
    assert_eq!(alice.json("web_fetch", json!({ "url": pages.url("/") })).await["content"], "oats");
}

#[tokio::test]
async fn a_grant_is_for_one_person_and_one_host() {
    let bench = Bench::new().await;
    let (alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let session = alice.context.session.clone();
    bench
        .store
        .write(async move |tx| {
            let new = grants::New {
                user: &session.user_id,
                session: &session.session_id,
                tool: "web_fetch",
                pattern: &kit::Pattern::kind("example.com"),
                scope: Scope::Always,
                untrusted: false,
                approval_id: "approval-1",
            };
            grants::add(tx, &new, NOW).await
        })
        .await;
    let example = json!({ "url": "https://example.com/" });
    assert_eq!(alice.verdict("web_fetch", example.clone()).await, Verdict::Run);
    for other in ["https://sub.example.com/", "https://example.com.evil.example/", "https://example.org/"] {
        assert!(
            matches!(alice.verdict("web_fetch", json!({ "url": other })).await, Verdict::Ask(_)),
            "{other}"
        );
    }
    assert!(matches!(bob.verdict("web_fetch", example).await, Verdict::Ask(_)));
}

#[tokio::test]
async fn a_redirect_to_a_host_that_nobody_allowed_is_not_followed() {
    let pages = Pages::start().await;
    pages.redirect("/moved", 302, "https://example.com/elsewhere");
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    assert_eq!(
        alice.call("web_fetch", json!({ "url": pages.url("/moved") })).await,
        "Tool execution failed: the page redirects to https://example.com/elsewhere; fetch that address, and the \
         person is asked"
    );
}
