//! `/mcp`: people give programs access to their data, list these programs, and remove them.

use axum::http::StatusCode;
use reqwest::{Client, Method, RequestBuilder};
use rmcp::{
    model::ProtocolVersion,
    service::{ClientInitializeError, ClientLifecycleMode},
};
use serde_json::{Value, json};

use crate::harness::{
    Bot, Chat, Masked, OnTelegram, Setup, Shown,
    program::{Program, address_in, result_of, token_in},
    reads,
};

over_every_channel!(
    programs_are_let_in_listed_and_removed,
    a_token_is_shown_once,
    a_program_that_connects_reads_at_once_and_asks_before_it_changes_anything,
);

async fn programs_are_let_in_listed_and_removed<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/mcp").await;
    reads!(bot.next_message().await, @"
    Programs that use what is yours: none

    To let a program that speaks MCP, such as an editor, use your notes, schedules and files, write /mcp new NAME; for example: /mcp new laptop. It reads on its own, and I ask you here before it changes anything.
    ");
    alice.says("/mcp new laptop").await;
    let message = bot.next_message().await;
    let token = token_in(&message.text);
    reads!(message.masked(&token, "TOKEN").masked(&address_in(&message.text), "ADDRESS"), @"
    The token for laptop:

    TOKEN

    Give the program the address ADDRESS, with the token as its bearer token; or, on the machine where I run, the command adjutant mcp serve, with the token in the environment variable ADJUTANT_MCP_TOKEN. Whoever has it can read your notes, schedules and files. It goes from this message when you press the button or it is first used, and ends if nobody uses it within 24 hours.
    [I have it, remove it here]
    ");
    // On Discord, the menu's field says that a program is let in.
    let unknown = if C::CHANNEL == "discord" { "A name has" } else { "To let a program" };
    for (words, answer) in [
        ("/mcp o/ld", unknown),
        ("/mcp new my laptop", "To let a program"),
        ("/mcp new lap/top", "A name has"),
        ("/mcp new laptop", "There is a program with the name laptop"),
    ] {
        alice.says(words).await;
        let text = bot.next_message().await.text;
        assert!(text.starts_with(answer), "{words}: {text}");
    }
    alice.says("/mcp").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Programs that use what is yours: 1

    1. laptop: not used yet

    To let a program that speaks MCP, such as an editor, use your notes, schedules and files, write /mcp new NAME; for example: /mcp new laptop. It reads on its own, and I ask you here before it changes anything.
    [1. laptop]
    ");
    let one = alice.taps(&list, "1. laptop").await;
    reads!(one, @"
    laptop
    Let in: 1 May 2026, 10:00
    Uses: not used yet

    If I remove it, its token ends for good, and I do nothing more that it asked for.
    [Remove] [Back]
    ");
    reads!(alice.presses(&one, "Remove").await.text, @"The program is removed.");
    assert!(alice.changes(&one).await.to_string().starts_with("Programs that use what is yours: none"));
    alice.changes(&message).await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM mcp_clients").await, 0);
    bot.end().await;
}

async fn a_token_is_shown_once<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/mcp new laptop").await;
    let message = bot.next_message().await;
    reads!(alice.presses(&message, "I have it, remove it here").await.text, @"The token is removed from the message.");
    reads!(alice.changes(&message).await, @"The token for laptop was here. If you lose it, remove the program under /mcp and let it in anew.");
    assert_eq!(bot.number("SELECT count(*) AS value FROM mcp_clients WHERE shown_by IS NULL").await, 1);
    assert_eq!(bot.number("SELECT count(*) AS value FROM outbox WHERE content LIKE '%adjutant-%'").await, 0);
    bot.end().await;
}

#[tokio::test]
async fn a_token_that_nobody_uses_goes_when_it_ends() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("/mcp new laptop").await;
    let message = bot.next_message().await;
    bot.advance(25 * 60);
    reads!(alice.changes(&message).await, @"The token for laptop was here. If you lose it, remove the program under /mcp and let it in anew.");
    bot.end().await;
}

/// A program with access, which may connect.
struct LetIn {
    message: Shown,
    address: String,
    token: String,
}

impl LetIn {
    async fn by<C: Chat>(bot: &Bot<C>, person: &C, name: &str) -> Self {
        person.says(&format!("/mcp new {name}")).await;
        Self::of(bot.next_message().await)
    }

    fn of(message: Shown) -> Self {
        Self { address: address_in(&message.text), token: token_in(&message.text), message }
    }

    async fn connects(&self) -> Program {
        self.connects_by(ClientLifecycleMode::Initialize).await.expect("it is let in")
    }

    async fn connects_by(&self, lifecycle: ClientLifecycleMode) -> Result<Program, ClientInitializeError> {
        Program::over_http(&self.address, &self.token, lifecycle).await
    }

    /// Begins a request as any client can make it.
    fn request(&self, method: Method) -> RequestBuilder {
        let request = Client::new().request(method, &self.address).bearer_auth(&self.token);
        request.header("Accept", "application/json, text/event-stream")
    }
}

async fn a_program_that_connects_reads_at_once_and_asks_before_it_changes_anything<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("remember that the key is under the mat").await;
    bot.next_message().await;
    let let_in = LetIn::by(&bot, &alice, "laptop").await;
    let laptop = let_in.connects().await;
    let (found, failed) = laptop.calls("memory_search", json!({"query": "key"})).await;
    assert!(!failed && found.contains("under the mat"), "{found}");
    reads!(alice.changes(&let_in.message).await, @"The token for laptop was here. If you lose it, remove the program under /mcp and let it in anew.");

    let saving = laptop.begins("memory_save", json!({"content": "the spare key is at Bob's"}));
    let prompt = bot.next_message().await;
    reads!(prompt.text, @"
    Remember: “the spare key is at Bob's”
    The program “laptop” asks for this, over MCP. Usually I do this without asking.
    I have read text from the program “laptop”, which may try to steer me.
    ");
    laptop.hears("waiting for the person to decide in their chat").await;
    // Meanwhile, the program can read.
    let (found, _) = laptop.calls("memory_search", json!({"query": "spare"})).await;
    assert!(found.ends_with(r#""matches":[]}"#), "{found}");
    assert!(!saving.is_finished());
    alice.presses(&prompt, "Approve").await;
    let (saved, failed) = result_of(saving).await;
    assert!(!failed, "{saved}");
    reads!(bot.next_message().await, @"Done for the program “laptop”: Saved.");
    alice.changes(&prompt).await;

    // A program that disconnects withdraws its requests.
    let deleting = laptop.begins("memory_save", json!({"content": "the alarm is off"}));
    let prompt = bot.next_message().await;
    laptop.leaves().await;
    reads!(alice.changes(&prompt).await, @"
    Remember: “the alarm is off”
    The program “laptop” asks for this, over MCP. Usually I do this without asking.
    🚫 Withdrawn; nothing was done
    ");
    assert!(deleting.await.unwrap().is_err(), "its program is gone");
    bot.end().await;
}

#[tokio::test]
async fn a_program_of_the_newest_protocol_has_no_session() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let alice = bot.alice();
    let let_in = LetIn::by(&bot, &alice, "laptop").await;
    let newest = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let laptop = let_in.connects_by(newest).await.expect("it is let in");
    for content in ["the key is under the mat", "the gate is open"] {
        let saving = laptop.begins("memory_save", json!({ "content": content }));
        let prompt = bot.next_message().await;
        alice.presses(&prompt, "Approve").await;
        assert!(!result_of(saving).await.1);
        reads!(bot.next_message().await, @"Done for the program “laptop”: Saved.");
        alice.changes(&prompt).await;
    }
    alice.changes(&let_in.message).await;
    // All of its requests belong to one connection.
    let connections = "SELECT count(*) AS value FROM sessions WHERE client IS NOT NULL";
    assert_eq!(bot.number(connections).await, 1);
    laptop.leaves().await;
    bot.end().await;
}

fn initialize() -> Value {
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "other", "version": "1" } });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}

fn list() -> Value {
    json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" })
}

/// Sends a request, and returns the status and the body.
async fn answer_to(request: RequestBuilder) -> (StatusCode, String) {
    let response = request.send().await.expect("the gateway listens");
    (response.status(), response.text().await.expect("the answer ends"))
}

#[tokio::test]
async fn who_does_not_show_a_token_or_comes_from_elsewhere_is_refused() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let let_in = LetIn::by(&bot, &bot.alice(), "laptop").await;
    let (client, post) = (Client::new(), || let_in.request(Method::POST).json(&initialize()));
    for (request, status, why) in [
        (client.post(&let_in.address).json(&initialize()), StatusCode::UNAUTHORIZED, "shows no token"),
        (
            client.post(&let_in.address).bearer_auth("adjutant-1").json(&initialize()),
            StatusCode::UNAUTHORIZED,
            "is not valid",
        ),
        (client.get(&let_in.address), StatusCode::UNAUTHORIZED, "shows no token"),
        (post().header("Origin", "http://evil.example"), StatusCode::FORBIDDEN, "pages of other sites"),
        (post().header("Host", "evil.example"), StatusCode::FORBIDDEN, "for another host"),
    ] {
        let (answered, body) = answer_to(request).await;
        assert_eq!(answered, status, "{body}");
        assert!(body.contains(why) && body.contains(r#""jsonrpc":"2.0""#), "{body}");
    }
    let refused = client.post(&let_in.address).send().await.unwrap();
    assert_eq!(refused.headers()["www-authenticate"], "Bearer");
    assert_eq!(bot.number("SELECT count(*) AS value FROM mcp_clients WHERE last_used_at IS NULL").await, 1);
    bot.end().await;
}

#[tokio::test]
async fn a_request_that_the_protocol_does_not_know_is_refused_in_its_form() {
    let bot: Bot<OnTelegram> = Setup::new().start().await;
    let let_in = LetIn::by(&bot, &bot.alice(), "laptop").await;
    let opened = let_in.request(Method::POST).json(&initialize()).send().await.unwrap();
    let session = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let request = |method| let_in.request(method).header("Mcp-Session-Id", &session);
    let (post, read) = (|| request(Method::POST), Method::GET);
    let started = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(answer_to(post().json(&started)).await.0, StatusCode::ACCEPTED);
    for (request, status, why) in [
        (post().json(&json!([list()])), StatusCode::BAD_REQUEST, "-32600"),
        (post().header("Content-Type", "application/json").body("{"), StatusCode::BAD_REQUEST, "-32700"),
        (post().body(" ".repeat(1_100_000)), StatusCode::PAYLOAD_TOO_LARGE, "1 MiB"),
        (
            post().header("MCP-Protocol-Version", "1999-01-01").json(&list()),
            StatusCode::BAD_REQUEST,
            "1999-01-01",
        ),
        (post().json(&json!({ "jsonrpc": "2.0", "id": 3, "method": "no/such" })), StatusCode::OK, "-32601"),
        (post().json(&json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call" })), StatusCode::OK, "-32602"),
        (
            post().json(&json!({
                "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": { "name": "any", "arguments": [] },
            })),
            StatusCode::OK,
            "-32602",
        ),
        (let_in.request(Method::POST).json(&list()), StatusCode::BAD_REQUEST, "Session ID is required"),
        (request(Method::PUT), StatusCode::METHOD_NOT_ALLOWED, ""),
        (let_in.request(read).header("Mcp-Session-Id", "other"), StatusCode::NOT_FOUND, "session is over"),
        (post().json(&list()), StatusCode::OK, "memory_search"),
        (request(Method::DELETE), StatusCode::NO_CONTENT, ""),
        (post().json(&list()), StatusCode::NOT_FOUND, "session is over"),
    ] {
        let (answered, body) = answer_to(request).await;
        assert_eq!(answered, status, "{body}");
        assert!(body.contains(why), "{why}: {body}");
    }
    bot.alice().changes(&let_in.message).await;
    bot.end().await;
}

#[tokio::test]
async fn a_program_that_is_removed_is_not_let_in_any_more_and_nobody_uses_another_s_session() {
    let setup = Setup::new().with("ACCESS__ALLOW", r#"["telegram:42", "telegram:43"]"#);
    let bot: Bot<OnTelegram> = setup.start().await;
    let alice = bot.alice();
    let bob = alice.tg.user(43, "bob");
    alice.says("remember that the key is under the mat").await;
    bot.next_message().await;
    let of_alice = LetIn::by(&bot, &alice, "laptop").await;
    bob.says("/mcp new laptop").await;
    let shown = alice.tg.next_message(&bob).await;
    let of_bob = LetIn::of(Shown::from(shown.clone()));
    let opened = of_alice.request(Method::POST).json(&initialize()).send().await.unwrap();
    let session = opened.headers()["mcp-session-id"].to_str().unwrap();
    let stolen = of_bob.request(Method::POST).header("Mcp-Session-Id", session).json(&list());
    assert_eq!(answer_to(stolen).await.0, StatusCode::NOT_FOUND);
    let (laptop, foreign) = (of_alice.connects().await, of_bob.connects().await);
    let (found, failed) = foreign.calls("memory_search", json!({"query": "key"})).await;
    assert!(!failed && found.ends_with(r#""matches":[]}"#), "{found}");
    alice.tg.when(&shown, |now| Shown::from(now.clone()) != of_bob.message).await;

    let saving = laptop.begins("memory_save", json!({"content": "the alarm is off"}));
    let prompt = bot.next_message().await;
    alice.changes(&of_alice.message).await;
    alice.says("/mcp").await;
    let list = bot.next_message().await;
    let one = alice.taps(&list, "1. laptop").await;
    alice.presses(&one, "Remove").await;
    let (ended, failed) = result_of(saving).await;
    assert!(failed, "{ended}");
    alice.changes(&one).await;
    alice.changes(&prompt).await;
    let refused = laptop.begins("memory_search", json!({"query": "key"})).await.unwrap();
    assert!(refused.is_err(), "{refused:?}");
    assert!(of_alice.connects_by(ClientLifecycleMode::Initialize).await.is_err());
    foreign.leaves().await;
    bot.end().await;
}

#[tokio::test]
async fn a_call_that_waits_when_the_gateway_ends_is_withdrawn_and_says_so() {
    let mut bot: Bot<OnTelegram> = Setup::new().start().await;
    let alice = bot.alice();
    let let_in = LetIn::by(&bot, &alice, "laptop").await;
    let laptop = let_in.connects().await;
    let saving = laptop.begins("memory_save", json!({"content": "the alarm is off"}));
    let prompt = bot.next_message().await;
    alice.changes(&let_in.message).await;
    bot.restart().await;
    let (ended, failed) = result_of(saving).await;
    assert!(failed);
    reads!(ended, @"Adjutant ends, and the call is withdrawn: call again once it runs");
    assert!(alice.changes(&prompt).await.to_string().ends_with("🚫 Withdrawn; nothing was done"));
    bot.end().await;
}
