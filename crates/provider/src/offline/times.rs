//! Due times in words.

use adjutant_domain::zones::Zone;
use chrono::{DateTime, NaiveDateTime, Timelike as _, Utc};

use super::reply::{Moment, Schedule};

/// The due time of a schedule that runs once: "in 20 minutes, at 14:03 (Europe/Paris)".
pub(super) fn once_at(schedule: &Schedule, moment: Moment) -> Option<String> {
    let at = schedule.next_run_at.filter(|_| schedule.cadence_type == "once")?;
    let words = time(at, schedule, moment);
    match at.signed_duration_since(moment.now).num_milliseconds() {
        ms @ 1..86_400_000 => Some(format!("{}, {words}", duration((ms + 500) / 1000))),
        _ => Some(words),
    }
}

/// ". Next: on Monday 4 May 2026 at 09:00 (Europe/Paris)".
pub(super) fn next_run(schedule: &Schedule, moment: Moment) -> String {
    schedule.next_run_at.map_or_else(String::new, |at| format!(". Next: {}", time(at, schedule, moment)))
}

/// The next due times in the person's zone: ". Next: at 14:00, 15:00 and 16:00 (Europe/Paris)".
pub(super) fn next_runs(schedule: &Schedule, moment: Moment) -> String {
    let local = |run: &str| {
        let (at, zone) = run.strip_suffix(')')?.split_once(" (")?;
        Some((NaiveDateTime::parse_from_str(at, "%a %-d %b %Y %H:%M:%S").ok()?, zone.parse().ok()?))
    };
    let times: Option<Vec<(NaiveDateTime, Zone)>> = schedule.next_runs.iter().map(|run| local(run)).collect();
    let Some((&(last, zone), others)) = times.as_deref().and_then(<[_]>::split_last) else {
        return next_run(schedule, moment);
    };
    // Each day is named once.
    let told = |(at, zone): (NaiveDateTime, Zone), before: Option<&(NaiveDateTime, Zone)>| match before {
        Some((before, _)) if before.date() == at.date() => at.format("%H:%M").to_string(),
        _ => day_and_time(at, zone, moment),
    };
    let before = |index: usize| index.checked_sub(1).map(|before| &others[before]);
    let last = told((last, zone), others.last());
    let others: Vec<_> = others.iter().enumerate().map(|(at, &run)| told(run, before(at))).collect();
    let next = match others.as_slice() {
        [] => format!(". Next: {last} ({zone})"),
        others => format!(". Next: {} and {last} ({zone})", others.join(", ")),
    };
    // The zone is named once.
    let zone = format!(" ({zone})");
    match schedule.description.contains(&zone) {
        true => next.replace(&zone, ""),
        false => next,
    }
}

/// "at 14:03 (Europe/Paris)", "tomorrow at …", "on Monday 4 May 2026 at …".
pub(super) fn time(at: DateTime<Utc>, schedule: &Schedule, moment: Moment) -> String {
    let zone = schedule.zone(moment);
    format!("{} ({zone})", day_and_time(at.with_timezone(&zone).naive_local(), zone, moment))
}

/// Names the day by its date where "today" and "tomorrow" may be misunderstood: after midnight, and where the message
/// was sent some time ago.
fn day_and_time(at: NaiveDateTime, zone: Zone, moment: Moment) -> String {
    let now = moment.now.with_timezone(&zone).naive_local();
    let (clock, today, is_late) = (at.format("at %H:%M"), now.date(), moment.sent.is_some());
    let day = match at.date() {
        date if date == today && !is_late => String::new(),
        date if Some(date) == today.succ_opt() && !is_late && now.hour() >= MORNING => "tomorrow ".to_owned(),
        date => date.format("on %A %-d %B %Y ").to_string(),
    };
    format!("{day}{clock}")
}

/// The hour at which everybody calls the next day tomorrow.
const MORNING: u32 = 4;

/// "in 20 minutes", "in 1 hour and 30 minutes": exact to the relevant unit.
fn duration(seconds: i64) -> String {
    let count = |n: i64, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
    let minutes = (seconds + 30) / 60;
    match (seconds, minutes / 60, minutes % 60) {
        (..60, ..) => format!("in {}", count(seconds.max(1), "second")),
        (_, 0, minutes) => format!("in {}", count(minutes, "minute")),
        (_, hours, 0) => format!("in {}", count(hours, "hour")),
        (_, hours, minutes) => format!("in {} and {}", count(hours, "hour"), count(minutes, "minute")),
    }
}

/// Returns a time without the zone if that is the person's own.
pub(super) fn without_zone(when: &str, moment: Moment) -> String {
    when.replace(&format!(" ({})", moment.zone), "")
}
