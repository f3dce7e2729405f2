//! Classifies the errors of `genai` and of providers.

use std::time::Duration;

use ::genai::{Error, webc};
use chrono::DateTime;
use reqwest::{
    StatusCode,
    header::{DATE, HeaderMap, RETRY_AFTER},
};
use serde_json::Value;

use crate::{HTTP, ModelError};

/// The longest part of a provider's error message that is kept, in characters.
const MAX_EXPLANATION: usize = 300;

/// The longest code of an error that is kept, in bytes.
const MAX_CODE: usize = 48;

/// Phrases and codes by which providers report that a conversation is too long.
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "context length",
    "context window",
    "context limit",
    "context size",
    "maximum prompt length",
    "prompt is too long",
    "input is too long",
    "exceeds the maximum number of tokens",
    "too many tokens",
];

/// Phrases and codes by which providers report that an account has no money left.
const ACCOUNT_EMPTY: &[&str] =
    &["insufficient_quota", "billing_not_active", "billing_hard_limit", "credit balance is too low"];
/// Phrases and codes by which providers report a wrong key as a bad request.
const WRONG_KEY: &[&str] = &["api key not valid", "api_key_invalid", "incorrect api key", "invalid api key"];
/// Phrases and codes by which providers refuse a request for its content: Azure, OpenAI.
const FILTERED: &[&str] = &["content_filter", "content_policy_violation", "content management policy"];
/// Phrases by which servers report that the model, or they themselves, cannot call tools: Ollama, OpenRouter, vLLM,
/// llama.cpp.
const WITHOUT_TOOLS: &[&str] =
    &["does not support tools", "support tool use", "--enable-auto-tool-choice", "tools param requires"];
/// Phrases by which OpenRouter refuses a request for its content, with the status of a wrong key.
const FLAGGED: &[&str] = &["was flagged", "requires moderation"];
/// Words by which a provider that has the model says that it accepts no pictures.
const NOT_FOR_PICTURES: &[&str] = &["image", "picture", "vision"];

/// Maps an error to a variant that callers can act on. `clean` removes secrets from the provider's text.
pub(super) fn classify(error: Error, timeout: Duration, clean: &dyn Fn(&str) -> String) -> ModelError {
    match error {
        // The first item of a stream wraps the HTTP answer, later ones the end of the connection.
        Error::WebStream { error, .. } => match error.downcast::<Error>() {
            Ok(inner) => classify(*inner, timeout, clean),
            Err(error) => match error.downcast::<reqwest::Error>() {
                Ok(error) => of_connection(&error, timeout, clean),
                Err(_) => ModelError::Unavailable(NOT_UNDERSTOOD.to_owned()),
            },
        },
        Error::HttpError { status, body, headers, .. } => of_status(status, &body, &headers, clean),
        Error::WebModelCall { webc_error, .. } | Error::WebAdapterCall { webc_error, .. } => match webc_error
        {
            webc::Error::ResponseFailedStatus { status, body, headers } => {
                of_status(status, &body, &headers, clean)
            }
            webc::Error::ResponseFailedNotJson { content_type, .. }
                if content_type.starts_with("text/html") =>
            {
                ModelError::WebPage
            }
            // The server only streams, and this time it sent nothing.
            webc::Error::ResponseFailedNotJson { content_type, .. }
                if content_type.starts_with("text/event-stream") =>
            {
                ModelError::Cut
            }
            webc::Error::Reqwest(error) => of_connection(&error, timeout, clean),
            _ => ModelError::Unavailable(NOT_UNDERSTOOD.to_owned()),
        },
        Error::ChatResponse { body, .. } => of_event(&body, clean),
        Error::ChatResponseGeneration { response_body, .. } if holds_error(&response_body) => {
            of_event(&response_body, clean)
        }
        // The library rejected the request itself; a retry would change nothing.
        Error::ChatReqHasNoMessages { .. }
        | Error::LastChatMessageIsNotUser { .. }
        | Error::MessageRoleNotSupported { .. }
        | Error::MessageContentTypeNotSupported { .. }
        | Error::AdapterNotSupported { .. }
        | Error::Internal(_) => ModelError::Refused("the request does not suit this provider".to_owned()),
        // The texts of other errors contain the request, the answer or the address.
        _ => ModelError::Unavailable(NOT_UNDERSTOOD.to_owned()),
    }
}

const NOT_UNDERSTOOD: &str = "its answer cannot be parsed";

/// Returns whether a body is that of an error, whatever its status.
pub(super) fn holds_error(body: &Value) -> bool {
    body.get("error").is_some_and(|error| !error.is_null())
}

/// Maps an HTTP status other than success.
fn of_status(
    status: StatusCode,
    body: &str,
    headers: &HeaderMap,
    clean: &dyn Fn(&str) -> String,
) -> ModelError {
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    of_explanation(
        status,
        &Explanation::of(&body, clean),
        retry_after(headers).or_else(|| retry_delay(&body)),
    )
}

fn of_explanation(
    status: StatusCode,
    explanation: &Explanation,
    retry_after: Option<Duration>,
) -> ModelError {
    let Explanation { text, code, .. } = explanation;
    let message = match (text.is_empty(), code.is_empty()) {
        (true, true) => format!("{HTTP}{status}"),
        (true, false) => format!("{HTTP}{}, {code}", status.as_u16()),
        (false, true) => format!("{HTTP}{}: {text}", status.as_u16()),
        (false, false) => format!("{HTTP}{}, {code}: {text}", status.as_u16()),
    };
    match status.as_u16() {
        400 | 404 | 422 | 500 if explanation.mentions(WITHOUT_TOOLS) => ModelError::NoTools(message),
        400 if explanation.mentions(FILTERED) => ModelError::Withheld(message),
        402 => ModelError::AccountEmpty(message),
        // Some providers answer for an empty account as for a busy server, others as for a bad request.
        400 | 429 if explanation.mentions(ACCOUNT_EMPTY) => ModelError::AccountEmpty(message),
        429 | 529 => ModelError::RateLimited { message, retry_after },
        503 if retry_after.is_some() => ModelError::RateLimited { message, retry_after },
        408 | 409 | 425 | 500.. => ModelError::Unavailable(message),
        403 if explanation.mentions(FLAGGED) => ModelError::Withheld(message),
        401 | 403 => ModelError::KeyRefused(message),
        400 if explanation.mentions(WRONG_KEY) => ModelError::KeyRefused(message),
        404 if !explanation.mentions(NOT_FOR_PICTURES) => ModelError::NoModel(message),
        413 => ModelError::TooLong(message),
        400 | 422 if explanation.mentions(TOO_LONG) => ModelError::TooLong(message),
        _ => ModelError::Refused(message),
    }
}

/// Maps an error that arrived after an HTTP status of success, mostly inside a stream.
fn of_event(body: &Value, clean: &dyn Fn(&str) -> String) -> ModelError {
    let explanation = Explanation::of(body, clean);
    // OpenRouter writes the status of its provider into the event.
    let status = body
        .get("error")
        .unwrap_or(body)
        .get("code")
        .and_then(Value::as_u64)
        .and_then(|code| u16::try_from(code).ok());
    if let Some(status) =
        status.and_then(|code| StatusCode::from_u16(code).ok()).filter(|it| !it.is_success())
    {
        return of_explanation(status, &explanation, None);
    }
    if explanation.mentions(TOO_LONG) {
        return ModelError::TooLong(explanation.text);
    }
    if explanation.mentions(&["rate_limit", "overloaded"]) {
        return ModelError::RateLimited { message: explanation.text, retry_after: None };
    }
    if explanation.mentions(ACCOUNT_EMPTY) {
        return ModelError::AccountEmpty(explanation.text);
    }
    if explanation.mentions(FILTERED) {
        return ModelError::Withheld(explanation.text);
    }
    if explanation.mentions(WITHOUT_TOOLS) {
        return ModelError::NoTools(explanation.text);
    }
    if explanation.mentions(&["invalid_request", "authentication", "permission"]) {
        return ModelError::Refused(explanation.text);
    }
    ModelError::Unavailable(explanation.text)
}

/// Maps a connection that failed before or during the answer. The error's own text is left out, because it contains the
/// address with any credentials.
fn of_connection(error: &reqwest::Error, timeout: Duration, clean: &dyn Fn(&str) -> String) -> ModelError {
    if error.is_connect() {
        return ModelError::Unavailable(format!("no connection ({})", clean(&root_cause(error))));
    }
    if error.is_timeout() {
        return ModelError::Unavailable(format!("silent for {timeout:?}"));
    }
    if error.is_body() || error.is_decode() {
        return ModelError::Cut;
    }
    ModelError::Unavailable("the connection failed".to_owned())
}

/// A provider's explanation of an error.
#[derive(Default)]
struct Explanation {
    /// The message for people; may be empty.
    text: String,
    /// The code for programs; empty if there is none, or if it may be more than a code.
    code: String,
    /// The message and all codes in lower case, to search for known phrases.
    all: String,
}

impl Explanation {
    fn of(body: &Value, clean: &dyn Fn(&str) -> String) -> Self {
        // OpenAI, Anthropic: {"error": {"message", "type", "code"}}; Gemini wraps that in a list; Ollama: {"error":
        // "..."}; streams send only the inner object.
        let body = body.get(0).unwrap_or(body);
        let error = body.get("error").unwrap_or(body);
        let message = [error.get("message"), error.get("detail"), body.get("message"), Some(error)];
        let message = message.into_iter().flatten().find_map(Value::as_str).unwrap_or_default();
        let words: Vec<_> = message.split_whitespace().collect();
        let text = clean(&words.join(" ")).chars().take(MAX_EXPLANATION).collect();
        let codes =
            ["code", "type", "status"].map(|key| error.get(key).and_then(Value::as_str).unwrap_or_default());
        let code = codes.into_iter().find(|code| is_code(code)).unwrap_or_default().to_lowercase();
        let all = format!("{message} {}", codes.join(" ")).to_lowercase();
        Self { text, code, all }
    }

    fn mentions(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.all.contains(phrase))
    }
}

/// Returns whether a text is a code such as `invalid_request_error`, so that it holds no words of people.
fn is_code(text: &str) -> bool {
    (1..=MAX_CODE).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
}

/// Returns the pause that the provider asks for: in milliseconds, in seconds, or until a date, which is compared with
/// the answer's own date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    if let Some(millis) = text("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return Duration::try_from_secs_f64(millis / 1000.0).ok();
    }
    let value = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let until = DateTime::parse_from_rfc2822(value).ok()?;
    let now = DateTime::parse_from_rfc2822(text(DATE.as_str())?).ok()?;
    Some((until - now).to_std().unwrap_or_default())
}

/// Returns the pause for which Gemini asks in the body of an error: `"retryDelay": "3s"`.
fn retry_delay(body: &Value) -> Option<Duration> {
    let body = body.get(0).unwrap_or(body);
    let details = body.get("error")?.get("details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    Duration::try_from_secs_f64(delay.strip_suffix('s')?.parse().ok()?).ok()
}

/// Returns the text of the innermost error, such as "Connection refused"; only the outer ones name the address.
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_wish_to_wait_is_read_in_every_form() {
        let wait = |headers: &[(&'static str, &str)]| {
            let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            retry_after(&headers.collect())
        };
        let (date, later) = ("Sat, 21 Nov 2026 22:00:00 GMT", "Sat, 21 Nov 2026 22:01:30 GMT");
        assert_eq!(wait(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(
            wait(&[("retry-after", "2"), ("retry-after-ms", "1500")]),
            Some(Duration::from_millis(1500))
        );
        assert_eq!(wait(&[("date", date), ("retry-after", later)]), Some(Duration::from_secs(90)));
        assert_eq!(wait(&[("date", later), ("retry-after", date)]), Some(Duration::ZERO));
        assert_eq!(wait(&[("retry-after", "-1")]), None);
        assert_eq!(wait(&[("retry-after", "soon")]), None);
    }

    #[test]
    fn a_status_is_told_apart_by_what_its_body_says() {
        let failed = |status: u16, body: Value| {
            let status = StatusCode::from_u16(status).unwrap();
            of_status(status, &body.to_string(), &HeaderMap::new(), &str::to_owned)
        };
        let error = |message: &str| json!({ "error": { "message": message } });
        for said in [
            "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000",
            "the request exceeds the available context size, try increasing it",
            "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
        ] {
            assert!(matches!(failed(400, error(said)), ModelError::TooLong(_)), "{said}");
        }
        for said in ["API key not valid. Please pass a valid API key.", "Incorrect API key provided: xa***"] {
            assert!(matches!(failed(400, error(said)), ModelError::KeyRefused(_)), "{said}");
        }
        let flagged =
            error("Your chosen model requires moderation and your input was flagged for \"violence\".");
        assert!(matches!(failed(403, flagged), ModelError::Withheld(_)));
        let azure = json!({ "error": { "message": "The response was filtered.", "code": "content_filter" } });
        assert!(matches!(failed(400, azure), ModelError::Withheld(_)));
        for (status, said) in [
            (400, "registry.ollama.ai/library/gemma:2b does not support tools"),
            (404, "No endpoints found that support tool use."),
            (400, "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"),
            (500, "tools param requires --jinja flag"),
        ] {
            assert!(matches!(failed(status, error(said)), ModelError::NoTools(_)), "{said}");
        }
        let info = json!({ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3.5s" });
        let wait = json!([{ "error": { "message": "Quota.", "details": [{ "reason": "x" }, info] } }]);
        let (message, retry_after) = ("HTTP 429: Quota.".to_owned(), Some(Duration::from_millis(3500)));
        assert_eq!(failed(429, wait), ModelError::RateLimited { message, retry_after });
    }

    #[test]
    fn the_code_of_an_error_is_no_more_than_a_code() {
        let code = |error: Value| {
            let body = json!({ "error": error }).to_string();
            let error = of_status(StatusCode::BAD_REQUEST, &body, &HeaderMap::new(), &str::to_owned);
            assert_eq!(error.status(), Some(400));
            error.code().map(str::to_owned)
        };
        assert_eq!(code(json!({ "message": "a: b", "type": "x_error", "code": "y" })).as_deref(), Some("y"));
        assert_eq!(
            code(json!({ "message": "a", "type": "x_error", "code": 400 })).as_deref(),
            Some("x_error")
        );
        assert_eq!(code(json!({ "status": "INVALID_ARGUMENT" })).as_deref(), Some("invalid_argument"));
        assert_eq!(code(json!({ "message": "my words, x: a", "code": "my words" })), None);
        assert_eq!(code(json!({ "message": ", x: a", "type": "sk-1234" })), None);
        assert_eq!(code(json!({})), None);
    }

    #[test]
    fn explanations_are_found_where_providers_put_them() {
        let explanation =
            |body: &str| Explanation::of(&serde_json::from_str(body).unwrap(), &str::to_owned).text;
        for body in [
            r#"{"error": {"message": "why", "type": "t"}}"#,
            r#"[{"error": {"message": "why", "status": "S"}}]"#,
            r#"{"error": "why"}"#,
            r#"{"message": "why"}"#,
            r#"{"detail": "why"}"#,
            r#""why""#,
        ] {
            assert_eq!(explanation(body), "why", "{body}");
        }
        assert_eq!(explanation("{}"), "");
        assert_eq!(explanation(&format!("{:?}", "x".repeat(1000))).len(), MAX_EXPLANATION);
    }
}
