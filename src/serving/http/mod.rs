//! MCP over streamable HTTP, at `/mcp`, for programs with the token of a client. The protocol's sessions are kept in
//! memory: after a restart, clients begin anew. A call that waits for its person is cancelled by its client or with its
//! session, not by a broken connection. Clients of the newest version of the protocol, which has no sessions, cancel it
//! by closing the request. See <https://modelcontextprotocol.io/specification/2025-11-25/basic/transports>.

use std::{sync::Arc, time::Duration};

use adjutant_listen::{Foreign, Source, bearer};
use adjutant_store::mcp_clients::Client;
use adjutant_texts::clients as texts;
use anyhow::Result;
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{
        HeaderMap, HeaderValue, Method, StatusCode,
        header::{RETRY_AFTER, WWW_AUTHENTICATE},
    },
    response::{IntoResponse as _, Response},
    routing::any,
};
use futures::StreamExt as _;
use rmcp::transport::{
    StreamableHttpServerConfig, StreamableHttpService,
    streamable_http_server::session::{SessionManager as _, local::LocalSessionManager},
};
use serde_json::{Value, json};

use super::{Line, Parts, Refused, Server};
use crate::{agent::clients, core::Core};
use sessions::Sessions;

mod sessions;

const SESSION: &str = "mcp-session-id";
/// The largest request, in bytes: the longest arguments, written as JSON.
const MAX_BODY: usize = 1024 * 1024;
/// The codes of JSON-RPC's errors; the last is free for servers.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const REFUSED: i32 = -32000;
/// How often to look for sessions that are over.
const SWEEP: Duration = Duration::from_mins(1);
/// How many seconds a client is told to wait if its token could not be looked up, or its person has too many
/// connections.
const AGAIN: &str = "5";

struct Door {
    core: Arc<Core>,
    service: StreamableHttpService<Server, LocalSessionManager>,
    manager: Arc<LocalSessionManager>,
    sessions: Sessions,
    source: Source,
}

/// Serves clients until the process ends.
pub(crate) async fn listen(core: Arc<Core>) {
    if !core.config.mcp_server.enabled {
        return core.shutdown.cancelled().await;
    }
    let Some(listener) = core.addresses.mcp.open(&core).await else { return };
    let door = Arc::new(Door::new(core.clone()));
    let _ended = door.service.config.cancellation_token.clone().drop_guard();
    let router = Router::new().route(clients::PATH, any(answer)).with_state(door.clone());
    let served =
        adjutant_listen::serve(listener, router, adjutant_listen::Limits::default(), core.shutdown.clone());
    tokio::select! {
        () = served => {}
        () = sweep(&door) => {}
    }
}

impl Door {
    fn new(core: Arc<Core>) -> Self {
        let parts = Arc::new(Parts {
            db: core.db.clone(),
            config: core.config.clone(),
            clock: core.clock.clone(),
            tools: core.tools.clone(),
            changes: Some(core.wakeups.client_calls.subscribe()),
        });
        let mut manager = LocalSessionManager::default();
        // Idle time is counted here, where the activity in a session is known.
        manager.session_config.keep_alive = None;
        // The origin of requests is checked here too, against the configured addresses.
        let settings =
            StreamableHttpServerConfig::default().disable_allowed_hosts().disable_allowed_origins();
        let manager = Arc::new(manager);
        let server = move || Ok(Server { parts: parts.clone(), line: None });
        let hosts = core.addresses.mcp.host().map(str::to_owned).into_iter().collect();
        Self {
            service: StreamableHttpService::new(server, manager.clone(), settings),
            manager,
            sessions: Sessions::new(core.shutdown.clone()),
            source: Source::new(core.addresses.mcp.at(), hosts),
            core,
        }
    }

    /// Returns the client of a request's token, or the refusal.
    async fn client(&self, token: &str) -> Result<std::result::Result<Client, Refused>> {
        let (token, now) = (token.to_owned(), self.core.clock.timestamp());
        self.core.db.read(async move |tx| super::find(tx, &token, now).await).await
    }

    async fn close(&self, sessions: Vec<String>) {
        for id in sessions {
            if let Err(error) = self.manager.close_session(&id.into()).await {
                tracing::debug!(%error, "cannot close the session of an MCP client");
            }
        }
    }
}

async fn answer(State(door): State<Arc<Door>>, request: Request) -> Response {
    match door.source.check(request.headers()) {
        Ok(()) => {}
        Err(Foreign::Host) => return refuse(StatusCode::FORBIDDEN, texts::foreign_host()),
        Err(Foreign::Origin) => return refuse(StatusCode::FORBIDDEN, texts::foreign_page()),
    }
    let Some(token) = bearer(request.headers()).map(str::to_owned) else {
        return unauthorized("Bearer", texts::no_bearer());
    };
    let client = match door.client(&token).await {
        Ok(Ok(client)) => client,
        Ok(Err(refused)) => return unauthorized("Bearer error=\"invalid_token\"", &refused.0),
        Err(error) => {
            let refused = Refused::internal(&error);
            return ([(RETRY_AFTER, AGAIN)], refuse(StatusCode::SERVICE_UNAVAILABLE, &refused.0))
                .into_response();
        }
    };
    let Some((request, admitted)) = adjutant_listen::admit_person(request, client.user_id.as_str()) else {
        let refused = refuse(StatusCode::TOO_MANY_REQUESTS, texts::too_many_open());
        return ([(RETRY_AFTER, AGAIN)], refused).into_response();
    };
    adjutant_listen::until_answered(answer_client(&door, &client, &token, request).await, admitted)
}

/// Answers a request with the token of a client.
async fn answer_client(door: &Door, client: &Client, token: &str, request: Request) -> Response {
    let mut request = match whole(request).await {
        Ok(request) => request,
        Err(refused) => return refused,
    };
    let (session, method) = (session_of(request.headers()), request.method().clone());
    let now = door.core.clock.uptime();
    let Some(line) = door.sessions.line(&client.client_id, token, session.as_deref(), now) else {
        return refuse(StatusCode::NOT_FOUND, texts::session_is_over());
    };
    request.extensions_mut().insert(line.clone());
    let mut response = door.service.handle(request).await.map(Body::new);
    match (session, session_of(response.headers())) {
        (None, Some(opened)) => door.close(door.sessions.open(&client.client_id, opened, &line, now)).await,
        (Some(ended), _) if method == Method::DELETE && response.status().is_success() => {
            door.sessions.forget(&client.client_id, &ended);
            // Some clients take the library's 202 for a failure.
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        _ => {}
    }
    match method == Method::GET {
        true => until_shutdown(&door.core, response, &line),
        false => response,
    }
}

/// Reads the message of a request, and refuses an invalid one.
async fn whole(request: Request) -> std::result::Result<Request, Response> {
    if request.method() != Method::POST {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, texts::message_too_long()));
    };
    match serde_json::from_slice(&body) {
        Ok(Value::Object(_)) => Ok(Request::from_parts(parts, body.into())),
        Ok(_) => Err(refuse_as(INVALID_REQUEST, StatusCode::BAD_REQUEST, texts::not_one_message())),
        Err(_) => Err(refuse_as(PARSE_ERROR, StatusCode::BAD_REQUEST, texts::not_json())),
    }
}

/// Ends the server's own stream of messages when the process ends, and keeps its session open until then.
fn until_shutdown(core: &Core, response: Response, line: &Line) -> Response {
    let (at_work, shutdown) = (line.at_work.token(), core.shutdown.clone());
    response.map(|body| {
        let pieces = body.into_data_stream().take_until(shutdown.cancelled_owned());
        Body::from_stream(pieces.inspect(move |_| {
            let _: &_ = &at_work;
        }))
    })
}

/// Closes sessions that are idle, or whose clients are no longer valid, for as long as this is polled.
async fn sweep(door: &Door) {
    loop {
        door.core.clock.sleep(SWEEP).await;
        let idle = door.sessions.idle(door.core.clock.uptime());
        door.close(idle).await;
        for (id, token) in door.sessions.clients() {
            match door.client(&token).await {
                Ok(Ok(_)) => {}
                Ok(Err(_)) => door.close(door.sessions.remove(&id)).await,
                Err(error) => tracing::debug!(error = format!("{error:#}"), "cannot look up an MCP client"),
            }
        }
    }
}

fn session_of(headers: &HeaderMap) -> Option<String> {
    Some(headers.get(SESSION)?.to_str().unwrap_or_default().to_owned())
}

fn unauthorized(scheme: &'static str, why: &str) -> Response {
    let headers = [(WWW_AUTHENTICATE, HeaderValue::from_static(scheme))];
    (headers, refuse(StatusCode::UNAUTHORIZED, why)).into_response()
}

/// Refuses a request in the form of the protocol: an error without a request id.
fn refuse(status: StatusCode, why: &str) -> Response {
    refuse_as(REFUSED, status, why)
}

fn refuse_as(code: i32, status: StatusCode, why: &str) -> Response {
    let body = json!({ "jsonrpc": "2.0", "error": { "code": code, "message": why } });
    (status, axum::Json(body)).into_response()
}
