//! Work that the processes sharing a database divide among themselves.

use std::{fmt, str::FromStr};

/// Work on a channel that only one process may do at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Receiving a part of the channel.
    Part(Part),
    /// Starting a session, where the platform limits how many may start at once; with the number of the slot taken.
    SessionStart(u32),
}

/// Whether this process may do a duty now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// No: another process has the duty.
    Elsewhere,
    /// Yes.
    Here,
    /// Yes, but the process that had the duty before did not release it: it ended or hung in the middle of the work,
    /// perhaps just now.
    TakenOver,
}

/// A part of a channel's events. Written as `3:16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Its number, from 0.
    pub number: u32,
    /// The number of parts of the channel.
    pub count: u32,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.number, self.count)
    }
}

impl FromStr for Part {
    type Err = NotAPart;

    fn from_str(text: &str) -> Result<Self, NotAPart> {
        let (number, count) = text.split_once(':').ok_or(NotAPart)?;
        match (number.parse(), count.parse()) {
            (Ok(number), Ok(count)) if number < count => Ok(Self { number, count }),
            _ => Err(NotAPart),
        }
    }
}

/// The error for a text that is not a [`Part`].
#[derive(Debug, thiserror::Error)]
#[error("not a part such as 3:16")]
pub struct NotAPart;
