//! Discord's refusals, with its own codes and texts.

use axum::http::StatusCode;
use serde_json::{Value, json};

/// A refusal in the REST API's words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    /// Discord's own code; 0 if it has none.
    pub(crate) code: u32,
    pub(crate) message: String,
    /// The errors by field.
    errors: Option<Value>,
    /// Whether the request is wrong in any state of the channels: a bug of the bot, which fails the test.
    pub(crate) is_bug: bool,
}

impl ApiError {
    /// Returns the body of the answer.
    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }

    /// Marks the refusal as a bug: the request can never be right.
    pub(crate) fn into_bug(self) -> Self {
        Self { is_bug: true, ..self }
    }

    /// Marks the refusal as explained by the state of a channel.
    pub(crate) fn into_explained(self) -> Self {
        Self { is_bug: false, ..self }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.status.as_u16(), self.code, self.message)?;
        self.errors.as_ref().map_or(Ok(()), |errors| write!(f, " {errors}"))
    }
}

/// Builds a refusal that the state of a channel, message or interaction explains.
pub(crate) fn refused(status: StatusCode, code: u32, message: &str) -> ApiError {
    ApiError { status, code, message: message.to_owned(), errors: None, is_bug: false }
}

/// Builds error 50035 for one field (`content`, `components.0.components.1.label`): the request can never be right.
pub(crate) fn invalid(field: &str, code: &str, message: impl std::fmt::Display) -> ApiError {
    let mut errors = json!({"_errors": [{"code": code, "message": message.to_string()}]});
    for part in field.rsplit('.').filter(|part| !part.is_empty()) {
        errors = json!({part: errors});
    }
    let refusal = refused(StatusCode::BAD_REQUEST, 50035, "Invalid Form Body");
    ApiError { errors: Some(errors), is_bug: true, ..refusal }
}

/// Builds the refusal of a field outside its length, in characters (for lists: items).
pub(crate) fn bad_length(field: &str, min: usize, max: usize) -> ApiError {
    invalid(field, "BASE_TYPE_BAD_LENGTH", format_args!("Must be between {min} and {max} in length."))
}

pub(crate) fn unparsable() -> ApiError {
    let message = "The request body contains invalid JSON.";
    refused(StatusCode::BAD_REQUEST, 50109, message).into_bug()
}

pub(crate) fn unauthorized() -> ApiError {
    refused(StatusCode::UNAUTHORIZED, 0, "401: Unauthorized").into_bug()
}

pub(crate) fn unknown_route() -> ApiError {
    refused(StatusCode::NOT_FOUND, 0, "404: Not Found").into_bug()
}

pub(crate) fn unknown_channel() -> ApiError {
    refused(StatusCode::NOT_FOUND, 10003, "Unknown Channel")
}

pub(crate) fn unknown_message() -> ApiError {
    refused(StatusCode::NOT_FOUND, 10008, "Unknown Message")
}

pub(crate) fn missing_access() -> ApiError {
    refused(StatusCode::FORBIDDEN, 50001, "Missing Access")
}

pub(crate) fn missing_permissions() -> ApiError {
    refused(StatusCode::FORBIDDEN, 50013, "Missing Permissions")
}

pub(crate) fn cannot_message_user() -> ApiError {
    refused(StatusCode::FORBIDDEN, 50007, "Cannot send messages to this user")
}
