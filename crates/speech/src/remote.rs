//! A server with OpenAI's protocol: `POST audio/transcriptions`.

use adjutant_config::{ModelSettings, Secret, SpeechSettings};
use adjutant_net::Fault;
use anyhow::{Context as _, Result};
use reqwest::{
    Client, StatusCode,
    multipart::{Form, Part},
};
use serde::Deserialize;
use url::Url;

use crate::{LONGEST, Recording, SpeechError};

/// The largest answer, in bytes. JSON may write a letter with six.
const MAX_ANSWER: u64 = 8 * LONGEST as u64;

/// A server.
#[derive(Debug)]
pub(crate) struct Remote {
    http: Client,
    endpoint: Url,
    key: Option<Secret>,
    model: String,
    language: String,
}

#[derive(Deserialize)]
struct Answer {
    text: String,
}

impl Remote {
    /// Takes the configured server, or else the language model's server with its key.
    pub(crate) fn new(settings: &SpeechSettings, model: &ModelSettings) -> Result<Self> {
        let own = model.server(settings.base_url.as_ref(), settings.api_key.as_ref());
        let (base, key) = own.context("base_url is not set")?;
        let mut endpoint = base.clone();
        endpoint.set_path(&format!("{}audio/transcriptions", base.path()));
        Ok(Self {
            http: adjutant_net::client(settings.timeout)?,
            endpoint,
            key: key.cloned(),
            model: settings.model.clone(),
            language: settings.language.clone(),
        })
    }

    pub(crate) async fn transcribe(&self, recording: Recording) -> Result<String, SpeechError> {
        let Recording { bytes, ending } = recording;
        let file = Part::bytes(bytes).file_name(format!("recording.{ending}"));
        let mut form =
            Form::new().part("file", file).text("model", self.model.clone()).text("response_format", "json");
        if !self.language.is_empty() {
            form = form.text("language", self.language.clone());
        }
        let mut request = self.http.post(self.endpoint.clone()).multipart(form);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose());
        }
        let response = request.send().await.map_err(|error| self.no_answer(error))?;
        let status = response.status();
        let body = adjutant_net::read(response, MAX_ANSWER).await.map_err(|error| self.no_answer(error))?;
        if !status.is_success() {
            return Err(self.refusal(status));
        }
        let answer: Option<Answer> = body.and_then(|body| serde_json::from_slice(&body).ok());
        answer.map(|answer| answer.text).ok_or_else(|| {
            SpeechError::Unavailable(format!(
                "the answer of the transcription server {} is not understood",
                self.server()
            ))
        })
    }

    /// Maps an HTTP error status to an error. The server's message is left out, because it may quote the key.
    fn refusal(&self, status: StatusCode) -> SpeechError {
        let why = format!("the transcription server {} refuses: HTTP {}", self.server(), status.as_u16());
        match status {
            StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => SpeechError::Unavailable(why),
            _ if status.is_server_error() => SpeechError::Unavailable(why),
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNSUPPORTED_MEDIA_TYPE
            | StatusCode::UNPROCESSABLE_ENTITY => SpeechError::Refused(why),
            _ => SpeechError::Misconfigured(why),
        }
    }

    fn no_answer(&self, error: reqwest::Error) -> SpeechError {
        let what = if error.is_timeout() {
            "it took too long".to_owned()
        } else {
            match Fault::from(error) {
                Fault::NotSent(what) | Fault::Unknown(what) => what,
            }
        };
        SpeechError::Unavailable(format!(
            "the transcription server {} does not answer: {what}",
            self.server()
        ))
    }

    /// Returns the host, with the port if it is not the default. The rest of an address may be secret.
    fn server(&self) -> String {
        let host = self.endpoint.host_str().unwrap_or_default();
        self.endpoint.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }
}
