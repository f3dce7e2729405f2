//! A server with OpenAI's protocol: its address, its requests, and the meaning of its refusals.

use std::time::Duration;

use adjutant_config::{ModelSettings, Secret};
use adjutant_net::Fault;
use anyhow::{Context as _, Result};
use reqwest::{Client, RequestBuilder, StatusCode};
use url::Url;

use crate::SpeechError;

/// One endpoint of a server.
#[derive(Debug)]
pub(crate) struct Server {
    http: Client,
    /// The path ends with a slash.
    base: Url,
    /// The endpoint's path, below that of the base.
    path: &'static str,
    key: Option<Secret>,
    /// Its purpose, as errors name it: "transcription".
    purpose: &'static str,
}

impl Server {
    /// Takes the configured server, or else the language model's server with its key.
    pub(crate) fn new(
        (purpose, path): (&'static str, &'static str),
        own: (Option<&Url>, Option<&Secret>),
        model: &ModelSettings,
        timeout: Duration,
    ) -> Result<Self> {
        let (base, key) = model.server(own.0, own.1).context("base_url is not set")?;
        Ok(Self {
            http: adjutant_net::client(timeout)?,
            base: base.clone(),
            path,
            key: key.cloned(),
            purpose,
        })
    }

    /// Sends a request, completed by `complete`, to the endpoint. Returns the answer; `None` if it is longer than
    /// `most` bytes.
    pub(crate) async fn post(
        &self,
        complete: impl FnOnce(RequestBuilder) -> RequestBuilder,
        most: u64,
    ) -> Result<Option<Vec<u8>>, SpeechError> {
        let mut request = complete(self.http.post(self.url(self.path)));
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose());
        }
        let response = request.send().await.map_err(|error| self.no_answer(error))?;
        let status = response.status();
        let body = adjutant_net::read(response, most).await.map_err(|error| self.no_answer(error))?;
        if status.is_success() { Ok(body) } else { Err(self.refusal(status)) }
    }

    /// Checks the server by asking for its models, which is free. Returns a sentence about the server.
    ///
    /// # Errors
    /// Returns an error if the server does not answer, or refuses the key.
    pub(crate) async fn check(&self) -> Result<String, SpeechError> {
        let mut request = self.http.get(self.url("models"));
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose());
        }
        let status = request.send().await.map_err(|error| self.no_answer(error))?.status();
        let server = format!("the {} server {} answers", self.purpose, self.host());
        match status {
            // Not every server lists its models.
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_IMPLEMENTED => {
                Ok(server)
            }
            _ if status.is_success() && self.key.is_some() => Ok(format!("{server}, and takes the key")),
            _ if status.is_success() => Ok(server),
            _ => Err(self.refusal(status)),
        }
    }

    /// Returns the error for an answer that cannot be parsed.
    pub(crate) fn not_understood(&self) -> SpeechError {
        SpeechError::Unavailable(format!(
            "the answer of the {} server {} is not understood",
            self.purpose,
            self.host()
        ))
    }

    /// Maps an HTTP error status to an error. The server's message is left out, because it may quote the key.
    fn refusal(&self, status: StatusCode) -> SpeechError {
        let why = format!("the {} server {} refuses: HTTP {}", self.purpose, self.host(), status.as_u16());
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
            "the {} server {} does not answer: {what}",
            self.purpose,
            self.host()
        ))
    }

    fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path()));
        url
    }

    /// Returns the host, with the port if it is not the default. The rest of an address may be secret.
    fn host(&self) -> String {
        let host = self.base.host_str().unwrap_or_default();
        self.base.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }
}
