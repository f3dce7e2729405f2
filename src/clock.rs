//! Clocks: the source of time, and of waits.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

/// A source of time, and of waits.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// Returns the machine's current time, which somebody may set forward or back.
    fn now(&self) -> DateTime<Utc>;

    /// Returns an instant that advances as time passes, whatever the clock is set to, but not while the machine sleeps.
    fn monotonic(&self) -> Instant;

    /// Returns once [`Clock::now`] is at or after `time`: much later if the clock is set back meanwhile.
    async fn sleep_until(&self, time: DateTime<Utc>);

    /// Returns after `duration`, even if the clock is set back or the machine sleeps meanwhile.
    async fn sleep(&self, duration: Duration);

    /// Returns the current time in milliseconds since the epoch, as the database stores it.
    fn millis(&self) -> i64 {
        self.now().timestamp_millis()
    }
}

/// The machine's clock.
pub struct SystemClock;

/// The longest single sleep, and so the delay before a clock change or a machine sleep is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

#[async_trait]
impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the time is read")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn monotonic(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

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

/// A clock that only moves when it is told to.
pub struct ManualClock {
    time: watch::Sender<Time>,
}

#[derive(Clone, Copy)]
struct Time {
    now: DateTime<Utc>,
    monotonic: Instant,
}

impl ManualClock {
    /// Creates a clock that shows `start`.
    pub fn new(start: DateTime<Utc>) -> Self {
        Self { time: watch::Sender::new(Time { now: start, monotonic: Instant::now() }) }
    }

    /// Advances time by `by`, which must not be negative, and wakes sleepers whose time has come.
    pub fn advance(&self, by: TimeDelta) {
        self.time.send_modify(|time| {
            time.now += by;
            time.monotonic += by.to_std().unwrap_or_default();
        });
    }

    /// Sets the clock `by` later or, if negative, earlier. No time passes.
    pub fn set_by(&self, by: TimeDelta) {
        self.time.send_modify(|time| time.now += by);
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        self.time.borrow().now
    }

    fn monotonic(&self) -> Instant {
        self.time.borrow().monotonic
    }

    async fn sleep_until(&self, time: DateTime<Utc>) {
        // The sender lives as long as this clock, so the wait cannot fail.
        let _ = self.time.subscribe().wait_for(|at| at.now >= time).await;
    }

    async fn sleep(&self, duration: Duration) {
        let Time { now, monotonic } = *self.time.borrow();
        let is_over = |at: &Time| at.now >= now + duration || at.monotonic >= monotonic + duration;
        let _ = self.time.subscribe().wait_for(is_over).await;
    }
}

/// Converts milliseconds since the epoch to a time; the epoch itself if they are out of range.
pub fn from_millis(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).unwrap_or_default()
}
