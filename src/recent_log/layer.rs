//! The tracing layer that collects the program's log lines.

use std::{fmt::Debug, sync::Arc};

use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};
use tracing_subscriber::{
    layer::{Context, Layer},
    registry::{LookupSpan, Scope},
};

use super::{LINE, Line, RecentLog};

/// Marks the end of a text that was cut.
const CUT: &str = "…";

/// Keeps every line that passes the filter.
pub struct RecentLogLayer(RecentLog);

impl RecentLogLayer {
    pub(super) fn new(log: RecentLog) -> Self {
        Self(log)
    }

    fn fields(&self) -> Fields<'_> {
        Fields { log: &self.0, room: LINE, message: "".into(), target: None, values: Vec::new() }
    }
}

/// The fields of a span, stored with the span.
struct OfSpan(Vec<(&'static str, Arc<str>)>);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for RecentLogLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = self.fields();
        attributes.record(&mut fields);
        span.extensions_mut().insert(OfSpan(fields.values));
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = self.fields();
        values.record(&mut fields);
        if let Some(OfSpan(known)) = span.extensions_mut().get_mut() {
            known.extend(fields.values);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let (mut fields, metadata) = (self.fields(), event.metadata());
        // Detailed lines of libraries may contain people's words, which the page shows to nobody.
        if !metadata.target().starts_with("adjutant") && *metadata.level() > Level::WARN {
            return;
        }
        event.record(&mut fields);
        let (mut spans, mut ids) = (Vec::new(), Vec::<(&'static str, Arc<str>)>::new());
        for span in context.event_scope(event).into_iter().flat_map(Scope::from_root) {
            spans.push(span.name());
            for (name, value) in span.extensions().get::<OfSpan>().into_iter().flat_map(|OfSpan(own)| own) {
                ids.retain(|(known, _)| known != name);
                ids.push((name, value.clone()));
            }
        }
        self.0.push(Line {
            number: 0,
            at: self.0.0.clock.timestamp(),
            level: metadata.level().as_str(),
            target: fields.target.unwrap_or_else(|| metadata.target().into()),
            message: fields.message,
            fields: fields.values,
            spans,
            ids,
        });
    }
}

/// Collects fields, redacted and cut.
struct Fields<'a> {
    log: &'a RecentLog,
    /// How many more bytes the line may take.
    room: usize,
    message: Box<str>,
    /// Set by the adapter for lines of the crate `log`.
    target: Option<Box<str>>,
    values: Vec<(&'static str, Arc<str>)>,
}

impl Fields<'_> {
    fn take(&mut self, field: &Field, text: &str) {
        // Redaction comes first: half a secret would not be recognised.
        let text = self.log.0.redactor.redact(text);
        match field.name() {
            "message" => self.message = cut(&text, &mut self.room).into(),
            "log.target" => self.target = Some(cut(&text, &mut self.room).into()),
            name if name.starts_with("log.") => {}
            name => self.values.push((name, cut(&text, &mut self.room).into())),
        }
    }
}

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.take(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.take(field, &format!("{value:?}"));
    }
}

/// Returns as much of a text as fits the room.
fn cut(text: &str, room: &mut usize) -> String {
    if text.len() <= *room {
        *room -= text.len();
        return text.to_owned();
    }
    let kept = text.floor_char_boundary(room.saturating_sub(CUT.len()));
    *room = 0;
    format!("{}{CUT}", &text[..kept])
}
