//! The console: pages about the gateway at the chat page's address, for whoever holds that page's key and for those who have
//! signed in with a link. What a page shows is read from rows that exist for other reasons; what is changed on one goes
//! through the functions of the buttons in the chat, and the audit names the console. A page shows what its viewer may see in
//! a direct chat, and to the owner how everybody's messages, turns and usage stand, but nobody else's words, unless those were
//! told that the owner reads them.

use std::sync::{Arc, OnceLock, Weak};

use adjutant_texts::console as texts;
use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::json;

use self::per_person::PerPerson;
use crate::{core::Core, recent_log::RecentLog};

mod viewer;
mod sign_in;
mod change;
mod edit;
mod live;
mod note;
mod page;
mod per_person;
mod system;
mod table;
mod view;

pub use page::{PAGE, files};

/// The console, which shows a gateway once there is one.
#[derive(Clone)]
pub struct Console {
    /// The channel and id of who holds the key.
    key_holder: (&'static str, &'static str),
    /// The channel holds the console, and the gateway the channel.
    gateway: Arc<OnceLock<(Weak<Core>, RecentLog)>>,
    /// The places for pages that follow a view.
    pages: PerPerson,
    /// The places for requests under way of those who have signed in.
    requests: PerPerson,
    /// The places for what is done by one page at a time.
    places: system::Places,
    /// The links that were tried and refused.
    refused: Arc<sign_in::Refused>,
}

impl Console {
    /// Returns a console for the person with this channel and id, who holds the page's key, and for those who sign in.
    pub fn new(key_holder: (&'static str, &'static str)) -> Self {
        Self {
            key_holder,
            gateway: Arc::default(),
            pages: PerPerson::new(live::PAGES, usize::MAX),
            requests: PerPerson::new(viewer::REQUESTS, viewer::REQUESTS_OF_ALL),
            places: system::Places::default(),
            refused: Arc::default(),
        }
    }

    /// Returns the routes that find out themselves who asks. A request with the page's key is marked as such.
    pub fn self_guarded_routes(&self) -> Router {
        let of_viewers = Router::new()
            .route("/api/console/viewer", get(viewer::show))
            .route("/api/console/views/{view}", get(view::show))
            .route("/api/console/live/{view}", get(live::follow))
            .route("/api/console/changes", post(change::make))
            .route("/api/console/preview", post(edit::preview))
            .route("/api/console/tables/{table}", get(table::download))
            .route("/api/console/checks", post(system::check))
            .route("/api/console/backups", post(system::copy))
            .route("/api/console/backups/{name}", get(system::download))
            .route("/api/console/sign_out", post(sign_in::sign_out))
            .route_layer(middleware::from_fn_with_state(self.clone(), viewer::identify));
        let of_anybody = Router::new()
            .route("/api/console/sign_in", post(sign_in::sign_in))
            .layer(DefaultBodyLimit::max(sign_in::MAX_BODY));
        let speak = middleware::from_fn(viewer::in_the_browsers_language);
        of_viewers.merge(of_anybody).layer(speak).with_state(self.clone())
    }

    /// Shows this gateway from now on, and the log of its process.
    pub fn show(&self, core: &Arc<Core>, log: RecentLog) {
        // A second gateway in a process would be a wiring error; the console stays with the first.
        let _ = self.gateway.set((Arc::downgrade(core), log));
    }

    fn core(&self) -> Result<Arc<Core>, Refusal> {
        self.gateway.get().and_then(|(core, _)| core.upgrade()).ok_or(Refusal::starting())
    }

    fn log(&self) -> Result<RecentLog, Refusal> {
        self.gateway.get().map(|(_, log)| log.clone()).ok_or(Refusal::starting())
    }
}

/// Why a request is refused: for a program, and for the person.
#[derive(Debug)]
struct Refusal(StatusCode, String);

impl Refusal {
    fn starting() -> Self {
        Self(StatusCode::SERVICE_UNAVAILABLE, texts::starting().to_owned())
    }
}

impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Self {
        tracing::error!(error = format!("{error:#}"), "the console cannot read the database");
        Self(StatusCode::INTERNAL_SERVER_ERROR, texts::database_failed().to_owned())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}
