//! Answers in the OpenAI API's format: one body, or a stream of events.

use std::time::Duration;

use axum::{
    body::{Body, Bytes},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use futures::{Stream, StreamExt, stream};
use serde_json::{Value, json};
use tokio::{task::yield_now, time::sleep};

use super::turn::{Chunks, Reply};
use crate::server::Cut;

/// The fields that are repeated in every part of an answer.
#[derive(Clone, Debug)]
pub(crate) struct Envelope {
    pub(crate) number: usize,
    pub(crate) model: String,
    /// Tokens in and out.
    pub(crate) usage: (u64, u64),
    pub(crate) cached: u64,
}

impl Envelope {
    /// Returns the answer as one body.
    pub(crate) fn whole(&self, reply: &Reply) -> Response {
        let calls: Vec<_> = (0..reply.calls.len()).map(|index| self.call(reply, index)).collect();
        let mut message = json!({"role": "assistant", "content": reply.text, "refusal": null});
        if !calls.is_empty() {
            message["tool_calls"] = json!(calls);
            message["content"] = if reply.text.is_empty() { Value::Null } else { json!(reply.text) };
        }
        if !reply.reasoning.is_empty() {
            message["reasoning_content"] = json!(reply.reasoning);
        }
        let choice =
            json!({"index": 0, "message": message, "logprobs": null, "finish_reason": finish(reply)});
        let body = json!({
            "id": format!("chatcmpl-{}", self.number),
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": self.model,
            "choices": [choice],
            "usage": self.usage(),
        });
        json_response(StatusCode::OK, &body)
    }

    /// Returns the events of a stream, except those that end it.
    pub(crate) fn pieces(&self, reply: &Reply, chunks: Chunks) -> Vec<Bytes> {
        let mut deltas = vec![json!({"role": "assistant", "content": ""})];
        let reasoning = text_pieces(&reply.reasoning, chunks).into_iter();
        deltas.extend(reasoning.map(|text| json!({"content": null, "reasoning_content": text})));
        deltas.extend(text_pieces(&reply.text, chunks).into_iter().map(|text| json!({"content": text})));
        deltas.extend(self.call_pieces(reply, chunks).into_iter().map(|call| json!({"tool_calls": [call]})));
        deltas.into_iter().map(|delta| self.event(&delta, &Value::Null)).collect()
    }

    /// Returns the events that end a stream.
    pub(crate) fn ending(&self, reply: &Reply, include_usage: bool) -> Vec<Bytes> {
        let mut events = vec![self.event(&json!({}), &json!(finish(reply)))];
        if include_usage {
            let mut chunk = self.chunk(json!([]));
            chunk["usage"] = self.usage();
            events.push(sse(&chunk));
        }
        events.push(Bytes::from_static(b"data: [DONE]\n\n"));
        events
    }

    fn event(&self, delta: &Value, finish_reason: &Value) -> Bytes {
        sse(&self
            .chunk(json!([{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason}])))
    }

    fn chunk(&self, choices: Value) -> Value {
        json!({
            "id": format!("chatcmpl-{}", self.number),
            "object": "chat.completion.chunk",
            "created": 1_700_000_000,
            "model": self.model,
            "choices": choices,
        })
    }

    fn call_pieces(&self, reply: &Reply, chunks: Chunks) -> Vec<Value> {
        if chunks == Chunks::OddToolDeltas {
            return self.odd_call_pieces(reply);
        }
        let pieces = (0..reply.calls.len()).map(|index| {
            let mut call = self.call(reply, index);
            match chunks {
                Chunks::NoIndex => {}
                Chunks::SharedIndex => call["index"] = json!(0),
                _ => call["index"] = json!(index),
            }
            call
        });
        pieces.collect()
    }

    /// Sends all heads first, then pieces of 1, 3, 7, 1 ... characters of each call in turn.
    fn odd_call_pieces(&self, reply: &Reply) -> Vec<Value> {
        let mut pieces = Vec::new();
        let mut rests: Vec<Vec<char>> = Vec::new();
        for (index, (_, arguments)) in reply.calls.iter().enumerate() {
            let mut head = self.call(reply, index);
            head["index"] = json!(index);
            head["function"]["arguments"] = json!("");
            pieces.push(head);
            rests.push(arguments.chars().collect());
        }
        for length in [1, 3, 7].into_iter().cycle() {
            if rests.iter().all(Vec::is_empty) {
                break;
            }
            for (index, rest) in rests.iter_mut().enumerate().filter(|(_, rest)| !rest.is_empty()) {
                let piece: String = rest.drain(..length.min(rest.len())).collect();
                pieces.push(json!({"index": index, "function": {"arguments": piece}}));
            }
        }
        pieces
    }

    fn call(&self, reply: &Reply, index: usize) -> Value {
        let (name, arguments) = &reply.calls[index];
        let id = format!("call_{}_{index}", self.number);
        json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
    }

    fn usage(&self) -> Value {
        let (input, output) = self.usage;
        let details = json!({"cached_tokens": self.cached});
        json!({"prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output,
            "prompt_tokens_details": details})
    }
}

/// Streams these pieces, each after `pace`, and then the events that `ending` returns.
pub(crate) fn streamed(
    pieces: Vec<Bytes>,
    pace: Duration,
    ending: impl Future<Output = Result<Vec<Bytes>, Cut>> + Send + 'static,
) -> Response {
    let start = stream::iter(pieces).then(move |piece| async move {
        if !pace.is_zero() {
            sleep(pace).await;
        }
        Ok::<_, Cut>(piece)
    });
    let end = stream::once(async move {
        // Lets the connection write the earlier pieces, which a cut would otherwise discard.
        yield_now().await;
        ending.await
    });
    event_stream(start.chain(end.flat_map(|ending| match ending {
        Ok(pieces) => stream::iter(pieces.into_iter().map(Ok).collect::<Vec<_>>()),
        Err(cut) => stream::iter(vec![Err(cut)]),
    })))
}

/// Returns an error in the API's format.
pub(crate) fn error(status: u16, retry_after: Option<u64>, code: &str, message: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let kind = if status.is_client_error() { "invalid_request_error" } else { "server_error" };
    let body = json!({"error": {"message": message, "type": kind, "param": null, "code": code}});
    let mut response = json_response(status, &body);
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

pub(crate) fn json_response(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

fn event_stream(events: impl Stream<Item = Result<Bytes, Cut>> + Send + 'static) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")];
    (headers, Body::from_stream(events)).into_response()
}

fn text_pieces(text: &str, chunks: Chunks) -> Vec<String> {
    match chunks {
        _ if text.is_empty() => Vec::new(),
        Chunks::Whole => vec![text.to_owned()],
        Chunks::PerChar => text.chars().map(String::from).collect(),
        _ => text.split_inclusive(' ').map(str::to_owned).collect(),
    }
}

fn finish(reply: &Reply) -> &'static str {
    match reply {
        Reply { truncated: true, .. } => "length",
        Reply { withheld: true, .. } => "content_filter",
        Reply { calls, .. } if calls.is_empty() => "stop",
        _ => "tool_calls",
    }
}

fn sse(event: &Value) -> Bytes {
    Bytes::from(format!("data: {event}\n\n"))
}
