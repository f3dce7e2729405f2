//! Discord's rate limits: a bucket for each kind of request to each channel, and a global one.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::header::HeaderMap;
use serde::Deserialize;
use tokio::time::Instant;

use crate::route::Route;

/// How many requests a second Discord allows globally for each message a second: 50 requests for 45 messages.
const REQUESTS_PER_MESSAGE: f64 = 50.0 / 45.0;
/// The share of the global budget open to requests that give way to others.
const GIVING_WAY_SHARE: f64 = 0.4;
/// A little more than a second, since the travel times of requests differ.
const SECOND: Duration = Duration::from_millis(1050);
/// The number of buckets from which on full ones are dropped.
const MAX_BUCKETS: usize = 1_000;
/// The pause of a request that waits for the answer to another one.
const UNTIL_AN_ANSWER: Duration = Duration::from_millis(100);
/// The pause after a "Too Many Requests" that names none.
const DEFAULT_PAUSE: Duration = Duration::from_secs(5);
/// The longest pause that is accepted from an answer.
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);

/// The known limits. Never waits: for a request that does not fit, returns the time to wait.
#[derive(Clone)]
pub(crate) struct RateLimits(Arc<Mutex<State>>);

struct State {
    budget: GlobalBudget,
    /// The time before which no request may be sent at all.
    blocked_until: Option<Instant>,
    /// What Discord's answers tell of each kind of request. Bounded by the number of kinds.
    kinds: HashMap<String, Kind>,
    buckets: HashMap<Key, Bucket>,
}

/// The global budget of requests a second.
struct GlobalBudget {
    most: f64,
    /// The times of the requests within the last second.
    taken: VecDeque<Instant>,
}

/// What is known about a kind of request.
struct Kind {
    /// Discord's name for its buckets.
    bucket: String,
    /// How many requests a full bucket allows.
    limit: u32,
}

/// A bucket's name (the kind of request, until Discord names another) and the bucket's channel.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    name: String,
    major: String,
}

struct Bucket {
    /// How many requests the bucket allows before `full_at`, by the last answer.
    remaining: u32,
    /// Requests in flight, which `remaining` does not count yet.
    in_flight: u32,
    full_at: Instant,
}

/// Permission to send one request. Frees its slot when dropped.
pub(crate) struct Permit {
    buckets: RateLimits,
    route: Route,
    key: Key,
}

impl RateLimits {
    /// Begins with only the number of messages that may be sent in a second.
    pub(crate) fn new(messages_per_second: f64) -> Self {
        let budget =
            GlobalBudget { most: messages_per_second * REQUESTS_PER_MESSAGE, taken: VecDeque::new() };
        let (kinds, buckets) = (HashMap::new(), HashMap::new());
        Self(Arc::new(Mutex::new(State { budget, blocked_until: None, kinds, buckets })))
    }

    /// Lets a request through, or returns its waiting time.
    pub(crate) fn acquire(&self, route: Route) -> Result<Permit, Duration> {
        let now = Instant::now();
        let mut state = self.state();
        if route.is_global
            && let Some(until) = state.blocked_until.filter(|until| *until > now)
        {
            return Err(until - now);
        }
        let state = &mut *state;
        let kind = state.kinds.get(&route.kind);
        let name = kind.map_or(&route.kind, |kind| &kind.bucket).clone();
        // Of a kind without answers, one request finds out the limit.
        let limit = kind.map_or(1, |kind| kind.limit);
        let key = Key { name, major: route.major.clone() };
        if let Some(bucket) = state.buckets.get(&key) {
            bucket.check(limit, now)?;
        }
        if route.is_global {
            state.budget.take(route.gives_way(), now)?;
        }
        if state.buckets.len() >= MAX_BUCKETS {
            state.buckets.retain(|_, bucket| bucket.full_at > now || bucket.in_flight > 0);
        }
        state.buckets.entry(key.clone()).or_insert(Bucket::full(now)).in_flight += 1;
        Ok(Permit { buckets: self.clone(), route, key })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bucket {
    fn full(now: Instant) -> Self {
        Self { remaining: 0, in_flight: 0, full_at: now }
    }

    /// Returns the waiting time of a further request, if it does not fit. Nothing but an answer tells how much of a
    /// bucket that has filled up again is left, so until then only as many requests are in flight as it holds.
    fn check(&self, limit: u32, now: Instant) -> Result<(), Duration> {
        let is_full = self.full_at <= now;
        let allowed = if is_full { limit } else { self.remaining };
        match self.in_flight < allowed {
            true => Ok(()),
            false if is_full => Err(UNTIL_AN_ANSWER),
            false => Err(self.full_at - now),
        }
    }
}

impl GlobalBudget {
    /// Takes one request out of the budget, or returns the time until the budget has one.
    fn take(&mut self, gives_way: bool, now: Instant) -> Result<(), Duration> {
        while self.taken.front().is_some_and(|at| *at + SECOND <= now) {
            self.taken.pop_front();
        }
        let most = if gives_way { self.most * GIVING_WAY_SHARE } else { self.most };
        let over = self.taken.len().checked_sub(most.max(1.0) as usize);
        if let Some(earlier) = over.and_then(|over| self.taken.get(over)) {
            return Err(*earlier + SECOND - now);
        }
        self.taken.push_back(now);
        Ok(())
    }
}

impl Permit {
    /// Updates the limits from an answer. `pause` is the pause that a "Too Many Requests" asks for.
    pub(crate) fn update(&self, headers: &HeaderMap, pause: Option<&RetryAfter>) {
        let now = Instant::now();
        let mut state = self.buckets.state();
        if let Some(pause) = pause.filter(|pause| pause.is_global) {
            let until = now + pause.length;
            state.blocked_until = state.blocked_until.max(Some(until));
            return;
        }
        let name = text(headers, "x-ratelimit-bucket").unwrap_or(&self.key.name).to_owned();
        let known = match pause {
            Some(pause) => Some((0, pause.length)),
            None => number::<u32>(headers, "x-ratelimit-remaining")
                .zip(number::<f64>(headers, "x-ratelimit-reset-after").map(seconds)),
        };
        let Some((remaining, reset_after)) = known else {
            // Discord does not limit requests of this kind.
            let unlimited = Kind { bucket: self.key.name.clone(), limit: u32::MAX };
            state.kinds.entry(self.route.kind.clone()).or_insert(unlimited);
            return;
        };
        let limit = number(headers, "x-ratelimit-limit").unwrap_or(remaining.saturating_add(1));
        let kind = Kind { bucket: name.clone(), limit: limit.max(1) };
        state.kinds.insert(self.route.kind.clone(), kind);
        let key = Key { name, major: self.key.major.clone() };
        let bucket = state.buckets.entry(key).or_insert(Bucket::full(now));
        bucket.remaining = remaining;
        bucket.full_at = now + reset_after;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(bucket) = self.buckets.state().buckets.get_mut(&self.key) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
        }
    }
}

/// The pause that a "Too Many Requests" asks for.
#[derive(Debug, PartialEq)]
pub(crate) struct RetryAfter {
    pub(crate) length: Duration,
    is_global: bool,
}

impl RetryAfter {
    /// Reads the pause from the answer's headers and body.
    pub(crate) fn read(headers: &HeaderMap, body: &[u8]) -> Self {
        #[derive(Default, Deserialize)]
        struct Body {
            retry_after: Option<f64>,
            #[serde(default)]
            global: bool,
        }
        let in_body: Option<Body> = serde_json::from_slice(body).ok();
        // A proxy in front of Discord limits all of the bot's requests.
        let is_foreign = in_body.is_none() && !headers.contains_key("x-ratelimit-bucket");
        let in_body = in_body.unwrap_or_default();
        let asked = in_body.retry_after.or_else(|| number(headers, "retry-after"));
        Self {
            length: asked.map_or(DEFAULT_PAUSE, seconds),
            is_global: in_body.global || is_foreign || headers.contains_key("x-ratelimit-global"),
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn number<T: std::str::FromStr>(headers: &HeaderMap, name: &str) -> Option<T> {
    text(headers, name)?.parse().ok()
}

fn seconds(seconds: f64) -> Duration {
    let believed = seconds.clamp(0.0, MAX_PAUSE.as_secs_f64());
    Duration::try_from_secs_f64(believed).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use reqwest::Method;
    use tokio::time::advance;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    fn limit_headers(bucket: &str, remaining: &str, reset_after: &str) -> HeaderMap {
        headers(&[
            ("x-ratelimit-bucket", bucket),
            ("x-ratelimit-remaining", remaining),
            ("x-ratelimit-reset-after", reset_after),
        ])
    }

    fn post(channel: u64) -> Route {
        Route::of(&Method::POST, &format!("channels/{channel}/messages"))
    }

    /// Limits that come from Discord's answers alone.
    fn unhurried() -> RateLimits {
        RateLimits::new(f64::MAX)
    }

    #[tokio::test(start_paused = true)]
    async fn there_are_so_many_requests_in_a_second_and_fewer_to_waste() {
        let buckets = RateLimits::new(45.0);
        let typing = |channel| Route::of(&Method::POST, &format!("channels/{channel}/typing"));
        let passed =
            |route: &dyn Fn(u64) -> Route| (0..100).filter(|n| buckets.acquire(route(*n)).is_ok()).count();
        assert_eq!((passed(&typing), passed(&post)), (20, 30));
        let callback = Route::of(&Method::POST, "interactions/7/token/callback");
        assert!(buckets.acquire(callback).is_ok(), "interactions are not counted");

        advance(Duration::from_millis(50)).await;
        assert_eq!(buckets.acquire(post(1)).err(), Some(Duration::from_secs(1)));
        advance(Duration::from_secs(1)).await;
        assert_eq!(passed(&post), 50);
    }

    #[tokio::test(start_paused = true)]
    async fn an_empty_bucket_fills_up_again() {
        let buckets = unhurried();
        buckets.acquire(post(1)).ok().unwrap().update(&limit_headers("a", "0", "1.5"), None);
        assert_eq!(buckets.acquire(post(1)).err(), Some(Duration::from_millis(1500)));
        assert!(buckets.acquire(post(2)).is_ok(), "every channel has a bucket of its own");
        advance(Duration::from_secs(1)).await;
        assert_eq!(buckets.acquire(post(1)).err(), Some(Duration::from_millis(500)));
        advance(Duration::from_millis(500)).await;
        assert!(buckets.acquire(post(1)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_that_filled_up_again_lets_no_more_out_at_once_than_it_holds() {
        let buckets = unhurried();
        let answer = |remaining| {
            let mut headers = limit_headers("a", remaining, "0.25");
            headers.insert("x-ratelimit-limit", "2".parse().unwrap());
            headers
        };
        buckets.acquire(post(1)).ok().unwrap().update(&answer("0"), None);
        advance(Duration::from_millis(250)).await;
        let (first, second) =
            (buckets.acquire(post(1)).ok().unwrap(), buckets.acquire(post(1)).ok().unwrap());
        assert_eq!(buckets.acquire(post(1)).err(), Some(UNTIL_AN_ANSWER));
        advance(UNTIL_AN_ANSWER).await;
        first.update(&answer("1"), None);
        drop(first);
        assert_eq!(buckets.acquire(post(1)).err(), Some(Duration::from_millis(250)));
        drop(second);
        assert!(buckets.acquire(post(1)).is_ok(), "the second failed without using the bucket");
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_request_of_a_kind_finds_out_its_limit() {
        let buckets = unhurried();
        let (first, other) = (buckets.acquire(post(1)).ok().unwrap(), buckets.acquire(post(2)).ok().unwrap());
        assert_eq!(buckets.acquire(post(1)).err(), Some(UNTIL_AN_ANSWER));
        first.update(&limit_headers("a", "4", "5"), None);
        let more: Vec<_> = (0..9).map_while(|_| buckets.acquire(post(1)).ok()).collect();
        assert_eq!(more.len(), 4);
        drop(other);
        let more: Vec<_> = (0..9).map_while(|_| buckets.acquire(post(3)).ok()).collect();
        assert_eq!(more.len(), 5, "the limit holds for the kind's other channels too");
    }

    #[tokio::test(start_paused = true)]
    async fn a_kind_without_limits_is_not_held_back() {
        let buckets = unhurried();
        buckets.acquire(post(1)).ok().unwrap().update(&HeaderMap::new(), None);
        let all: Vec<_> = (0..99).map_while(|_| buckets.acquire(post(1)).ok()).collect();
        assert_eq!(all.len(), 99);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_that_share_a_bucket_share_its_pause() {
        let buckets = unhurried();
        let patch = || Route::of(&Method::PATCH, "channels/1/messages/2");
        buckets.acquire(post(1)).ok().unwrap().update(&limit_headers("a", "4", "5"), None);
        buckets.acquire(patch()).ok().unwrap().update(&limit_headers("a", "0", "5"), None);
        assert!(buckets.acquire(post(1)).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_was_given_up_does_not_count() {
        let buckets = unhurried();
        buckets.acquire(post(1)).ok().unwrap().update(&limit_headers("a", "1", "5"), None);
        let held = buckets.acquire(post(1)).ok().unwrap();
        assert!(buckets.acquire(post(1)).is_err());
        drop(held);
        assert!(buckets.acquire(post(1)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_global_pause_stops_all_but_what_has_a_token_of_its_own() {
        let buckets = unhurried();
        let pause = RetryAfter { length: Duration::from_secs(2), is_global: true };
        buckets.acquire(post(1)).ok().unwrap().update(&HeaderMap::new(), Some(&pause));
        assert_eq!(buckets.acquire(post(2)).err(), Some(pause.length));
        let callback = Route::of(&Method::POST, "interactions/7/token/callback");
        assert!(buckets.acquire(callback).is_ok());
        advance(pause.length).await;
        assert!(buckets.acquire(post(1)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn buckets_that_are_full_again_are_forgotten() {
        let buckets = unhurried();
        for channel in 0..MAX_BUCKETS as u64 {
            buckets.acquire(post(channel)).ok().unwrap().update(&limit_headers("a", "0", "5"), None);
        }
        advance(Duration::from_secs(5)).await;
        buckets.acquire(post(u64::MAX)).ok().unwrap().update(&limit_headers("a", "0", "5"), None);
        assert_eq!(buckets.state().buckets.len(), 1);
    }

    #[test]
    fn a_pause_is_read_from_wherever_it_stands() {
        let of_bucket = headers(&[("x-ratelimit-bucket", "a"), ("retry-after", "2")]);
        let seconds = Duration::from_secs_f64;
        for (headers, body, length, is_global) in [
            (&of_bucket, r#"{"message":"You are being rate limited.","retry_after":1.25}"#, 1.25, false),
            (&of_bucket, r#"{"retry_after":0.5,"global":true}"#, 0.5, true),
            (&of_bucket, "", 2.0, false),
            (&headers(&[("retry-after", "120")]), "error code: 1015", 120.0, true),
            (&HeaderMap::new(), r#"{"message":"slow down"}"#, 5.0, false),
            (&HeaderMap::new(), r#"{"retry_after":-1}"#, 0.0, false),
            (&HeaderMap::new(), r#"{"retry_after":1e30}"#, 3600.0, false),
        ] {
            let expected = RetryAfter { length: seconds(length), is_global };
            assert_eq!(RetryAfter::read(headers, body.as_bytes()), expected, "{body}");
        }
    }
}
