//! Streamable HTTP.

use std::{collections::HashMap, error::Error, fmt, sync::Arc, time::Duration};

use adjutant_config::McpSettings;
use adjutant_domain::shown;
use anyhow::{Context as _, Result};
use reqwest::{
    Client,
    header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue},
    redirect::{self, Attempt},
};
use rmcp::transport::{
    StreamableHttpClientTransport, streamable_http_client::StreamableHttpClientTransportConfig,
};
use tokio::{sync::Notify, time::timeout};
use url::Url;

use super::{child::longest_message, client::Careful};
use crate::server::MOST_CALLS;

/// How long connecting to the server may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How many redirects within the server are followed.
const MAX_REDIRECTS: usize = 3;
/// The type of a stream of events.
const EVENTS: &str = "text/event-stream";
/// The longest shown address of another host, in characters.
const MAX_ORIGIN: usize = 200;

/// Returns the transport for an address; it is not connected yet. `lists_changed` is notified when the server may have
/// other lists.
///
/// # Errors
/// Returns an error if a header cannot be sent.
pub(super) fn transport(
    url: &Url,
    settings: &McpSettings,
    lists_changed: &Arc<Notify>,
) -> Result<StreamableHttpClientTransport<Careful>> {
    let client = client()?;
    let config = StreamableHttpClientTransportConfig::with_uri(url.as_str())
        .custom_headers(headers(settings)?)
        .max_concurrent_requests(2 * MOST_CALLS)
        .max_sse_event_size(longest_message(settings))
        .max_json_response_size(longest_message(settings));
    let client = Careful::new(client, lists_changed.clone());
    Ok(StreamableHttpClientTransport::with_client(client, config))
}

/// Returns whether a server opens a stream of events at once, as those of the old transport (HTTP+SSE) do.
pub(super) async fn speaks_old_transport(url: &Url, settings: &McpSettings) -> bool {
    let (Ok(client), Ok(headers)) = (client(), headers(settings)) else { return false };
    let asked = client.get(url.clone()).header(ACCEPT, EVENTS).headers(headers.into_iter().collect());
    match timeout(settings.start_timeout, asked.send()).await {
        Ok(Ok(answer)) => {
            let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
            answer.status().is_success() && kind.is_some_and(|kind| kind.starts_with(EVENTS))
        }
        _ => false,
    }
}

fn client() -> Result<Client> {
    // No limit on a whole request: a stream stays open as long as the connection. Calls and pings have limits of their
    // own.
    Client::builder()
        .user_agent(concat!("Adjutant/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(redirect::Policy::custom(within_server))
        .referer(false)
        .no_proxy()
        .build()
        .context("the HTTP client cannot be set up")
}

fn headers(settings: &McpSettings) -> Result<HashMap<HeaderName, HeaderValue>> {
    let mut headers = HashMap::new();
    for named in &settings.headers {
        let mut value = HeaderValue::from_str(&named.expose())
            .with_context(|| format!("the header {} cannot be sent: check its variables", named.name))?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_bytes(named.name.as_bytes())?, value);
    }
    Ok(headers)
}

/// A redirect that is not followed, in words.
#[derive(Debug)]
pub(super) struct Elsewhere(String);

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Elsewhere {}

/// Follows redirects within the server: no other host may get the headers. Redirects that turn a POST into a GET would
/// lose its message.
fn within_server(attempt: Attempt<'_>) -> redirect::Action {
    let is_same = attempt.previous().first().is_some_and(|from| from.origin() == attempt.url().origin());
    if !is_same {
        let origin = attempt.url().origin().unicode_serialization();
        let origin = shown::elided(&shown::line(&origin), MAX_ORIGIN);
        return attempt.error(Elsewhere(format!("it redirects to {origin}: check url")));
    }
    if let status @ 301..=303 = attempt.status().as_u16() {
        let why = format!(
            "it redirects with status {status}: check url, such as whether a slash belongs at its end"
        );
        return attempt.error(Elsewhere(why));
    }
    if attempt.previous().len() <= MAX_REDIRECTS { attempt.follow() } else { attempt.stop() }
}
