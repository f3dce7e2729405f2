//! A clock that checks whether the machine's clock can be believed.
//!
//! A clock that jumps forward for some minutes, or shows a wrong year after a start, makes everything look old: rows
//! would be deleted, due times skipped and requests expired beyond recovery. So a jump forward is believed only when
//! something confirms it: a date from a platform's servers, in a response or on a message, or an hour in which the
//! clock runs without another jump. A clock that is set back is believed at once, because that makes nothing look old.
//!
//! | What the machine's clock does | [`Clock::now`] | [`Clock::certain`] |
//! | --- | --- | --- |
//! | runs steadily | the machine's clock | the same |
//! | jumps forward while the process runs | continues as if it had not jumped | the same |
//! | is ahead of a platform's date | the platform's date | the same |
//! | is days ahead of the last time that a process ran | the machine's clock | continues from that time |
//! | jumps back, or is behind a platform's date | the machine's clock | the same |
//!
//! In the fourth case the machine was most probably off. New work uses the machine's clock at once, and only
//! irreversible acts wait.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use adjutant_domain::{
    clock::{Clock, Doubt, Why},
    timestamp::Timestamp,
};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::watch;

use crate::Timer;

/// The longest jump forward that needs no confirmation while the process runs, because clocks are corrected all the
/// time.
pub const JUMP: TimeDelta = TimeDelta::minutes(10);
/// The longest absence that needs no confirmation at start: a long weekend.
pub const ABSENCE: TimeDelta = TimeDelta::days(4);
/// How much two correct clocks may differ.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(5);
/// How long a clock that jumped must run steadily to be believed without another confirmation.
const PROBATION: Duration = Duration::from_hours(1);

/// A clock that follows the machine's clock while that can be believed.
pub struct TrustedClock {
    machine: Arc<dyn Timer>,
    state: Mutex<State>,
    /// Wakes waiting tasks when the time is corrected.
    corrected: watch::Sender<()>,
}

/// A reading of the machine's clock, with the uptime at that moment.
#[derive(Clone, Copy, Debug)]
struct Reading {
    time: DateTime<Utc>,
    uptime: Duration,
}

impl Reading {
    /// Returns the time at this uptime of a clock with this reading, if it has not been set since.
    fn at(self, uptime: Duration) -> DateTime<Utc> {
        self.time + uptime.saturating_sub(self.uptime)
    }
}

struct State {
    /// The last reading that was believed.
    believed: Reading,
    /// The reading that was believed before the clock was set back: if that was a mistake, the clock will return to it.
    before_set_back: Option<Reading>,
    held: Option<Held>,
    /// A channel whose servers say that the clock is behind, and the date they sent.
    behind: Option<(String, Reading)>,
}

/// A clock that is not believed at present.
struct Held {
    why: Why,
    /// The reading since which it has run steadily.
    steady: Reading,
}

impl TrustedClock {
    /// Follows the machine's clock, which is believed at first.
    pub fn new(machine: Arc<dyn Timer>) -> Self {
        let believed = Reading { time: machine.now(), uptime: machine.uptime() };
        let state = State { believed, before_set_back: None, held: None, behind: None };
        Self { machine, state: Mutex::new(state), corrected: watch::Sender::default() }
    }

    /// Compares the machine's clock with the time at which a process last ran. Called once, at start.
    pub fn compare_with_last_run(&self, last_run: Timestamp) {
        let (now, last_run) = (self.read(), last_run.to_utc());
        let mut state = self.lock();
        if now.time - last_run > ABSENCE {
            state.believed = Reading { time: last_run, ..now };
            state.held = Some(Held { why: Why::LongAbsence, steady: now });
        }
    }

    /// Records the date that a channel's servers sent. It is at most as old as the time since `asked`, an
    /// [uptime](Clock::uptime).
    pub fn hear(&self, channel: &str, date: DateTime<Utc>, asked: Duration) {
        let now = self.read();
        let age = TimeDelta::from_std(now.uptime.saturating_sub(asked)).unwrap_or(TimeDelta::MAX);
        if age > CLOCKS_DIFFER {
            return;
        }
        let mut state = self.lock();
        let mut is_corrected = state.judge(now);
        state.behind = None;
        if now.time > date + age + CLOCKS_DIFFER {
            // The date is rounded, and may be as old as the request.
            let estimate = state.believed.at(now.uptime);
            if estimate < date - CLOCKS_DIFFER || estimate > date + age + CLOCKS_DIFFER {
                state.believed = Reading { time: date, ..now };
                is_corrected = true;
            }
            state.held = Some(Held { why: Why::AheadOf(channel.to_owned()), steady: now });
        } else {
            if now.time < date - CLOCKS_DIFFER {
                state.behind = Some((channel.to_owned(), Reading { time: date, ..now }));
            }
            is_corrected |= state.held.take().is_some();
            state.believed = now;
        }
        drop(state);
        if is_corrected {
            self.corrected.send_replace(());
        }
    }

    /// Records the date that a channel's servers gave a message. The message may have been sent long ago, so its date
    /// can confirm a clock, but not contradict it.
    pub fn hear_message(&self, channel: &str, sent: DateTime<Utc>) {
        let now = self.read();
        if sent >= now.time - CLOCKS_DIFFER {
            self.hear(channel, sent, now.uptime);
        }
    }

    /// Returns a receiver that is notified whenever the time is corrected: when a doubted clock is believed, or
    /// contradicted.
    pub fn corrections(&self) -> watch::Receiver<()> {
        self.corrected.subscribe()
    }

    /// Returns the present doubt about the machine's clock, if any.
    pub fn doubt(&self) -> Option<Doubt> {
        let now = self.read();
        let mut state = self.lock();
        state.judge(now);
        let (why, other) = match (&state.held, &state.behind) {
            (Some(held), _) => (held.why.clone(), state.believed.at(now.uptime)),
            (None, Some((channel, date))) => (Why::BehindOf(channel.clone()), date.at(now.uptime)),
            (None, None) => return None,
        };
        Some(Doubt { why, shown: now.time.into(), other: other.into() })
    }

    fn read(&self) -> Reading {
        Reading { time: self.machine.now(), uptime: self.machine.uptime() }
    }

    /// Returns the state, judged by a new reading of the machine's clock, and that reading.
    fn judged(&self) -> (std::sync::MutexGuard<'_, State>, Reading) {
        let now = self.read();
        let mut state = self.lock();
        if state.judge(now) {
            self.corrected.send_replace(());
        }
        (state, now)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Judges a reading of the machine's clock. Returns whether the clock is believed again.
    fn judge(&mut self, now: Reading) -> bool {
        let ahead = now.time - self.believed.at(now.uptime);
        let Some(held) = &mut self.held else {
            let was_set_back = self.before_set_back.is_some_and(|before| agree(now, before));
            if ahead > JUMP && !was_set_back {
                self.held = Some(Held { why: Why::Jumped, steady: now });
                return false;
            }
            if was_set_back {
                self.before_set_back = None;
            } else if ahead < -JUMP {
                self.before_set_back = Some(self.believed);
            }
            self.believed = now;
            return false;
        };
        if !agree(now, held.steady) {
            held.steady = now;
        }
        let is_back = ahead <= if held.why == Why::LongAbsence { ABSENCE } else { JUMP };
        let is_steady = now.uptime.saturating_sub(held.steady.uptime) >= PROBATION;
        if !is_back && (!is_steady || matches!(held.why, Why::AheadOf(_))) {
            return false;
        }
        self.held = None;
        self.believed = now;
        true
    }
}

/// Returns whether two readings agree, within the tolerance for a jump.
fn agree(now: Reading, before: Reading) -> bool {
    (now.time - before.at(now.uptime)).abs() <= JUMP
}

impl Clock for TrustedClock {
    fn now(&self) -> DateTime<Utc> {
        let (state, now) = self.judged();
        match &state.held {
            None | Some(Held { why: Why::LongAbsence, .. }) => now.time,
            Some(_) => state.believed.at(now.uptime),
        }
    }

    fn monotonic(&self) -> Instant {
        self.machine.monotonic()
    }

    fn uptime(&self) -> Duration {
        self.machine.uptime()
    }

    fn certain(&self) -> Timestamp {
        let (state, now) = self.judged();
        match &state.held {
            None => now.time.into(),
            Some(_) => state.believed.at(now.uptime).into(),
        }
    }
}

#[async_trait]
impl Timer for TrustedClock {
    async fn sleep_until(&self, time: DateTime<Utc>) {
        let mut corrected = self.corrected.subscribe();
        while let Ok(left) = (time - self.now()).to_std()
            && !left.is_zero()
        {
            tokio::select! {
                () = self.machine.sleep(left) => {}
                // The sender lives as long as this clock.
                _ = corrected.changed() => {}
            }
        }
    }

    async fn sleep(&self, duration: Duration) {
        self.machine.sleep(duration).await;
    }
}

#[cfg(test)]
mod tests;
