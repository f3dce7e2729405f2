//! Clock jumps: the clock is set, or the machine sleeps, so the clock does not move by the time that passes.
//!
//! Due times that pass because the clock is set forward, or while the machine sleeps, are misfires; nothing else needs
//! to be done about them. A clock that is set back fires nothing twice, but a backoff until a fixed time must not grow
//! by the amount that the clock was set back.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant_domain::clock::Clock;
use adjutant_store::backoff;
use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::core::Core;

/// Largest difference between clock and elapsed time that is not a jump: clocks are corrected a little all the time.
const TOLERANCE: TimeDelta = TimeDelta::minutes(2);

/// Detects clock jumps.
pub(super) struct Watch {
    seen: (DateTime<Utc>, Instant),
    /// Whether backoffs may have begun before the clock was set back.
    set_back: bool,
}

/// How far the clock moved between two passes, and how much time passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Jump {
    moved: TimeDelta,
    passed: Duration,
}

impl Watch {
    /// Starts to watch the clock. Jumps while no process ran are unknown, so the first pass assumes one.
    pub(super) fn new(clock: &dyn Clock) -> Self {
        Self { seen: (clock.now(), clock.monotonic()), set_back: true }
    }

    /// Checks the clock, and ends backoffs that would last too long.
    ///
    /// # Errors
    /// Returns an error if the database failed; the next pass makes up for it.
    pub(super) async fn look(&mut self, core: &Arc<Core>) -> Result<()> {
        if let Some(Jump { moved, passed }) = self.jump(core.clock.as_ref()) {
            let moved_seconds = moved.num_seconds();
            let passed_seconds = passed.as_secs();
            tracing::warn!(
                moved_seconds,
                passed_seconds,
                "clock jumped: it was set, or the machine slept; misfires are reported as late"
            );
            self.set_back |= moved < TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
        }
        if self.set_back {
            let now = core.clock.timestamp();
            core.db.write(async move |tx| backoff::end_overlong(tx, now).await).await?;
            self.set_back = false;
        }
        Ok(())
    }

    fn jump(&mut self, clock: &dyn Clock) -> Option<Jump> {
        let (now, monotonic) = (clock.now(), clock.monotonic());
        let (then, before) = std::mem::replace(&mut self.seen, (now, monotonic));
        let (moved, passed) = (now - then, monotonic - before);
        let jumped = moved - TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
        (jumped.abs() > TOLERANCE).then_some(Jump { moved, passed })
    }
}

#[cfg(test)]
mod tests {
    use adjutant_clock::ManualClock;
    use adjutant_domain::timestamp::Timestamp;

    use super::*;

    #[test]
    fn a_clock_jumps_that_moves_otherwise_than_time_passes() {
        let clock = ManualClock::new(Timestamp::from_millis(0).to_utc());
        let mut watch = Watch::new(&clock);
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
