//! The platform's rate limits.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

/// The bot's write rates. Messages and edits count alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Requests per second over all chats, and the most at once.
    pub per_second: f64,
    /// Requests per second in one chat.
    pub per_chat_second: f64,
    /// The most requests at once in one chat after a pause. Telegram publishes no figure and tolerates a few.
    pub chat_burst: f64,
    /// Requests per minute in one group, and the most at once within the limits above.
    pub per_group_minute: f64,
}

impl Default for Rates {
    /// Telegram's published limits, with a burst of three in a chat.
    fn default() -> Self {
        Self { per_second: 30.0, per_chat_second: 1.0, chat_burst: 3.0, per_group_minute: 20.0 }
    }
}

impl Rates {
    /// Returns one rate per second for all three limits; for benchmarks.
    pub fn flat(per_second: f64) -> Self {
        Self {
            per_second,
            per_chat_second: per_second,
            chat_burst: per_second,
            per_group_minute: per_second * 60.0,
        }
    }
}

/// Counts admitted requests, and refuses those beyond a limit.
#[derive(Debug)]
pub(crate) struct Limiter {
    rates: Rates,
    all: Bucket,
    chats: HashMap<i64, Bucket>,
    groups: HashMap<i64, Bucket>,
}

impl Limiter {
    pub(crate) fn new(rates: Rates, now: Instant) -> Self {
        let all = Bucket::new(rates.per_second, rates.per_second, now);
        Self { rates, all, chats: HashMap::new(), groups: HashMap::new() }
    }

    /// Counts one request.
    ///
    /// # Errors
    /// Returns the seconds to wait. Until then every request to the same limit is refused.
    pub(crate) fn admit(&mut self, chat: i64, is_group: bool, now: Instant) -> Result<(), u64> {
        let rates = self.rates;
        let mut buckets = vec![&mut self.all];
        buckets.push(
            self.chats
                .entry(chat)
                .or_insert_with(|| Bucket::new(rates.per_chat_second, rates.chat_burst, now)),
        );
        if is_group {
            buckets.push(
                self.groups.entry(chat).or_insert_with(|| {
                    Bucket::new(rates.per_group_minute / 60.0, rates.per_group_minute, now)
                }),
            );
        }
        let wait = buckets.iter_mut().map(|bucket| bucket.wait(now)).max().unwrap_or_default();
        if wait > 0 {
            return Err(wait);
        }
        buckets.into_iter().for_each(|bucket| bucket.tokens -= 1.0);
        Ok(())
    }

    /// Counts further messages of a request that was admitted, even beyond a limit: the next requests wait for them.
    pub(crate) fn charge(&mut self, chat: i64, messages: f64) {
        let of_chat = self.chats.get_mut(&chat).into_iter().chain(self.groups.get_mut(&chat));
        for bucket in of_chat.chain([&mut self.all]) {
            bucket.tokens -= messages;
        }
    }
}

#[derive(Debug)]
struct Bucket {
    per_second: f64,
    capacity: f64,
    tokens: f64,
    filled_at: Instant,
    closed_until: Instant,
}

impl Bucket {
    fn new(per_second: f64, capacity: f64, now: Instant) -> Self {
        let capacity = capacity.max(1.0);
        Self { per_second, capacity, tokens: capacity, filled_at: now, closed_until: now }
    }

    /// Returns the whole seconds until a request is admitted; 0 means now.
    fn wait(&mut self, now: Instant) -> u64 {
        let elapsed = now.duration_since(self.filled_at).as_secs_f64();
        self.tokens = (self.tokens + elapsed * self.per_second).min(self.capacity);
        self.filled_at = now;
        if self.tokens < 1.0 && self.closed_until <= now {
            let seconds = ((1.0 - self.tokens) / self.per_second).ceil().max(1.0);
            self.closed_until = now + Duration::from_secs_f64(seconds);
        }
        self.closed_until.duration_since(now).as_secs_f64().ceil() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chat_gets_its_burst_and_then_one_a_second() {
        let start = Instant::now();
        let mut limiter = Limiter::new(Rates::default(), start);
        for _ in 0..3 {
            assert_eq!(limiter.admit(1, false, start), Ok(()));
        }
        assert_eq!(limiter.admit(1, false, start), Err(1));
        assert_eq!(limiter.admit(2, false, start), Ok(()), "another chat is not concerned");
        let later = start + Duration::from_secs(1);
        assert_eq!(limiter.admit(1, false, later), Ok(()));
        assert_eq!(limiter.admit(1, false, later), Err(1));
    }

    #[test]
    fn all_chats_together_get_thirty_a_second() {
        let start = Instant::now();
        let mut limiter = Limiter::new(Rates::default(), start);
        let admitted = (0..100).filter(|chat| limiter.admit(*chat, false, start).is_ok()).count();
        assert_eq!(admitted, 30);
    }

    #[test]
    fn a_group_gets_twenty_a_minute() {
        let start = Instant::now();
        let mut limiter =
            Limiter::new(Rates { per_chat_second: 10.0, chat_burst: 30.0, ..Rates::default() }, start);
        let admitted = (0..30).filter(|_| limiter.admit(-1, true, start).is_ok()).count();
        assert_eq!(admitted, 20);
        assert_eq!(limiter.admit(-1, true, start), Err(3));
    }

    #[test]
    fn an_album_counts_as_so_many_messages() {
        let start = Instant::now();
        let mut limiter = Limiter::new(Rates::default(), start);
        assert_eq!(limiter.admit(1, false, start), Ok(()));
        limiter.charge(1, 4.0);
        assert_eq!(limiter.admit(1, false, start), Err(3));
    }

    #[test]
    fn the_announced_pause_is_enforced() {
        let start = Instant::now();
        let rates = Rates { per_chat_second: 0.4, chat_burst: 1.0, ..Rates::default() };
        let mut limiter = Limiter::new(rates, start);
        assert_eq!(limiter.admit(1, false, start), Ok(()));
        assert_eq!(limiter.admit(1, false, start), Err(3));
        assert_eq!(limiter.admit(1, false, start + Duration::from_millis(2600)), Err(1));
        assert_eq!(limiter.admit(1, false, start + Duration::from_secs(3)), Ok(()));
    }
}
