//! How the registry runs any tool.

use std::time::Duration;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    super::kit::{Category, Meta, NoFields, Permission, Tier, Tool},
    *,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Path {
    /// The file's path.
    path: String,
}

/// Defines a tool that runs the last macro argument, with a time limit of a second.
macro_rules! tool {
    ($name:ident, $called:literal, $args:ty, |$context:ident, $arguments:ident| $does:expr) => {
        struct $name;

        #[async_trait]
        impl Tool for $name {
            type Args = $args;
            type Output = NoFields;
            const META: Meta = Meta::new($called, "A tool for tests.", Category::Other, Tier::SideEffecting)
                .needs(&[Permission::Execute])
                .timeout(Duration::from_secs(1));

            async fn execute(
                &self,
                $context: &Context,
                $arguments: $args,
            ) -> Result<Outcome<NoFields>, ToolError> {
                $does
            }
        }
    };
}

tool!(FileRead, "file_read", Path, |_context, arguments| Ok(Outcome::done(arguments.path)));
tool!(Panics, "panics", NoFields, |_context, _arguments| panic!("on purpose"));
tool!(Breaks, "breaks", NoFields, |_context, _arguments| Err(anyhow::anyhow!("the disk is full").into()));
tool!(Hangs, "hangs", NoFields, |_context, _arguments| std::future::pending().await);
tool!(Stops, "stops", NoFields, |context, _arguments| {
    context.cancel.cancel();
    std::future::pending().await
});

/// Returns a bench with these tools beside its own.
async fn bench() -> Bench {
    let mut bench = Bench::new().await;
    bench.registry.register("tests", FileRead);
    bench.registry.register("tests", Panics);
    bench.registry.register("tests", Breaks);
    bench.registry.register("tests", Hangs);
    bench.registry.register("tests", Stops);
    bench
}

async fn refused(alice: &Person<'_>, tool: &str, arguments: &str) -> String {
    explained(&alice.call_as(CallId::generate(), tool, arguments).await.unwrap_err())
}

#[tokio::test]
async fn what_does_not_fit_the_schema_is_named_so_that_the_model_can_correct_itself() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    assert_eq!(alice.json("file_read", json!({ "path": "a" })).await, json!({ "message": "a" }));
    let said = async |arguments: &str| {
        let refused = refused(&alice, "file_read", arguments).await;
        refused.strip_prefix("invalid_arguments: ").unwrap().to_owned()
    };
    assert_eq!(said("{}").await, "missing required field 'path' in arguments");
    assert_eq!(said("").await, "missing required field 'path' in arguments");
    assert_eq!(said(r#"{"path":true}"#).await, r#"field 'path' in arguments: true is not of type "string""#);
    assert_eq!(
        said(r#"{"path":"a","mode":"w"}"#).await,
        "there is no field 'mode' in arguments; there are 'path'"
    );
    assert_eq!(said("[]").await, r#"[] is not of type "object" in arguments"#);
    assert_eq!(
        said(r#"{"path": "#).await,
        "the arguments are not valid JSON: EOF while parsing a value at line 1 column 8"
    );
}

#[tokio::test]
async fn a_tool_that_is_not_offered_says_why() {
    let bench = Bench::new().await;
    let alice = bench.person("alice").await;
    let offered = alice.offered().await;
    assert_eq!(offered.get("functions.memory_save").unwrap().name(), "memory_save");
    let told = |name: &str| explained(&offered.get(name).err().unwrap());
    for (name, why) in [
        ("file_read", "the person has saved no file yet"),
        ("attachment_save", "no file has come in this conversation"),
        ("notify", "it is for runs that may keep silent"),
        ("vault_list", "the person has no secret; they add one with /vault"),
    ] {
        assert_eq!(told(name), format!("rejected: the tool '{name}' is not offered here: {why}"));
    }
    let whose = (&alice.context.user, &alice.context.session);
    let preparation = SessionView::new(&bench.store.db, &bench.config, whose, NOW);
    let offered = bench.registry.tools(preparation, |tool| tool.name() != "file_read").await.unwrap();
    let told = explained(&offered.get("file_read").err().unwrap());
    assert!(told.starts_with("unknown_tool: there is no tool 'file_read'"), "{told}");
}

#[tokio::test]
async fn a_tool_that_does_not_exist_is_answered_with_the_nearest() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    let offered = alice.offered().await;
    for (asked, nearest) in [
        ("memory_serch", "memory_search"),
        ("Memory_Save", "memory_save"),
        ("scratchpadread", "scratchpad_read"),
        ("schedule.create", "schedule_create"),
    ] {
        let expected = format!("unknown_tool: there is no tool '{asked}'; did you mean '{nearest}'?");
        assert_eq!(refused(&alice, asked, "{}").await, expected);
        assert_eq!(offered.get(asked).err().map(|error| explained(&error)), Some(expected));
    }
    assert!(!offered.is_idempotent("memory_find") && !offered.is_read_only("memory_find"));
}

#[tokio::test]
async fn a_tool_that_panics_or_fails_inside_is_a_failed_call() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    assert_eq!(refused(&alice, "panics", "{}").await, "internal: the tool panicked");
    assert_eq!(refused(&alice, "breaks", "{}").await, "internal: the disk is full");
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_takes_too_long_is_ended() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    assert_eq!(
        refused(&alice, "hangs", "{}").await,
        "timeout: it took longer than 1 s; it may have taken effect all the same"
    );
}

#[tokio::test]
async fn a_stopped_turn_ends_its_tool_and_begins_no_other() {
    let bench = bench().await;
    let alice = bench.person("alice").await;
    assert_eq!(
        refused(&alice, "stops", "{}").await,
        "cancelled: the person stopped it; it may have taken effect all the same"
    );
    let saved = refused(&alice, "memory_save", r#"{"content":"too late"}"#).await;
    assert_eq!(saved, "cancelled: the person stopped it");
    let notes = bench.store.read(async |tx| tx.value("SELECT count(*) AS value FROM notes", ()).await);
    assert_eq!(notes.await, Some(0));
}

#[tokio::test]
async fn a_tool_is_enabled_by_all_the_permissions_that_it_needs() {
    let bench = bench().await;
    let enabled = |permissions: &[Permission]| -> Vec<_> {
        bench.registry.enabled(permissions).map(|entry| entry.name().to_owned()).collect()
    };
    assert!(
        !enabled(&[Permission::Read, Permission::Write, Permission::Network]).contains(&"hangs".to_owned())
    );
    assert!(enabled(&[Permission::Execute]).contains(&"hangs".to_owned()));
    let reading = enabled(&[Permission::Read]);
    assert!(reading.contains(&"memory_search".to_owned()) && !reading.contains(&"memory_save".to_owned()));
    let everything =
        enabled(&[Permission::Read, Permission::Write, Permission::Network, Permission::Execute]);
    assert_eq!(everything.len(), bench.registry.all().count());
}

#[tokio::test]
async fn the_envelope_has_the_fields_of_the_output_beside_its_own() {
    let outcome = Outcome::new("Read it.\nTwo lines.", json!({ "items": [1] }));
    assert_eq!(outcome.title, "Read it.");
    let envelope: Value = serde_json::from_str(&outcome.envelope()).unwrap();
    assert_eq!(envelope, json!({ "success": true, "message": "Read it.\nTwo lines.", "items": [1] }));
    let failed: Value = serde_json::from_str(&ErrorCode::NotFound.envelope("no such file", None)).unwrap();
    assert_eq!(failed, json!({ "success": false, "error_code": "not_found", "error": "no such file" }));
    let partial = ErrorCode::Cancelled.envelope("stopped", Some("half"));
    assert_eq!(serde_json::from_str::<Value>(&partial).unwrap()["partial_output"], "half");
}
