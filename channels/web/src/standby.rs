//! The page of a process on standby, while another process serves the chat.

use adjutant_listen::Source;
use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderName, StatusCode, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::get,
};

use crate::{error::ApiError, page, texts};

/// The pause before the page reloads, in seconds.
const LOOKS_AGAIN: &str = "5";

/// The page, in the colours of the chat page. It contains its style: the chat page's files are not served here.
const PAGE: &str = "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<title>Standby · Adjutant</title>
<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, -apple-system, \"Segoe UI\", Roboto, sans-serif; }
body { display: grid; min-height: 100dvh; margin: 0; place-content: center; padding: 24px; box-sizing: border-box;
  background: light-dark(#f5f4f0, #151715); color: light-dark(#1d1f1d, #e9eae6); text-align: center; }
main { max-width: 28rem; }
img { display: block; margin: 0 auto 16px; }
h1 { margin: 0 0 8px; font-size: 1.5rem; }
p { margin: 0; color: light-dark(#63655f, #a0a39c); }
</style>
</head>
<body>
<main>
<img src=\"/icon.svg\" alt=\"\" width=\"48\" height=\"48\">
<h1>This process stands by</h1>
<p>Another Adjutant process serves the chat. This page opens it as soon as that process has ended.</p>
</main>
</body>
</html>
";

/// The page needs nothing but its own style and the icon.
const POLICY: &str = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// Answers each request with the page, which reloads itself, except for the gateway's open routes.
pub(crate) fn router(open: Router, source: Source) -> Router {
    let open = open.layer(middleware::from_fn_with_state(source, check_source));
    // `doctor` recognises a gateway by the icon.
    Router::new().route("/icon.svg", get(icon)).merge(open).fallback(say)
}

async fn check_source(
    State(source): State<Source>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    match source.check(request.headers()) {
        Ok(()) => Ok(next.run(request).await),
        Err(_) => Err(ApiError(StatusCode::FORBIDDEN, texts::FOREIGN_HOST)),
    }
}

async fn icon() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CONNECTION, "close")], page::ICON)
}

async fn say() -> impl IntoResponse {
    let again = [
        (header::RETRY_AFTER, LOOKS_AGAIN),
        (HeaderName::from_static("refresh"), LOOKS_AGAIN),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // A browser that reused the connection would not reach the chat.
        (header::CONNECTION, "close"),
    ];
    (StatusCode::SERVICE_UNAVAILABLE, again, Html(PAGE))
}
