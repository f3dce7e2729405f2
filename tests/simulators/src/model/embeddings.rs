//! `POST /v1/embeddings`: vectors from the letters of a text, or from the test's rule.

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
    http::{HeaderMap, StatusCode, header::AUTHORIZATION},
    response::Response,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{sync::watch, time::sleep};

use super::wire;
use crate::{
    Held,
    holds::{Gates, Stage},
    server::Cut,
};

/// The most texts in one request.
const MAX_INPUTS: usize = 2_048;
/// The longest text, in tokens.
const MAX_TOKENS: usize = 8_192;
/// The default number of dimensions.
const DIMENSIONS: usize = 26;

/// One request for vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddingRequest {
    /// The key of the request.
    pub key: Option<String>,
    /// The requested model.
    pub model: String,
    /// The texts, in order.
    pub texts: Vec<String>,
}

/// An answer instead of vectors.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// An HTTP error, with `retry-after` in seconds and OpenAI's `code`.
    Error(u16, Option<u64>, &'static str),
    /// Success, with this body.
    Body(String),
    /// The connection breaks.
    Cut,
    /// No answer, ever.
    Hang,
}

pub(super) struct Embeddings {
    state: Mutex<State>,
    gates: Gates<()>,
    /// Counts requests.
    traffic: watch::Sender<usize>,
}

type Rule = dyn Fn(&str) -> Vec<f32> + Send + Sync;

struct State {
    faults: VecDeque<Fault>,
    rule: Arc<Rule>,
    requests: Vec<EmbeddingRequest>,
}

#[derive(Deserialize)]
struct Raw {
    model: String,
    input: Input,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Input {
    One(String),
    Many(Vec<String>),
}

/// The simulator's settings for all requests.
pub(super) struct Manners {
    pub(super) key: Option<String>,
    pub(super) delay: Duration,
    pub(super) keeps_requests: bool,
}

/// The reason for a refusal: the key, or a rule of the API.
pub(super) enum Refused {
    Key,
    Rules(String),
}

impl Embeddings {
    /// Sets the rule that computes the vector of each text from now on.
    pub(super) fn follow(&self, rule: impl Fn(&str) -> Vec<f32> + Send + Sync + 'static) {
        self.lock().rule = Arc::new(rule);
    }

    pub(super) fn fail(&self, faults: impl IntoIterator<Item = Fault>) {
        self.lock().faults.extend(faults);
    }

    pub(super) fn requests(&self) -> Vec<EmbeddingRequest> {
        self.lock().requests.clone()
    }

    pub(super) fn traffic(&self) -> watch::Receiver<usize> {
        self.traffic.subscribe()
    }

    pub(super) fn hold(&self) -> Held {
        self.gates.hold((), Stage::Before)
    }

    /// Takes the faults that no request has encountered.
    pub(super) fn take_faults(&self) -> Vec<Fault> {
        std::mem::take(&mut self.lock().faults).into()
    }

    pub(super) async fn answer(
        &self,
        request: HttpRequest,
        manners: Manners,
    ) -> Result<Result<Response, Refused>, Cut> {
        let headers = request.headers().clone();
        let body = Bytes::from_request(request, &()).await.map_err(|_| Cut)?;
        let request = match parse(&headers, &body) {
            Ok(request) => request,
            Err(reason) => return Ok(Err(Refused::Rules(reason))),
        };
        if manners.key.is_some() && manners.key != request.key {
            return Ok(Err(Refused::Key));
        }
        let (fault, rule) = self.note(&request, manners.keeps_requests);
        self.traffic.send_modify(|count| *count += 1);
        self.gates.pass((), Stage::Before).await?;
        // Only benchmarks set a delay.
        if !manners.delay.is_zero() {
            sleep(manners.delay).await;
        }
        match fault {
            None => Ok(Ok(vectors(&request, &*rule))),
            Some(Fault::Error(status, retry_after, code)) => {
                let message = format!("The simulator was told to fail for {:?}.", request.texts);
                Ok(Ok(wire::error(status, retry_after, code, &message)))
            }
            Some(Fault::Body(body)) => Ok(Ok(Response::new(body.into()))),
            Some(Fault::Cut) => Err(Cut),
            Some(Fault::Hang) => pending().await,
        }
    }

    fn note(&self, request: &EmbeddingRequest, keep: bool) -> (Option<Fault>, Arc<Rule>) {
        let mut state = self.lock();
        if keep {
            state.requests.push(request.clone());
        }
        (state.faults.pop_front(), state.rule.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Embeddings {
    fn default() -> Self {
        let state = State { faults: VecDeque::new(), rule: Arc::new(letters), requests: Vec::new() };
        Self { state: Mutex::new(state), gates: Gates::default(), traffic: watch::Sender::new(0) }
    }
}

impl fmt::Debug for Embeddings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embeddings").field("faults", &self.lock().faults).finish_non_exhaustive()
    }
}

/// Parses a body and checks it against the rules of the API.
fn parse(headers: &HeaderMap, body: &[u8]) -> Result<EmbeddingRequest, String> {
    let raw: Raw = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let texts = match raw.input {
        Input::One(text) => vec![text],
        Input::Many(texts) => texts,
    };
    if !(1..=MAX_INPUTS).contains(&texts.len()) {
        return Err(format!("'$.input' is invalid: {} texts, not 1 to {MAX_INPUTS}", texts.len()));
    }
    if texts.iter().any(String::is_empty) {
        return Err("'$.input' is invalid: input cannot be an empty string".to_owned());
    }
    if texts.iter().any(|text| text.split_whitespace().count().max(text.len() / 4) > MAX_TOKENS) {
        return Err(format!("This model's maximum context length is {MAX_TOKENS} tokens"));
    }
    let key = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    Ok(EmbeddingRequest { key: key.map(str::to_owned), model: raw.model, texts })
}

/// Builds the answer, last text first: `index` tells which vector belongs to which text.
fn vectors(request: &EmbeddingRequest, rule: &Rule) -> Response {
    let entry = |(index, text): (usize, &String)| -> Value {
        json!({"object": "embedding", "index": index, "embedding": rule(text)})
    };
    let data: Vec<_> = request.texts.iter().enumerate().rev().map(entry).collect();
    let tokens: usize = request.texts.iter().map(|text| text.len() / 4 + 1).sum();
    let usage = json!({"prompt_tokens": tokens, "total_tokens": tokens});
    let body = json!({"object": "list", "data": data, "model": request.model, "usage": usage});
    wire::json_response(StatusCode::OK, &body)
}

/// Counts the letters, on top of a small constant for each, so that texts with the same words are near each other.
fn letters(text: &str) -> Vec<f32> {
    let mut counts = vec![0.1; DIMENSIONS];
    for letter in text.bytes().map(|byte| byte.to_ascii_lowercase()).filter(u8::is_ascii_lowercase) {
        counts[usize::from(letter - b'a')] += 1.0;
    }
    counts
}
