//! Cadences as models write them for the scheduler's tools.

use adjutant_domain::zones::{Tz, Zone};
use chrono::{DateTime, Utc};

use super::super::cadences::read;

const BERLIN: Zone = Zone::of(Tz::Europe__Berlin);

/// Friday, 1 May 2026, 10:00 in Berlin.
fn now() -> DateTime<Utc> {
    "2026-05-01T08:00:00Z".parse().unwrap()
}

fn shown(kind: &str, text: &str) -> String {
    match read(kind, text, BERLIN, now()) {
        Ok(timing) => format!("{} {}", timing.cadence_type, timing.cadence_value),
        Err(why) => format!("- {why}"),
    }
}

#[test]
fn a_time_with_one_reading_is_that_time() {
    for (text, exact) in [
        ("24.12.2026 09:00", "2026-12-24T09:00:00+01:00"),
        ("24.12.2026 09:00:00", "2026-12-24T09:00:00+01:00"),
        ("24/12/2026 09:00", "2026-12-24T09:00:00+01:00"),
        ("12/24/2026 9:00 PM", "2026-12-24T21:00:00+01:00"),
        ("05/05/2026 09:00", "2026-05-05T09:00:00+02:00"),
        ("2026/12/24 09:00", "2026-12-24T09:00:00+01:00"),
        ("2026-12-24 9:00 AM", "2026-12-24T09:00:00+01:00"),
        ("2026-12-24 at 9am", "2026-12-24T09:00:00+01:00"),
        ("Thursday, December 24, 2026 at 9:00 AM", "2026-12-24T09:00:00+01:00"),
        ("24.12.2026 09:00 +02:00", "2026-12-24T09:00:00+02:00"),
        ("24.12.2026 09:00Z", "2026-12-24T09:00:00+00:00"),
        ("2026-12-24 9:00 AM UTC-5", "2026-12-24T09:00:00-05:00"),
        ("2026-12-24 09:00 Asia/Tokyo", "2026-12-24T09:00:00+09:00"),
        ("2026-12-24 09:00 UTC", "2026-12-24T09:00:00+00:00"),
        // The time has passed today, or has yet to come.
        ("9:00 AM", "2026-05-02T09:00:00+02:00"),
        ("9am", "2026-05-02T09:00:00+02:00"),
        ("09:59", "2026-05-02T09:59:00+02:00"),
        ("11:00", "2026-05-01T11:00:00+02:00"),
        ("9:00 UTC", "2026-05-01T09:00:00+00:00"),
        ("9:00 +00:00", "2026-05-01T09:00:00+00:00"),
        ("tomorrow 9:00", "2026-05-02T09:00:00+02:00"),
        ("Tomorrow at 9am", "2026-05-02T09:00:00+02:00"),
        ("tomorrow 23:30 +10:00", "2026-05-02T23:30:00+10:00"),
        ("tonight at 8", "2026-05-01T20:00:00+02:00"),
        ("next friday 9:00", "2026-05-08T09:00:00+02:00"),
        ("in 10 minutes", "2026-05-01T08:10:00Z"),
        ("in 2 hours", "2026-05-01T10:00:00Z"),
        ("PT90M", "2026-05-01T09:30:00Z"),
        ("PT1H30M", "2026-05-01T09:30:00Z"),
        ("P1D", "2026-05-02T10:00:00+02:00"),
        ("P1M", "2026-06-01T10:00:00+02:00"),
        // A complete date in the past is left for the scheduler to refuse.
        ("24.12.2025 09:00", "2025-12-24T09:00:00+01:00"),
        ("today 9:00", "2026-05-01T09:00:00+02:00"),
    ] {
        assert_eq!(shown("once", text), format!("once {exact}"), "{text}");
    }
}

#[test]
fn a_time_that_is_not_exact_is_refused_with_the_form_that_is() {
    for (text, why) in [
        ("2026-12-24", "the time of day is missing: write it like `2026-12-24 09:00`"),
        ("tomorrow", "the time of day is missing: write it like `2026-05-02 09:00`"),
        ("monday morning", "the time of day is missing: write it like `2026-05-04 09:00`"),
        ("05/06/2026 09:00", "the date may be 5 June or 6 May: write `2026-06-05` or `2026-05-06`"),
        ("tomorrow at 5", "the hour may be before or after noon: write it like `09:00`, or with am or pm"),
        ("at 5", "the hour may be before or after noon: write it like `09:00`, or with am or pm"),
        ("tomorrow 00:00", "midnight may begin or end that day: write it like `2026-05-02 00:00`"),
        ("Friday 2026-12-24 09:00", "2026-12-24 is a Thursday, not the weekday that stands with it"),
        ("tomorrow at 9:00 and 15:00", "it names several times: make a schedule for each"),
        ("every 10 minutes", "it repeats: use cadence_type `interval` or `cron`"),
        ("hourly", "it repeats: use cadence_type `interval` or `cron`"),
        ("soon", "it is not a time"),
        ("2h", "it is not a time"),
        ("10 minutes", "it is not a time"),
        ("tomorrow 9:00-10:00", "it is not a time"),
        ("tomorrow 9:00 +€1", "it is not a time"),
        ("24.13.2026 09:00", "it is not a time"),
        ("9", "it is not a time"),
        ("PT", "it is not a time"),
        ("P", "it is not a time"),
        ("PT0S", "it is not a time"),
        ("P1M1M", "it is not a time"),
        ("", "it is not a time"),
        ("+2", "it is not a time"),
        ("Z", "it is not a time"),
    ] {
        assert_eq!(shown("once", text), format!("- {why}"), "{text}");
    }
}

#[test]
fn a_recurrence_with_one_reading_is_that_recurrence() {
    for (kind, text, exact) in [
        ("interval", "every 10 minutes", "interval 600"),
        ("interval", "1h30m", "interval 5400"),
        ("interval", "half an hour", "interval 1800"),
        ("interval", "hourly", "interval 3600"),
        ("interval", "every hour", "interval 3600"),
        ("interval", "daily", "interval 86400"),
        ("interval", "@daily", "interval 86400"),
        ("interval", "every day", "interval 86400"),
        ("interval", "PT90M", "interval 5400"),
        ("interval", "P1D", "interval 86400"),
        ("interval", "P1M", "rrule DTSTART:20260601T1000 RRULE:FREQ=MONTHLY"),
        ("interval", "every day at 9:00", "cron 0 9 * * *"),
        ("cron", "every 10 minutes", "cron */10 * * * *"),
        ("cron", "every hour", "cron 0 * * * *"),
        ("cron", "every 90 minutes", "interval 5400"),
        ("cron", "hourly", "cron @hourly"),
        ("cron", "Daily", "cron @daily"),
        ("cron", "every weekday at 8:30", "cron 30 8 * * MON-FRI"),
        ("cron", "every monday at 9am Europe/Berlin", "cron 0 9 * * MON"),
        ("rrule", "every other tuesday at 9:00", "rrule FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9;BYMINUTE=0"),
        ("cron", "every day", "- the time of day is missing: name it, like `at 09:00`"),
        ("cron", "every monday", "- the time of day is missing: name it, like `at 09:00`"),
        (
            "cron",
            "every day at 5",
            "- the hour may be before or after noon: write it like `09:00`, or with am or pm",
        ),
        ("cron", "every day at 9:00 and 15:30", "- it names several times: make a schedule for each"),
        (
            "cron",
            "every day at 9:00 Asia/Tokyo",
            "- it names a time zone: give `Asia/Tokyo` as timezone, and the times without it",
        ),
        ("interval", "in 10 minutes", "- it happens once: use cadence_type `once`"),
        ("cron", "tomorrow at 9am", "- it happens once: use cadence_type `once`"),
        ("interval", "soon", "- it is not a time"),
        ("interval", "monthly", "- it is not a time"),
        ("cron", "0 0 9 * * *", "- it is not a time"),
    ] {
        assert_eq!(shown(kind, text), exact, "{kind} {text}");
    }
}

#[test]
fn any_text_is_read_or_refused() {
    use proptest::prelude::*;
    proptest!(|(text in "[0-9a-zA-Z€+:./ -]{0,24}")| {
        for kind in ["once", "interval", "cron", "rrule"] {
            let _ = read(kind, &text, BERLIN, now());
        }
    });
}
