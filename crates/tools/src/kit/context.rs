//! The context of a call.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use adjutant_channel::Channels;
use adjutant_config::Config;
use adjutant_domain::{
    clock::Clock,
    ids::{CallId, TurnId},
    origin::Sources,
    question::Answer,
    redact::Redactor,
    zones::Zone,
};
use adjutant_memory::Memory;
use adjutant_provider::models::ModelTokens;
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::{Db, Scope},
    people::User,
    sessions::Session,
    site::sharing::Shared,
    toolset_state,
};
use adjutant_vault::Vault;
use adjutant_workspace::Blobs;
use anyhow::Result;
use serde::{Serialize, de::DeserializeOwned};
use tokio_util::sync::CancellationToken;

use super::{Entry, OfferedToolset, Redirects, Resources};

/// The most bytes of partial output that a call may keep.
const MAX_PARTIAL: usize = 64 * 1024;

/// What a call can read and use: a snapshot, made for this call alone.
#[derive(Clone)]
pub struct Context {
    /// The database: the functions of `adjutant_store` take its transactions.
    pub db: Arc<Db>,
    pub clock: Arc<dyn Clock>,
    pub config: Arc<Config>,
    /// The limits of the turn's model: the size of its context and of its output.
    pub model: ModelTokens,
    pub channels: Channels,
    pub memory: Arc<Memory>,
    /// The person's time zone, for times that name none.
    pub zone: Zone,
    /// The zone of people who have set none.
    pub host_zone: Zone,
    /// The user on whose behalf the call runs.
    pub user: User,
    /// The session of the conversation or run, with its channel and chat.
    pub session: Session,
    pub turn_id: TurnId,
    /// The id of the message that the turn answers, where the platform has one.
    pub message_id: Option<String>,
    pub call_id: CallId,
    /// The root turn: for a specialist's call, the turn of the conversation.
    pub trace_id: TurnId,
    /// The caller: `adjutant`, or the name of a specialist.
    pub agent: Arc<str>,
    /// The sources of the untrusted content that the model had read before it made the call.
    pub untrusted: Sources,
    /// The person's own words in this turn, without words that may be other people's.
    pub own_words: Arc<str>,
    /// Decides which redirects the call may follow.
    pub redirects: Arc<dyn Redirects>,
    /// The resources of the turn that the call may use.
    pub resources: Arc<dyn Resources>,
    /// Whether a person approved this very call.
    pub approved: bool,
    /// A digest of what the call would change, taken when the person who approved it was asked.
    pub basis: Option<String>,
    /// The person's answer, if the call was a question and they have answered it.
    pub answer: Option<Answer>,
    /// The tools that the session can have, by name.
    pub tools: Arc<BTreeMap<String, Arc<Entry>>>,
    /// The toolsets on demand that the session can have.
    pub toolsets: Arc<[OfferedToolset]>,
    /// The person's own files.
    pub blobs: Arc<dyn Blobs>,
    /// The address below which published sites are served, with a slash at its end.
    pub sites_address: String,
    /// The website that the group shares, for a call about it.
    pub shared_site: Option<Arc<Shared>>,
    /// Opens the secrets that the database holds.
    pub vault: Arc<Vault>,
    /// Finds the secrets of the configuration, and the usual shapes of others.
    pub redactor: Redactor,
    /// Cancelled when the turn is stopped.
    pub cancel: CancellationToken,
    pub progress: Progress,
}

impl Context {
    /// Returns the scope of a write about the person's data.
    pub fn person_scope(&self) -> Scope {
        Scope::Person(self.user.user_id.clone())
    }

    /// Returns the scope of a write about the conversation or run.
    pub fn session_scope(&self) -> Scope {
        Scope::Session(self.session.session_id.clone())
    }

    /// Returns the sandbox with the person as its holder, for everything that the call starts in it.
    pub fn sandbox(&self, shared: &Sandbox) -> Sandbox {
        shared.held_by(self.user.person.as_str())
    }

    /// Shows in the chat what the call is doing, in a few words, until the call ends.
    pub fn progress(&self, title: &str) {
        self.progress.show(title);
    }

    /// Appends to the partial output, which is the result if the call is stopped or times out.
    pub fn keep(&self, partial: &str) {
        let mut kept = self.progress.partial.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_PARTIAL.saturating_sub(kept.len());
        kept.push_str(&partial[..partial.floor_char_boundary(room)]);
    }

    /// Returns the toolset's state for this session, as an earlier call left it; `None` if there is none or it can no
    /// longer be parsed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn state<T: DeserializeOwned>(&self, toolset: &'static str) -> Result<Option<T>> {
        let session = self.session.session_id.clone();
        let state = self.db.read(async move |tx| toolset_state::get(tx, &session, toolset).await).await?;
        Ok(state.and_then(|state| serde_json::from_str(&state).ok()))
    }

    /// Stores the toolset's state for this session; its `prepare` and later calls receive it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remember(&self, toolset: &'static str, state: &impl Serialize) -> Result<()> {
        let (session, now) = (self.session.session_id.clone(), self.clock.timestamp());
        let state = serde_json::to_string(state)?;
        self.db
            .write(self.session_scope(), async move |tx| {
                toolset_state::put(tx, &session, toolset, &state, now).await
            })
            .await
    }
}

/// Displays a line of progress.
pub type Line = dyn Fn(&str) + Send + Sync;

/// Shows a call's progress, and holds its partial output.
#[derive(Clone, Default)]
pub struct Progress {
    line: Option<Arc<Line>>,
    partial: Arc<Mutex<String>>,
}

impl Progress {
    /// Builds the progress of one call, shown by `line`.
    pub fn on(line: Arc<Line>) -> Self {
        Self { line: Some(line), partial: Arc::default() }
    }

    /// Returns the partial output; `None` if there is none.
    pub fn partial(&self) -> Option<String> {
        let kept = self.partial.lock().unwrap_or_else(PoisonError::into_inner);
        (!kept.is_empty()).then(|| kept.clone())
    }

    fn show(&self, title: &str) {
        if let Some(line) = &self.line {
            line(title);
        }
    }
}
