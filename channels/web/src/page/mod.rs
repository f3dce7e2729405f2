//! The page's files, compiled in, and the files of the gateway's own pages. None is secret.
//!
//! Browsers load a page anew each time. Its files lie in a folder named after a digest of all files, so browsers keep
//! the files for good, and never mix two versions. Modules import each other by relative paths.

use axum::{
    Router,
    http::{
        HeaderName,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
            X_FRAME_OPTIONS,
        },
    },
    response::IntoResponse,
    routing::get,
};
use sha2::{Digest as _, Sha256};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The page's icon.
pub(crate) const ICON: &str = include_str!("icon.svg");

/// The folder of the files, as pages name it; the digest is appended when a page is served.
const FOLDER: &str = "/assets/";

/// How long browsers keep the files: a year, the longest time allowed.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

const PAGE: (&str, &str) = ("/", include_str!("index.html"));

const FILES: [(&str, &str); 19] = [
    ("page.css", include_str!("page.css")),
    ("page.js", include_str!("page.js")),
    ("log.js", include_str!("log.js")),
    ("commands.js", include_str!("commands.js")),
    ("earlier.js", include_str!("earlier.js")),
    ("examples.js", include_str!("examples.js")),
    ("follower.js", include_str!("follower.js")),
    ("tab_stop.js", include_str!("tab_stop.js")),
    ("rich.js", include_str!("rich.js")),
    ("server.js", include_str!("server.js")),
    ("media.js", include_str!("media.js")),
    ("tray.js", include_str!("tray.js")),
    ("still.js", include_str!("still.js")),
    ("voice.js", include_str!("voice.js")),
    ("draft.js", include_str!("draft.js")),
    ("unsent.js", include_str!("unsent.js")),
    ("toasts.js", include_str!("toasts.js")),
    ("amounts.js", include_str!("amounts.js")),
    ("l10n.js", include_str!("l10n.js")),
];

/// Pages of the gateway at the chat page's address.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    /// Paths, with the HTML of the pages. `/assets/` in them leads to the files.
    pub html: Vec<(&'static str, &'static str)>,
    /// Names of style sheets and modules, with their contents. The chat page's files lie in the same folder. Modules
    /// import their texts from `texts/en.js`, and from one such module for each other language that it names.
    pub files: Vec<(&'static str, &'static str)>,
}

/// The headers of every response that does not set its own. The policy lets the page run its own files and connect to
/// its own server, nothing else, and makes the browser refuse to parse text as HTML. Nothing is cached: a new binary
/// serves a new page, and messages stay out of the disk cache. The files of pages have another rule.
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

/// Serves the pages with their files.
pub(crate) fn files<S: Clone + Send + Sync + 'static>(gateway: &Pages) -> Router<S> {
    let files: Vec<_> = FILES.iter().chain(&gateway.files).copied().collect();
    let folder = format!("{FOLDER}{}/", digest(&files));
    let mut router = Router::new().route("/icon.svg", get(async || ([(CONTENT_TYPE, SVG)], ICON)));
    for (path, html) in [PAGE].iter().chain(&gateway.html) {
        let html = html.replace(FOLDER, &folder);
        let page = move || {
            let html = html.clone();
            async move { ([(CONTENT_TYPE, HTML)], html) }
        };
        router = router.route(path, get(page));
    }
    for (name, content) in files {
        router = router.route(&format!("{folder}{name}"), get(async move || file(name, content)));
    }
    router
}

fn file(name: &str, content: &'static str) -> impl IntoResponse {
    let kind = if name.ends_with(".css") { CSS } else { JS };
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, FOR_GOOD)], content)
}

/// Returns a digest of files and their names.
fn digest(files: &[(&str, &str)]) -> String {
    let mut digest = Sha256::new();
    for text in files.iter().flat_map(|(name, content)| [name, content]) {
        digest.update(text.len().to_be_bytes());
        digest.update(text);
    }
    digest.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
