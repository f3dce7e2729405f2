//! Discord's rate limits: a bucket for each kind of request to each channel, and a global one.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use reqwest::{Method, header::HeaderMap};
use serde::Deserialize;
use tokio::time::Instant;

/// How many requests a second Discord allows globally for each message a second: 50 requests for 45 messages.
const REQUESTS_PER_MESSAGE: f64 = 50.0 / 45.0;
/// The share of the global budget open to requests that give way to others.
const GIVING_WAY_SHARE: f64 = 0.4;
/// The kind of request that reads a channel's messages.
const HISTORY: &str = "GET channels/messages";
/// A little more than a second, since the travel times of requests differ.
const SECOND: Duration = Duration::from_millis(1050);
/// The number of buckets above which full ones are dropped.
const MAX_BUCKETS: usize = 1_000;
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
    /// The bucket of each kind of request, by Discord's name for it. Bounded by the number of kinds.
    names: HashMap<String, String>,
    buckets: HashMap<Key, Bucket>,
}

/// The global budget of requests a second.
struct GlobalBudget {
    most: f64,
    /// The times of the requests within the last second.
    taken: VecDeque<Instant>,
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
    /// Whether the permit counts among the bucket's requests in flight.
    is_counted: bool,
}

impl RateLimits {
    /// Begins with only the number of messages that may be sent in a second.
    pub(crate) fn new(messages_per_second: f64) -> Self {
        let budget =
            GlobalBudget { most: messages_per_second * REQUESTS_PER_MESSAGE, taken: VecDeque::new() };
        let (names, buckets) = (HashMap::new(), HashMap::new());
        Self(Arc::new(Mutex::new(State { budget, blocked_until: None, names, buckets })))
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
        let name = state.names.get(&route.kind).unwrap_or(&route.kind).clone();
        let key = Key { name, major: route.major.clone() };
        let bucket = state.buckets.get_mut(&key);
        let is_counted = bucket.is_some();
        if let Some(bucket) = &bucket
            && bucket.full_at > now
            && bucket.remaining <= bucket.in_flight
        {
            return Err(bucket.full_at - now);
        }
        if route.is_global {
            state.budget.take(route.gives_way(), now)?;
        }
        if let Some(bucket) = bucket {
            bucket.in_flight += 1;
        }
        Ok(Permit { buckets: self.clone(), route, key, is_counted })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        let Some((remaining, reset_after)) = known else { return };
        if state.names.get(&self.route.kind) != Some(&name) {
            state.names.insert(self.route.kind.clone(), name.clone());
        }
        let key = Key { name, major: self.key.major.clone() };
        let bucket = state.buckets.entry(key).or_insert(Bucket { remaining: 0, in_flight: 0, full_at: now });
        bucket.remaining = remaining;
        bucket.full_at = now + reset_after;
        if state.buckets.len() > MAX_BUCKETS {
            state.buckets.retain(|_, bucket| bucket.full_at > now || bucket.in_flight > 0);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if !self.is_counted {
            return;
        }
        if let Some(bucket) = self.buckets.state().buckets.get_mut(&self.key) {
            bucket.in_flight = bucket.in_flight.saturating_sub(1);
        }
    }
}

/// A request, reduced to the parts that rate limits depend on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// The method and the path without ids.
    kind: String,
    /// The channel, guild, webhook or interaction that the bucket is for.
    major: String,
    /// Whether the request counts towards the global limit.
    is_global: bool,
}

impl Route {
    /// Returns the route of a path relative to the API's root.
    pub(crate) fn of(method: &Method, path: &str) -> Self {
        let path = path.split('?').next().unwrap_or_default();
        let segments: Vec<&str> = path.split('/').collect();
        let by_token = matches!(segments[0], "webhooks" | "interactions");
        let has_major = by_token || matches!(segments[0], "channels" | "guilds");
        let major_segments = if by_token { 3 } else { 2 };
        let (major, rest) = match segments.get(1..major_segments) {
            Some(major) if has_major => (major.join("/"), &segments[major_segments..]),
            _ => (String::new(), &segments[1..]),
        };
        let mut kind = format!("{method} {}", segments[0]);
        for (at, segment) in rest.iter().enumerate() {
            let is_emoji = at > 0 && rest[at - 1] == "reactions";
            let is_id = is_emoji || segment.bytes().all(|byte| byte.is_ascii_digit());
            kind += if is_id { "/:" } else { "/" };
            kind += if is_id { "" } else { segment };
        }
        Self { kind, major, is_global: !by_token }
    }

    /// Returns whether the request gives way to others: it may be skipped without much loss, or reads missed messages.
    fn gives_way(&self) -> bool {
        self.kind.ends_with("/typing") || self.kind.contains("/reactions/") || self.kind == HISTORY
    }

    /// Returns whether the request authenticates by a token in its path.
    pub(crate) fn has_own_token(&self) -> bool {
        !self.is_global
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

    #[test]
    fn a_route_is_a_kind_of_request_to_a_channel() {
        for (method, path, kind, major, is_global) in [
            (Method::GET, "channels/1/messages?after=2&limit=100", "GET channels/messages", "1", true),
            (Method::PATCH, "channels/1/messages/2", "PATCH channels/messages/:", "1", true),
            (
                Method::PUT,
                "channels/1/messages/2/reactions/%F0%9F%91%80/@me",
                "PUT channels/messages/:/reactions/:/@me",
                "1",
                true,
            ),
            (Method::GET, "guilds/3/members/4", "GET guilds/members/:", "3", true),
            (Method::GET, "users/@me", "GET users/@me", "", true),
            (Method::PATCH, "applications/5/commands/6", "PATCH applications/:/commands/:", "", true),
            (
                Method::PATCH,
                "webhooks/5/token/messages/@original",
                "PATCH webhooks/messages/@original",
                "5/token",
                false,
            ),
            (Method::POST, "interactions/7/token/callback", "POST interactions/callback", "7/token", false),
        ] {
            let expected = Route { kind: kind.into(), major: major.into(), is_global };
            assert_eq!(Route::of(&method, path), expected);
        }
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
