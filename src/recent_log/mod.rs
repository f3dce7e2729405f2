//! The newest lines of the log, in memory, for people without access to the machine's own log. They are the lines that
//! go to standard error, with the same filter and redactor: anything that is not logged is not here either.

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
/// The most bytes of text of all lines.
const BYTES: usize = 1 << 20;
/// The most bytes of text of one line.
const LINE: usize = 2_048;

/// The newest lines of the log. Clones share the same lines.
#[derive(Clone)]
pub struct RecentLog(Arc<Shared>);

struct Shared {
    redactor: Redactor,
    clock: Arc<dyn Clock>,
    /// Identifies this log: the numbers of lines restart with each process.
    begun_at: Timestamp,
    lines: Mutex<Lines>,
}

#[derive(Default)]
struct Lines {
    /// The kept lines, oldest first.
    kept: VecDeque<Arc<Line>>,
    bytes: usize,
    /// The number of the newest line; 0 before the first.
    newest: u64,
}

/// A line of the log.
#[derive(Debug, PartialEq, Serialize)]
pub struct Line {
    /// The number of the line, counted from 1 in the order of writing.
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
    /// The names of the surrounding spans, outermost first.
    pub spans: Vec<&'static str>,
    /// The fields of these spans; the innermost wins among fields of the same name.
    #[serde(serialize_with = "as_map")]
    pub ids: Vec<(&'static str, Arc<str>)>,
}

/// A reader's place between two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    log: i64,
    /// The number of the line before the place.
    number: u64,
}

impl RecentLog {
    /// Creates a log without lines.
    pub fn new(redactor: Redactor, clock: Arc<dyn Clock>) -> Self {
        let begun_at = clock.timestamp();
        Self(Arc::new(Shared { redactor, clock, begun_at, lines: Mutex::default() }))
    }

    /// Returns the layer that adds lines.
    pub fn layer(&self) -> RecentLogLayer {
        RecentLogLayer::new(self.clone())
    }

    /// Returns when this log began.
    pub(crate) fn begun_at(&self) -> Timestamp {
        self.0.begun_at
    }

    /// Returns the lines after a place, oldest first, and the place after them. Without a place, or with a place in
    /// another log, returns all lines.
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
    /// Returns the size of the line's texts in bytes, without those of spans, which lines share.
    fn size(&self) -> usize {
        self.target.len()
            + self.message.len()
            + self.fields.iter().map(|(_, value)| value.len()).sum::<usize>()
    }
}

impl Place {
    /// Parses the displayed form of a place.
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
