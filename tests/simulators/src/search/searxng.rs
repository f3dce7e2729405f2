//! A SearXNG server, following its `webapp.py`.

use std::{ops::Deref, sync::Arc};

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{Found, Index, Search, lock, serve};
use crate::server::Server;

/// Results per page.
const PAGE: usize = 10;

/// A running SearXNG, which derefs to its [`Index`].
#[derive(Debug)]
pub struct Searxng {
    index: Arc<Index>,
    settings: Arc<std::sync::Mutex<Settings>>,
    server: Server,
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    is_json_enabled: bool,
    are_engines_up: bool,
}

impl Searxng {
    /// Starts a server on a free port, with JSON enabled as in `settings.yml`.
    ///
    /// # Panics
    /// Panics if there is no free port.
    pub async fn start() -> Self {
        let index = Arc::new(Index::default());
        let settings = Settings { is_json_enabled: true, are_engines_up: true };
        let settings = Arc::new(std::sync::Mutex::new(settings));
        let current = settings.clone();
        let answer = move |index: &Index, search: &Search| respond(index, search, *lock(&current));
        let server = serve(&index, "/search", answer).await;
        Self { index, settings, server }
    }

    /// Returns the server's address, without a slash at the end.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Removes JSON from the formats, as in a new installation.
    pub fn disable_json(&self) {
        lock(&self.settings).is_json_enabled = false;
    }

    /// Makes all search engines stop answering.
    pub fn stop_engines(&self) {
        lock(&self.settings).are_engines_up = false;
    }
}

impl Deref for Searxng {
    type Target = Index;

    fn deref(&self) -> &Index {
        &self.index
    }
}

fn respond(index: &Index, search: &Search, settings: Settings) -> Response {
    let param = |name: &str| search.params.get(name).map_or("", String::as_str);
    let accepted = search.headers.get("accept").map_or("", String::as_str);
    if !accepted.contains("text/html") || !search.headers.contains_key("accept-language") {
        return (StatusCode::TOO_MANY_REQUESTS, "Too Many Requests").into_response();
    }
    if param("format") != "json" {
        return "<!doctype html><title>SearXNG</title>".into_response();
    }
    if !settings.is_json_enabled {
        return (StatusCode::FORBIDDEN, "<!doctype html><title>403 Forbidden</title>").into_response();
    }
    if param("q").trim().is_empty() {
        return invalid("No query");
    }
    let max_days = match param("time_range") {
        "" => None,
        "day" => Some(1),
        "week" => Some(7),
        "month" => Some(31),
        "year" => Some(365),
        _ => return invalid("Invalid value for parameter time_range"),
    };
    let Ok(number @ 1..) = param("pageno").parse::<usize>() else {
        return invalid("Invalid value for parameter pageno");
    };
    let found = if settings.are_engines_up { index.find(param("q"), max_days) } else { Vec::new() };
    let page: Vec<_> = found.iter().skip((number - 1) * PAGE).take(PAGE).map(result).collect();
    let down = if settings.are_engines_up { json!([]) } else { json!([["brave", "too many requests"]]) };
    Json(json!({
        "query": param("q"),
        "number_of_results": 0,
        "results": page,
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": down,
    }))
    .into_response()
}

fn result(page: &Found) -> Value {
    json!({
        "url": page.url,
        "title": page.title,
        "content": page.text,
        "publishedDate": page.published.as_ref().map(|(date, _)| format!("{date}T00:00:00")),
        "thumbnail": null,
        "engine": "duckduckgo",
        "engines": ["duckduckgo"],
        "positions": [1],
        "score": 1.0,
        "category": "general",
        "template": "default.html",
    })
}

fn invalid(why: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({ "error": why }))).into_response()
}
