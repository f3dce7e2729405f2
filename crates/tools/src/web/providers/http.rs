//! The requests of search providers: one bounded GET, whose errors are distinguished by what can be done about them.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, RETRY_AFTER};
use reqwest::redirect::{self, Attempt};
use reqwest::{Client, StatusCode};
use serde::de::DeserializeOwned;
use tokio::sync::OnceCell;
use url::Url;

use super::{SearchError, TIMEOUT};

/// The longest answer that is read, in bytes.
const MAX_BODY_BYTES: usize = 1024 * 1024;

const MAX_REDIRECTS: usize = 3;

const RATE_LIMIT_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// A client for one service. The first request builds it: reading the system's certificates takes a while.
#[derive(Default)]
pub(crate) struct Http(OnceCell<Client>);

/// An answer, whatever its status.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) retry_after: Option<Duration>,
    body: Vec<u8>,
}

impl Http {
    /// Sends a GET. Follows redirects only within the server, so that queries and keys stay there.
    pub(crate) async fn get(&self, url: Url, headers: HeaderMap) -> Result<Reply, SearchError> {
        let client = self.0.get_or_try_init(async || build()).await.map_err(|_| SearchError::Unreachable)?;
        let request = client.get(url).headers(headers);
        let reply = async {
            let mut response = request.send().await?;
            let (status, retry_after) = (response.status(), retry_after(response.headers()));
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await? {
                body.extend_from_slice(&chunk);
                if body.len() > MAX_BODY_BYTES {
                    return Ok(Err(SearchError::Unreadable));
                }
            }
            Ok(Ok(Reply { status, retry_after, body }))
        };
        reply.await.unwrap_or_else(|error| Err(explain(&error)))
    }
}

impl Reply {
    /// Parses the body as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, SearchError> {
        serde_json::from_slice(&self.body).map_err(|_| SearchError::Unreadable)
    }
}

fn build() -> reqwest::Result<Client> {
    Client::builder()
        .user_agent(concat!("Adjutant/", env!("CARGO_PKG_VERSION")))
        .timeout(TIMEOUT)
        .redirect(redirect::Policy::custom(within_server))
        .referer(false)
        .no_proxy()
        .build()
}

fn within_server(attempt: Attempt<'_>) -> redirect::Action {
    let is_same = attempt.previous().first().is_some_and(|from| from.origin() == attempt.url().origin());
    if is_same && attempt.previous().len() <= MAX_REDIRECTS { attempt.follow() } else { attempt.stop() }
}

/// Returns the pause that the server asks for, in whole seconds. Where there are several limits, the first and shortest
/// counts.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER).or_else(|| headers.get(RATE_LIMIT_RESET))?.to_str().ok()?;
    value.split(',').next()?.trim().parse().ok().map(Duration::from_secs)
}

/// Rewords an error, because the client's own error texts would show the query.
fn explain(error: &reqwest::Error) -> SearchError {
    if error.is_timeout() { SearchError::Timeout } else { SearchError::Unreachable }
}
