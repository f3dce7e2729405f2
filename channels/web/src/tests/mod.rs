//! The channel over real HTTP, with a gateway that only records.

mod address;
mod files;
mod harness;
mod strangers;

use std::{path::Path, sync::Arc};

use adjutant_channel::{
    Accepted, Button, ButtonStyle, Channel as _, ChatKind, ChatRef, Content, Event, Found, Heard,
    HistoryCursor, HistoryItem, Inbound, LostSend, MessageId, Outgoing, PressAnswer, Rich, SendError, Sender,
};
use axum::http::{Method, StatusCode};
pub(crate) use harness::NOW;
use harness::{Notes, Site, TOKEN, chat, content, outgoing};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_util::sync::CancellationToken;

const ID: &str = "5e0e2c9a-7d7c-4a8e-9a64-0d6a4f0f5a11";

#[tokio::test]
async fn the_page_is_for_everybody_and_its_api_is_not() {
    let site = Site::open().await;

    let page = site.request(Method::GET, "/", &[], "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("/page.js") && !page.body.contains(TOKEN));
    assert_snapshot!(page.header("content-security-policy"), @"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");

    for (method, path) in [
        (Method::GET, "/api/history"),
        (Method::GET, "/api/events"),
        (Method::GET, "/api/messages?received=1&sent=1"),
        (Method::POST, "/api/messages"),
        (Method::POST, "/api/press"),
        (Method::POST, "/api/complete"),
        (Method::PUT, "/api/uploads/5e0e2c9a"),
        (Method::GET, "/api/uploads/5e0e2c9a"),
        (Method::GET, "/api/files/7.1"),
        (Method::POST, "/api/login"),
    ] {
        for headers in [vec![], vec![("Authorization", "Bearer 0123456789abcdeX")]] {
            let reply = site.request(method.clone(), path, &headers, "{}").await;
            assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{path}");
            assert_eq!(
                reply.body,
                r#"{"error":"The access token is missing or wrong.","code":"token-needed"}"#
            );
            assert_eq!(reply.header("cache-control"), "no-store");
        }
    }
    assert_eq!(site.gateway.events(), []);
}

#[tokio::test]
async fn what_a_page_needs_is_kept_for_good_and_named_by_its_content() {
    let site = Site::open().await;
    let page = site.request(Method::GET, "/", &[], "").await.body;
    let quoted = page.split('"').filter(|text| text.starts_with("/assets/"));
    let [style, module] = quoted.map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
    let folder = style.strip_suffix("page.css").unwrap();
    assert_eq!(folder.len(), "/assets/0123456789abcdef/".len(), "{folder}");
    assert_eq!(module, format!("{folder}page.js"));
    for (name, kind) in
        [("page.css", "text/css"), ("page.js", "text/javascript"), ("rich.js", "text/javascript")]
    {
        let file = site.request(Method::GET, &format!("{folder}{name}"), &[], "").await;
        assert_eq!(file.status, StatusCode::OK, "{name}");
        assert_eq!(file.header("content-type"), format!("{kind}; charset=utf-8"));
        assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        assert!(file.header("content-security-policy").contains("script-src 'self'"));
    }
    for path in ["/page.js", "/assets/page.js", "/assets/0123456789abcdef/page.js"] {
        let gone = site.request(Method::GET, path, &[], "").await;
        assert_eq!(
            (gone.status, gone.header("cache-control")),
            (StatusCode::NOT_FOUND, "no-store"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_token_is_traded_for_a_cookie_that_scripts_cannot_read() {
    let site = Site::open().await;
    let (origin, bearer) = (site.origin(), format!("Bearer {TOKEN}"));
    let login = site
        .request(Method::POST, "/api/login", &[("Origin", &origin), ("Authorization", &bearer)], "")
        .await;
    assert_eq!(login.status, StatusCode::NO_CONTENT);
    let (cookie, attributes) = login.header("set-cookie").split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/api; Max-Age=7776000; HttpOnly; SameSite=Strict");
    let tls = origin.replace("http:", "https:");
    let behind_tls =
        site.request(Method::POST, "/api/login", &[("Origin", &tls), ("Authorization", &bearer)], "").await;
    assert!(behind_tls.header("set-cookie").ends_with("; SameSite=Strict; Secure"));

    let wrong = ("Cookie", &*cookie.replace(TOKEN, "0123456789abcdeX"));
    for (method, headers, found) in [
        (Method::GET, vec![], "anybody"),
        (Method::GET, vec![wrong], "anybody"),
        (Method::GET, vec![("Cookie", cookie)], "who has the key"),
        (Method::POST, vec![("Authorization", &*bearer)], "who has the key"),
        (Method::POST, vec![("Cookie", cookie), ("Origin", &*origin)], "who has the key"),
        (
            Method::POST,
            vec![("Cookie", cookie)],
            r#"{"error":"Requests from other sites are refused.","code":"foreign-origin"}"#,
        ),
    ] {
        let reply = site.request(method, "/api/who", &headers, "").await;
        assert_eq!(reply.body, found, "{headers:?}");
    }

    let with_cookie = site.request(Method::GET, "/api/history", &[("Cookie", cookie)], "").await;
    assert_eq!(with_cookie.status, StatusCode::OK);
    let body = json!({ "client_id": ID, "text": "hi" }).to_string();
    let without_origin = site.request(Method::POST, "/api/messages", &[("Cookie", cookie)], &body).await;
    assert_eq!(without_origin.status, StatusCode::FORBIDDEN);
    let headers = [("Cookie", cookie), ("Origin", &origin)];
    let from_page = site.request(Method::POST, "/api/messages", &headers, &body).await;
    assert_eq!(from_page.status, StatusCode::OK);
}

#[tokio::test]
async fn a_foreign_name_or_another_sites_page_is_refused_even_with_the_token() {
    let site = Site::open().await;
    let bearer = format!("Bearer {TOKEN}");
    let body = json!({ "client_id": ID, "text": "hi" }).to_string();
    for header in [("Host", "evil.example"), ("Origin", "http://evil.example"), ("Origin", "null")] {
        let headers = [("Authorization", &*bearer), header];
        let reply = site.request(Method::POST, "/api/messages", &headers, &body).await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{header:?}");
    }
    let page = site.request(Method::GET, "/", &[("Host", "evil.example")], "").await;
    assert_eq!(page.status, StatusCode::FORBIDDEN, "not even the page");
    assert_eq!(site.gateway.events(), []);
}

#[tokio::test]
async fn what_the_person_says_becomes_a_message_or_a_command() {
    let site = Site::open().await;
    let reply = site.post("/api/messages", &json!({ "client_id": ID, "text": "  hello\nthere " })).await;
    assert_snapshot!(reply.body, @r#"{"at":"2026-12-01T09:00:00Z","waits":false}"#);

    let id = MessageId(ID.to_owned());
    let said = Event::Message {
        message_id: id.clone(),
        text: "hello\nthere".to_owned(),
        attachments: vec![],
        reply_to: None,
        forwarded: false,
        album: None,
    };
    let event = Inbound {
        external_id: format!("message:{ID}"),
        chat: chat(),
        chat_kind: ChatKind::Direct,
        sender: Sender::person("owner", "owner"),
        sent_at: NOW,
        opened_at: None,
        heard: Heard::Addressed,
        event: said,
    };
    assert_eq!(site.gateway.events(), [event]);

    for (text, expected) in [
        ("/new", Some(("new", ""))),
        ("/Remind  me at 9 ", Some(("remind", "me at 9"))),
        ("/usage\nplease", Some(("usage", "please"))),
        ("/", None),
        ("/etc/hosts is empty", None),
        ("/ new", None),
    ] {
        site.post("/api/messages", &json!({ "client_id": ID, "text": text })).await;
        let command = match site.gateway.last().event {
            Event::Command { message_id, name, args, .. } if message_id == id => Some((name, args)),
            _ => None,
        };
        let expected = expected.map(|(name, args): (&str, &str)| (name.to_owned(), args.to_owned()));
        assert_eq!(command, expected, "{text:?}");
    }
}

#[tokio::test]
async fn a_repeated_post_is_the_same_event() {
    let site = Site::open().await;
    for _ in 0..2 {
        site.post("/api/messages", &json!({ "client_id": ID, "text": "once" })).await;
    }
    let ids: Vec<_> = site.gateway.events().into_iter().map(|event| event.external_id).collect();
    assert_eq!(ids, [format!("message:{ID}"), format!("message:{ID}")]);
}

#[tokio::test]
async fn a_press_is_answered_with_its_true_outcome() {
    let site = Site::open().await;
    let press = json!({ "client_id": ID, "message_id": "7.1", "data": "approve:7" });
    let reply = site.post("/api/press", &press).await;
    assert_snapshot!(reply.body, @r#"{"text":"","alert":false}"#);
    let event = site.gateway.last();
    assert_eq!(event.external_id, format!("press:{ID}"));
    let message_id = Some(MessageId("7.1".to_owned()));
    assert_eq!(event.event, Event::Press { message_id, data: "approve:7".to_owned(), handle: None });

    let answer = PressAnswer::alert("This was decided already.");
    site.gateway.answer_with(Accepted { answer: Some(answer), ..Accepted::default() });
    let reply = site.post("/api/press", &press).await;
    assert_snapshot!(reply.body, @r#"{"text":"This was decided already.","alert":true}"#);
}

#[tokio::test]
async fn what_cannot_be_understood_or_is_too_big_is_refused() {
    let site = Site::open().await;
    let too_big = "x".repeat(300 * 1024);
    for (path, body, status) in [
        ("/api/messages", json!({ "client_id": ID, "text": " \n" }), StatusCode::BAD_REQUEST),
        ("/api/messages", json!({ "client_id": "short", "text": "hi" }), StatusCode::UNPROCESSABLE_ENTITY),
        (
            "/api/messages",
            json!({ "client_id": "a:b:c:d:e", "text": "hi" }),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            "/api/messages",
            json!({ "client_id": "x".repeat(65), "text": "hi" }),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        ("/api/messages", json!({ "client_id": ID }), StatusCode::UNPROCESSABLE_ENTITY),
        ("/api/messages", json!({ "client_id": ID, "text": too_big }), StatusCode::PAYLOAD_TOO_LARGE),
        (
            "/api/press",
            json!({ "client_id": ID, "message_id": "1", "data": "" }),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        ("/api/nothing", json!({}), StatusCode::NOT_FOUND),
    ] {
        let reply = site.post(path, &body).await;
        assert_eq!(reply.status, status, "{path}");
        assert!(reply.body.starts_with(r#"{"error":""#) && !reply.body.contains("xx"), "{}", reply.body);
    }
    assert_eq!(site.gateway.events(), []);
}

#[tokio::test]
async fn what_the_gateway_cannot_store_is_not_acknowledged() {
    let site = Site::open().await;
    site.gateway.fail();
    let reply = site.post("/api/messages", &json!({ "client_id": ID, "text": "hi" })).await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_snapshot!(reply.body, @r#"{"error":"The gateway could not store this. It was not sent; try again.","code":"not-stored"}"#);
    assert_eq!(site.get("/api/history").await.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn pages_see_everything_in_order() {
    let site = Site::open().await;
    let (mut one, mut two) = (site.events().await, site.events().await);

    site.gateway.answer_with(Accepted { waits: true, ..Accepted::default() });
    site.post("/api/messages", &json!({ "client_id": ID, "text": "hi" })).await;
    site.web.typing(&chat()).await.unwrap();
    let prompt = Content {
        body: Rich::builder().text("🎉 ").bold("sure?").build(),
        buttons: vec![vec![Button {
            label: "Approve".to_owned(),
            data: "yes".to_owned(),
            style: ButtonStyle::Primary,
        }]],
        ..Content::default()
    };
    let message = Outgoing { content: prompt, ..outgoing("7.1", "") };
    assert_eq!(site.web.send(&message).await, Ok(MessageId("7.1".to_owned()).into()));
    site.web.edit(&chat(), &MessageId("7.1".to_owned()), &content("done"), None).await.unwrap();

    let seen = one.take(5).await;
    assert_snapshot!(seen, @r#"
    message {"id":"5e0e2c9a-7d7c-4a8e-9a64-0d6a4f0f5a11","from_bot":false,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"hi"}}}
    waits {"id":"5e0e2c9a-7d7c-4a8e-9a64-0d6a4f0f5a11"}
    typing {}
    message {"id":"7.1","from_bot":true,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"🎉 sure?","entities":[{"offset":3,"length":5,"style":"bold"}]},"buttons":[[{"label":"Approve","data":"yes","style":"primary"}]]}}
    edit {"id":"7.1","content":{"body":{"text":"done"}}}
    "#);
    assert_eq!(two.take(5).await, seen);
}

#[tokio::test]
async fn a_page_that_opens_a_moment_too_late_misses_nothing() {
    let site = Site::open().await;
    site.web.typing(&chat()).await.unwrap();
    site.web.send(&outgoing("7.1", "first")).await.unwrap();
    site.web.edit(&chat(), &MessageId("7.1".to_owned()), &content("then"), None).await.unwrap();

    let mut page = site.events().await;
    site.web.send(&outgoing("7.2", "later")).await.unwrap();
    assert_snapshot!(page.take(3).await, @r#"
    message {"id":"7.1","from_bot":true,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"first"}}}
    edit {"id":"7.1","content":{"body":{"text":"then"}}}
    message {"id":"7.2","from_bot":true,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"later"}}}
    "#);
}

#[tokio::test]
async fn a_page_that_falls_behind_starts_over() {
    let site = Site::open().await;
    let mut page = site.events().await;
    // No await point lets the server run in between, so it sees all messages at once.
    for number in 0..1000 {
        site.web.send(&outgoing(&number.to_string(), "flood")).await.unwrap();
    }
    assert_snapshot!(page.take(1).await, @"resync {}");
}

#[tokio::test]
async fn the_page_is_told_in_which_language_to_speak() {
    let site = Site::open().await;
    let bearer = format!("Bearer {TOKEN}");
    let headers = [("Authorization", &*bearer), ("Accept-Language", "de-AT,en;q=0.5")];
    let history = async || -> Value {
        serde_json::from_str(&site.request(Method::GET, "/api/history", &headers, "").await.body).unwrap()
    };
    let unknown = history().await;
    assert_eq!(unknown["language"], Value::Null, "the browser decides");
    assert_eq!(site.gateway.asked_tag.lock().unwrap().as_deref(), Some("de-AT"));
    assert_eq!(unknown["commands"][0]["description"], "Was ich kann");
    site.gateway.speak("fr");
    let known = history().await;
    assert_eq!(known["language"], "fr");
    assert_eq!(known["commands"][0]["description"], "What I can do", "there is no French menu here");
    site.gateway.speak("de");
    let sent = site.post("/api/messages", &json!({"client_id": ID, "text": "/language fr"})).await;
    assert_snapshot!(sent.body, @r#"{"at":"2026-12-01T09:00:00Z","waits":false,"language":"de"}"#);
    let press = json!({"client_id": ID, "message_id": "a", "data": "language:fr"});
    let pressed = site.post("/api/press", &press).await;
    assert_snapshot!(pressed.body, @r#"{"text":"","alert":false,"language":"de"}"#);
}

#[tokio::test]
async fn the_history_is_the_gateways() {
    let site = Site::open().await;
    let item = |id: &str, from_bot, text: &str| HistoryItem {
        message_id: MessageId(id.to_owned()),
        from_bot,
        content: content(text),
        attachments: Vec::new(),
        at: NOW,
        cursor: HistoryCursor::NOW,
    };
    site.gateway.remember(vec![item("a", false, "hi"), item("b", true, "hello")]);
    assert_snapshot!(site.get("/api/history").await.body, @r#"{"title":"Adjutant","commands":[{"name":"help","description":"What I can do","arguments":[{"name":"command","description":"The one to explain","completes":true}]}],"messages":[{"id":"a","from_bot":false,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"hi"}}},{"id":"b","from_bot":true,"at":"2026-12-01T09:00:00Z","content":{"body":{"text":"hello"}}}],"earlier":null}"#);
}

#[tokio::test]
async fn what_came_before_is_read_in_stretches() {
    let site = Site::open().await;
    let item = |number: i64| HistoryItem {
        message_id: MessageId(number.to_string()),
        from_bot: true,
        content: content("hello"),
        attachments: Vec::new(),
        at: NOW,
        cursor: HistoryCursor { received: 0, sent: number },
    };
    site.gateway.remember((0..250).map(item).collect());
    let stretch = async |path: &str| {
        let past: Value = serde_json::from_str(&site.get(path).await.body).unwrap();
        let messages = past["messages"].as_array().unwrap();
        let (first, last) = (&messages[0]["id"], &messages[messages.len() - 1]["id"]);
        format!("{first} to {last}, then {}", past["earlier"])
    };
    assert_snapshot!(stretch("/api/history").await, @r#""150" to "249", then {"received":0,"sent":150}"#);
    assert_snapshot!(stretch("/api/messages?received=0&sent=150").await, @r#""50" to "149", then {"received":0,"sent":50}"#);
    assert_snapshot!(stretch("/api/messages?received=0&sent=50").await, @r#""0" to "49", then null"#);
    assert_eq!(site.get("/api/messages").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_text_is_refused_at_the_limit_that_is_named() {
    let site = Site::open().await;
    let say = async |characters: usize| {
        site.post("/api/messages", &json!({"client_id": "long-text", "text": "ä".repeat(characters)})).await
    };
    assert_eq!(say(60_000).await.status, StatusCode::OK);
    let refused = say(60_001).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_snapshot!(refused.body, @r#"{"error":"That is too long for one message. Send it in parts of at most 60,000 characters.","code":"too-long"}"#);
}

#[tokio::test]
async fn nul_alone_is_an_empty_message() {
    let site = Site::open().await;
    let say = json!({"client_id": "empty-text", "text": " \0\n"});
    assert_snapshot!(site.post("/api/messages", &say).await.body, @r#"{"error":"An empty message cannot be sent.","code":"empty"}"#);
}

#[tokio::test]
async fn a_text_may_be_written_in_escapes() {
    let site = Site::open().await;
    let bearer = format!("Bearer {TOKEN}");
    let headers = [("Authorization", &*bearer), ("Origin", &site.origin())];
    let text = r"\ud83e\udd80".repeat(60_000);
    let body = format!(r#"{{"client_id":"escaped-text","text":"{text}"}}"#);
    let reply = site.request(Method::POST, "/api/messages", &headers, body).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.body);
    let Event::Message { text, .. } = site.gateway.last().event else { panic!("no message") };
    assert!(text == "🦀".repeat(60_000));
}

#[tokio::test]
async fn sending_needs_no_page_but_the_right_chat() {
    let site = Site::open().await;
    let message = outgoing("7.1", "nobody is looking");
    let id = MessageId("7.1".to_owned());
    assert_eq!(site.web.send(&message).await, Ok(id.clone().into()));
    let lost = LostSend {
        message: message.clone(),
        variants: Vec::new(),
        last_known: None,
        known: vec![],
        age: std::time::Duration::ZERO,
        is_settled: true,
        examined: Vec::new(),
    };
    assert_eq!(site.web.find(&lost).await, Ok(Found::Message(id)));

    let elsewhere = Outgoing { chat: ChatRef { chat: "other".to_owned(), ..chat() }, ..message };
    assert!(matches!(site.web.send(&elsewhere).await, Err(SendError::ChatGone(_))));
}

#[test]
fn answers_are_rendered_and_cut_only_when_they_are_huge() {
    let web = Site::channel("127.0.0.1:0".parse().unwrap(), Path::new("unused"));
    assert_eq!(web.layout(&chat(), "**hi**"), [Rich::builder().bold("hi").build()]);
    assert_eq!(web.layout(&chat(), "").len(), 1);
    assert_eq!(web.layout(&chat(), &"word ".repeat(30_000)).len(), 2);
}

#[tokio::test]
async fn what_fits_an_argument_is_the_gateways_to_say() {
    let site = Site::open().await;
    let asked = json!({"command": "help", "argument": "command", "typed": "st"});
    let reply = site.post("/api/complete", &asked).await;
    assert_snapshot!(reply.body, @r#"{"choices":[{"label":"What was asked","value":"help command st"}]}"#);

    site.gateway.fail();
    let reply = site.post("/api/complete", &asked).await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_snapshot!(reply.body, @r#"{"error":"The gateway could not look up suggestions.","code":"no-choices"}"#);
    site.stop().await;
}
