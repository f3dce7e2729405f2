//! Files over HTTP: what the person sends up, and what messages show.
//!
//! A file of the bot stays where the gateway has it ([`Media::path`]) and is served by the id of its message. The path
//! comes from the message itself: from [`JustSent`] for the moment in which the gateway does not know yet that the
//! message has arrived, and from [`Gateway::history`](adjutant_channel::Gateway::history) after that, also after a
//! restart. No path ever goes over the wire.

use std::{
    collections::VecDeque,
    io,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use adjutant_channel::{Media, MessageId};
use axum::{
    Json,
    body::{Body, Bytes},
    extract::{
        Path, Request, State,
        rejection::{BytesRejection, PathRejection},
    },
    http::{
        HeaderValue, StatusCode,
        header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    response::Response,
};
use percent_encoding::utf8_percent_encode;
use tower_http::services::ServeFile;

use crate::{
    api::{Answer, HISTORY, Shared, Site, chat},
    failure::Failure,
    kind::{self, Looked},
    lock, texts,
    uploads::blocking,
    wire::{ClientId, PLAIN, Uploaded},
};

/// How far back a message's file is looked for: as far as a page shows messages.
const FAR_BACK: usize = 1000;

/// Messages with a file that may have been sent and not yet recorded.
const MAX_JUST_SENT: usize = 64;

/// A file opened by itself may show itself, with the style a browser gives it, and do nothing.
const POLICY: &str =
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/// `PUT /api/uploads/{id}`: takes a file. The page makes up the id, so that a repeat is the same file.
pub(crate) async fn upload(
    State(site): Shared,
    id: Result<Path<ClientId>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Answer<Uploaded> {
    let (Path(id), bytes) = (id?, body?);
    if bytes.is_empty() {
        return Err(Failure(StatusCode::BAD_REQUEST, texts::FILE_EMPTY));
    }
    let url = Uploaded::url(&id);
    let Looked { kind, .. } = site.uploads.store(id, bytes, site.gateway.now()).await.map_err(|error| {
        tracing::error!(%error, "a file from the chat page could not be stored");
        Failure(StatusCode::INSUFFICIENT_STORAGE, texts::FILE_NOT_STORED)
    })?;
    Ok(Json(Uploaded { kind, url }))
}

/// `GET /api/uploads/{id}`: shows the person their own file again.
pub(crate) async fn uploaded(
    State(site): Shared,
    id: Result<Path<ClientId>, PathRejection>,
    request: Request,
) -> Result<Response, Failure> {
    let Path(id) = id?;
    serve(site.uploads.path(&id), None, request).await
}

/// `GET /api/files/{message id}`: the file of a message of the bot.
pub(crate) async fn of_message(
    State(site): Shared,
    id: Result<Path<MessageId>, PathRejection>,
    request: Request,
) -> Result<Response, Failure> {
    let Path(id) = id?;
    let media = site.media(&id).await?.ok_or(Failure(StatusCode::NOT_FOUND, texts::FILE_GONE))?;
    serve(media.path, Some(&media.name), request).await
}

/// Media of the newest messages, oldest first.
#[derive(Clone, Default)]
pub(crate) struct JustSent(Arc<Mutex<VecDeque<(MessageId, Media)>>>);

impl JustSent {
    pub(crate) fn remember(&self, id: &MessageId, media: &Media) {
        let mut sent = lock(&self.0);
        if sent.len() == MAX_JUST_SENT {
            sent.pop_front();
        }
        sent.push_back((id.clone(), media.clone()));
    }

    pub(crate) fn clear(&self) {
        lock(&self.0).clear();
    }

    fn find(&self, id: &MessageId) -> Option<Media> {
        lock(&self.0).iter().rev().find(|(sent, _)| sent == id).map(|(_, media)| media.clone())
    }
}

impl Site {
    async fn media(&self, id: &MessageId) -> Result<Option<Media>, Failure> {
        if let Some(media) = self.sent.find(id) {
            return Ok(Some(media));
        }
        // Nearly always the first, short piece of the past has it.
        for limit in [HISTORY, FAR_BACK] {
            let past = self.gateway.history(&chat(), limit).await.map_err(Failure::no_history)?;
            if let Some(item) = past.into_iter().find(|item| item.message_id == *id) {
                return Ok(item.content.media);
            }
        }
        Ok(None)
    }
}

/// Answers with a file or the asked range of it: shown if that is safe, else to be saved under `name`.
async fn serve(path: PathBuf, name: Option<&str>, request: Request) -> Result<Response, Failure> {
    let file = path.clone();
    let Looked { shown_as, .. } = blocking(move || kind::look(&file)).await.map_err(unreadable)?;
    let response = ServeFile::new(path).try_call(request).await.map_err(unreadable)?;
    let mut response = response.map(Body::new);
    let headers = response.headers_mut();
    let media_type = shown_as.unwrap_or("application/octet-stream");
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CONTENT_DISPOSITION, disposition(shown_as.is_some(), name));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}

fn disposition(shown: bool, name: Option<&str>) -> HeaderValue {
    let how = if shown { "inline" } else { "attachment" };
    let value = match name {
        Some(name) => format!("{how}; filename*=UTF-8''{}", utf8_percent_encode(name, PLAIN)),
        None => how.to_owned(),
    };
    // What is percent-encoded is always a header's value.
    HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("attachment"))
}

fn unreadable(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::NotFound {
        return Failure(StatusCode::NOT_FOUND, texts::FILE_GONE);
    }
    tracing::error!(%error, "a file of the chat could not be read");
    Failure(StatusCode::INTERNAL_SERVER_ERROR, texts::FILE_UNREADABLE)
}
