//! Toolsets: tools that belong together, and the choice of the tools that a session is offered.

use std::{collections::BTreeMap, sync::Arc};

use adjutant_config::Config;
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{db::Db, holdings::Holdings, people::User, schedules::Schedule, sessions::Session};
use anyhow::Result;
use async_trait::async_trait;
use serde::de::DeserializeOwned;

use super::{DynTool, Entry, OnDemand};

/// A group of tools that belong together.
#[async_trait]
pub trait Toolset: Send + Sync {
    /// Returns the name that operators and stored state use.
    fn name(&self) -> &str;

    /// Returns the permanent tools; [`Toolset::prepare`] adds those that are made for one session.
    fn tools(&self) -> Vec<Arc<dyn DynTool>>;

    /// Returns the tools that it has learned since the start, such as those of a server, for every session. Tools with
    /// a name that is already taken are left out.
    fn learned(&self) -> Vec<Arc<Entry>> {
        Vec::new()
    }

    /// Returns its description before it is opened; `None` if its tools are offered from the start.
    fn on_demand(&self) -> Option<OnDemand> {
        None
    }

    /// Chooses the tools that a session is offered, before each request to the model. `offer` starts with all of them.
    async fn prepare(&self, _: &SessionView<'_>, _: &mut ToolsetOffer) -> Result<()> {
        Ok(())
    }
}

/// The session that a toolset prepares for.
pub struct SessionView<'a> {
    pub db: &'a Arc<Db>,
    pub config: &'a Config,
    pub user: &'a User,
    pub session: &'a Session,
    /// The schedule, if the session is one of its runs.
    pub schedule: Option<&'a Schedule>,
    pub now: Timestamp,
    pub(crate) has: Holdings,
}

impl<'a> SessionView<'a> {
    /// Prepares for a conversation.
    pub fn new(
        db: &'a Arc<Db>,
        config: &'a Config,
        (user, session): (&'a User, &'a Session),
        now: Timestamp,
    ) -> Self {
        Self { db, config, user, session, schedule: None, now, has: Holdings::default() }
    }

    /// Prepares for a run of a schedule.
    pub fn of_run(mut self, schedule: Option<&'a Schedule>) -> Self {
        self.schedule = schedule;
        self
    }

    /// Returns the toolset's state for the session; `None` if there is none or it can no longer be parsed.
    pub fn state<T: DeserializeOwned>(&self, toolset: &str) -> Option<T> {
        serde_json::from_str(self.has.states.get(toolset)?).ok()
    }
}

/// The tools and the prompt that a toolset offers to a session. Of a closed toolset, the model is shown only the core
/// tools; it may call the others if it knows their names.
pub struct ToolsetOffer {
    toolset: Arc<str>,
    pub(super) entries: Vec<Arc<Entry>>,
    pub(super) prompt: Option<String>,
    pub(super) is_needed: bool,
    pub(super) line: Line,
    /// Why the conversation is not offered the other tools, by their names.
    pub(super) withheld: BTreeMap<String, String>,
}

/// A toolset's line in the system prompt's list of closed toolsets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Line {
    /// [`OnDemand::summary`].
    #[default]
    Summary,
    /// This text.
    Own(String),
    /// No line.
    Nothing,
}

impl ToolsetOffer {
    pub(super) fn new(toolset: Arc<str>, entries: Vec<Arc<Entry>>) -> Self {
        Self {
            toolset,
            entries,
            prompt: None,
            is_needed: false,
            line: Line::default(),
            withheld: BTreeMap::new(),
        }
    }

    /// Keeps only the tools for which `wanted` holds. A model that calls another one learns why it is not offered.
    pub fn only(&mut self, why_not: &str, wanted: impl Fn(&str) -> bool) {
        for dropped in self.entries.extract_if(.., |entry| !wanted(entry.name())) {
            self.withheld.insert(dropped.name().to_owned(), why_not.to_owned());
        }
    }

    /// Adds a tool that is made for this session, or replaces the one with its name.
    pub fn add(&mut self, tool: impl DynTool + 'static) {
        let entry = Entry::new(self.toolset.clone(), Arc::new(tool));
        self.entries.retain(|other| other.name() != entry.name());
        self.entries.push(Arc::new(entry));
    }

    /// Offers the toolset as if it were open: the conversation needs it now.
    pub fn need(&mut self) {
        self.is_needed = true;
    }

    /// Replaces the toolset's line in the list of closed toolsets.
    pub fn summary(&mut self, line: impl Into<String>) {
        self.line = Line::Own(line.into());
    }

    /// Leaves the toolset out of the list of closed toolsets. Searches still find it, and it opens as usual.
    pub fn unlisted(&mut self) {
        self.line = Line::Nothing;
    }

    /// Sets the toolset's text in the system prompt.
    pub fn prompt(&mut self, text: impl Into<String>) {
        self.prompt = Some(text.into());
    }
}
