//! Reads a page from the public internet as text.
//!
//! One GET per hop, redirects followed by hand: each hop passes the [`guard`], and another host needs the caller's
//! consent. No cookies, no proxy, no referrer. What a page says is data, whoever it claims to be.

mod clean;
pub mod guard;
mod page;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use reqwest::{Client, Response, StatusCode};
use tokio::sync::{OnceCell, oneshot};
use url::Url;

use guard::{Policy, PublicOnly, Refusal, ResolveError, Resolver, SafeUrl, Unchecked};

const USER_AGENT: &str = concat!("Adjutant/", env!("CARGO_PKG_VERSION"));

const ACCEPTED_TYPES: &str =
    "text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.9,application/xml;q=0.8";

/// Connections are kept this long for redirects within a host.
const IDLE_CONNECTION: Duration = Duration::from_secs(5);

/// Where a page declares its own encoding, if it does.
const CHARSET_PRESCAN_BYTES: usize = 1024;

/// Fetches pages; one serves the whole process.
pub struct Fetcher {
    policy: Policy,
    limits: Limits,
    resolver: Arc<dyn Resolver>,
    /// Made by the first fetch: reading the system's certificates takes a while.
    clients: OnceCell<Clients>,
}

/// Bounds of one fetch.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// From the call to the finished page, all hops together.
    pub timeout: Duration,
    /// Hops after the first.
    pub redirects: usize,
    /// Of the decompressed body. The rest of a longer one is left unread.
    pub body_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(20), redirects: 5, body_bytes: 2 * 1024 * 1024 }
    }
}

/// A page as text.
#[derive(Clone, Debug)]
pub struct Page {
    /// Where it was found, after redirects.
    pub url: SafeUrl,
    /// The URLs that redirected, first to last.
    pub redirects: Vec<SafeUrl>,
    /// Of an HTML page.
    pub title: Option<String>,
    /// Markdown of an HTML page's main content; other text as it was served.
    pub text: String,
    /// Whether the page was longer than [`Limits::body_bytes`], or its content than what is converted.
    pub is_truncated: bool,
}

/// Why there is no page, in words for the model and the user. Never holds a query string.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The page redirects to a host that the caller has not allowed. Nothing was sent there.
    #[error("the page redirects to another host: {to}")]
    RedirectedTo { to: Box<SafeUrl> },
    #[error("gave up after {0} redirects")]
    TooManyRedirects(usize),
    #[error("{0} redirects to an address that cannot be read")]
    BadRedirect(String),
    #[error("there is no host named {0}")]
    UnknownHost(String),
    #[error("could not connect to {0}: it refuses, is unreachable, or has no valid certificate")]
    NoConnection(String),
    #[error("the connection to {0} broke")]
    Broken(String),
    #[error("{0} took longer than {secs} seconds", secs = .1.as_secs_f32())]
    Timeout(String, Duration),
    #[error("{at} answered {status}")]
    Status { at: String, status: StatusCode },
    #[error("{at} is {kind} ({size}); only web pages, text, JSON and XML can be read")]
    UnsupportedType { at: String, kind: String, size: String },
    #[error("{0} could not be converted to text")]
    Unreadable(String),
    #[error("the HTTP client could not be set up: {0}")]
    Client(#[source] reqwest::Error),
}

impl Fetcher {
    /// Makes no connection and reads no file yet. The process must have installed a rustls crypto provider.
    pub fn new(policy: Policy, limits: Limits, resolver: Arc<dyn Resolver>) -> Self {
        Self { policy, limits, resolver, clients: OnceCell::new() }
    }

    /// Reads and judges a URL without any lookup, for the caller to decide about its host.
    ///
    /// # Errors
    ///
    /// See [`Refusal`].
    pub fn check(&self, url: &str) -> Result<SafeUrl, Refusal> {
        self.policy.check(url)
    }

    /// Fetches `url`, whose host the caller has allowed; `is_allowed` decides about the hosts it redirects to.
    ///
    /// # Errors
    ///
    /// See [`FetchError`]. Only [`FetchError::RedirectedTo`] asks for a decision; the others are final for this URL.
    pub async fn fetch(
        &self,
        url: SafeUrl,
        is_allowed: &(dyn Fn(&str) -> bool + Sync),
    ) -> Result<Page, FetchError> {
        let at = url.to_string();
        match tokio::time::timeout(self.limits.timeout, self.follow(url, is_allowed)).await {
            Ok(result) => result,
            Err(_) => Err(FetchError::Timeout(at, self.limits.timeout)),
        }
    }

    async fn follow(
        &self,
        mut url: SafeUrl,
        is_allowed: &(dyn Fn(&str) -> bool + Sync),
    ) -> Result<Page, FetchError> {
        let clients = self.clients.get_or_try_init(async || self.build_clients()).await?;
        let mut redirects = Vec::new();
        loop {
            let request = clients.for_url(&url).get(url.as_url().clone());
            let response = request.send().await.map_err(|error| explain(&error, &url))?;
            let Some(target) = redirect_target(&response) else {
                return self.read(response, url, redirects).await;
            };
            if redirects.len() == self.limits.redirects {
                return Err(FetchError::TooManyRedirects(self.limits.redirects));
            }
            let target = target.ok_or_else(|| FetchError::BadRedirect(url.to_string()))?;
            let target = self.policy.check_parsed(target)?;
            if target.host() != url.host() && !is_allowed(target.host()) {
                return Err(FetchError::RedirectedTo { to: Box::new(target) });
            }
            redirects.push(std::mem::replace(&mut url, target));
        }
    }

    async fn read(
        &self,
        mut response: Response,
        url: SafeUrl,
        redirects: Vec<SafeUrl>,
    ) -> Result<Page, FetchError> {
        let at = url.to_string();
        if !response.status().is_success() {
            return Err(FetchError::Status { at, status: response.status() });
        }
        let content_type = ContentType::of(response.headers());
        let Some(kind) = content_type.kind() else {
            let size = response.content_length().map_or("size unknown".to_owned(), |n| format!("{n} bytes"));
            return Err(FetchError::UnsupportedType { at, kind: content_type.describe(), size });
        };
        let body = read_body(&mut response, self.limits.body_bytes);
        let (bytes, is_truncated) = body.await.map_err(|error| explain(&error, &url))?;
        let text = decode(&bytes, content_type.charset.as_deref());
        match kind {
            Kind::Text => Ok(Page { url, redirects, title: None, text, is_truncated }),
            Kind::Html => {
                let document = convert(text, url.as_url().clone()).await.ok_or(FetchError::Unreadable(at))?;
                let page::Document { title, markdown: text, is_truncated: is_cut } = document;
                Ok(Page { url, redirects, title, text, is_truncated: is_truncated || is_cut })
            }
        }
    }

    fn build_clients(&self) -> Result<Clients, FetchError> {
        let builder = || {
            let accepted = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(ACCEPTED_TYPES))]);
            Client::builder()
                .user_agent(USER_AGENT)
                .default_headers(accepted)
                .redirect(reqwest::redirect::Policy::none())
                .referer(false)
                .no_proxy()
                .pool_idle_timeout(IDLE_CONNECTION)
        };
        let public = builder().dns_resolver(Arc::new(PublicOnly(Arc::clone(&self.resolver)))).build();
        let exempt = builder().dns_resolver(Arc::new(Unchecked(Arc::clone(&self.resolver)))).build();
        Ok(Clients {
            public: public.map_err(FetchError::Client)?,
            exempt: exempt.map_err(FetchError::Client)?,
        })
    }
}

/// Two clients, because a resolver is not told the port, and an exemption is for one port.
struct Clients {
    public: Client,
    exempt: Client,
}

impl Clients {
    fn for_url(&self, url: &SafeUrl) -> &Client {
        if url.is_exempt() { &self.exempt } else { &self.public }
    }
}

/// The outer `None`: not a redirect. The inner one: a redirect to nowhere.
fn redirect_target(response: &Response) -> Option<Option<Url>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = response.headers().get(LOCATION)?;
    Some(std::str::from_utf8(location.as_bytes()).ok().and_then(|text| response.url().join(text).ok()))
}

/// Up to `limit` bytes, and whether there would have been more.
async fn read_body(response: &mut Response, limit: usize) -> reqwest::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        let room = limit - bytes.len();
        if chunk.len() > room {
            bytes.extend_from_slice(&chunk[..room]);
            return Ok((bytes, true));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok((bytes, false))
}

/// Off the async threads; given up soon after nobody waits for it any more. `None`: hostile beyond reason.
async fn convert(html: String, base: Url) -> Option<page::Document> {
    let (sender, receiver) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        if let Some(document) = page::to_markdown(&html, &base, &|| sender.is_closed()) {
            // The receiver is gone when the fetch timed out.
            let _ = sender.send(document);
        }
    });
    receiver.await.ok()
}

enum Kind {
    Html,
    Text,
}

struct ContentType {
    /// In lower case, without parameters; empty when the server states none.
    essence: String,
    charset: Option<String>,
}

impl ContentType {
    fn of(headers: &HeaderMap) -> Self {
        let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let value = value.to_ascii_lowercase();
        let mut parts = value.split(';').map(str::trim);
        let essence = parts.next().unwrap_or_default().to_owned();
        let charset = parts.find_map(|part| part.strip_prefix("charset="));
        Self { essence, charset: charset.map(|label| label.trim_matches('"').to_owned()) }
    }

    fn kind(&self) -> Option<Kind> {
        match self.essence.as_str() {
            "text/html" | "application/xhtml+xml" => Some(Kind::Html),
            "application/json" | "application/xml" => Some(Kind::Text),
            essence if essence.starts_with("text/") => Some(Kind::Text),
            essence if essence.starts_with("application/") => {
                (essence.ends_with("+json") || essence.ends_with("+xml")).then_some(Kind::Text)
            }
            _ => None,
        }
    }

    fn describe(&self) -> String {
        if self.essence.is_empty() { "of no stated type".to_owned() } else { self.essence.clone() }
    }
}

/// By byte order mark, the server's word, the document's own, else UTF-8 or what browsers assume.
fn decode(bytes: &[u8], charset: Option<&str>) -> String {
    let stated = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
    let encoding =
        stated.or_else(|| declared_encoding(bytes)).unwrap_or_else(|| match std::str::from_utf8(bytes) {
            Ok(_) => UTF_8,
            // Cut in the middle of a character.
            Err(error) if error.error_len().is_none() => UTF_8,
            Err(_) => WINDOWS_1252,
        });
    encoding.decode(bytes).0.into_owned()
}

/// `<meta charset="...">`, its http-equiv form, or `<?xml encoding="..."?>`.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(CHARSET_PRESCAN_BYTES)];
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let marker =
        ["charset=", "encoding="].iter().find_map(|marker| Some(start.find(marker)? + marker.len()))?;
    let label = start[marker..].trim_start_matches(['"', '\'', ' ']);
    let end = label.find(['"', '\'', ' ', '>', ';', '/', '?']).unwrap_or(label.len());
    // What could be read as ASCII is not UTF-16, whatever it says.
    Encoding::for_label(&label.as_bytes()[..end]).map(Encoding::output_encoding)
}

/// The client's own error texts would show the URL's query.
fn explain(error: &reqwest::Error, url: &SafeUrl) -> FetchError {
    let host = url.host().to_owned();
    let mut causes = std::iter::successors(error.source(), |&cause| cause.source());
    match causes.find_map(|cause| cause.downcast_ref::<ResolveError>()) {
        Some(ResolveError::Refused(refusal)) => FetchError::Refused(refusal.clone()),
        Some(ResolveError::NotFound(_)) => FetchError::UnknownHost(host),
        None if error.is_connect() => FetchError::NoConnection(host),
        None => FetchError::Broken(host),
    }
}
