//! Finds the viewer of a request: the person who holds the key of the chat page, or who has signed in with a link.
//! Every route that shows or changes something gets its viewer here.

use std::sync::Arc;

use adjutant_domain::language::Language;
use adjutant_listen::{KeyHolder, admit_for_now, cookies, is_from_page, language, until_answered};
use adjutant_store::{
    console as sessions,
    people::{self, Admission, Role, User},
};
use adjutant_texts::{console as texts, sign_in as sign_in_texts};
use axum::{
    Extension, Json,
    extract::{Request, State},
    http::{HeaderMap, StatusCode},
    middleware::Next,
    response::Response,
};
use serde::Serialize;

use super::{Console, Refusal, sign_in};
use crate::{chat::sign_in::SECRET_LENGTH, core::Core};

/// The credential by which a request identifies its viewer.
#[derive(Clone)]
pub(super) enum Credential {
    /// The key of the chat page.
    Key,
    /// The token of a signed-in browser.
    Session(String),
}

/// A person who looks at a gateway.
#[derive(Clone)]
pub(super) struct Viewer {
    pub(super) core: Arc<Core>,
    pub(super) user: User,
    pub(super) credential: Credential,
}

/// The most concurrent requests of a signed-in person; each followed page is one.
pub(super) const REQUESTS: usize = 24;
/// The most concurrent requests of all signed-in people but the owner. The chat page has 256 connections, and its owner
/// must be able to get one.
pub(super) const REQUESTS_OF_ALL: usize = 128;
/// The most cookies of this name that are looked up. Another page on the same host may have set one too.
const COOKIES: usize = 4;

/// Answers in the browser's language until the viewer is known.
pub(super) async fn in_the_browsers_language(request: Request, next: Next) -> Response {
    let language = language(request.headers()).and_then(Language::of_tag).unwrap_or_default();
    language.scope(next.run(request)).await
}

/// Identifies the viewer of a request, whom the handler gets as an extension, and refuses requests without one. The
/// response is in the viewer's language.
pub(super) async fn identify(
    State(console): State<Console>,
    mut request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    if request.extensions().get::<KeyHolder>().is_some() {
        let viewer = console.viewer(Credential::Key).await?;
        let language = viewer.language();
        request.extensions_mut().insert(viewer);
        return Ok(language.scope(next.run(request)).await);
    }
    let viewer = signed_in(&console, request.headers()).await?;
    if !is_from_page(request.method(), request.headers()) {
        return Err(Refusal(StatusCode::FORBIDDEN, sign_in_texts::foreign().to_owned()));
    }
    // Many people may sign in: none of them may keep connections from the owner.
    let too_many = || Refusal(StatusCode::SERVICE_UNAVAILABLE, texts::too_many_requests().to_owned());
    let place = console.requests.take(&viewer.user).ok_or_else(too_many)?;
    let language = viewer.language();
    request.extensions_mut().insert(viewer);
    let (request, admitted) = admit_for_now(request);
    Ok(until_answered(language.scope(next.run(request)).await, (place, admitted)))
}

/// Returns the viewer who has signed in with the browser that sends these headers.
async fn signed_in(console: &Console, headers: &HeaderMap) -> Result<Viewer, Refusal> {
    let name = sign_in::cookie_name(&*console.core()?);
    // A token of any other length is invalid.
    let tokens = cookies(headers, &name).filter(|token| token.len() == SECRET_LENGTH).take(COOKIES);
    for token in tokens {
        match console.viewer(Credential::Session(token.to_owned())).await {
            Err(Refusal(StatusCode::UNAUTHORIZED, _)) => {}
            found => return found,
        }
    }
    Err(signed_out())
}

impl Viewer {
    /// Returns the person's language, or the browser's if neither the person nor a platform has named one.
    fn language(&self) -> Language {
        self.user.language.or(self.user.platform_language).unwrap_or(Language::current())
    }
}

impl Console {
    /// Returns the viewer with this credential.
    pub(super) async fn viewer(&self, credential: Credential) -> Result<Viewer, Refusal> {
        let core = self.core()?;
        let user = match &credential {
            Credential::Key => {
                let (channel, id) = self.key_holder;
                let found = core.db.read(async move |tx| people::find(tx, channel, id).await).await?;
                let served = found.filter(|(_, admission)| *admission != Admission::Removed);
                let refused = || Refusal(StatusCode::FORBIDDEN, texts::not_served().to_owned());
                served.map(|(user, _)| user).ok_or_else(refused)?
            }
            Credential::Session(token) => {
                let (token, now) = (token.clone(), core.clock.timestamp());
                let read = async move |tx: &_| sessions::signed_in(tx, &token, now).await;
                core.db.read(read).await?.ok_or_else(signed_out)?
            }
        };
        Ok(Viewer { core, user, credential })
    }
}

/// The viewer, for the frame of the pages.
#[derive(Serialize)]
pub(super) struct Shown {
    name: String,
    is_owner: bool,
    /// Whether the browser has signed in with a link, and can therefore sign out.
    is_signed_in: bool,
    language: &'static str,
}

/// Answers with the viewer.
pub(super) async fn show(Extension(viewer): Extension<Viewer>) -> Json<Shown> {
    let is_signed_in = matches!(viewer.credential, Credential::Session(_));
    let (is_owner, language) = (viewer.user.role == Role::Owner, Language::current().code());
    Json(Shown { name: viewer.user.name, is_owner, is_signed_in, language })
}

fn signed_out() -> Refusal {
    Refusal(StatusCode::UNAUTHORIZED, sign_in_texts::needed().to_owned())
}
