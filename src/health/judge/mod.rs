//! Judges the facts: which parts work, and which are stuck so that only a restart helps.

use std::time::Duration;

use adjutant_texts::readiness as texts;
use serde::Serialize;

use super::facts::{ChannelFacts, DatabaseFacts, Facts, Receiving, TimetableFacts};
use crate::core::channel_health::Outlook;

/// How long the database may take to answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(5);
/// How long an established connection may be gone: platforms end connections all the time.
const CONNECTS_AGAIN_WITHIN: Duration = Duration::from_secs(30);
/// How long a message may be due while no attempt at any message of its channel ends.
const DELIVERS_WITHIN: Duration = Duration::from_mins(2);
/// How long a schedule may be due, and how long a pass over all due schedules may take.
const STARTS_WITHIN: Duration = Duration::from_mins(2);

/// The health of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Readiness {
    pub(crate) parts: Parts,
    /// Whether each channel's state is decided: it receives, stands by, or has failed to connect, which a restart would
    /// not fix.
    pub(crate) is_settled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Parts {
    pub(crate) database: Part,
    pub(crate) receiving: Part,
    pub(crate) delivering: Part,
    pub(crate) timetable: Part,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Part {
    pub(crate) ok: bool,
    pub(crate) reason: String,
    /// Whether this process makes no progress in the part; a platform's outage does not count.
    #[serde(skip)]
    pub(crate) is_stuck: bool,
}

impl Readiness {
    pub(crate) fn is_ready(&self) -> bool {
        self.each().iter().all(|(_, part)| part.ok)
    }

    /// Returns whether the process makes progress, so that a restart would not help.
    pub(crate) fn gets_on(&self) -> bool {
        !self.each().iter().any(|(_, part)| part.is_stuck)
    }

    /// Returns a status line for operators.
    pub(crate) fn status(&self) -> String {
        let failing = self.each().into_iter().filter(|(_, part)| !part.ok);
        let failing: Vec<_> = failing.map(|(name, part)| (name, part.reason.as_str())).collect();
        texts::status(&failing)
    }

    pub(crate) fn each(&self) -> [(&'static str, &Part); 4] {
        let Parts { database, receiving, delivering, timetable } = &self.parts;
        [
            ("database", database),
            ("receiving", receiving),
            ("delivering", delivering),
            ("timetable", timetable),
        ]
    }
}

impl Part {
    fn works(reason: String) -> Self {
        Self { ok: true, reason, is_stuck: false }
    }

    fn fails(reason: String) -> Self {
        Self { ok: false, reason, is_stuck: false }
    }

    fn stuck(reason: String) -> Self {
        Self { ok: false, reason, is_stuck: true }
    }

    /// Combines parts: the reason names each failing part, or else all parts.
    fn of(parts: Vec<Self>) -> Self {
        let (ok, is_stuck) = (parts.iter().all(|part| part.ok), parts.iter().any(|part| part.is_stuck));
        let named = parts.into_iter().filter(|part| part.ok == ok).map(|part| part.reason);
        Self { ok, reason: named.collect::<Vec<_>>().join("; "), is_stuck }
    }
}

pub(super) fn judge(facts: &Facts) -> Readiness {
    let Facts { database, channels, timetable } = facts;
    let is_known = database.has_answered;
    let unless_unknown = |part: Part| if is_known { part } else { Part::fails(texts::unknown()) };
    let receiving: Vec<_> =
        channels.iter().map(|channel| receives(channel.name, channel.receiving)).collect();
    Readiness {
        is_settled: is_known && channels.iter().all(|channel| is_settled(channel.receiving)),
        parts: Parts {
            database: answers(database),
            receiving: if receiving.is_empty() {
                Part::works(texts::no_channels())
            } else {
                Part::of(receiving)
            },
            delivering: unless_unknown(delivers(channels)),
            timetable: unless_unknown(is_on_time(timetable)),
        },
    }
}

fn answers(database: &DatabaseFacts) -> Part {
    match database.waits {
        // A failure holds until a successful answer: the next query may hang as long.
        _ if database.fails => Part::stuck(texts::database_fails()),
        Some(time) if time >= ANSWERS_WITHIN => Part::stuck(texts::database_waits(time)),
        _ if !database.has_answered => Part::fails(texts::database_starts()),
        // For example a full disk: a restarted process would have the same problem.
        _ if database.refuses => Part::fails(texts::database_refuses()),
        _ => Part::works(texts::database_answers()),
    }
}

fn receives(channel: &str, receiving: Receiving) -> Part {
    match receiving {
        Receiving::Begins => Part::fails(texts::begins(channel)),
        Receiving::StandsBy => Part::works(texts::stands_by(channel)),
        Receiving::Receives(outlook) => connection(channel, outlook),
    }
}

fn connection(channel: &str, outlook: Outlook) -> Part {
    match outlook.down_for {
        None if outlook.is_silent => Part::stuck(texts::silent(channel)),
        None => Part::works(texts::receives(channel)),
        Some(time) if outlook.was_up && time < CONNECTS_AGAIN_WITHIN => {
            Part::works(texts::reconnects(channel))
        }
        Some(_) if !outlook.was_up && !outlook.has_failed => Part::fails(texts::begins(channel)),
        Some(time) => Part::fails(texts::disconnected(channel, time)),
    }
}

fn is_settled(receiving: Receiving) -> bool {
    match receiving {
        Receiving::Begins => false,
        Receiving::StandsBy => true,
        Receiving::Receives(outlook) => outlook.was_up || outlook.has_failed,
    }
}

fn delivers(channels: &[ChannelFacts]) -> Part {
    let late = channels.iter().filter_map(|channel| {
        let due_for = channel.due_for.filter(|time| *time >= DELIVERS_WITHIN)?;
        // A shrinking backlog is late as well, but nothing is wrong.
        let stands_still = channel.since_attempt.is_none_or(|since| since >= DELIVERS_WITHIN);
        stands_still.then(|| Part::stuck(texts::late_messages(channel.name, due_for)))
    });
    let late: Vec<_> = late.collect();
    if late.is_empty() { Part::works(texts::nothing_is_late()) } else { Part::of(late) }
}

fn is_on_time(timetable: &TimetableFacts) -> Part {
    let late = timetable.due_for.filter(|time| *time >= STARTS_WITHIN);
    match (timetable.since_pass, late) {
        (None, _) => Part::fails(texts::not_looked_yet()),
        (Some(since), _) if since >= STARTS_WITHIN => Part::stuck(texts::has_not_looked(since)),
        // The passes continue, so something other than this process is at fault.
        (_, Some(time)) if timetable.is_enabled => Part::fails(texts::late_schedule(time)),
        (_, Some(time)) => Part::fails(texts::late_schedule_elsewhere(time)),
        _ if timetable.is_enabled => Part::works(texts::on_time()),
        _ => Part::works(texts::on_time_elsewhere()),
    }
}

#[cfg(test)]
mod tests;
