//! The HTTP client of a connection: that of `reqwest`, with answers that `rmcp` alone would treat worse.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures::{StreamExt as _, stream::BoxStream};
use reqwest::{
    Client,
    header::{HeaderName, HeaderValue},
};
use rmcp::{
    model::{ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, RequestId, ServerJsonRpcMessage},
    transport::streamable_http_client::{
        StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse, StreamableHttpResponseLimits,
    },
};
use sse_stream::{Error as EventError, Sse};
use tokio::sync::Notify;

use super::lines::{in_place_of, too_long, unread};

/// The shortest pause before a stream of events is opened again, whatever the server asks for: with none, a server
/// could keep the bot busy.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);

type Headers = HashMap<HeaderName, HeaderValue>;
type Events = BoxStream<'static, Result<Sse, EventError>>;
type Failure = StreamableHttpError<reqwest::Error>;

/// A client for one connection.
///
/// - An answer that is too large, or cannot be parsed, is an error of its request, which says so.
/// - Streams of events are not opened again at once.
/// - When `rmcp` begins a session anew because the server has lost the old one, the lists are read again: the server
///   may have been replaced by a newer one.
#[derive(Clone)]
pub(super) struct Careful {
    client: Client,
    has_begun: Arc<AtomicBool>,
    lists_changed: Arc<Notify>,
}

impl Careful {
    pub fn new(client: Client, lists_changed: Arc<Notify>) -> Self {
        Self { client, has_begun: Arc::default(), lists_changed }
    }

    /// Notes that a session begins.
    fn begins(&self) {
        if self.has_begun.swap(true, Ordering::Relaxed) {
            self.lists_changed.notify_one();
        }
    }
}

impl StreamableHttpClient for Careful {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let limits = StreamableHttpResponseLimits::default();
        self.post_message_with_response_limits(uri, message, session, token, headers, limits).await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: Headers,
        limits: StreamableHttpResponseLimits,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let (request, begins) = (request_of(&message), is_begin(&message));
        let client = &self.client;
        let posted = client.post_message_with_response_limits(uri, message, session, token, headers, limits);
        let posted = posted.await?;
        if begins {
            self.begins();
        }
        Ok(match posted {
            StreamableHttpPostResponse::Sse(events, session) => {
                let events = careful(events, request.map(|id| (id, limits.max_sse_event_size)));
                StreamableHttpPostResponse::Sse(events, session)
            }
            other => other,
        })
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<(), Failure> {
        self.client.delete_session(uri, session, token, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        token: Option<String>,
        headers: Headers,
    ) -> Result<Events, Failure> {
        let longest = StreamableHttpResponseLimits::default().max_sse_event_size;
        self.get_stream_with_max_sse_event_size(uri, session, last_event, token, headers, longest).await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        token: Option<String>,
        headers: Headers,
        longest: usize,
    ) -> Result<Events, Failure> {
        let client = &self.client;
        let opened =
            client.get_stream_with_max_sse_event_size(uri, session, last_event, token, headers, longest);
        Ok(careful(opened.await?, None))
    }
}

fn request_of(message: &ClientJsonRpcMessage) -> Option<RequestId> {
    match message {
        JsonRpcMessage::Request(request) => Some(request.id.clone()),
        _ => None,
    }
}

/// Returns whether a message is the last one of the handshake that begins a session.
fn is_begin(message: &ClientJsonRpcMessage) -> bool {
    matches!(
        message,
        JsonRpcMessage::Notification(it)
            if matches!(it.notification, ClientNotification::InitializedNotification(_))
    )
}

/// Returns the events of a stream. `answers` is the request that it answers, with the length of the longest event.
fn careful(events: Events, answers: Option<(RequestId, usize)>) -> Events {
    let events = events.map(move |event| match (event, &answers) {
        (Err(error), Some((id, longest))) if is_too_large(&error) => {
            Ok(Sse::default().data(written(&unread(id.clone(), too_long(*longest)))))
        }
        (event, _) => event.map(|event| readable(unhurried(event))),
    });
    events.boxed()
}

/// Puts an error in place of an answer that cannot be parsed: `rmcp` skips such an event, and its request waits.
fn readable(event: Sse) -> Sse {
    let instead = event.data.as_deref().and_then(|data| {
        let error = serde_json::from_str::<ServerJsonRpcMessage>(data).err()?;
        in_place_of(data.as_bytes(), &error)
    });
    match instead {
        Some(instead) => event.data(written(&instead)),
        None => event,
    }
}

fn written(message: &ServerJsonRpcMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

/// Returns whether an event is larger than allowed. `rmcp` has no public type for this error.
fn is_too_large(error: &EventError) -> bool {
    matches!(error, EventError::Body(error) if error.to_string().starts_with("SSE event exceeded the maximum size"))
}

fn unhurried(event: Sse) -> Sse {
    let shortest = u64::try_from(SHORTEST_PAUSE.as_millis()).unwrap_or(u64::MAX);
    Sse { retry: event.retry.map(|pause| pause.max(shortest)), ..event }
}

#[cfg(test)]
mod tests {
    use futures::stream;

    use super::*;

    #[tokio::test]
    async fn a_stream_is_not_opened_again_at_once() {
        for (asked, expected) in [(None, None), (Some(0), Some(250)), (Some(3_000), Some(3_000))] {
            let event = Sse { retry: asked, ..Sse::default() };
            let mut events = careful(stream::iter([Ok(event)]).boxed(), None);
            assert_eq!(events.next().await.unwrap().unwrap().retry, expected);
        }
    }
}
