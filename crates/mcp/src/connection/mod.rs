//! A connection to a server: a program's standard input and output, or streamable HTTP.

mod child;
mod client;
mod guard;
mod handler;
mod http;
mod lines;
mod pages;
mod words;

use std::time::Duration;

use adjutant_config::McpSettings;
use anyhow::{Result, anyhow, bail};
use rmcp::{
    Peer, RoleClient,
    model::{ClientRequest, ListToolsRequest, Prompt, ProtocolVersion, Resource, ServerPeerInfo, Tool},
    service::{ClientLifecycleMode, RunningService, ServiceError, serve_client_with_lifecycle_and_ct},
    transport::Transport,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use child::Child;
use guard::{Flooded, Guarded};
use handler::Handler;

use crate::lenient;

pub(crate) use handler::Progress;
use words::{Refusal, refusal, unknown_version, versions_in};
pub(crate) use words::{did_nothing, explain, is_unread};

/// How long a closed connection may take to end.
const CLOSE: Duration = Duration::from_secs(1);

/// The tools of a server.
#[derive(Default)]
pub(crate) struct Listed {
    pub tools: Vec<Tool>,
    /// The number of tools that cannot be parsed.
    pub unread: usize,
}

/// An open connection.
pub(crate) struct Connection {
    peer: Peer<RoleClient>,
    handler: Handler,
    flooded: Flooded,
    /// Closes the connection.
    stop: CancellationToken,
    /// Cancelled when the connection is closed, by either side.
    gone: CancellationToken,
    child: Option<Child>,
}

impl Connection {
    /// Connects to a server.
    ///
    /// # Errors
    /// Returns an error that explains the problem and its remedy.
    pub async fn open(name: &str, settings: &McpSettings) -> Result<Self> {
        let newest = ProtocolVersion::LATEST_WITH_INITIALIZE;
        let refused = match Self::begin(name, settings, ClientLifecycleMode::Initialize, newest).await {
            Ok(connection) => return Ok(connection),
            Err(NotBegun { refusal: None, error, .. }) => return Err(error),
            Err(NotBegun { error, supported: Some(version), .. }) if version.has_initialize() => {
                let again = Self::begin(name, settings, ClientLifecycleMode::Initialize, version);
                return again.await.map_err(|_also| error);
            }
            Err(refused) => refused,
        };
        // A server of the newest version may support only the new way to begin.
        let version = ProtocolVersion::V_2026_07_28;
        let newest = ClientLifecycleMode::Discover { preferred_versions: vec![version.clone()] };
        match Self::begin(name, settings, newest, version).await {
            Ok(connection) => Ok(connection),
            Err(_also) => Err(explained(refused, settings).await),
        }
    }

    async fn begin(
        name: &str,
        settings: &McpSettings,
        lifecycle: ClientLifecycleMode,
        version: ProtocolVersion,
    ) -> std::result::Result<Self, NotBegun> {
        let handler = Handler { version, ..Handler::default() };
        let (flooded, stop) = (Flooded::default(), CancellationToken::new());
        let guarded = flooded.clone();
        let (running, child) = match &settings.url {
            Some(url) => {
                let transport =
                    Guarded::new(http::transport(url, settings, &handler.lists_changed)?, guarded);
                (start(&handler, transport, (&stop, lifecycle), settings).await?, None)
            }
            None => {
                let (child, transport) = Child::spawn(name, settings)?;
                let transport = Guarded::new(transport, guarded);
                match start(&handler, transport, (&stop, lifecycle), settings).await {
                    Ok(running) => (running, Some(child)),
                    Err(NotBegun { error, refusal, supported }) => {
                        let error = with_last_words(error, child.end().await);
                        return Err(NotBegun { error, refusal, supported });
                    }
                }
            }
        };
        let (peer, gone) = (running.peer().clone(), CancellationToken::new());
        let ended = gone.clone().drop_guard();
        tokio::spawn(async move {
            let _ended = ended;
            running.waiting().await
        });
        Ok(Self { peer, handler, flooded, stop, gone, child })
    }

    pub fn peer(&self) -> &Peer<RoleClient> {
        &self.peer
    }

    /// Returns the server's description of itself.
    pub fn info(&self) -> Option<ServerPeerInfo> {
        self.peer.peer_info().map(|info| (*info).clone())
    }

    pub fn progress(&self) -> &Progress {
        &self.handler.progress
    }

    /// Waits until the server says that its list of tools has changed.
    pub async fn lists_changed(&self) {
        self.handler.lists_changed.notified().await;
    }

    /// Waits until the connection is closed, and returns the reason.
    pub async fn closed(&self) -> &'static str {
        self.gone.cancelled().await;
        if self.flooded.is_set() { "it sent too many messages at once" } else { "it closed the connection" }
    }

    /// Returns the server's tools, page by page, up to a limit.
    ///
    /// # Errors
    /// Returns an error if the server does not list them in time.
    pub async fn tools(&self, settings: &McpSettings) -> Result<Listed> {
        if self.info().is_some_and(|info| info.capabilities.tools.is_none()) {
            return Ok(Listed::default());
        }
        within(settings, async {
            let read = async |params| {
                let request = ListToolsRequest { params: Some(params), ..ListToolsRequest::default() };
                let page = self.peer.send_request(ClientRequest::ListToolsRequest(request)).await?;
                let page = lenient::page(page).ok_or(ServiceError::UnexpectedResponse)?;
                let unread = std::iter::repeat_with(|| None).take(page.unread);
                Ok((page.tools.into_iter().map(Some).chain(unread).collect(), page.next))
            };
            let listed: Vec<Option<Tool>> = pages::all(read)
                .await
                .map_err(|error: ServiceError| anyhow!("it does not list its tools: {}", explain(&error)))?;
            let unread = listed.iter().filter(|tool| tool.is_none()).count();
            Ok(Listed { tools: listed.into_iter().flatten().collect(), unread })
        })
        .await
    }

    /// Returns the URIs of the server's resources.
    ///
    /// # Errors
    /// Returns an error if the server does not list them in time.
    pub async fn resources(&self, settings: &McpSettings) -> Result<Vec<String>> {
        if self.info().is_none_or(|info| info.capabilities.resources.is_none()) {
            return Ok(Vec::new());
        }
        within(settings, async {
            let listed = resources(&self.peer).await;
            let listed =
                listed.map_err(|error| anyhow!("it does not list its resources: {}", explain(&error)))?;
            Ok(listed.into_iter().map(|resource| resource.uri).collect())
        })
        .await
    }

    /// Returns the server's prompts.
    ///
    /// # Errors
    /// Returns an error if the server does not list them in time.
    pub async fn prompts(&self, settings: &McpSettings) -> Result<Vec<Prompt>> {
        if self.info().is_none_or(|info| info.capabilities.prompts.is_none()) {
            return Ok(Vec::new());
        }
        within(settings, async {
            let read = async |params| {
                let page = self.peer.list_prompts(Some(params)).await?;
                Ok((page.prompts, page.next_cursor))
            };
            pages::all(read)
                .await
                .map_err(|error: ServiceError| anyhow!("it does not list its prompts: {}", explain(&error)))
        })
        .await
    }

    /// Closes the connection, and ends its program. If the program failed, returns its exit status and last words.
    pub async fn close(self) -> Option<String> {
        self.stop.cancel();
        let _ = timeout(CLOSE, self.gone.cancelled()).await;
        match self.child {
            Some(child) => child.end().await,
            None => None,
        }
    }
}

/// Returns a server's resources.
pub(crate) async fn resources(peer: &Peer<RoleClient>) -> Result<Vec<Resource>, ServiceError> {
    let read = async |params| {
        let page = peer.list_resources(Some(params)).await?;
        Ok((page.resources, page.next_cursor))
    };
    pages::all(read).await
}

/// Why a connection did not begin.
struct NotBegun {
    error: anyhow::Error,
    /// How the server refuses this way to begin, if it does.
    refusal: Option<Refusal>,
    /// The newest version that the server says it speaks, and that the bot knows.
    supported: Option<ProtocolVersion>,
}

impl From<anyhow::Error> for NotBegun {
    fn from(error: anyhow::Error) -> Self {
        Self { error, refusal: None, supported: None }
    }
}

/// Returns the error for a server that refuses each way to begin.
async fn explained(refused: NotBegun, settings: &McpSettings) -> anyhow::Error {
    match &settings.url {
        Some(url)
            if refused.refusal == Some(Refusal::Status)
                && http::speaks_old_transport(url, settings).await =>
        {
            anyhow!("it speaks the old transport, HTTP+SSE, which is not supported: look for another address")
        }
        _ => refused.error,
    }
}

/// Begins the session with the server.
async fn start<T: Transport<RoleClient> + 'static>(
    handler: &Handler,
    transport: T,
    (stop, lifecycle): (&CancellationToken, ClientLifecycleMode),
    settings: &McpSettings,
) -> std::result::Result<RunningService<RoleClient, Handler>, NotBegun> {
    let started = within(settings, async {
        Ok(serve_client_with_lifecycle_and_ct(handler.clone(), transport, lifecycle, stop.clone()).await)
    });
    let running = started.await?.map_err(|error| NotBegun {
        refusal: refusal(&error),
        supported: versions_in(&error),
        error: anyhow!("{}", explain(&error)),
    })?;
    match running.peer().peer_info().map(|info| info.protocol_version.clone()) {
        Some(version) if !ProtocolVersion::KNOWN_VERSIONS.contains(&version) => {
            Err(NotBegun::from(anyhow!("{}", unknown_version(&version))))
        }
        _ => Ok(running),
    }
}

async fn within<T>(settings: &McpSettings, work: impl Future<Output = Result<T>>) -> Result<T> {
    match timeout(settings.start_timeout, work).await {
        Ok(done) => done,
        Err(_) => bail!(
            "it did not answer within {} s; if it needs longer, raise start_timeout",
            settings.start_timeout.as_secs_f32()
        ),
    }
}

/// Adds a program's end and last words to an error.
pub(crate) fn with_last_words(error: anyhow::Error, said: Option<String>) -> anyhow::Error {
    match said {
        Some(said) => anyhow!("{error:#}; {said}"),
        None => error,
    }
}
