//! `adjutant cadence`: prints the next due times of a cadence, for operators and for programs. Needs no database.

use std::{
    io::{self, ErrorKind, Write},
    ops::RangeInclusive,
};

use adjutant_domain::{
    cadence::{self, Cadence},
    zones::Zone,
};
use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Datelike as _, SecondsFormat, Utc};

/// The years in which cron and rules have due times.
const YEARS: RangeInclusive<i32> = 1970..=2099;

/// The arguments of `adjutant cadence`.
pub struct Question {
    /// `once`, `interval`, `cron` or `rrule`.
    pub kind: String,
    /// The value as a schedule stores it. The shortest interval that schedules may have is not enforced.
    pub value: String,
    /// The name of the zone of local times and of the output.
    pub zone: Option<String>,
    /// Only times after this one, from which an interval counts: RFC 3339, or local time.
    pub after: Option<String>,
    /// The most times to print.
    pub count: usize,
}

/// Writes the next due times, one RFC 3339 time per line. A closed `out` is not an error.
///
/// `now` and `zone` are the defaults for omitted arguments.
///
/// # Errors
/// Returns an error if the question is invalid, or `out` cannot be written.
pub fn print(question: &Question, (now, zone): (DateTime<Utc>, Zone), out: &mut impl Write) -> Result<()> {
    let zone = question.zone.as_deref().map_or(Ok(zone), parse_zone)?;
    let after = question.after.as_deref().map_or(Ok(now), |after| parse_after(after, zone))?;
    let cadence = Cadence::set_at(&question.kind, &question.value, zone, after)?;
    // An interval that starts at `after` is first due one length later.
    let due = cadence.upcoming(after, after, zone).take(question.count);
    match write_lines(due.map(|at| at.with_timezone(&zone)), out) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}

fn write_lines(due: impl Iterator<Item = DateTime<Zone>>, out: &mut impl Write) -> io::Result<()> {
    for at in due {
        writeln!(out, "{}", at.to_rfc3339_opts(SecondsFormat::AutoSi, false))?;
    }
    out.flush()
}

fn parse_zone(name: &str) -> Result<Zone> {
    Zone::from_name(name).with_context(|| {
        format!("--zone must be a time zone of the IANA list, such as Europe/Paris, not {name:?}")
    })
}

fn parse_after(text: &str, zone: Zone) -> Result<DateTime<Utc>> {
    let after = cadence::parse_time(text, zone).with_context(|| {
        format!(
            "--after must be a time with an offset, such as 2026-05-01T09:00:00+02:00, or a local time, such as \
             \"2026-05-01 09:00\", not {text:?}"
        )
    })?;
    ensure!(YEARS.contains(&after.year()), "--after must be from 1970 to 2099, not {text:?}");
    Ok(after)
}
