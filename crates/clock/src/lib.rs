//! The machine's clock, a clock for tests, waiting by a clock, and whether the machine's clock can be believed.

use std::time::{Duration, Instant};

use adjutant_domain::clock::Clock;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use rustix::time::{ClockId, clock_gettime};
use tokio::sync::watch;

mod trusted;
mod zone_files;

pub use trusted::{ABSENCE, JUMP, TrustedClock};
pub use zone_files::ZoneFiles;

/// A clock by which code can wait.
#[async_trait]
pub trait Timer: Clock {
    /// Returns once [`Clock::now`] is at or after `time`, which comes much later if the clock is set back meanwhile.
    async fn sleep_until(&self, time: DateTime<Utc>);

    /// Returns after `duration`, even if the clock is set back meanwhile or the machine sleeps.
    async fn sleep(&self, duration: Duration);
}

/// The machine's clock.
pub struct SystemClock;

/// The longest single sleep, and so the longest delay before a clock change or a machine sleep is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

/// The kernel's clock that also counts the time while the machine sleeps.
#[cfg(any(target_os = "linux", target_os = "android"))]
const UPTIME: ClockId = ClockId::Boottime;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const UPTIME: ClockId = ClockId::Monotonic;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the time is read")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn monotonic(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

    fn uptime(&self) -> Duration {
        let since_boot = clock_gettime(UPTIME);
        Duration::new(since_boot.tv_sec.unsigned_abs(), u32::try_from(since_boot.tv_nsec).unwrap_or_default())
    }
}

#[async_trait]
impl Timer for SystemClock {
    async fn sleep_until(&self, time: DateTime<Utc>) {
        while let Ok(left) = (time - self.now()).to_std()
            && !left.is_zero()
        {
            tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
        }
    }

    async fn sleep(&self, duration: Duration) {
        let began = self.monotonic();
        let passed = async {
            while let Some(left) = duration.checked_sub(self.monotonic() - began)
                && !left.is_zero()
            {
                tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
            }
        };
        tokio::select! {
            () = passed => {}
            () = self.sleep_until(self.now() + duration) => {}
        }
    }
}

/// A clock for tests that moves only on command.
pub struct ManualClock {
    time: watch::Sender<Time>,
}

#[derive(Clone, Copy)]
struct Time {
    now: DateTime<Utc>,
    monotonic: Instant,
    uptime: Duration,
}

impl ManualClock {
    /// Creates a clock that shows `start`.
    pub fn new(start: DateTime<Utc>) -> Self {
        let time = Time { now: start, monotonic: Instant::now(), uptime: Duration::ZERO };
        Self { time: watch::Sender::new(time) }
    }

    /// Advances time by `by`, which must not be negative, and wakes sleepers whose time has come.
    pub fn advance(&self, by: TimeDelta) {
        self.time.send_modify(|time| {
            time.now += by;
            time.monotonic += by.to_std().unwrap_or_default();
            time.uptime += by.to_std().unwrap_or_default();
        });
    }

    /// Advances time by `by`, which must not be negative, while the machine sleeps.
    pub fn sleep_machine(&self, by: TimeDelta) {
        self.time.send_modify(|time| {
            time.now += by;
            time.uptime += by.to_std().unwrap_or_default();
        });
    }

    /// Sets the clock `by` later or, if negative, earlier. No time passes.
    pub fn step_wall_clock(&self, by: TimeDelta) {
        self.time.send_modify(|time| time.now += by);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        self.time.borrow().now
    }

    fn monotonic(&self) -> Instant {
        self.time.borrow().monotonic
    }

    fn uptime(&self) -> Duration {
        self.time.borrow().uptime
    }
}

#[async_trait]
impl Timer for ManualClock {
    async fn sleep_until(&self, time: DateTime<Utc>) {
        // The sender lives as long as this clock, so the wait cannot fail.
        let _ = self.time.subscribe().wait_for(|at| at.now >= time).await;
    }

    async fn sleep(&self, duration: Duration) {
        let Time { now, monotonic, .. } = *self.time.borrow();
        let is_over = |at: &Time| at.now >= now + duration || at.monotonic >= monotonic + duration;
        let _ = self.time.subscribe().wait_for(is_over).await;
    }
}
