//! A server with behaviour that the protocol allows but that is rare. The test chooses its tools, results and habits.

use std::{
    collections::{BTreeMap, HashSet},
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::to_bytes,
    extract::Request,
    http::{HeaderMap, Method, StatusCode},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, stdin, stdout},
    sync::{
        mpsc::{UnboundedSender, unbounded_channel},
        watch,
    },
};

use super::http::{self, MAX_BODY, SESSION};
use crate::server::{Cut, Server};

/// The behaviour of a server.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Odd {
    /// The version of the protocol, regardless of the client's request.
    pub version: String,
    /// Whether a client that asks for another version is refused, and told this one.
    pub refuses_others: bool,
    /// The pages of the list of tools.
    pub pages: Vec<Vec<Value>>,
    /// The results of calls, by tool name. A tool without a result returns the client's messages that are not requests:
    /// its answers and notifications.
    pub results: BTreeMap<String, Value>,
    /// The errors of calls, by tool name.
    pub errors: BTreeMap<String, Value>,
    /// Messages to send before the answer to a call, which waits until the requests among them are answered.
    pub asks: Vec<Value>,
    /// Lines that are not messages, sent before each message of a program.
    pub noise: Vec<String>,
    /// Whether a program's lines end as on Windows.
    pub crlf: bool,
    /// Whether answers over HTTP are always streams of events; otherwise they are JSON if no message precedes them.
    pub events: bool,
    /// Whether clients over HTTP have a session.
    pub sessions: bool,
}

impl Default for Odd {
    fn default() -> Self {
        Self {
            version: "2025-11-25".to_owned(),
            refuses_others: false,
            pages: Vec::new(),
            results: BTreeMap::new(),
            errors: BTreeMap::new(),
            asks: Vec::new(),
            noise: Vec::new(),
            crlf: false,
            events: false,
            sessions: true,
        }
    }
}

#[derive(Debug)]
struct Running {
    odd: Odd,
    /// The pages of the list of tools now.
    pages: Mutex<Vec<Vec<Value>>>,
    /// The client's messages that are not requests.
    heard: Mutex<Vec<Value>>,
    changes: watch::Sender<usize>,
    /// The number of the session over HTTP.
    session: Mutex<u32>,
}

impl Running {
    fn new(odd: Odd) -> Self {
        let pages = Mutex::new(odd.pages.clone());
        Self { odd, pages, heard: Mutex::default(), changes: watch::Sender::new(0), session: Mutex::new(1) }
    }

    /// Handles a message from the client. Sends the answer, and messages before it, to `out`.
    async fn handle(&self, message: Value, out: &UnboundedSender<Value>) {
        let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) else {
            lock(&self.heard).push(message);
            self.changes.send_modify(|count| *count += 1);
            return;
        };
        let params = &message["params"];
        let result = match method {
            "initialize" if self.odd.refuses_others && params["protocolVersion"] != self.odd.version => {
                let data = json!({ "supported": ["2020-01-01", self.odd.version] });
                let error =
                    json!({ "code": -32602, "message": "Unsupported protocol version", "data": data });
                return send(out, json!({ "jsonrpc": "2.0", "id": id, "error": error }));
            }
            "initialize" => json!({
                "protocolVersion": self.odd.version,
                "capabilities": { "tools": {} },
                "serverInfo": { "name": "odd", "version": "1" },
            }),
            "tools/list" => {
                let page = params["cursor"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0);
                let pages = lock(&self.pages);
                let mut listed = json!({ "tools": pages.get(page).cloned().unwrap_or_default() });
                if page + 1 < pages.len() {
                    listed["nextCursor"] = (page + 1).to_string().into();
                }
                listed
            }
            "tools/call" => {
                for ask in &self.odd.asks {
                    send(out, ask.clone());
                }
                self.until_answered().await;
                if let Some(error) = params["name"].as_str().and_then(|tool| self.odd.errors.get(tool)) {
                    return send(out, json!({ "jsonrpc": "2.0", "id": id, "error": error }));
                }
                let result = params["name"].as_str().and_then(|tool| self.odd.results.get(tool));
                result
                    .cloned()
                    .unwrap_or_else(|| json!({ "structuredContent": { "heard": *lock(&self.heard) } }))
            }
            other => {
                let error = json!({ "code": -32601, "message": format!("no method {other}") });
                return send(out, json!({ "jsonrpc": "2.0", "id": id, "error": error }));
            }
        };
        send(out, json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    /// Waits until each of the requests is answered.
    async fn until_answered(&self) {
        let asked = self.odd.asks.iter().filter(|ask| ask.get("method").is_some());
        let mut open: HashSet<_> = asked.filter_map(|ask| ask.get("id")).map(Value::to_string).collect();
        let mut changes = self.changes.subscribe();
        loop {
            for heard in &*lock(&self.heard) {
                open.remove(&heard["id"].to_string());
            }
            if open.is_empty() || changes.changed().await.is_err() {
                return;
            }
        }
    }
}

/// An odd server over HTTP.
#[derive(Debug)]
pub struct OddServer {
    running: Arc<Running>,
    server: Server,
}

impl OddServer {
    /// Starts a server on a free port.
    ///
    /// # Panics
    /// Panics if there is no free port.
    pub async fn start(odd: Odd) -> Self {
        let running = Arc::new(Running::new(odd));
        let context = running.clone();
        let server = Server::start(0, move |request| answer(context.clone(), request));
        Self { running, server: server.await.expect("a port is free") }
    }

    /// Returns the address of the server.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Ends the client's session without notice, and lists other tools from now on, as a newer server does in the place
    /// of an older one.
    pub fn replace(&self, pages: Vec<Vec<Value>>) {
        *lock(&self.running.pages) = pages;
        self.forget();
    }

    /// Ends the client's session without notice.
    pub fn forget(&self) {
        *lock(&self.running.session) += 1;
    }
}

async fn answer(running: Arc<Running>, request: Request) -> Result<Response, Cut> {
    let (parts, body) = request.into_parts();
    if parts.method != Method::POST {
        return Ok(StatusCode::METHOD_NOT_ALLOWED.into_response());
    }
    let body = to_bytes(body, MAX_BODY).await.map_err(|_| Cut)?;
    let Ok(message) = serde_json::from_slice::<Value>(&body) else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    let session = format!("odd-{}", lock(&running.session));
    let begins = message["method"] == "initialize";
    if running.odd.sessions && !begins && header(&parts.headers) != Some(&session) {
        return Ok(StatusCode::NOT_FOUND.into_response());
    }
    let (out, mut said) = unbounded_channel();
    if message.get("id").is_none() || message.get("method").is_none() {
        running.handle(message, &out).await;
        return Ok(StatusCode::ACCEPTED.into_response());
    }
    let has_session = running.odd.sessions && begins;
    let by_events = running.odd.events || !running.odd.asks.is_empty();
    tokio::spawn(async move { running.handle(message, &out).await });
    let mut response = match by_events {
        true => http::events(said, None),
        false => axum::Json(said.recv().await.ok_or(Cut)?).into_response(),
    };
    if has_session && let Ok(session) = session.parse() {
        response.headers_mut().insert(SESSION, session);
    }
    Ok(response)
}

fn header(headers: &HeaderMap) -> Option<&str> {
    headers.get(SESSION)?.to_str().ok()
}

/// Serves the client over standard input and output until the input ends.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub async fn serve(odd: Odd) -> io::Result<()> {
    let running = Arc::new(Running::new(odd));
    let (out, mut said) = unbounded_channel::<Value>();
    let context = running.clone();
    tokio::spawn(async move {
        let (mut output, end) = (stdout(), if context.odd.crlf { "\r\n" } else { "\n" });
        while let Some(message) = said.recv().await {
            let lines = context.odd.noise.iter().cloned().chain([message.to_string()]);
            let lines: String = lines.map(|line| line + end).collect();
            if output.write_all(lines.as_bytes()).await.is_err() || output.flush().await.is_err() {
                return;
            }
        }
    });
    let mut lines = BufReader::new(stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let (running, out, message) = (running.clone(), out.clone(), serde_json::from_str(&line)?);
        tokio::spawn(async move { running.handle(message, &out).await });
    }
    Ok(())
}

fn send(out: &UnboundedSender<Value>, message: Value) {
    // A client that is gone receives nothing.
    let _ = out.send(message);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
