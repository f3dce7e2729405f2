//! `POST /v1/audio/speech`: a sound file that contains its text.

use std::{
    collections::VecDeque,
    fmt,
    future::pending,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::Bytes,
    extract::{FromRequest, Request as HttpRequest},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use serde::Deserialize;

use super::{Model, Shared, embeddings::Refused, wire, wrong_key};
use crate::{
    Held,
    holds::{Gates, Stage},
    server::Cut,
};

/// The longest text, in characters.
const MAX_INPUT: usize = 4096;
/// The names of the voices.
const VOICES: [&str; 11] =
    ["alloy", "ash", "ballad", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer", "verse"];
const FORMATS: [&str; 6] = ["mp3", "opus", "aac", "flac", "wav", "pcm"];
/// The beginning of an Ogg file with Opus in one channel, which is sent for `"opus"`.
const OPUS: &[u8] = b"OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x0aOpusHead\x01\x01";

/// A request to speak a text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// The requested model.
    pub model: String,
    /// The requested voice.
    pub voice: String,
    /// The text.
    pub input: String,
    /// The format of the sound.
    #[serde(default)]
    pub response_format: Option<String>,
}

impl Spoken {
    /// Returns the sound that speaks a text.
    pub fn sound(input: &str) -> Vec<u8> {
        [OPUS, input.as_bytes()].concat()
    }
}

/// The answer to a request to speak.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Speaks {
    /// The sound of the text, from [`Spoken::sound`].
    Sound,
    /// An HTTP error, with OpenAI's `code`.
    Error(u16, &'static str),
    /// Success, with this body.
    Body(Vec<u8>),
    /// The connection breaks.
    Cut,
    /// No answer, ever.
    Hang,
}

#[derive(Default)]
pub(super) struct Voice {
    state: Mutex<State>,
    gates: Gates<()>,
}

#[derive(Default)]
struct State {
    script: VecDeque<Speaks>,
    /// The requests that no test has read yet.
    spoken: Vec<Spoken>,
}

impl Model {
    /// Sets the answers to the next texts to speak, one each.
    pub fn speaks(&self, answers: impl IntoIterator<Item = Speaks>) {
        self.shared.voice.lock().script.extend(answers);
    }

    /// Holds the next text to speak before it is answered.
    pub fn hold_speaking(&self) -> Held {
        self.shared.voice.gates.hold((), Stage::Before)
    }

    /// Takes every valid request to speak since the last call, in order of arrival. Requests that the test does not
    /// take fail it.
    pub fn take_spoken(&self) -> Vec<Spoken> {
        std::mem::take(&mut self.shared.voice.lock().spoken)
    }
}

impl Voice {
    /// Checks that all answers were used, and all requests read.
    pub(super) fn check(&self) {
        let State { script, spoken } = std::mem::take(&mut *self.lock());
        assert!(script.is_empty(), "sounds that nobody asked for: {script:?}");
        assert!(spoken.is_empty(), "spoken texts that the test did not read: {spoken:?}");
    }

    async fn answer(
        &self,
        request: HttpRequest,
        key: Option<String>,
    ) -> Result<Result<Response, Refused>, Cut> {
        let headers = request.headers().clone();
        let body = Bytes::from_request(request, &()).await.map_err(|_| Cut)?;
        if key.is_some_and(|key| bearer(&headers) != key) {
            return Ok(Err(Refused::Key));
        }
        let spoken = match read(&headers, &body) {
            Ok(spoken) => spoken,
            Err(reason) => return Ok(Err(Refused::Rules(reason))),
        };
        let answer = {
            let mut state = self.lock();
            state.spoken.push(spoken.clone());
            state.script.pop_front()
        };
        self.gates.pass((), Stage::Before).await?;
        let sound = match answer {
            Some(Speaks::Sound) => Spoken::sound(&spoken.input),
            Some(Speaks::Body(body)) => body,
            Some(Speaks::Error(status, code)) => {
                return Ok(Ok(wire::error(status, None, code, "The simulator was told to fail.")));
            }
            Some(Speaks::Cut) => return Err(Cut),
            Some(Speaks::Hang) => pending().await,
            None => return Ok(Err(Refused::Rules("the test does not say how this text sounds".to_owned()))),
        };
        let mut response = Response::new(sound.into());
        *response.status_mut() = StatusCode::OK;
        response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("audio/opus"));
        Ok(Ok(response))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Voice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Voice").field("script", &self.lock().script).finish_non_exhaustive()
    }
}

pub(super) async fn speak(shared: Arc<Shared>, request: HttpRequest) -> Result<Response, Cut> {
    let key = shared.lock().key.clone();
    Ok(match shared.voice.answer(request, key).await? {
        Ok(response) => response,
        Err(Refused::Key) => wrong_key(),
        Err(Refused::Rules(reason)) => shared.complain(400, "invalid_request", &reason),
    })
}

/// Returns the key in a request's headers.
pub(super) fn bearer(headers: &HeaderMap) -> &str {
    header_of(headers, header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default()
}

fn header_of(headers: &HeaderMap, name: header::HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Reads a request and checks it against the rules of the API.
fn read(headers: &HeaderMap, body: &[u8]) -> Result<Spoken, String> {
    if header_of(headers, header::CONTENT_TYPE) != "application/json" {
        return Err("The body is not said to be JSON.".to_owned());
    }
    let spoken: Spoken = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    let length = spoken.input.chars().count();
    let format = spoken.response_format.as_deref().unwrap_or("mp3");
    if spoken.model.is_empty() {
        return Err("Missing required parameter: 'model'.".to_owned());
    }
    if length == 0 || length > MAX_INPUT {
        return Err(format!("'input' has {length} characters, not 1 to {MAX_INPUT}."));
    }
    if !VOICES.contains(&spoken.voice.as_str()) {
        return Err(format!("Invalid value: '{}'. Supported voices: {VOICES:?}", spoken.voice));
    }
    if !FORMATS.contains(&format) {
        return Err(format!("Invalid value: '{format}'. Supported formats: {FORMATS:?}"));
    }
    if format != "opus" {
        return Err(format!("the simulator makes no '{format}'"));
    }
    Ok(spoken)
}
