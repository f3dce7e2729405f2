//! `POST /v1/audio/transcriptions`: transcripts that the test sets.

use std::{
    collections::VecDeque,
    fmt,
    future::pending,
    sync::{Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Multipart, Request as HttpRequest},
    http::{StatusCode, header::AUTHORIZATION},
    response::Response,
};
use serde_json::json;

use super::{embeddings::Refused, wire};
use crate::{
    Held,
    holds::{Gates, Stage},
    server::Cut,
};

/// The largest file, in bytes.
const MAX_FILE: usize = 25 << 20;
/// The formats that the API accepts, by the extension of the file's name.
const FORMATS: [&str; 9] = ["flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "ogg", "wav", "webm"];

/// A request to transcribe a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcription {
    /// The requested model.
    pub model: String,
    /// The name of the file.
    pub name: String,
    /// The content of the file.
    pub bytes: Bytes,
    /// The stated language.
    pub language: Option<String>,
}

/// The answer to a request for a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hears {
    /// This text.
    Text(String),
    /// An HTTP error, with OpenAI's `code`.
    Error(u16, &'static str),
    /// Success, with this body.
    Body(String),
    /// The connection breaks.
    Cut,
    /// No answer, ever.
    Hang,
}

impl From<&str> for Hears {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

#[derive(Default)]
pub(super) struct Speech {
    state: Mutex<State>,
    gates: Gates<()>,
}

#[derive(Default)]
struct State {
    script: VecDeque<Hears>,
    heard: Vec<Transcription>,
}

impl Speech {
    pub(super) fn script(&self, answers: impl IntoIterator<Item = Hears>) {
        self.lock().script.extend(answers);
    }

    pub(super) fn heard(&self) -> Vec<Transcription> {
        self.lock().heard.clone()
    }

    pub(super) fn hold(&self) -> Held {
        self.gates.hold((), Stage::Before)
    }

    /// Takes the answers that no recording has used.
    pub(super) fn take_rest(&self) -> Vec<Hears> {
        std::mem::take(&mut self.lock().script).into()
    }

    pub(super) async fn answer(
        &self,
        request: HttpRequest,
        key: Option<String>,
    ) -> Result<Result<Response, Refused>, Cut> {
        let given =
            request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let recording = match read(request).await {
            Ok(recording) => recording,
            Err(reason) => return Ok(Err(Refused::Rules(reason))),
        };
        if key.is_some_and(|key| given != Some(format!("Bearer {key}"))) {
            return Ok(Err(Refused::Key));
        }
        let answer = {
            let mut state = self.lock();
            state.heard.push(recording);
            state.script.pop_front()
        };
        self.gates.pass((), Stage::Before).await?;
        match answer {
            Some(Hears::Text(text)) => Ok(Ok(wire::json_response(StatusCode::OK, &json!({ "text": text })))),
            Some(Hears::Error(status, code)) => {
                Ok(Ok(wire::error(status, None, code, "The simulator was told to fail.")))
            }
            Some(Hears::Body(body)) => Ok(Ok(Response::new(body.into()))),
            Some(Hears::Cut) => Err(Cut),
            Some(Hears::Hang) => pending().await,
            None => Ok(Err(Refused::Rules("the test does not say what this recording says".to_owned()))),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Speech {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Speech").field("script", &self.lock().script).finish_non_exhaustive()
    }
}

/// Reads a form and checks it against the rules of the API.
async fn read(mut request: HttpRequest) -> Result<Transcription, String> {
    DefaultBodyLimit::disable().apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.map_err(|error| error.to_string())?;
    let (mut model, mut file, mut language) = (None, None, None);
    while let Some(field) = form.next_field().await.map_err(|error| error.to_string())? {
        let (name, file_name) =
            (field.name().unwrap_or_default().to_owned(), field.file_name().map(str::to_owned));
        let bytes = field.bytes().await.map_err(|error| error.to_string())?;
        let text = || String::from_utf8_lossy(&bytes).into_owned();
        match name.as_str() {
            "file" => file = Some((file_name.unwrap_or_default(), bytes)),
            "model" => model = Some(text()),
            "language" => language = Some(text()),
            "response_format" if text() == "json" => {}
            other => return Err(format!("Unknown parameter or value: '{other}'.")),
        }
    }
    let (name, bytes) = file.ok_or("Missing required parameter: 'file'.")?;
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !FORMATS.contains(&ending) {
        return Err(format!("Invalid file format '{name}'. Supported formats: {FORMATS:?}"));
    }
    if bytes.is_empty() || bytes.len() > MAX_FILE {
        return Err(format!("The file has {} bytes, not 1 to {MAX_FILE}.", bytes.len()));
    }
    let model = model.filter(|model| !model.is_empty()).ok_or("Missing required parameter: 'model'.")?;
    Ok(Transcription { model, name, bytes, language })
}
