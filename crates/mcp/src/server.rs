//! One server for all sessions: its connection, its tools, and calls of them.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use adjutant_clock::Timer;
use adjutant_config::{McpSettings, Roles};
use adjutant_domain::{
    policy::Role,
    redact::{Named, change_texts},
};
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
    connection::{Connection, Progress, did_nothing, explain, is_unread, resources, with_last_words},
    lenient,
    secrets::{Filled, Secrets},
    tasks::{self, OnlyTasks},
    toolset::{self, Catalogue, Prompt},
};

/// The most running calls of a server; a further one is refused. Other requests on the connection, such as pings, do
/// not count.
pub(crate) const MOST_CALLS: usize = 64;
/// How often an idle connection is checked.
const PING_EVERY: Duration = Duration::from_secs(30);
/// How long a server may take to answer a ping.
const PING_TIMEOUT: Duration = Duration::from_secs(10);
/// The shortest time between two readings of a server's list of tools.
const REFRESH_EVERY: Duration = Duration::from_secs(2);
/// The pause before the first new attempt to connect; it doubles with each further attempt.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause before a new attempt to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// After a connection that lasted this long, the pause begins at [`FIRST_PAUSE`] again.
const HELD: Duration = Duration::from_secs(60);

/// A server.
pub(crate) struct Server {
    pub name: Arc<str>,
    pub settings: McpSettings,
    /// `None` while there is no connection.
    link: RwLock<Option<Connected>>,
    calls: Semaphore,
    /// The secrets that the connection sends.
    secrets: RwLock<Named>,
    /// The tools of the last list, kept while there is no connection.
    catalogue: RwLock<Arc<Catalogue>>,
    only_tasks: OnlyTasks,
}

/// The part of the connection that calls use.
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
            only_tasks: OnlyTasks::default(),
        }
    }

    /// Returns the server's tools.
    pub fn tools(&self) -> Vec<Arc<Entry>> {
        let is_usable = |tool: &&Arc<Entry>| {
            let others = tool.definition.others.as_ref();
            others.is_none_or(|others| !self.only_tasks.contains(&others.fingerprint))
        };
        self.catalogue().tools.iter().filter(is_usable).cloned().collect()
    }

    /// Returns whether the server has resources or prompts.
    pub fn holds_something(&self) -> bool {
        let catalogue = self.catalogue();
        catalogue.has_resources || !catalogue.prompts.is_empty()
    }

    /// Returns the server's prompts.
    pub fn prompts(&self) -> Vec<Prompt> {
        self.catalogue().prompts.clone()
    }

    /// Returns whether a person with this role may use the server.
    pub fn is_for(&self, role: Role) -> bool {
        role == Role::Owner || self.settings.roles == Roles::Everybody
    }

    fn catalogue(&self) -> Arc<Catalogue> {
        self.catalogue.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns whether the server is connected.
    pub fn is_connected(&self) -> bool {
        self.check().is_ok()
    }

    /// Returns whether the server is connected.
    ///
    /// # Errors
    /// Returns an error if there is no connection.
    pub fn check(&self) -> Result<(), ToolError> {
        self.connected().map(drop)
    }

    /// Keeps the server connected until `shutdown`.
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
            // Logged once: a server that is away for a week should not fill the log.
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

    /// Connects, and holds the connection until `shutdown`.
    ///
    /// # Errors
    /// Returns the reason if the connection cannot be opened or ends.
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
        let connection = Box::pin(Connection::open(&self.name, &filled.settings)).await?;
        filled.note_use(secrets, clock.timestamp()).await?;
        *self.secrets.write().unwrap_or_else(PoisonError::into_inner) = filled.values;
        Ok(connection)
    }

    /// Returns a text of the server without the secrets that were sent to it.
    pub fn hidden_in(&self, text: &str) -> String {
        self.secrets.read().unwrap_or_else(PoisonError::into_inner).redact(text).into_owned()
    }

    /// Removes the secrets that were sent to the server from its result.
    pub fn hide_in(&self, value: &mut Value) {
        change_texts(value, &|text| self.hidden_in(text));
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
                    // The pause keeps a server that sends this notice all the time from being read all the time.
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
            // A server that does not know the request is still alive.
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
        // Logged once, however often the list is read.
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
        // The reason is in the log; it may quote the server.
        link.clone().ok_or_else(|| {
            let why = format!("the server {} cannot be reached at the moment; try again later", self.name);
            ToolError::unavailable(why)
        })
    }

    /// Calls a tool by the server's name for it. `show` gets the progress. If the call is dropped, the server is told.
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
        self.only_tasks.learn((tool, fingerprint), &answer);
        if self.only_tasks.contains(fingerprint) {
            return Err(tasks::refusal(&self.name));
        }
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

    /// Returns the contents of a resource.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub async fn read(&self, uri: &str) -> Result<Vec<ResourceContents>, ToolError> {
        let read = self.connected()?.peer.read_resource(ReadResourceRequestParams::new(uri)).await;
        Ok(read.map_err(|error| self.failed(&error))?.contents)
    }

    /// Returns the messages of a prompt.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub async fn prompt(&self, name: &str, arguments: JsonObject) -> Result<Vec<PromptMessage>, ToolError> {
        let request = GetPromptRequestParams::new(name).with_arguments(arguments);
        let said = self.connected()?.peer.get_prompt(request).await;
        Ok(said.map_err(|error| self.failed(&error))?.messages)
    }

    /// Returns the server's resources.
    ///
    /// # Errors
    /// Returns an error if the server cannot be reached or refuses.
    pub async fn resources(&self) -> Result<Vec<Resource>, ToolError> {
        resources(&self.connected()?.peer).await.map_err(|error| self.failed(&error))
    }

    /// Converts the error of a call, with an explanation.
    fn failed(&self, error: &ServiceError) -> ToolError {
        if let Some(why) = did_nothing(error) {
            return ToolError::unavailable(format!("the server {} did not answer: {why}", self.name));
        }
        match error {
            ServiceError::McpError(refusal) if !is_unread(refusal) => {
                let said = toolset::bounded(&self.hidden_in(&refusal.message));
                ToolError::rejected(format!("the server {} refuses the call: {said}", self.name))
            }
            error => ToolError::unavailable(format!(
                "the server {} did not answer ({}); whether the call took effect is not known",
                self.name,
                self.hidden_in(&explain(error))
            )),
        }
    }
}

/// Tells the server, when dropped, that the bot no longer waits for its answer.
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
            // A closed connection has no call to cancel.
            let _ = peer.notify_cancelled(cancelled).await;
        });
    }
}
