//! The page of a process that stands by: another one serves the chat.

use axum::{
    Router,
    http::{HeaderName, StatusCode, header},
    response::{Html, IntoResponse},
    routing::get,
};

use crate::page;

/// How soon the page looks again, in seconds.
const LOOKS_AGAIN: &str = "5";

const PAGE: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Standby</title>
<h1>This process stands by</h1>
<p>Another Adjutant process serves the chat. This page opens it as soon as that process has ended.</p>
</html>
";

/// Answers each request with the page, which reloads itself.
pub(crate) fn router() -> Router {
    // By the icon, `doctor` knows a gateway.
    Router::new().route("/icon.svg", get(async || page::ICON)).fallback(say)
}

async fn say() -> impl IntoResponse {
    let again = [
        (header::RETRY_AFTER, LOOKS_AGAIN),
        (HeaderName::from_static("refresh"), LOOKS_AGAIN),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        // A connection that stays open would not see the chat.
        (header::CONNECTION, "close"),
    ];
    (StatusCode::SERVICE_UNAVAILABLE, again, Html(PAGE))
}
