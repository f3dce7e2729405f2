//! One server for all sessions: whether it is connected, which tools it has, and calls of them.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use adjutant_clock::Timer;
use adjutant_config::{McpSettings, Roles};
use adjutant_domain::policy::Role;
use adjutant_tools::kit::{Entry, ToolError};
use anyhow::{Result, bail};
use rmcp::{
    Peer, RoleClient,
    model::{
        CallToolRequest, CallToolRequestParams, CallToolResult, CancelledNotificationParam, ClientRequest,
        GetPromptRequestParams, JsonObject, PingRequest, PromptMessage, ReadResourceRequestParams, RequestId,
        Resource, ResourceContents, ServerResult,
    },
    service::{PeerRequestOptions, ServiceError},
};
use serde_json::Value;
use tokio::{sync::Semaphore, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    connection::{Connection, Progress, explain, with_last_words},
    lenient,
    secrets::{Filled, Secrets, Values},
    toolset::{self, Catalogue, Prompt},
};

/// How many calls of a server may be under way; a further one is refused. Others of the connection's requests, such as
/// pings, have room besides.
pub(crate) const MOST_CALLS: usize = 64;
/// How often an idle connection is checked.
const PING_EVERY: Duration = Duration::from_secs(30);
/// How long a server may take to answer a ping.
const PING_TIMEOUT: Duration = Duration::from_secs(10);
/// The shortest time between two readings of a server's list of tools.
const REFRESH_EVERY: Duration = Duration::from_secs(2);
/// The pause before the first new attempt to connect; each further one doubles it.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// A connection that held for this long was a good one: the next pause is the first again.
const HELD: Duration = Duration::from_secs(60);

/// A server.
pub(crate) struct Server {
    pub name: Arc<str>,
    pub settings: McpSettings,
    /// `None` while there is no connection.
    link: RwLock<Option<Connected>>,
    calls: Semaphore,
    /// The secrets that the connection sends.
    secrets: RwLock<Values>,
    /// Those of the last list, also while there is no connection.
    catalogue: RwLock<Arc<Catalogue>>,
}

/// The connection as calls see it.
#[derive(Clone)]
struct Connected {
    peer: Peer<RoleClient>,
    progress: Progress,
}

impl Server {
    pub fn new(name: &str, settings: &McpSettings) -> Self {
        Self {
            name: name.into(),
            settings: settings.clone(),
            link: RwLock::default(),
            calls: Semaphore::new(MOST_CALLS),
            secrets: RwLock::default(),
            catalogue: RwLock::default(),
        }
    }

    /// Returns its tools.
    pub fn tools(&self) -> Vec<Arc<Entry>> {
        self.catalogue().tools.clone()
    }

    /// Returns whether it holds resources or prompts.
    pub fn holds_something(&self) -> bool {
        let catalogue = self.catalogue();
        catalogue.has_resources || !catalogue.prompts.is_empty()
    }

    /// Returns its prompts.
    pub fn prompts(&self) -> Vec<Prompt> {
        self.catalogue().prompts.clone()
    }

    /// Returns whether somebody of this role may use it.
    pub fn is_for(&self, role: Role) -> bool {
        role == Role::Owner || self.settings.roles == Roles::Everybody
    }

    fn catalogue(&self) -> Arc<Catalogue> {
        self.catalogue.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns whether it can be called.
    pub fn is_connected(&self) -> bool {
        self.check().is_ok()
    }

    /// Checks whether it can be called.
    ///
    /// # Errors
    /// Returns an error if there is no connection.
    pub fn check(&self) -> Result<(), ToolError> {
        self.connected().map(drop)
    }

    /// Keeps a connection until `shutdown`.
    #[tracing::instrument(name = "mcp_server", skip_all, fields(server = &*self.name))]
    pub async fn keep(
        self: &Arc<Self>,
        clock: &dyn Timer,
        secrets: Option<&Secrets>,
        shutdown: &CancellationToken,
    ) {
        let mut pause = FIRST_PAUSE;
        loop {
            let since = clock.uptime();
            let ended = self.connect_and_hold(clock, secrets, shutdown).await;
            let Err(why) = ended else { return };
            let was_up = self.is_connected();
            self.set(None);
            if clock.uptime().saturating_sub(since) >= HELD {
                pause = FIRST_PAUSE;
            }
            // Said once: a server that is away for a week need not fill the log.
            if was_up || pause == FIRST_PAUSE {
                tracing::warn!(error = format!("{why:#}"), "no connection to the MCP server; trying again");
            } else {
                tracing::debug!(error = format!("{why:#}"), "still no connection to the MCP server");
            }
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = clock.sleep(pause) => {}
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Connects, and returns when `shutdown` comes.
    ///
    /// # Errors
    /// Returns an error that says why there is no connection any more.
    async fn connect_and_hold(
        self: &Arc<Self>,
        clock: &dyn Timer,
        secrets: Option<&Secrets>,
        shutdown: &CancellationToken,
    ) -> Result<()> {
        let connection = tokio::select! {
            () = shutdown.cancelled() => return Ok(()),
            connection = self.open(clock, secrets) => connection?,
        };
        let held = tokio::select! {
            () = shutdown.cancelled() => Ok(()),
            held = self.hold(&connection, clock) => held,
        };
        let said = connection.close().await;
        held.map_err(|error| with_last_words(error, said))
    }

    async fn open(&self, clock: &dyn Timer, secrets: Option<&Secrets>) -> Result<Connection> {
        let filled = Filled::of(&self.name, &self.settings, secrets).await?;
        let connection = Connection::open(&self.name, &filled.settings).await?;
        filled.note_use(secrets, clock.timestamp()).await?;
        *self.secrets.write().unwrap_or_else(PoisonError::into_inner) = filled.values;
        Ok(connection)
    }

    /// Returns a text of the server without the secrets that it was sent.
    pub fn hidden_in(&self, text: &str) -> String {
        self.secrets.read().unwrap_or_else(PoisonError::into_inner).hidden_in(text)
    }

    /// Takes the secrets that the server was sent out of what it returned.
    pub fn hide_in(&self, value: &mut Value) {
        self.secrets.read().unwrap_or_else(PoisonError::into_inner).hide_in(value);
    }

    async fn hold(self: &Arc<Self>, connection: &Connection, clock: &dyn Timer) -> Result<()> {
        self.learn(connection).await?;
        let (peer, progress) = (connection.peer().clone(), connection.progress().clone());
        self.set(Some(Connected { peer: peer.clone(), progress }));
        tracing::info!(tools = self.catalogue().tools.len(), "connected to the MCP server");
        loop {
            tokio::select! {
                why = connection.closed() => bail!("{why}"),
                () = connection.lists_changed() => {
                    self.learn(connection).await?;
                    // A server that says so all the time is not read all the time.
                    tokio::select! {
                        why = connection.closed() => bail!("{why}"),
                        () = clock.sleep(REFRESH_EVERY) => {}
                    }
                }
                () = clock.sleep(PING_EVERY) => self.ping(&peer).await?,
            }
        }
    }

    async fn ping(&self, peer: &Peer<RoleClient>) -> Result<()> {
        let patience = PING_TIMEOUT.min(self.settings.start_timeout);
        let request = ClientRequest::PingRequest(PingRequest::default());
        match timeout(patience, peer.send_request(request)).await {
            // A server that does not know the request is there all the same.
            Ok(Ok(_) | Err(ServiceError::McpError(_))) => Ok(()),
            Ok(Err(error)) => bail!("it did not answer a ping: {}", explain(&error)),
            Err(_) => bail!("it did not answer a ping within {} s", patience.as_secs_f32()),
        }
    }

    /// Reads the lists of tools and prompts.
    async fn learn(self: &Arc<Self>, connection: &Connection) -> Result<()> {
        let listed = connection.tools(&self.settings).await?;
        let has_resources = connection.info().is_some_and(|info| info.capabilities.resources.is_some());
        let mut catalogue = toolset::catalogue(self, listed);
        catalogue.has_resources = has_resources;
        catalogue.prompts = match connection.prompts(&self.settings).await {
            Ok(listed) => toolset::prompts(&self.name, listed),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "prompts of the MCP server are not used");
                Vec::new()
            }
        };
        // Said once, however often the list is read.
        if catalogue.left_out != self.catalogue().left_out {
            tracing::warn!(tools = catalogue.left_out.join("; "), "tools of the MCP server are not used");
        }
        *self.catalogue.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(catalogue);
        Ok(())
    }

    fn set(&self, link: Option<Connected>) {
        *self.link.write().unwrap_or_else(PoisonError::into_inner) = link;
    }

    fn connected(&self) -> Result<Connected, ToolError> {
        let link = self.link.read().unwrap_or_else(PoisonError::into_inner);
        // The reason may be in the server's words, and is in the log.
        link.clone().ok_or_else(|| {
            let why = format!("the server {} cannot be reached at the moment; try again later", self.name);
            ToolError::unavailable(why)
        })
    }

    /// Calls a tool by the server's name for it. `show` is given its progress. The server is told if the call is dropped.
    ///
    /// # Errors
    /// Returns an error if the tool has changed, or the server cannot be reached or refuses the call.
    pub async fn call(
        &self,
        (tool, fingerprint): (&str, &str),
        arguments: JsonObject,
        show: impl Fn(&str),
    ) -> Result<CallToolResult, ToolError> {
        if !self.catalogue().has(tool, fingerprint) {
            let why =
                format!("the server {} has changed this tool; look at it again, and call it anew", self.name);
            return Err(ToolError::rejected(why));
        }
        let Ok(_place) = self.calls.try_acquire() else {
            let why =
                format!("the server {} has {MOST_CALLS} calls to answer first; try again later", self.name);
            return Err(ToolError::unavailable(why));
        };
        let Connected { peer, progress } = self.connected()?;
        let mut params = CallToolRequestParams::new(tool.to_owned());
        params.arguments = Some(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let asked = peer.send_cancellable_request(request, PeerRequestOptions::no_options()).await;
        let mut asked = asked.map_err(|error| self.failed(&error))?;
        let mut shown = progress.of(asked.progress_token.clone());
        let mut unanswered = Unanswered { peer: &peer, id: Some(asked.id.clone()) };
        let answer = loop {
            tokio::select! {
                answer = &mut asked.rx => break answer,
                line = shown.next() => show(&self.hidden_in(&line)),
            }
        };
        unanswered.id = None;
        let answer = answer.map_err(|_| ServiceError::TransportClosed).and_then(|answer| answer);
        let no_result =
            || ToolError::unavailable(format!("the server {} answered with no result", self.name));
        match answer.map_err(|error| self.failed(&error))? {
            ServerResult::CallToolResult(result) => Ok(result),
            ServerResult::CustomResult(answer) => lenient::result(answer).ok_or_else(no_result),
            ServerResult::EmptyResult(_) => Ok(CallToolResult::success(Vec::new())),
            ServerResult::InputRequiredResult(_) | ServerResult::CreateTaskResult(_) => {
                Err(ToolError::rejected(format!(
                    "the server {} wants more input or time for this, which the bot cannot give",
                    self.name
                )))
            }
            _ => Err(no_result()),
        }
    }

    /// Returns what a resource holds.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub async fn read(&self, uri: &str) -> Result<Vec<ResourceContents>, ToolError> {
        let read = self.connected()?.peer.read_resource(ReadResourceRequestParams::new(uri)).await;
        Ok(read.map_err(|error| self.failed(&error))?.contents)
    }

    /// Returns what a prompt says.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub async fn prompt(&self, name: &str, arguments: JsonObject) -> Result<Vec<PromptMessage>, ToolError> {
        let request = GetPromptRequestParams::new(name).with_arguments(arguments);
        let said = self.connected()?.peer.get_prompt(request).await;
        Ok(said.map_err(|error| self.failed(&error))?.messages)
    }

    /// Returns the first page of its resources.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub async fn resources(&self) -> Result<Vec<Resource>, ToolError> {
        let listed = self.connected()?.peer.list_resources(None).await;
        Ok(listed.map_err(|error| self.failed(&error))?.resources)
    }

    /// Returns the error of a call in words.
    fn failed(&self, error: &ServiceError) -> ToolError {
        match error {
            ServiceError::McpError(refusal) => {
                let said = toolset::bounded(&self.hidden_in(&refusal.message));
                ToolError::rejected(format!("the server {} refuses the call: {said}", self.name))
            }
            error => ToolError::unavailable(format!(
                "the server {} did not answer ({}); whether the call took effect is not known",
                self.name,
                explain(error)
            )),
        }
    }
}

/// Tells the server when its answer is no longer waited for.
struct Unanswered<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        let (Some(id), Ok(runtime)) = (self.id.take(), tokio::runtime::Handle::try_current()) else { return };
        let (peer, reason) = (self.peer.clone(), Some("the answer is no longer waited for".to_owned()));
        runtime.spawn(async move {
            let cancelled = CancelledNotificationParam::new(Some(id), reason);
            // A connection that is gone has no call to cancel.
            let _ = peer.notify_cancelled(cancelled).await;
        });
    }
}
