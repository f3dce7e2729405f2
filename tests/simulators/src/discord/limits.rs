//! The platform's rate limits: a number of requests in a window, which begins with the first of them.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

/// How long after a refusal requests may still arrive that were in flight when the limit was reached.
const IN_FLIGHT: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(60);

/// A number of requests per window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The number of requests.
    pub limit: u32,
    /// The length of the window.
    pub window: Duration,
}

/// The bot's rate limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// All requests of the bot, except answers to interactions.
    pub global: Rate,
    /// New messages in a channel.
    pub creates: Rate,
    /// Edits in a channel.
    pub edits: Rate,
    /// Deletions in a channel.
    pub deletes: Rate,
    /// Typing in a channel.
    pub typing: Rate,
    /// New threads in a channel, and changes of a thread.
    pub threads: Rate,
    /// Messages read in a channel, one at a time or as a list.
    pub reads: Rate,
    /// Reactions in a channel.
    pub reactions: Rate,
    /// Overwritten command lists, of a guild or global.
    pub command_lists: Rate,
    /// Single commands written, of a guild or global.
    pub commands: Rate,
    /// Requests with the token of one interaction, except the first answer.
    pub webhooks: Rate,
    /// All other requests, by route.
    pub others: Rate,
}

impl Default for Rates {
    /// Discord's published limits; otherwise those observed in its headers.
    fn default() -> Self {
        let per = |limit, seconds| Rate { limit, window: Duration::from_secs_f64(seconds) };
        Self {
            global: per(50, 1.0),
            creates: per(5, 5.0),
            edits: per(5, 5.0),
            deletes: per(5, 1.0),
            typing: per(5, 5.0),
            threads: per(5, 5.0),
            reads: per(10, 5.0),
            reactions: per(1, 0.25),
            command_lists: per(2, 60.0),
            commands: per(5, 20.0),
            webhooks: per(5, 5.0),
            others: per(10, 5.0),
        }
    }
}

impl Rates {
    /// Returns no limits; for benchmarks.
    pub fn unlimited() -> Self {
        let all = Rate { limit: u32::MAX, window: LONGEST };
        Self {
            global: all,
            creates: all,
            edits: all,
            deletes: all,
            typing: all,
            threads: all,
            reads: all,
            reactions: all,
            command_lists: all,
            commands: all,
            webhooks: all,
            others: all,
        }
    }

    fn of(&self, kind: BucketKind) -> Rate {
        match kind {
            BucketKind::Creates => self.creates,
            BucketKind::Edits => self.edits,
            BucketKind::Deletes => self.deletes,
            BucketKind::Typing => self.typing,
            BucketKind::Threads => self.threads,
            BucketKind::Reads => self.reads,
            BucketKind::Reactions => self.reactions,
            BucketKind::CommandLists => self.command_lists,
            BucketKind::Commands => self.commands,
            BucketKind::Webhooks => self.webhooks,
            BucketKind::Others => self.others,
        }
    }
}

/// A bucket in which requests are counted: one kind with one major parameter (a channel, guild or token).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bucket {
    pub(crate) kind: BucketKind,
    pub(crate) major: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BucketKind {
    Creates,
    Edits,
    Deletes,
    Typing,
    Threads,
    Reads,
    Reactions,
    CommandLists,
    Commands,
    Webhooks,
    Others,
}

/// The state of a bucket after a request, as the headers show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) kind: BucketKind,
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset_after: Duration,
}

/// A refusal by a rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany {
    /// The requested pause.
    pub(crate) after: Duration,
    pub(crate) is_global: bool,
    /// Whether it came during a pause that an earlier refusal had requested.
    pub(crate) ignored_pause: bool,
}

/// Counts admitted requests, and refuses those beyond a limit.
#[derive(Debug)]
pub(crate) struct Limiter {
    rates: Rates,
    global: Window,
    buckets: HashMap<Bucket, Window>,
}

impl Limiter {
    pub(crate) fn new(rates: Rates, now: Instant) -> Self {
        Self { rates, global: Window::new(now), buckets: HashMap::new() }
    }

    /// Counts one request, of the bot or with a token of its own.
    pub(crate) fn admit(
        &mut self,
        bucket: Option<&Bucket>,
        is_of_bot: bool,
        now: Instant,
    ) -> Result<(), TooMany> {
        if is_of_bot {
            self.global
                .check(self.rates.global, now)
                .map_err(|too_many| TooMany { is_global: true, ..too_many })?;
        }
        if let Some(bucket) = bucket {
            let rate = self.rates.of(bucket.kind);
            let window = self.buckets.entry(bucket.clone()).or_insert_with(|| Window::new(now));
            window.check(rate, now)?;
            window.used += 1;
        }
        if is_of_bot {
            self.global.used += 1;
        }
        Ok(())
    }

    /// Returns the state of a bucket.
    pub(crate) fn standing(&self, bucket: &Bucket, now: Instant) -> Standing {
        let rate = self.rates.of(bucket.kind);
        let window = self.buckets.get(bucket);
        Standing {
            kind: bucket.kind,
            limit: rate.limit,
            remaining: window.map_or(rate.limit, |window| rate.limit.saturating_sub(window.used)),
            reset_after: window.map_or(rate.window, |window| window.reset_after(rate, now)),
        }
    }

    /// Refuses everything before the pause is over, in one bucket or in all.
    pub(crate) fn close(&mut self, bucket: Option<&Bucket>, after: Duration, now: Instant) {
        let window = match bucket {
            Some(bucket) => self.buckets.entry(bucket.clone()).or_insert_with(|| Window::new(now)),
            None => &mut self.global,
        };
        window.closed = Some(Closed { since: now, until: now + after });
    }
}

#[derive(Debug)]
struct Window {
    began: Instant,
    used: u32,
    closed: Option<Closed>,
}

/// A pause that a refusal requested.
#[derive(Clone, Copy, Debug)]
struct Closed {
    since: Instant,
    until: Instant,
}

impl Window {
    fn new(now: Instant) -> Self {
        Self { began: now, used: 0, closed: None }
    }

    /// Returns whether there is room for one more.
    fn check(&mut self, rate: Rate, now: Instant) -> Result<(), TooMany> {
        if self.used == 0 || now >= self.began + rate.window {
            (self.began, self.used) = (now, 0);
        }
        if let Some(closed) = self.closed.filter(|closed| now < closed.until) {
            let ignored_pause = now > closed.since + IN_FLIGHT;
            return Err(TooMany { after: closed.until - now, is_global: false, ignored_pause });
        }
        if self.used < rate.limit {
            return Ok(());
        }
        let after = self.reset_after(rate, now);
        self.closed = Some(Closed { since: now, until: now + after });
        Err(TooMany { after, is_global: false, ignored_pause: false })
    }

    fn reset_after(&self, rate: Rate, now: Instant) -> Duration {
        let end =
            self.closed.map_or(self.began + rate.window, |closed| closed.until.max(self.began + rate.window));
        end.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(major: &str) -> Bucket {
        Bucket { kind: BucketKind::Creates, major: major.into() }
    }

    #[test]
    fn a_channel_takes_five_messages_in_five_seconds() {
        let start = Instant::now();
        let mut limiter = Limiter::new(Rates::default(), start);
        let (here, there) = (bucket("1"), bucket("2"));
        for used in 1..=5 {
            assert_eq!(limiter.admit(Some(&here), true, start), Ok(()));
            assert_eq!(limiter.standing(&here, start).remaining, 5 - used);
        }
        let second = start + Duration::from_secs(1);
        let refused = limiter.admit(Some(&here), true, second).unwrap_err();
        assert_eq!(refused.after, Duration::from_secs(4));
        assert_eq!(limiter.admit(Some(&there), true, second), Ok(()), "another channel is not concerned");
        assert_eq!(limiter.admit(Some(&here), true, start + Duration::from_secs(5)), Ok(()));
    }

    #[test]
    fn all_requests_together_are_fifty_a_second() {
        let start = Instant::now();
        let mut limiter = Limiter::new(Rates::default(), start);
        let admitted = |major: &u32| limiter.admit(Some(&bucket(&major.to_string())), true, start).is_ok();
        assert_eq!((0..100).filter(admitted).count(), 50);
        let refused = limiter.admit(None, true, start).unwrap_err();
        assert!(refused.is_global);
        assert_eq!(limiter.admit(None, false, start), Ok(()), "interactions are outside of it");
    }

    #[test]
    fn a_pause_is_ignored_only_by_what_came_after_it_was_asked_for() {
        let start = Instant::now();
        let mut limiter = Limiter::new(Rates::default(), start);
        let here = bucket("1");
        limiter.close(Some(&here), Duration::from_secs(2), start);
        let mut at = |ms| limiter.admit(Some(&here), true, start + Duration::from_millis(ms));
        assert!(!at(10).unwrap_err().ignored_pause, "it was on its way");
        assert!(at(1000).unwrap_err().ignored_pause);
        assert_eq!(at(2000), Ok(()));
    }
}
