//! The tools as the model has them: by name, with JSON, through the registry.

mod contract;
mod http;
mod memory;
mod pipeline;
mod runs;
mod schedule;
mod scratchpad;
mod web_fetch;
mod web_search;

use std::collections::BTreeMap;

use chrono::TimeDelta;

use super::*;
use crate::{
    clock::{ManualClock, from_millis},
    redact::Redactor,
    store::testing::{NOW, Store},
};

/// A secret of the operator's, which no tool's result may show.
const SECRET: &str = "operator-secret-4711";

/// All tools, and what they work on. It is 2026-05-01 08:00 UTC; times that name no zone are in Berlin.
struct Bench {
    store: Store,
    registry: Registry,
    config: Arc<Config>,
    clock: Arc<ManualClock>,
}

impl Bench {
    async fn new() -> Self {
        Self::with(Config::default()).await
    }

    async fn with(config: Config) -> Self {
        Self {
            store: Store::new().await,
            registry: registry(&config),
            config: Arc::new(config),
            clock: Arc::new(ManualClock::new(from_millis(NOW))),
        }
    }

    fn advance(&self, by: TimeDelta) {
        self.clock.advance(by);
    }

    /// Someone who talks to the bot in a chat of their own.
    async fn person(&self, name: &'static str) -> Person<'_> {
        let (user, session) = self.store.person(name).await;
        let context = Context {
            db: self.store.db.clone(),
            clock: self.clock.clone(),
            config: self.config.clone(),
            zone: chrono_tz::Europe::Berlin,
            user,
            session,
            turn_id: TurnId("turn-1".into()),
            call_id: CallId("call-1".into()),
            approved: false,
            cancel: CancellationToken::new(),
        };
        Person { bench: self, context }
    }
}

/// Someone for whom the model calls tools.
struct Person<'a> {
    bench: &'a Bench,
    context: Context,
}

impl Person<'_> {
    /// A call of its own; gives what the model reads.
    async fn call(&self, tool: &str, arguments: Value) -> String {
        self.call_as(CallId::generate(), tool, &arguments.to_string()).await
    }

    /// A call whose result is JSON.
    async fn json(&self, tool: &str, arguments: Value) -> Value {
        let text = self.call(tool, arguments).await;
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{tool}: {text}"))
    }

    async fn call_as(&self, call_id: CallId, tool: &str, arguments: &str) -> String {
        let context = Context { call_id, ..self.context.clone() };
        execute(&self.bench.registry, &context, tool, arguments, self.bench.config.tools.max_output_bytes)
            .await
    }

    /// What is to become of a call.
    async fn verdict(&self, tool: &str, arguments: Value) -> Verdict {
        self.bench.registry.evaluate(&self.context, tool, &arguments.to_string()).await
    }

    /// The question that a call raises.
    async fn question(&self, tool: &str, arguments: Value) -> Ask {
        match self.verdict(tool, arguments).await {
            Verdict::Ask(ask) => ask,
            other => panic!("{tool} is not asked about: {other:?}"),
        }
    }
}

/// JSON with its fields in the order of their names, which is not the same in every build otherwise.
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

async fn execute(
    registry: &Registry,
    context: &Context,
    tool: &str,
    arguments: &str,
    max_bytes: usize,
) -> String {
    let redactor = Redactor::new([SECRET]).unwrap();
    registry.execute(context, (tool, arguments), &redactor, max_bytes).await
}
