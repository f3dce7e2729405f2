//! Permission to identify: Discord limits how many sessions start at once, and how many a day.

use std::{num::NonZeroUsize, time::Duration};

use serde::Deserialize;
use tokio::{
    sync::{Mutex, MutexGuard},
    time::{Instant, sleep_until},
};
use url::Url;

use super::disconnect::Disconnect;
use crate::{api::Api, errors::CallError};

/// How Discord wants the bot to connect. <https://discord.com/developers/docs/events/gateway#get-gateway-bot>
#[derive(Debug, Deserialize)]
pub(super) struct GatewayInfo {
    pub(super) url: Url,
    /// How many connections share the guilds.
    #[serde(default = "one")]
    pub(super) shards: u32,
    #[serde(default)]
    session_start_limit: SessionStartLimit,
}

#[derive(Debug, Deserialize)]
struct SessionStartLimit {
    /// How many more sessions may start today.
    remaining: u32,
    /// Milliseconds until the daily limit resets.
    reset_after: u64,
    #[serde(default = "one")]
    max_concurrency: u32,
}

impl Default for SessionStartLimit {
    fn default() -> Self {
        Self { remaining: 1, reset_after: 0, max_concurrency: 1 }
    }
}

impl SessionStartLimit {
    /// Returns the shortest pause with which session starts of so many shards last until the limit resets.
    fn sparing_pause(&self, shards: u32) -> Duration {
        Duration::from_millis(self.reset_after).saturating_mul(shards) / self.remaining.max(1)
    }
}

impl GatewayInfo {
    pub(super) async fn fetch(api: &Api) -> Result<Self, CallError> {
        api.get("gateway/bot").await
    }
}

/// Paces identifies over all shards.
pub(super) struct IdentifyLimiter {
    api: Api,
    /// The shortest time between two identifies in one slot.
    interval: Duration,
    /// How many more sessions may start; fetched again when it reaches zero.
    remaining: Mutex<u32>,
    /// When each slot last identified. There are as many slots as sessions that may start at once.
    slots: Vec<Mutex<Option<Instant>>>,
}

impl IdentifyLimiter {
    pub(super) fn new(api: Api, interval: Duration, info: &GatewayInfo) -> Self {
        let limit = &info.session_start_limit;
        let slots = (0..limit.max_concurrency.max(1)).map(|_| Mutex::default()).collect();
        Self { api, interval, remaining: Mutex::new(limit.remaining), slots }
    }

    /// Waits until a shard may identify. The permit holds the shard's slot until it is dropped.
    pub(super) async fn acquire(&self, shard: u32) -> Result<IdentifyPermit<'_>, Disconnect> {
        let slots = NonZeroUsize::new(self.slots.len()).unwrap_or(NonZeroUsize::MIN);
        let slot = self.slots[shard as usize % slots].lock().await;
        if let Some(last) = *slot {
            sleep_until(last + self.interval).await;
        }
        self.take_session_start().await?;
        Ok(IdentifyPermit(slot))
    }

    /// Asks Discord how long each of `shards` has to pause between session starts so that they last for the day; zero
    /// if Discord cannot be asked.
    pub(super) async fn sparing_pause(&self, shards: u32) -> Duration {
        match GatewayInfo::fetch(&self.api).await {
            Ok(info) => info.session_start_limit.sparing_pause(shards),
            Err(_) => Duration::ZERO,
        }
    }

    async fn take_session_start(&self) -> Result<(), Disconnect> {
        let mut remaining = self.remaining.lock().await;
        if *remaining == 0 {
            let limit = GatewayInfo::fetch(&self.api)
                .await
                .map_err(|error| Disconnect::from_call_error(&error))?
                .session_start_limit;
            if limit.remaining == 0 {
                return Err(Disconnect::session_start_limit_reached(Duration::from_millis(
                    limit.reset_after,
                )));
            }
            *remaining = limit.remaining;
        }
        *remaining -= 1;
        Ok(())
    }
}

/// Permission to identify once.
pub(super) struct IdentifyPermit<'a>(MutexGuard<'a, Option<Instant>>);

impl IdentifyPermit<'_> {
    /// Records that the session has started; the next in this slot waits from now on.
    pub(super) fn identified(mut self) {
        *self.0 = Some(Instant::now());
    }
}

fn one() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use adjutant_net::Backoff;
    use serde_json::{Value, json};

    use super::*;
    use crate::{Settings, connection::disconnect::Next};

    /// A limiter for which every request to Discord fails at once.
    fn limiter(limit: Value) -> IdentifyLimiter {
        let info = json!({"url": "ws://127.0.0.1:9/", "shards": 1, "session_start_limit": limit});
        let settings =
            Settings { api_url: Some(Url::parse("http://127.0.0.1:9/").unwrap()), ..Settings::new("token") };
        let api = Api::new(&settings).unwrap();
        IdentifyLimiter::new(api, settings.identify_pause, &serde_json::from_value(info).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn sessions_of_one_slot_begin_one_after_the_other() {
        let limiter = limiter(json!({"remaining": 9, "reset_after": 0, "max_concurrency": 2}));
        let begun = Instant::now();
        for (shard, seconds) in [(0, 0), (1, 0), (2, 5), (3, 5), (4, 10)] {
            limiter.acquire(shard).await.unwrap().identified();
            assert_eq!(begun.elapsed().as_secs(), seconds, "{shard}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_fails_costs_no_pause() {
        let limiter = limiter(json!({"remaining": 9, "reset_after": 0}));
        let begun = Instant::now();
        drop(limiter.acquire(0).await.unwrap());
        limiter.acquire(0).await.unwrap().identified();
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }

    /// Returns how many of the session starts of a day are left if none of them succeeds.
    fn left_of(disconnect: &Disconnect, mut remaining: u32, shards: u32) -> u32 {
        let day = Duration::from_secs(24 * 60 * 60);
        let (mut backoff, mut passed) = (Backoff::new(), Duration::ZERO);
        while passed < day {
            remaining = remaining.checked_sub(shards).expect("Discord allows the start");
            let reset_after = (day - passed).as_millis() as u64 + 1;
            let limit = SessionStartLimit { remaining, reset_after, max_concurrency: 1 };
            passed += disconnect.pause(&mut backoff, Duration::ZERO, limit.sparing_pause(shards));
        }
        remaining
    }

    #[test]
    fn starts_that_fail_last_for_the_day() {
        let mistake = Disconnect::from_close_code(Some(4014));
        let left = left_of(&mistake, 1_000, 1);
        assert!((400..600).contains(&left), "{left}");
        for next in [Next::Operator, Next::Identify, Next::IdentifyLater] {
            for (remaining, shards) in [(1_000, 1), (1_000, 16), (3, 1), (1, 1)] {
                left_of(&Disconnect::new(next, ""), remaining, shards);
            }
        }
    }

    #[tokio::test]
    async fn no_more_sessions_begin_than_are_allowed() {
        let limiter = limiter(json!({"remaining": 1, "reset_after": 60_000}));
        drop(limiter.acquire(0).await.unwrap());
        let disconnect = limiter.acquire(0).await.err().unwrap();
        assert_eq!(disconnect.next, Next::Resume);
        assert!(disconnect.problem.starts_with("cannot reach Discord: "), "{}", disconnect.problem);
        assert_eq!(
            Disconnect::session_start_limit_reached(Duration::from_secs(61)).problem,
            "Discord's session start limit is used up for 2 min"
        );
    }
}
