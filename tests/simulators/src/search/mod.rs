//! Web search services: a SearXNG server and Brave's Search API.
//!
//! Both search the pages that a test [adds](Index::add) by their words, and keep the service's own limits, error texts
//! and order of checks.

mod brave;
mod searxng;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Json,
    extract::{Query, Request},
    http::{HeaderValue, StatusCode, request::Parts},
    response::{IntoResponse, Redirect, Response},
};
use serde_json::Value;

pub use brave::Brave;
pub use searxng::Searxng;

use crate::{
    holds::{Gates, Held, Stage},
    server::{Cut, Server},
};

/// A page that can be found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its address.
    pub url: String,
    /// Its title, as plain text.
    pub title: String,
    /// Its content, as plain text.
    pub text: String,
    /// The day on which it was published, like `2026-04-30`, and how many days ago that is.
    pub published: Option<(String, u32)>,
}

/// A received search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The parameters, decoded.
    pub params: BTreeMap<String, String>,
    /// The headers, with their names in lower case.
    pub headers: BTreeMap<String, String>,
}

/// A failure of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Too many requests: 429, with `Retry-After` in seconds.
    RateLimited(u64),
    /// The plan's quota is used up: 429. Brave only; SearXNG has none.
    QuotaUsedUp,
    /// This status, with an answer that is not JSON.
    Status(u16),
    /// A redirect to this address.
    Redirect(String),
    /// An answer that is not JSON.
    Garbage,
    /// JSON of this many bytes.
    Huge(usize),
    /// The connection is closed without an answer.
    Cut,
}

/// The shared part of both services: the pages and the received searches.
#[derive(Debug, Default)]
pub struct Index {
    pages: Mutex<Vec<Found>>,
    searches: Mutex<Vec<Search>>,
    failures: Mutex<VecDeque<Failure>>,
    gates: Gates<()>,
}

impl Index {
    /// Adds a page, which ranks below the earlier ones.
    pub fn add(&self, url: &str, title: &str, text: &str) {
        self.push(url, title, text, None);
    }

    /// Adds a page that was published on a day, like `2026-04-30`, `days` days ago.
    pub fn add_published(&self, url: &str, title: &str, text: &str, date: &str, days_ago: u32) {
        self.push(url, title, text, Some((date.to_owned(), days_ago)));
    }

    /// Fails the next request; further failures apply to further requests.
    pub fn fail_next(&self, failure: Failure) {
        lock(&self.failures).push_back(failure);
    }

    /// Holds the next request.
    pub fn hold(&self) -> Held {
        self.gates.hold((), Stage::Before)
    }

    /// Returns every request so far, including refused ones.
    pub fn searches(&self) -> Vec<Search> {
        lock(&self.searches).clone()
    }

    fn push(&self, url: &str, title: &str, text: &str, published: Option<(String, u32)>) {
        let found = Found { url: url.to_owned(), title: title.to_owned(), text: text.to_owned(), published };
        lock(&self.pages).push(found);
    }

    /// Returns the pages with any of the words, none older than the limit.
    fn find(&self, words: &str, max_days: Option<u32>) -> Vec<Found> {
        let words: Vec<_> = words.split_whitespace().map(str::to_lowercase).collect();
        let is_hit = |page: &&Found| {
            let text = format!("{} {}", page.title, page.text).to_lowercase();
            let is_recent = |max| page.published.as_ref().is_some_and(|(_, days)| *days <= max);
            words.iter().any(|word| text.contains(word)) && max_days.is_none_or(is_recent)
        };
        lock(&self.pages).iter().filter(is_hit).cloned().collect()
    }

    /// Records the request, and fails it if the test requested that.
    async fn receive(&self, request: &Parts) -> Result<Result<Search, Response>, Cut> {
        let params = Query::<BTreeMap<String, String>>::try_from_uri(&request.uri);
        let header = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let headers = request.headers.iter().map(|(name, value)| (name.to_string(), header(value)));
        let search = Search {
            params: params.map(|Query(params)| params).unwrap_or_default(),
            headers: headers.collect(),
        };
        lock(&self.searches).push(search.clone());
        self.gates.pass((), Stage::Before).await?;
        let failure = lock(&self.failures).pop_front();
        match failure {
            None => Ok(Ok(search)),
            Some(Failure::Cut) => Err(Cut),
            Some(failure) => Ok(Err(failed(failure))),
        }
    }
}

fn failed(failure: Failure) -> Response {
    match failure {
        Failure::RateLimited(seconds) => brave::rate_limited(seconds),
        Failure::QuotaUsedUp => brave::quota_used_up(),
        Failure::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            (status, "<!doctype html><title>error</title>").into_response()
        }
        Failure::Redirect(to) => Redirect::temporary(&to).into_response(),
        Failure::Garbage => "<!doctype html><title>Welcome</title>".into_response(),
        Failure::Huge(bytes) => Json(Value::String("x".repeat(bytes))).into_response(),
        Failure::Cut => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Starts a server that answers searches from an index.
async fn serve<F>(index: &Arc<Index>, path: &'static str, answer: F) -> Server
where
    F: Fn(&Index, &Search) -> Response + Clone + Send + Sync + 'static,
{
    let index = index.clone();
    let handler = move |request: Request| {
        let (index, answer) = (index.clone(), answer.clone());
        async move {
            let (request, _) = request.into_parts();
            if request.uri.path() != path {
                return Ok(StatusCode::NOT_FOUND.into_response());
            }
            Ok(index.receive(&request).await?.map_or_else(|failed| failed, |search| answer(&index, &search)))
        }
    };
    Server::start(0, handler).await.expect("there is a free port")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
