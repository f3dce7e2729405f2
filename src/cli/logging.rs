//! Log lines, with secrets redacted.

use std::io;

use adjutant_domain::redact::Redactor;
use tracing::Metadata;
use tracing_subscriber::{EnvFilter, fmt, fmt::MakeWriter, layer::SubscriberExt, util::SubscriberInitExt};

use crate::config::{Config, LogFormat};

/// Logs to standard error, redacted, as `[log]` says.
pub fn log_to_stderr(config: &Config, redactor: &Redactor) {
    // The model library logs message bodies unless it is turned off.
    let filter = EnvFilter::new(format!("{},genai=off", config.log.level));
    let registry = tracing_subscriber::registry().with(filter);
    let stderr = RedactingWriter::new(io::stderr as fn() -> io::Stderr, redactor.clone());
    match config.log.format {
        LogFormat::Human => registry.with(fmt::layer().with_ansi(false).with_writer(stderr)).init(),
        LogFormat::Json => registry.with(fmt::layer().json().with_writer(stderr)).init(),
    }
}

/// A writer that redacts log lines. It relies on the formatting layer writing each event with one call, as it does.
#[derive(Debug)]
struct RedactingWriter<W> {
    inner: W,
    redactor: Redactor,
}

impl<W> RedactingWriter<W> {
    /// Redacts what `inner` gets.
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

    #[test]
    fn log_lines_are_redacted() {
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
        let written = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        assert!(!written.contains("very-secret"), "{written}");
        assert_eq!(written.matches(adjutant_domain::redact::REDACTED).count(), 2, "{written}");
    }
}
