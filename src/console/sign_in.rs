//! Signing in with a link from the bot, and signing out. The page posts the code from the link's fragment, and gets a
//! cookie that no script can read.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adjutant_domain::timestamp::Timestamp;
use adjutant_listen::{KeyHolder, origin};
use adjutant_store::{
    console::{self as sessions, SESSION_VALID},
    db::Scope,
};
use adjutant_texts::sign_in as texts;
use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header::SET_COOKIE},
    response::{AppendHeaders, IntoResponse},
};
use serde::Deserialize;

use super::{
    Console, Refusal,
    viewer::{Credential, Viewer},
};
use crate::{
    chat::sign_in::{self, SECRET_LENGTH},
    core::Core,
};

/// The largest body that anybody may post, in bytes.
pub(super) const MAX_BODY: usize = 1024;
/// How many failed links within [`MINUTE`] are answered before further failures are told to wait. A valid link is never
/// refused: its code cannot be guessed, so flooding the page locks nobody out.
const REFUSED: u32 = 20;
const MINUTE: Duration = Duration::from_mins(1);

/// The body that the page posts.
#[derive(Deserialize)]
pub(super) struct Opened {
    code: String,
}

/// Exchanges a link's code for the cookie. This uses up the code.
pub(super) async fn sign_in(
    State(console): State<Console>,
    key: Option<Extension<KeyHolder>>,
    headers: HeaderMap,
    body: Result<Json<Opened>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    // The key takes precedence, so the link would be wasted.
    if key.is_some() {
        return Err(Refusal(StatusCode::CONFLICT, texts::has_key().to_owned()));
    }
    // Otherwise another site could sign a browser in as somebody else.
    if origin(&headers).is_none() {
        return Err(Refusal(StatusCode::FORBIDDEN, texts::foreign().to_owned()));
    }
    let core = console.core()?;
    let now = core.clock.timestamp();
    let code = body.ok().map(|Json(opened)| opened.code).filter(|code| code.len() == SECRET_LENGTH);
    let token = match code {
        Some(code) => open(&core, code, now).await?,
        None => None,
    };
    let Some(token) = token else { return Err(console.refused.one_more(now)) };
    let seconds = SESSION_VALID.as_secs();
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, cookie(&core, &token, seconds))])))
}

/// Returns the token of a new session, if the code is valid.
async fn open(core: &Core, code: String, now: Timestamp) -> Result<Option<String>, Refusal> {
    // A read first, so that wrong codes do not occupy the writer.
    let asked = code.clone();
    if !core.db.read(async move |tx| sessions::is_offered(tx, &asked, now).await).await? {
        return Ok(None);
    }
    let token = sign_in::secret()?;
    let own = token.clone();
    let is_in =
        core.db.write(Scope::Global, async move |tx| sign_in::sign_in(tx, &code, &own, now).await).await?;
    Ok(is_in.then_some(token))
}

/// Signs the browser out.
pub(super) async fn sign_out(
    Extension(Viewer { core, credential, .. }): Extension<Viewer>,
) -> Result<impl IntoResponse, Refusal> {
    let Credential::Session(token) = credential else {
        return Err(Refusal(StatusCode::CONFLICT, texts::opened_by_key().to_owned()));
    };
    let now = core.clock.timestamp();
    core.db.write(Scope::Global, async move |tx| sign_in::sign_out(tx, &token, now).await).await?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, cookie(&core, "", 0))])))
}

/// Returns the name of the cookie. Cookies ignore the port, and two gateways on one host must not overwrite each
/// other's cookies.
pub(super) fn cookie_name(core: &Core) -> String {
    let url = core.config.console.url.as_ref();
    let port = url.and_then(url::Url::port_or_known_default).unwrap_or_default();
    // No page without TLS, and none of another host, can set a cookie with this prefix.
    let prefix = if is_secure(core) { "__Host-" } else { "" };
    format!("{prefix}adjutant_console_{port}")
}

/// Returns the `Set-Cookie` value for this token.
fn cookie(core: &Core, token: &str, seconds: u64) -> String {
    let name = cookie_name(core);
    // The prefix requires this path.
    let (path, secure) = if is_secure(core) { ("/", "; Secure") } else { ("/api/console", "") };
    format!("{name}={token}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}")
}

fn is_secure(core: &Core) -> bool {
    core.config.console.url.as_ref().is_some_and(|url| url.scheme() == "https")
}

/// Counts refused links per minute.
#[derive(Default)]
pub(super) struct Refused(Mutex<(Timestamp, u32)>);

impl Refused {
    /// Counts another refused link, and returns the refusal.
    fn one_more(&self, now: Timestamp) -> Refusal {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, number) = *counted;
        // The count restarts if the clock was set back.
        let goes_on = now >= since && now < since + MINUTE;
        let (since, number) = if goes_on { (since, number.saturating_add(1)) } else { (now, 1) };
        *counted = (since, number);
        if number <= REFUSED {
            return Refusal(StatusCode::FORBIDDEN, texts::refused().to_owned());
        }
        if number == REFUSED + 1 {
            tracing::warn!(number, "many links to the console were tried that open nothing");
        }
        Refusal(StatusCode::TOO_MANY_REQUESTS, texts::refused_too_often().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_tries_many_links_is_told_to_wait() {
        let (refused, start) = (Refused::default(), Timestamp::from_millis(1_777_622_400_000));
        let status = |now| refused.one_more(now).0;
        for number in 0..REFUSED {
            assert_eq!(status(start + Duration::from_secs(number.into())), StatusCode::FORBIDDEN);
        }
        assert_eq!(status(start + Duration::from_secs(59)), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(status(start + MINUTE), StatusCode::FORBIDDEN, "another minute");
        assert_eq!(status(start), StatusCode::FORBIDDEN, "the clock was set back");
    }
}
