//! The tools of the server: useful ones, and one for each fault.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::engine::{Engine, notification};

/// The outcome of a call.
pub(super) enum Done {
    Result(Value),
    /// A JSON-RPC error.
    Refused(&'static str),
    /// Nothing, ever.
    Silence,
    /// The server dies.
    Death,
    /// Something that is not an answer.
    Garbage,
}

/// Returns the tools as they are listed at first: name, description, schema, and whether the tool claims to be
/// read-only.
pub(super) fn all() -> Vec<Value> {
    let object = |properties: Value, required: &[&str]| {
        json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": properties,
            "required": required,
        })
    };
    let none = || object(json!({}), &[]);
    let tool = |name: &str, description: &str, schema: Value| json!({ "name": name, "description": description, "inputSchema": schema });
    let mut page =
        tool("page", "Finds a page.", object(json!({ "query": { "type": "string" } }), &["query"]));
    page["annotations"] = json!({ "readOnlyHint": true });
    let mut close =
        tool("issue.close", "Closes an issue.", object(json!({ "issue": { "$ref": "#/$defs/issue" } }), &[]));
    close["inputSchema"]["$defs"] = json!({ "issue": { "type": "integer", "minimum": 1 } });
    vec![
        tool("echo", "Repeats a text.", object(json!({ "text": { "type": "string" } }), &["text"])),
        page,
        close,
        tool("picture", "Takes a picture.", none()),
        tool(
            "slow",
            "Works until it is released.",
            object(json!({ "steps": { "type": "integer" } }), &["steps"]),
        ),
        tool("fail", "Fails.", none()),
        tool("refuse", "Refuses.", none()),
        tool("huge", "Returns much.", object(json!({ "kilobytes": { "type": "integer" } }), &["kilobytes"])),
        tool("flood", "Says much.", object(json!({ "messages": { "type": "integer" } }), &["messages"])),
        tool("hang", "Never answers.", none()),
        tool("die", "Ends the server.", none()),
        tool("garbage", "Answers with nonsense.", none()),
    ]
}

/// Carries out a call. Sends messages that precede the answer to `out`; `token` is the call's progress token.
pub(super) async fn call(
    engine: &Engine,
    name: &str,
    arguments: &Value,
    (token, out): (&Value, &UnboundedSender<Value>),
) -> Done {
    let number = |key: &str| arguments[key].as_u64().unwrap_or_default();
    let text = |text: &str| Done::Result(json!({ "content": [{ "type": "text", "text": text }] }));
    match name {
        "echo" => text(arguments["text"].as_str().unwrap_or_default()),
        "page" => {
            let page = json!({ "page": { "id": "page-7", "title": "Tides" } });
            let content = json!([{ "type": "text", "text": page.to_string() }]);
            Done::Result(json!({ "content": content, "structuredContent": page }))
        }
        "issue.close" => text("Closed."),
        "picture" => Done::Result(json!({ "content": [
            { "type": "image", "data": "AAAA".repeat(1024), "mimeType": "image/png" },
            { "type": "resource", "resource": { "uri": "house://garden", "mimeType": "text/plain", "text": "Roses." } },
            { "type": "resource_link", "uri": "house://roof", "name": "roof" },
        ] })),
        "slow" => {
            let steps = number("steps");
            for step in 1..=steps {
                let params =
                    json!({ "progressToken": token, "progress": step, "total": steps, "message": "digging" });
                // The receiver of a cancelled call may be gone.
                let _ = out.send(notification("notifications/progress", params));
            }
            engine.released.notified().await;
            text("Dug.")
        }
        "fail" => Done::Result(json!({
            "content": [{ "type": "text", "text": "The garden is closed." }], "isError": true,
        })),
        "refuse" => Done::Refused("The gardener is away."),
        "huge" => text(&"x".repeat(usize::try_from(number("kilobytes")).unwrap_or_default() * 1024)),
        "flood" => {
            for _ in 0..number("messages") {
                let _ = out.send(notification("notifications/tools/list_changed", json!({})));
            }
            text("Said.")
        }
        "hang" => Done::Silence,
        "die" => Done::Death,
        "garbage" => Done::Garbage,
        _ => Done::Refused("There is no such tool."),
    }
}
