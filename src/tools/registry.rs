//! The registry and the pipeline of a call: look-up, validation, approval, timeout, execution, truncation.

use std::{collections::BTreeMap, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use async_trait::async_trait;
use futures::FutureExt;
use serde_json::Value;

use super::{Ask, Context, Tier, Tool, ToolError};
use crate::{provider::ToolSpec, redact::Redactor};

/// The tools there are, by name.
#[derive(Clone, Default)]
pub struct Registry {
    tools: BTreeMap<&'static str, Arc<Entry>>,
}

/// What is to become of a call that the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It may run at once.
    Run,
    /// The person is asked first.
    Ask(Ask),
    /// It cannot run; the text goes to the model so that it can correct itself.
    Refuse(String),
}

impl Registry {
    /// Adds a tool.
    pub fn add<T: Tool>(&mut self, tool: T) {
        let schema = parameters::<T>();
        let entry = Entry {
            spec: ToolSpec {
                name: T::NAME.to_owned(),
                description: T::DESCRIPTION.to_owned(),
                parameters: schema.clone(),
            },
            validator: jsonschema::validator_for(&schema).ok(),
            tool: Box::new(tool),
        };
        self.tools.insert(T::NAME, Arc::new(entry));
    }

    /// The tools as the model is told of them, but for those in `except`.
    pub fn specs(&self, except: &[&str]) -> Vec<ToolSpec> {
        let offered = self.tools.values().filter(|entry| !except.contains(&entry.spec.name.as_str()));
        offered.map(|entry| entry.spec.clone()).collect()
    }

    /// Whether a call may run beside others: it changes nothing.
    pub fn is_read_only(&self, name: &str) -> bool {
        self.tools.get(name).is_some_and(|entry| entry.tool.tier() == Tier::ReadOnly)
    }

    /// Whether a call that began before a crash may run again.
    pub fn is_idempotent(&self, name: &str) -> bool {
        self.tools.get(name).is_some_and(|entry| entry.tool.idempotent())
    }

    /// Checks a call and says whether it may run.
    pub async fn evaluate(&self, context: &Context, name: &str, arguments: &str) -> Verdict {
        let checked = match self.parse(name, arguments) {
            Ok((entry, arguments)) => bounded(entry, context, entry.tool.approval(context, arguments)).await,
            Err(error) => Err(error),
        };
        match checked {
            Ok(None) => Verdict::Run,
            Ok(Some(ask)) => Verdict::Ask(ask),
            Err(error) => Verdict::Refuse(failure(&explain(name, &error))),
        }
    }

    /// Runs a call and gives what the model reads: without secrets, and at most `max_bytes` of it with a suffix that
    /// says so.
    pub async fn execute(
        &self,
        context: &Context,
        (name, arguments): (&str, &str),
        redactor: &Redactor,
        max_bytes: usize,
    ) -> String {
        let text = match self.parse(name, arguments) {
            Ok((entry, arguments)) => {
                match bounded(entry, context, entry.tool.execute(context, arguments)).await {
                    Ok(value) => as_text(value),
                    Err(error) => failure(&explain(name, &error)),
                }
            }
            Err(error) => failure(&explain(name, &error)),
        };
        truncate(redactor.redact(&text).into_owned(), max_bytes)
    }

    fn parse(&self, name: &str, arguments: &str) -> Result<(&Entry, Value), ToolError> {
        let entry = self.tools.get(name).ok_or_else(|| ToolError::Rejected(self.unknown(name)))?;
        // A model that calls a tool without parameters may send nothing at all.
        let arguments = if arguments.trim().is_empty() { "{}" } else { arguments };
        let value: Value = serde_json::from_str(arguments)
            .map_err(|error| ToolError::Rejected(format!("the arguments are not valid JSON: {error}")))?;
        if let Some(error) = entry.validator.as_ref().and_then(|schema| schema.iter_errors(&value).next()) {
            return Err(ToolError::Rejected(schema_error(&error)));
        }
        Ok((entry, value))
    }

    fn unknown(&self, name: &str) -> String {
        let nearest = self.tools.keys().max_by(|a, b| {
            let likeness = |known: &str| strsim::jaro_winkler(known, name);
            likeness(a).total_cmp(&likeness(b))
        });
        match nearest {
            Some(nearest) => format!("there is no tool '{name}'; did you mean '{nearest}'?"),
            None => format!("there is no tool '{name}'"),
        }
    }
}

/// What a failed call looks like to the model.
pub fn failure(why: &str) -> String {
    format!("Tool execution failed: {why}")
}

/// Cuts a text that is longer than `max_bytes` at a character boundary, and says how long it was.
pub fn truncate(mut text: String, max_bytes: usize) -> String {
    let size = text.len();
    if size > max_bytes {
        text.truncate(text.floor_char_boundary(max_bytes));
        text.push_str(&format!("\n[output truncated — original size: {} bytes]", with_commas(size)));
    }
    text
}

struct Entry {
    spec: ToolSpec,
    /// `None` only if the schema itself were broken, which a test excludes for every tool.
    validator: Option<jsonschema::Validator>,
    tool: Box<dyn AnyTool>,
}

/// A tool whose arguments are JSON: what [`Tool`] becomes in the registry.
#[async_trait]
trait AnyTool: Send + Sync {
    fn tier(&self) -> Tier;
    fn idempotent(&self) -> bool;
    fn timeout(&self) -> Duration;
    async fn approval(&self, context: &Context, arguments: Value) -> Result<Option<Ask>, ToolError>;
    async fn execute(&self, context: &Context, arguments: Value) -> Result<Value, ToolError>;
}

#[async_trait]
impl<T: Tool> AnyTool for T {
    fn tier(&self) -> Tier {
        T::TIER
    }

    fn idempotent(&self) -> bool {
        T::IDEMPOTENT
    }

    fn timeout(&self) -> Duration {
        T::TIMEOUT
    }

    async fn approval(&self, context: &Context, arguments: Value) -> Result<Option<Ask>, ToolError> {
        let arguments: T::Args = typed(arguments)?;
        let ask = Tool::approval(self, context, &arguments).await?;
        Ok(ask.or_else(|| {
            (T::TIER == Tier::Privileged).then(|| Ask {
                summary: format!("Run {}", T::NAME),
                reason: "This tool always asks.".to_owned(),
                pattern: None,
            })
        }))
    }

    async fn execute(&self, context: &Context, arguments: Value) -> Result<Value, ToolError> {
        Tool::execute(self, context, typed(arguments)?).await
    }
}

fn typed<T: serde::de::DeserializeOwned>(arguments: Value) -> Result<T, ToolError> {
    serde_json::from_value(arguments).map_err(|error| ToolError::Rejected(format!("{error} in arguments")))
}

fn parameters<T: Tool>() -> Value {
    let mut schema = schemars::generate::SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator()
        .into_root_schema_for::<T::Args>();
    schema.remove("title");
    schema.remove("description");
    schema.to_value()
}

/// Runs a part of a tool within its time, until the turn is stopped; a panic in it is an error.
async fn bounded<T>(
    entry: &Entry,
    context: &Context,
    work: impl Future<Output = Result<T, ToolError>>,
) -> Result<T, ToolError> {
    let timeout = entry.tool.timeout();
    let work = AssertUnwindSafe(work).catch_unwind();
    tokio::select! {
        biased;
        () = context.cancel.cancelled() => Err(ToolError::rejected("the person stopped it")),
        done = tokio::time::timeout(timeout, work) => match done {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(ToolError::Internal(anyhow::anyhow!("the tool panicked"))),
            Err(_) => Err(ToolError::rejected(format!("it took longer than {} s", timeout.as_secs()))),
        },
    }
}

fn explain(name: &str, error: &ToolError) -> String {
    match error {
        ToolError::Rejected(text) => text.clone(),
        ToolError::Internal(cause) => {
            tracing::error!(tool = name, error = format!("{cause:#}"), "a tool failed");
            "an internal error; trying again later may help".to_owned()
        }
    }
}

fn schema_error(error: &jsonschema::ValidationError<'_>) -> String {
    use jsonschema::error::ValidationErrorKind;
    let place = error.instance_path().to_string();
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            format!("missing required field '{}' in arguments", property.as_str().unwrap_or_default())
        }
        ValidationErrorKind::FalseSchema => "this tool takes no arguments".to_owned(),
        _ if place.is_empty() => format!("{error} in arguments"),
        _ => format!("field '{}' in arguments: {error}", place.trim_start_matches('/')),
    }
}

fn as_text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        value => value.to_string(),
    }
}

fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
