//! Finds the viewer of a request: the person who holds the key of the chat page, or who has signed in with a link. Every route that
//! shows or changes something has its viewer from here.

use std::sync::Arc;

use adjutant_listen::{KeyHolder, origin};
use adjutant_store::{
    console as sessions,
    people::{self, Admission, Role, User},
};
use adjutant_texts::{console as texts, sign_in as sign_in_texts};
use axum::{
    Extension, Json,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header::COOKIE},
    middleware::Next,
    response::Response,
};
use serde::Serialize;

use super::{Console, Refusal, sign_in};
use crate::{chat::sign_in::SECRET_LENGTH, core::Core};

/// How a request shows who makes it.
#[derive(Clone)]
pub(super) enum Credential {
    /// By the key of the chat page.
    Key,
    /// By the token of a browser that is signed in.
    Session(String),
}

/// A person who looks at a gateway.
#[derive(Clone)]
pub(super) struct Viewer {
    pub(super) core: Arc<Core>,
    pub(super) user: User,
    pub(super) credential: Credential,
}

/// Finds out who makes a request, which its handler gets as an extension, and refuses what nobody may ask.
pub(super) async fn identify(
    State(console): State<Console>,
    mut request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let credential = match request.extensions().get::<KeyHolder>() {
        Some(KeyHolder) => Credential::Key,
        None => {
            let core = console.core()?;
            let token = cookie(request.headers(), &sign_in::cookie_name(&core));
            // Nothing else can be one.
            let token = token.filter(|token| token.len() == SECRET_LENGTH);
            Credential::Session(token.ok_or_else(signed_out)?.to_owned())
        }
    };
    let viewer = console.viewer(credential).await?;
    // Browsers send the cookie with what other sites ask for, too, and then say which site it is.
    let is_of_page = request.method().is_safe() || origin(request.headers()).is_some();
    if matches!(viewer.credential, Credential::Session(_)) && !is_of_page {
        return Err(Refusal(StatusCode::FORBIDDEN, sign_in_texts::foreign().to_owned()));
    }
    request.extensions_mut().insert(viewer);
    Ok(next.run(adjutant_listen::admit(request)).await)
}

impl Console {
    /// Returns who shows this credential now.
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

/// The viewer, as the frame of the pages shows them.
#[derive(Serialize)]
pub(super) struct Shown {
    name: String,
    is_owner: bool,
    /// Whether the browser has signed in with a link, and so can sign out.
    is_signed_in: bool,
}

/// Answers with whose console it is.
pub(super) async fn show(Extension(viewer): Extension<Viewer>) -> Json<Shown> {
    let is_signed_in = matches!(viewer.credential, Credential::Session(_));
    Json(Shown { is_owner: viewer.user.role == Role::Owner, name: viewer.user.name, is_signed_in })
}

fn signed_out() -> Refusal {
    Refusal(StatusCode::UNAUTHORIZED, sign_in_texts::needed().to_owned())
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let values = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}
