//! The health routes, at the chat page's address and at an address of their own.

use std::sync::{Arc, OnceLock, Weak};

use adjutant_listen::Source;
use axum::{
    Json, Router,
    extract::{Request, State},
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
    routing::get,
};
use serde_json::json;

use super::{Health, scrape};

/// The media type of Prometheus' text format.
const TEXT_FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The chat page's access to the health of the gateway, which is built later than the page.
#[derive(Clone, Default)]
pub struct Door(Arc<OnceLock<Weak<Health>>>);

impl Door {
    /// Returns the routes that need no key. They also answer before there is a gateway.
    pub fn open_routes(&self) -> Router {
        Router::new().route("/healthz", get(alive)).route("/readyz", get(ready)).with_state(self.clone())
    }

    /// Returns the routes that need the page's key.
    pub fn keyed_routes(&self) -> Router {
        Router::new().route("/metrics", get(metrics)).with_state(self.clone())
    }

    /// Connects the door to a gateway; only the first call has an effect.
    pub(crate) fn lead_to(&self, health: &Arc<Health>) {
        // A second gateway in one process would have its own door.
        let _ = self.0.set(Arc::downgrade(health));
    }

    fn health(&self) -> Option<Arc<Health>> {
        self.0.get()?.upgrade()
    }
}

/// Serves the health routes at their own address until the process ends.
pub(crate) async fn listen(health: Arc<Health>) {
    let core = &health.core;
    let Some(at) = &core.addresses.health else { return core.shutdown.cancelled().await };
    let Some(listener) = at.open(core).await else { return };
    let door = Door::default();
    door.lead_to(&health);
    let source = Source::new(at.at(), core.config.health.hosts.clone());
    let router = door.open_routes().merge(door.keyed_routes());
    let router = router.layer(middleware::from_fn_with_state(source, check_source));
    adjutant_listen::serve(listener, router, adjutant_listen::Limits::default(), core.shutdown.clone()).await;
}

/// The process is alive if it can answer.
async fn alive() -> Response {
    ([(CACHE_CONTROL, "no-store")], "ok\n").into_response()
}

async fn ready(State(door): State<Door>) -> Response {
    let Some(health) = door.health() else {
        let body = Json(json!({ "ready": false, "parts": {} }));
        return (StatusCode::SERVICE_UNAVAILABLE, [(CACHE_CONTROL, "no-store")], body).into_response();
    };
    let readiness = health.look().await;
    let status = if readiness.is_ready() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let body = Json(json!({ "ready": readiness.is_ready(), "parts": readiness.parts }));
    (status, [(CACHE_CONTROL, "no-store")], body).into_response()
}

async fn metrics(State(door): State<Door>) -> Response {
    let Some(health) = door.health() else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    ([(CONTENT_TYPE, TEXT_FORMAT), (CACHE_CONTROL, "no-store")], scrape::render(&health).await)
        .into_response()
}

async fn check_source(State(source): State<Source>, request: Request, next: Next) -> Response {
    match source.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(_) => (StatusCode::FORBIDDEN, "this host name is not ours: see [health] hosts\n").into_response(),
    }
}
