//! The console: pages about the gateway at the chat page's address, behind the same key. What a page shows is read from
//! rows that exist for other reasons; what is changed on one goes through the functions of the buttons in the chat, and
//! the audit names the console. A page shows what its viewer may see in a direct chat, and to the owner how everybody's
//! messages, turns and usage stand, but nobody else's words.

use std::sync::{Arc, OnceLock, Weak};

use adjutant_store::people::{self, Admission, User};
use adjutant_texts::console as texts;
use anyhow::Result;
use axum::{
    Json, Router,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::core::Core;

mod change;
mod live;
mod page;
mod system;
mod table;
mod view;

/// The console, which shows a gateway once there is one.
#[derive(Clone)]
pub struct Console {
    /// The channel and id of who has the key.
    viewer: (&'static str, &'static str),
    /// The channel holds the console, and the gateway the channel.
    gateway: Arc<OnceLock<Weak<Core>>>,
    /// The places for pages that follow a view.
    pages: Arc<Semaphore>,
    places: system::Places,
}

impl Console {
    /// Returns a console for the person with this channel and id.
    pub fn new(viewer: (&'static str, &'static str)) -> Self {
        Self { viewer, gateway: Arc::default(), pages: live::pages(), places: system::Places::default() }
    }

    /// Returns the routes that need no token: the files of the pages.
    pub fn open_routes(&self) -> Router {
        page::files()
    }

    /// Returns the routes that need the page's token.
    pub fn routes_with_token(&self) -> Router {
        Router::new()
            .route("/api/console/views/{view}", get(view::show))
            .route("/api/console/live/{view}", get(live::follow))
            .route("/api/console/changes", post(change::make))
            .route("/api/console/tables/{table}", get(table::download))
            .route("/api/console/checks", post(system::check))
            .route("/api/console/backups", post(system::copy))
            .route("/api/console/backups/{name}", get(system::download))
            .with_state(self.clone())
    }

    /// Shows this gateway from now on.
    pub fn show(&self, core: &Arc<Core>) {
        // A second gateway in a process would be a wiring error; the console stays with the first.
        let _ = self.gateway.set(Arc::downgrade(core));
    }

    fn core(&self) -> Result<Arc<Core>, Refusal> {
        self.gateway.get().and_then(Weak::upgrade).ok_or(Refusal::starting())
    }

    /// Returns the gateway, and who looks at it.
    async fn viewed(&self) -> Result<(Arc<Core>, User), Refusal> {
        let (core, (channel, id)) = (self.core()?, self.viewer);
        let found = core.db.read(async move |tx| people::find(tx, channel, id).await).await?;
        match found {
            Some((user, admission)) if admission != Admission::Removed => Ok((core, user)),
            _ => Err(Refusal(StatusCode::FORBIDDEN, texts::not_served().to_owned())),
        }
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
