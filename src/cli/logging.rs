//! The log: redacts secrets, and adds the ids of spans to its lines.

use std::{io, sync::Arc};

use adjutant_clock::SystemClock;
use adjutant_config::{Config, LogFormat};
use adjutant_domain::redact::Redactor;
use tracing::{Level, Metadata, Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{
    EnvFilter, Registry,
    filter::{FilterExt, FilterFn},
    fmt,
    fmt::MakeWriter,
    layer::{Filter, Layer, SubscriberExt},
    registry::LookupSpan,
    util::SubscriberInitExt,
};

use crate::recent_log::RecentLog;

/// A tracing layer beside the log.
pub(super) type Beside = Box<dyn Layer<Registry> + Send + Sync>;

/// Logs to standard error according to `[log]`, redacted. Returns the store of the newest lines, in their written form.
pub fn log_to_stderr(config: &Config, redactor: &Redactor) -> RecentLog {
    log_beside(None, config, redactor)
}

/// Does the same with another layer beside the log.
pub(super) fn log_beside(other: Option<Beside>, config: &Config, redactor: &Redactor) -> RecentLog {
    let recent = RecentLog::new(redactor.clone(), Arc::new(SystemClock));
    let (registry, filter) = (tracing_subscriber::registry().with(other), filter(config.log.level));
    let stderr = RedactingWriter::new(io::stderr as fn() -> io::Stderr, redactor.clone());
    let lines = fmt::layer().with_ansi(false).with_writer(stderr);
    match config.log.format {
        LogFormat::Human => registry.with(lines.and_then(recent.layer()).with_filter(filter)).init(),
        LogFormat::Json => registry.with(lines.json().and_then(recent.layer()).with_filter(filter)).init(),
    }
    recent
}

/// Passes lines down to `level`, and all spans of the gateway: they hold the ids for warnings and errors, which `level
/// = "warn"` would otherwise remove.
fn filter<S: Subscriber + for<'a> LookupSpan<'a>>(level: Level) -> impl Filter<S> {
    // The libraries for models and MCP servers log message bodies unless they are turned off; the WebSocket library
    // does so at level trace.
    let lines = EnvFilter::new(format!(
        "{level},genai=off,rmcp=off,{}",
        match level {
            Level::TRACE => "tungstenite=debug",
            _ => "",
        }
    ));
    let own = |metadata: &Metadata<'_>| {
        let is_own = metadata.target().starts_with("adjutant");
        metadata.is_span() && is_own && *metadata.level() <= Level::INFO
    };
    lines.or(FilterFn::new(own).with_max_level_hint(LevelFilter::INFO))
}

/// A writer that redacts log lines. It relies on the formatting layer to write each event in one call.
#[derive(Debug)]
struct RedactingWriter<W> {
    inner: W,
    redactor: Redactor,
}

impl<W> RedactingWriter<W> {
    /// Creates a writer that passes redacted lines to `inner`.
    fn new(inner: W, redactor: Redactor) -> Self {
        Self { inner, redactor }
    }
}

impl<'a, M: MakeWriter<'a>> MakeWriter<'a> for RedactingWriter<M> {
    type Writer = RedactingWriter<M::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        RedactingWriter::new(self.inner.make_writer(), self.redactor.clone())
    }

    fn make_writer_for(&'a self, meta: &Metadata<'_>) -> Self::Writer {
        RedactingWriter::new(self.inner.make_writer_for(meta), self.redactor.clone())
    }
}

impl<W: io::Write> io::Write for RedactingWriter<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        self.inner.write_all(self.redactor.redact(&text).as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Lines {
        fn written(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn warnings_have_the_ids_of_their_spans_whatever_the_level() {
        for level in [Level::ERROR, Level::WARN, Level::INFO] {
            let lines = Lines::default();
            let make = {
                let lines = lines.clone();
                move || lines.clone()
            };
            let layer =
                fmt::layer().without_time().with_ansi(false).with_writer(make).with_filter(filter(level));
            tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
                let _turn = tracing::info_span!("turn", turn = "turn-1").entered();
                tracing::info!("model answered");
                tracing::error!("turn broke off");
            });
            let written = lines.written();
            assert!(written.contains("turn{turn=\"turn-1\"}: "), "{written}");
            assert!(written.contains("turn broke off"), "{written}");
            assert_eq!(written.contains("model answered"), level == Level::INFO, "{written}");
        }
    }

    #[test]
    fn log_lines_are_redacted() {
        let lines = Lines::default();
        let make = {
            let lines = lines.clone();
            move || lines.clone()
        };
        let redactor = Redactor::new(["very-secret\"value"]).unwrap();
        let subscriber =
            fmt().json().without_time().with_writer(RedactingWriter::new(make, redactor)).finish();
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!(token = "very-secret\"value", "polling with {}", "very-secret\"value");
        });
        let written = lines.written();
        assert!(!written.contains("very-secret"), "{written}");
        assert_eq!(written.matches(adjutant_domain::redact::REDACTED).count(), 2, "{written}");
    }
}
