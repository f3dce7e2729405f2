//! The facts about this process.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::outbox::Head;

use super::probe::Database;
use crate::core::{Core, channel_health::Outlook};

/// The facts to judge.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) database: DatabaseFacts,
    pub(super) channels: Vec<ChannelFacts>,
    pub(super) timetable: TimetableFacts,
}

#[derive(Clone, Debug, Default)]
pub(super) struct DatabaseFacts {
    /// How long the pending query has waited.
    pub(super) waits: Option<Duration>,
    pub(super) fails: bool,
    /// Whether the database has ever answered; facts that depend on it are known only then.
    pub(super) has_answered: bool,
    /// Whether the last renewal of leases, which is a write, failed.
    pub(super) refuses: bool,
}

#[derive(Clone, Debug)]
pub(super) struct ChannelFacts {
    pub(super) name: &'static str,
    pub(super) receiving: Receiving,
    /// For how long the longest-waiting message that this process delivers has been due.
    pub(super) due_for: Option<Duration>,
    /// The time since the last attempt that had an outcome.
    pub(super) since_attempt: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiving {
    /// It is not decided yet which process receives.
    Begins,
    /// Another process receives.
    StandsBy,
    Receives(Outlook),
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimetableFacts {
    /// Whether this process runs schedules.
    pub(super) is_enabled: bool,
    /// The time since the last pass; `None` before the first.
    pub(super) since_pass: Option<Duration>,
    /// For how long the longest-waiting schedule has been due while this process runs.
    pub(super) due_for: Option<Duration>,
}

/// The next message of each channel, and when it was first seen as the next.
#[derive(Default)]
pub(super) struct Delivery(HashMap<&'static str, (i64, i64, Timestamp)>);

pub(super) fn gather(core: &Core, database: &Database, delivery: &mut Delivery) -> Facts {
    let (now, monotonic) = (core.clock.timestamp(), core.clock.monotonic());
    let since = |at: Instant| monotonic.saturating_duration_since(at);
    let heads = database.found.as_ref().map(|found| found.heads.as_slice()).unwrap_or_default();
    let channels = core.channels.all().map(|channel| {
        let name = channel.name();
        let receiving = match core.channel_health.outlook(channel.as_ref(), now) {
            Some(outlook) => Receiving::Receives(outlook),
            // A divided channel has no lease as a whole: a process without a part of it stands by.
            None if channel.is_divided() || core.duties.standing_by.borrow().contains(name) => {
                Receiving::StandsBy
            }
            None => Receiving::Begins,
        };
        let due_since = core.delivers(name).then(|| delivery.due_since(core, name, heads, now)).flatten();
        ChannelFacts {
            name,
            receiving,
            due_for: due_since.map(|at| now.since(at)),
            since_attempt: core.progress.last_attempt(name).map(since),
        }
    });
    let mut channels: Vec<_> = channels.collect();
    channels.sort_by_key(|channel| channel.name);
    let due_since = database.found.as_ref().and_then(|found| found.due_since);
    Facts {
        database: DatabaseFacts {
            waits: database.waits,
            fails: database.fails,
            has_answered: database.found.is_some(),
            refuses: core.progress.is_renewal_failing(),
        },
        channels,
        timetable: TimetableFacts {
            is_enabled: core.config.scheduler.enabled,
            since_pass: core.progress.last_pass().map(since),
            // Schedules that became due while no process ran are not late through this process's fault.
            due_for: due_since.map(|at| now.since(at.max(core.started_at))),
        },
    }
}

impl Delivery {
    /// Returns the time since which the longest-waiting message should have been sent. A message that waits for the
    /// platform's pace, for its next attempt or for earlier messages is not late.
    fn due_since(
        &mut self,
        core: &Core,
        channel: &'static str,
        heads: &[Head],
        now: Timestamp,
    ) -> Option<Timestamp> {
        let is_free = |head: &Head| {
            let chat = head.chat();
            chat.channel == channel
                && head.is_due(now)
                && core.pace.ask(&chat, head.chat_kind, now.to_utc()).is_ok()
        };
        // Messages from before this process are not late either.
        let since = |head: &Head| head.due_since().map(|at| at.max(core.started_at));
        let due = heads.iter().filter(|head| is_free(head));
        let Some(first) = due.min_by_key(|head| (since(head), head.outbox_id)) else {
            self.0.remove(channel);
            return None;
        };
        let (id, claim) = (first.outbox_id, first.claim);
        let seen = match self.0.get(channel) {
            Some(&(seen, claimed, at)) if (seen, claimed) == (id, claim) => at,
            _ => now,
        };
        self.0.insert(channel, (id, claim, seen));
        Some(since(first).unwrap_or(seen))
    }
}
