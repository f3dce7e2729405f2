//! Errors of requests.

use axum::{
    Json,
    extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};

use crate::{guard::Refusal, texts, wire::Problem};

/// Why a request failed: the status for the page's code, and the problem described for the person.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) StatusCode, pub(crate) Problem);

impl ApiError {
    /// The gateway could not return the history.
    pub(crate) fn no_history(error: anyhow::Error) -> Self {
        tracing::error!(error = format!("{error:#}"), "cannot read the chat page's history");
        Self(StatusCode::SERVICE_UNAVAILABLE, texts::NO_HISTORY)
    }

    /// The gateway could not return completions.
    pub(crate) fn no_choices(error: anyhow::Error) -> Self {
        tracing::error!(error = format!("{error:#}"), "cannot read completions for a command");
        Self(StatusCode::SERVICE_UNAVAILABLE, texts::NO_CHOICES)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Host => Self(StatusCode::FORBIDDEN, texts::FOREIGN_HOST),
            Refusal::Origin => Self(StatusCode::FORBIDDEN, texts::FOREIGN_ORIGIN),
            Refusal::Token => Self(StatusCode::UNAUTHORIZED, texts::TOKEN_NEEDED),
        }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self(StatusCode::PAYLOAD_TOO_LARGE, texts::TOO_LONG),
            status => Self(status, texts::NOT_UNDERSTOOD),
        }
    }
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self(StatusCode::PAYLOAD_TOO_LARGE, texts::FILE_TOO_BIG),
            status => Self(status, texts::NOT_UNDERSTOOD),
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(_: QueryRejection) -> Self {
        Self(StatusCode::BAD_REQUEST, texts::NOT_UNDERSTOOD)
    }
}

impl From<PathRejection> for ApiError {
    fn from(_: PathRejection) -> Self {
        Self(StatusCode::NOT_FOUND, texts::NOT_FOUND)
    }
}
