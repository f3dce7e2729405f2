//! Time zones: their names, their clocks, and the data behind them.
//!
//! A [`Zone`] is a name; [`data`] has the rules of all zones. The rules are the one thing that the whole process
//! shares: the local time in Paris is the same fact for all code, and it changes while the process runs, when a
//! government decides so and the machine is updated.

mod cities;
pub mod data;
mod find;
#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use chrono::{
    DateTime, FixedOffset, MappedLocalTime, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeDelta, TimeZone,
    Utc,
};
use chrono_tz::TZ_VARIANTS;
pub use chrono_tz::{ParseError, Tz};
use jiff::{
    Timestamp,
    civil::DateTime as Civil,
    tz::{AmbiguousOffset, Offset as JiffOffset},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use find::{abbreviated, all, at_offset, changing_beside, find, fixed, spoken};

/// A time zone of the IANA database, by its name. The [`data`] in use determine its clocks. Displayed by its name, or
/// as its offset if that is its whole meaning: `Europe/Paris`, `UTC+2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Zone(Tz);

impl Zone {
    pub const UTC: Self = Self(Tz::UTC);

    /// Returns the zone with this name.
    pub const fn of(name: Tz) -> Self {
        Self(name)
    }

    /// Returns the zone with this name of the IANA list, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        TZ_VARIANTS.iter().find(|zone| zone.name().eq_ignore_ascii_case(name)).copied().map(Self)
    }

    /// Returns the zone's IANA name: `Europe/Paris`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns whether the zone is UTC itself, by any of its names.
    pub fn is_utc(self) -> bool {
        matches!(self.0, Tz::UTC | Tz::Etc__UTC)
    }

    /// Returns the hours by which the zone's clocks are always ahead of UTC, if its name says only that.
    pub fn fixed_hours(self) -> Option<i32> {
        let behind: i32 = self.name().strip_prefix("Etc/GMT")?.parse().ok()?;
        Some(-behind)
    }

    /// Returns the gap that contains a local time; `None` if the local time exists.
    pub fn gap(self, local: NaiveDateTime) -> Option<Gap> {
        let rules = data::rules(self);
        let AmbiguousOffset::Gap { after, .. } = rules.to_ambiguous_timestamp(civil(local)?).offset() else {
            return None;
        };
        // By the offset after the gap, the local time lies before the change, by less than the gap is long.
        let before = Timestamp::from_second(utc_seconds(local, after)).ok()?;
        let change = rules.following(before).next()?.timestamp();
        let end = DateTime::from_timestamp(change.as_second(), 0)?;
        let begin = end.naive_utc() + TimeDelta::seconds(rules.to_offset(before).seconds().into());
        Some(Gap { begin, end })
    }

    fn offset(self, at: i64, seconds: i32) -> ZoneOffset {
        // jiff's offsets are shorter than 26 hours, chrono's than 24; no zone's is longer than 16.
        let fixed = FixedOffset::east_opt(seconds).unwrap_or_else(|| Utc.fix());
        ZoneOffset { zone: self, fixed, at }
    }

    fn local(self, local: NaiveDateTime, offset: JiffOffset) -> ZoneOffset {
        self.offset(utc_seconds(local, offset), offset.seconds())
    }
}

/// Local times that do not exist, because the clock jumped over them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The first local time that does not exist.
    pub begin: NaiveDateTime,
    /// The first instant after the gap.
    pub end: DateTime<Utc>,
}

/// The offset of a zone's clocks from UTC at an instant. Displayed as the abbreviation used then: `CET`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneOffset {
    zone: Zone,
    fixed: FixedOffset,
    /// Seconds since the epoch.
    at: i64,
}

impl Offset for ZoneOffset {
    fn fix(&self) -> FixedOffset {
        self.fixed
    }
}

impl fmt::Display for ZoneOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = data::rules(self.zone);
        f.write_str(rules.to_offset_info(timestamp(self.at)).abbreviation())
    }
}

impl TimeZone for Zone {
    type Offset = ZoneOffset;

    fn from_offset(offset: &ZoneOffset) -> Self {
        offset.zone
    }

    fn offset_from_local_date(&self, local: &NaiveDate) -> MappedLocalTime<ZoneOffset> {
        self.offset_from_local_datetime(&local.and_time(NaiveTime::MIN))
    }

    fn offset_from_local_datetime(&self, local: &NaiveDateTime) -> MappedLocalTime<ZoneOffset> {
        let Some(civil) = civil(*local) else { return MappedLocalTime::None };
        match data::rules(*self).to_ambiguous_timestamp(civil).offset() {
            AmbiguousOffset::Unambiguous { offset } => MappedLocalTime::Single(self.local(*local, offset)),
            AmbiguousOffset::Gap { .. } => MappedLocalTime::None,
            AmbiguousOffset::Fold { before, after } => {
                MappedLocalTime::Ambiguous(self.local(*local, before), self.local(*local, after))
            }
        }
    }

    fn offset_from_utc_date(&self, utc: &NaiveDate) -> ZoneOffset {
        self.offset_from_utc_datetime(&utc.and_time(NaiveTime::MIN))
    }

    fn offset_from_utc_datetime(&self, utc: &NaiveDateTime) -> ZoneOffset {
        let at = utc.and_utc().timestamp();
        self.offset(at, data::rules(*self).to_offset(timestamp(at)).seconds())
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self::UTC
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fixed_hours() {
            Some(0) => f.write_str("UTC"),
            Some(hours) => write!(f, "UTC{hours:+}"),
            None => f.write_str(self.name()),
        }
    }
}

impl FromStr for Zone {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        name.parse().map(Self)
    }
}

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Tz::deserialize(deserializer).map(Self)
    }
}

/// Returns the instant, or the nearest that jiff supports: its calendar spans the years -9999 to 9999, chrono's far
/// more.
fn timestamp(seconds: i64) -> Timestamp {
    let seconds = seconds.clamp(Timestamp::MIN.as_second(), Timestamp::MAX.as_second());
    Timestamp::from_second(seconds).unwrap_or_default()
}

/// Returns the local time for jiff, without its fraction of a second; `None` beyond jiff's years.
fn civil(local: NaiveDateTime) -> Option<Civil> {
    use chrono::{Datelike as _, Timelike as _};
    let small = |number: u32| i8::try_from(number).ok();
    Civil::new(
        local.year().try_into().ok()?,
        small(local.month())?,
        small(local.day())?,
        small(local.hour())?,
        small(local.minute())?,
        small(local.second())?,
        0,
    )
    .ok()
}

fn utc_seconds(local: NaiveDateTime, offset: JiffOffset) -> i64 {
    local.and_utc().timestamp() - i64::from(offset.seconds())
}
