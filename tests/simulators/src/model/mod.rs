//! A model server with the OpenAI API that gives the test's scripted answers.
//!
//! ```no_run
//! # async fn example() {
//! use adjutant_simulators::model::{Model, Turn};
//! use serde_json::json;
//!
//! let model = Model::start().await; // base URL of the API: model.url()
//! model.script([
//!     Turn::calls([("memory_save", json!({"content": "the wifi code is 4711"}))]),
//!     Turn::text("Noted."),
//! ]);
//! # }
//! ```
//!
//! Each request gets the next turn of the script, or else the one from the rule of [`Model::answer_with`]. A request
//! without either, a request that breaks the API's rules, and an unused turn fail the test.

mod embeddings;
mod request;
mod speech;
mod turn;
mod voice;
mod wire;

use std::{
    collections::VecDeque,
    fmt,
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    body::Bytes,
    extract::{FromRequest, Request as HttpRequest},
    http::{Method, StatusCode},
    response::Response,
};
use serde_json::json;
use tokio::{sync::watch, time::sleep};

pub use embeddings::{EmbeddingRequest, Fault};
pub use request::{Call, Message, Picture, Request};
pub use speech::{Hears, Transcription};
pub use turn::{Chunks, Turn};
pub use voice::{Speaks, Spoken};

use crate::{
    Held,
    holds::{Gates, Stage},
    patience::patiently,
    server::{Cut, Server},
};
use embeddings::{Embeddings, Manners, Refused};
use speech::Speech;
use turn::{Kind, Reply};
use voice::Voice;
use wire::Envelope;

/// The name of the model that `GET /v1/models` lists.
pub const MODEL: &str = "simulated-model";

/// A running model server, and the test's handle to it.
///
/// # Panics
/// Panics when dropped (see [`Model::finish`]), unless it was started as lenient.
#[derive(Debug)]
pub struct Model {
    shared: Arc<Shared>,
    server: Server,
    strict: bool,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    gates: Gates<()>,
    embeddings: Embeddings,
    speech: Speech,
    voice: Voice,
    /// Counts requests.
    traffic: watch::Sender<usize>,
}

#[derive(Default)]
struct State {
    script: VecDeque<Turn>,
    rule: Option<Arc<Rule>>,
    key: Option<String>,
    delay: Duration,
    chunks: Chunks,
    keeps_requests: bool,
    requests: Vec<Request>,
    answered: usize,
    complaints: Vec<String>,
}

type Rule = dyn Fn(&Request) -> Turn + Send + Sync;

impl Model {
    /// Starts a server on a free port.
    pub async fn start() -> Self {
        Self::start_on(0, true).await
    }

    /// Starts a server that keeps no requests and fails no test, for benchmarks and experiments.
    ///
    /// # Panics
    /// Panics if the port is taken.
    pub async fn start_lenient(port: u16) -> Self {
        Self::start_on(port, false).await
    }

    async fn start_on(port: u16, strict: bool) -> Self {
        let state = State { keeps_requests: strict, ..State::default() };
        let traffic = watch::Sender::new(0);
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            gates: Gates::default(),
            embeddings: Embeddings::default(),
            speech: Speech::default(),
            voice: Voice::default(),
            traffic,
        });
        let context = shared.clone();
        let server = Server::start(port, move |request| answer(context.clone(), request))
            .await
            .expect("the simulator's port is free");
        Self { shared, server, strict }
    }

    /// Returns the base URL of the API, `http://127.0.0.1:PORT/v1/`.
    pub fn url(&self) -> String {
        format!("{}/v1/", self.server.url())
    }

    /// Adds turns to the script.
    pub fn script(&self, turns: impl IntoIterator<Item = Turn>) {
        self.shared.lock().script.extend(turns);
    }

    /// Sets the rule for requests that the script does not answer.
    pub fn answer_with(&self, rule: impl Fn(&Request) -> Turn + Send + Sync + 'static) {
        self.shared.lock().rule = Some(Arc::new(rule));
    }

    /// Sets the delay before every answer, for benchmarks and experiments. Tests hold the answer instead.
    pub fn set_delay(&self, delay: Duration) {
        self.shared.lock().delay = delay;
    }

    /// Sets how streams are cut into pieces, unless a turn sets it.
    pub fn set_chunks(&self, chunks: Chunks) {
        self.shared.lock().chunks = chunks;
    }

    /// Refuses requests with another key. By default every key is accepted.
    pub fn require_key(&self, key: &str) {
        self.shared.lock().key = Some(key.to_owned());
    }

    /// Holds the next request before it is answered.
    pub fn hold_before(&self) -> Held {
        self.shared.gates.hold((), Stage::Before)
    }

    /// Holds the end of the next answer: a stream has sent all its pieces by then, but is not finished.
    pub fn hold_after(&self) -> Held {
        self.shared.gates.hold((), Stage::After)
    }

    /// Returns every valid request so far, in order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.lock().requests.clone()
    }

    /// Returns how many valid requests there were so far, even if none are kept.
    pub fn count(&self) -> usize {
        *self.shared.traffic.borrow()
    }

    /// Waits until there were `times` valid requests in total.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn called(&self, times: usize) {
        let mut traffic = self.shared.traffic.subscribe();
        let waited = patiently(traffic.wait_for(|count| *count >= times)).await.is_some();
        assert!(waited, "the model was asked {} times, not {times}", self.count());
    }

    /// Sets the rule that computes vectors, instead of counting letters.
    pub fn embed_with(&self, rule: impl Fn(&str) -> Vec<f32> + Send + Sync + 'static) {
        self.shared.embeddings.follow(rule);
    }

    /// Injects these faults into the next requests for vectors, one each.
    pub fn fail_embeddings(&self, faults: impl IntoIterator<Item = Fault>) {
        self.shared.embeddings.fail(faults);
    }

    /// Holds the next request for vectors before it is answered.
    pub fn hold_embeddings(&self) -> Held {
        self.shared.embeddings.hold()
    }

    /// Returns every valid request for vectors so far, in order of arrival.
    pub fn embedding_requests(&self) -> Vec<EmbeddingRequest> {
        self.shared.embeddings.requests()
    }

    /// Waits until there were `times` valid requests for vectors in total.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn embedded(&self, times: usize) {
        let mut traffic = self.shared.embeddings.traffic();
        let waited = patiently(traffic.wait_for(|count| *count >= times)).await.is_some();
        assert!(waited, "the model was not asked for vectors {times} times");
    }

    /// Sets the transcripts of the next recordings, or their failures, one each.
    pub fn hears(&self, answers: impl IntoIterator<Item = impl Into<Hears>>) {
        self.shared.speech.script(answers.into_iter().map(Into::into));
    }

    /// Holds the next recording before it is answered.
    pub fn hold_hearing(&self) -> Held {
        self.shared.speech.hold()
    }

    /// Returns every valid recording so far, in order of arrival.
    pub fn heard(&self) -> Vec<Transcription> {
        self.shared.speech.heard()
    }

    /// Takes the faults so far, so that they no longer fail the test.
    pub fn take_complaints(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().complaints)
    }

    /// Checks that the script was used up and that no request was wrong.
    ///
    /// # Panics
    /// Panics if a scripted turn is left, or a request was invalid or had no turn.
    pub fn finish(mut self) {
        self.strict = false;
        self.check();
    }

    fn check(&self) {
        let complaints = self.take_complaints();
        assert!(complaints.is_empty(), "requests to the model that were wrong:\n{}", complaints.join("\n"));
        let left = std::mem::take(&mut self.shared.lock().script);
        assert!(left.is_empty(), "scripted turns that nobody asked for: {left:#?}");
        let faults = self.shared.embeddings.take_faults();
        assert!(faults.is_empty(), "faults that no request for vectors has met: {faults:?}");
        let unheard = self.shared.speech.take_rest();
        assert!(unheard.is_empty(), "recordings that did not come: {unheard:?}");
        self.shared.voice.check();
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        if self.strict && !std::thread::panicking() {
            self.check();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn complain(&self, status: u16, code: &str, message: &str) -> Response {
        self.lock().complaints.push(message.to_owned());
        wire::error(status, None, code, message)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("script", &self.script).field("answered", &self.answered).finish()
    }
}

async fn answer(shared: Arc<Shared>, request: HttpRequest) -> Result<Response, Cut> {
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/v1/models") => {
            let key = shared.lock().key.clone();
            if key.is_some_and(|key| voice::bearer(request.headers()) != key) {
                return Ok(wrong_key());
            }
            let models =
                json!([{"id": MODEL, "object": "model", "created": 1_700_000_000, "owned_by": "simulator"}]);
            Ok(wire::json_response(StatusCode::OK, &json!({"object": "list", "data": models})))
        }
        (&Method::POST, "/v1/chat/completions") => complete(shared, request).await,
        (&Method::POST, "/v1/embeddings") => embed(shared, request).await,
        (&Method::POST, "/v1/audio/transcriptions") => hear(shared, request).await,
        (&Method::POST, "/v1/audio/speech") => voice::speak(shared, request).await,
        (method, path) => Ok(shared.complain(404, "unknown_url", &format!("Invalid URL ({method} {path})"))),
    }
}

async fn embed(shared: Arc<Shared>, request: HttpRequest) -> Result<Response, Cut> {
    let manners = {
        let state = shared.lock();
        Manners { key: state.key.clone(), delay: state.delay, keeps_requests: state.keeps_requests }
    };
    Ok(match shared.embeddings.answer(request, manners).await? {
        Ok(response) => response,
        Err(Refused::Key) => wrong_key(),
        Err(Refused::Rules(reason)) => shared.complain(400, "invalid_request", &reason),
    })
}

async fn hear(shared: Arc<Shared>, request: HttpRequest) -> Result<Response, Cut> {
    let key = shared.lock().key.clone();
    Ok(match shared.speech.answer(request, key).await? {
        Ok(response) => response,
        Err(Refused::Key) => wrong_key(),
        Err(Refused::Rules(reason)) => shared.complain(400, "invalid_request", &reason),
    })
}

fn wrong_key() -> Response {
    wire::error(401, None, "invalid_api_key", "Incorrect API key provided.")
}

async fn complete(shared: Arc<Shared>, request: HttpRequest) -> Result<Response, Cut> {
    let headers = request.headers().clone();
    let body = Bytes::from_request(request, &()).await.map_err(|_| Cut)?;
    let request = match Request::parse(&headers, &body) {
        Ok(request) => request,
        Err(reason) => return Ok(shared.complain(400, "invalid_request", &reason)),
    };
    let key = shared.lock().key.clone();
    if key.is_some() && key != request.key {
        return Ok(wrong_key());
    }
    let next = take_turn(&shared, &request);
    shared.traffic.send_modify(|count| *count += 1);
    let Some((turn, number)) = next else {
        let reason = format!("the test scripted no turn for: {}", request.last_user());
        return Ok(shared.complain(500, "unscripted", &reason));
    };
    shared.gates.pass((), Stage::Before).await?;
    let delay = shared.lock().delay + turn.delay;
    if !delay.is_zero() {
        sleep(delay).await;
    }
    play(shared, request, turn, number).await
}

/// Returns the turn for this request and the number of the answer.
fn take_turn(shared: &Shared, request: &Request) -> Option<(Turn, usize)> {
    let mut state = shared.lock();
    if state.keeps_requests {
        state.requests.push(request.clone());
    }
    state.answered += 1;
    let number = state.answered;
    if let Some(turn) = state.script.pop_front() {
        return Some((turn, number));
    }
    let rule = state.rule.clone()?;
    // The rule is the test's own code, which may query this simulator.
    drop(state);
    Some((rule(request), number))
}

async fn play(shared: Arc<Shared>, request: Request, turn: Turn, number: usize) -> Result<Response, Cut> {
    let chunks = turn.chunks.unwrap_or(shared.lock().chunks);
    let envelope = |reply: &Reply| {
        let usage = turn.usage.unwrap_or_else(|| estimate(&request, reply));
        Envelope { number, model: request.model.clone(), usage, cached: turn.cached }
    };
    match turn.kind {
        Kind::Reply(reply) if request.stream => {
            let envelope = envelope(&reply);
            let pieces = envelope.pieces(&reply, chunks);
            let ending = envelope.ending(&reply, request.include_usage);
            Ok(wire::streamed(pieces, turn.pace, async move {
                shared.gates.pass((), Stage::After).await?;
                Ok(ending)
            }))
        }
        Kind::Reply(reply) => {
            shared.gates.pass((), Stage::After).await?;
            Ok(envelope(&reply).whole(&reply))
        }
        Kind::Error { status, retry_after, code, message } => {
            Ok(wire::error(status, retry_after, &code, &message))
        }
        Kind::CutAfter(text) if request.stream => {
            let reply = Reply { text, ..Reply::default() };
            let pieces = envelope(&reply).pieces(&reply, chunks);
            Ok(wire::streamed(pieces, turn.pace, async { Err(Cut) }))
        }
        Kind::CutAfter(_) => Err(Cut),
        Kind::Hang => pending().await,
    }
}

/// Estimates the tokens in and out, at four bytes each.
fn estimate(request: &Request, reply: &Reply) -> (u64, u64) {
    let input: usize = request.messages.iter().map(|message| message.text.len()).sum();
    let calls: usize = reply.calls.iter().map(|(name, arguments)| name.len() + arguments.len()).sum();
    ((input / 4 + 1) as u64, ((reply.text.len() + calls) / 4 + 1) as u64)
}
