//! `adjutant mcp serve`: an MCP server for the one client that started it, whose token says who its person is. It shares
//! the database with the running gateway and does no work of its own: a call becomes a row in the inbox of the
//! connection's session, and the gateway's pipeline answers it there (`agent/clients.rs`).

use std::{sync::Arc, time::Duration};

use adjutant_clock::Timer;
use adjutant_config::Config;
use adjutant_domain::{ids::SessionId, policy::Place, timestamp::Timestamp, tools::Tier};
use adjutant_store::{
    db::{Db, Scope, Tx},
    mcp_clients,
    people::{self, User},
    sessions::{self, Session},
};
use adjutant_texts::clients as texts;
use adjutant_tools::kit::{Entry, Registry, Risk, SessionView};
use anyhow::{Context as _, Result, anyhow};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
        ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::RequestContext,
};
use tokio::{
    io::{stdin, stdout},
    sync::Mutex,
};
use tokio_util::sync::CancellationToken;

use crate::{
    agent::clients,
    approvals::policy,
    serving::{
        call::{Calls, Refused},
        input::Input,
    },
};

mod call;
mod input;

/// How many connections a client may open within [`WINDOW`].
const CONNECTIONS: i64 = 20;
const WINDOW: Duration = Duration::from_mins(1);

/// What a server needs.
pub struct Parts {
    pub db: Arc<Db>,
    pub config: Config,
    pub clock: Arc<dyn Timer>,
    pub tools: Registry,
    /// The token with which the client proves whose it is.
    pub token: String,
}

/// Serves the client at the standard input and output until its input ends, or `until` does. Calls that have no result by
/// then are withdrawn.
///
/// # Errors
/// Returns an error if the token is not valid or the database fails; its text says what to do.
pub async fn serve(parts: Parts, until: impl Future<Output = ()>) -> Result<()> {
    let gone = CancellationToken::new();
    let input = Input { inner: stdin(), ended: gone.clone() };
    let server = Server { connection: Mutex::new(None), calls: Calls::default(), gone, parts };
    let (db, clock) = (server.parts.db.clone(), server.parts.clock.clone());
    let session = server.connection().await.map_err(|refused| anyhow!(refused.0))?.session.session_id;
    let running =
        server.serve((input, stdout())).await.context("the MCP client did not begin as it should")?;
    let ended = tokio::select! {
        ended = running.waiting() => ended.map(drop).context("the connection to the MCP client failed"),
        () = until => Ok(()),
    };
    let scope = Scope::Session(session.clone());
    db.write(scope, async move |tx| clients::end_calls(tx, &session, clock.timestamp()).await).await?;
    ended
}

/// A connection, as it is now.
struct Connection {
    user: User,
    session: Session,
}

struct Server {
    parts: Parts,
    /// The connection's session, from its first use on.
    connection: Mutex<Option<SessionId>>,
    calls: Calls,
    /// Cancelled when the client is gone.
    gone: CancellationToken,
}

impl Server {
    /// Returns the connection, if its client is valid now.
    async fn connection(&self) -> Result<Connection, Refused> {
        let (token, now) = (self.parts.token.clone(), self.parts.clock.timestamp());
        let mut own = self.connection.lock().await;
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
    async fn tools(&self) -> Result<Vec<Tool>, Refused> {
        let Connection { user, session, .. } = self.connection().await?;
        let Parts { db, config, clock, tools, .. } = &self.parts;
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

/// Returns the connection that a token opens, or why it opens none.
async fn open(
    tx: &Tx,
    token: &str,
    known: Option<&SessionId>,
    now: Timestamp,
) -> Result<Result<Connection, Refused>> {
    let client = mcp_clients::by_token(tx, token).await?.filter(|client| client.is_valid(now));
    let Some(client) = client else { return Ok(Err(Refused::of(texts::not_valid()))) };
    if !people::is_served(tx, &client.user_id).await? {
        return Ok(Err(Refused::of(texts::not_served())));
    }
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

/// Returns what a client is told of a tool beside its description.
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
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools().await.map_err(|refused| ErrorData::invalid_request(refused.0, None))?;
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
}
