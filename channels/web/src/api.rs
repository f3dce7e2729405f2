//! The HTTP side: routes, and what a page's requests become.

use std::{convert::Infallible, sync::Arc, time::Duration};

use adjutant_channel::{
    Accepted, Attachment, ChatKind, ChatRef, Command, Completion, Event, Gateway, Inbound, MessageId, Rich,
    Sender,
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
    routing::{get, post, put},
};
use chrono::{DateTime, Utc};
use futures::{Stream, StreamExt as _};
use tokio_util::sync::CancellationToken;

use crate::{
    CHANNEL, CHAT,
    failure::Failure,
    feed::Feed,
    files::{self, JustSent},
    guard::Guard,
    page, texts,
    uploads::{self, Uploads},
    wire::{self, Choice, Choices, Complete, History, Message, NamedFile, Press, Pressed, Said, Say},
};

/// Largest request body in bytes, a file's apart.
const MAX_BODY: usize = 256 * 1024;

/// Messages that a page shows of the past.
pub(crate) const HISTORY: usize = 100;

/// Files that one message may carry.
const MAX_FILES: usize = 10;

/// A page that has heard nothing for somewhat longer knows that its connection is dead.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// What the handlers share.
pub(crate) struct Site {
    pub(crate) gateway: Arc<dyn Gateway>,
    pub(crate) feed: Feed,
    pub(crate) sent: JustSent,
    pub(crate) uploads: Uploads,
    pub(crate) guard: Guard,
    pub(crate) identity: String,
    pub(crate) title: String,
    pub(crate) commands: &'static [Command],
    pub(crate) shutdown: CancellationToken,
}

pub(crate) type Shared = State<Arc<Site>>;
pub(crate) type Answer<T> = Result<Json<T>, Failure>;

/// The page's files for everybody, its API for the person with the token.
pub(crate) fn router(site: Site) -> Router {
    let site = Arc::new(site);
    let uploads = put(files::upload).get(files::uploaded).layer(DefaultBodyLimit::max(uploads::MAX_FILE));
    let api = Router::new()
        .route("/api/login", post(login))
        .route("/api/history", get(history))
        .route("/api/events", get(events))
        .route("/api/messages", post(say))
        .route("/api/press", post(press))
        .route("/api/complete", post(complete))
        .route("/api/uploads/{id}", uploads)
        .route("/api/files/{message_id}", get(files::of_message))
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
    let items = site.gateway.history(&chat(), HISTORY).await.map_err(Failure::no_history)?;
    let commands = site.commands.iter().map(wire::Command::from).collect();
    let messages = items.iter().map(Message::from).collect();
    Ok(Json(History { title: &site.title, commands, messages }).into_response())
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
    let Json(Say { client_id, text, files }) = body?;
    let text = text.trim();
    if text.is_empty() && files.is_empty() {
        return Err(Failure(StatusCode::BAD_REQUEST, texts::EMPTY));
    }
    let attachments = site.attach(files).await?;
    let id = MessageId(client_id.as_str().to_owned());
    let at = site.gateway.now();
    let accepted = site.accept(format!("message:{id}"), at, said(&id, text, &attachments)).await?;

    // Other pages of the same person show it too; the one that sent it knows it by its id.
    let body = Rich::plain(text);
    let content = wire::Content::of_person(&body, &attachments);
    site.feed.message(&Message { id: &id, from_bot: false, at, content });
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

async fn complete(State(site): Shared, body: Result<Json<Complete>, JsonRejection>) -> Answer<Choices> {
    let Json(Complete { command, argument, typed }) = body?;
    let asked = Completion { chat: chat(), sender: site.person(), command, argument, typed };
    let choices = site.gateway.complete(asked).await.map_err(Failure::no_choices)?;
    Ok(Json(Choices { choices: choices.into_iter().map(Choice::from).collect() }))
}

impl Site {
    fn person(&self) -> Sender {
        Sender::person(&self.identity, &self.identity)
    }

    async fn attach(&self, files: Vec<NamedFile>) -> Result<Vec<Attachment>, Failure> {
        if files.len() > MAX_FILES {
            return Err(Failure(StatusCode::UNPROCESSABLE_ENTITY, texts::TOO_MANY_FILES));
        }
        let mut attachments = Vec::new();
        for file in files {
            let attached = self.uploads.attach(file).await;
            attachments.push(attached.map_err(|_| Failure(StatusCode::GONE, texts::UPLOAD_GONE))?);
        }
        Ok(attachments)
    }

    async fn accept(
        &self,
        external_id: String,
        at: DateTime<Utc>,
        event: Event,
    ) -> Result<Accepted, Failure> {
        let event = Inbound {
            external_id,
            chat: chat(),
            chat_kind: ChatKind::Direct,
            sender: self.person(),
            sent_at: at,
            opened_at: None,
            event,
        };
        self.gateway.accept(event).await.map_err(|error| {
            tracing::error!(error = format!("{error:#}"), "an event of the chat page could not be stored");
            Failure(StatusCode::SERVICE_UNAVAILABLE, texts::NOT_STORED)
        })
    }
}

/// A command is a slash and a word of letters, digits, underscores and dashes; `/etc/hosts is empty` is a message, and so is
/// whatever comes with a file.
fn said(id: &MessageId, text: &str, attachments: &[Attachment]) -> Event {
    let command =
        text.strip_prefix('/').map(|rest| rest.split_once(char::is_whitespace).unwrap_or((rest, "")));
    match command {
        Some((name, args)) if is_command(name) && attachments.is_empty() => Event::Command {
            message_id: id.clone(),
            name: name.to_ascii_lowercase(),
            args: args.trim().to_owned(),
            handle: None,
        },
        _ => Event::Message {
            message_id: id.clone(),
            text: text.to_owned(),
            attachments: attachments.to_vec(),
            reply_to: None,
            forwarded: false,
        },
    }
}

fn is_command(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

pub(crate) fn chat() -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: CHAT.to_owned(), thread: None }
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
    for (name, value) in page::HEADERS {
        // A file comes with a tighter policy of its own.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
