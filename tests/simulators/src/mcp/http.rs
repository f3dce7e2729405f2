//! Streamable HTTP: one address, sessions by a header, answers as JSON or as a stream of events.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::{StreamExt, stream};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::engine::{After, Engine, Session};
use crate::server::Cut;

/// The path of the protocol's endpoint.
pub(super) const PATH: &str = "/mcp";
pub(super) const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";
/// The longest request, in bytes.
pub(super) const MAX_BODY: usize = 1024 * 1024;

/// The sessions of a server, by their ids.
#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<HashMap<String, Arc<Session>>>);

impl Sessions {
    fn find(&self, headers: &HeaderMap) -> Option<Arc<Session>> {
        let id = headers.get(SESSION)?.to_str().ok()?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    fn open(&self) -> (String, Arc<Session>) {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (id, session) = (format!("session-{}", sessions.len() + 1), Arc::<Session>::default());
        sessions.insert(id.clone(), session.clone());
        (id, session)
    }
}

pub(super) async fn answer(engine: Arc<Engine>, request: Request) -> Result<Response, Cut> {
    let (parts, body) = request.into_parts();
    if parts.uri.path() != PATH {
        return Ok(StatusCode::NOT_FOUND.into_response());
    }
    let required = engine.state().required.clone();
    if let Some((name, value)) = required
        && parts.headers.get(&name).is_none_or(|it| it.as_bytes() != value.as_bytes())
    {
        return Ok((StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response());
    }
    let refused = engine.state().refused.and_then(|status| StatusCode::from_u16(status).ok());
    if let Some(refused) = refused {
        return Ok(refused.into_response());
    }
    let accepts = |kind: &str| {
        let accept = parts.headers.get(header::ACCEPT).and_then(|it| it.to_str().ok()).unwrap_or_default();
        accept.contains(kind)
    };
    match parts.method {
        Method::GET if !accepts("text/event-stream") => Ok(StatusCode::NOT_ACCEPTABLE.into_response()),
        Method::GET | Method::DELETE if engine.is_newest => {
            Ok(StatusCode::METHOD_NOT_ALLOWED.into_response())
        }
        Method::GET => {
            if engine.sessions.find(&parts.headers).is_none() {
                engine.violation("GET without a session");
                return Ok(StatusCode::BAD_REQUEST.into_response());
            }
            let (listener, heard) = unbounded_channel();
            engine.listen(listener);
            Ok(events(heard, None))
        }
        Method::DELETE => Ok(StatusCode::NO_CONTENT.into_response()),
        Method::POST => {
            if !accepts("text/event-stream") || !accepts("application/json") {
                engine.violation("POST that does not accept JSON and events");
            }
            let body = to_bytes(body, MAX_BODY).await.map_err(|_| Cut)?;
            post(engine.clone(), &parts.headers, &body).await
        }
        _ => Ok(StatusCode::METHOD_NOT_ALLOWED.into_response()),
    }
}

async fn post(engine: Arc<Engine>, headers: &HeaderMap, body: &Bytes) -> Result<Response, Cut> {
    let Ok(message) = serde_json::from_slice::<Value>(body) else {
        engine.violation("a body that is no JSON");
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    if engine.is_newest && message["method"] == "initialize" {
        let error = serde_json::json!({ "code": -32601, "message": "no method initialize" });
        let answer = serde_json::json!({ "jsonrpc": "2.0", "id": message["id"], "error": error });
        return Ok((StatusCode::NOT_FOUND, axum::Json(answer)).into_response());
    }
    let begins = message["method"] == "initialize";
    let (id, session) = match (begins, engine.sessions.find(headers)) {
        _ if engine.is_newest => (None, Arc::default()),
        (true, _) => {
            let (id, session) = engine.sessions.open();
            (Some(id), session)
        }
        (false, Some(session)) => {
            if !headers.contains_key(VERSION) {
                engine.violation(format!("no {VERSION} in {message}"));
            }
            (None, session)
        }
        (false, None) => return Ok(StatusCode::NOT_FOUND.into_response()),
    };
    let (out, mut said) = unbounded_channel();
    if message.get("id").is_none() || message.get("method").is_none() {
        engine.handle(&session, message, &out).await;
        return Ok(StatusCode::ACCEPTED.into_response());
    }
    let after = Arc::new(OnceLock::new());
    let ends = after.clone();
    tokio::spawn(async move {
        let done = engine.handle(&session, message, &out).await;
        // Set only here.
        let _ = ends.set(done);
    });
    let first = said.recv().await;
    let mut response = match (first, after.get()) {
        (None, Some(After::Death)) => return Err(Cut),
        (None, Some(After::Garbage)) => {
            ([(header::CONTENT_TYPE, "application/json")], "this is no JSON").into_response()
        }
        (None, _) => std::future::pending().await,
        (Some(answer), _) if answer.get("id").is_some() => axum::Json(answer).into_response(),
        (Some(first), _) => events(said, Some(first)),
    };
    if let Some(id) = id.and_then(|id| id.parse().ok()) {
        response.headers_mut().insert(SESSION, id);
    }
    Ok(response)
}

/// Returns messages as a stream of events.
pub(super) fn events(said: UnboundedReceiver<Value>, first: Option<Value>) -> Response {
    let rest = stream::unfold(said, async |mut said| said.recv().await.map(|message| (message, said)));
    let events = stream::iter(first).chain(rest);
    let events = events.map(|message| Ok::<_, Infallible>(format!("event: message\ndata: {message}\n\n")));
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
}
