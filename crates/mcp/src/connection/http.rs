//! Streamable HTTP.

use std::{collections::HashMap, error::Error, fmt, time::Duration};

use adjutant_config::McpSettings;
use adjutant_domain::shown;
use anyhow::{Context as _, Result};
use reqwest::{
    Client,
    header::{HeaderName, HeaderValue},
    redirect::{self, Attempt},
};
use rmcp::transport::{
    StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
};
use url::Url;

use super::child::longest_message;
use crate::server::MOST_CALLS;

/// How long connecting to the server may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How many redirects within the server are followed.
const MAX_REDIRECTS: usize = 3;
/// The longest shown address of another host, in characters.
const MAX_ORIGIN: usize = 200;

/// Returns the transport for an address; it is not connected yet.
///
/// # Errors
/// Returns an error if a header cannot be sent.
pub(super) fn transport(url: &Url, settings: &McpSettings) -> Result<StreamableHttpClientTransport<Client>> {
    // No limit on a whole request: a stream stays open as long as the connection. Calls and pings have limits of their
    // own.
    let client = Client::builder()
        .user_agent(concat!("Adjutant/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(redirect::Policy::custom(within_server))
        .referer(false)
        .no_proxy()
        .build()
        .context("the HTTP client cannot be set up")?;
    let mut headers = HashMap::new();
    for named in &settings.headers {
        let mut value = HeaderValue::from_str(&named.expose())
            .with_context(|| format!("the header {} cannot be sent: check its variables", named.name))?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_bytes(named.name.as_bytes())?, value);
    }
    let config = StreamableHttpClientTransportConfig::with_uri(url.as_str())
        .custom_headers(headers)
        .max_concurrent_requests(2 * MOST_CALLS)
        .max_sse_event_size(longest_message(settings))
        .max_json_response_size(longest_message(settings));
    Ok(StreamableHttpClientTransport::with_client(client, config))
}

/// A redirect to another host, which is not followed.
#[derive(Debug)]
pub(super) struct Elsewhere(String);

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it redirects to {}: check url", self.0)
    }
}

impl Error for Elsewhere {}

/// Follows redirects within the server: no other host may get the headers.
fn within_server(attempt: Attempt<'_>) -> redirect::Action {
    let is_same = attempt.previous().first().is_some_and(|from| from.origin() == attempt.url().origin());
    if !is_same {
        let origin = attempt.url().origin().unicode_serialization();
        return attempt.error(Elsewhere(shown::elided(&shown::line(&origin), MAX_ORIGIN)));
    }
    if attempt.previous().len() <= MAX_REDIRECTS { attempt.follow() } else { attempt.stop() }
}
