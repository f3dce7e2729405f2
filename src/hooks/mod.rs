//! Hooks: other programs post to `/hooks/NAME`, and a schedule runs with the posted body. A call is stored as a row
//! before it is acknowledged. Anybody who proves to know a hook's secret may call it; the body counts as other people's
//! words.

use std::{sync::Arc, time::Duration};

use adjutant_domain::{cadence::HookName, ids, timestamp::Timestamp};
use adjutant_store::hooks::{self, HookSecret};
use anyhow::Result;
use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{Path, Request, State},
    http::{
        HeaderMap, StatusCode,
        header::{CONNECTION, RETRY_AFTER, WWW_AUTHENTICATE},
    },
    response::{IntoResponse as _, Response},
    routing::post,
};
use call::{Received, Taken};
use proof::Proof;
use serde_json::json;

use crate::core::Core;

mod body;
mod call;
mod proof;
pub(crate) mod secret;

/// The largest body, in bytes.
const MAX_BODY: usize = 256 * 1024;
/// The longest key that distinguishes a repetition from another call, in bytes.
const MAX_KEY: usize = 200;
/// The headers that may hold this key in a call whose id is not signed.
const KEYS: [&str; 3] = ["idempotency-key", "webhook-id", "x-github-delivery"];
/// How long a caller whose call could not be stored is told to wait.
const STORE_AGAIN: Duration = Duration::from_secs(5);
/// How long a caller is told to wait if the person's hooks are called too often at once.
const CONNECT_AGAIN: Duration = Duration::from_secs(1);

/// Receives calls until the process ends.
pub(crate) async fn listen(core: Arc<Core>) {
    if !core.config.hooks.enabled {
        return core.shutdown.cancelled().await;
    }
    let Some(listener) = core.addresses.hooks.open(&core).await else { return };
    let (router, shutdown) = (router(core.clone()), core.shutdown.clone());
    adjutant_listen::serve(listener, router, adjutant_listen::Limits::default(), shutdown).await;
}

/// Returns the URL of a hook.
pub(crate) fn address(core: &Core, name: &str) -> String {
    format!("{}hooks/{name}", core.addresses.hooks.url())
}

fn router(core: Arc<Core>) -> Router {
    let receive = post(receive);
    Router::new().route("/hooks/{name}", receive.clone()).route("/hooks/{name}/", receive).with_state(core)
}

/// Answers a call: 202 once it is stored.
async fn receive(State(core): State<Arc<Core>>, Path(name): Path<String>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    if !proof::is_given(&parts.headers) {
        return stranger();
    }
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        // The rest of the body is not read, so no other request can follow on the connection.
        let refused = refuse(StatusCode::PAYLOAD_TOO_LARGE, "the body is larger than 256 KiB");
        return ([(CONNECTION, "close")], refused).into_response();
    };
    let now = core.clock.timestamp();
    let (caller, signed_id) = match find(&core, &name, (&parts.headers, &body), now).await {
        Ok(Some(found)) => found,
        Ok(None) => return stranger(),
        Err(error) => return unavailable(&error),
    };
    let headers = parts.headers.clone();
    // The client has proved to know the secret, so its connection may stay until it is answered.
    let person = caller.user_id.as_str();
    let Some((_, admitted)) =
        adjutant_listen::admit_person(Request::from_parts(parts, Body::empty()), person)
    else {
        return later(StatusCode::TOO_MANY_REQUESTS, CONNECT_AGAIN, "too many calls at once for one person");
    };
    let answered = answer(&core, (caller, signed_id), (&headers, &body), now).await;
    adjutant_listen::until_answered(answered, admitted)
}

/// Answers the call of a known hook.
async fn answer(
    core: &Arc<Core>,
    (caller, signed_id): (HookSecret, Option<String>),
    (headers, body): (&HeaderMap, &Bytes),
    now: Timestamp,
) -> Response {
    let received = match Received::of(headers, body, signed_id) {
        Ok(received) => received,
        Err((status, why)) => return refuse(status, why),
    };
    match call::take(core, caller, received, now).await {
        Ok(taken) => answer_taken(taken, now),
        Err(error) => unavailable(&error),
    }
}

/// Returns the hook with this name whose secret a request proves, and the call's id if it is signed.
async fn find(
    core: &Core,
    name: &str,
    (headers, body): (&HeaderMap, &Bytes),
    now: Timestamp,
) -> Result<Option<(HookSecret, Option<String>)>> {
    let Some(name) = HookName::parse(name) else { return Ok(None) };
    let known = core.db.read(async move |tx| hooks::secrets_of(tx, name.as_str()).await).await?;
    let shown = |of: HookSecret| match core.vault.open(&of.purpose(), &of.sealed) {
        Ok(secret) => match proof::of(headers, body, &secret, now)? {
            Proof::Plain => Some((of, None)),
            Proof::WithId(id) => Some((of, Some(id.to_owned()))),
        },
        Err(error) => {
            tracing::error!(hook = %of.schedule_id, %error, "cannot open the secret of a hook");
            None
        }
    };
    Ok(known.into_iter().find_map(shown))
}

impl Received {
    /// Parses a call, or returns why it is refused. If the id of the call is signed, no other header may make a
    /// repetition of it look new.
    fn of(
        headers: &HeaderMap,
        body: &Bytes,
        signed_id: Option<String>,
    ) -> std::result::Result<Self, (StatusCode, &'static str)> {
        let Some(body) = body::text(headers, body) else {
            let why =
                "the body must be text, such as JSON, in UTF-8 or in the charset that its Content-Type names";
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        };
        let named =
            || KEYS.iter().find_map(|name| headers.get(*name)).map(|value| value.to_str().map(str::to_owned));
        let key = match signed_id.map(Ok).or_else(named) {
            None => ids::token(),
            Some(Ok(key)) if (1..=MAX_KEY).contains(&key.len()) => key,
            Some(_) => {
                return Err((
                    StatusCode::BAD_REQUEST,
                    "the idempotency key must be 1 to 200 ASCII characters",
                ));
            }
        };
        Ok(Self { key, body })
    }
}

fn answer_taken(taken: Taken, now: Timestamp) -> Response {
    match taken {
        Taken::Run(run) => {
            (StatusCode::ACCEPTED, axum::Json(json!({ "status": "accepted", "run": run }))).into_response()
        }
        Taken::Before(run) => {
            (StatusCode::ACCEPTED, axum::Json(json!({ "status": "already accepted", "run": run })))
                .into_response()
        }
        Taken::OtherBody => refuse(
            StatusCode::UNPROCESSABLE_ENTITY,
            "a call with this idempotency key came before, with another body",
        ),
        Taken::Paused => refuse(StatusCode::CONFLICT, "the hook is paused"),
        Taken::Gone => refuse(StatusCode::GONE, "the hook is gone"),
        Taken::TooMany(until) => later(
            StatusCode::TOO_MANY_REQUESTS,
            (until - now).to_std().unwrap_or_default(),
            "the hook was called too often",
        ),
        Taken::Full => later(
            StatusCode::TOO_MANY_REQUESTS,
            call::FULL_FOR,
            "too many calls of the hook wait to be worked on",
        ),
    }
}

/// Answers a request without a hook's secret, whether or not a hook of that name exists.
fn stranger() -> Response {
    let why = "there is no such hook, or the request does not show its secret: send it as Authorization: Bearer SECRET, \
               or sign the body with it";
    ([(WWW_AUTHENTICATE, "Bearer")], refuse(StatusCode::UNAUTHORIZED, why)).into_response()
}

fn refuse(status: StatusCode, why: &str) -> Response {
    (status, axum::Json(json!({ "error": why }))).into_response()
}

fn later(status: StatusCode, pause: Duration, why: &str) -> Response {
    let seconds = pause.as_secs().max(1);
    ([(RETRY_AFTER, seconds.to_string())], refuse(status, why)).into_response()
}

fn unavailable(error: &anyhow::Error) -> Response {
    tracing::error!(error = format!("{error:#}"), "cannot take the call of a hook");
    later(StatusCode::SERVICE_UNAVAILABLE, STORE_AGAIN, "the call could not be stored")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_is_not_signed_makes_no_new_call_of_a_signed_one() {
        let mut headers = HeaderMap::new();
        headers.insert("idempotency-key", "another".parse().unwrap());
        let key = |signed: Option<&str>| {
            Received::of(&headers, &Bytes::from_static(b"{}"), signed.map(str::to_owned)).unwrap().key
        };
        assert_eq!(key(None), "another");
        assert_eq!(key(Some("msg_1")), "msg_1");
    }
}
