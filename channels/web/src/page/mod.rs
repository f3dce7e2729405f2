//! The page's files, compiled in.

use axum::{
    Router,
    http::{
        HeaderName,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
            X_FRAME_OPTIONS,
        },
    },
    routing::get,
};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The page's icon.
pub(crate) const ICON: &str = include_str!("icon.svg");

const FILES: [(&str, &str, &str); 20] = [
    ("/", HTML, include_str!("index.html")),
    ("/page.css", CSS, include_str!("page.css")),
    ("/page.js", JS, include_str!("page.js")),
    ("/log.js", JS, include_str!("log.js")),
    ("/commands.js", JS, include_str!("commands.js")),
    ("/earlier.js", JS, include_str!("earlier.js")),
    ("/examples.js", JS, include_str!("examples.js")),
    ("/follower.js", JS, include_str!("follower.js")),
    ("/tab_stop.js", JS, include_str!("tab_stop.js")),
    ("/rich.js", JS, include_str!("rich.js")),
    ("/server.js", JS, include_str!("server.js")),
    ("/media.js", JS, include_str!("media.js")),
    ("/tray.js", JS, include_str!("tray.js")),
    ("/still.js", JS, include_str!("still.js")),
    ("/voice.js", JS, include_str!("voice.js")),
    ("/draft.js", JS, include_str!("draft.js")),
    ("/unsent.js", JS, include_str!("unsent.js")),
    ("/toasts.js", JS, include_str!("toasts.js")),
    ("/texts.js", JS, include_str!("texts.js")),
    ("/icon.svg", SVG, ICON),
];

/// The headers of every response that does not set its own. The policy lets the page run its own files and speak to its
/// own server, nothing else, and makes the browser refuse to parse text as HTML. Nothing is cached: a new binary serves
/// a new page, and messages stay out of the disk cache.
pub(crate) const HEADERS: [(HeaderName, &str); 6] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Serves the files, none of which is secret.
pub(crate) fn files<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.into_iter().fold(Router::new(), |router, (path, kind, body)| {
        router.route(path, get(move || async move { ([(CONTENT_TYPE, kind)], body) }))
    })
}
