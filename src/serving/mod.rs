//! An MCP server for programs that a person allows to use their data; the program's token identifies the person. It
//! works over HTTP, or over the pipe of the client that started `adjutant mcp serve`. Either way a call becomes an
//! inbox row of the connection's session, and the gateway's pipeline answers it there (`agent/clients.rs`).

use std::{sync::Arc, time::Duration};

use adjutant_clock::Timer;
use adjutant_config::Config;
use adjutant_domain::{ids::SessionId, policy::Place, timestamp::Timestamp, tools::Tier};
use adjutant_store::{
    db::{Db, Scope, Tx},
    mcp_clients::{self, Client},
    people::{self, User},
    sessions::{self, Session},
};
use adjutant_texts::clients as texts;
use adjutant_tools::kit::{Entry, Registry, Risk, SessionView};
use anyhow::{Result, anyhow};
use axum::http::request;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult, ConstString,
        ContentBlock, CustomRequest, CustomResult, ErrorCode, Implementation, ListToolsRequestMethod,
        ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::RequestContext,
};
use tokio::sync::{Mutex, watch};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    agent::clients,
    approvals::policy,
    serving::call::{Calls, Refused},
};

mod call;
pub(crate) mod http;
mod pipe;

pub use pipe::serve;

/// The most connections that a client may open within [`WINDOW`].
const CONNECTIONS: i64 = 20;
const WINDOW: Duration = Duration::from_mins(1);

/// The components of the server.
pub struct Parts {
    pub db: Arc<Db>,
    pub config: Arc<Config>,
    pub clock: Arc<dyn Timer>,
    pub tools: Registry,
    /// Changes when a call makes progress; `None` if the gateway is another process.
    pub changes: Option<watch::Receiver<()>>,
}

/// A client's line: its connection, for as long as it exists.
struct Line {
    /// The token, which proves the client's identity.
    token: String,
    /// The connection's session, from its first use on.
    connection: Mutex<Option<SessionId>>,
    calls: Arc<Calls>,
    /// Tracks the running work of this line.
    at_work: TaskTracker,
    /// Cancelled when nobody waits for results any more.
    gone: CancellationToken,
}

impl Line {
    fn new(token: String, calls: Arc<Calls>, gone: CancellationToken) -> Self {
        Self { token, connection: Mutex::default(), calls, at_work: TaskTracker::new(), gone }
    }
}

/// The present state of a connection.
struct Connection {
    user: User,
    session: Session,
}

struct Server {
    parts: Arc<Parts>,
    /// The only line, over a pipe. Over HTTP, each request brings its own.
    line: Option<Arc<Line>>,
}

impl Server {
    /// Returns the line of a request.
    fn line(&self, context: &RequestContext<RoleServer>) -> Result<Arc<Line>, Refused> {
        let of_request = || context.extensions.get::<request::Parts>()?.extensions.get::<Arc<Line>>();
        let line = self.line.as_ref().or_else(of_request).cloned();
        line.ok_or_else(|| Refused::internal(&anyhow!("a request of an MCP client without its line")))
    }

    /// Returns the connection, if its client is still valid.
    async fn connection(&self, line: &Line) -> Result<Connection, Refused> {
        let (token, now) = (line.token.clone(), self.parts.clock.timestamp());
        let mut own = line.connection.lock().await;
        let known = own.clone();
        let opened = self
            .parts
            .db
            .write(Scope::Global, async move |tx| open(tx, &token, known.as_ref(), now).await)
            .await
            .map_err(|error| Refused::internal(&error))?;
        let connection = opened?;
        *own = Some(connection.session.session_id.clone());
        Ok(connection)
    }

    /// Returns the tools that the client may use.
    async fn tools(&self, line: &Line) -> Result<Vec<Tool>, Refused> {
        let Connection { user, session } = self.connection(line).await?;
        let Parts { db, config, clock, tools, .. } = &*self.parts;
        let place = Place { role: user.policy_role(), chat: session.chat_kind, attended: true };
        let is_on = |tool: &Entry| clients::may_use(tool) && policy::is_on(&config.tools.rules, place, tool);
        let view = SessionView::new(db, config, (&user, &session), clock.timestamp());
        let offered = tools.tools(view, is_on).await.map_err(|error| Refused::internal(&error))?;
        let described = offered.specs().into_iter().filter_map(|spec| {
            let annotations = annotations(offered.get(&spec.name).ok()?);
            let schema = serde_json::from_value(spec.parameters).ok()?;
            Some(Tool::new(spec.name, spec.description, Arc::new(schema)).with_annotations(annotations))
        });
        Ok(described.collect())
    }
}

/// Returns the connection of a token, or the refusal.
async fn open(
    tx: &Tx,
    token: &str,
    known: Option<&SessionId>,
    now: Timestamp,
) -> Result<Result<Connection, Refused>> {
    let client = match find(tx, token, now).await? {
        Ok(client) => client,
        Err(refused) => return Ok(Err(refused)),
    };
    let is_kept = match known {
        Some(session) => mcp_clients::has_session(tx, &client.client_id, session).await?,
        None => false,
    };
    let session = match known {
        Some(session) if is_kept => session.clone(),
        _ => {
            if mcp_clients::count_connections(tx, &client.client_id, now - WINDOW).await? >= CONNECTIONS {
                return Ok(Err(Refused::of(texts::too_many_connections())));
            }
            let origin = sessions::get(tx, &client.session_id).await?;
            sessions::open_connection(tx, &origin, &client.client_id, now).await?
        }
    };
    clients::hide_token(tx, &client).await?;
    mcp_clients::note_use(tx, &client.client_id, now).await?;
    let user = people::get(tx, &client.user_id).await?;
    Ok(Ok(Connection { session: sessions::get(tx, &session).await?, user }))
}

/// Returns the client of a token, or the refusal.
async fn find(tx: &Tx, token: &str, now: Timestamp) -> Result<Result<Client, Refused>> {
    let client = mcp_clients::by_token(tx, token).await?.filter(|client| client.is_valid(now));
    let Some(client) = client else { return Ok(Err(Refused::of(texts::not_valid()))) };
    let is_served = people::is_served(tx, &client.user_id).await?;
    Ok(is_served.then_some(client).ok_or_else(|| Refused::of(texts::not_served())))
}

/// Returns the annotations of a tool for clients.
fn annotations(tool: &Entry) -> ToolAnnotations {
    let definition = &tool.definition;
    let annotations = ToolAnnotations::new().read_only(definition.tier == Tier::ReadOnly).open_world(false);
    match definition.tier {
        Tier::ReadOnly => annotations,
        _ => annotations.destructive(definition.risk == Risk::High).idempotent(false),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("adjutant", env!("CARGO_PKG_VERSION")))
            .with_instructions(texts::instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let listed = async { self.tools(&*self.line(&context)?).await };
        let tools = listed.await.map_err(|refused: Refused| ErrorData::invalid_request(refused.0, None))?;
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let result = match self.call(request, &context).await {
            Ok(result) => result,
            Err(refused) => CallToolResult::error(vec![ContentBlock::text(refused.0)]),
        };
        Ok(result.into())
    }

    /// Refuses a request that the library does not recognise: by its method, or by its params.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let is_known = [CallToolRequestMethod::VALUE, ListToolsRequestMethod::VALUE];
        Err(match is_known.contains(&request.method.as_str()) {
            true => ErrorData::invalid_params(texts::invalid_params(&request.method), None),
            false => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None),
        })
    }
}
