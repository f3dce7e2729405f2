//! Spans in the form of the protocol.

use chrono::{DateTime, Utc};
use opentelemetry_proto::tonic::{
    collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse},
    common::v1::{AnyValue, InstrumentationScope, KeyValue, any_value},
    resource::v1::Resource,
    trace::v1::{self as proto, ResourceSpans, ScopeSpans, Status, span::SpanKind, status::StatusCode},
};
use prost::Message as _;

use crate::span::{Span, Value};

/// The flag of a trace that is sampled.
const SAMPLED: u32 = 1;

/// Returns how many spans a response rejects; 0 if it does not say.
pub(crate) fn rejected(answer: &[u8]) -> u64 {
    let said = ExportTraceServiceResponse::decode(answer).ok().and_then(|said| said.partial_success);
    said.and_then(|said| u64::try_from(said.rejected_spans).ok()).unwrap_or_default()
}

/// Returns the body of a request with these spans.
pub(crate) fn request(spans: &[Span], version: &str) -> Vec<u8> {
    let text = |text: &str| Value::Text(text.to_owned());
    let about = [("service.name", text("adjutant")), ("service.version", text(version))];
    let scope = InstrumentationScope {
        name: "adjutant".to_owned(),
        version: version.to_owned(),
        ..InstrumentationScope::default()
    };
    let spans = spans.iter().map(span).collect();
    let request = ExportTraceServiceRequest {
        resource_spans: vec![ResourceSpans {
            resource: Some(Resource {
                attributes: about.into_iter().map(|(name, value)| attribute(name, value)).collect(),
                ..Resource::default()
            }),
            scope_spans: vec![ScopeSpans { scope: Some(scope), spans, ..ScopeSpans::default() }],
            ..ResourceSpans::default()
        }],
    };
    request.encode_to_vec()
}

fn span(span: &Span) -> proto::Span {
    let kind = match span.name {
        "turn" => SpanKind::Server,
        "model_call" | "delivery" => SpanKind::Client,
        _ => SpanKind::Internal,
    };
    proto::Span {
        trace_id: span.trace.to_vec(),
        span_id: span.id.to_vec(),
        parent_span_id: span.parent.map(|id| id.to_vec()).unwrap_or_default(),
        flags: SAMPLED,
        name: span.name.to_owned(),
        kind: kind.into(),
        start_time_unix_nano: nanos(span.began),
        end_time_unix_nano: nanos(span.ended),
        attributes: span.attributes.iter().map(|(name, value)| attribute(name, value.clone())).collect(),
        status: span.failed.then(|| Status { code: StatusCode::Error.into(), message: String::new() }),
        ..proto::Span::default()
    }
}

fn nanos(at: DateTime<Utc>) -> u64 {
    at.timestamp_nanos_opt().and_then(|nanos| nanos.try_into().ok()).unwrap_or_default()
}

fn attribute(name: &str, value: Value) -> KeyValue {
    let value = match value {
        Value::Text(text) => any_value::Value::StringValue(text),
        Value::Number(number) => any_value::Value::IntValue(number),
    };
    KeyValue { key: name.to_owned(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
}
