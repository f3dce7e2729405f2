//! The files of the pages, compiled in. None is secret: what they show needs the key.

use axum::{Router, http::header::CONTENT_TYPE, routing::get};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

const FILES: [(&str, &str, &str); 19] = [
    ("/console", HTML, include_str!("index.html")),
    ("/console/console.css", CSS, include_str!("console.css")),
    ("/console/console.js", JS, include_str!("console.js")),
    ("/console/dom.js", JS, include_str!("dom.js")),
    ("/console/format.js", JS, include_str!("format.js")),
    ("/console/live.js", JS, include_str!("live.js")),
    ("/console/texts.js", JS, include_str!("texts.js")),
    ("/console/plot.js", JS, include_str!("plot.js")),
    ("/console/plots.js", JS, include_str!("plots.js")),
    ("/console/overview.js", JS, include_str!("overview.js")),
    ("/console/approvals.js", JS, include_str!("approvals.js")),
    ("/console/schedules.js", JS, include_str!("schedules.js")),
    ("/console/activity.js", JS, include_str!("activity.js")),
    ("/console/turn.js", JS, include_str!("turn.js")),
    ("/console/people.js", JS, include_str!("people.js")),
    ("/console/deliveries.js", JS, include_str!("deliveries.js")),
    ("/console/usage.js", JS, include_str!("usage.js")),
    ("/console/audit.js", JS, include_str!("audit.js")),
    ("/console/system.js", JS, include_str!("system.js")),
];

/// Serves the files.
pub(super) fn files() -> Router {
    FILES.into_iter().fold(Router::new(), |router, (path, kind, body)| {
        router.route(path, get(move || async move { ([(CONTENT_TYPE, kind)], body) }))
    })
}
