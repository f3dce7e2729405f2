//! Errors of connections, described for operators and models: the problem and its remedy. They name no address, because
//! its query may be secret.

use std::{error::Error, io::ErrorKind};

use adjutant_domain::shown;
use rmcp::{
    model::{ErrorData, ProtocolVersion},
    service::{ClientInitializeError, ServiceError},
    transport::{
        DynamicTransportError,
        streamable_http_client::{
            AuthRequiredError, HttpStatusError, InsufficientScopeError, StreamableHttpError,
        },
    },
};

use super::{http::Elsewhere, lines::UNREAD};

/// The longest part of a server's own text, in characters.
const MAX_SAID: usize = 300;
/// The longest time to wait, or version, in characters.
const MAX_WAIT: usize = 60;

/// Explains an error.
pub(crate) fn explain(error: &(dyn Error + 'static)) -> String {
    let mut next = Some(error);
    while let Some(current) = next {
        if let Some(known) = known(current) {
            return known;
        }
        next = inner(current);
    }
    shown::elided(&shown::line(&error.to_string()), MAX_SAID)
}

/// How a server refuses the way in which a connection was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// With an error of the protocol.
    Message,
    /// With a status of HTTP.
    Status,
}

/// Returns how a server refuses the way in which the connection was begun, as a server with another version of the
/// protocol does.
pub(crate) fn refusal(error: &ClientInitializeError) -> Option<Refusal> {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(current) = next {
        if let Some(ClientInitializeError::JsonRpcError(_)) = current.downcast_ref() {
            return Some(Refusal::Message);
        }
        let status = match current.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            Some(StreamableHttpError::HttpStatus(status)) => Some(status.status),
            Some(StreamableHttpError::UnexpectedServerResponse(said)) => status_in(said),
            _ => None,
        };
        if let Some(status) = status {
            return matches!(status, 400 | 404 | 405 | 422).then_some(Refusal::Status);
        }
        next = inner(current);
    }
    None
}

/// Returns the newest version of the protocol that a server names in its refusal and the bot knows.
pub(crate) fn versions_in(error: &ClientInitializeError) -> Option<ProtocolVersion> {
    let ClientInitializeError::JsonRpcError(refusal) = error else { return None };
    let named = refusal.data.as_ref()?.get("supported")?.as_array()?;
    let is_named = |version: &&ProtocolVersion| named.iter().any(|it| it == version.as_str());
    ProtocolVersion::KNOWN_VERSIONS.iter().rev().find(is_named).cloned()
}

/// Returns the error for a server that begins with a version that the bot does not know.
pub(crate) fn unknown_version(version: &ProtocolVersion) -> String {
    let version = shown::elided(&shown::line(version.as_str()), MAX_WAIT);
    format!("it speaks version {version} of the protocol, which the bot does not know")
}

/// Returns the cause of an error, including causes that `source` does not report.
fn inner<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    if let Some(ClientInitializeError::TransportError { error, .. }) = error.downcast_ref() {
        return Some(error.error.as_ref());
    }
    if let Some(ServiceError::TransportSend(error)) = error.downcast_ref() {
        return Some(error.error.as_ref());
    }
    if let Some(error) = error.downcast_ref::<DynamicTransportError>() {
        return Some(error.error.as_ref());
    }
    error.source()
}

fn known(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref::<ClientInitializeError>() {
        return match error {
            ClientInitializeError::JsonRpcError(refusal) => Some(refused(refusal)),
            ClientInitializeError::ConnectionClosed(_) => Some("it closed the connection".to_owned()),
            ClientInitializeError::TransportError { .. } => None,
            _ => Some("it does not begin as the protocol says: is it an MCP server?".to_owned()),
        };
    }
    if let Some(error) = error.downcast_ref::<ServiceError>() {
        return match error {
            ServiceError::McpError(refusal) => Some(refused(refusal)),
            ServiceError::TransportClosed => Some("the connection closed".to_owned()),
            ServiceError::UnexpectedResponse => Some("its answer is not what the protocol says".to_owned()),
            _ => None,
        };
    }
    if let Some(error) = error.downcast_ref::<reqwest::Error>() {
        return Some(of_http(error));
    }
    if let Some(error) = error.downcast_ref::<std::io::Error>() {
        return Some(match error.kind() {
            ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
            kind => format!("the connection broke ({kind})"),
        });
    }
    if let Some(wanted) = error.downcast_ref::<AuthRequiredError>()
        && wanted.www_authenticate_header.contains("resource_metadata")
    {
        return Some("it wants OAuth, which the bot does not support; a token in headers may do".to_owned());
    }
    if error.is::<AuthRequiredError>() || error.is::<InsufficientScopeError>() {
        return Some("it wants other credentials: check headers".to_owned());
    }
    match error.downcast_ref::<StreamableHttpError<reqwest::Error>>()? {
        StreamableHttpError::Client(error) => Some(of_http(error)),
        StreamableHttpError::HttpStatus(status) => {
            Some(asks_to_wait(status).unwrap_or_else(|| of_status(status.status)))
        }
        StreamableHttpError::SessionExpired => Some("it has lost the session: try again".to_owned()),
        StreamableHttpError::ResponseBodyTooLarge { max_size } => {
            Some(format!("its answer is larger than {} KB", max_size >> 10))
        }
        StreamableHttpError::Deserialize(error) if error.is_syntax() || error.is_eof() => {
            Some("its answer is not valid JSON".to_owned())
        }
        StreamableHttpError::UnexpectedContentType(_) | StreamableHttpError::Deserialize(_) => {
            Some("its answer is not what the protocol says: check url".to_owned())
        }
        StreamableHttpError::UnexpectedServerResponse(said) => Some(
            status_in(said)
                .map_or_else(|| "its answer is not what the protocol says: check url".to_owned(), of_status),
        ),
        _ => None,
    }
}

fn status_in(said: &str) -> Option<u16> {
    said.strip_prefix("HTTP ")?.get(..3)?.parse().ok()
}

fn refused(refusal: &ErrorData) -> String {
    let said = shown::elided(&shown::line(&refusal.message), MAX_SAID);
    if is_unread(refusal) { said } else { format!("it refuses: {said}") }
}

/// Returns whether the server has answered, but its answer cannot be read.
pub(crate) fn is_unread(refusal: &ErrorData) -> bool {
    refusal.code == UNREAD
}

/// Returns the words for status 429: nothing was done.
fn asks_to_wait(status: &HttpStatusError) -> Option<String> {
    let wait = status.retry_after.as_deref().map(|wait| shown::elided(&shown::line(wait), MAX_WAIT));
    let wait = match wait {
        Some(seconds) if seconds.parse::<u32>().is_ok() => format!(" {seconds} s"),
        Some(date) => format!(" until {date}"),
        None => String::new(),
    };
    (status.status == 429).then(|| format!("it asks to wait{wait}, and did nothing"))
}

/// Returns what the error says if the server surely did nothing: it asks to wait, refuses the bot before it reads the
/// call, has lost the session, or no connection was made.
pub(crate) fn did_nothing(error: &ServiceError) -> Option<String> {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(current) = next {
        if current.is::<AuthRequiredError>() || current.is::<InsufficientScopeError>() {
            return known(current).map(|why| format!("{why}; the call did nothing"));
        }
        match current.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            Some(StreamableHttpError::HttpStatus(status)) => {
                return asks_to_wait(status).or_else(|| turned_away(status.status));
            }
            Some(StreamableHttpError::UnexpectedServerResponse(said)) => {
                return status_in(said).and_then(turned_away);
            }
            Some(StreamableHttpError::SessionExpired) => {
                return known(current).map(|why| format!("{why}; the call did nothing"));
            }
            Some(StreamableHttpError::Client(error)) if error.is_connect() => {
                return Some(format!("{}; the call did nothing", of_http(error)));
            }
            _ => {}
        }
        next = inner(current);
    }
    None
}

/// Returns the words for a status with which a server answers before it reads the call.
fn turned_away(status: u16) -> Option<String> {
    matches!(status, 401 | 403 | 404).then(|| format!("{}; the call did nothing", of_status(status)))
}

fn of_http(error: &reqwest::Error) -> String {
    let mut cause = error.source();
    while let Some(current) = cause {
        if current.is::<Elsewhere>() {
            return current.to_string();
        }
        cause = current.source();
    }
    match error.status() {
        Some(status) => of_status(status.as_u16()),
        None if error.is_connect() => "it cannot be reached: check url, and whether it runs".to_owned(),
        None if error.is_timeout() => "it did not answer in time".to_owned(),
        None => "the connection broke".to_owned(),
    }
}

fn of_status(status: u16) -> String {
    let advice = match status {
        401 => ", as the bot is not signed in: check headers",
        403 => ", as the bot may not do this: check headers",
        413 => ": the call is too large for it",
        405 => ": check url; the old transport, HTTP+SSE, is not supported",
        300..=499 => ": check url",
        _ => "",
    };
    format!("it answers with status {status}{advice}")
}
