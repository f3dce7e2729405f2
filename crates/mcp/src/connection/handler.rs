//! Handles a server's unrequested messages: notes that lists have changed, and forwards progress.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use adjutant_domain::shown;
use rmcp::{
    ClientHandler, RoleClient,
    model::{
        ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ErrorCode, ErrorData,
        Implementation, ProgressNotificationParam, ProgressToken, ProtocolVersion,
    },
    service::{NotificationContext, RequestContext},
};
use tokio::sync::{Notify, mpsc};

/// The longest line of progress, in characters.
const MAX_LINE: usize = 100;
/// How many lines of progress may wait to be shown; more are dropped.
const WAITING: usize = 4;

/// The bot as servers see it. It offers them no model, no files, and no questions to people.
#[derive(Clone, Default)]
pub(super) struct Handler {
    /// The version of the protocol that the bot asks for.
    pub version: ProtocolVersion,
    /// Notified when the list of tools or prompts has changed.
    pub lists_changed: Arc<Notify>,
    pub progress: Progress,
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let bot = Implementation::new("adjutant", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), bot).with_protocol_version(self.version.clone())
    }

    /// Refuses: nobody was asked, so nobody has declined.
    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "elicitation/create", None))
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.progress.pass_on(&params);
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.lists_changed.notify_one();
    }

    async fn on_prompt_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.lists_changed.notify_one();
    }
}

/// The progress of a connection's calls.
#[derive(Clone, Default)]
pub(crate) struct Progress(Arc<Mutex<HashMap<ProgressToken, mpsc::Sender<String>>>>);

impl Progress {
    /// Returns the lines of progress of one call; they end when the value is dropped.
    pub fn of(&self, token: ProgressToken) -> Lines {
        let (sender, lines) = mpsc::channel(WAITING);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(token.clone(), sender);
        Lines { all: self.clone(), token, lines }
    }

    fn pass_on(&self, params: &ProgressNotificationParam) {
        let calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(call) = calls.get(&params.progress_token) {
            // A line that arrives faster than it can be read may be dropped.
            let _ = call.try_send(in_words(params));
        }
    }
}

/// The lines of progress of one call.
pub(crate) struct Lines {
    all: Progress,
    token: ProgressToken,
    lines: mpsc::Receiver<String>,
}

impl Lines {
    /// Waits for the next line.
    pub async fn next(&mut self) -> String {
        match self.lines.recv().await {
            Some(line) => line,
            None => std::future::pending().await,
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.token);
    }
}

/// Returns a line such as `fetching (3 of 7)`.
fn in_words(params: &ProgressNotificationParam) -> String {
    let said = shown::elided(&shown::line(params.message.as_deref().unwrap_or_default()), MAX_LINE);
    let count = match params.total {
        Some(total) => format!("{} of {total}", params.progress),
        None => params.progress.to_string(),
    };
    if said.is_empty() { count } else { format!("{said} ({count})") }
}
