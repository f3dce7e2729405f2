//! A small website for code that fetches pages.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::stream;
use tokio::time::sleep;

use crate::server::{Cut, Server};

/// The size of a piece, in bytes, of a page without a stated length.
const PIECE: usize = 16 * 1024;

/// The longest request body that is accepted, in bytes.
const MAX_BODY: usize = 1024 * 1024;

/// A running web server. It has only the pages that the test adds; others are 404.
#[derive(Debug)]
pub struct Pages {
    site: Arc<Mutex<Site>>,
    server: Server,
}

/// A request as received.
#[derive(Clone, Debug)]
pub struct Received {
    /// For example `GET`.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The headers.
    pub headers: HeaderMap,
    /// The body; empty if there was none.
    pub body: String,
}

#[derive(Debug, Default)]
struct Site {
    pages: HashMap<String, Page>,
    received: Vec<Received>,
}

#[derive(Clone, Debug)]
enum Page {
    Whole { status: u16, content_type: String, body: Bytes, delay: Duration },
    Redirect { status: u16, to: String },
    Huge { content_type: String, bytes: usize },
    Cut,
}

impl Pages {
    /// Starts a server on a free port.
    ///
    /// # Panics
    /// Panics if there is no free port.
    pub async fn start() -> Self {
        let site = Arc::new(Mutex::new(Site::default()));
        let context = site.clone();
        let server = Server::start(0, move |request| answer(context.clone(), request))
            .await
            .expect("there is a free port");
        Self { site, server }
    }

    /// Returns the URL of a path, which begins with a slash.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server.url())
    }

    /// Serves a page.
    pub fn serve(&self, path: &str, content_type: &str, body: impl Into<Bytes>) {
        self.serve_status(path, 200, content_type, body);
    }

    /// Serves a page with a status other than 200.
    pub fn serve_status(&self, path: &str, status: u16, content_type: &str, body: impl Into<Bytes>) {
        let (content_type, body) = (content_type.to_owned(), body.into());
        self.put(path, Page::Whole { status, content_type, body, delay: Duration::ZERO });
    }

    /// Serves a page after a delay.
    pub fn serve_slowly(&self, path: &str, content_type: &str, body: impl Into<Bytes>, delay: Duration) {
        let (content_type, body) = (content_type.to_owned(), body.into());
        self.put(path, Page::Whole { status: 200, content_type, body, delay });
    }

    /// Serves `bytes` bytes of `x` as a stream without a stated length.
    pub fn serve_huge(&self, path: &str, content_type: &str, bytes: usize) {
        self.put(path, Page::Huge { content_type: content_type.to_owned(), bytes });
    }

    /// Redirects (301, 302, 303, 307, 308) to an absolute or relative URL.
    pub fn redirect(&self, path: &str, status: u16, to: &str) {
        self.put(path, Page::Redirect { status, to: to.to_owned() });
    }

    /// Closes the connection without an answer.
    pub fn cut(&self, path: &str) {
        self.put(path, Page::Cut);
    }

    /// Returns the path and query of every request so far, including those for missing pages.
    pub fn requests(&self) -> Vec<String> {
        lock(&self.site).received.iter().map(|request| request.path.clone()).collect()
    }

    /// Returns the same requests in full.
    pub fn received(&self) -> Vec<Received> {
        lock(&self.site).received.clone()
    }

    /// Returns how often a path was requested, with any query.
    pub fn hits(&self, path: &str) -> usize {
        let is_hit = |request: &&Received| request.path.split('?').next() == Some(path);
        lock(&self.site).received.iter().filter(is_hit).count()
    }

    fn put(&self, path: &str, page: Page) {
        lock(&self.site).pages.insert(path.to_owned(), page);
    }
}

async fn answer(site: Arc<Mutex<Site>>, request: Request) -> Result<Response, Cut> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY).await.map_err(|_| Cut)?;
    let page = {
        let mut site = lock(&site);
        site.received.push(Received {
            method: parts.method.to_string(),
            path: parts.uri.to_string(),
            headers: parts.headers,
            body: String::from_utf8_lossy(&body).into_owned(),
        });
        site.pages.get(parts.uri.path()).cloned()
    };
    match page {
        Some(Page::Whole { status, content_type, body, delay }) => {
            if !delay.is_zero() {
                sleep(delay).await;
            }
            Ok((code(status), [(header::CONTENT_TYPE, content_type)], body).into_response())
        }
        Some(Page::Redirect { status, to }) => Ok((code(status), [(header::LOCATION, to)]).into_response()),
        Some(Page::Huge { content_type, bytes }) => {
            Ok(([(header::CONTENT_TYPE, content_type)], endless(bytes)).into_response())
        }
        Some(Page::Cut) => Err(Cut),
        None => Ok((StatusCode::NOT_FOUND, "not found").into_response()),
    }
}

fn endless(bytes: usize) -> Body {
    let piece = Bytes::from(vec![b'x'; PIECE]);
    Body::from_stream(stream::unfold(bytes, move |left| {
        let next = piece.slice(..left.min(PIECE));
        async move { (left > 0).then(|| (Ok::<_, Infallible>(next.clone()), left - next.len())) }
    }))
}

fn code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn lock(site: &Mutex<Site>) -> MutexGuard<'_, Site> {
    site.lock().unwrap_or_else(PoisonError::into_inner)
}
