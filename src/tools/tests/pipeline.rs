use serde_json::json;

use super::*;

#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Path {
    path: String,
}

/// A tool that does as its type says.
macro_rules! tool {
    ($name:ident, $called:literal, $tier:ident, $args:ty, $timeout:expr, |$context:ident, $arguments:ident| $does:expr) => {
        struct $name;

        #[async_trait]
        impl Tool for $name {
            type Args = $args;
            const NAME: &'static str = $called;
            const DESCRIPTION: &'static str = "A tool for tests.";
            const TIER: Tier = Tier::$tier;
            const TIMEOUT: Duration = $timeout;

            async fn execute(&self, $context: &Context, $arguments: $args) -> Result<Value, ToolError> {
                $does
            }
        }
    };
}

const SECOND: Duration = Duration::from_secs(1);

tool!(FileRead, "file_read", ReadOnly, Path, SECOND, |_context, arguments| Ok(json!(arguments.path)));
tool!(Panics, "panics", SideEffecting, Nothing, SECOND, |_context, _arguments| panic!("on purpose"));
tool!(Breaks, "breaks", SideEffecting, Nothing, SECOND, |_context, _arguments| {
    Err(anyhow::anyhow!("the disk is full of secrets").into())
});
tool!(Hangs, "hangs", SideEffecting, Nothing, SECOND, |_context, _arguments| std::future::pending().await);
tool!(Stops, "stops", SideEffecting, Nothing, SECOND, |context, _arguments| {
    context.cancel.cancel();
    std::future::pending().await
});
tool!(Shell, "shell", Privileged, Nothing, SECOND, |_context, _arguments| Ok(json!({ "done": true })));

async fn bench() -> Bench {
    let mut bench = Bench::new().await;
    bench.registry.add(FileRead);
    bench.registry.add(Panics);
    bench.registry.add(Breaks);
    bench.registry.add(Hangs);
    bench.registry.add(Stops);
    bench.registry.add(Shell);
    bench
}

async fn raw(alice: &Person<'_>, tool: &str, arguments: &str) -> String {
    alice.call_as(CallId::generate(), tool, arguments).await
}

#[tokio::test]
async fn what_does_not_fit_the_schema_is_named_so_that_the_model_can_correct_itself() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    let said = async |arguments: &str| raw(&alice, "file_read", arguments).await;
    assert_eq!(said(r#"{"path":"a"}"#).await, "a");
    assert_eq!(said("{}").await, "Tool execution failed: missing required field 'path' in arguments");
    assert_eq!(said("").await, "Tool execution failed: missing required field 'path' in arguments");
    assert_eq!(
        said(r#"{"path":1}"#).await,
        r#"Tool execution failed: field 'path' in arguments: 1 is not of type "string""#
    );
    assert_eq!(
        said(r#"{"path":"a","mode":"w"}"#).await,
        "Tool execution failed: Additional properties are not allowed ('mode' was unexpected) in arguments"
    );
    assert_eq!(said("[]").await, r#"Tool execution failed: [] is not of type "object" in arguments"#);
    assert_eq!(
        said(r#"{"path": "#).await,
        "Tool execution failed: the arguments are not valid JSON: EOF while parsing a value at line 1 column 9"
    );
    let refused = bench.registry.evaluate(&alice.context, "file_read", "{}").await;
    assert_eq!(
        refused,
        Verdict::Refuse("Tool execution failed: missing required field 'path' in arguments".to_owned())
    );
}

#[tokio::test]
async fn a_tool_that_does_not_exist_is_answered_with_the_nearest() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    for (asked, nearest) in [
        ("memory_serch", "memory_search"),
        ("Memory_Save", "memory_save"),
        ("scratchpadread", "scratchpad_read"),
        ("schedule.create", "schedule_create"),
    ] {
        let expected =
            format!("Tool execution failed: there is no tool '{asked}'; did you mean '{nearest}'?");
        assert_eq!(raw(&alice, asked, "{}").await, expected);
        assert_eq!(alice.verdict(asked, json!({})).await, Verdict::Refuse(expected));
    }
    assert!(!bench.registry.is_idempotent("memory_find") && !bench.registry.is_read_only("memory_find"));
}

#[tokio::test]
async fn a_tool_that_panics_or_fails_inside_is_a_failed_call_without_details() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    for tool in ["panics", "breaks"] {
        assert_eq!(
            raw(&alice, tool, "{}").await,
            "Tool execution failed: an internal error; trying again later may help"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_takes_too_long_is_ended() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    assert_eq!(raw(&alice, "hangs", "{}").await, "Tool execution failed: it took longer than 1 s");
}

#[tokio::test]
async fn a_stopped_turn_ends_its_tool_and_begins_no_other() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    assert_eq!(raw(&alice, "stops", "{}").await, "Tool execution failed: the person stopped it");
    let saved = raw(&alice, "memory_save", r#"{"content":"too late"}"#).await;
    assert_eq!(saved, "Tool execution failed: the person stopped it");
    let notes = bench.store.read(async |tx| tx.value("SELECT count(*) AS value FROM notes", ()).await);
    assert_eq!(notes.await, Some(0));
}

#[tokio::test]
async fn a_privileged_tool_always_asks() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    let expected =
        Ask { summary: "Run shell".to_owned(), reason: "This tool always asks.".to_owned(), pattern: None };
    assert_eq!(alice.question("shell", json!({})).await, expected);
    assert_eq!(raw(&alice, "shell", "{}").await, r#"{"done":true}"#);
}

#[tokio::test]
async fn long_output_is_cut_with_a_suffix_that_says_so() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    let path = "x".repeat(142_857);
    let result = raw(&alice, "file_read", &json!({ "path": path }).to_string()).await;
    let (kept, suffix) = result.split_at(16 * 1024);
    assert!(kept.chars().all(|c| c == 'x'));
    assert_eq!(suffix, "\n[output truncated — original size: 142,857 bytes]");
}

#[tokio::test]
async fn no_result_shows_a_secret_of_the_operators() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    let result = raw(&alice, "file_read", &json!({ "path": format!("key={SECRET};") }).to_string()).await;
    assert!(!result.contains(SECRET) && result.starts_with("key="), "{result}");
}

#[test]
fn output_is_cut_between_characters() {
    assert_eq!(truncate("häh".into(), 4), "häh");
    assert_eq!(truncate("häh".into(), 2), "h\n[output truncated — original size: 4 bytes]");
    assert_eq!(truncate("🙂🙂".into(), 7), "🙂\n[output truncated — original size: 8 bytes]");
    assert_eq!(truncate("🙂".into(), 0), "\n[output truncated — original size: 4 bytes]");
    assert_eq!(truncate(String::new(), 0), "");
    let sizes = [(999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")];
    for (size, shown) in sizes {
        let cut = truncate("x".repeat(size), 1);
        assert_eq!(cut, format!("x\n[output truncated — original size: {shown} bytes]"));
    }
}

#[test]
fn a_failed_call_reads_as_one() {
    assert_eq!(failure("no such file"), "Tool execution failed: no such file");
}
