//! The contract of every tool, registered or made at run time: a new tool needs no new test here.

use std::time::Duration;

use async_trait::async_trait;
use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::Map;

use super::{
    super::kit::{ArgumentKind, Definition, DynTool, MAX_DESCRIPTION, Permission, Risk, Tier},
    *,
};

/// The longest time limit that a tool may have.
const LONGEST: Duration = Duration::from_secs(610);

/// Returns one value of every type; a field must refuse all but its own.
fn one_of_each_type() -> [Value; 7] {
    [Value::Null, json!(true), json!(-4711), json!(0.5), json!("\u{0}"), json!([[]]), json!({ "x": {} })]
}

/// Returns every tool: the registered ones, and those that only a run of a schedule is offered.
async fn every_tool(bench: &Bench) -> Vec<Arc<Entry>> {
    let mut alice = bench.person("alice").await;
    let stretch = json!({ "goal": "Stretch!", "cadence_type": "interval", "cadence_value": "1h" });
    let schedule = alice.json("schedule_create", stretch).await;
    alice.begin_run(schedule["schedule_id"].as_str().unwrap()).await;
    let offered = alice.offered().await;
    let made = offered.specs().into_iter().filter(|spec| bench.registry.get(&spec.name).is_none());
    let made: Vec<_> = made.map(|spec| offered.get(&spec.name).unwrap().clone()).collect();
    assert!(!made.is_empty(), "a run is offered a tool of its own");
    bench.registry.all().cloned().chain(made).collect()
}

fn properties(tool: &Entry) -> Map<String, Value> {
    sorted(&tool.definition.parameters)["properties"].as_object().cloned().unwrap_or_default()
}

fn required(tool: &Entry) -> Vec<String> {
    let required = tool.definition.parameters["required"].as_array().cloned().unwrap_or_default();
    required.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// Returns a value that fits a schema.
fn sample(schema: &Value) -> Value {
    if let Some(value) =
        schema.get("default").or_else(|| schema.get("const")).or_else(|| schema["enum"].get(0))
    {
        return value.clone();
    }
    if let Some(first) = schema["anyOf"].get(0).or_else(|| schema["oneOf"].get(0)) {
        return sample(first);
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
        Some("string") => json!("x".repeat(schema["minLength"].as_u64().unwrap_or(1) as usize)),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        Some("array") => {
            json!(vec![sample(&schema["items"]); schema["minItems"].as_u64().unwrap_or(0) as usize])
        }
        _ => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let fields = required.map(|name| (name.to_owned(), sample(&schema["properties"][name])));
            Value::Object(fields.collect())
        }
    }
}

/// Returns the fewest arguments that fit.
fn fitting(tool: &Entry) -> Map<String, Value> {
    let properties = properties(tool);
    required(tool).into_iter().map(|name| (name.clone(), sample(&properties[&name]))).collect()
}

/// Returns the error for arguments that do not fit.
fn refused(tool: &Entry, arguments: &Map<String, Value>) -> String {
    let arguments = Value::Object(arguments.clone());
    match tool.parse(&arguments.to_string()) {
        Err(ToolError::Rejected(ErrorCode::InvalidArguments, why)) => why,
        other => panic!("{} takes {arguments}: {other:?}", tool.name()),
    }
}

#[tokio::test]
async fn no_server_can_be_named_like_a_toolset_or_the_beginning_of_a_tool() {
    let bench = Bench::new().await;
    for tool in every_tool(&bench).await {
        let begins = tool.name().split('_').next().unwrap();
        for name in [begins, &tool.toolset] {
            assert!(adjutant_config::TAKEN.contains(&name), "{name} is taken by {}", tool.name());
        }
    }
}

#[tokio::test]
async fn every_schema_is_an_object_that_is_closed_and_explained() {
    for tool in every_tool(&Bench::new().await).await {
        let (name, schema) = (tool.name(), &tool.definition.parameters);
        assert!(jsonschema::meta::is_valid(schema), "{name}");
        assert!(jsonschema::validator_for(schema).is_ok(), "{name}");
        assert_eq!(schema["type"], "object", "{name}");
        assert_eq!(schema["additionalProperties"], false, "{name}");
        assert!(!schema.to_string().contains("$ref"), "{name}: not every model server follows references");
        for (field, schema) in properties(&tool) {
            let words = schema["description"].as_str().unwrap_or_default();
            assert!(!words.is_empty(), "{name}: {field} has no description");
        }
        for field in required(&tool) {
            assert!(properties(&tool).contains_key(&field), "{name}: {field} is required and does not exist");
        }
        let output = (tool.definition.output)();
        assert!(jsonschema::meta::is_valid(&output), "{name}");
        assert_eq!(output["type"], "object", "{name}");
    }
}

#[tokio::test]
async fn descriptions_are_sentences_that_fit() {
    for tool in every_tool(&Bench::new().await).await {
        let (name, description) = (tool.name(), &tool.definition.summary);
        let length = description.chars().count();
        assert!((20..=160).contains(&length), "{name}: {length} characters");
        assert!(description.ends_with('.'), "{name}: {description}");
        let length = tool.definition.description.chars().count();
        assert!(length <= MAX_DESCRIPTION, "{name}: {length} characters of details");
    }
}

#[tokio::test]
async fn what_is_said_of_a_tool_is_consistent() {
    for tool in every_tool(&Bench::new().await).await {
        let (name, definition) = (tool.name(), &tool.definition);
        assert!(name.len() <= 64 && name.starts_with(|c: char| c.is_ascii_lowercase()), "{name}");
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'), "{name}");
        assert!(!tool.toolset.is_empty(), "{name}");
        assert!(!definition.tags.is_empty(), "{name}");
        for tag in &definition.tags {
            assert!(!tag.is_empty() && *tag == tag.to_lowercase(), "{name}: {tag}");
        }
        assert!(!definition.timeout.is_zero() && definition.timeout <= LONGEST, "{name}");
        if definition.tier == Tier::ReadOnly {
            assert!(definition.idempotent, "{name} only reads, so it may run again");
            assert_eq!(definition.risk, Risk::Safe, "{name} only reads");
            assert!(!definition.needs.contains(&Permission::Write), "{name} only reads");
        }
        if matches!(definition.category, Category::Web | Category::Http) {
            assert!(definition.needs.contains(&Permission::Network), "{name} reaches out");
        }
        assert!(!definition.needs.is_empty(), "{name} is offered to everybody, whatever is permitted");
        let twice = definition.needs.iter().find(|need| definition.may_use.contains(need));
        assert_eq!(twice, None, "{name} may use what it needs anyway");
    }
}

/// Returns the kind of argument that a field's name or description suggests.
fn suggested(field: &str, schema: &Value) -> Option<ArgumentKind> {
    let words = schema["description"].as_str().unwrap_or_default();
    let named = |names: &[&str]| field.split('_').any(|part| names.contains(&part));
    if named(&["url", "urls", "uri", "link", "href", "address", "host", "endpoint"]) || words.contains("http")
    {
        return Some(ArgumentKind::Url);
    }
    if named(&["path", "paths", "file", "files", "folder", "directory"]) || words.contains("/shared") {
        return Some(ArgumentKind::Path);
    }
    named(&["headers", "password", "secret", "token", "key"]).then_some(ArgumentKind::Secret)
}

#[tokio::test]
async fn what_looks_like_an_address_a_path_or_a_secret_is_declared() {
    for tool in every_tool(&Bench::new().await).await {
        for (field, schema) in properties(&tool) {
            let Some(kind) = suggested(&field, &schema) else { continue };
            for value in [json!("a"), json!(["a"]), json!({ "a": "a" })] {
                let arguments = json!({ &field: value });
                if fits(&schema, &arguments[&field]).is_ok() {
                    assert_eq!(tool.arguments.of(kind, &arguments), ["a"], "{}: {field}", tool.name());
                }
            }
        }
    }
}

#[tokio::test]
async fn what_deletes_for_good_has_a_high_risk() {
    for tool in every_tool(&Bench::new().await).await {
        let definition = &tool.definition;
        let deletes = definition.tags.iter().any(|tag| tag == "destructive")
            || definition.name.contains("delete")
            || definition.summary.contains("for good");
        // These delete nothing, but their effect is public at once.
        let publishes =
            ["site_archive_post", "site_publish", "site_publish_post"].contains(&definition.name.as_str());
        assert_eq!(
            deletes || publishes,
            definition.risk == Risk::High && definition.needs.contains(&Permission::Write),
            "{}",
            tool.name()
        );
    }
}

#[tokio::test]
async fn a_field_that_does_not_exist_or_is_missing_is_named() {
    for tool in every_tool(&Bench::new().await).await {
        let (name, arguments) = (tool.name(), fitting(&tool));
        assert!(tool.parse(&Value::Object(arguments.clone()).to_string()).is_ok(), "{name}: {arguments:?}");

        let mut more = arguments.clone();
        more.insert("no_such_field".to_owned(), json!(1));
        let told = refused(&tool, &more);
        let takes_none = properties(&tool).is_empty() && told == "this tool takes no arguments";
        assert!(takes_none || told.contains("'no_such_field'"), "{name}: {told}");

        for field in required(&tool) {
            let mut less = arguments.clone();
            less.remove(&field);
            let expected = format!("missing required field '{field}' in arguments");
            assert_eq!(refused(&tool, &less), expected, "{name}");
        }
    }
}

#[tokio::test]
async fn a_field_of_the_wrong_type_is_named() {
    for tool in every_tool(&Bench::new().await).await {
        for (field, schema) in properties(&tool) {
            let wrong = one_of_each_type().into_iter().filter(|value| fits(&schema, value).is_err());
            let mut tried = 0;
            for value in wrong {
                let mut arguments = fitting(&tool);
                arguments.insert(field.clone(), value);
                tried += 1;
                let told = match tool.parse(&Value::Object(arguments).to_string()) {
                    // It had one reading.
                    Ok(parsed) => {
                        let read = parsed.get(&field);
                        assert!(
                            read.is_none_or(|read| fits(&schema, read).is_ok()),
                            "{}: {parsed}",
                            tool.name()
                        );
                        continue;
                    }
                    Err(error) => error.to_string(),
                };
                assert!(told.contains(&format!("'{field}")), "{}: {told}", tool.name());
            }
            assert!(tried > 0 || schema["type"].is_null(), "{}: {field} takes anything", tool.name());
        }
    }
}

#[tokio::test]
async fn a_stopped_turn_asks_nothing_and_runs_nothing() {
    let bench = Bench::new().await;
    let tools = every_tool(&bench).await;
    let bob = bench.person("bob").await;
    bob.context.cancel.cancel();
    for tool in tools {
        let arguments = Value::Object(fitting(&tool));
        let asked = tool.requirement(&bob.context, &arguments).await.map(drop);
        let ran = tool.run(&bob.context, arguments).await.map(drop);
        for result in [asked, ran] {
            let stopped = matches!(result, Err(ToolError::Rejected(ErrorCode::Cancelled, _)));
            assert!(stopped, "{}: {result:?}", tool.name());
        }
    }
}

/// A tool that never returns, under the name of another.
struct Hangs(Definition);

#[async_trait]
impl DynTool for Hangs {
    fn definition(&self) -> Definition {
        self.0.clone()
    }

    async fn requirement(&self, _: &Context, _: &Value) -> Result<CallAssessment, ToolError> {
        std::future::pending().await
    }

    async fn execute(&self, _: &Context, _: Value) -> Result<Outcome<Value>, ToolError> {
        std::future::pending().await
    }
}

#[tokio::test]
async fn no_tool_takes_longer_than_it_says() {
    let mut bench = Bench::new().await;
    let tools = every_tool(&bench).await;
    let bob = bench.person("bob").await.context;
    tokio::time::pause();
    for tool in tools {
        let timeout = tool.definition.timeout;
        bench.registry.register(&tool.toolset, Hangs(tool.definition.clone()));
        let hangs = bench.registry.get(tool.name()).unwrap();
        for asked in [true, false] {
            let began = tokio::time::Instant::now();
            let result = match asked {
                true => hangs.requirement(&bob, &json!({})).await.map(drop),
                false => hangs.run(&bob, json!({})).await.map(drop),
            };
            let ended = matches!(result, Err(ToolError::Rejected(ErrorCode::Timeout, _)));
            assert!(ended, "{}: {result:?}", tool.name());
            assert!(began.elapsed().abs_diff(timeout) < Duration::from_millis(5), "{}", tool.name());
        }
    }
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

/// Generates arguments for a tool: mostly its own parameters, with values that may or may not fit.
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
    let tools = runtime.block_on(every_tool(&bench));
    let bob = runtime.block_on(bench.person("bob"));
    for tool in tools {
        // This test must send nothing off this machine and start no process.
        let needs = &tool.definition.needs;
        let stays = !needs.contains(&Permission::Network) && !needs.contains(&Permission::Execute);
        let names = properties(&tool).keys().cloned().collect();
        TestRunner::new(ProptestConfig::with_cases(40))
            .run(&any_arguments(names), |arguments| {
                let Ok(parsed) = tool.parse(&arguments) else { return Ok(()) };
                let context = Context { call_id: CallId::generate(), ..bob.context.clone() };
                let asked = runtime.block_on(tool.requirement(&context, &parsed)).map(drop);
                prop_assert!(!matches!(asked, Err(ToolError::Internal(_))), "{asked:?}");
                if stays {
                    let ran = runtime.block_on(tool.run(&context, parsed)).map(drop);
                    prop_assert!(!matches!(ran, Err(ToolError::Internal(_))), "{ran:?}");
                }
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{}: {error}", tool.name()));
    }
}
