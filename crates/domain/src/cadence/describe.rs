//! Times in plain English, for errors that models read.

use chrono::{DateTime, NaiveDateTime, Timelike, Utc};

use super::{Length, Unit};
use crate::zones::Zone;

/// Returns a date and time like "Fri 1 May 2026 at 09:00 (Europe/Paris)".
pub fn moment(at: DateTime<Utc>, zone: Zone) -> String {
    let local = at.with_timezone(&zone);
    let format = if local.second() == 0 { "%a %-d %b %Y at %H:%M" } else { "%a %-d %b %Y at %H:%M:%S" };
    format!("{} ({zone})", local.format(format))
}

/// Returns a local time like "Fri 1 May 2026 at 09:00".
pub(super) fn local(at: NaiveDateTime) -> String {
    at.format("%a %-d %b %Y at %H:%M").to_string()
}

/// Returns a length of time like "15 minutes".
pub(super) fn length(secs: u64) -> String {
    let Length { count, unit } = Length::of(secs);
    let unit = match unit {
        Unit::Second => "second",
        Unit::Minute => "minute",
        Unit::Hour => "hour",
        Unit::Day => "day",
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}
