//! The tool kit: what a tool is, and the registry that finds, checks and runs one.

use std::{sync::Arc, time::Duration};

use anyhow::Result;
use async_trait::async_trait;
use chrono_tz::Tz;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    clock::Clock,
    config::Config,
    db::Db,
    ids::{CallId, TurnId},
    store::{people::User, sessions::Session},
};

pub mod fetch;
mod memory;
pub mod notify;
mod registry;
mod runs;
mod schedule;
mod scratchpad;
pub mod search;
mod web_fetch;

pub use registry::{Registry, Verdict, failure, truncate};

/// What a tool can do to the world; decides what may run side by side and what is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Changes nothing: may run beside others, and again.
    ReadOnly,
    /// Changes something that belongs to the person.
    SideEffecting,
    /// Could do harm; always asks.
    Privileged,
}

/// A tool: typed arguments, what it may do, and what it does.
#[async_trait]
pub trait Tool: Send + Sync + 'static {
    /// The arguments. Their schema is what the model is told and what its calls are checked against.
    type Args: DeserializeOwned + JsonSchema + Send + Sync;

    /// The name by which the model calls it.
    const NAME: &'static str;
    /// For the model: what it does and when to use it, at most 160 characters.
    const DESCRIPTION: &'static str;
    const TIER: Tier;
    /// Running it again with the same call id has no further effect.
    const IDEMPOTENT: bool = matches!(Self::TIER, Tier::ReadOnly);
    const TIMEOUT: Duration = Duration::from_secs(30);

    /// Whether this very call needs the person's approval.
    async fn approval(&self, _: &Context, _: &Self::Args) -> Result<Option<Ask>, ToolError> {
        Ok(None)
    }

    /// Does it. The result is JSON for the model.
    async fn execute(&self, context: &Context, arguments: Self::Args) -> Result<Value, ToolError>;
}

/// What a call may know and use: a snapshot, made for this call alone.
#[derive(Clone)]
pub struct Context {
    pub db: Arc<Db>,
    pub clock: Arc<dyn Clock>,
    pub config: Arc<Config>,
    /// The zone of times that name none.
    pub zone: Tz,
    pub user: User,
    pub session: Session,
    pub turn_id: TurnId,
    pub call_id: CallId,
    /// The person approved this call.
    pub approved: bool,
    /// Set when the turn is stopped.
    pub cancel: CancellationToken,
}

/// What the person is asked before a call runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What will happen, in one line.
    pub summary: String,
    /// Why it asks.
    pub reason: String,
    /// What "always" would allow, such as a host; `None` where there is no such choice.
    pub pattern: Option<String>,
}

/// Why a call has no result. The text goes to the model, which may correct itself.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The call cannot be carried out as it is; the text says what to do instead.
    #[error("{0}")]
    Rejected(String),
    /// Something of ours failed. The cause is logged; the model is told only that it failed.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl ToolError {
    /// A call that cannot be carried out as it is.
    pub fn rejected(text: impl Into<String>) -> Self {
        Self::Rejected(text.into())
    }
}

/// All tools that a chat turn offers; a scheduled run that may hold back its result has `notify` as well.
pub fn registry(config: &Config) -> Registry {
    let mut registry = Registry::default();
    memory::register(&mut registry);
    scratchpad::register(&mut registry);
    if config.scheduler.enabled {
        schedule::register(&mut registry);
        runs::register(&mut registry);
        notify::register(&mut registry);
    }
    web_fetch::register(&mut registry, &config.tools.web);
    registry
}

#[cfg(test)]
mod tests;
