//! What a call may know and use.

use std::sync::{Arc, Mutex, PoisonError};

use adjutant_channel::Channels;
use adjutant_domain::{
    clock::Clock,
    ids::{CallId, TurnId},
};
use adjutant_store::{db::Db, people::User, sessions::Session, toolset_state};
use anyhow::Result;
use chrono_tz::Tz;
use serde::Serialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{config::Config, memory::Memory, workspace::Workspace};

/// Bytes of partial output that a call may keep.
const MAX_PARTIAL: usize = 64 * 1024;

/// What a call may know and use: a snapshot, made for this call alone.
#[derive(Clone)]
pub struct Context {
    /// The stores: every query in `adjutant_store` is a function of a transaction of this.
    pub db: Arc<Db>,
    pub clock: Arc<dyn Clock>,
    pub config: Arc<Config>,
    pub channels: Channels,
    pub memory: Arc<Memory>,
    /// The zone of times that name none: the person's.
    pub zone: Tz,
    /// For whom it is done.
    pub user: User,
    /// The conversation or run, with the channel and chat it belongs to.
    pub session: Session,
    pub turn_id: TurnId,
    /// The message that the turn answers, where the platform gave it an id.
    pub message_id: Option<String>,
    pub call_id: CallId,
    /// The turn that it all began with: for a specialist's call, that of the conversation.
    pub trace_id: TurnId,
    /// Who calls: `adjutant`, or the name of a specialist.
    pub agent: Arc<str>,
    /// Whose words the model knew when it asked for the call, if others'.
    pub untrusted: Option<String>,
    /// A person approved this very call.
    pub approved: bool,
    /// The person's own files.
    pub workspace: Workspace,
    /// Set when the turn is stopped.
    pub cancel: CancellationToken,
    pub progress: Progress,
}

impl Context {
    /// Says in the chat what is being done, in a few words; gone when the call is done.
    pub fn progress(&self, title: &str, metadata: &Value) {
        tracing::debug!(call = %self.call_id, %metadata, "progress");
        self.progress.show(title);
    }

    /// Keeps what there is so far: it is the result if the call is stopped or runs out of time.
    pub fn keep(&self, partial: &str) {
        let mut kept = self.progress.partial.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_PARTIAL.saturating_sub(kept.len());
        kept.push_str(&partial[..partial.floor_char_boundary(room)]);
    }

    /// Stores what a toolset remembers of this session; its `prepare` is given it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remember(&self, toolset: &'static str, state: &impl Serialize) -> Result<()> {
        let (session, now) = (self.session.session_id.clone(), self.clock.millis());
        let state = serde_json::to_string(state)?;
        self.db.write(async move |tx| toolset_state::put(tx, &session, toolset, &state, now).await).await
    }
}

/// Shows a line of progress.
pub type Line = dyn Fn(&str) + Send + Sync;

/// Where a call's progress is shown, and what it has kept so far.
#[derive(Clone, Default)]
pub struct Progress {
    line: Option<Arc<Line>>,
    partial: Arc<Mutex<String>>,
}

impl Progress {
    /// Progress of one call, shown by `line`.
    pub fn on(line: Arc<Line>) -> Self {
        Self { line: Some(line), partial: Arc::default() }
    }

    /// What the call has kept; `None` if nothing.
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
