//! The time of a single due time: an instant, or a local time.

use chrono::{DateTime, FixedOffset, Offset as _, SecondsFormat, SubsecRound as _, Utc};

use super::local::{parse_moment, resolve};
use crate::zones::Zone;

/// One due time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// An instant, whatever local time it is then.
    Instant(DateTime<Utc>),
    /// A local time, with the offset by the zone's rules when it was set.
    Local(DateTime<FixedOffset>),
}

impl Once {
    /// Returns the local time of an instant in a zone.
    pub fn local(at: DateTime<Utc>, zone: Zone) -> Self {
        Self::Local(at.with_timezone(&zone).fixed_offset())
    }

    /// Parses RFC 3339, or local time in `zone`; returns `None` for anything else. A time with `Z` is an instant. A
    /// local time that occurs twice is the first one that comes after `now`.
    pub(super) fn parse(text: &str, zone: Zone, now: DateTime<Utc>) -> Option<Self> {
        // Truncated to milliseconds, as in the database: otherwise it would be due once more a moment later.
        let at = parse_moment(text, zone, now)?.trunc_subsecs(3);
        Some(if text.ends_with(['Z', 'z']) { Self::Instant(at.to_utc()) } else { Self::Local(at) })
    }

    /// Returns the time as newly set in `zone`: a time with the offset of another zone becomes an instant.
    pub(super) fn set_in(self, zone: Zone) -> Self {
        match self {
            Self::Local(at) if *at.offset() == at.with_timezone(&zone).offset().fix() => self,
            Self::Instant(_) | Self::Local(_) => Self::Instant(self.at()),
        }
    }

    /// Returns the due time.
    pub fn at(self) -> DateTime<Utc> {
        match self {
            Self::Instant(at) => at,
            Self::Local(at) => at.to_utc(),
        }
    }

    /// Returns the time by the present rules of its zone: the local time stays, and the instant follows.
    pub(super) fn by_the_rules(self, zone: Zone, now: DateTime<Utc>) -> Self {
        match self {
            Self::Local(at) if at.naive_local() != at.with_timezone(&zone).naive_local() => {
                resolve(at.naive_local(), zone)
                    .map_or(self, |instants| Self::local(instants.next_after(now), zone))
            }
            Self::Instant(_) | Self::Local(_) => self,
        }
    }

    /// Returns the text to store.
    pub(super) fn value(self) -> String {
        match self {
            Self::Instant(at) => at.to_rfc3339_opts(SecondsFormat::AutoSi, true),
            Self::Local(at) => at.to_rfc3339_opts(SecondsFormat::AutoSi, false),
        }
    }
}
