use std::fmt::Write;

use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::{Map, json};

use super::*;
use crate::provider::ToolSpec;

fn specs() -> Vec<ToolSpec> {
    registry(&Config::default()).specs(&[])
}

fn properties(spec: &ToolSpec) -> Map<String, Value> {
    sorted(&spec.parameters)["properties"].as_object().cloned().unwrap_or_default()
}

/// A schema without the words in it.
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
fn names_parameters_defaults_and_limits() {
    let mut text = String::new();
    for spec in specs() {
        writeln!(text, "{}", spec.name).unwrap();
        let required = spec.parameters["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in properties(&spec) {
            let need = if required.contains(&json!(name)) { "required" } else { "optional" };
            writeln!(text, "  {name} ({need}): {}", bare(&schema)).unwrap();
        }
    }
    insta::assert_snapshot!(text, @r#"
        memory_delete
          note_id (required): {"type":"string"}
        memory_save
          content (required): {"minLength":1,"type":"string"}
          tags (optional): {"default":[],"items":{"type":"string"},"type":"array"}
        memory_search
          include_conversation (optional): {"default":false,"type":"boolean"}
          query (required): {"minLength":1,"type":"string"}
          tags (optional): {"default":[],"items":{"type":"string"},"type":"array"}
          top_k (optional): {"default":5,"maximum":20,"minimum":1,"type":"integer"}
        memory_update
          content (required): {"minLength":1,"type":"string"}
          note_id (required): {"type":"string"}
          tags (optional): {"items":{"type":"string"},"type":["array","null"]}
        notify
          reason (required): {"type":"string"}
          send (required): {"type":"boolean"}
        schedule_create
          cadence_type (required): {"enum":["cron","once","interval"],"type":"string"}
          cadence_value (required): {"type":"string"}
          goal (required): {"minLength":1,"type":"string"}
          name (optional): {"type":["string","null"]}
          notification (optional): {"default":"always","enum":["always","conditional","never"],"type":"string"}
          reminder (optional): {"default":false,"type":"boolean"}
          timezone (optional): {"type":["string","null"]}
        schedule_delete
          schedule_id (required): {"type":"string"}
        schedule_edit
          cadence_type (optional): {"enum":["cron","once","interval",null],"type":["string","null"]}
          cadence_value (optional): {"type":["string","null"]}
          goal (optional): {"minLength":1,"type":["string","null"]}
          name (optional): {"type":["string","null"]}
          notification (optional): {"enum":["always","conditional","never",null],"type":["string","null"]}
          schedule_id (required): {"type":"string"}
          status (optional): {"enum":["active","paused",null],"type":["string","null"]}
          timezone (optional): {"type":["string","null"]}
        schedule_run_output
          max_chars (optional): {"default":4000,"maximum":8000,"minimum":200,"type":"integer"}
          offset (optional): {"default":0,"minimum":0,"type":"integer"}
          run_id (required): {"type":"string"}
        schedule_runs
          limit (optional): {"default":5,"maximum":20,"minimum":1,"type":"integer"}
          schedule_id (required): {"type":"string"}
        schedule_search
          cadence_type (optional): {"enum":["cron","once","interval",null],"type":["string","null"]}
          limit (optional): {"default":20,"maximum":50,"minimum":1,"type":"integer"}
          name (optional): {"type":["string","null"]}
          notification (optional): {"enum":["always","conditional","never",null],"type":["string","null"]}
          offset (optional): {"default":0,"minimum":0,"type":"integer"}
          status (optional): {"enum":["active","paused","completed",null],"type":["string","null"]}
        scratchpad_clear
        scratchpad_read
        scratchpad_write
          items (required): {"items":{"maxLength":240,"type":"string"},"maxItems":32,"minItems":1,"type":"array"}
        web_fetch
          url (required): {"type":"string"}
        "#);
}

#[test]
fn which_tools_change_something_and_which_may_run_again() {
    let registry = registry(&Config::default());
    let mut text = String::new();
    for spec in registry.specs(&[]) {
        let reads = if registry.is_read_only(&spec.name) { "reads" } else { "changes" };
        let again = if registry.is_idempotent(&spec.name) { "may run again" } else { "runs once" };
        writeln!(text, "{:20} {reads:8} {again}", spec.name).unwrap();
    }
    insta::assert_snapshot!(text, @r"
        memory_delete        changes  may run again
        memory_save          changes  may run again
        memory_search        reads    may run again
        memory_update        changes  may run again
        notify               changes  may run again
        schedule_create      changes  may run again
        schedule_delete      changes  may run again
        schedule_edit        changes  may run again
        schedule_run_output  reads    may run again
        schedule_runs        reads    may run again
        schedule_search      reads    may run again
        scratchpad_clear     changes  may run again
        scratchpad_read      reads    may run again
        scratchpad_write     changes  may run again
        web_fetch            changes  may run again
        ");
}

#[test]
fn every_schema_is_an_object_that_is_closed_and_explained() {
    for spec in specs() {
        let (name, schema) = (&spec.name, &spec.parameters);
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        assert!(jsonschema::validator_for(schema).is_ok(), "{name}");
        assert_eq!(schema["type"], "object", "{name}");
        assert_eq!(schema["additionalProperties"], false, "{name}");
        assert!(!schema.to_string().contains("$ref"), "{name}: not every model server follows references");
        for (parameter, schema) in properties(&spec) {
            let words = schema["description"].as_str().unwrap_or_default();
            assert!(!words.is_empty(), "{name}: {parameter} has no description");
        }
    }
}

#[test]
fn descriptions_are_sentences_that_fit() {
    for spec in specs() {
        let length = spec.description.chars().count();
        assert!((20..=160).contains(&length), "{}: {length} characters", spec.name);
        assert!(spec.description.ends_with('.'), "{}", spec.name);
    }
}

#[test]
fn without_the_scheduler_its_tools_are_not_offered() {
    let mut config = Config::default();
    config.scheduler.enabled = false;
    let names: Vec<_> = registry(&config).specs(&["web_fetch"]).into_iter().map(|spec| spec.name).collect();
    assert_eq!(
        names,
        [
            "memory_delete",
            "memory_save",
            "memory_search",
            "memory_update",
            "scratchpad_clear",
            "scratchpad_read",
            "scratchpad_write"
        ]
    );
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_said_to_and_do_nothing() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let long = "x".repeat(241);
    let cases = [
        ("memory_search", json!({})),
        ("memory_search", json!({ "query": "" })),
        ("memory_search", json!({ "query": 4711 })),
        ("memory_search", json!({ "query": "wifi", "top_k": 0 })),
        ("memory_search", json!({ "query": "wifi", "top_k": 21 })),
        ("memory_search", json!({ "query": "wifi", "top_k": "5" })),
        ("memory_search", json!({ "query": "wifi", "tags": "home" })),
        ("memory_search", json!({ "query": "wifi", "include_conversation": "yes" })),
        ("memory_search", json!({ "query": "wifi", "user_id": "user-bob" })),
        ("memory_save", json!({ "tags": [] })),
        ("memory_save", json!({ "content": "" })),
        ("memory_save", json!({ "content": "x", "tags": [1] })),
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
        ("web_fetch", json!({ "url": "https://example.com/" })),
    ];
    let mut text = String::new();
    for (tool, arguments) in cases {
        let shown = sorted(&arguments).to_string().replace(&long, "x…");
        let result = alice.call(tool, arguments).await.replace(&long, "x…");
        assert!(result.starts_with("Tool execution failed: "), "{tool} {shown}: {result}");
        writeln!(text, "{tool} {shown}\n  {}", result.trim_start_matches("Tool execution failed: ")).unwrap();
    }
    insta::assert_snapshot!(text, @r#"
        memory_search {}
          missing required field 'query' in arguments
        memory_search {"query":""}
          field 'query' in arguments: "" is shorter than 1 character
        memory_search {"query":4711}
          field 'query' in arguments: 4711 is not of type "string"
        memory_search {"query":"wifi","top_k":0}
          field 'top_k' in arguments: 0 is less than the minimum of 1
        memory_search {"query":"wifi","top_k":21}
          field 'top_k' in arguments: 21 is greater than the maximum of 20
        memory_search {"query":"wifi","top_k":"5"}
          field 'top_k' in arguments: "5" is not of type "integer"
        memory_search {"query":"wifi","tags":"home"}
          field 'tags' in arguments: "home" is not of type "array"
        memory_search {"include_conversation":"yes","query":"wifi"}
          field 'include_conversation' in arguments: "yes" is not of type "boolean"
        memory_search {"query":"wifi","user_id":"user-bob"}
          Additional properties are not allowed ('user_id' was unexpected) in arguments
        memory_save {"tags":[]}
          missing required field 'content' in arguments
        memory_save {"content":""}
          field 'content' in arguments: "" is shorter than 1 character
        memory_save {"content":"x","tags":[1]}
          field 'tags/0' in arguments: 1 is not of type "string"
        memory_update {"content":"x"}
          missing required field 'note_id' in arguments
        memory_update {"note_id":"note-1"}
          missing required field 'content' in arguments
        memory_update {"content":"x","note_id":"note-1"}
          there is no note 'note-1'; memory_search gives the ids there are
        memory_delete {}
          missing required field 'note_id' in arguments
        scratchpad_read {"session_id":"session-1"}
          this tool takes no arguments
        scratchpad_write {}
          missing required field 'items' in arguments
        scratchpad_write {"items":[]}
          field 'items' in arguments: [] has less than 1 item
        scratchpad_write {"items":["x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x"]}
          field 'items' in arguments: ["x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x","x"] has more than 32 items
        scratchpad_write {"items":["ok","x…"]}
          field 'items/1' in arguments: "x…" is longer than 240 characters
        schedule_create {"cadence_type":"once","cadence_value":"2026-05-02 09:00"}
          missing required field 'goal' in arguments
        schedule_create {"cadence_type":"once","cadence_value":"2026-05-02 09:00","goal":""}
          field 'goal' in arguments: "" is shorter than 1 character
        schedule_create {"cadence_value":"5m","goal":"x"}
          missing required field 'cadence_type' in arguments
        schedule_create {"cadence_type":"interval","goal":"x"}
          missing required field 'cadence_value' in arguments
        schedule_create {"cadence_type":"daily","cadence_value":"5m","goal":"x"}
          field 'cadence_type' in arguments: "daily" is not one of "cron", "once" or "interval"
        schedule_create {"cadence_type":"interval","cadence_value":"30s","goal":"x"}
          runs would be 30 seconds apart, but the shortest interval allowed is 1 minute
        schedule_create {"cadence_type":"once","cadence_value":"2026-05-01 09:59","goal":"x"}
          once: Fri 1 May 2026 at 09:59 (Europe/Berlin) is in the past; it is now Fri 1 May 2026 at 10:00 (Europe/Berlin)
        schedule_create {"cadence_type":"cron","cadence_value":"* * *","goal":"x"}
          cron: five fields are needed (minute, hour, day of month, month, weekday), like `0 9 * * 1-5`; found 3
        schedule_create {"cadence_type":"interval","cadence_value":"5m","goal":"x","timezone":"Mars"}
          'Mars' is not a time zone of the IANA list; write it like 'Europe/Paris'
        schedule_create {"cadence_type":"interval","cadence_value":"5m","goal":"x","notification":"maybe"}
          field 'notification' in arguments: "maybe" is not one of "always", "conditional" or "never"
        schedule_create {"cadence_type":"interval","cadence_value":"5m","goal":"x","max_cost":100}
          Additional properties are not allowed ('max_cost' was unexpected) in arguments
        schedule_search {"limit":51}
          field 'limit' in arguments: 51 is greater than the maximum of 50
        schedule_search {"offset":-1}
          field 'offset' in arguments: -1 is less than the minimum of 0
        schedule_search {"status":"running"}
          field 'status' in arguments: "running" is not one of "active", "paused" or 2 other candidates
        schedule_edit {"name":"x"}
          missing required field 'schedule_id' in arguments
        schedule_edit {"schedule_id":"schedule-1"}
          there is no schedule 'schedule-1'; schedule_search gives the ids there are
        schedule_edit {"schedule_id":"schedule-1","status":"completed"}
          field 'status' in arguments: "completed" is not one of "active", "paused" or null
        schedule_delete {}
          missing required field 'schedule_id' in arguments
        schedule_runs {}
          missing required field 'schedule_id' in arguments
        schedule_runs {"limit":21,"schedule_id":"schedule-1"}
          field 'limit' in arguments: 21 is greater than the maximum of 20
        schedule_run_output {}
          missing required field 'run_id' in arguments
        schedule_run_output {"max_chars":199,"run_id":"run-1"}
          field 'max_chars' in arguments: 199 is less than the minimum of 200
        schedule_run_output {"max_chars":8001,"run_id":"run-1"}
          field 'max_chars' in arguments: 8001 is greater than the maximum of 8000
        schedule_run_output {"offset":-1,"run_id":"run-1"}
          field 'offset' in arguments: -1 is less than the minimum of 0
        schedule_run_output {"run_id":"run-1"}
          there is no run 'run-1'; schedule_runs gives the ids there are
        notify {"send":true}
          missing required field 'reason' in arguments
        notify {"reason":"nothing new"}
          missing required field 'send' in arguments
        notify {"reason":"nothing new","send":false}
          this is not a scheduled run; just answer
        web_fetch {}
          missing required field 'url' in arguments
        web_fetch {"url":"not a url"}
          that is not a web address: write it in full, like https://example.com/page
        web_fetch {"url":"file:///etc/passwd"}
          only http and https addresses can be fetched, not file
        web_fetch {"url":"http://169.254.169.254/latest"}
          169.254.169.254 is a private or reserved address; only the public internet can be reached
        web_fetch {"url":"https://example.com/"}
          fetching from example.com needs the person's approval
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

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(vec![
            "once",
            "cron",
            "interval",
            "0 9 * * *",
            "900",
            "99999999999999999999d",
            "2026-05-02 09:00",
            "Europe/Paris",
            "active",
            "always",
            "https://example.com/",
            "http://[::1]/",
            "note-1",
            "\u{0}",
            "𝄞",
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..3)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Arguments for a tool: mostly its own parameters, with values that may or may not fit.
fn any_arguments(names: Vec<String>) -> impl Strategy<Value = String> {
    let fields = names.into_iter().map(|name| (Just(name), prop::option::weighted(0.8, any_json())));
    let fields = fields.collect::<Vec<_>>().prop_map(|fields| {
        let given = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Value::Object(given.collect()).to_string()
    });
    prop_oneof![8 => fields, 1 => any_json().prop_map(|value| value.to_string()), 1 => any::<String>()]
}

#[test]
fn no_arguments_make_a_tool_panic_or_fail_inside() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let bench = runtime.block_on(Bench::new());
    let alice = runtime.block_on(bench.person("alice"));
    for spec in specs() {
        let names = properties(&spec).keys().cloned().collect();
        TestRunner::new(ProptestConfig::with_cases(40))
            .run(&any_arguments(names), |arguments| {
                let context = &alice.context;
                let verdict = runtime.block_on(bench.registry.evaluate(context, &spec.name, &arguments));
                let result = runtime.block_on(alice.call_as(CallId::generate(), &spec.name, &arguments));
                prop_assert!(!format!("{verdict:?}{result}").contains("internal error"), "{result}");
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{}: {error}", spec.name));
    }
}
