//! Records spans as they end.

use std::{fmt, sync::Arc};

use adjutant_clock::Timer;
use chrono::{DateTime, Utc};
use tokio::sync::mpsc;
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};
use tracing_subscriber::{
    layer::{Context, Layer},
    registry::LookupSpan,
};

use crate::{
    Lost,
    ids::{self, Fresh, SpanId, TraceId},
    span::{Span, Value},
};

/// The target of spans about past work. They have the fields `began` and `ended`, in milliseconds since the Unix epoch.
pub const PAST: &str = "adjutant::past";
/// The root span of a trace.
const WHOLE: &str = "whole_turn";
/// The names of spans in traces, where they differ from their names in the log.
const NAMES: [(&str, &str); 2] = [(WHOLE, "turn"), ("turn", "work")];
/// The fields that are exported, with their names in traces. None holds an id, or text of a person.
const TAKEN: [(&str, &str); 6] = [
    ("channel", "adjutant.channel"),
    ("end", "adjutant.end"),
    ("model", "adjutant.model"),
    ("outcome", "adjutant.outcome"),
    ("step", "adjutant.step"),
    ("tool", "adjutant.tool"),
];
/// The longest text that is exported, in characters.
const LONGEST: usize = 100;

/// Returns whether a recorder looks at a span or event: the filter of its layer.
pub fn is_recorded(metadata: &Metadata<'_>) -> bool {
    let is_own = metadata.target().starts_with("adjutant");
    match metadata.is_span() {
        true => is_own && (*metadata.level() <= Level::INFO || metadata.target() == PAST),
        false => is_own && *metadata.level() == Level::ERROR,
    }
}

/// A layer that passes on spans when they end.
pub struct Recorder {
    share: f64,
    clock: Arc<dyn Timer>,
    fresh: Fresh,
    spans: mpsc::Sender<Span>,
    lost: Lost,
}

impl Recorder {
    pub(crate) fn new(share: f64, clock: Arc<dyn Timer>, (spans, lost): (mpsc::Sender<Span>, Lost)) -> Self {
        Self { share, clock, fresh: Fresh::default(), spans, lost }
    }

    /// Returns a span's form for traces; `None` if it belongs to no turn.
    fn open(&self, name: &'static str, around: Option<Around>, fields: Fields) -> Option<Traced> {
        let (began, ended) = (fields.began, fields.ended);
        let now = self.clock.now();
        let (trace, id, parent) = match (around, fields.key()) {
            (Some(Around::Unsampled), _) => return Some(Traced(None)),
            (Some(Around::Span(trace, parent)), _) => (trace, self.fresh.id(), Some(parent)),
            (None, Some(key)) => {
                let (whole, told) = (ids::of_span(key, WHOLE), ids::of_span(key, name));
                let id = if began.is_some() { told } else { self.fresh.id() };
                (ids::of_trace(key), id, (name != WHOLE).then_some(whole))
            }
            (None, None) => return None,
        };
        let span = ids::is_sampled(trace, self.share).then(|| Span {
            trace,
            id,
            parent,
            name: NAMES.iter().find(|(own, _)| *own == name).map_or(name, |(_, shown)| shown),
            began: began.and_then(DateTime::from_timestamp_millis).unwrap_or(now),
            ended: ended.and_then(DateTime::from_timestamp_millis).unwrap_or(DateTime::<Utc>::MIN_UTC),
            attributes: fields.taken,
            failed: false,
        });
        Some(Traced(span))
    }
}

/// A span of a turn; `None` if the turn is not traced.
struct Traced(Option<Span>);

/// The parent of a new span.
enum Around {
    Span(TraceId, SpanId),
    Unsampled,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Recorder {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let around = |parent: tracing_subscriber::registry::SpanRef<'_, S>| {
            parent.extensions().get::<Traced>().map(|Traced(span)| match span {
                Some(span) => Around::Span(span.trace, span.id),
                None => Around::Unsampled,
            })
        };
        let parent = span.parent().and_then(around);
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        if let Some(open) = self.open(span.name(), parent, fields) {
            span.extensions_mut().insert(open);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let mut fields = Fields::default();
        values.record(&mut fields);
        if let Some(span) = context.span(id)
            && let Some(Traced(Some(open))) = span.extensions_mut().get_mut::<Traced>()
        {
            // A model that is asked again has the last outcome.
            open.attributes.retain(|(name, _)| fields.taken.iter().all(|(other, _)| name != other));
            open.attributes.extend(fields.taken);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        if let Some(span) = context.event_span(event)
            && let Some(Traced(Some(open))) = span.extensions_mut().get_mut::<Traced>()
        {
            open.failed = true;
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let closed = context.span(&id).and_then(|span| span.extensions_mut().remove::<Traced>());
        let Some(Traced(Some(mut closed))) = closed else { return };
        if closed.ended == DateTime::<Utc>::MIN_UTC {
            closed.ended = self.clock.now();
        }
        closed.ended = closed.ended.max(closed.began);
        if self.spans.try_send(closed).is_err() {
            self.lost.count();
        }
    }
}

/// The exported fields of a span.
#[derive(Default)]
struct Fields {
    turn: Option<String>,
    run: Option<String>,
    /// The turn for which a specialist works.
    of: Option<String>,
    began: Option<i64>,
    ended: Option<i64>,
    taken: Vec<(&'static str, Value)>,
}

impl Fields {
    /// Returns the id of the turn or run to which the trace belongs.
    fn key(&self) -> Option<&str> {
        [&self.run, &self.of, &self.turn].into_iter().find_map(Option::as_deref)
    }

    fn take(&mut self, field: &Field, value: impl FnOnce() -> Value) {
        if let Some((_, name)) = TAKEN.iter().find(|(name, _)| *name == field.name()) {
            self.taken.push((name, value()));
        }
    }
}

impl Visit for Fields {
    fn record_i64(&mut self, field: &Field, value: i64) {
        match field.name() {
            "began" => self.began = Some(value),
            "ended" => self.ended = Some(value),
            _ => self.take(field, || Value::Number(value)),
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.take(field, || Value::Number(value.try_into().unwrap_or(i64::MAX)));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "turn" => self.turn = Some(value.to_owned()),
            "run" => self.run = Some(value.to_owned()),
            "of" => self.of = Some(value.to_owned()),
            _ => self.take(field, || Value::Text(value.chars().take(LONGEST).collect())),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let is_wanted = matches!(field.name(), "turn" | "run" | "of")
            || TAKEN.iter().any(|(name, _)| *name == field.name());
        if is_wanted {
            self.record_str(field, &format!("{value:?}"));
        }
    }
}
