use adjutant_simulators::pages::Pages;

use super::*;

/// Returns a bench whose tools may fetch from the simulated site, which is on this machine.
pub(super) async fn bench(pages: &Pages, allow: &[&str]) -> Bench {
    // The program installs it at its start; in tests, the first one that needs it does.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut config = Config::default();
    let server = pages.url("").trim_start_matches("http://").to_owned();
    config.tools.web.allow_private_hosts = vec![server.parse().unwrap()];
    config.tools.web.allow_hosts = allow.iter().map(|host| host.parse().unwrap()).collect();
    Bench::with(config).await
}

#[tokio::test]
async fn a_host_that_nobody_allowed_is_asked_about() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let ask = alice.question("web_fetch", json!({ "url": "https://Example.com/a?b=c" })).await;
    let expected = ApprovalRequest {
        summary: "Fetch https://example.com/a?b=c".to_owned(),
        reason: "The host example.com is not on the list of allowed hosts.".to_owned(),
        kind: Some("example.com".to_owned()),
        ..ApprovalRequest::default()
    };
    assert_eq!(ask, expected);
}

#[tokio::test]
async fn an_address_that_is_never_fetched_is_not_asked_about() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for url in [
        "http://127.0.0.1/",
        "http://[::ffff:10.0.0.1]/",
        "file:///etc/passwd",
        "http://a:b@example.com/",
        "http://localhost:51945/",
        "http://printer.local/",
    ] {
        let refused = alice.requirement("web_fetch", json!({ "url": url })).await.unwrap_err();
        assert!(explained(&refused).starts_with("rejected: "), "{url}: {refused}");
    }
}

#[tokio::test]
async fn an_approved_page_comes_as_markdown() {
    let pages = Pages::start().await;
    pages.serve("/", "text/html", "<title>Oats</title><h1>Oats</h1><p>Good for <b>you</b>.</p>");
    let bench = bench(&pages, &[]).await;
    let alice = bench.person("alice").await;
    let url = pages.url("/");
    assert_eq!(
        alice.question("web_fetch", json!({ "url": url })).await.kind.as_deref(),
        Some(pages.url("").as_str())
    );
    assert_eq!(pages.requests(), [""; 0], "nothing is fetched to ask");
    let outcome = alice.call("web_fetch", json!({ "url": url })).await.unwrap();
    assert_eq!(outcome.untrusted, Sources::from("127.0.0.1"), "it is the host's words");
    let expected = json!({
        "message": "Read Oats.",
        "url": url,
        "title": "Oats",
        "content": "# Oats\n\nGood for **you**.",
        "truncated": false,
    });
    assert_eq!(read(&outcome), expected);
}

#[tokio::test]
async fn an_allowed_host_is_not_asked_about() {
    let pages = Pages::start().await;
    pages.serve("/", "text/plain", "oats");
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    assert_eq!(alice.need("web_fetch", json!({ "url": pages.url("/") })).await, ApprovalNeed::NotNeeded);
    assert_eq!(alice.json("web_fetch", json!({ "url": pages.url("/") })).await["content"], "oats");
}

#[tokio::test]
async fn what_pages_have_in_common_is_their_server_and_nothing_less() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for (url, host) in [
        ("https://example.com/a", "example.com"),
        ("https://sub.example.com/", "sub.example.com"),
        ("https://example.com.evil.example/", "example.com.evil.example"),
        ("https://example.org/", "example.org"),
        ("http://example.org/", "http://example.org"),
        ("http://example.org:8080/a", "http://example.org:8080"),
        ("https://EXAMPLE.org:443/", "example.org"),
    ] {
        assert_eq!(alice.question("web_fetch", json!({ "url": url })).await.kind.as_deref(), Some(host));
    }
}

#[tokio::test]
async fn a_redirect_to_a_host_that_nobody_allowed_is_not_followed() {
    let pages = Pages::start().await;
    pages.redirect("/moved", 302, "https://example.com/elsewhere");
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    assert_eq!(
        alice.error("web_fetch", json!({ "url": pages.url("/moved") })).await,
        "rejected: the page redirects to https://example.com/elsewhere; fetch that address, and the \
         person is asked"
    );
}

#[tokio::test]
async fn another_port_of_an_allowed_host_is_asked_about() {
    let mut config = Config::default();
    config.tools.web.allow_hosts =
        ["example.com", "named.example:8443"].map(|host| host.parse().unwrap()).into();
    let bench = Bench::with(config).await;
    let alice = bench.person("alice").await;
    for url in [
        "https://example.com/",
        "http://example.com/",
        "http://example.com:443/",
        "https://named.example:8443/",
        "http://named.example:8443/",
    ] {
        for tool in ["web_fetch", "http_get"] {
            let need = alice.need(tool, json!({ "url": url })).await;
            assert_eq!(need, ApprovalNeed::NotNeeded, "{tool} {url}");
        }
    }
    for (url, reason) in [
        ("http://example.com:8080/", "The host example.com is allowed, but not its port 8080."),
        ("https://example.com:22/", "The host example.com is allowed, but not its port 22."),
        ("https://named.example/", "The host named.example is allowed, but not its port 443."),
        ("https://named.example:8444/", "The host named.example is allowed, but not its port 8444."),
    ] {
        for tool in ["web_fetch", "http_get"] {
            assert_eq!(alice.question(tool, json!({ "url": url })).await.reason, reason, "{tool} {url}");
        }
    }
}

#[tokio::test]
async fn a_redirect_to_another_port_of_the_same_host_is_not_followed() {
    let (here, there) = (Pages::start().await, Pages::start().await);
    there.serve("/", "text/plain", "an inner service");
    here.redirect("/moved", 302, &there.url("/"));
    let [here_server, there_server] =
        [&here, &there].map(|pages| pages.url("").trim_start_matches("http://").to_owned());
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut config = Config::default();
    config.tools.web.allow_private_hosts =
        [&here_server, &there_server].map(|server| server.parse().unwrap()).into();
    config.tools.web.allow_hosts = vec![here_server.parse().unwrap()];
    let bench = Bench::with(config).await;
    let alice = bench.person("alice").await;
    for tool in ["web_fetch", "http_get"] {
        let refused = alice.error(tool, json!({ "url": here.url("/moved") })).await;
        assert!(refused.contains("redirects to"), "{tool}: {refused}");
    }
    assert_eq!(there.requests(), [""; 0]);
}
