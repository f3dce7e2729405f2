//! Files over HTTP: the person's uploads, and the files of the bot's messages.
//!
//! A file of the bot stays where the gateway has it ([`Media::path`](adjutant_channel::Media::path)) and is served by
//! the id of its message and its position there. The path comes from the message itself: from
//! [`RecentMedia`](crate::recent_media::RecentMedia) until the gateway has recorded that the message arrived, and from
//! [`Gateway::media_of`](adjutant_channel::Gateway::media_of) after that, also after a restart. No path ever goes over
//! the wire.

use std::{io, path::PathBuf};

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
    error::ApiError,
    file_type::{self, FileInfo},
    state::{ApiResult, AppState, Shared, chat},
    texts,
    uploads::{Begun, Stored, run_blocking},
    wire::{ClientId, PLAIN, Uploaded},
};

/// A file opened by itself may be shown, with the browser's own style, and do nothing else.
const POLICY: &str =
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/// `PUT /api/uploads/{id}`: stores a file. The page chooses the id, so that a repeated upload is the same file.
/// An id never changes its file.
pub(crate) async fn put_upload(
    State(state): Shared,
    id: Result<Path<ClientId>, PathRejection>,
    begun: Begun,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Uploaded> {
    let (Path(id), bytes) = (id?, body?);
    if bytes.is_empty() {
        return Err(ApiError(StatusCode::BAD_REQUEST, texts::FILE_EMPTY));
    }
    let url = Uploaded::url(&id);
    let stored = state.uploads.store(begun, id, bytes, state.gateway.now()).await.map_err(|error| {
        tracing::error!(%error, "cannot store a file from the chat page");
        ApiError(StatusCode::INSUFFICIENT_STORAGE, texts::FILE_NOT_STORED)
    })?;
    match stored {
        Stored::File(FileInfo { kind, .. }) => Ok(Json(Uploaded { kind, url })),
        Stored::Deleted => Err(ApiError(StatusCode::GONE, texts::UPLOAD_GONE)),
        Stored::Taken => Err(ApiError(StatusCode::CONFLICT, texts::UPLOAD_TAKEN)),
    }
}

/// `GET /api/uploads/{id}`: returns the person's own file.
pub(crate) async fn get_upload(
    State(state): Shared,
    id: Result<Path<ClientId>, PathRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let Path(id) = id?;
    serve_file(state.uploads.path(&id), None, request).await
}

/// `GET /api/files/{message id}`: returns the first file of a message of the bot.
pub(crate) async fn get_message_file(
    State(state): Shared,
    id: Result<Path<MessageId>, PathRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let Path(id) = id?;
    state.serve(&id, 0, request).await
}

/// `GET /api/files/{message id}/{place}`: returns a further file of a message of the bot.
pub(crate) async fn get_album_file(
    State(state): Shared,
    place: Result<Path<(MessageId, usize)>, PathRejection>,
    request: Request,
) -> Result<Response, ApiError> {
    let Path((id, at)) = place?;
    state.serve(&id, at, request).await
}

impl AppState {
    async fn serve(&self, id: &MessageId, at: usize, request: Request) -> Result<Response, ApiError> {
        let media = self.media_of(id, at).await?.ok_or(ApiError(StatusCode::NOT_FOUND, texts::FILE_GONE))?;
        serve_file(media.path, Some(&media.name), request).await
    }

    async fn media_of(&self, id: &MessageId, at: usize) -> Result<Option<Media>, ApiError> {
        if let Some(media) = self.recent_media.find(id, at) {
            return Ok(Some(media));
        }
        self.gateway.media_of(&chat(), id, at).await.map_err(ApiError::no_history)
    }
}

/// Responds with a file or the requested range of it: shown inline if that is safe, otherwise saved as `name`.
async fn serve_file(path: PathBuf, name: Option<&str>, request: Request) -> Result<Response, ApiError> {
    let file = path.clone();
    let FileInfo { shown_as, .. } =
        run_blocking(move || file_type::inspect(&file)).await.map_err(unreadable)?;
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
    // A percent-encoded text is always a valid header value.
    HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("attachment"))
}

fn unreadable(error: io::Error) -> ApiError {
    if error.kind() == io::ErrorKind::NotFound {
        return ApiError(StatusCode::NOT_FOUND, texts::FILE_GONE);
    }
    tracing::error!(%error, "cannot read a file of the chat");
    ApiError(StatusCode::INTERNAL_SERVER_ERROR, texts::FILE_UNREADABLE)
}
