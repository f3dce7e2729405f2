//! Brave's Search API, following its reference and its observed answers.

use std::{ops::Deref, sync::Arc};

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{Found, Index, Search, serve};
use crate::server::Server;

/// The accepted key.
const KEY: &str = "brave-key-4711";

const LANGUAGES: [&str; 12] =
    ["de", "en", "en-gb", "es", "fr", "it", "jp", "nb", "pt-br", "pt-pt", "zh-hans", "zh-hant"];

/// A running Search API, which derefs to its [`Index`].
#[derive(Debug)]
pub struct Brave {
    index: Arc<Index>,
    server: Server,
}

impl Brave {
    /// Starts a server on a free port.
    ///
    /// # Panics
    /// Panics if there is no free port.
    pub async fn start() -> Self {
        let index = Arc::new(Index::default());
        let server = serve(&index, "/res/v1/web/search", respond).await;
        Self { index, server }
    }

    /// Returns the server's address, without a slash at the end.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Returns the accepted key.
    pub fn key(&self) -> &'static str {
        KEY
    }
}

impl Deref for Brave {
    type Target = Index;

    fn deref(&self) -> &Index {
        &self.index
    }
}

/// Checks the key before anything else.
fn respond(index: &Index, search: &Search) -> Response {
    match search.headers.get("x-subscription-token").map(String::as_str) {
        Some(KEY) => {}
        None => return invalid("missing", &["header", "x-subscription-token"], "Field required"),
        Some(_) => {
            let detail = "The provided subscription token is invalid.";
            let meta = json!({ "component": "authentication" });
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return error(status, "SUBSCRIPTION_TOKEN_INVALID", detail, &meta);
        }
    }
    let param = |name: &str| search.params.get(name).map(String::as_str);
    let query = param("q").unwrap_or_default();
    if query.is_empty() || query.chars().count() > 400 || query.split_whitespace().count() > 50 {
        return invalid("string_too_long", &["query", "q"], "String should have at most 400 characters");
    }
    let Ok(count @ 1..=20) = param("count").unwrap_or("20").parse::<usize>() else {
        return invalid("less_than_equal", &["query", "count"], "Input should be less than or equal to 20");
    };
    if !LANGUAGES.contains(&param("search_lang").unwrap_or("en")) {
        return invalid("enum", &["query", "search_lang"], "Input should be 'ar', 'eu', 'bn', ...");
    }
    let max_days = match param("freshness") {
        None | Some("") => None,
        Some("pd") => Some(1),
        Some("pw") => Some(7),
        Some("pm") => Some(31),
        Some("py") => Some(365),
        Some(_) => return invalid("value_error", &["query", "freshness"], "Value error, Invalid freshness"),
    };
    let found = index.find(query, max_days);
    let mark = if param("text_decorations") == Some("false") { None } else { query.split(' ').next() };
    let results: Vec<_> = found.iter().take(count).map(|page| result(page, mark)).collect();
    let mut answer = json!({
        "type": "search",
        "query": { "original": query, "more_results_available": found.len() > count },
        "mixed": { "type": "mixed", "main": [], "top": [], "side": [] },
    });
    if !results.is_empty() {
        answer["web"] = json!({ "type": "search", "results": results, "family_friendly": true });
    }
    Json(answer).into_response()
}

fn result(page: &Found, mark: Option<&str>) -> Value {
    let mut description = escape(&page.text);
    if let Some(word) = mark {
        description = description.replace(word, &format!("<strong>{word}</strong>"));
    }
    let mut result = json!({
        "type": "search_result",
        "subtype": "generic",
        "url": page.url,
        "title": escape(&page.title),
        "description": description,
        "is_source_local": false,
        "is_source_both": false,
        "language": "en",
        "family_friendly": true,
    });
    if let Some((date, days)) = &page.published {
        result["page_age"] = json!(format!("{date}T08:15:00"));
        result["age"] = json!(format!("{days} days ago"));
    }
    result
}

pub(super) fn rate_limited(seconds: u64) -> Response {
    let meta = json!({ "plan": "Free", "rate_limit": 1, "quota_limit": 2000, "component": "rate_limiter" });
    let detail = "Request rate limit exceeded for plan.";
    let limits = [
        ("retry-after", seconds.to_string()),
        ("x-ratelimit-limit", "1, 2000".to_owned()),
        ("x-ratelimit-policy", "1;w=1, 2000;w=2592000".to_owned()),
        ("x-ratelimit-remaining", "0, 1985".to_owned()),
        ("x-ratelimit-reset", format!("{seconds}, 1419704")),
    ];
    (limits, error(StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED", detail, &meta)).into_response()
}

pub(super) fn quota_used_up() -> Response {
    let meta = json!({ "component": "rate_limiter" });
    let detail = "Request quota limit exceeded for plan.";
    error(StatusCode::TOO_MANY_REQUESTS, "QUOTA_LIMITED", detail, &meta)
}

fn invalid(kind: &str, place: &[&str], why: &str) -> Response {
    let meta = json!({ "errors": [{ "type": kind, "loc": place, "msg": why }] });
    let detail = "Unable to validate request parameter(s)";
    error(StatusCode::UNPROCESSABLE_ENTITY, "VALIDATION", detail, &meta)
}

fn error(status: StatusCode, code: &str, detail: &str, meta: &Value) -> Response {
    let error = json!({
        "id": "5d832250-9396-4f6e-b84a-2a1fe524cd7d",
        "status": status.as_u16(),
        "code": code,
        "detail": detail,
        "meta": meta,
    });
    (status, Json(json!({ "type": "ErrorResponse", "error": error, "time": 1_754_364_294 }))).into_response()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#x27;")
}
