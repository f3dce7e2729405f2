//! Errors of requests, and their conversion to errors of messages.

use std::time::Duration;

use adjutant_channel::SendError;
use adjutant_net::Fault;
use serde_json::Value;

/// Discord's error codes that callers branch on.
pub(crate) mod code {
    pub(crate) const UNKNOWN_CHANNEL: u32 = 10003;
    pub(crate) const UNKNOWN_GUILD: u32 = 10004;
    pub(crate) const UNKNOWN_MEMBER: u32 = 10007;
    pub(crate) const UNKNOWN_MESSAGE: u32 = 10008;
    pub(crate) const UNKNOWN_USER: u32 = 10013;
    pub(crate) const UNKNOWN_WEBHOOK: u32 = 10015;
    pub(crate) const UNKNOWN_INTERACTION: u32 = 10062;
    pub(crate) const ALREADY_ACKNOWLEDGED: u32 = 40060;
    pub(crate) const MISSING_ACCESS: u32 = 50001;
    pub(crate) const NOT_THE_AUTHOR: u32 = 50005;
    pub(crate) const CANNOT_MESSAGE_USER: u32 = 50007;
    pub(crate) const MISSING_PERMISSIONS: u32 = 50013;
    pub(crate) const INVALID_WEBHOOK_TOKEN: u32 = 50027;
    pub(crate) const THREAD_ARCHIVED: u32 = 50083;
    pub(crate) const NO_MUTUAL_GUILDS: u32 = 50278;
    pub(crate) const CANNOT_REPLY: u32 = 160_002;
    pub(crate) const THREAD_EXISTS: u32 = 160_004;
}

/// How many fields of a rejected body an error names.
const MAX_FIELD_ERRORS: usize = 5;

/// Why a request failed. The texts contain no token, no URL and nothing that people wrote.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The request's bucket is empty, or all requests are blocked: it was not sent, or not carried out.
    #[error("Discord asks to wait {} s", .0.as_secs_f64())]
    RetryAfter(Duration),
    /// Discord refused the request, or would.
    #[error("{}", .0.message)]
    Refused(Refusal),
    /// The request did not reach Discord.
    #[error("{0}")]
    NotSent(String),
    /// The request may have taken effect.
    #[error("{0}")]
    Unknown(String),
}

impl CallError {
    /// Returns a refusal for a request that is not worth sending.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::Refused(Refusal { status: 400, code: 0, message: message.into() })
    }

    /// Returns whether Discord refused the request with one of these codes.
    pub(crate) fn is(&self, codes: &[u32]) -> bool {
        matches!(self, Self::Refused(refusal) if codes.contains(&refusal.code))
    }

    /// Returns whether the bot's role lacks a permission for the request.
    pub(crate) fn lacks_permission(&self) -> bool {
        matches!(self, Self::Refused(Refusal { code: code::MISSING_PERMISSIONS, .. }))
    }

    /// Returns whether the token is wrong or was reset; nothing works until the operator fixes it.
    pub(crate) fn is_bad_token(&self) -> bool {
        matches!(self, Self::Refused(Refusal { status: 401, code: 0, .. }))
    }
}

/// Discord's refusal of a request.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    /// The HTTP status.
    pub(crate) status: u16,
    /// Discord's own code; 0 if it sends none.
    pub(crate) code: u32,
    /// Discord's message, and the fields it rejects.
    pub(crate) message: String,
}

/// Converts the error of a send or, with `edit`, of an edit.
pub(crate) fn send_error(error: &CallError, edit: bool) -> SendError {
    let refusal = match error {
        CallError::RetryAfter(pause) => return SendError::RetryAfter(*pause),
        CallError::NotSent(what) => return SendError::NotSent(what.clone()),
        CallError::Unknown(what) => return SendError::Unknown(what.clone()),
        // The message is not at fault: it is sent once the token is fixed.
        CallError::Refused(_) if error.is_bad_token() => {
            return SendError::NotSent("Discord does not accept the bot's token".into());
        }
        CallError::Refused(refusal) => refusal,
    };
    let what = refusal.message.clone();
    match refusal.code {
        code::UNKNOWN_CHANNEL
        | code::UNKNOWN_GUILD
        | code::UNKNOWN_USER
        | code::MISSING_ACCESS
        | code::CANNOT_MESSAGE_USER
        | code::NO_MUTUAL_GUILDS => SendError::ChatGone(what),
        // The thread is locked: otherwise it would have been unarchived.
        code::THREAD_ARCHIVED => SendError::ThreadGone(what),
        code::UNKNOWN_MESSAGE
        | code::NOT_THE_AUTHOR
        | code::UNKNOWN_WEBHOOK
        | code::INVALID_WEBHOOK_TOKEN
            if edit =>
        {
            SendError::MessageGone(what)
        }
        code::MISSING_PERMISSIONS => SendError::Refused(format!(
            "{what}: the bot's role needs View Channels, Send Messages, Send Messages in Threads, Attach Files and \
             Read Message History in this channel"
        )),
        _ => SendError::Refused(what),
    }
}

/// Returns the fields that Discord rejects, each with the code of its reason, never with its content.
pub(crate) fn field_errors(errors: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect_field_errors(errors, "", &mut found);
    found.truncate(MAX_FIELD_ERRORS);
    found
}

fn collect_field_errors(errors: &Value, path: &str, found: &mut Vec<String>) {
    for (key, value) in errors.as_object().into_iter().flatten() {
        if key != "_errors" {
            let dot = if path.is_empty() { "" } else { "." };
            collect_field_errors(value, &format!("{path}{dot}{key}"), found);
            continue;
        }
        let codes = value.as_array().into_iter().flatten().filter_map(|fault| fault["code"].as_str());
        found.extend(codes.map(|code| format!("{path} {code}").trim_start().to_owned()));
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
    use serde_json::json;

    use super::*;

    fn refused(status: u16, code: u32, edit: bool) -> SendError {
        send_error(&CallError::Refused(Refusal { status, code, message: "so it is".into() }), edit)
    }

    #[test]
    fn a_chat_that_is_out_of_reach_is_gone() {
        for (status, code) in [(404, 10003), (404, 10004), (403, 50001), (403, 50007), (403, 50278)] {
            for edit in [false, true] {
                assert_eq!(refused(status, code, edit), SendError::ChatGone("so it is".into()));
            }
        }
    }

    #[test]
    fn a_locked_thread_is_gone() {
        assert_eq!(refused(400, 50083, false), SendError::ThreadGone("so it is".into()));
    }

    #[test]
    fn a_message_is_gone_only_for_those_who_edit_it() {
        assert_eq!(refused(404, 10008, true), SendError::MessageGone("so it is".into()));
        assert_eq!(refused(403, 50005, true), SendError::MessageGone("so it is".into()));
        assert_eq!(refused(404, 10008, false), SendError::Refused("so it is".into()));
    }

    #[test]
    fn what_discord_will_never_take_is_refused() {
        assert_eq!(refused(400, 50035, false), SendError::Refused("so it is".into()));
        assert_eq!(refused(413, 0, false), SendError::Refused("so it is".into()));
        let SendError::Refused(words) = refused(403, 50013, false) else { panic!("not refused") };
        assert!(words.starts_with("so it is: ") && words.contains("Send Messages in Threads"), "{words}");
    }

    #[test]
    fn a_bad_token_does_not_cost_the_message() {
        assert!(matches!(refused(401, 0, false), SendError::NotSent(_)));
        assert!(matches!(refused(401, 50027, false), SendError::Refused(_)));
    }

    #[test]
    fn pauses_and_faults_are_passed_on() {
        let pause = Duration::from_millis(250);
        assert_eq!(send_error(&CallError::RetryAfter(pause), true), SendError::RetryAfter(pause));
        let cut = CallError::Unknown("cut".into());
        assert_eq!(send_error(&cut, false), SendError::Unknown("cut".into()));
    }

    #[test]
    fn rejected_fields_are_named_without_their_content() {
        let errors = json!({
            "content": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer"}]},
            "components": {"0": {"_errors": [{"code": "BASE_TYPE_CHOICES", "message": "not 'secret'"}]}},
            "_errors": [{"code": "WHOLE", "message": "?"}],
        });
        // Some builds keep the order of a JSON object, others sort it.
        let mut named = field_errors(&errors);
        named.sort();
        insta::assert_snapshot!(
            named.join(", "),
            @"WHOLE, components.0 BASE_TYPE_CHOICES, content BASE_TYPE_MAX_LENGTH"
        );
        assert!(field_errors(&Value::Null).is_empty());
    }
}
