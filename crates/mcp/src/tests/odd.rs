//! Servers with rare behaviour that the protocol allows.

use adjutant_simulators::mcp::{
    odd::{Odd, OddServer},
    program,
};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

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
            Ok(json!({ "content": "(see file:///a: a)" })),
        ),
        (
            json!({ "content": [{ "type": "resource_link", "uri": "file:///b", "name": "b", "title": "Bees",
                "description": "How to keep\nthem." }] }),
            Ok(json!({ "content": "(see file:///b: Bees; How to keep them.)" })),
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
        let nothing = [json!({}), json!({ "roots": [] }), json!(-32601), json!(-32601), json!(-32601)];
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

#[tokio::test]
async fn the_tools_of_a_server_that_another_one_replaces_are_read_anew() {
    let server = OddServer::start(Odd { pages: vec![vec![tool("dig")]], ..Odd::default() }).await;
    let kept = Kept::new(json!({ "url": server.url() })).await;
    server.replace(vec![vec![tool("dig"), tool("plant")]]);
    // This call notices that the session is over.
    assert!(kept.call("dig", json!({})).await.is_ok());
    kept.until(|server| server.tools().len() == 2).await;
    assert!(kept.call("plant", json!({})).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn an_answer_by_events_that_cannot_be_read_ends_its_call_at_once() {
    let long = json!({ "content": [{ "type": "text", "text": "x".repeat(5 << 20) }] });
    let odd = Odd {
        pages: vec![["long", "broken", "heard"].map(tool).to_vec()],
        results: [("long".to_owned(), long)].into(),
        errors: [("broken".to_owned(), json!("no ink"))].into(),
        events: true,
        ..Odd::default()
    };
    let server = OddServer::start(odd).await;
    let kept = Kept::new(json!({ "url": server.url() })).await;
    for (tool, why) in [
        ("long", "its answer is larger than 4096 KB"),
        ("broken", "its answer is not what the protocol says"),
    ] {
        let told =
            format!("the server garden did not answer ({why}); whether the call took effect is not known");
        assert_eq!(kept.fails(tool, json!({})).await, (ErrorCode::Unavailable, told));
    }
    assert!(kept.call("heard", json!({})).await.is_ok());
    kept.end().await;
}

#[tokio::test]
async fn a_server_that_names_its_versions_is_asked_for_one_and_an_unknown_one_is_told() {
    let odd = Odd { version: "2025-03-26".to_owned(), refuses_others: true, ..Odd::default() };
    let server = OddServer::start(odd.clone()).await;
    for fields in [json!({ "url": server.url() }), odd_program(&odd)] {
        let examined = examine("garden", &settings(fields), None).await.unwrap();
        assert_eq!(examined.version, "2025-03-26");
    }
    let odd = Odd { version: "2019-01-01".to_owned(), ..Odd::default() };
    let server = OddServer::start(odd.clone()).await;
    for fields in [json!({ "url": server.url() }), odd_program(&odd)] {
        let error = examine("garden", &settings(fields), None).await.unwrap_err();
        let told = "it speaks version 2019-01-01 of the protocol, which the bot does not know";
        assert_eq!(error.to_string(), told);
    }
}

#[tokio::test]
async fn an_argument_may_be_null_where_the_server_allows_it() {
    let nullable = json!({ "anyOf": [{ "type": "string" }, { "type": "null" }], "default": null });
    let schema = json!({ "type": "object", "required": ["must"], "properties": {
        "may": nullable, "must": { "type": ["string", "null"] }, "kind": { "enum": ["a", null] },
        "plain": { "type": "string" },
    }});
    let pages = vec![vec![json!({ "name": "t", "inputSchema": schema, "description": "x".repeat(5_000) })]];
    let server = OddServer::start(Odd { pages, ..Odd::default() }).await;
    let kept = Kept::new(json!({ "url": server.url() })).await;
    let tools = kept.server.tools();
    assert!(tools[0].parse(r#"{"may":null,"must":null,"kind":null}"#).is_ok());
    let parsed = tools[0].parse(r#"{"must":"a","plain":null}"#).unwrap();
    assert_eq!(parsed, json!({ "must": "a" }), "the server would refuse null");
    assert!(
        tools[0].definition.summary.ends_with("… (4870 more characters)"),
        "{}",
        tools[0].definition.summary
    );
    kept.end().await;
}

#[tokio::test]
async fn a_tool_that_runs_only_as_a_task_is_not_offered_again() {
    let failed = |said: &str| json!({ "content": [{ "type": "text", "text": said }], "isError": true });
    let result = failed("MCP error -32601: Tool dig requires task augmentation (taskSupport: 'required')");
    let error = json!({ "code": -32601, "message": "This tool requires task-augmented invocation" });
    let odd = Odd {
        pages: vec![["dig", "plant", "fetch"].map(tool).to_vec()],
        results: [("dig".to_owned(), result), ("fetch".to_owned(), failed("The task is gone."))].into(),
        errors: [("plant".to_owned(), error)].into(),
        ..Odd::default()
    };
    let server = OddServer::start(odd).await;
    let kept = Kept::new(json!({ "url": server.url() })).await;
    for name in ["dig", "plant"] {
        let (code, why) = kept.fails(name, json!({})).await;
        let told = "the server garden runs this tool only as a task in the background, which the bot does not \
                    support; the call did nothing, and the tool is not offered any more";
        assert_eq!((code, why.as_str()), (ErrorCode::Rejected, told));
    }
    assert_eq!(kept.fails("fetch", json!({})).await.1, "the server garden failed: The task is gone.");
    assert_eq!(kept.names(), ["garden_fetch"]);
    kept.end().await;
}

/// Returns the error of connecting to a server that answers each request with this head.
async fn answered(head: &str) -> String {
    answered_by(head, head).await
}

/// Returns the error of connecting to a server that answers a GET with one head, and any other request with another.
async fn answered_by(get: &str, other: &str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let whole = |head: &str| format!("HTTP/1.1 {head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    let (get, other) = (whole(get), whole(other));
    let answers = tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut asked = vec![0; 65_536];
            let _ = stream.read(&mut asked).await;
            let head = if asked.starts_with(b"GET ") { &get } else { &other };
            let _ = stream.write_all(head.as_bytes()).await;
        }
    });
    let error = examine("garden", &settings(json!({ "url": url })), None).await.unwrap_err();
    answers.abort();
    error.to_string()
}

#[tokio::test]
async fn what_a_status_means_is_said() {
    for (head, told) in [
        ("429 Too Many\r\nRetry-After: 30", "it asks to wait 30 s, and did nothing"),
        ("429 Too Many", "it asks to wait, and did nothing"),
        (
            "307 Elsewhere\r\nLocation: https://other.example/mcp?key=1",
            "it redirects to https://other.example: check url",
        ),
        (
            "301 Moved\r\nLocation: /mcp/",
            "it redirects with status 301: check url, such as whether a slash belongs at its end",
        ),
        ("404 No", "it answers with status 404: check url"),
        ("405 No", "it answers with status 405: check url; the old transport, HTTP+SSE, is not supported"),
        (
            "401 No\r\nWWW-Authenticate: Bearer resource_metadata=\"https://a.example/\"",
            "it wants OAuth, which the bot does not support; a token in headers may do",
        ),
    ] {
        assert_eq!(answered(head).await, told);
    }
    let events = "200 OK\r\nContent-Type: text/event-stream";
    for status in ["404 No", "405 No"] {
        let told = "it speaks the old transport, HTTP+SSE, which is not supported: look for another address";
        assert_eq!(answered_by(events, status).await, told);
    }
}
