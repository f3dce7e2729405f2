//! A turn in progress, and its state in memory.

use std::{sync::Arc, time::Duration};

use adjutant_config::SpecialistSettings;
use adjutant_domain::{budget::LowBudget, origin::Sources, text::join};
use adjutant_memory::Recalled;
use adjutant_store::{
    leases::{self, Lease},
    people::User,
    reasoning,
    sessions::Session,
    toolset_state::REASONING,
    turns::{Entry, Turn},
};
use adjutant_texts as texts;
use adjutant_tools::kit::OfferedTools;
use anyhow::Result;
use tokio_util::sync::CancellationToken;

use crate::{
    agent::{model::ModelState, pictures::Pictures, pipeline::Stage},
    core::Core,
    outbox::Address,
};

/// A turn in progress: its user, session, lease and state in memory.
#[derive(Clone)]
pub struct Job {
    pub(crate) user: User,
    pub(crate) session: Session,
    pub(crate) turn: Turn,
    pub(crate) lease: Lease,
    /// The uptime at which the lease was acquired; `None` for work after the turn, which needs no lease.
    pub(in crate::agent) claimed_at: Option<Duration>,
    /// Set when the turn is stopped.
    pub(crate) stop: CancellationToken,
    pub(in crate::agent) model: ModelState,
    /// The agent's name: that of the bot itself, of a specialist or of a helper.
    pub(crate) agent: Arc<str>,
    /// Whether somebody waits for the answer; false in a scheduled run.
    pub(crate) attended: bool,
    pub(crate) opening: Opening,
    /// The offered tools.
    pub offered: OfferedTools,
    /// The untrusted sources from earlier turns that the model was shown.
    pub(in crate::agent) untrusted_before: Sources,
    /// The part of the turn's budget that is nearly used up.
    pub(in crate::agent) nearly: Option<LowBudget>,
    pub(in crate::agent) recall: Recall,
    pub(in crate::agent) pictures: Pictures,
    /// The settings of the specialist or helper whose turn this is.
    pub(in crate::agent) specialist: Option<Arc<SpecialistSettings>>,
    /// The model that is set in the schedule of a run.
    pub(in crate::agent) model_of_schedule: Option<String>,
    /// Whether the conversation leaves little room in the model's context.
    pub(in crate::agent) is_context_nearly_full: bool,
}

/// The lines above the answer of a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    /// The line above an answer to a late message.
    pub late: Option<String>,
    /// The segment during which the conversation was compacted, and the line above it about that.
    pub compacted: Option<(i64, String)>,
    /// The lines about pictures that no model could look at.
    pub unseen: Option<String>,
    /// The lines about documents that cannot be read.
    pub unread: Option<String>,
}

/// The notes that the model is reminded of in a turn.
#[derive(Clone, Debug, Default)]
pub(in crate::agent) enum Recall {
    /// Recall has not run yet.
    #[default]
    Pending,
    /// Recall has run, and found these notes, if any.
    Done(Option<Recalled>),
}

/// The name of the agent that is not a specialist.
const ADJUTANT: &str = "adjutant";

impl Job {
    /// Creates a turn to work on, with no tools offered yet.
    pub fn new(
        user: User,
        session: Session,
        turn: Turn,
        (lease, claimed_at): (Lease, Duration),
        stop: CancellationToken,
    ) -> Self {
        let attended = session.scheduled_by().is_none();
        let agent = session.agent.as_deref().unwrap_or(ADJUTANT).into();
        Self {
            user,
            session,
            turn,
            lease,
            claimed_at: Some(claimed_at),
            stop,
            model: ModelState::default(),
            agent,
            attended,
            opening: Opening::default(),
            offered: OfferedTools::default(),
            untrusted_before: Sources::OWN,
            nearly: None,
            recall: Recall::default(),
            pictures: Pictures::default(),
            specialist: None,
            model_of_schedule: None,
            is_context_nearly_full: false,
        }
    }

    /// Checks that another process has not taken the session. Every commit checks that too; this is for the model calls
    /// and tool calls of a process that hung and goes on. A young turn has its lease in any case, so only an old one
    /// asks the database.
    ///
    /// # Errors
    /// Returns the error [`Lost`](leases::Lost) if another process has the lease.
    pub(in crate::agent) async fn check_lease(&self, core: &Core) -> Result<()> {
        let age = self.claimed_at.map(|claimed_at| core.clock.uptime().saturating_sub(claimed_at));
        if age.is_none_or(|age| age < leases::TTL) {
            return Ok(());
        }
        let (process, lease) = (core.process.clone(), self.lease.clone());
        core.db.read(async move |tx| leases::check(tx, &process, &lease).await).await
    }

    /// Returns whether the built-in assistant answers instead of a model.
    pub(in crate::agent) fn uses_built_in_assistant(&self, core: &Core) -> bool {
        self.model.fallback || !core.config.has_model()
    }

    /// Returns whether the answer appears in the chat while it is written.
    pub(crate) fn is_shown(&self) -> bool {
        self.session.is_conversation()
    }

    /// Returns whether the model's reasoning is shown to the person.
    pub(in crate::agent) fn shows_reasoning(&self) -> bool {
        self.is_shown() && reasoning::parse(self.offered.state(REASONING))
    }

    /// Returns the untrusted sources that the model had read when it asked for a call. Results of the same response do
    /// not count.
    pub(in crate::agent) fn untrusted_for(&self, stage: Stage) -> Sources {
        let (known, asked) = match (stage, self.turn.entries.split_last()) {
            (Stage::Run, Some((asked, before))) => (before, asked.written_by().clone()),
            _ => (self.turn.entries.as_slice(), Sources::OWN),
        };
        let before = match &self.recall {
            Recall::Done(Some(recalled)) => self.untrusted_before.clone().and(&recalled.untrusted),
            _ => self.untrusted_before.clone(),
        };
        known.iter().fold(before, |all, entry| all.and(&entry.untrusted())).and(&asked)
    }

    /// Returns whose words the model reads in the descriptions of its tools, as long as it is shown them.
    pub(in crate::agent) fn described_by(&self, core: &Core) -> Sources {
        // The built-in assistant reads no descriptions.
        if self.uses_built_in_assistant(core) { Sources::OWN } else { self.offered.described_by() }
    }

    /// Returns the untrusted sources that the model knows from earlier turns but not from this turn's own entries.
    pub(in crate::agent) fn untrusted_earlier(&self) -> Sources {
        let own = |entry: &Entry| match entry {
            Entry::Assistant { calls, .. } => calls.iter().map(|call| &call.untrusted).collect(),
            entry => entry.untrusted(),
        };
        let here = self.turn.entries.iter().fold(Sources::OWN, |all, entry| all.and(&own(entry)));
        self.untrusted_before.without(&here)
    }

    /// Returns the person's own words in this turn, or the goal of a run. A specialist's goal is the model's, so it has
    /// none.
    pub(in crate::agent) fn own_words(&self) -> String {
        let own = self.turn.entries.iter().filter_map(|entry| match entry {
            Entry::User { text, untrusted } if untrusted.is_empty() => Some(text.as_str()),
            _ => None,
        });
        if self.session.agent.is_some() { String::new() } else { own.collect::<Vec<_>>().join("\n") }
    }

    /// Returns the outcome of the work; `None` once the turn is stopped or the process is shutting down.
    pub(in crate::agent) async fn unless_stopped<T>(
        &self,
        core: &Core,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        tokio::select! {
            biased;
            () = self.stop.cancelled() => None,
            () = core.shutdown.cancelled() => None,
            done = work => Some(done),
        }
    }

    /// Returns the address of the answer.
    pub(crate) fn address(&self) -> Address {
        let reply_to = self.turn.head.reply_to.clone();
        let late = self.opening.late.is_some() && self.turn.head.segment == 0;
        Address { reply_to, late, ..Address::new(self.session.chat(), self.session.chat_kind) }
    }

    /// Returns the text of a segment, with a line that names the built-in assistant or another model if that one
    /// answers.
    pub(crate) fn prefixed(&self, said: String) -> String {
        let said = match &self.model.answered_by {
            Some(model) => join(&said, &texts::answered_by(model)),
            None => said,
        };
        self.opened(if self.model.fallback { join(texts::fallback_note(), &said) } else { said })
    }

    /// Returns the text of a segment below its opening lines.
    pub(in crate::agent) fn opened(&self, said: String) -> String {
        let said = match &self.opening.compacted {
            Some((segment, line)) if self.turn.head.segment == *segment => join(line, &said),
            _ => said,
        };
        let first = [&self.opening.unseen, &self.opening.unread, &self.opening.late].into_iter().flatten();
        match self.turn.head.segment {
            0 => first.fold(said, |said, line| join(line, &said)),
            _ => said,
        }
    }
}
