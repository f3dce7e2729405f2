//! Signing in to the console with a link from the bot, and what each person can see and change then.

use adjutant_channel::{ChatKind, ChatRef, Content, Rich};
use adjutant_domain::{budget::Spent, ids::UserId, outbox_key::OutboxKey};
use adjutant_simulators::telegram::User;
use adjutant_store::{
    db::{Scope, Tx},
    outbox::{self, Post},
    usage,
};
use reqwest::{Client, Method, Response, StatusCode, header::SET_COOKIE};
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::{
    console::{TABLES, VIEWS},
    harness::{Bot, Both, Chat as _, Masked as _, OnTelegram, OnWeb, Setup, Shown, reads},
};

pub(crate) type OnBoth = Both<OnTelegram, OnWeb>;

const PEOPLE: &str = "[\"telegram:42\", \"telegram:43\"]";

pub(crate) fn setup() -> Setup {
    Setup::new().with("CONSOLE__URL", "http://localhost").with("ACCESS__ALLOW", PEOPLE)
}

/// Requests a link; returns the message with it, and its code.
async fn asks(phone: &OnTelegram) -> (Shown, String) {
    phone.says("/console").await;
    let message = phone.next_message().await;
    let code = code_in(&message.text);
    (message, code)
}

fn code_in(text: &str) -> String {
    let (_, rest) = text.split_once("/console#link=").expect("the message shows a link");
    rest.split_whitespace().next().unwrap().to_owned()
}

/// A browser without the key of the chat page.
pub(crate) struct Visitor {
    client: Client,
    origin: String,
    /// The name and value of the browser's cookie, once it has one.
    cookie: Option<String>,
}

impl Visitor {
    pub(crate) fn new(page: &OnWeb) -> Self {
        Self { client: Client::new(), origin: page.url(""), cookie: None }
    }

    /// Signs in with a new link for this person.
    pub(crate) async fn of(phone: &OnTelegram, page: &OnWeb) -> Self {
        let (message, code) = asks(phone).await;
        let mut visitor = Self::new(page);
        assert_eq!(visitor.opens(&code).await, (StatusCode::NO_CONTENT, String::new()));
        phone.changes(&message).await;
        visitor
    }

    /// Opens a link, as the page does; returns the status of the answer, and its error.
    async fn opens(&mut self, code: &str) -> (StatusCode, String) {
        let asked = self.request(Method::POST, "/api/console/sign_in").json(&json!({ "code": code }));
        let answer = asked.header("origin", &self.origin).send().await.unwrap();
        if let Some(cookie) = answer.headers().get(SET_COOKIE) {
            let (cookie, attributes) = cookie.to_str().unwrap().split_once("; ").unwrap();
            assert_eq!(attributes, "Path=/api/console; Max-Age=2592000; HttpOnly; SameSite=Strict");
            self.cookie = Some(cookie.to_owned());
        }
        told(answer).await
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.origin));
        match &self.cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        }
    }

    pub(crate) async fn gets(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    async fn posts(&self, path: &str, body: &Value) -> Response {
        let request = self.request(Method::POST, path).json(body);
        request.header("origin", &self.origin).send().await.unwrap()
    }

    pub(crate) async fn views(&self, view: &str) -> Value {
        let answer = self.gets(&format!("/api/console/views/{view}")).await;
        assert_eq!(answer.status(), StatusCode::OK, "{view}");
        answer.json().await.unwrap()
    }

    /// Returns the answer to a change: its text, with whether it was refused.
    async fn makes(&self, change: &Value) -> (String, bool) {
        let answer = self.posts("/api/console/changes", change).await;
        assert_eq!(answer.status(), StatusCode::OK, "{change}");
        let answer: Value = answer.json().await.unwrap();
        (answer["text"].as_str().unwrap().to_owned(), answer["alert"] == true)
    }

    async fn status(&self) -> StatusCode {
        self.gets("/api/console/viewer").await.status()
    }
}

/// Returns the status of an answer, and the text of its error if there is one.
async fn told(answer: Response) -> (StatusCode, String) {
    let status = answer.status();
    let body: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or_default();
    (status, body["error"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_person_opens_their_console_by_a_link() {
    let bot: Bot<OnBoth> = setup().start().await;
    let Both(phone, page) = bot.alice();
    let (message, code) = asks(&phone).await;
    reads!(message.masked(&code, "CODE"), @"
    Open your console with this link, once and within 10 minutes:

    http://localhost/console#link=CODE

    It shows in a browser what is yours: what waits for your approval, your schedules, what I have answered and used, and the audit. You can decide and change things there. The browser stays signed in for 30 days. Pass the link to nobody: whoever opens it first sees and decides in your place. To end it, sign out there, or write /console off, which signs all your browsers out.
    ");
    phone.says("remind me every day at 9:30 to water the plants").await;
    bot.next_message().await;

    let mut visitor = Visitor::new(&page);
    reads!(told(visitor.gets("/api/console/views/overview").await).await.1, @"You are not signed in. Send /console to the bot in a direct chat, and open the link that it sends.");
    assert_eq!(visitor.opens(&code).await.0, StatusCode::NO_CONTENT);
    reads!(phone.changes(&message).await, @"A link to your console was here, and a browser has opened it. If that was not you, write /console off now.");
    let viewer: Value = visitor.gets("/api/console/viewer").await.json().await.unwrap();
    assert_eq!(viewer, json!({"name": "alice", "is_owner": false, "is_signed_in": true, "language": "en"}));
    assert_eq!(visitor.views("schedules").await["schedules"][0]["name"], "water the plants");
    let token = visitor.cookie.as_deref().unwrap().split_once('=').unwrap().1.to_owned();
    for secret in [code.clone(), token] {
        assert!(!holds(&bot, &secret).await, "neither is stored");
    }

    let again = Visitor::new(&page).opens(&code).await;
    assert_eq!(again.0, StatusCode::FORBIDDEN);
    reads!(again.1, @"This link opens nothing any more: it works once, and for 10 minutes. Send /console to the bot in a direct chat for another.");
    assert_eq!(visitor.status().await, StatusCode::OK, "it changes nothing for who is in");

    assert_eq!(visitor.posts("/api/console/sign_out", &json!({})).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(visitor.status().await, StatusCode::UNAUTHORIZED);
    let events = page.views("audit").await["events"].take();
    let told = events.as_array().unwrap().iter().filter(|event| event["tool"] == "console");
    let told: Vec<_> =
        told.map(|event| format!("{} {} by {}", event["kind"], event["outcome"], event["by"])).collect();
    reads!(told.join("\n"), @r#"
    "revocation" "signed_out" by "alice"
    "grant" "signed_in" by "alice"
    "#);
    let key_holder: Value = page.requests("/api/console/viewer").await.json().await.unwrap();
    assert_eq!(
        key_holder,
        json!({"name": "owner", "is_owner": true, "is_signed_in": false, "language": "en"})
    );
    let by_key = page.tries("/api/console/sign_out", &json!({})).await;
    assert_eq!(by_key.status(), StatusCode::CONFLICT);
    bot.end().await;
}

#[tokio::test]
async fn whoever_holds_the_key_uses_no_link_up() {
    let bot: Bot<OnBoth> = setup().start().await;
    let Both(phone, page) = bot.alice();
    let (message, code) = asks(&phone).await;
    let by_key = page.tries("/api/console/sign_in", &json!({ "code": code })).await;
    let (status, why) = told(by_key).await;
    assert_eq!(status, StatusCode::CONFLICT);
    reads!(why, @"This browser opens the console with the key of the chat page, as the owner. Open the link in another browser, or in a private window: it has not been used.");
    assert_eq!(Visitor::new(&page).opens(&code).await.0, StatusCode::NO_CONTENT);
    phone.changes(&message).await;
    bot.end().await;
}

#[tokio::test]
async fn whoever_is_signed_in_keeps_nobody_out() {
    let bot: Bot<OnBoth> = setup().start().await;
    let Both(phone, page) = bot.alice();
    let visitor = Visitor::of(&phone, &page).await;
    let follows = async || visitor.gets("/api/console/live/schedules").await;
    let mut pages = Vec::new();
    for _ in 0..16 {
        pages.push(follows().await);
    }
    let one_more = follows().await;
    assert_eq!(one_more.status(), StatusCode::OK);
    reads!(one_more.text().await.unwrap().trim_end(), @"
    event: refused
    data: Too many pages of the console are open. Close one, and reload this one.
    ");

    let cookie = visitor.cookie.clone().unwrap();
    let host = visitor.origin.trim_start_matches("http://");
    let half = format!(
        "POST /api/console/changes HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    );
    let mut unfinished = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(host).await.unwrap();
        stream.write_all(half.as_bytes()).await.unwrap();
        unfinished.push(stream);
    }
    bot.until("all places are taken", async || visitor.status().await == StatusCode::SERVICE_UNAVAILABLE)
        .await;
    let (_, why) = told(visitor.gets("/api/console/views/overview").await).await;
    reads!(why, @"Your browsers ask for too much at a time. Close some pages of the console, and reload this one.");
    assert_eq!(page.views("overview").await["is_owner"], true, "the owner is answered");
    drop(pages);
    bot.until("there are places again", async || visitor.status().await == StatusCode::OK).await;
    drop(unfinished);
    bot.end().await;
}

/// Returns whether a text is anywhere in the database.
async fn holds<C>(bot: &Bot<C>, text: &str) -> bool
where
    C: crate::harness::Chat,
{
    bot.app().core().db.checkpoint().await.unwrap();
    let file = std::fs::read(bot.database()).unwrap();
    file.windows(text.len()).any(|bytes| bytes == text.as_bytes())
}

#[tokio::test]
async fn a_link_is_over_in_time_replaced_and_ended() {
    let bot: Bot<OnBoth> = setup().start().await;
    let Both(phone, page) = bot.alice();
    let mut visitor = Visitor::new(&page);
    let (first, old) = asks(&phone).await;
    let (second, code) = asks(&phone).await;
    reads!(phone.changes(&first).await, @"A link to your console was here. It opens nothing any more; write /console for another.");
    assert_eq!(visitor.opens(&old).await.0, StatusCode::FORBIDDEN);
    bot.advance(10);
    assert_eq!(visitor.opens(&code).await.0, StatusCode::FORBIDDEN, "its time is over");
    bot.advance(61);
    phone.changes(&second).await;
    assert!(!holds(&bot, &code).await);

    let visitor = Visitor::of(&phone, &page).await;
    let (third, code) = asks(&phone).await;
    phone.says("/console off").await;
    reads!(bot.next_message().await, @"Signed out: 1 browser. Links that I had sent open nothing any more.");
    phone.changes(&third).await;
    assert_eq!(visitor.status().await, StatusCode::UNAUTHORIZED);
    assert_eq!(Visitor::new(&page).opens(&code).await.0, StatusCode::FORBIDDEN);
    phone.says("/console off").await;
    reads!(bot.next_message().await, @"No browser is signed in. Links that I had sent open nothing any more.");
    phone.says("/console on").await;
    reads!(bot.next_message().await, @"Write /console for a link to your console, or /console off to sign your browsers out.");

    let visitor = Visitor::of(&phone, &page).await;
    bot.advance(30 * 24 * 60);
    assert_eq!(visitor.status().await, StatusCode::UNAUTHORIZED, "a month is over");
    bot.end().await;
}

#[tokio::test]
async fn whoever_is_removed_or_forgotten_is_signed_out() {
    let bot: Bot<OnBoth> = setup().start().await;
    let Both(phone, page) = bot.alice();
    let visitor = Visitor::of(&phone, &page).await;
    let mut live = visitor.gets("/api/console/live/schedules").await;
    assert!(live.chunk().await.unwrap().is_some());
    let people = page.views("people").await["people"].take();
    let alice =
        people.as_array().unwrap().iter().find(|person| person["name"] == "alice").unwrap()["id"].clone();
    let act = async |act: &str| page.makes(&json!({"change": "person", "id": alice, "act": act})).await;
    act("remove").await;
    assert_eq!(visitor.status().await, StatusCode::UNAUTHORIZED);
    let ends = async { while live.chunk().await.unwrap().is_some() {} };
    bot.while_time_passes(ends).await;
    act("admit").await;
    assert_eq!(
        visitor.status().await,
        StatusCode::UNAUTHORIZED,
        "a browser does not come back with its person"
    );

    let visitor = Visitor::of(&phone, &page).await;
    phone.says("/forget_me").await;
    let question = phone.next_message().await;
    phone.presses(&question, "Delete everything").await;
    assert_eq!(visitor.status().await, StatusCode::UNAUTHORIZED);
    bot.while_time_passes(phone.changes(&question)).await;
    bot.while_time_passes(phone.next_message()).await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM console_sessions").await, 0);
    bot.end().await;
}

#[tokio::test]
async fn a_group_and_a_gateway_without_an_address_send_no_links() {
    let bot: Bot<OnBoth> = setup().start().await;
    let Both(OnTelegram { tg, alice, .. }, page) = bot.alice();
    let group = tg.group(-100_200, "family");
    alice.says_in(&group, "/console@adjutant_bot").await;
    reads!(tg.next_message(&group).await.text, @"Please ask me that in a direct chat: the link that I send you there is for you alone.");
    page.says("/console").await;
    let message = page.next_message().await;
    assert!(message.text.contains("and how I am doing"), "{message}");
    let mut visitor = Visitor::new(&page);
    assert_eq!(visitor.opens(&code_in(&message.text)).await.0, StatusCode::NO_CONTENT);
    page.changes(&message).await;
    assert_eq!(visitor.views("people").await["is_owner"], true);
    bot.end().await;

    let bot: Bot<OnBoth> = Setup::new().start().await;
    let Both(phone, page) = bot.alice();
    phone.says("/console").await;
    reads!(phone.next_message().await, @"The owner of this bot has not given the console an address, so I have no link for you.");
    page.says("/console").await;
    reads!(page.next_message().await, @"The console is at http://127.0.0.1:8765/console, for a browser on the machine where I run that has opened the chat page before. To have a link from me that opens it elsewhere, for you and for those whom I serve, set url under [console] to the address of a proxy with TLS in front of the chat page, and list its host in hosts under [channels.web].");
    bot.end().await;
}

#[tokio::test]
async fn other_sites_and_those_who_guess_are_refused() {
    let setup = Setup::new().with("CONSOLE__URL", "https://bot.example.org");
    let bot: Bot<OnBoth> = setup.with("CHANNELS__WEB__HOSTS", "[\"bot.example.org\"]").start().await;
    let Both(phone, page) = bot.alice();
    let (message, code) = asks(&phone).await;
    let mut visitor = Visitor::new(&page);
    let opens = async |headers: &[(&str, &str)]| {
        let request = visitor.request(Method::POST, "/api/console/sign_in").json(&json!({ "code": code }));
        headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value))
            .send()
            .await
            .unwrap()
    };
    for foreign in [&[][..], &[("origin", "https://evil.example")], &[("host", "evil.example")]] {
        assert_eq!(opens(foreign).await.status(), StatusCode::FORBIDDEN, "{foreign:?}");
    }
    let answer = opens(&[("host", "bot.example.org"), ("origin", "https://bot.example.org")]).await;
    let cookie = answer.headers()[SET_COOKIE].to_str().unwrap().to_owned();
    let (cookie, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(attributes, "Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure");
    assert!(cookie.starts_with("__Host-adjutant_console_443="), "{cookie}");
    phone.changes(&message).await;
    let (name, token) = cookie.split_once('=').unwrap();
    visitor.cookie = Some(format!("{name}={}; {cookie}", "x".repeat(token.len())));
    assert_eq!(visitor.status().await, StatusCode::OK, "another page of the host has set one, too");
    visitor.cookie = Some(cookie.to_owned());
    let change = json!({"change": "revoke", "id": "1"});
    let without = visitor.request(Method::POST, "/api/console/changes").json(&change).send().await.unwrap();
    assert_eq!(without.status(), StatusCode::FORBIDDEN, "browsers say which page asks");
    assert_eq!(visitor.posts("/api/console/changes", &change).await.status(), StatusCode::OK);
    let of_chat = visitor.gets("/api/history").await;
    assert_eq!(of_chat.status(), StatusCode::UNAUTHORIZED, "the chat page is the owner's alone");

    for wrong in ["", "CODE", &code.to_lowercase()] {
        assert_eq!(Visitor::new(&page).opens(wrong).await.0, StatusCode::FORBIDDEN);
    }
    let broken =
        visitor.request(Method::POST, "/api/console/sign_in").header("origin", page.url("")).body("{");
    assert_eq!(broken.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    let mut last = (StatusCode::OK, String::new());
    for _ in 0..20 {
        last = Visitor::new(&page).opens(&code).await;
    }
    assert_eq!(last.0, StatusCode::TOO_MANY_REQUESTS);
    reads!(last.1, @"Too many links were tried that open nothing. Wait a minute. Then send /console to the bot in a direct chat, and open the link that it sends.");
    bot.end().await;
}

/// Bob's data: rows of every kind that a page shows or changes.
struct Bobs {
    changes: Vec<Value>,
    turns: Vec<String>,
    schedule: String,
    id: String,
}

/// Creates notes, schedules and a waiting deletion of bob's, and a message to him that is given up.
async fn bob_has(bot: &Bot<OnBoth>, phone: &OnTelegram, bob: &User, page: &OnWeb) -> Bobs {
    for (words, messages) in [
        ("remember that my orchid needs rain water", 1),
        ("remind me every day at 9:30 to water the orchid", 1),
        ("forget the orchid", 2),
    ] {
        bob.says(words).await;
        for _ in 0..messages {
            phone.tg.next_message(bob).await;
        }
        bot.advance(1);
    }
    // The owner is asked about strangers in the chat where the owner has written.
    page.says("jot one").await;
    page.next_message().await;
    let stranger = phone.tg.user(44, "carol");
    stranger.says("let me in").await;
    phone.tg.next_message(&stranger).await;
    page.next_message().await;
    bot.rests().await;
    let at = bot.app().core().clock.timestamp();
    let given_up = bot.app().core().db.write(Scope::Global, async move |tx| {
        let content = Content::text(Rich::plain("your orchid is thirsty"));
        let chat = ChatRef { channel: "telegram".to_owned(), chat: "43".to_owned(), thread: None };
        let (source, chat_kind) = (OutboxKey::Heard(7), ChatKind::Direct);
        let post =
            Post { source: &source, segment: 0, part: 0, chat: &chat, chat_kind, reply_to: None, content: &content };
        let id = outbox::post(tx, &post, at).await?;
        outbox::dead_letter(tx, id, "the orchid chat was closed").await?;
        let user = ids(tx, "SELECT user_id AS value FROM users WHERE name = 'bob'").await?.remove(0);
        tx.execute(
            "INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, untrusted, approval_id, created_at)
             VALUES ('grant-of-bob', ?1, 'web_fetch', '*', 'orchids', 'always', 0, 'none', 1)",
            [&user],
        )
        .await?;
        let used = Spent { steps: 1, cost_micros: 5, ..Spent::default() };
        usage::add(tx, &UserId(user), ("openai orchid", used), at.to_utc()).await?;
        Ok(id)
    });
    let letter = given_up.await.unwrap();
    let read = bot.app().core().db.read(async move |tx| {
        let schedule = ids(tx, "SELECT schedule_id AS value FROM schedules").await?.remove(0);
        let call = ids(tx, "SELECT approval_id AS value FROM approvals").await?.remove(0);
        let hash = ids(tx, "SELECT arguments_hash AS value FROM approvals").await?.remove(0);
        let token = ids(tx, "SELECT knock_token AS value FROM strangers").await?.remove(0);
        let people = ids(tx, "SELECT user_id AS value FROM users WHERE name <> 'alice'").await?;
        let turns = ids(tx, "SELECT turn_id AS value FROM turns").await?;
        let bob = ids(tx, "SELECT user_id AS value FROM users WHERE name = 'bob'").await?.remove(0);
        let note =
            ids(tx, "SELECT note_id AS value FROM notes WHERE content LIKE '%orchid%'").await?.remove(0);
        Ok((schedule, (call, hash), token, people, turns, (bob, note)))
    });
    let (schedule, (call, hash), token, people, turns, (id, note)) = read.await.unwrap();
    let mut changes = vec![
        json!({"change": "revoke", "id": "grant-of-bob"}),
        json!({"change": "account", "account": "telegram:45"}),
        json!({"change": "edit_schedule", "version": "", "edit": {"schedule_id": schedule, "name": "mine"}}),
        json!({"change": "note", "id": note, "act": {"edit": {"text": "mine"}}}),
    ];
    for act in ["share", "unshare", "forget"] {
        changes.push(json!({"change": "note", "id": note, "act": act}));
    }
    for yes in [true, false] {
        changes.push(json!({"change": "decide", "id": call, "arguments_hash": hash, "approves": yes}));
        changes.push(json!({"change": "dead_letter", "id": letter, "delivers": yes}));
        changes.push(json!({"change": "knock", "token": token, "admits": yes}));
    }
    for act in ["pause", "resume", "run_now", "stop", "delete"] {
        changes.push(json!({"change": "schedule", "id": schedule, "act": act}));
    }
    for person in people {
        for act in ["admit", "remove", "make_approver", "end_approver"] {
            changes.push(json!({"change": "person", "id": person, "act": act}));
        }
    }
    Bobs { changes, turns, schedule, id }
}

async fn ids(tx: &Tx, sql: &'static str) -> anyhow::Result<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Row {
        value: String,
    }
    Ok(tx.all::<Row>(sql, ()).await?.into_iter().map(|row| row.value).collect())
}

/// Returns the state of everything that a page can change.
async fn state(bot: &Bot<OnBoth>) -> Vec<String> {
    let read = async move |tx: &Tx| {
        let mut found = Vec::new();
        for sql in [
            "SELECT json_array(schedule_id, status, next_run_at, updated_at) AS value FROM schedules",
            "SELECT json_array(approval_id, state, decided_by) AS value FROM approvals",
            "SELECT json_array(grant_id, revoked_at) AS value FROM grants",
            "SELECT json_array(note_id, content, shareable) AS value FROM notes",
            "SELECT json_array(outbox_id, state, content) AS value FROM outbox",
            "SELECT json_array(channel, external_id, admission, removed_at) AS value FROM identities",
            "SELECT json_array(user_id, role, approver, made_approver) AS value FROM users",
            "SELECT json_array(external_id, state) AS value FROM strangers",
            "SELECT json_array(run_id, status) AS value FROM runs",
            "SELECT json_array(audit_id) AS value FROM audit",
        ] {
            found.extend(ids(tx, sql).await?);
        }
        Ok(found)
    };
    bot.app().core().db.read(read).await.unwrap()
}

#[tokio::test]
async fn whoever_is_signed_in_sees_and_changes_only_what_is_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let bot: Bot<OnBoth> = setup().with("BACKUP__FOLDER", folder.path().display()).start().await;
    let Both(phone, page) = bot.alice();
    phone.says("remember that my fern likes shade").await;
    phone.next_message().await;
    let visitor = Visitor::of(&phone, &page).await;
    let bob = phone.tg.user(43, "bob");
    let Bobs { changes, turns, schedule, id } = bob_has(&bot, &phone, &bob, &page).await;

    let turns = turns.iter().map(|turn| format!("turn?of={turn}"));
    let paths = VIEWS.iter().map(ToString::to_string).chain(turns).chain([format!("person?of={id}")]);
    for view in paths {
        let shown = visitor.views(&view).await.to_string();
        let mut live = visitor.gets(&format!("/api/console/live/{view}")).await;
        let event = String::from_utf8(live.chunk().await.unwrap().unwrap().to_vec()).unwrap();
        for shown in [shown, event] {
            for word in ["orchid", "bob", "carol", "telegram:43", "grant-of-bob"] {
                assert!(!shown.contains(word), "{view} shows {word}: {shown}");
            }
        }
    }
    let mut found = visitor.views("memory?of=orchid").await;
    assert_eq!(found["query"].take(), "orchid");
    assert!(!found.to_string().contains("orchid"), "{found}");
    for table in TABLES {
        let shown = visitor.gets(&format!("/api/console/tables/{table}")).await.text().await.unwrap();
        assert!(!shown.contains("orchid") && !shown.contains("bob"), "{table}: {shown}");
    }
    let overview = visitor.views("overview").await;
    for everybodys in ["sessions", "undelivered", "database_bytes", "disk"] {
        assert_eq!(overview[everybodys], Value::Null, "{everybodys} is everybody's");
    }
    let usage = visitor.views("usage").await;
    assert_eq!(usage["periods"][0]["models_of_all"], Value::Null, "and so is which models are used");
    let usage = page.views("usage").await["periods"][0].take();
    assert_eq!(usage["models"], json!({"used": [], "incomplete_until": null}));
    assert_eq!(usage["models_of_all"]["used"][0]["model"], "openai orchid", "which is for the owner");
    for channel in overview["channels"].as_array().unwrap() {
        assert_eq!((&channel["last_event"], &channel["lag_ms"]), (&Value::Null, &Value::Null), "{channel}");
    }
    let own = visitor.views("activity").await["turns"].take();
    assert_eq!(own.as_array().unwrap().len(), 1, "but one's own is there");
    let turn = visitor.views(&format!("turn?of={}", own[0]["id"].as_str().unwrap())).await;
    assert!(turn["is_own"] == true && turn.to_string().contains("fern"), "{turn}");

    let before = state(&bot).await;
    for change in &changes {
        let (text, refused) = visitor.makes(change).await;
        assert!(refused, "{change}: {text}");
        assert_eq!(state(&bot).await, before, "{change}");
    }
    let edit = json!({"schedule_id": schedule, "cadence_type": "interval", "cadence_value": "1h"});
    let preview = visitor.posts("/api/console/preview", &edit).await;
    assert_eq!(preview.status(), StatusCode::NOT_FOUND, "the schedule is bob's");

    let copied: Value = page.tries("/api/console/backups", &json!({})).await.json().await.unwrap();
    let name = copied["text"].as_str().unwrap().strip_prefix("Copied: ").unwrap();
    for what in ["checks", "backups"] {
        let asked = visitor.posts(&format!("/api/console/{what}"), &json!({})).await;
        assert_eq!(asked.status(), StatusCode::FORBIDDEN, "{what}");
    }
    let copy = visitor.gets(&format!("/api/console/backups/{name}")).await;
    assert_eq!(copy.status(), StatusCode::FORBIDDEN);
    let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let copies = files.filter(|file| file != ".lock").count();
    assert_eq!(copies, 1, "there is the owner's copy alone");
    bot.end().await;
}
