//! The HTTP side: routes, and what a page's requests become.

use std::{convert::Infallible, sync::Arc, time::Duration};

use adjutant_channel::{
    Accepted, ChatKind, ChatRef, Content, Event, Gateway, Inbound, MessageId, Rich, Sender,
};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request, State, rejection::JsonRejection},
    http::{HeaderValue, StatusCode, header::SET_COOKIE},
    middleware::{self, Next},
    response::{
        AppendHeaders, IntoResponse, Response, Sse,
        sse::{self, KeepAlive},
    },
    routing::{get, post},
};
use chrono::{DateTime, Utc};
use futures::{Stream, StreamExt as _};
use tokio_util::sync::CancellationToken;

use crate::{
    CHANNEL, CHAT,
    feed::Feed,
    guard::{Guard, Refusal},
    page, texts,
    wire::{History, Message, Press, Pressed, Problem, Said, Say},
};

/// Largest request body in bytes.
const MAX_BODY: usize = 256 * 1024;

/// Messages that a page shows of the past.
const HISTORY: usize = 100;

/// A page that has heard nothing for somewhat longer knows that its connection is dead.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// What the handlers share.
pub(crate) struct Site {
    pub(crate) gateway: Arc<dyn Gateway>,
    pub(crate) feed: Feed,
    pub(crate) guard: Guard,
    pub(crate) identity: String,
    pub(crate) title: String,
    pub(crate) shutdown: CancellationToken,
}

type Shared = State<Arc<Site>>;
type Answer<T> = Result<Json<T>, Failure>;

/// The page's files for everybody, its API for the person with the token.
pub(crate) fn router(site: Site) -> Router {
    let site = Arc::new(site);
    let api = Router::new()
        .route("/api/login", post(login))
        .route("/api/history", get(history))
        .route("/api/events", get(events))
        .route("/api/messages", post(say))
        .route("/api/press", post(press))
        .route_layer(middleware::from_fn_with_state(site.clone(), check_person));
    page::files()
        .merge(api)
        .fallback(|| async { Failure(StatusCode::NOT_FOUND, texts::NOT_FOUND) })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(site.clone(), check_source))
        .layer(middleware::map_response(with_headers))
        .with_state(site)
}

/// Trades the token, given once as a bearer, for the cookie.
async fn login(State(site): Shared) -> impl IntoResponse {
    (StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, site.guard.cookie())]))
}

async fn history(State(site): Shared) -> Result<Response, Failure> {
    let items = site.gateway.history(&chat(), HISTORY).await.map_err(|error| {
        tracing::error!(error = format!("{error:#}"), "the chat page's history could not be read");
        Failure(StatusCode::SERVICE_UNAVAILABLE, texts::NO_HISTORY)
    })?;
    let messages = items.iter().map(Message::from).collect();
    Ok(Json(History { title: &site.title, messages }).into_response())
}

/// The live feed. A page reads the history after it has subscribed, so that nothing falls in between.
async fn events(
    State(site): Shared,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, Failure> {
    let feed =
        site.feed.subscribe().ok_or(Failure(StatusCode::SERVICE_UNAVAILABLE, texts::TOO_MANY_PAGES))?;
    let feed = feed.map(Ok).take_until(site.shutdown.clone().cancelled_owned());
    // A comment would keep the connection alive too, but the page could not see it.
    let ping = KeepAlive::new().interval(PING_INTERVAL).event(sse::Event::default().event("ping").data("{}"));
    Ok(Sse::new(feed).keep_alive(ping))
}

async fn say(State(site): Shared, body: Result<Json<Say>, JsonRejection>) -> Answer<Said> {
    let Json(Say { client_id, text }) = body?;
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure(StatusCode::BAD_REQUEST, texts::EMPTY));
    }
    let id = MessageId(client_id.as_str().to_owned());
    let at = site.gateway.now();
    let accepted = site.accept(format!("message:{id}"), at, said(&id, text)).await?;

    // Other pages of the same person show it too; the one that sent it knows it by its id.
    let content = Content::text(Rich::plain(text));
    site.feed.message(&Message { id: &id, from_bot: false, at, content: &content });
    if accepted.waits {
        site.feed.waits(&id);
    }
    Ok(Json(Said { at, waits: accepted.waits }))
}

async fn press(State(site): Shared, body: Result<Json<Press>, JsonRejection>) -> Answer<Pressed> {
    let Json(Press { client_id, message_id, data }) = body?;
    let event = Event::Press { message_id: Some(message_id), data: data.0 };
    let accepted = site.accept(format!("press:{}", client_id.as_str()), site.gateway.now(), event).await?;
    let noted = || Pressed { text: texts::PRESS_NOTED.to_owned(), alert: false };
    Ok(Json(accepted.answer.map_or_else(noted, Pressed::from)))
}

impl Site {
    async fn accept(
        &self,
        external_id: String,
        at: DateTime<Utc>,
        event: Event,
    ) -> Result<Accepted, Failure> {
        let sender = Sender { id: self.identity.clone(), name: self.identity.clone() };
        let event =
            Inbound { external_id, chat: chat(), chat_kind: ChatKind::Direct, sender, sent_at: at, event };
        self.gateway.accept(event).await.map_err(|error| {
            tracing::error!(error = format!("{error:#}"), "an event of the chat page could not be stored");
            Failure(StatusCode::SERVICE_UNAVAILABLE, texts::NOT_STORED)
        })
    }
}

/// A command is a slash and a word of letters, digits and underscores; `/etc/hosts is empty` is a message.
fn said(id: &MessageId, text: &str) -> Event {
    let command =
        text.strip_prefix('/').map(|rest| rest.split_once(char::is_whitespace).unwrap_or((rest, "")));
    match command {
        Some((name, args)) if is_command(name) => Event::Command {
            message_id: id.clone(),
            name: name.to_ascii_lowercase(),
            args: args.trim().to_owned(),
        },
        _ => Event::Message {
            message_id: id.clone(),
            text: text.to_owned(),
            attachments: Vec::new(),
            reply_to: None,
            forwarded: false,
        },
    }
}

fn is_command(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn chat() -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: CHAT.to_owned(), thread: None }
}

/// Why a request failed: the status for the page's code, the words for the person.
struct Failure(StatusCode, &'static str);

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, Json(Problem { error: self.1 })).into_response()
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Host => Self(StatusCode::FORBIDDEN, texts::FOREIGN_HOST),
            Refusal::Origin => Self(StatusCode::FORBIDDEN, texts::FOREIGN_ORIGIN),
            Refusal::Token => Self(StatusCode::UNAUTHORIZED, texts::TOKEN_NEEDED),
        }
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self(StatusCode::PAYLOAD_TOO_LARGE, texts::TOO_LONG),
            status => Self(status, texts::NOT_UNDERSTOOD),
        }
    }
}

async fn check_source(State(site): Shared, request: Request, next: Next) -> Result<Response, Failure> {
    site.guard.check_source(request.headers())?;
    Ok(next.run(request).await)
}

async fn check_person(State(site): Shared, request: Request, next: Next) -> Result<Response, Failure> {
    site.guard.check_person(request.method(), request.headers())?;
    Ok(next.run(request).await)
}

async fn with_headers(mut response: Response) -> Response {
    let headers = page::HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(headers);
    response
}
