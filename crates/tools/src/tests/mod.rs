//! The tools as the model calls them: by name, with JSON, through the registry.

mod arguments;
mod chart;
mod code;
mod contract;
mod files;
mod files_read;
mod files_write;
mod http;
mod languages;
mod memory;
mod offered;
mod outputs;
mod running;
mod research;
mod runs;
mod schedule;
mod scratchpad;
mod shell;
mod silent;
mod site;
mod site_entries;
mod site_files;
mod site_messages;
mod site_pictures;
mod site_posts;
mod site_search;
mod site_shared;
mod skills;
mod toolsets;
mod web_fetch;
mod web_search;

use std::{collections::BTreeMap, path::Path, sync::LazyLock};

use adjutant_channel::Channel;
use adjutant_clock::ManualClock;
use adjutant_domain::{
    ids::{CallId, RunId, ScheduleId, TurnId},
    origin::Sources,
    redact::Redactor,
};
use adjutant_memory::Memory;
use adjutant_provider::models::ModelTokens;
use adjutant_store::{
    self,
    testing::{self, NOW, Store},
};
use adjutant_vault::Vault;
use adjutant_workspace::Folder;
use chrono::TimeDelta;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{
    kit::{
        ApprovalNeed, ApprovalRequest, CallAssessment, Category, Context, Entry, ErrorCode, OfferedTools,
        Outcome, Progress, SessionView, ToolError,
    },
    *,
};

/// A secret of the configuration.
const OPERATORS_SECRET: &str = "operator-secret-4711";

/// Built once, because that takes long.
static REDACTOR: LazyLock<Redactor> = LazyLock::new(|| Redactor::new([OPERATORS_SECRET]).unwrap());

/// All tools and their surroundings. It is 2026-05-01 08:00 UTC; times that name no zone are in Berlin.
struct Bench {
    store: Store,
    registry: Registry,
    config: Arc<Config>,
    clock: Arc<ManualClock>,
    files: tempfile::TempDir,
}

impl Bench {
    /// Uses the default settings and one specialist.
    async fn new() -> Self {
        Self::set_up(Config::default()).await
    }

    /// Keeps people's files in this folder.
    async fn for_files(folder: &Path) -> Self {
        let mut config = Config::default();
        config.tools.workspace = Some(folder.to_owned());
        Self::set_up(config).await
    }

    async fn set_up(mut config: Config) -> Self {
        let researcher = r#"{ "description": "Finds things out." }"#;
        config.agents.insert("researcher".to_owned(), serde_json::from_str(researcher).unwrap());
        // The settings are large.
        Box::pin(Self::with(config)).await
    }

    async fn with(config: Config) -> Self {
        Self {
            store: Store::new().await,
            registry: registry(&config, &Sandbox::own()),
            config: Arc::new(config),
            clock: Arc::new(ManualClock::new(NOW.to_utc())),
            files: tempfile::tempdir().unwrap(),
        }
    }

    fn advance(&self, by: TimeDelta) {
        self.clock.advance(by);
    }

    /// A person who talks to the bot in a direct chat.
    async fn person(&self, name: &'static str) -> Person<'_> {
        let (user, session) = self.store.person(name).await;
        let context = Context {
            db: self.store.db.clone(),
            clock: self.clock.clone(),
            config: self.config.clone(),
            model: ModelTokens::of(&self.config.model),
            channels: [Arc::new(silent::Silent) as Arc<dyn Channel>].into_iter().collect(),
            memory: Arc::new(Memory::new(
                self.store.db.clone(),
                (
                    self.clock.clone(),
                    adjutant_domain::zones::Zone::of(adjutant_domain::zones::Tz::Europe__Berlin),
                ),
                self.config.memory.clone(),
                None,
            )),
            zone: adjutant_domain::zones::Zone::of(adjutant_domain::zones::Tz::Europe__Berlin),
            host_zone: adjutant_domain::zones::Zone::of(adjutant_domain::zones::Tz::Europe__Berlin),
            blobs: Arc::new(Folder::new(self.files.path().to_owned())),
            sites_address: "http://127.0.0.1:8768/".to_owned(),
            shared_site: None,
            vault: Arc::new(Vault::new(self.files.path().join("key"))),
            redactor: REDACTOR.clone(),
            user,
            session,
            turn_id: TurnId("turn-1".into()),
            message_id: None,
            call_id: CallId("call-1".into()),
            trace_id: TurnId("turn-1".into()),
            agent: "adjutant".into(),
            untrusted: Sources::OWN,
            own_words: "".into(),
            redirects: Arc::new(kit::WithinServer),
            resources: Arc::new(kit::NoResources),
            approved: false,
            basis: None,
            answer: None,
            tools: Arc::default(),
            toolsets: Arc::default(),
            cancel: CancellationToken::new(),
            progress: Progress::default(),
        };
        Person { bench: self, context }
    }
}

/// The person for whom the model calls tools.
struct Person<'a> {
    bench: &'a Bench,
    context: Context,
}

impl Person<'_> {
    /// Returns the result of a call that must succeed, as the model reads it, without `success`.
    async fn json(&self, tool: &str, arguments: Value) -> Value {
        let outcome = self.call(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"));
        read(&outcome)
    }

    /// Returns the error code and text of a call that must fail, as the model reads them.
    async fn error(&self, tool: &str, arguments: Value) -> String {
        match self.call(tool, arguments).await {
            Err(error) => explained(&error),
            Ok(outcome) => panic!("{tool} succeeded: {}", outcome.envelope()),
        }
    }

    /// Makes a call with an id of its own.
    async fn call(&self, tool: &str, arguments: Value) -> Result<Outcome<Value>, ToolError> {
        self.call_as(CallId::generate(), tool, &arguments.to_string()).await
    }

    /// Runs a call. A successful output must fit the tool's output schema.
    async fn call_as(
        &self,
        call_id: CallId,
        tool: &str,
        arguments: &str,
    ) -> Result<Outcome<Value>, ToolError> {
        let context = Context { call_id, ..self.context.clone() };
        let outcome = self.bench.registry.execute(&context, tool, arguments).await?;
        let schema = (self.bench.registry.get(tool).unwrap().definition.output)();
        assert_eq!(fits(&schema, &outcome.output), Ok(()), "{tool}");
        Ok(outcome)
    }

    /// Returns the tool's requirement for a call.
    async fn requirement(&self, tool: &str, arguments: Value) -> Result<CallAssessment, ToolError> {
        let entry = self.bench.registry.get(tool).unwrap();
        entry.requirement(&self.context, &entry.parse(&arguments.to_string())?).await
    }

    /// Returns the question of a call that must ask, regardless of the policy.
    async fn question(&self, tool: &str, arguments: Value) -> ApprovalRequest {
        let requirement = self.requirement(tool, arguments).await.unwrap();
        assert_eq!(requirement.need, ApprovalNeed::Required, "{tool} does not ask");
        requirement.ask
    }

    /// Returns whether a call is left to the policy or runs unasked.
    async fn need(&self, tool: &str, arguments: Value) -> ApprovalNeed {
        self.requirement(tool, arguments).await.unwrap().need
    }

    /// Returns the tools that the session is offered; in a run, with the run's schedule.
    async fn offered(&self) -> OfferedTools {
        let run = self.context.session.run_id.clone();
        let schedule = match run {
            Some(run) => {
                self.bench.store.read(async move |tx| adjutant_store::schedules::of_run(tx, &run).await).await
            }
            None => None,
        };
        let now = self.context.clock.timestamp();
        let whose = (&self.context.user, &self.context.session);
        let preparation =
            SessionView::new(&self.bench.store.db, &self.bench.config, whose, now).of_run(schedule.as_ref());
        self.bench.registry.tools(preparation, |_| true).await.unwrap()
    }

    /// Continues in a run of this schedule.
    async fn begin_run(&mut self, schedule: &str) {
        let (origin, schedule) = (self.context.session.clone(), ScheduleId(schedule.to_owned()));
        let begin = async move |tx: &adjutant_store::db::SyncedTx| {
            let run = RunId(format!("run-of-{schedule}"));
            adjutant_store::runs::insert(tx, &run, testing::run(&schedule, &origin.user_id, NOW), NOW)
                .await?;
            adjutant_store::sessions::open_run(tx, &origin, &run, NOW).await
        };
        self.context.session = self.bench.store.write(begin).await;
    }
}

/// Returns a success as the model reads it, without `success`.
fn read(outcome: &Outcome<Value>) -> Value {
    let mut envelope: Value = serde_json::from_str(&outcome.envelope()).unwrap();
    assert_eq!(envelope.as_object_mut().unwrap().remove("success"), Some(Value::Bool(true)));
    envelope
}

fn explained(error: &ToolError) -> String {
    match error {
        ToolError::Rejected(code, why) => format!("{}: {why}", code.as_str()),
        ToolError::Internal(cause) => format!("internal: {cause:#}"),
    }
}

/// Checks a value against a schema; the error says what does not fit.
fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    let validator = jsonschema::validator_for(schema).unwrap();
    validator.validate(value).map_err(|error| format!("{error} at '{}' of {value}", error.instance_path()))
}

/// Sorts the fields of JSON by name; their order otherwise differs between builds.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let sorted: BTreeMap<_, _> =
                fields.iter().map(|(name, value)| (name.clone(), sorted(value))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}
