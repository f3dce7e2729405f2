//! The console: pages about the gateway at the chat page's address, for the holder of that page's key and for people
//! who have signed in with a link. The pages read rows that exist for other purposes. Changes go through the functions
//! of the chat's buttons, and the audit log names the console. A page shows what its viewer may see in a direct chat.
//! The owner also sees the state of everybody's messages, turns and usage, but nobody else's words, unless those people
//! were told that the owner reads them.

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
    /// The channel and id of the key's holder.
    key_holder: (&'static str, &'static str),
    /// Weak, because the channel holds the console and the gateway the channel.
    gateway: Arc<OnceLock<(Weak<Core>, RecentLog)>>,
    /// The places for pages that follow a view.
    pages: PerPerson,
    /// The places for running requests of people who have signed in.
    requests: PerPerson,
    /// The places for actions that one page at a time may run.
    places: system::Places,
    /// The failed attempts to open a link.
    refused: Arc<sign_in::Refused>,
}

impl Console {
    /// Creates a console for the person with this channel and id, who holds the page's key, and for people who sign in.
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

    /// Returns the routes that identify their viewers themselves. A request with the page's key is marked as such.
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

    /// Makes the console show this gateway and the log of its process.
    pub fn show(&self, core: &Arc<Core>, log: RecentLog) {
        // A second gateway in a process is a wiring error; the console keeps the first.
        let _ = self.gateway.set((Arc::downgrade(core), log));
    }

    fn core(&self) -> Result<Arc<Core>, Refusal> {
        self.gateway.get().and_then(|(core, _)| core.upgrade()).ok_or(Refusal::starting())
    }

    fn log(&self) -> Result<RecentLog, Refusal> {
        self.gateway.get().map(|(_, log)| log.clone()).ok_or(Refusal::starting())
    }
}

/// Why a request is refused: a status for programs, and a text for the person.
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
