//! The newest lines of the log, in memory, for those who may read them without the machine's own log. They are the lines
//! that go to standard error, by the same filter and the same redactor: what is not logged is not here either.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adjutant_domain::{clock::Clock, redact::Redactor, timestamp::Timestamp};
use serde::{Serialize, Serializer};

mod layer;
#[cfg(test)]
mod tests;

pub use layer::RecentLogLayer;

/// The most lines that are kept.
const LINES: usize = 2_000;
/// The most that all lines take, in bytes of text.
const BYTES: usize = 1 << 20;
/// The most that one line takes, in bytes of text.
const LINE: usize = 2_048;

/// The newest lines of the log. Clones lead to the same lines.
#[derive(Clone)]
pub struct RecentLog(Arc<Shared>);

struct Shared {
    redactor: Redactor,
    clock: Arc<dyn Clock>,
    /// Names this log: numbers of lines begin anew with each process.
    begun_at: Timestamp,
    lines: Mutex<Lines>,
}

#[derive(Default)]
struct Lines {
    /// Oldest first.
    kept: VecDeque<Arc<Line>>,
    bytes: usize,
    /// The number of the newest line; 0 before the first.
    newest: u64,
}

/// A line of the log.
#[derive(Debug, PartialEq, Serialize)]
pub struct Line {
    /// From 1, in the order in which they were written.
    pub number: u64,
    pub at: Timestamp,
    /// `ERROR` to `TRACE`.
    pub level: &'static str,
    /// The module that wrote it.
    pub target: Box<str>,
    pub message: Box<str>,
    /// The line's own fields.
    #[serde(serialize_with = "as_map")]
    pub fields: Vec<(&'static str, Arc<str>)>,
    /// The names of the spans around it, the outermost first.
    pub spans: Vec<&'static str>,
    /// The fields of these spans; of those with one name, the innermost.
    #[serde(serialize_with = "as_map")]
    pub ids: Vec<(&'static str, Arc<str>)>,
}

/// A place between two lines, which a reader has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    log: i64,
    /// The number of the line before it.
    number: u64,
}

impl RecentLog {
    /// Begins a log without lines.
    pub fn new(redactor: Redactor, clock: Arc<dyn Clock>) -> Self {
        let begun_at = clock.timestamp();
        Self(Arc::new(Shared { redactor, clock, begun_at, lines: Mutex::default() }))
    }

    /// Returns the layer that writes the lines.
    pub fn layer(&self) -> RecentLogLayer {
        RecentLogLayer::new(self.clone())
    }

    /// Returns when it was begun.
    pub(crate) fn begun_at(&self) -> Timestamp {
        self.0.begun_at
    }

    /// Returns the lines after a place, oldest first, and the place after them. Without a place, and for one of another log,
    /// these are all lines.
    pub(crate) fn after(&self, place: Option<Place>) -> (Vec<Arc<Line>>, Place) {
        let log = self.0.begun_at.as_millis();
        let after = place.filter(|place| place.log == log).map_or(0, |place| place.number);
        let lines = self.lines();
        let first = lines.kept.partition_point(|line| line.number <= after);
        (lines.kept.iter().skip(first).cloned().collect(), Place { log, number: lines.newest })
    }

    /// Returns whether a place is in this log.
    pub(crate) fn has(&self, place: Place) -> bool {
        place.log == self.0.begun_at.as_millis()
    }

    fn push(&self, line: Line) {
        let mut lines = self.lines();
        lines.newest += 1;
        let line = Line { number: lines.newest, ..line };
        lines.bytes += line.size();
        lines.kept.push_back(Arc::new(line));
        while lines.kept.len() > LINES || lines.bytes > BYTES {
            let Some(oldest) = lines.kept.pop_front() else { break };
            lines.bytes -= oldest.size();
        }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// Returns what its texts take, in bytes; those of spans are shared by their lines.
    fn size(&self) -> usize {
        self.target.len()
            + self.message.len()
            + self.fields.iter().map(|(_, value)| value.len()).sum::<usize>()
    }
}

impl Place {
    /// Parses the form in which a place is displayed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (log, number) = text.split_once('-')?;
        Some(Self { log: log.parse().ok()?, number: number.parse().ok()? })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.log, self.number)
    }
}

fn as_map<S: Serializer>(pairs: &[(&'static str, Arc<str>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, &**value)))
}
