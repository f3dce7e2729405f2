//! Reads a page from the public internet as text, or sends a request to a server there.
//!
//! Each hop is one request, and redirects are followed by hand: each hop passes the [`guard`], and another server needs
//! the caller's consent. No cookies, no proxy, no referrer. An answer is data, whatever sender it claims.

pub mod guard;
mod own;
mod request;

mod body;
mod clean;
mod document;
mod page;
mod public;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use adjutant_sandbox::Sandbox;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::{Client, Response, StatusCode};
use tokio::sync::{OnceCell, oneshot};
use url::Url;

pub use request::{Answer, Body, Content, HeaderRefusal, Headers, Request};

use super::kit::Redirects;
use body::{ContentType, Kind};
use guard::{Policy, PublicOnly, Refusal, ResolveError, Resolver, SafeUrl, Unchecked};

const USER_AGENT: &str = concat!("Adjutant/", env!("CARGO_PKG_VERSION"));

const ACCEPTED_TYPES: &str = "text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.9,application/xml;q=0.8,application/pdf;q=0.7";

const PICTURE_TYPES: &str = "image/jpeg,image/png,image/webp";

/// How long an idle connection is kept, for redirects within a host.
const IDLE_CONNECTION: Duration = Duration::from_secs(5);

/// Fetches pages; one fetcher serves the whole process.
pub struct Fetcher {
    policy: Policy,
    limits: Limits,
    resolver: Arc<dyn Resolver>,
    /// Reads documents; `None` if they are not read.
    documents: Option<Sandbox>,
    /// Built by the first fetch: reading the system's certificates takes a while.
    clients: OnceCell<Clients>,
}

/// The bounds of one fetch.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time from the call to the finished page, all hops together.
    pub timeout: Duration,
    /// The most hops after the first.
    pub redirects: usize,
    /// The most bytes of the decompressed body; the rest is left unread.
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
    /// The final address, after redirects.
    pub url: SafeUrl,
    /// The URLs that redirected, first to last.
    pub redirects: Vec<SafeUrl>,
    /// The title of an HTML page.
    pub title: Option<String>,
    /// The main content of an HTML page as Markdown; the text of a document, with a line above each page; any other
    /// text as it was served.
    pub text: String,
    /// Whether the page was longer than [`Limits::body_bytes`], or its content too long to be converted whole.
    pub is_truncated: bool,
}

/// Why there is no page or answer, for the model and the user. Never holds a query string.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The page redirects to a server that the caller has not allowed. No request was sent there.
    #[error("the page redirects to another server: {to}")]
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
    #[error("{at} is {kind} ({size}); only web pages, text, JSON, XML and documents can be read")]
    UnsupportedType { at: String, kind: String, size: String },
    #[error("{at} answered compressed as {how}, which was not asked for")]
    Compressed { at: String, how: String },
    #[error("{at} is larger than {most} bytes")]
    TooLarge { at: String, most: usize },
    #[error("{at} {why}")]
    Document { at: String, why: String },
    #[error("{0} could not be converted to text")]
    Unreadable(String),
    #[error("the HTTP client could not be set up: {0}")]
    Client(#[source] reqwest::Error),
}

impl Fetcher {
    /// Builds a fetcher that has no connection open and has read no files. The process must have installed a rustls
    /// crypto provider.
    pub fn new(policy: Policy, limits: Limits, resolver: Arc<dyn Resolver>) -> Self {
        Self { policy, limits, resolver, documents: None, clients: OnceCell::new() }
    }

    /// Also reads documents, such as PDF, in a child process.
    #[must_use]
    pub fn reading_documents(self, sandbox: Sandbox) -> Self {
        Self { documents: Some(sandbox), ..self }
    }

    /// Parses and judges a URL without any lookup, so that the caller can decide about its host.
    ///
    /// # Errors
    ///
    /// Returns a [`Refusal`].
    pub fn check(&self, url: &str) -> Result<SafeUrl, Refusal> {
        self.policy.check(url)
    }

    /// Fetches `url` from a server that the caller has allowed; `redirects` decides about the addresses that it
    /// redirects to.
    ///
    /// # Errors
    ///
    /// Returns a [`FetchError`]. Only [`FetchError::RedirectedTo`] asks for a decision; the others are final for this
    /// URL.
    pub async fn fetch(&self, url: SafeUrl, redirects: &dyn Redirects) -> Result<Page, FetchError> {
        let read = self.within_time(url.to_string(), async {
            let arrived = self.send(Request::page(url, ACCEPTED_TYPES), redirects).await?;
            self.read(arrived).await
        });
        match (read.await?, &self.documents) {
            (Read::Document(file), Some(sandbox)) => document::read(sandbox, file).await,
            (Read::Document(file), None) => Err(file.unsupported()),
            (Read::Page(page), _) => Ok(page),
        }
    }

    /// Sends a request to a server that the caller has allowed, and returns the answer whatever its status. A GET
    /// follows the redirects that `redirects` allows; the caller's headers are sent to their own server only. A POST
    /// follows no redirects.
    ///
    /// # Errors
    ///
    /// Returns a [`FetchError`]. After [`FetchError::Broken`] or [`FetchError::Timeout`], a POST may have taken effect.
    pub async fn request(&self, request: Request, redirects: &dyn Redirects) -> Result<Answer, FetchError> {
        self.within_time(request.url.to_string(), async {
            let Arrived { response, url, .. } = self.send(request, redirects).await?;
            let answer = Answer::read(response, url.clone(), self.limits.body_bytes).await;
            answer.map_err(|error| explain(&error, &url))
        })
        .await
    }

    /// Returns the bytes of a file, such as a picture, from a server that the caller has allowed; at most `most` of
    /// them.
    ///
    /// # Errors
    ///
    /// Returns a [`FetchError`], also if the file is larger.
    pub async fn download(
        &self,
        url: SafeUrl,
        most: usize,
        redirects: &dyn Redirects,
    ) -> Result<Vec<u8>, FetchError> {
        self.within_time(url.to_string(), async {
            let arrived = self.send(Request::page(url, PICTURE_TYPES), redirects).await?;
            let Arrived { mut response, url, .. } = arrived;
            let at = url.to_string();
            if !response.status().is_success() {
                return Err(FetchError::Status { at, status: response.status() });
            }
            if let Some(how) = body::compression(response.headers()) {
                return Err(FetchError::Compressed { at, how });
            }
            let read = body::read(&mut response, bytes::Bytes::new(), most).await;
            match read.map_err(|error| explain(&error, &url))? {
                (_, true) => Err(FetchError::TooLarge { at, most }),
                (bytes, false) => Ok(bytes),
            }
        })
        .await
    }

    async fn within_time<T>(
        &self,
        at: String,
        work: impl Future<Output = Result<T, FetchError>>,
    ) -> Result<T, FetchError> {
        match tokio::time::timeout(self.limits.timeout, work).await {
            Ok(result) => result,
            Err(_) => Err(FetchError::Timeout(at, self.limits.timeout)),
        }
    }

    async fn send(&self, request: Request, redirects: &dyn Redirects) -> Result<Arrived, FetchError> {
        let clients = self.clients.get_or_try_init(async || self.build_clients()).await?;
        let Request { mut url, mut headers, content } = request;
        let mut followed = Vec::new();
        loop {
            let (client, address) = (clients.for_url(&url), url.as_url().clone());
            let hop = match &content {
                None => client.get(address),
                Some(Content { kind, bytes }) => {
                    client.post(address).header(CONTENT_TYPE, kind).body(bytes.clone())
                }
            };
            let sent = hop.headers(headers.clone()).send().await;
            let response = sent.map_err(|error| explain(&error, &url))?;
            let target = redirect_target(&response).filter(|_| content.is_none());
            let Some(target) = target else { return Ok(Arrived { response, url, redirects: followed }) };
            if followed.len() == self.limits.redirects {
                return Err(FetchError::TooManyRedirects(self.limits.redirects));
            }
            let target = target.ok_or_else(|| FetchError::BadRedirect(url.to_string()))?;
            let target = self.policy.check_parsed(target)?;
            if !redirects.may_follow(url.as_url(), target.as_url()).await {
                return Err(FetchError::RedirectedTo { to: Box::new(target) });
            }
            if target.as_url().origin() != url.as_url().origin() {
                headers = HeaderMap::from_iter(headers.remove(ACCEPT).map(|types| (ACCEPT, types)));
            }
            followed.push(std::mem::replace(&mut url, target));
        }
    }

    async fn read(&self, arrived: Arrived) -> Result<Read, FetchError> {
        let Arrived { mut response, url, redirects } = arrived;
        let at = url.to_string();
        if !response.status().is_success() {
            return Err(FetchError::Status { at, status: response.status() });
        }
        if let Some(how) = body::compression(response.headers()) {
            return Err(FetchError::Compressed { at, how });
        }
        let content_type = ContentType::of(response.headers());
        let size = response.content_length().map_or("size unknown".to_owned(), |n| format!("{n} bytes"));
        let first = response.chunk().await.map_err(|error| explain(&error, &url))?.unwrap_or_default();
        if document::begins(&first) {
            let body = body::read(&mut response, first, document::LARGEST);
            let (bytes, is_truncated) = body.await.map_err(|error| explain(&error, &url))?;
            if is_truncated {
                return Err(FetchError::Document { at, why: document::too_large() });
            }
            let kind = content_type.describe();
            return Ok(Read::Document(document::File { url, redirects, kind, bytes }));
        }
        let Some(kind) = content_type.kind() else {
            return Err(FetchError::UnsupportedType { at, kind: content_type.describe(), size });
        };
        let body = body::read(&mut response, first, self.limits.body_bytes);
        let (bytes, is_truncated) = body.await.map_err(|error| explain(&error, &url))?;
        let text = body::decode(&bytes, content_type.charset.as_deref());
        match kind {
            Kind::Text => Ok(Read::Page(Page { url, redirects, title: None, text, is_truncated })),
            Kind::Html => {
                let document = convert(text, url.as_url().clone()).await.ok_or(FetchError::Unreadable(at))?;
                let page::Document { title, markdown: text, is_truncated: is_cut } = document;
                let is_truncated = is_truncated || is_cut;
                Ok(Read::Page(Page { url, redirects, title, text, is_truncated }))
            }
        }
    }

    fn build_clients(&self) -> Result<Clients, FetchError> {
        let builder = || {
            Client::builder()
                .user_agent(USER_AGENT)
                .redirect(reqwest::redirect::Policy::none())
                .referer(false)
                .no_proxy()
                .pool_idle_timeout(IDLE_CONNECTION)
        };
        let public = PublicOnly { resolver: Arc::clone(&self.resolver), policy: self.policy.clone() };
        let public = builder().dns_resolver(Arc::new(public)).build();
        let exempt = builder().dns_resolver(Arc::new(Unchecked(Arc::clone(&self.resolver)))).build();
        Ok(Clients {
            public: public.map_err(FetchError::Client)?,
            exempt: exempt.map_err(FetchError::Client)?,
        })
    }
}

/// The content of an answer.
enum Read {
    Page(Page),
    /// A child process reads it.
    Document(document::File),
}

/// An answer that is not a redirect, or a redirect that is not followed.
struct Arrived {
    response: Response,
    url: SafeUrl,
    redirects: Vec<SafeUrl>,
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

/// Returns the target of a redirect: the outer `None` for an answer that is no redirect, the inner one for a redirect
/// without a usable target.
fn redirect_target(response: &Response) -> Option<Option<Url>> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = response.headers().get(LOCATION)?;
    Some(std::str::from_utf8(location.as_bytes()).ok().and_then(|text| response.url().join(text).ok()))
}

/// Converts a page off the async threads, and gives up soon after the caller stops waiting. Returns `None` if the page
/// is too hostile to convert.
async fn convert(html: String, base: Url) -> Option<page::Document> {
    let (sender, receiver) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        if let Some(document) = page::to_markdown(&html, &base, &|| sender.is_closed()) {
            // The receiver is gone if the fetch timed out.
            let _ = sender.send(document);
        }
    });
    receiver.await.ok()
}

/// Rewords an error, because the client's own error texts would show the URL's query.
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
