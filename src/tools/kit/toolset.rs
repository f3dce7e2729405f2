//! Toolsets: tools that belong together, and who is offered which of them.

use std::{collections::BTreeMap, sync::Arc};

use adjutant_store::{db::Db, people::User, schedules::Schedule, sessions::Session};
use anyhow::Result;
use async_trait::async_trait;
use serde::de::DeserializeOwned;

use super::{AnyTool, Entry};
use crate::config::Config;

/// Tools that belong together.
#[async_trait]
pub trait Toolset: Send + Sync {
    /// By which operators and stored state know it.
    fn name(&self) -> &'static str;

    /// All tools that it has at any time; those it makes at run time it adds in [`Toolset::prepare`].
    fn tools(&self) -> Vec<Arc<dyn AnyTool>>;

    /// Decides what a session is offered, before each request to the model. `offer` has all its tools.
    async fn prepare(&self, _: &Preparation<'_>, _: &mut Offer) -> Result<()> {
        Ok(())
    }
}

/// What a toolset decides by.
pub struct Preparation<'a> {
    pub db: &'a Arc<Db>,
    pub config: &'a Config,
    pub user: &'a User,
    pub session: &'a Session,
    /// The schedule that the session is a run of.
    pub schedule: Option<&'a Schedule>,
    /// Milliseconds since the epoch.
    pub now: i64,
    pub(super) states: BTreeMap<String, String>,
}

impl<'a> Preparation<'a> {
    /// A conversation.
    pub fn new(
        db: &'a Arc<Db>,
        config: &'a Config,
        (user, session): (&'a User, &'a Session),
        now: i64,
    ) -> Self {
        Self { db, config, user, session, schedule: None, now, states: BTreeMap::new() }
    }

    /// A run of a schedule.
    pub fn of_run(mut self, schedule: Option<&'a Schedule>) -> Self {
        self.schedule = schedule;
        self
    }

    /// What the toolset remembers of the session, if it does and still understands it.
    pub fn state<T: DeserializeOwned>(&self, toolset: &str) -> Option<T> {
        serde_json::from_str(self.states.get(toolset)?).ok()
    }
}

/// What a toolset offers to a session.
pub struct Offer {
    toolset: &'static str,
    pub(super) entries: Vec<Arc<Entry>>,
    pub(super) prompt: Option<String>,
}

impl Offer {
    pub(super) fn new(toolset: &'static str, entries: Vec<Arc<Entry>>) -> Self {
        Self { toolset, entries, prompt: None }
    }

    /// Offers only the tools for which this holds.
    pub fn only(&mut self, wanted: impl Fn(&str) -> bool) {
        self.entries.retain(|entry| wanted(entry.name()));
    }

    /// Offers a tool that is made for this session.
    pub fn add(&mut self, tool: impl AnyTool + 'static) {
        self.entries.push(Arc::new(Entry::new(self.toolset, Arc::new(tool))));
    }

    /// Adds to what the model is told before the conversation.
    pub fn prompt(&mut self, text: impl Into<String>) {
        self.prompt = Some(text.into());
    }
}
