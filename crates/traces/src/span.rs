//! Recorded spans.

use chrono::{DateTime, Utc};

use crate::ids::{SpanId, TraceId};

/// A span that has ended or is still open.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) trace: TraceId,
    pub(crate) id: SpanId,
    /// `None` for the root span.
    pub(crate) parent: Option<SpanId>,
    pub(crate) name: &'static str,
    pub(crate) began: DateTime<Utc>,
    pub(crate) ended: DateTime<Utc>,
    pub(crate) attributes: Vec<(&'static str, Value)>,
    /// Whether an error was logged in it.
    pub(crate) failed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Number(i64),
}
