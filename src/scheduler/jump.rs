//! Clock jumps: the clock was set, or the machine slept, so the clock moved by another amount than the elapsed time.
//!
//! Due times that pass because the clock is set forward, or while the machine sleeps, are misfires; nothing else is
//! necessary. [`TrustedClock`] decides whether to believe a clock that shows a later time at all.
//!
//! A clock that is set back was ahead before. Backoffs until a fixed time must not grow by that amount, and schedules
//! that the fast clock had advanced would stay silent until the clock gets there again, and one-time schedules that it
//! passed over would stay silent for ever. A due time fires only once, however often the clock passes it, since its run
//! has a row.
//!
//! When the time zone data are updated, with the machine or this program, next due times in local time are recomputed.
//!
//! [`TrustedClock`]: adjutant_clock::TrustedClock

use std::{
    panic::catch_unwind,
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant_domain::{
    cadence::Cadence,
    clock::{Clock, Why},
    ids::ScheduleId,
    timestamp::Timestamp,
    zones::data,
};
use adjutant_store::{
    db::{Scope, Tx},
    last_run, overlong_backoffs, runs,
    schedules::{self, Schedule},
};
use adjutant_texts as texts;
use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use super::BATCH_SIZE;
use crate::core::Core;

/// The largest difference between clock and elapsed time that is not a jump: small corrections of clocks are normal.
const TOLERANCE: TimeDelta = TimeDelta::minutes(2);

/// Detects clock jumps.
pub(super) struct Watch {
    seen: (DateTime<Utc>, Instant),
    /// Whether some backoffs may have begun before the clock was set back.
    backoffs: bool,
    /// Whether some schedules may have advanced before the clock was set back.
    schedules: bool,
    /// Why the machine's clock was not believed at the last pass.
    doubt: Option<Why>,
    /// The release of the time zone data from which due times were computed, once that is known.
    zone_data: Option<String>,
}

/// How far the clock moved between two passes, and how much time elapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Jump {
    moved: TimeDelta,
    passed: Duration,
}

impl Watch {
    /// Starts to watch the clock. `last_run` is the last time at which an earlier process ran, by its clock. Backoffs
    /// may be too long even if the clock was not set back since, because other processes have clocks too.
    pub(super) fn new(clock: &dyn Clock, last_run: Option<Timestamp>) -> Self {
        let schedules = last_run.is_some_and(|last_run| last_run - clock.timestamp() > TOLERANCE);
        Self {
            seen: (clock.now(), clock.monotonic()),
            backoffs: true,
            schedules,
            doubt: None,
            zone_data: None,
        }
    }

    /// Checks the clock, and corrects the effects of a clock that was set back.
    ///
    /// # Errors
    /// Returns an error if the database failed; the next pass catches up.
    pub(super) async fn look(&mut self, core: &Arc<Core>) -> Result<()> {
        self.note_doubt(core);
        if let Some(Jump { moved, passed }) = self.jump(core.clock.as_ref()) {
            let moved_seconds = moved.num_seconds();
            let passed_seconds = passed.as_secs();
            tracing::warn!(
                moved_seconds,
                passed_seconds,
                "clock jumped: it was set, or the machine slept; misfires are reported as late"
            );
            let set_back = moved < TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
            self.backoffs |= set_back;
            self.schedules |= set_back;
        }
        if self.backoffs {
            let now = core.clock.timestamp();
            core.db.write(Scope::Global, async move |tx| overlong_backoffs::end(tx, now).await).await?;
            self.backoffs = false;
        }
        if self.schedules {
            let now = core.clock.timestamp();
            core.db.write(Scope::Global, async move |tx| runs::take_back_misfires(tx, now).await).await?;
            let moved = move_schedules(core, earlier).await?;
            tracing::info!(schedules = moved, "moved schedules back that a clock ahead had moved on");
            self.schedules = false;
        }
        self.follow_zone_data(core).await
    }

    /// Recomputes due times if they were computed from other time zone data than those in use.
    async fn follow_zone_data(&mut self, core: &Arc<Core>) -> Result<()> {
        let release = data::in_use().version;
        if self.zone_data.as_ref() == Some(&release) {
            return Ok(());
        }
        if core.db.read(last_run::zone_data).await?.as_ref() != Some(&release) {
            let moved = move_schedules(core, by_the_rules).await?;
            if moved > 0 {
                tracing::info!(schedules = moved, release, "computed due times anew by other time zone data");
            }
            let stored = release.clone();
            core.db.write(Scope::Global, async move |tx| last_run::set_zone_data(tx, &stored).await).await?;
        }
        self.zone_data = Some(release);
        Ok(())
    }

    /// Logs, once each, that the machine's clock is in doubt, and that it is believed again.
    fn note_doubt(&mut self, core: &Core) {
        let doubt = core.trust.doubt();
        let why = doubt.as_ref().map(|doubt| doubt.why.clone());
        if why == self.doubt {
            return;
        }
        match doubt {
            Some(doubt) => {
                tracing::warn!(problem = texts::clock::doubt(&doubt), "the machine's clock is in doubt");
            }
            None => tracing::info!("the machine's clock is believed again"),
        }
        self.doubt = why;
    }

    fn jump(&mut self, clock: &dyn Clock) -> Option<Jump> {
        let (now, monotonic) = (clock.now(), clock.monotonic());
        let (then, before) = std::mem::replace(&mut self.seen, (now, monotonic));
        let (moved, passed) = (now - then, monotonic - before);
        let jumped = moved - TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
        (jumped.abs() > TOLERANCE).then_some(Jump { moved, passed })
    }
}

/// The new due time of a schedule, and its cadence value in the new rules.
type Moved = (Timestamp, String);

/// Moves the schedules that are not yet due to the due times that `due` returns. A due time that has had its run does
/// not get another. Returns how many schedules were moved.
async fn move_schedules(core: &Arc<Core>, due: fn(&Schedule, Timestamp) -> Option<Moved>) -> Result<usize> {
    let now = core.clock.timestamp();
    let mut moved = 0;
    let mut seen: Option<ScheduleId> = None;
    loop {
        let after = seen.clone();
        let read = async move |tx: &Tx| schedules::due_later(tx, now, after.as_ref(), BATCH_SIZE).await;
        let page = core.db.read(read).await?;
        let Some(last) = page.last() else { return Ok(moved) };
        seen = Some(last.schedule_id.clone());
        let moving: Vec<_> =
            page.into_iter().filter_map(|schedule| Some((due(&schedule, now)?, schedule))).collect();
        if moving.is_empty() {
            continue;
        }
        let changed = core.db.write(Scope::Global, async move |tx| {
            let mut changed = 0;
            for ((next, value), schedule) in &moving {
                let moved = schedules::move_due_time(tx, schedule, (*next, value), now).await?;
                changed += usize::from(moved);
            }
            Ok(changed)
        });
        moved += changed.await?;
    }
}

/// Returns the first due time of a schedule after `now`, if a clock that was ahead has advanced the schedule beyond it.
/// `None` for one-time schedules.
fn earlier(schedule: &Schedule, now: Timestamp) -> Option<Moved> {
    let first = first_due(schedule, now).filter(|first| Some(*first) < schedule.next_run_at)?;
    (schedule.cadence_type != "once").then(|| (first, schedule.cadence_value.clone()))
}

/// Returns the first due time of a schedule after `now`, if the rules of its zone make it differ from the stored one.
/// Intervals do not depend on a zone.
fn by_the_rules(schedule: &Schedule, now: Timestamp) -> Option<Moved> {
    let value = catch_unwind(|| {
        let (cadence, zone) = schedule.cadence().ok()?;
        match cadence {
            Cadence::Interval { .. } | Cadence::Hook(_) => None,
            Cadence::Once(_) => Some(cadence.by_the_rules(zone, now.to_utc())?.value()),
            Cadence::Cron(_) | Cadence::Rule(_) => Some(schedule.cadence_value.clone()),
        }
    });
    let moved = Schedule { cadence_value: value.ok()??, ..schedule.clone() };
    let first = first_due(&moved, now).filter(|first| Some(*first) != schedule.next_run_at)?;
    Some((first, moved.cadence_value))
}

/// Returns the first due time of a schedule after `now`. An unreadable schedule is left to the claim.
fn first_due(schedule: &Schedule, now: Timestamp) -> Option<Timestamp> {
    let first = catch_unwind(|| {
        let (cadence, zone) = schedule.cadence().ok()?;
        let (now, mut anchor) = (now.to_utc(), schedule.anchor_at.to_utc());
        // An interval's first due time is further away than an interval only if the clock was ahead at its creation.
        if let Cadence::Interval { every_secs } = cadence {
            anchor = anchor.min(now + Duration::from_secs(every_secs));
        }
        cadence.next_after(now, anchor, zone)
    });
    first.ok()?.map(Timestamp::from)
}

#[cfg(test)]
mod tests {
    use adjutant_clock::ManualClock;
    use adjutant_domain::timestamp::Timestamp;

    use super::*;

    #[test]
    fn a_clock_jumps_that_moves_otherwise_than_time_passes() {
        let clock = ManualClock::new(Timestamp::from_millis(0).to_utc());
        let mut watch = Watch::new(&clock, None);
        let (hour, day) = (TimeDelta::hours(1), TimeDelta::days(1));
        clock.advance(day);
        assert_eq!(watch.jump(&clock), None);
        for (set, moved) in [(day, day + hour), (-day, hour - day)] {
            clock.step_wall_clock(set);
            clock.advance(hour);
            assert_eq!(watch.jump(&clock), Some(Jump { moved, passed: Duration::from_hours(1) }));
        }
        clock.step_wall_clock(TOLERANCE);
        assert_eq!(watch.jump(&clock), None);
    }
}
