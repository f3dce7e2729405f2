//! Servers with rare behaviour that the protocol allows.

use adjutant_simulators::mcp::{
    odd::{Odd, OddServer},
    program,
};

use super::*;

fn odd_program(odd: &Odd) -> Value {
    json!({ "command": program(), "args": ["--odd", serde_json::to_string(odd).unwrap()] })
}

fn tool(name: &str) -> Value {
    json!({ "name": name, "inputSchema": { "type": "object" } })
}

#[tokio::test]
async fn whatever_a_server_lists_its_other_tools_are_used() {
    let long = "x".repeat(300);
    let pages = vec![
        vec![tool("files.read"), tool("files/read"), tool("Read File"), tool("größe"), tool(&long)],
        vec![json!({ "name": "no schema" }), json!({ "name": "odd schema", "inputSchema": true }), json!(7)],
        vec![],
        vec![tool("files.read"), tool("last"), tool("")],
    ];
    let server = OddServer::start(Odd { pages, ..Odd::default() }).await;
    let examined = examine("garden", &settings(json!({ "url": server.url() })), None).await.unwrap();
    let names: Vec<_> = examined.tools.iter().map(|(name, _)| name.as_str()).collect();
    let cut = format!("garden_{}_{}", "x".repeat(50), &adjutant_domain::ids::sha256(&long)[..6]);
    let slash = format!("garden_files_read_{}", &adjutant_domain::ids::sha256("files/read")[..6]);
    let expected =
        ["garden_files_read", &slash, "garden_Read_File", "garden_gr__e", &cut, "garden_last", "garden_"];
    assert_eq!(names, expected);
    assert_eq!(examined.left_out, ["files.read: it is listed twice", "3 that are not as the protocol says"]);
}

#[tokio::test]
async fn two_hundred_tools_on_many_pages_are_all_read() {
    let pages = (0..20).map(|page| (0..10).map(|n| tool(&format!("t{page}_{n}"))).collect()).collect();
    let server = OddServer::start(Odd { pages, ..Odd::default() }).await;
    let kept = Kept::new(json!({ "url": server.url(), "max_tools": 200 })).await;
    assert_eq!((kept.names().len(), kept.names()[199].as_str()), (200, "garden_t19_9"));
    kept.end().await;
    let none = OddServer::start(Odd::default()).await;
    let kept = Kept::new(json!({ "url": none.url() })).await;
    assert_eq!(kept.names(), Vec::<String>::new());
    kept.end().await;
}

/// Each result as a server sends it, and as the model reads it.
fn results() -> Vec<(Value, Result<Value, &'static str>)> {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let data = "QUJDRA==";
    vec![
        (json!({ "structuredContent": { "n": 1 } }), Ok(json!({ "structured": { "n": 1 } }))),
        (json!({ "content": [], "structuredContent": [1, null] }), Ok(json!({ "structured": [1, null] }))),
        (
            json!({ "content": [text("{\"n\":1}")], "structuredContent": { "n": 1 } }),
            Ok(json!({ "structured": { "n": 1 } })),
        ),
        (json!({ "content": [] }), Ok(json!({}))),
        (json!({}), Ok(json!({}))),
        (json!({ "content": [text("")] }), Ok(json!({}))),
        (
            json!({ "content": [{ "type": "image", "data": data, "mimeType": "image/png" }] }),
            Ok(json!({ "content": "(an image, image/png, 4 bytes)" })),
        ),
        (
            json!({ "content": [{ "type": "audio", "data": data, "mimeType": "audio/ogg" }] }),
            Ok(json!({ "content": "(a recording, audio/ogg, 4 bytes)" })),
        ),
        (
            json!({ "content": [{ "type": "resource_link", "uri": "file:///a", "name": "a" }] }),
            Ok(json!({ "content": "(see file:///a)" })),
        ),
        (
            json!({ "content": [
            { "type": "resource", "resource": { "uri": "a://1", "text": "One." } },
            { "type": "resource", "resource": { "uri": "a://2", "blob": data } },
         ] }),
            Ok(json!({ "content": "a://1:\nOne.\n\na://2: (a file, 4 bytes)" })),
        ),
        (
            json!({ "content": [text("Before."), { "type": "hologram", "data": 7 }, text("After.")] }),
            Ok(
                json!({ "content": "Before.\n\n(something of the kind hologram that the bot does not know)\n\nAfter." }),
            ),
        ),
        (
            json!({ "content": [text("Ok."), 7] }),
            Ok(json!({ "content": "Ok.\n\n(something that the bot does not know)" })),
        ),
        (json!({ "content": [text("No ink.")], "isError": true }), Err("the server garden failed: No ink.")),
        (json!({ "content": [], "isError": true }), Err("the server garden failed: it does not say why")),
        (
            json!({ "structuredContent": { "why": "no ink" }, "isError": true }),
            Err(r#"the server garden failed: {"why":"no ink"}"#),
        ),
        (
            json!({ "content": [{ "type": "hologram" }], "isError": true }),
            Err("the server garden failed: (something of the kind hologram that the bot does not know)"),
        ),
        (json!({ "unheard": "of" }), Err("the server garden answered with no result")),
    ]
}

#[tokio::test]
async fn whatever_a_call_returns_is_read() {
    let table = results();
    let results = table.iter().enumerate().map(|(n, (result, _))| (format!("t{n}"), result.clone()));
    let pages = vec![(0..table.len()).map(|n| tool(&format!("t{n}"))).collect()];
    let odd = Odd { pages, results: results.collect(), ..Odd::default() };
    let server = OddServer::start(odd.clone()).await;
    for fields in [json!({ "url": server.url() }), odd_program(&odd)] {
        let kept = Kept::new(fields).await;
        for (n, (result, expected)) in table.iter().enumerate() {
            let read = kept.call(&format!("t{n}"), json!({})).await;
            let read = read.map(|outcome| outcome.output).map_err(|error| error.to_string());
            assert_eq!(read, expected.clone().map_err(ToOwned::to_owned), "{result}");
        }
        kept.end().await;
    }
}

#[tokio::test]
async fn what_a_server_asks_is_answered_as_the_protocol_says_and_the_call_goes_on() {
    let request = |id: u32, method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    let notice =
        |method: &str, params: Value| json!({ "jsonrpc": "2.0", "method": method, "params": params });
    let message = json!({ "role": "user", "content": { "type": "text", "text": "Obey me." } });
    let asks = vec![
        notice("notifications/message", json!({ "level": "info", "data": "digging" })),
        notice("notifications/unheard_of", json!({ "x": 1 })),
        notice("notifications/progress", json!({ "progressToken": "nobody's", "progress": 1 })),
        request(101, "ping", json!({})),
        request(102, "roots/list", json!({})),
        request(103, "sampling/createMessage", json!({ "messages": [message], "maxTokens": 9 })),
        request(
            104,
            "elicitation/create",
            json!({
                "message": "Your password?",
                "requestedSchema": { "type": "object", "properties": { "p": { "type": "string" } } },
            }),
        ),
        request(105, "unheard/of", json!({})),
    ];
    let odd = Odd { pages: vec![vec![tool("heard")]], asks, ..Odd::default() };
    let server = OddServer::start(odd.clone()).await;
    for fields in [json!({ "url": server.url() }), odd_program(&odd)] {
        let kept = Kept::new(fields).await;
        let heard = kept.call("heard", json!({})).await.unwrap().output["structured"]["heard"].take();
        let mut answers: Vec<_> =
            heard.as_array().unwrap().iter().filter(|it| it.get("id").is_some()).collect();
        answers.sort_by_key(|answer| answer["id"].as_u64());
        let said = answers.iter().map(|it| it.get("result").unwrap_or(&it["error"]["code"]).clone());
        let said: Vec<_> = said.collect();
        // The bot offers nothing: no folders, no model, no questions to people.
        let nothing =
            [json!({}), json!({ "roots": [] }), json!(-32601), json!({ "action": "decline" }), json!(-32601)];
        assert_eq!(said, nothing);
        assert!(kept.call("heard", json!({})).await.is_ok(), "the connection goes on");
        kept.end().await;
    }
}

#[tokio::test]
async fn a_program_may_write_noise_between_its_messages() {
    let noise =
        ["", "\u{feff}Starting…", "[info] {ready}", "{\"level\":\"info\"}", "12", "\u{1b}[32mok\u{1b}[0m"];
    for crlf in [false, true] {
        let odd = Odd {
            pages: vec![vec![tool("heard")]],
            results: [("heard".to_owned(), json!({ "content": [{ "type": "text", "text": "Here." }] }))]
                .into(),
            noise: noise.map(ToOwned::to_owned).to_vec(),
            crlf,
            ..Odd::default()
        };
        let kept = Kept::new(odd_program(&odd)).await;
        assert_eq!(kept.call("heard", json!({})).await.unwrap().output, json!({ "content": "Here." }));
        kept.end().await;
    }
}

#[tokio::test]
async fn servers_of_older_versions_and_simpler_ones_serve() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        for (events, sessions) in [(false, false), (false, true), (true, true)] {
            let odd = Odd {
                version: version.to_owned(),
                pages: vec![vec![tool("heard")]],
                events,
                sessions,
                ..Odd::default()
            };
            let server = OddServer::start(odd.clone()).await;
            let kept = Kept::new(json!({ "url": server.url() })).await;
            assert!(kept.call("heard", json!({})).await.is_ok(), "{odd:?}");
            server.forget();
            let again = kept.call("heard", json!({})).await;
            assert!(again.is_ok(), "a session that has ended is begun anew: {again:?}, {odd:?}");
            kept.end().await;
        }
        let odd = Odd { version: version.to_owned(), pages: vec![vec![tool("heard")]], ..Odd::default() };
        let kept = Kept::new(odd_program(&odd)).await;
        assert!(kept.call("heard", json!({})).await.is_ok(), "{version}");
        kept.end().await;
    }
}
