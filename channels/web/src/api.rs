//! The HTTP routes, and the conversion of requests to events.

use std::{convert::Infallible, sync::Arc, time::Duration};

use adjutant_channel::{
    Accepted, Attachment, ChatKind, Command, Completion, Event, Heard, HistoryCursor, HistoryItem, Inbound,
    MessageId, PressAnswer, Rich, Sender,
};
use adjutant_listen::{KeyHolder, language};
use axum::{
    Json, Router,
    extract::{
        DefaultBodyLimit, Query, Request, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::{HeaderMap, HeaderValue, StatusCode, header::SET_COOKIE},
    middleware::{self, Next},
    response::{
        AppendHeaders, IntoResponse, Response, Sse,
        sse::{self, KeepAlive},
    },
    routing::{get, post, put},
};
use chrono::{DateTime, Utc};
use futures::{Stream, StreamExt as _, stream};

use crate::{
    CHANNEL, Routes,
    error::ApiError,
    files,
    guard::Refusal,
    page,
    state::{ApiResult, AppState, HISTORY, Shared, chat},
    texts, uploads,
    wire::{
        self, Choice, Choices, Complete, History, Message, MessageAccepted, NamedFile, NewMessage,
        PageLanguage, Past, Press, Pressed,
    },
};

/// The longest message of the person, in characters; [`texts::TOO_LONG`] names it.
const MAX_TEXT: usize = 60_000;

/// The largest request body in bytes, except for files: twelve bytes for each character of a text (`\ud83e\udd80`, as
/// many programs write JSON), and the other fields.
const MAX_BODY: usize = 12 * MAX_TEXT + 16 * 1024;

/// The most files of one message.
const MAX_FILES: usize = 10;

/// The time between two pings; a page that receives nothing for somewhat longer takes its connection for dead.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// Returns the routes: the page's files for everybody, the page's API for the person with the token, and the gateway's
/// routes.
pub(crate) fn router(state: AppState, gateway: Routes) -> Router {
    let state = Arc::new(state);
    let uploads =
        put(files::put_upload).get(files::get_upload).layer(DefaultBodyLimit::max(uploads::MAX_FILE));
    let api = Router::new()
        .route("/api/login", post(post_login))
        .route("/api/history", get(get_history))
        .route("/api/events", get(get_events))
        .route("/api/messages", get(get_messages).post(post_message))
        .route("/api/press", post(post_press))
        .route("/api/complete", post(post_complete))
        .route("/api/uploads/{id}", uploads)
        .route("/api/files/{message_id}", get(files::get_message_file))
        .route("/api/files/{message_id}/{place}", get(files::get_album_file))
        .merge(gateway.with_token.with_state(()))
        .route_layer(middleware::from_fn_with_state(state.clone(), check_person));
    let self_guarded = gateway
        .self_guarded
        .with_state(())
        // There may be no routes, and `route_layer` refuses an empty router.
        .layer(middleware::from_fn_with_state(state.clone(), mark_key_holder));
    page::files(&gateway.pages)
        .merge(self_guarded)
        .merge(gateway.always.with_state(()))
        .merge(api)
        .fallback(|| async { ApiError(StatusCode::NOT_FOUND, texts::NOT_FOUND) })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(state.clone(), check_source))
        .layer(middleware::map_response(add_headers))
        .with_state(state)
}

/// Trades the token, sent once as a bearer, for the cookie.
async fn post_login(State(state): Shared, headers: HeaderMap) -> impl IntoResponse {
    (StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, state.guard.cookie(&headers))]))
}

async fn get_history(State(state): Shared, headers: HeaderMap) -> Result<Response, ApiError> {
    let items = state.history(None).await?;
    // The person's last message may come from another browser.
    let known = state.language(language(&headers)).await.map_err(ApiError::no_history)?;
    let of_browser = || language(&headers)?.split('-').next();
    let commands = state.menu(known.or_else(of_browser)).iter().map(wire::Command::from).collect();
    let history = History { title: &state.title, commands, language: known, past: Past::from(&*items) };
    Ok(Json(history).into_response())
}

/// The messages before a position in the history.
async fn get_messages(
    State(state): Shared,
    before: Result<Query<HistoryCursor>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(before) = before?;
    let items = state.history(Some(before)).await?;
    Ok(Json(Past::from(&*items)).into_response())
}

/// The live feed. A page subscribes before it reads the history, so that it misses no event in between.
async fn get_events(
    State(state): Shared,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    let feed =
        state.feed.subscribe().ok_or(ApiError(StatusCode::SERVICE_UNAVAILABLE, texts::TOO_MANY_PAGES))?;
    // A comment would keep the connection alive too, but the page could not see it.
    let ping = sse::Event::default().event("ping").data("{}");
    // Firefox takes a feed as open only once its body begins, so the body begins at once.
    let feed = stream::iter([ping.clone()]).chain(feed).map(Ok);
    let feed = feed.take_until(state.shutdown.clone().cancelled_owned());
    Ok(Sse::new(feed).keep_alive(KeepAlive::new().interval(PING_INTERVAL).event(ping)))
}

async fn post_message(
    State(state): Shared,
    headers: HeaderMap,
    body: Result<Json<NewMessage>, JsonRejection>,
) -> ApiResult<MessageAccepted> {
    let Json(NewMessage { client_id, text, files }) = body?;
    // The gateway takes NUL out of texts, so it counts as nothing.
    let text = text.trim_matches(|char: char| char.is_whitespace() || char == '\0');
    if text.is_empty() && files.is_empty() {
        return Err(ApiError(StatusCode::BAD_REQUEST, texts::EMPTY));
    }
    if text.chars().count() > MAX_TEXT {
        return Err(ApiError(StatusCode::PAYLOAD_TOO_LARGE, texts::TOO_LONG));
    }
    let attachments = state.attach(files).await?;
    let id = MessageId(client_id.as_str().to_owned());
    let at = state.gateway.now();
    let accepted =
        state.accept(format!("message:{id}"), at, event_from_text(&id, text, &attachments), &headers).await?;

    // The person's other pages show it too; the page that sent it recognises it by its id.
    let body = Rich::plain(text);
    let content = wire::Content::of_person(&body, &attachments);
    state.feed.message(&Message { id: &id, from_bot: false, at, content });
    if accepted.waits {
        state.feed.waits(&id);
    }
    Ok(Json(MessageAccepted { at, waits: accepted.waits, language: state.language_now().await }))
}

async fn post_press(
    State(state): Shared,
    headers: HeaderMap,
    body: Result<Json<Press>, JsonRejection>,
) -> ApiResult<Pressed> {
    let Json(Press { client_id, message_id, data }) = body?;
    let event = Event::Press { message_id: Some(message_id), data: data.0, handle: None };
    let (id, at) = (format!("press:{}", client_id.as_str()), state.gateway.now());
    let accepted = state.accept(id, at, event, &headers).await?;
    let PressAnswer { text, alert, .. } = accepted.answer.unwrap_or_default();
    Ok(Json(Pressed { text, alert, language: state.language_now().await }))
}

async fn post_complete(
    State(state): Shared,
    headers: HeaderMap,
    body: Result<Json<Complete>, JsonRejection>,
) -> ApiResult<Choices> {
    let Json(Complete { command, argument, typed }) = body?;
    let asked = Completion { chat: chat(), sender: state.person(&headers), command, argument, typed };
    let choices = state.gateway.complete(asked).await.map_err(ApiError::no_choices)?;
    Ok(Json(Choices { choices: choices.into_iter().map(Choice::from).collect() }))
}

impl AppState {
    fn person(&self, headers: &HeaderMap) -> Sender {
        Sender {
            language: language(headers).map(str::to_owned),
            ..Sender::person(&self.identity, &self.identity)
        }
    }

    /// Returns the commands with descriptions in this language.
    fn menu(&self, language: Option<&str>) -> &'static [Command] {
        let translated = self.translations.iter().find(|menu| Some(menu.language) == language);
        translated.map_or(self.commands, |menu| menu.commands)
    }

    /// Returns the person's language; `tag` is the browser's.
    async fn language(&self, tag: Option<&str>) -> anyhow::Result<PageLanguage> {
        self.gateway.language(CHANNEL, &self.identity, tag).await
    }

    /// Returns the language after a message was stored; a failure to read it does not undo that.
    async fn language_now(&self) -> PageLanguage {
        self.language(None).await.unwrap_or_else(|error| {
            tracing::warn!(
                error = format!("{error:#}"),
                "cannot read the language of the chat page's person"
            );
            None
        })
    }

    async fn history(&self, before: Option<HistoryCursor>) -> Result<Vec<HistoryItem>, ApiError> {
        self.gateway.history(&chat(), before, HISTORY).await.map_err(ApiError::no_history)
    }

    async fn attach(&self, files: Vec<NamedFile>) -> Result<Vec<Attachment>, ApiError> {
        if files.len() > MAX_FILES {
            return Err(ApiError(StatusCode::UNPROCESSABLE_ENTITY, texts::TOO_MANY_FILES));
        }
        let mut attachments = Vec::new();
        for file in files {
            let attached = self.uploads.attach(file).await;
            attachments.push(attached.map_err(|_| ApiError(StatusCode::GONE, texts::UPLOAD_GONE))?);
        }
        Ok(attachments)
    }

    async fn accept(
        &self,
        external_id: String,
        at: DateTime<Utc>,
        event: Event,
        headers: &HeaderMap,
    ) -> Result<Accepted, ApiError> {
        let event = Inbound {
            external_id: external_id.clone(),
            chat: chat(),
            chat_kind: ChatKind::Direct,
            sender: self.person(headers),
            sent_at: at,
            opened_at: None,
            heard: Heard::Addressed,
            event,
        };
        self.gateway.accept(event).await.map_err(|error| {
            tracing::error!(
                external_id,
                error = format!("{error:#}"),
                "cannot store an event of the chat page"
            );
            ApiError(StatusCode::SERVICE_UNAVAILABLE, texts::NOT_STORED)
        })
    }
}

/// Returns the event for a text. A command is a slash and a word of letters, digits, underscores and dashes;
/// `/etc/hosts is empty` is a message, and so is any text with files.
fn event_from_text(id: &MessageId, text: &str, attachments: &[Attachment]) -> Event {
    let command =
        text.strip_prefix('/').map(|rest| rest.split_once(char::is_whitespace).unwrap_or((rest, "")));
    match command {
        Some((name, args)) if is_command(name) && attachments.is_empty() => Event::Command {
            message_id: id.clone(),
            name: name.to_ascii_lowercase(),
            args: args.trim().to_owned(),
            handle: None,
            named: true,
        },
        _ => Event::Message {
            message_id: id.clone(),
            text: text.to_owned(),
            attachments: attachments.to_vec(),
            reply_to: None,
            forwarded: false,
            album: None,
        },
    }
}

fn is_command(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

async fn check_source(State(state): Shared, request: Request, next: Next) -> Result<Response, ApiError> {
    state.guard.check_source(request.headers())?;
    Ok(next.run(request).await)
}

async fn check_person(State(state): Shared, request: Request, next: Next) -> Result<Response, ApiError> {
    state.guard.check_person(request.method(), request.headers())?;
    Ok(next.run(adjutant_listen::admit(request)).await)
}

/// Marks the requests that carry the token.
async fn mark_key_holder(
    State(state): Shared,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    match state.guard.check_person(request.method(), request.headers()) {
        Ok(()) => {
            request.extensions_mut().insert(KeyHolder);
            Ok(next.run(adjutant_listen::admit(request)).await)
        }
        // The route decides about requests without the token.
        Err(Refusal::Token) => Ok(next.run(request).await),
        Err(refusal) => Err(refusal.into()),
    }
}

async fn add_headers(mut response: Response) -> Response {
    for (name, value) in page::HEADERS {
        // A file has a stricter policy of its own.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
