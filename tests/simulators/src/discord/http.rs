//! Turns an HTTP request into a route, and the result into a response.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body as HttpBody,
    extract::{Query as QueryExtractor, Request},
    http::{
        HeaderMap, StatusCode,
        header::{AUTHORIZATION, CONTENT_TYPE, USER_AGENT},
    },
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{
    Shared,
    body::{Body, Query},
    errors::{self, ApiError},
    faults::Fault,
    gateway,
    journal::{Outcome, Request as Recorded},
    limits::{Bucket, TooMany},
    methods,
    render::{MEDIA_PROXY, content_type, signature},
    route::Route,
    state::{File, State},
};
use crate::{
    holds::Stage,
    server::{Cut, dated},
};

/// The answer to a successful request.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    status: StatusCode,
    /// `None` for 204.
    body: Option<Value>,
}

impl Reply {
    /// Builds a 200.
    pub(crate) fn json(body: Value) -> Self {
        Self { status: StatusCode::OK, body: Some(body) }
    }

    /// Builds a 201.
    pub(crate) fn created(body: Value) -> Self {
        Self { status: StatusCode::CREATED, body: Some(body) }
    }

    /// Builds a 204.
    pub(crate) fn empty() -> Self {
        Self { status: StatusCode::NO_CONTENT, body: None }
    }
}

/// Answers a request to `/api/v10/...`, `/gateway`, `/attachments/...` or the media proxy.
pub(crate) async fn answer(shared: Arc<Shared>, request: Request) -> Result<Response, Cut> {
    let answer = answer_undated(shared.clone(), request).await?;
    Ok(dated(answer, (shared.lock().clock.ms() / 1_000).cast_signed()))
}

async fn answer_undated(shared: Arc<Shared>, request: Request) -> Result<Response, Cut> {
    if shared.lock().offline {
        return Err(Cut);
    }
    let path = request.uri().path().to_owned();
    if path.trim_end_matches('/') == "/gateway" {
        return Ok(gateway::serve(shared, request).await);
    }
    if let Some(path) = path.strip_prefix("/attachments/") {
        return Ok(download(&mut shared.lock(), path, request.headers()));
    }
    if let Some(path) = path.strip_prefix(MEDIA_PROXY) {
        return Ok(proxy(&mut shared.lock(), path, &request));
    }
    let what = format!("{} {path}", request.method());
    let Some(path) = path.strip_prefix("/api/v10/") else {
        return Ok(refuse(&shared, &what, errors::unknown_route()));
    };
    let Some(route) = Route::parse(request.method(), path) else {
        return Ok(refuse(&shared, &what, errors::unknown_route()));
    };
    let checked = check_headers(&mut shared.lock(), &what, &route, request.headers());
    if let Err(error) = checked {
        return Ok(refuse(&shared, &what, error));
    }
    let query = QueryExtractor::<Query>::try_from_uri(request.uri()).map(|query| query.0).unwrap_or_default();
    let body = match Body::read(request).await {
        Ok(body) => body,
        Err(error) => return Ok(refuse(&shared, &what, error)),
    };
    let arrived = Arrived { path: path.to_owned(), what, route, query, body };
    // A received request takes effect even if its sender is gone; so it runs apart from the connection.
    tokio::spawn(process(shared, arrived)).await.unwrap_or(Err(Cut))
}

/// A complete request to a known route.
struct Arrived {
    path: String,
    /// Verb and path.
    what: String,
    route: Route,
    query: Query,
    body: Body,
}

enum Answer {
    Done(Reply),
    Refused(ApiError),
    Limited(TooMany),
    Page(StatusCode),
}

async fn process(shared: Arc<Shared>, arrived: Arrived) -> Result<Response, Cut> {
    let bucket = arrived.route.bucket();
    let (number, admitted) = {
        let mut state = shared.lock();
        let number = state.journal.begin(Recorded {
            at: Instant::now(),
            method: arrived.route.method(),
            path: arrived.path.clone(),
            body: arrived.body.json.clone(),
            files: arrived.body.files.iter().map(|file| file.name.clone()).collect(),
            outcome: Outcome::Open,
        });
        let now = Instant::now();
        (number, state.limiter.admit(bucket.as_ref(), arrived.route.is_of_bot(), now))
    };
    shared.note_traffic();
    let answer = match admitted {
        Ok(()) => perform(&shared, &arrived, bucket.as_ref()).await,
        Err(too_many) => Ok(Answer::Limited(too_many)),
    };
    let outcome = match &answer {
        Ok(Answer::Done(_)) => Outcome::Done,
        Ok(Answer::Refused(error)) => Outcome::Refused { status: error.status.as_u16(), code: error.code },
        Ok(Answer::Limited(_)) => Outcome::Refused { status: 429, code: 0 },
        Ok(Answer::Page(status)) => Outcome::Refused { status: status.as_u16(), code: 0 },
        Err(Cut) => Outcome::Cut,
    };
    shared.lock().journal.end(number, outcome);
    shared.note_traffic();
    let mut response = match answer? {
        Answer::Done(Reply { status, body: None }) => status.into_response(),
        Answer::Done(Reply { status, body: Some(body) }) => reply(status, &body),
        Answer::Refused(error) => refuse(&shared, &arrived.what, error),
        Answer::Limited(too_many) => limited(&shared, &arrived.what, too_many),
        Answer::Page(code) => {
            let page =
                format!("<html><head><title>{code}</title></head><body><h1>{code}</h1></body></html>\r\n");
            (code, [(CONTENT_TYPE, "text/html")], page).into_response()
        }
    };
    if let Some(bucket) = &bucket {
        write_standing(&shared.lock(), bucket, response.headers_mut());
    }
    Ok(response)
}

async fn perform(shared: &Arc<Shared>, arrived: &Arrived, bucket: Option<&Bucket>) -> Result<Answer, Cut> {
    let method = arrived.route.method();
    let fault = shared.lock().faults.take(method);
    shared.gates.pass(method, Stage::Before).await?;
    match fault {
        Some(Fault::TooManyRequests { after, global }) => {
            let after = Duration::from_secs_f64(after);
            let concerned = bucket.filter(|_| !global);
            shared.lock().limiter.close(concerned, after, Instant::now());
            return Ok(Answer::Limited(TooMany { after, is_global: global, ignored_pause: false }));
        }
        Some(Fault::Status(code)) => {
            return Ok(Answer::Page(StatusCode::from_u16(code).unwrap_or(StatusCode::BAD_GATEWAY)));
        }
        Some(Fault::Refused(code, message)) => {
            return Ok(Answer::Refused(errors::refused(StatusCode::BAD_REQUEST, code, message)));
        }
        Some(Fault::Cut) => return Err(Cut),
        Some(Fault::CutAfter) | None => {}
    }
    let result = methods::call(shared, &arrived.route, &arrived.query, &arrived.body);
    shared.note_traffic();
    shared.gates.pass(method, Stage::After).await?;
    if fault == Some(Fault::CutAfter) || shared.lock().offline {
        return Err(Cut);
    }
    Ok(result.map_or_else(Answer::Refused, Answer::Done))
}

/// Checks the headers that every request must have.
fn check_headers(state: &mut State, what: &str, route: &Route, headers: &HeaderMap) -> Result<(), ApiError> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let agent = header(USER_AGENT);
    if !agent.starts_with("DiscordBot (") {
        state
            .complaints
            .push(format!("{what} with the user agent {agent:?}, not \"DiscordBot (URL, VERSION)\""));
    }
    let is_known = !state.token_is_reset && header(AUTHORIZATION) == format!("Bot {}", state.settings.token);
    if route.is_of_bot() && !is_known { Err(errors::unauthorized()) } else { Ok(()) }
}

/// The platform's answer for a file that does not exist, or whose address is not signed.
const GONE: &str = "This content is no longer available.";

/// Serves `CHANNEL/FILE/NAME`, which needs no token.
fn download(state: &mut State, path: &str, headers: &HeaderMap) -> Response {
    if headers.contains_key(AUTHORIZATION) {
        state.complaints.push(format!("the bot's token was sent along for the file {path}"));
    }
    match file_at(state, path) {
        Some(file) => {
            ([(CONTENT_TYPE, content_type(&file.name))], HttpBody::from(file.bytes.clone())).into_response()
        }
        None => (StatusCode::NOT_FOUND, GONE).into_response(),
    }
}

/// Serves a file at the media proxy, whose addresses are signed; with `format=jpeg`, a picture of a video's beginning.
fn proxy(state: &mut State, path: &str, request: &Request) -> Response {
    if request.headers().contains_key(AUTHORIZATION) {
        state.complaints.push(format!("the bot's token was sent along for the file {path}"));
    }
    let query = request.uri().query().unwrap_or_default();
    let has = |wanted: &str| query.split('&').any(|pair| pair == wanted);
    let is_signed = |file: &&File| {
        has(&format!("hm={}", signature(file.id))) && query.contains("ex=") && query.contains("is=")
    };
    let Some(file) = file_at(state, path).filter(is_signed) else {
        return (StatusCode::NOT_FOUND, GONE).into_response();
    };
    match &file.still {
        Some(still) if has("format=jpeg") => {
            ([(CONTENT_TYPE, "image/jpeg")], HttpBody::from(still.clone())).into_response()
        }
        // Other formats, and other files in another format, are not simulated.
        _ => StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response(),
    }
}

/// Returns the file at `CHANNEL/ID/NAME`.
fn file_at<'a>(state: &'a State, path: &str) -> Option<&'a File> {
    let mut parts = path.split('/').map(|part| part.parse::<u64>().ok());
    let (channel, id) = (parts.next()??, parts.next()??);
    let messages = state.channels.get(&channel)?.messages.values();
    messages.flat_map(|message| &message.files).find(|file| file.id == id)
}

fn refuse(shared: &Shared, what: &str, error: ApiError) -> Response {
    if error.is_bug {
        shared.lock().complaints.push(format!("{what}: {error}"));
    }
    reply(error.status, &error.body())
}

fn limited(shared: &Shared, what: &str, TooMany { after, is_global, ignored_pause }: TooMany) -> Response {
    // Rounded up, so that a client that waits this long is never too early.
    let seconds = (after.as_secs_f64() * 1000.0).ceil() / 1000.0;
    if ignored_pause {
        shared
            .lock()
            .complaints
            .push(format!("{what}: {seconds} s before the pause was over that a 429 asked for"));
    }
    let body = json!({
        "message": "You are being rate limited.",
        "retry_after": seconds,
        "global": is_global,
    });
    let mut response = reply(StatusCode::TOO_MANY_REQUESTS, &body);
    let headers = response.headers_mut();
    write(headers, "retry-after", after.as_secs_f64().ceil());
    write(headers, "x-ratelimit-scope", if is_global { "global" } else { "user" });
    if is_global {
        write(headers, "x-ratelimit-global", true);
    }
    response
}

fn write_standing(state: &State, bucket: &Bucket, headers: &mut HeaderMap) {
    let standing = state.limiter.standing(bucket, Instant::now());
    let reset_after = standing.reset_after.as_secs_f64();
    write(headers, "x-ratelimit-limit", standing.limit);
    write(headers, "x-ratelimit-remaining", standing.remaining);
    write(
        headers,
        "x-ratelimit-reset",
        format_args!("{:.3}", state.clock.ms() as f64 / 1000.0 + reset_after),
    );
    write(headers, "x-ratelimit-reset-after", format_args!("{reset_after:.3}"));
    write(headers, "x-ratelimit-bucket", format_args!("{:?}", standing.kind));
}

fn write(headers: &mut HeaderMap, name: &'static str, value: impl std::fmt::Display) {
    if let Ok(value) = value.to_string().parse() {
        headers.insert(name, value);
    }
}

fn reply(status: StatusCode, body: &Value) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
