//! The arguments of the specified tools, and the errors for arguments that do not fit.

use std::fmt::Write;

use serde_json::Map;

use super::*;

/// The toolsets of the specification; every tool's contract is in `contract.rs`.
const SPECIFIED: [&str; 3] = ["memory", "scratchpad", "schedules"];

/// Returns a schema without its descriptions.
fn bare(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(key, _)| *key != "description" && *key != "format");
            kept.map(|(key, value)| (key.clone(), bare(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(bare).collect(),
        other => other.clone(),
    }
}

#[test]
fn names_tiers_parameters_defaults_and_limits() {
    let registry = registry(&Config::default(), &Sandbox::own());
    let mut text = String::new();
    for tool in registry.all().filter(|tool| SPECIFIED.contains(&&*tool.toolset)) {
        writeln!(text, "{}: {}", tool.name(), tool.definition.tier.as_str()).unwrap();
        let schema = sorted(&tool.definition.parameters);
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            let need = if required.contains(&json!(name)) { "required" } else { "optional" };
            writeln!(text, "  {name} ({need}): {}", bare(schema)).unwrap();
        }
    }
    insta::assert_snapshot!(text, @r#"
    memory_delete: side_effecting
      note_id (required): {"type":"string"}
    memory_save: side_effecting
      content (required): {"minLength":1,"type":"string"}
      tags (optional): {"default":[],"items":{"type":"string"},"type":"array"}
    memory_search: read_only
      include_conversation (optional): {"default":false,"type":"boolean"}
      query (required): {"minLength":1,"type":"string"}
      tags (optional): {"default":[],"items":{"type":"string"},"type":"array"}
      top_k (optional): {"default":5,"maximum":20,"minimum":1,"type":"integer"}
    memory_update: side_effecting
      content (required): {"minLength":1,"type":"string"}
      note_id (required): {"type":"string"}
      tags (optional): {"items":{"type":"string"},"type":["array","null"]}
    notify: side_effecting
      reason (required): {"type":"string"}
      send (required): {"type":"boolean"}
    plan: side_effecting
      steps (optional): {"items":{"additionalProperties":false,"properties":{"state":{"default":"open","enum":["open","doing","done","dropped"],"type":"string"},"text":{"maxLength":240,"minLength":1,"type":"string"}},"required":["text"],"type":"object"},"maxItems":50,"minItems":1,"type":["array","null"]}
    schedule_create: side_effecting
      cadence_type (required): {"enum":["cron","once","interval","rrule","hook"],"type":"string"}
      cadence_value (required): {"type":"string"}
      goal (required): {"minLength":1,"type":"string"}
      grace_secs (optional): {"default":3600,"maximum":2678400,"minimum":60,"type":"integer"}
      missed (optional): {"default":"once","enum":["skip","once","all"],"type":"string"}
      name (optional): {"type":["string","null"]}
      notification (optional): {"default":"always","enum":["always","conditional","never"],"type":"string"}
      overlap (optional): {"default":"skip","enum":["skip","queue","parallel"],"type":"string"}
      previous_outputs (optional): {"default":0,"maximum":10,"minimum":0,"type":"integer"}
      reminder (optional): {"default":false,"type":"boolean"}
      timezone (optional): {"type":["string","null"]}
      urgent (optional): {"default":false,"type":"boolean"}
    schedule_delete: side_effecting
      schedule_id (required): {"type":"string"}
    schedule_edit: side_effecting
      cadence_type (optional): {"enum":["cron","once","interval","rrule","hook",null],"type":["string","null"]}
      cadence_value (optional): {"type":["string","null"]}
      goal (optional): {"minLength":1,"type":["string","null"]}
      grace_secs (optional): {"maximum":2678400,"minimum":60,"type":["integer","null"]}
      missed (optional): {"enum":["skip","once","all",null],"type":["string","null"]}
      model (optional): {"type":["string","null"]}
      name (optional): {"type":["string","null"]}
      notification (optional): {"enum":["always","conditional","never",null],"type":["string","null"]}
      overlap (optional): {"enum":["skip","queue","parallel",null],"type":["string","null"]}
      previous_outputs (optional): {"maximum":10,"minimum":0,"type":["integer","null"]}
      schedule_id (required): {"type":"string"}
      status (optional): {"enum":["active","paused",null],"type":["string","null"]}
      timezone (optional): {"type":["string","null"]}
      urgent (optional): {"type":["boolean","null"]}
    schedule_run_output: read_only
      max_chars (optional): {"default":4000,"maximum":8000,"minimum":200,"type":"integer"}
      offset (optional): {"default":0,"minimum":0,"type":"integer"}
      run_id (required): {"type":"string"}
    schedule_runs: read_only
      limit (optional): {"default":5,"maximum":20,"minimum":1,"type":"integer"}
      schedule_id (required): {"type":"string"}
    schedule_search: read_only
      cadence_type (optional): {"enum":["cron","once","interval","rrule","hook",null],"type":["string","null"]}
      limit (optional): {"default":20,"maximum":50,"minimum":1,"type":"integer"}
      name (optional): {"type":["string","null"]}
      notification (optional): {"enum":["always","conditional","never",null],"type":["string","null"]}
      offset (optional): {"default":0,"minimum":0,"type":"integer"}
      status (optional): {"enum":["open","active","paused","completed",null],"type":["string","null"]}
    scratchpad_clear: side_effecting
    scratchpad_read: read_only
    scratchpad_write: side_effecting
      items (required): {"items":{"maxLength":240,"type":"string"},"maxItems":32,"minItems":1,"type":"array"}
    "#);
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_said_to_and_do_nothing() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let long = "x".repeat(241);
    let cases = [
        ("memory_search", json!({})),
        ("memory_search", json!({ "query": "" })),
        ("memory_search", json!({ "query": true })),
        ("memory_search", json!({ "query": "wifi", "top_k": 0 })),
        ("memory_search", json!({ "query": "wifi", "top_k": 21 })),
        ("memory_search", json!({ "query": "wifi", "top_k": "five" })),
        ("memory_search", json!({ "query": "wifi", "tags": "home, garden" })),
        ("memory_search", json!({ "query": "wifi", "include_conversation": "yes" })),
        ("memory_search", json!({ "query": "wifi", "user_id": "user-bob" })),
        ("memory_save", json!({ "tags": [] })),
        ("memory_save", json!({ "content": "" })),
        ("memory_save", json!({ "content": "x", "tags": [true] })),
        ("memory_update", json!({ "content": "x" })),
        ("memory_update", json!({ "note_id": "note-1" })),
        ("memory_update", json!({ "note_id": "note-1", "content": "x" })),
        ("memory_delete", json!({})),
        ("scratchpad_read", json!({ "session_id": "session-1" })),
        ("scratchpad_write", json!({})),
        ("scratchpad_write", json!({ "items": [] })),
        ("scratchpad_write", json!({ "items": vec!["x"; 33] })),
        ("scratchpad_write", json!({ "items": ["ok", long] })),
        ("schedule_create", json!({ "cadence_type": "once", "cadence_value": "2026-05-02 09:00" })),
        (
            "schedule_create",
            json!({ "goal": "", "cadence_type": "once", "cadence_value": "2026-05-02 09:00" }),
        ),
        ("schedule_create", json!({ "goal": "x", "cadence_value": "5m" })),
        ("schedule_create", json!({ "goal": "x", "cadence_type": "interval" })),
        ("schedule_create", json!({ "goal": "x", "cadence_type": "daily", "cadence_value": "5m" })),
        ("schedule_create", json!({ "goal": "x", "cadence_type": "interval", "cadence_value": "30s" })),
        (
            "schedule_create",
            json!({ "goal": "x", "cadence_type": "once", "cadence_value": "2026-05-01 09:59" }),
        ),
        ("schedule_create", json!({ "goal": "x", "cadence_type": "cron", "cadence_value": "* * *" })),
        (
            "schedule_create",
            json!({ "goal": "x", "cadence_type": "interval", "cadence_value": "5m", "timezone": "Mars" }),
        ),
        (
            "schedule_create",
            json!({ "goal": "x", "cadence_type": "interval", "cadence_value": "5m", "notification": "maybe" }),
        ),
        (
            "schedule_create",
            json!({ "goal": "x", "cadence_type": "interval", "cadence_value": "5m", "max_cost": 100 }),
        ),
        ("schedule_search", json!({ "limit": 51 })),
        ("schedule_search", json!({ "offset": -1 })),
        ("schedule_search", json!({ "status": "running" })),
        ("schedule_edit", json!({ "name": "x" })),
        ("schedule_edit", json!({ "schedule_id": "schedule-1" })),
        ("schedule_edit", json!({ "schedule_id": "schedule-1", "status": "completed" })),
        ("schedule_delete", json!({})),
        ("schedule_runs", json!({})),
        ("schedule_runs", json!({ "schedule_id": "schedule-1", "limit": 21 })),
        ("schedule_run_output", json!({})),
        ("schedule_run_output", json!({ "run_id": "run-1", "max_chars": 199 })),
        ("schedule_run_output", json!({ "run_id": "run-1", "max_chars": 8001 })),
        ("schedule_run_output", json!({ "run_id": "run-1", "offset": -1 })),
        ("schedule_run_output", json!({ "run_id": "run-1" })),
        ("notify", json!({ "send": true })),
        ("notify", json!({ "reason": "nothing new" })),
        ("notify", json!({ "send": false, "reason": "nothing new" })),
        ("web_fetch", json!({})),
        ("web_fetch", json!({ "url": "not a url" })),
        ("web_fetch", json!({ "url": "file:///etc/passwd" })),
        ("web_fetch", json!({ "url": "http://169.254.169.254/latest" })),
    ];
    let mut text = String::new();
    for (tool, arguments) in cases {
        let shown = sorted(&arguments).to_string().replace(&long, "x…");
        let refused = alice.error(tool, arguments).await.replace(&long, "x…");
        writeln!(text, "{tool} {shown}\n  {refused}").unwrap();
    }
    insta::assert_snapshot!(text, @r#"
    memory_search {}
      invalid_arguments: missing required field 'query' in arguments
    memory_search {"query":""}
      invalid_arguments: field 'query' in arguments: "" is shorter than 1 character
    memory_search {"query":true}
      invalid_arguments: field 'query' in arguments: true is not of type "string"
    memory_search {"query":"wifi","top_k":0}
      invalid_arguments: field 'top_k' in arguments: 0 is less than the minimum of 1
    memory_search {"query":"wifi","top_k":21}
      invalid_arguments: field 'top_k' in arguments: 21 is greater than the maximum of 20
    memory_search {"query":"wifi","top_k":"five"}
      invalid_arguments: field 'top_k' in arguments: "five" is not of type "integer"
    memory_search {"query":"wifi","tags":"home, garden"}
      invalid_arguments: field 'tags' in arguments: "home, garden" is not of type "array"
    memory_search {"include_conversation":"yes","query":"wifi"}
      invalid_arguments: field 'include_conversation' in arguments: "yes" is not of type "boolean"
    memory_search {"query":"wifi","user_id":"user-bob"}
      invalid_arguments: there is no field 'user_id' in arguments; there are 'query', 'top_k', 'include_conversation', 'tags'
    memory_save {"tags":[]}
      invalid_arguments: missing required field 'content' in arguments
    memory_save {"content":""}
      invalid_arguments: field 'content' in arguments: "" is shorter than 1 character
    memory_save {"content":"x","tags":[true]}
      invalid_arguments: field 'tags/0' in arguments: true is not of type "string"
    memory_update {"content":"x"}
      invalid_arguments: missing required field 'note_id' in arguments
    memory_update {"note_id":"note-1"}
      invalid_arguments: missing required field 'content' in arguments
    memory_update {"content":"x","note_id":"note-1"}
      not_found: there is no note 'note-1'; memory_search lists the existing ids
    memory_delete {}
      invalid_arguments: missing required field 'note_id' in arguments
    scratchpad_read {"session_id":"session-1"}
      invalid_arguments: this tool takes no arguments
    scratchpad_write {}
      invalid_arguments: missing required field 'items' in arguments
    scratchpad_write {"items":[]}
      invalid_arguments: field 'items' in arguments: [] has less than 1 item
    scratchpad_write {"items":["x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x"]}
      invalid_arguments: field 'items' in arguments: ["x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x"] has more than 32 items
    scratchpad_write {"items":["ok","x…"]}
      invalid_arguments: field 'items/1' in arguments: "x…" is longer than 240 characters
    schedule_create {"cadence_type":"once","cadence_value":"2026-05-02 09:00"}
      invalid_arguments: missing required field 'goal' in arguments
    schedule_create {"cadence_type":"once","cadence_value":"2026-05-02 09:00","goal":""}
      invalid_arguments: field 'goal' in arguments: "" is shorter than 1 character
    schedule_create {"cadence_value":"5m","goal":"x"}
      invalid_arguments: missing required field 'cadence_type' in arguments
    schedule_create {"cadence_type":"interval","goal":"x"}
      invalid_arguments: missing required field 'cadence_value' in arguments
    schedule_create {"cadence_type":"daily","cadence_value":"5m","goal":"x"}
      invalid_arguments: field 'cadence_type' in arguments: "daily" is not one of "cron", "once", "interval", "rrule", "hook"
    schedule_create {"cadence_type":"interval","cadence_value":"30s","goal":"x"}
      rejected: runs would be 30 seconds apart, but the shortest interval allowed is 1 minute
    schedule_create {"cadence_type":"once","cadence_value":"2026-05-01 09:59","goal":"x"}
      rejected: once: Fri 1 May 2026 at 09:59 (Europe/Berlin) is in the past; it is now Fri 1 May 2026 at 10:00 (Europe/Berlin)
    schedule_create {"cadence_type":"cron","cadence_value":"* * *","goal":"x"}
      rejected: cron: five fields are needed (minute, hour, day of month, month, weekday), like `0 9 * * 1-5`; found 3
    schedule_create {"cadence_type":"interval","cadence_value":"5m","goal":"x","timezone":"Mars"}
      rejected: 'Mars' is not a time zone of the IANA list; write it like 'Europe/Paris'
    schedule_create {"cadence_type":"interval","cadence_value":"5m","goal":"x","notification":"maybe"}
      invalid_arguments: field 'notification' in arguments: "maybe" is not one of "always", "conditional", "never"
    schedule_create {"cadence_type":"interval","cadence_value":"5m","goal":"x","max_cost":100}
      invalid_arguments: there is no field 'max_cost' in arguments; there are 'goal', 'cadence_type', 'cadence_value', 'name', 'timezone', 'notification', 'reminder', 'urgent', 'missed', 'grace_secs', 'overlap', 'previous_outputs'
    schedule_search {"limit":51}
      invalid_arguments: field 'limit' in arguments: 51 is greater than the maximum of 50
    schedule_search {"offset":-1}
      invalid_arguments: field 'offset' in arguments: -1 is less than the minimum of 0
    schedule_search {"status":"running"}
      invalid_arguments: field 'status' in arguments: "running" is not one of "open", "active", "paused", "completed"
    schedule_edit {"name":"x"}
      invalid_arguments: missing required field 'schedule_id' in arguments
    schedule_edit {"schedule_id":"schedule-1"}
      not_found: there is no schedule 'schedule-1'; schedule_search lists the existing ids
    schedule_edit {"schedule_id":"schedule-1","status":"completed"}
      invalid_arguments: field 'status' in arguments: "completed" is not one of "active", "paused"
    schedule_delete {}
      invalid_arguments: missing required field 'schedule_id' in arguments
    schedule_runs {}
      invalid_arguments: missing required field 'schedule_id' in arguments
    schedule_runs {"limit":21,"schedule_id":"schedule-1"}
      invalid_arguments: field 'limit' in arguments: 21 is greater than the maximum of 20
    schedule_run_output {}
      invalid_arguments: missing required field 'run_id' in arguments
    schedule_run_output {"max_chars":199,"run_id":"run-1"}
      invalid_arguments: field 'max_chars' in arguments: 199 is less than the minimum of 200
    schedule_run_output {"max_chars":8001,"run_id":"run-1"}
      invalid_arguments: field 'max_chars' in arguments: 8001 is greater than the maximum of 8000
    schedule_run_output {"offset":-1,"run_id":"run-1"}
      invalid_arguments: field 'offset' in arguments: -1 is less than the minimum of 0
    schedule_run_output {"run_id":"run-1"}
      not_found: there is no run 'run-1'; schedule_runs lists the existing ids
    notify {"send":true}
      invalid_arguments: missing required field 'reason' in arguments
    notify {"reason":"nothing new"}
      invalid_arguments: missing required field 'send' in arguments
    notify {"reason":"nothing new","send":false}
      rejected: this is not a scheduled run; just answer
    web_fetch {}
      invalid_arguments: missing required field 'url' in arguments
    web_fetch {"url":"not a url"}
      rejected: that is not a web address: write it in full, like https://example.com/page
    web_fetch {"url":"file:///etc/passwd"}
      rejected: only http and https addresses can be fetched, not file
    web_fetch {"url":"http://169.254.169.254/latest"}
      rejected: 169.254.169.254 is a private or reserved address; only the public internet can be reached
    "#);
    let rows = bench.store.read(async |tx| {
        tx.value::<i64>(
            "SELECT (SELECT count(*) FROM notes) + (SELECT count(*) FROM schedules)
                 + (SELECT count(*) FROM scratchpads) AS value",
            (),
        )
        .await
    });
    assert_eq!(rows.await, Some(0));
}

#[tokio::test]
async fn everyday_habits_of_models_are_understood() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    for (tool, arguments) in [
        (
            "memory_search",
            json!({ "query": "wifi", "top_k": "5", "tags": "home", "include_conversation": "true" }),
        ),
        ("memory_search", json!({ "query": "wifi", "tags": null, "top_k": null, "user_id": null })),
        ("memory_save", json!({ "content": "x", "tags": "[\"home\", \"garden\"]" })),
        ("scratchpad_read", json!({ "session_id": null })),
        ("schedule_search", json!({ "status": "Active", "limit": 5.0 })),
        ("schedule_search", json!({ "status": "" })),
    ] {
        alice
            .call(tool, arguments.clone())
            .await
            .unwrap_or_else(|error| panic!("{tool} {arguments}: {error}"));
    }
    let fenced = "```json\n{\"query\": \"wifi\",}\n```";
    alice.call_as(CallId::generate(), "memory_search", fenced).await.unwrap();
}

#[tokio::test]
async fn what_is_recorded_is_what_runs() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let tool = bench.registry.get("memory_search").unwrap();
    let corrected = async |arguments: &str| tool.corrected(&alice.context, arguments).await;
    assert_eq!(corrected(r#"{"query": "wifi"}"#).await, None, "it stays as it was written");
    assert_eq!(corrected(r#"{"query": true}"#).await, None, "it is refused as it was written");
    let read = corrected(r#"{"query":"wifi","top_k":"5","tags":"home","user_id":null,}"#).await.unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(&read).unwrap(),
        json!({ "query": "wifi", "top_k": 5, "tags": ["home"] })
    );
}
