//! An embedder behind a server with OpenAI's embeddings protocol.

use std::{sync::OnceLock, time::Duration};

use adjutant_config::{EmbeddingSettings, ModelSettings, Secret};
use adjutant_net::Fault;
use anyhow::{Context as _, Result};
use async_trait::async_trait;
use reqwest::{
    Client, Response, StatusCode,
    header::{HeaderMap, RETRY_AFTER},
};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{EmbedError, Embedder, Purpose};

/// Texts per request.
const BATCH: usize = 32;

/// Characters of a text that are sent. Servers refuse texts longer than their model's input, which is 8,192 tokens at
/// OpenAI.
const LONGEST: usize = 8_000;

/// The largest answer, in bytes: a batch of vectors of 8,192 dimensions, written with all digits.
const MAX_ANSWER: u64 = 8 << 20;

/// The longest error code that is passed on, in bytes.
const MAX_CODE: usize = 60;

/// An embedder that asks a server.
pub struct Remote {
    http: Client,
    endpoint: Url,
    key: Option<Secret>,
    model: String,
    space: String,
    /// Dimensions of the first vector; all others must have as many.
    dimensions: OnceLock<usize>,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    index: usize,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalBody,
}

#[derive(Deserialize)]
struct RefusalBody {
    code: String,
}

impl Remote {
    /// Connects to the configured server, or else to the language model's server with its key.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be set up, or if neither server has an address.
    pub fn new(settings: &EmbeddingSettings, model: &ModelSettings) -> Result<Self> {
        let own = model.server(settings.base_url.as_ref(), settings.api_key.as_ref());
        let (base, key) = own.context("base_url is not set")?;
        let mut endpoint = base.clone();
        endpoint.set_path(&format!("{}embeddings", base.path()));
        Ok(Self {
            http: adjutant_net::client(settings.timeout)?,
            space: format!("{} of {}{}", settings.model, authority(base), base.path()),
            endpoint,
            key: key.cloned(),
            model: settings.model.clone(),
            dimensions: OnceLock::new(),
        })
    }

    async fn request(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let input = texts.iter().map(|text| fit(text)).collect();
        let mut request = self.http.post(self.endpoint.clone()).json(&Request { model: &self.model, input });
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose());
        }
        let response = request.send().await.map_err(|error| self.no_answer(error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = self.read(response).await?;
        if !status.is_success() {
            return Err(self.refusal(status, &headers, &body));
        }
        let answer = serde_json::from_slice(&body).map_err(|_| self.nonsense("is not understood"))?;
        self.vectors(answer, texts.len())
    }

    async fn read(&self, response: Response) -> Result<Vec<u8>, EmbedError> {
        let body = adjutant_net::read(response, MAX_ANSWER).await.map_err(|error| self.no_answer(error))?;
        body.ok_or_else(|| self.nonsense("is too large"))
    }

    /// Returns the vectors in the order of the texts, at unit length.
    fn vectors(&self, answer: Answer, texts: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut entries = answer.data;
        entries.sort_by_key(|entry| entry.index);
        if !entries.iter().map(|entry| entry.index).eq(0..texts) {
            return Err(self.nonsense("does not have one vector for each text"));
        }
        entries.into_iter().map(|entry| self.checked(entry.embedding)).collect()
    }

    fn checked(&self, mut vector: Vec<f32>) -> Result<Vec<f32>, EmbedError> {
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        if !length.is_normal() {
            return Err(self.nonsense("has a vector that cannot be normalised"));
        }
        let known = *self.dimensions.get_or_init(|| vector.len());
        if vector.len() != known {
            let what = format!("has a vector of {} dimensions, where {known} came before", vector.len());
            return Err(EmbedError::Misconfigured(self.of_answer(&what)));
        }
        vector.iter_mut().for_each(|x| *x /= length);
        Ok(vector)
    }

    /// Maps an HTTP error status to an error. Includes the server's error code, but not its message, which may quote
    /// the texts or the key.
    fn refusal(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> EmbedError {
        let code = serde_json::from_slice(body)
            .ok()
            .map(|Refusal { error }| error.code)
            .filter(|code| is_code(code));
        let code = code.map(|code| format!(", {code}")).unwrap_or_default();
        let why = format!("the embeddings server {} refuses: HTTP {}{code}", self.server(), status.as_u16());
        match status {
            StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => {
                EmbedError::Unavailable { why, retry_after: retry_after(headers) }
            }
            _ if status.is_server_error() => {
                EmbedError::Unavailable { why, retry_after: retry_after(headers) }
            }
            // One of the texts may be the cause, such as one with too many tokens; it must not block the others.
            StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNPROCESSABLE_ENTITY => {
                EmbedError::unavailable(why)
            }
            _ => EmbedError::Misconfigured(why),
        }
    }

    fn no_answer(&self, error: reqwest::Error) -> EmbedError {
        let what = if error.is_timeout() {
            "it took too long".to_owned()
        } else {
            match Fault::from(error) {
                Fault::NotSent(what) | Fault::Unknown(what) => what,
            }
        };
        EmbedError::unavailable(format!("the embeddings server {} does not answer: {what}", self.server()))
    }

    /// Builds the error of a malformed answer, which a retry may fix.
    fn nonsense(&self, what: &str) -> EmbedError {
        EmbedError::unavailable(self.of_answer(what))
    }

    fn of_answer(&self, what: &str) -> String {
        format!("the answer of the embeddings server {} {what}", self.server())
    }

    fn server(&self) -> String {
        authority(&self.endpoint)
    }
}

#[async_trait]
impl Embedder for Remote {
    fn space(&self) -> &str {
        &self.space
    }

    async fn embed(&self, texts: &[String], _purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            vectors.extend(self.request(batch).await?);
        }
        Ok(vectors)
    }
}

/// Returns the host, with the port if it is not the default. The rest of an address may be secret.
fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Returns the part of a text that is sent. Servers refuse empty texts, so those become a space.
fn fit(text: &str) -> &str {
    let text = text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end]);
    if text.is_empty() { " " } else { text }
}

fn is_code(code: &str) -> bool {
    code.len() <= MAX_CODE && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Reads `retry-after` in seconds, the form that rate limiters send.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
mod tests;
