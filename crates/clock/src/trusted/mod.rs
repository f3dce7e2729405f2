//! Whether the machine's clock can be believed.
//!
//! A clock that jumps forward for some minutes, or shows a wrong year after a start, makes everything look old: rows
//! would be deleted, due times passed over and requests expired that nothing brings back. So a jump forward is believed
//! only once something confirms it: the date that a platform's servers send or give to a message, or an hour in which the clock goes on
//! without another jump. A clock that is set back is believed at once: it makes nothing look old.
//!
//! | What the machine's clock does | [`Clock::now`] | [`Clock::certain`] |
//! | --- | --- | --- |
//! | goes on as time passes | the machine's clock | the same |
//! | jumps forward while the process runs | goes on as if it had not jumped | the same |
//! | is ahead of what a platform says | the platform's date | the same |
//! | is days ahead of when a process last ran | the machine's clock | goes on from that time |
//! | jumps back, or is behind what a platform says | the machine's clock | the same |
//!
//! In the fourth case the machine was most probably off, so what is new goes by the machine's clock at once, and only
//! what cannot be undone waits.

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

/// The longest jump forward that needs no confirmation while the process runs: clocks are corrected all the time.
pub const JUMP: TimeDelta = TimeDelta::minutes(10);
/// The longest time off that needs no confirmation at start: a long weekend.
pub const ABSENCE: TimeDelta = TimeDelta::days(4);
/// How far two clocks that are both right may differ.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(5);
/// How long a clock that jumped must go on steadily to be believed without any other confirmation.
const PROBATION: Duration = Duration::from_hours(1);

/// A clock that follows the machine's as far as it can be believed.
pub struct TrustedClock {
    machine: Arc<dyn Timer>,
    state: Mutex<State>,
    /// Wakes those who wait when the time is corrected.
    corrected: watch::Sender<()>,
}

/// What the machine's clock showed, and when.
#[derive(Clone, Copy, Debug)]
struct Reading {
    time: DateTime<Utc>,
    uptime: Duration,
}

impl Reading {
    /// Returns what a clock shows that showed this, and has not been set since.
    fn at(self, uptime: Duration) -> DateTime<Utc> {
        self.time + uptime.saturating_sub(self.uptime)
    }
}

struct State {
    /// The last time that was believed.
    believed: Reading,
    /// The time that was believed before the clock was set back: if it was set back by mistake, it returns there.
    before_set_back: Option<Reading>,
    held: Option<Held>,
    /// A channel whose servers say that the clock is behind, and their date.
    behind: Option<(String, Reading)>,
}

/// A clock that is not believed.
struct Held {
    why: Why,
    /// The reading from which on it has gone on steadily.
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

    /// Takes note of the date that a channel's servers sent, which is at most as old as the time since `asked`, an
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
            // The date is coarse, and may be as old as the request.
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

    /// Takes note of the date that a channel's servers gave a message. It may have been sent long ago, so it confirms a
    /// clock, but contradicts none.
    pub fn hear_message(&self, channel: &str, sent: DateTime<Utc>) {
        let now = self.read();
        if sent >= now.time - CLOCKS_DIFFER {
            self.hear(channel, sent, now.uptime);
        }
    }

    /// Returns what changes whenever the time is corrected: when a clock that was in doubt is believed, or contradicted.
    pub fn corrections(&self) -> watch::Receiver<()> {
        self.corrected.subscribe()
    }

    /// Returns what is wrong with the machine's clock; `None` if nothing is.
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

    /// Returns the state, judged by what the machine's clock shows now, and that.
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
    /// Judges what the machine's clock shows. Returns whether it is believed again.
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

/// Returns whether a clock that showed this before shows that now, or nearly.
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
