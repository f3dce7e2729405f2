//! The Bot API's refusals, with its own codes and texts.

use serde_json::{Value, json};

/// A refusal in the Bot API's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    /// HTTP status and `error_code`.
    pub(crate) code: u16,
    /// `description`.
    pub(crate) description: String,
    /// Whether the request is wrong in any state of the chats: a bug of the bot, which fails the test.
    pub(crate) is_bug: bool,
    parameters: Option<Value>,
}

impl ApiError {
    /// Returns the body of the answer.
    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"ok": false, "error_code": self.code, "description": self.description});
        if let Some(parameters) = &self.parameters {
            body["parameters"] = parameters.clone();
        }
        body
    }
}

/// Builds the refusal of a request that can never be right.
pub(crate) fn malformed(reason: impl std::fmt::Display) -> ApiError {
    ApiError { is_bug: true, ..refused(400, format!("Bad Request: {reason}")) }
}

/// Builds the refusal of a request that the state of a chat or message does not permit.
pub(crate) fn bad_request(reason: &str) -> ApiError {
    refused(400, format!("Bad Request: {reason}"))
}

/// Builds the refusal of an upload larger than bots may send; this is checked before anything else.
pub(crate) fn too_large() -> ApiError {
    ApiError { is_bug: true, ..refused(413, "Request Entity Too Large".into()) }
}

pub(crate) fn unauthorized() -> ApiError {
    ApiError { is_bug: true, ..refused(401, "Unauthorized".into()) }
}

pub(crate) fn unknown_method() -> ApiError {
    ApiError { is_bug: true, ..refused(404, "Not Found: method not found".into()) }
}

pub(crate) fn forbidden(reason: &str) -> ApiError {
    refused(403, format!("Forbidden: {reason}"))
}

pub(crate) fn conflict(reason: &str) -> ApiError {
    refused(409, format!("Conflict: {reason}"))
}

/// `retry_after` is in seconds.
pub(crate) fn too_many_requests(retry_after: u64) -> ApiError {
    ApiError {
        parameters: Some(json!({"retry_after": retry_after})),
        ..refused(429, format!("Too Many Requests: retry after {retry_after}"))
    }
}

pub(crate) fn migrated(to: i64) -> ApiError {
    ApiError {
        parameters: Some(json!({"migrate_to_chat_id": to})),
        ..bad_request("group chat was upgraded to a supergroup chat")
    }
}

pub(crate) fn not_modified() -> ApiError {
    bad_request(
        "message is not modified: specified new message content and reply markup are exactly the same as a \
         current content and reply markup of the message",
    )
}

fn refused(code: u16, description: String) -> ApiError {
    ApiError { code, description, is_bug: false, parameters: None }
}
