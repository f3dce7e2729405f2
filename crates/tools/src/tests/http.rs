use adjutant_channel::ChatKind;
use adjutant_simulators::pages::Pages;
use adjutant_store::secrets::{self, Secret};
use serde_json::{Value, json};

use super::{web_fetch::bench, *};
use crate::{
    kit::{ApprovalNeed, CallAssessment, Decider, Outcome, ToolError},
    vault,
};

const GET: &str = "http_get";
const POST: &str = "http_post";

async fn requirement(alice: &Person<'_>, tool: &str, arguments: Value) -> Result<CallAssessment, ToolError> {
    let tool = alice.bench.registry.get(tool).unwrap();
    let arguments = tool.parse(&arguments.to_string())?;
    tool.requirement(&alice.context, &arguments).await
}

async fn run(alice: &Person<'_>, tool: &str, arguments: Value) -> Result<Outcome<Value>, ToolError> {
    alice.bench.registry.execute(&alice.context, tool, &arguments.to_string()).await
}

#[tokio::test]
async fn a_get_asks_about_its_host_and_about_what_logs_in() {
    let pages = Pages::start().await;
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    let url = pages.url("/api?q=1");
    for (url, headers, need, reason) in [
        (
            "https://Example.com/a?b",
            json!({}),
            ApprovalNeed::Required,
            "The host example.com is not on the list of allowed hosts.",
        ),
        (&url, json!({}), ApprovalNeed::NotNeeded, ""),
        (&url, json!({ "Accept": "text/csv" }), ApprovalNeed::ByPolicy, ""),
        (
            &url,
            json!({ "Authorization": "Bearer s3cret" }),
            ApprovalNeed::Required,
            "It logs in to 127.0.0.1.",
        ),
    ] {
        let required = requirement(&alice, GET, json!({ "url": url, "headers": headers })).await.unwrap();
        assert_eq!((required.need, required.ask.reason.as_str()), (need, reason), "{headers}");
        assert!(!format!("{required:?}").contains("s3cret"), "{required:?}");
    }
    let required = requirement(&alice, GET, json!({ "url": "https://Example.com/a?b" })).await.unwrap();
    assert_eq!(required.ask.summary, "Get https://example.com/a?b");
    assert_eq!(required.ask.kind.as_deref(), Some("example.com"));
    assert!(pages.requests().is_empty(), "nothing is sent to ask");
}

#[tokio::test]
async fn what_cannot_be_sent_is_not_asked_about() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let post = |more: Value| {
        let mut arguments = json!({ "url": "https://example.com/", "body": "{}" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    for (arguments, said) in [
        (
            post(json!({ "url": "http://127.0.0.1/" })),
            "127.0.0.1 is a private or reserved address; only the public internet can be reached",
        ),
        (
            post(json!({ "headers": { "Host": "a" } })),
            "the header host cannot be set: it is made for each request",
        ),
        (
            post(json!({ "headers": { "X": "a\r\nb" } })),
            "the value of the header x must be one line without control characters",
        ),
        (post(json!({ "content_type": "json" })), "the content type must be like application/json"),
        (
            post(json!({ "body": "a=b" })),
            "the body is not valid JSON (expected value at line 1 column 1); state its content_type",
        ),
    ] {
        assert_eq!(requirement(&alice, POST, arguments).await.unwrap_err().to_string(), said);
    }
    let form = post(json!({ "body": "a=b", "content_type": "application/x-www-form-urlencoded" }));
    assert!(requirement(&alice, POST, form).await.is_ok());
}

#[tokio::test]
async fn a_post_is_shown_before_it_is_sent() {
    let pages = Pages::start().await;
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    let arguments = json!({
        "url": "https://example.com/hook?id=1",
        "body": r#"{"text": "hello"}"#,
        "headers": { "X-Api-Key": "s3cret" },
    });
    let required = requirement(&alice, POST, arguments).await.unwrap();
    assert_eq!(required.need, ApprovalNeed::Required);
    assert_eq!(required.ask.summary, "Send data to example.com/hook");
    assert_eq!(required.ask.kind.as_deref(), Some("example.com"));
    insta::assert_snapshot!(required.ask.preview, @r#"
    POST https://example.com/hook?id=1
    Content type: application/json
    With the headers X-Api-Key

    {"text": "hello"}
    "#);
    let long = json!({ "url": pages.url("/"), "body": "ü".repeat(900), "content_type": "text/plain" });
    let required = requirement(&alice, POST, long).await.unwrap();
    assert!(required.ask.preview.ends_with("üü…\n(1800 bytes in all)"));
    assert_eq!(required.need, ApprovalNeed::Required, "also to a host that is allowed");
}

#[tokio::test]
async fn an_answer_is_given_as_it_is() {
    let pages = Pages::start().await;
    pages.serve_status("/missing", 404, "application/json", r#"{"error": "no such thing"}"#);
    pages.serve("/picture", "image/png", "PNG!");
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    let url = pages.url("/missing");
    let outcome = run(&alice, GET, json!({ "url": url, "headers": { "X-Note": "a" } })).await.unwrap();
    assert_eq!(outcome.message, "127.0.0.1 answered 404 Not Found.");
    assert_eq!(outcome.untrusted, Sources::from("127.0.0.1"));
    let mut output = outcome.output;
    assert_eq!(output["headers"]["content-type"], "application/json");
    output.as_object_mut().unwrap().remove("headers");
    let expected =
        json!({ "url": url, "status": 404, "body": r#"{"error": "no such thing"}"#, "truncated": false });
    assert_eq!(output, expected);
    assert_eq!(pages.received()[0].headers["x-note"], "a");
    let picture = run(&alice, GET, json!({ "url": pages.url("/picture") })).await.unwrap();
    assert_eq!(picture.output["body"], "[image/png, 4 bytes: not text, not read]");
}

#[tokio::test]
async fn a_post_sends_its_body_once_and_follows_nothing() {
    let pages = Pages::start().await;
    pages.redirect("/hook", 307, "/elsewhere");
    let bench = bench(&pages, &[]).await;
    let alice = bench.person("alice").await;
    let outcome = run(&alice, POST, json!({ "url": pages.url("/hook"), "body": "[1]" })).await.unwrap();
    let to = pages.url("/elsewhere");
    assert_eq!(
        outcome.message,
        format!("127.0.0.1 answered 307 Temporary Redirect. It redirects to {to}, which was not followed.")
    );
    let [received] = &pages.received()[..] else { panic!("{:?}", pages.requests()) };
    assert_eq!((received.method.as_str(), received.body.as_str()), ("POST", "[1]"));
    assert_eq!(received.headers["content-type"], "application/json");
}

#[tokio::test]
async fn what_is_in_doubt_is_said() {
    let pages = Pages::start().await;
    pages.cut("/hook");
    pages.redirect("/moved", 302, "https://example.com/elsewhere");
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let alice = bench.person("alice").await;
    let said = async |tool: &str, path: &str, more: Value| {
        let mut arguments = json!({ "url": pages.url(path) });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        run(&alice, tool, arguments).await.unwrap_err().to_string()
    };
    assert_eq!(
        said(POST, "/hook", json!({ "body": "{}" })).await,
        "the connection to 127.0.0.1 broke; what was sent may have arrived all the same, so check before sending \
         it again"
    );
    assert_eq!(
        said(GET, "/moved", json!({})).await,
        "it redirects to https://example.com/elsewhere; request that address, and the person is asked"
    );
}

/// Stores a secret of a person for a server.
pub(super) async fn give(person: &Person<'_>, name: &str, server: &str, value: &str) {
    let mut secret = Secret {
        secret_id: format!("secret-{name}"),
        user_id: person.context.user.user_id.clone(),
        name: name.to_owned(),
        server: server.to_owned(),
        sealed: String::new(),
        created_at: NOW,
        last_used_at: None,
        uses: 0,
    };
    secret.sealed = person.context.vault.seal(&secret.purpose(), value).unwrap();
    person.bench.store.write(async move |tx| secrets::put(tx, &secret).await).await;
}

#[tokio::test]
async fn a_secret_goes_to_its_server_alone_and_only_its_person_decides() {
    let (pages, other) = (Pages::start().await, Pages::start().await);
    let bench = bench(&pages, &["127.0.0.1"]).await;
    let (mut alice, bob) = (bench.person("alice").await, bench.person("bob").await);
    let server = pages.url("").trim_end_matches('/').to_owned();
    give(&alice, "garden", &server, "s3cret").await;
    pages.serve("/echo", "text/plain", "you sent s3cret");
    pages.redirect("/away", 302, &other.url("/stolen"));
    other.serve("/stolen", "text/plain", "thanks");
    let get = |url: String| json!({ "url": url, "headers": { "X-Token": "{{vault:garden}}" } });

    let asked = alice.question(GET, get(pages.url("/echo"))).await;
    assert_eq!(asked.reason, "It logs in to 127.0.0.1 with your secret garden.");
    assert_eq!(asked.kind, Some(format!("{server} with garden")), "not what is allowed without the secret");
    let post = json!({ "url": pages.url("/"), "body": "{}", "headers": { "X-Token": "{{vault:garden}}" } });
    assert_eq!(alice.question(POST, post).await.kind, Some(format!("{server} with garden")));
    alice.context.session.chat_kind = ChatKind::Group;
    let asked = alice.question(GET, get(pages.url("/echo"))).await;
    assert_eq!(asked.decider, Decider::OnlyRequester);
    alice.context.session.chat_kind = ChatKind::Direct;

    let elsewhere = alice.error(GET, get("https://example.com/".to_owned())).await;
    assert!(elsewhere.contains(&format!("may be sent to {server} alone")), "{elsewhere}");
    let of_bob = bob.error(GET, get(pages.url("/echo"))).await;
    assert!(of_bob.contains("the person has no secret 'garden'"), "{of_bob}");
    assert!(pages.requests().is_empty());

    let outcome = run(&alice, GET, get(pages.url("/echo"))).await.unwrap();
    let body = outcome.output["body"].as_str().unwrap();
    let hidden = vault::hidden_from_results(&alice.context).await.unwrap();
    assert_eq!(hidden.redact(body), "you sent [secret garden]");
    assert_eq!(
        vault::hidden_from_results(&bob.context).await.unwrap().redact(body),
        body,
        "bob has no secrets"
    );
    assert_eq!(pages.received()[0].headers["x-token"], "s3cret");
    let redirected = run(&alice, GET, get(pages.url("/away"))).await;
    assert!(redirected.is_err());
    assert!(other.requests().is_empty(), "nothing is sent to where the server redirects");

    // Without its key, a secret cannot be used, and the call says so.
    alice.context.vault = Arc::new(Vault::new(bench.files.path().join("another-key")));
    let closed = alice.error(GET, get(pages.url("/echo"))).await;
    assert!(closed.contains("the secret 'garden' cannot be opened"), "{closed}");
    // A copy for commands is known without the key.
    alice.context.blobs.open(&alice.context.user.user_id).unwrap();
    alice
        .context
        .blobs
        .put_secret(&alice.context.user.user_id, "token", b"0ld-value", NOW.to_utc().into())
        .unwrap();
    let hidden = vault::hidden_from_results(&alice.context).await.unwrap();
    assert_eq!(hidden.redact("s3cret and 0ld-value"), "s3cret and [secret token]");
}

#[tokio::test]
async fn a_secret_is_named_in_headers_only() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let (url, named) = ("https://example.com/", "{\"token\": \"{{vault:garden}}\"}");
    for (tool, arguments) in [
        (GET, json!({ "url": "https://example.com/?token={{vault:garden}}" })),
        (GET, json!({ "url": "https://example.com/?token=%7B%7bvault:garden%7D%7D" })),
        (POST, json!({ "url": "https://example.com/{{vault:garden}}", "body": "{}" })),
        (POST, json!({ "url": url, "body": named })),
    ] {
        let refused = requirement(&alice, tool, arguments).await.unwrap_err().to_string();
        assert!(refused.starts_with("secrets are sent in headers only: write {{vault:NAME}}"), "{refused}");
    }
}
