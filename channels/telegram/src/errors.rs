//! Errors of requests, and their conversion to errors of messages.

use std::time::Duration;

use adjutant_channel::SendError;
use adjutant_net::Fault;

/// The pause after "Too Many Requests" if the response names none.
const DEFAULT_PAUSE: Duration = Duration::from_secs(5);

/// Parts of descriptions, lower-case, by which Telegram says that the message cannot be edited.
const MESSAGE_GONE: &[&str] = &[
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message to be edited",
    // The message has a file and no text, or the other way round.
    "in the message to edit",
];

/// Parts of descriptions, lower-case, by which Telegram says that this chat cannot be written to.
const CHAT_GONE: &[&str] = &[
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "group is deactivated",
    "user_is_blocked",
    "input_user_deactivated",
    "chat_write_forbidden",
    "chat_restricted",
    "not enough rights to send text",
    "have no rights",
    "need administrator rights",
];

/// Parts of descriptions, lower-case, by which Telegram says that the bot may not send photos, documents and so on to
/// this chat. The chat accepts its other messages.
const NOT_ALLOWED: &[&str] = &["not enough rights to send"];

/// Parts of descriptions, lower-case, by which Telegram says that this topic cannot be written to.
const THREAD_GONE: &[&str] =
    &["message thread not found", "topic_closed", "topic_deleted", "topic_id_invalid"];

/// Why a request failed. No variant contains the bot's token.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// Telegram refused the request.
    #[error("{}", .0.description)]
    Refused(Refusal),
    /// The request did not reach Telegram.
    #[error("{0}")]
    NotSent(String),
    /// The request may have taken effect.
    #[error("{0}")]
    Unknown(String),
}

/// Telegram's refusal of a request.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) code: u16,
    pub(crate) description: String,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) migrate_to: Option<i64>,
}

impl Refusal {
    /// Returns whether the token is wrong or was revoked; nothing works until the operator fixes it.
    pub(crate) fn is_bad_token(&self) -> bool {
        // A malformed token is answered like an unknown path; the description of any other "not found" names the
        // missing object.
        self.code == 401 || (self.code == 404 && self.description == "Not Found")
    }

    /// Returns the pause that Telegram asks for.
    pub(crate) fn pause(&self) -> Option<Duration> {
        self.retry_after.or((self.code == 429).then_some(DEFAULT_PAUSE))
    }

    /// Returns whether the message already had the content of the edit.
    pub(crate) fn is_unmodified(&self) -> bool {
        self.says(&["message is not modified"])
    }

    /// Returns whether the message to edit exists, but is not the bot's.
    pub(crate) fn is_of_others(&self) -> bool {
        self.says(&["message can't be edited"])
    }

    /// Returns whether a webhook is set, which rules out polling.
    pub(crate) fn is_webhook_active(&self) -> bool {
        self.says(&["webhook is active"])
    }

    /// Returns whether a simpler message may be accepted: the refusal concerns neither the chat, nor the rate, nor the
    /// token.
    pub(crate) fn is_about_content(&self) -> bool {
        let error = SendError::from(CallError::Refused(self.clone()));
        self.code == 400 && matches!(error, SendError::Refused(_) | SendError::NotAllowed(_))
    }

    /// Returns whether Telegram rejects the formatting of a text.
    pub(crate) fn is_about_formatting(&self) -> bool {
        self.says(&["entities", "entity"])
    }

    /// Returns whether the file is too large to download.
    pub(crate) fn is_file_too_big(&self) -> bool {
        self.says(&["file is too big"])
    }

    /// Returns whether the file does not exist, or no longer does.
    pub(crate) fn is_file_gone(&self) -> bool {
        self.says(&["wrong file_id", "wrong file id", "invalid file_id", "file_id_invalid"])
    }

    fn says(&self, parts: &[&str]) -> bool {
        let description = self.description.to_lowercase();
        parts.iter().any(|part| description.contains(part))
    }
}

impl From<CallError> for SendError {
    fn from(error: CallError) -> Self {
        let refusal = match error {
            CallError::NotSent(what) => return Self::NotSent(what),
            CallError::Unknown(what) => return Self::Unknown(what),
            CallError::Refused(refusal) => refusal,
        };
        if let Some(chat) = refusal.migrate_to {
            return Self::Migrated(chat.to_string());
        }
        if let Some(pause) = refusal.pause() {
            return Self::RetryAfter(pause);
        }
        if refusal.is_bad_token() {
            // The message is not at fault: it is sent once the token is fixed.
            return Self::NotSent("Telegram does not accept the bot's token".into());
        }
        match refusal.code {
            403 => Self::ChatGone(refusal.description),
            400 if refusal.says(MESSAGE_GONE) => Self::MessageGone(refusal.description),
            400 if refusal.says(THREAD_GONE) => Self::ThreadGone(refusal.description),
            400 if refusal.says(CHAT_GONE) => Self::ChatGone(refusal.description),
            400 if refusal.says(NOT_ALLOWED) => Self::NotAllowed(refusal.description),
            500.. => Self::Unknown(refusal.description),
            _ => Self::Refused(refusal.description),
        }
    }
}

impl From<reqwest::Error> for CallError {
    fn from(error: reqwest::Error) -> Self {
        match error.into() {
            Fault::NotSent(what) => Self::NotSent(what),
            Fault::Unknown(what) => Self::Unknown(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(code: u16, description: &str) -> SendError {
        let refusal = Refusal { code, description: description.into(), retry_after: None, migrate_to: None };
        CallError::Refused(refusal).into()
    }

    #[test]
    fn a_chat_that_is_out_of_reach_is_gone() {
        for (code, description) in [
            (403, "Forbidden: bot was blocked by the user"),
            (403, "Forbidden: bot was kicked from the supergroup chat"),
            (403, "Forbidden: user is deactivated"),
            (403, "Forbidden: bot can't initiate conversation with a user"),
            (400, "Bad Request: chat not found"),
            (400, "Bad Request: not enough rights to send text messages to the chat"),
            (400, "Bad Request: CHAT_WRITE_FORBIDDEN"),
        ] {
            assert_eq!(refused(code, description), SendError::ChatGone(description.into()));
        }
    }

    #[test]
    fn a_topic_that_is_out_of_reach_is_not_its_chat() {
        for description in ["Bad Request: message thread not found", "Bad Request: TOPIC_CLOSED"] {
            assert_eq!(refused(400, description), SendError::ThreadGone(description.into()));
        }
    }

    #[test]
    fn a_message_that_is_out_of_reach_is_gone() {
        for description in [
            "Bad Request: message to edit not found",
            "Bad Request: message can't be edited",
            "Bad Request: MESSAGE_ID_INVALID",
            "Bad Request: there is no caption in the message to edit",
        ] {
            assert_eq!(refused(400, description), SendError::MessageGone(description.into()));
        }
    }

    #[test]
    fn what_telegram_will_never_take_is_refused() {
        for description in ["Bad Request: BUTTON_DATA_INVALID", "Bad Request: message is too long"] {
            assert_eq!(refused(400, description), SendError::Refused(description.into()));
        }
    }

    #[test]
    fn a_chat_that_takes_no_photos_takes_other_messages() {
        let description = "Bad Request: not enough rights to send photos to the chat";
        assert_eq!(refused(400, description), SendError::NotAllowed(description.into()));
    }

    #[test]
    fn a_bad_token_does_not_cost_the_message() {
        assert!(matches!(refused(401, "Unauthorized"), SendError::NotSent(_)));
        assert!(matches!(refused(404, "Not Found"), SendError::NotSent(_)));
    }

    #[test]
    fn a_pause_and_a_new_address_come_before_the_description() {
        let pause = Duration::from_secs(3);
        let refusal = Refusal {
            code: 429,
            description: "Too Many Requests: retry after 3".into(),
            retry_after: Some(pause),
            migrate_to: None,
        };
        assert_eq!(SendError::from(CallError::Refused(refusal)), SendError::RetryAfter(pause));
        assert_eq!(refused(429, "Too Many Requests"), SendError::RetryAfter(DEFAULT_PAUSE));

        let refusal = Refusal {
            code: 400,
            description: "Bad Request: group chat was upgraded to a supergroup chat".into(),
            retry_after: None,
            migrate_to: Some(-1001),
        };
        assert_eq!(SendError::from(CallError::Refused(refusal)), SendError::Migrated("-1001".into()));
    }
}
