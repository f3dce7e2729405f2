//! Where time comes from.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

/// The time, and waiting for it.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// The time now.
    fn now(&self) -> DateTime<Utc>;

    /// Returns once [`Clock::now`] is at or after `time`.
    async fn sleep_until(&self, time: DateTime<Utc>);

    /// Returns after `duration`.
    async fn sleep(&self, duration: Duration) {
        self.sleep_until(self.now() + duration).await;
    }

    /// The time now, in milliseconds since the epoch, as the database has it.
    fn millis(&self) -> i64 {
        self.now().timestamp_millis()
    }
}

/// The machine's clock.
pub struct SystemClock;

/// The longest single sleep: a clock that was set, or a machine that slept, is noticed after this long.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

#[async_trait]
impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the time is read")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    async fn sleep_until(&self, time: DateTime<Utc>) {
        while let Ok(left) = (time - self.now()).to_std()
            && !left.is_zero()
        {
            tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
        }
    }
}

/// A clock that moves when it is told to.
pub struct ManualClock {
    now: watch::Sender<DateTime<Utc>>,
}

impl ManualClock {
    /// A clock that shows `start`.
    pub fn new(start: DateTime<Utc>) -> Self {
        Self { now: watch::Sender::new(start) }
    }

    /// Moves the clock; sleepers whose time has come wake.
    pub fn advance(&self, by: TimeDelta) {
        self.now.send_modify(|now| *now += by);
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.now.borrow()
    }

    async fn sleep_until(&self, time: DateTime<Utc>) {
        // The sender lives as long as this clock, so the wait cannot fail.
        let _ = self.now.subscribe().wait_for(|now| *now >= time).await;
    }
}

/// Milliseconds since the epoch as a time; the epoch itself for what is out of range.
pub fn from_millis(millis: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(millis).unwrap_or_default()
}
