//! Somebody sets the clock, or the machine sleeps: the clock moves otherwise than time passes.
//!
//! What is due by a clock that was set forward, or while the machine slept, has been missed; nothing else is to be done
//! about it. A clock that was set back fires nothing twice, but what pauses until a time must not pause for all that the
//! clock was set back by.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant_domain::clock::Clock;
use adjutant_store::backoff;
use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use crate::core::Core;

/// What clocks may differ by between two looks: they are corrected a little all the time.
const TOLERANCE: TimeDelta = TimeDelta::minutes(2);

/// Notices that the clock jumps.
pub(super) struct Watch {
    seen: (DateTime<Utc>, Instant),
    /// Pauses may have begun before the clock was set back.
    set_back: bool,
}

/// How the clock moved between two looks, and how much time passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Jump {
    moved: TimeDelta,
    passed: Duration,
}

impl Watch {
    /// Begins to watch. What happened to the clock while no process ran is not known.
    pub(super) fn new(clock: &dyn Clock) -> Self {
        Self { seen: (clock.now(), clock.monotonic()), set_back: true }
    }

    /// Looks at the clock, and sees to it that nothing pauses for too long.
    ///
    /// # Errors
    /// The database failed; it is made up for at the next look.
    pub(super) async fn look(&mut self, core: &Arc<Core>) -> Result<()> {
        if let Some(Jump { moved, passed }) = self.jump(core.clock.as_ref()) {
            let moved_seconds = moved.num_seconds();
            let passed_seconds = passed.as_secs();
            tracing::warn!(
                moved_seconds,
                passed_seconds,
                "the clock jumped: it was set, or the machine slept; what was missed is told of as late"
            );
            self.set_back |= moved < TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
        }
        if self.set_back {
            let now = core.clock.millis();
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
    use adjutant_domain::timestamp::Timestamp;

    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn a_clock_jumps_that_moves_otherwise_than_time_passes() {
        let clock = ManualClock::new(Timestamp::from_millis(0).to_utc());
        let mut watch = Watch::new(&clock);
        let (hour, day) = (TimeDelta::hours(1), TimeDelta::days(1));
        clock.advance(day);
        assert_eq!(watch.jump(&clock), None);
        for (set, moved) in [(day, day + hour), (-day, hour - day)] {
            clock.set_by(set);
            clock.advance(hour);
            assert_eq!(watch.jump(&clock), Some(Jump { moved, passed: Duration::from_hours(1) }));
        }
        clock.set_by(TOLERANCE);
        assert_eq!(watch.jump(&clock), None);
    }
}
