//! Permission to identify: Discord limits how many sessions start at once, and how many a day.

use std::{sync::Arc, time::Duration};

use adjutant_channel::{Duty, Gateway, Hold};
use serde::Deserialize;
use tokio::{
    runtime::Handle,
    sync::{Mutex, OwnedMutexGuard},
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;
use url::Url;

use super::disconnect::Disconnect;
use crate::{CHANNEL, api::Api, errors::CallError, event_handler::EventHandler};

/// How long to wait before asking again whether another process has released a slot.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

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

#[derive(Clone, Debug, Deserialize)]
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
    /// Returns the shortest pause that makes the remaining session starts of so many shards last until the limit
    /// resets.
    fn sparing_pause(&self, shards: u32) -> Duration {
        Duration::from_millis(self.reset_after).saturating_mul(shards) / self.remaining.max(1)
    }
}

impl GatewayInfo {
    pub(super) async fn fetch(api: &Api) -> Result<Self, CallError> {
        api.get("gateway/bot").await
    }
}

/// Paces identifies over all shards, also those of other processes.
pub(super) struct IdentifyLimiter {
    api: Api,
    gateway: Arc<dyn Gateway>,
    shutdown: CancellationToken,
    /// The number of shards, here and in other processes.
    shards: u32,
    /// The shortest time between two identifies in one slot.
    interval: Duration,
    /// How many more sessions may start, and when Discord said so.
    known: Mutex<(SessionStartLimit, Instant)>,
    /// As many slots as sessions may start at once. Each is locked from before a session starts until the next one may
    /// start.
    slots: Vec<Arc<Mutex<()>>>,
}

impl IdentifyLimiter {
    /// Begins with the limit that Discord has just reported.
    pub(super) fn new(handler: &EventHandler, info: &GatewayInfo) -> Self {
        let limit = info.session_start_limit.clone();
        Self {
            api: handler.discord.api.clone(),
            gateway: Arc::clone(&handler.gateway),
            shutdown: handler.shutdown.clone(),
            shards: info.shards,
            interval: handler.discord.settings.identify_pause,
            slots: (0..limit.max_concurrency.max(1)).map(|_| Arc::default()).collect(),
            known: Mutex::new((limit, Instant::now())),
        }
    }

    /// Waits until a shard may identify, at most one interval longer than other processes hold the slot. The permit
    /// holds the shard's slot, here and in all other processes.
    pub(super) async fn acquire(&self, shard: u32) -> Result<IdentifyPermit, Disconnect> {
        let number = shard % self.slots.len() as u32;
        let slot = Arc::clone(&self.slots[number as usize]).lock_owned().await;
        let duty = Duty::SessionStart(number);
        let unknown = |error| {
            Disconnect::lost(format!("the store does not say whether a session may start: {error:#}"))
        };
        let hold = loop {
            match self.gateway.hold(CHANNEL, duty).await.map_err(unknown)? {
                Hold::Elsewhere => sleep(LOOK_INTERVAL).await,
                hold => break hold,
            }
        };
        let mut permit = IdentifyPermit {
            gateway: Arc::clone(&self.gateway),
            shutdown: self.shutdown.clone(),
            duty,
            pause: Duration::ZERO,
            interval: self.interval,
            slot: Some(slot),
        };
        if hold == Hold::TakenOver {
            // The previous process may have identified just before it was killed. Nobody knows when, because a clock
            // may have been set since; so the slot stays taken for the whole interval.
            permit.pause = self.interval;
            sleep(self.interval).await;
            permit.pause = Duration::ZERO;
        }
        self.check_session_starts().await?;
        Ok(permit)
    }

    /// Asks Discord how long each of `shards` has to pause between session starts so that they last for the day; zero
    /// if Discord cannot be asked.
    pub(super) async fn sparing_pause(&self, shards: u32) -> Duration {
        match GatewayInfo::fetch(&self.api).await {
            Ok(info) => info.session_start_limit.sparing_pause(shards),
            Err(_) => Duration::ZERO,
        }
    }

    /// Checks that another session may start today. The starts of all processes count, so Discord is asked again unless
    /// it has just answered.
    async fn check_session_starts(&self) -> Result<(), Disconnect> {
        let mut known = self.known.lock().await;
        let (limit, asked) = &mut *known;
        if asked.elapsed() >= self.interval {
            let info = GatewayInfo::fetch(&self.api).await;
            *limit = info.map_err(|error| Disconnect::from_call_error(&error))?.session_start_limit;
            *asked = Instant::now();
        }
        // One session of each shard may have started since, but no more than one in each slot.
        if limit.remaining < self.shards.min(self.slots.len() as u32) {
            return Err(Disconnect::session_start_limit_reached(Duration::from_millis(limit.reset_after)));
        }
        Ok(())
    }
}

/// Permission to identify once. Holds the slot until the next session may start.
pub(super) struct IdentifyPermit {
    gateway: Arc<dyn Gateway>,
    shutdown: CancellationToken,
    duty: Duty,
    /// How long the slot stays taken.
    pause: Duration,
    interval: Duration,
    slot: Option<OwnedMutexGuard<()>>,
}

impl IdentifyPermit {
    /// Records that the session starts now.
    pub(super) fn identifies(mut self) {
        self.pause = self.interval;
    }
}

impl Drop for IdentifyPermit {
    fn drop(&mut self) {
        let (gateway, duty, slot) = (Arc::clone(&self.gateway), self.duty, self.slot.take());
        let (shutdown, pause) = (self.shutdown.clone(), self.pause);
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            // A process's slots are released when it ends.
            if shutdown.run_until_cancelled(sleep(pause)).await.is_none() {
                return;
            }
            if let Err(error) = gateway.release(CHANNEL, duty).await {
                let error = format!("{error:#}");
                tracing::warn!(error, "cannot let other processes start sessions with Discord");
            }
            drop(slot);
        });
    }
}

fn one() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use adjutant_channel::{Accepted, ChatRef, HistoryCursor, HistoryItem, Inbound};
    use adjutant_net::Backoff;
    use async_trait::async_trait;
    use chrono::{DateTime, Utc};
    use serde_json::{Value, json};

    use super::*;
    use crate::{Discord, Settings, connection::disconnect::Next};

    /// A gateway whose slots another process can hold.
    #[derive(Default)]
    struct Slots {
        held: std::sync::Mutex<Vec<Duty>>,
        /// A slot whose process was killed.
        left: std::sync::Mutex<Option<Duty>>,
    }

    impl Slots {
        fn held(&self) -> std::sync::MutexGuard<'_, Vec<Duty>> {
            self.held.lock().unwrap()
        }
    }

    #[async_trait]
    impl Gateway for Slots {
        async fn accept(&self, _: Inbound) -> anyhow::Result<Accepted> {
            anyhow::bail!("not asked for")
        }

        async fn history(
            &self,
            _: &ChatRef,
            _: Option<HistoryCursor>,
            _: usize,
        ) -> anyhow::Result<Vec<HistoryItem>> {
            anyhow::bail!("not asked for")
        }

        async fn hold(&self, _: &str, duty: Duty) -> anyhow::Result<Hold> {
            if self.held().contains(&duty) {
                return Ok(Hold::Elsewhere);
            }
            self.held().push(duty);
            let is_taken_over = self.left.lock().unwrap().take_if(|left| *left == duty).is_some();
            Ok(if is_taken_over { Hold::TakenOver } else { Hold::Here })
        }

        async fn release(&self, _: &str, duty: Duty) -> anyhow::Result<()> {
            self.held().retain(|held| *held != duty);
            Ok(())
        }

        fn now(&self) -> DateTime<Utc> {
            DateTime::UNIX_EPOCH
        }
    }

    /// A limiter for which every request to Discord fails at once.
    fn limiter(limit: Value) -> (IdentifyLimiter, Arc<Slots>) {
        let info = json!({"url": "ws://127.0.0.1:9/", "shards": 2, "session_start_limit": limit});
        let settings =
            Settings { api_url: Some(Url::parse("http://127.0.0.1:9/").unwrap()), ..Settings::new("token") };
        let (discord, slots) = (Discord::new(settings).unwrap(), Arc::new(Slots::default()));
        let handler = EventHandler::new(discord, slots.clone(), CancellationToken::new());
        (IdentifyLimiter::new(&handler, &serde_json::from_value(info).unwrap()), slots)
    }

    /// Identifies, and returns how long after `begun`, in seconds.
    async fn identifies(limiter: &IdentifyLimiter, shard: u32, begun: Instant) -> u64 {
        // Discord's answer counts as new.
        limiter.known.lock().await.1 = Instant::now() + Duration::from_mins(1);
        limiter.acquire(shard).await.unwrap().identifies();
        begun.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn sessions_of_one_slot_begin_one_after_the_other() {
        let (limiter, _) = limiter(json!({"remaining": 9, "reset_after": 0, "max_concurrency": 2}));
        let begun = Instant::now();
        for (shard, seconds) in [(0, 0), (1, 0), (2, 5), (3, 5), (4, 10)] {
            assert_eq!(identifies(&limiter, shard, begun).await, seconds, "{shard}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_fails_costs_no_pause() {
        let (limiter, _) = limiter(json!({"remaining": 9, "reset_after": 0}));
        let begun = Instant::now();
        drop(limiter.acquire(0).await.unwrap());
        assert_eq!(identifies(&limiter, 0, begun).await, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slot_is_one_for_all_processes() {
        let (limiter, slots) = limiter(json!({"remaining": 9, "reset_after": 0, "max_concurrency": 2}));
        let begun = Instant::now();
        slots.held().push(Duty::SessionStart(1));
        assert_eq!(identifies(&limiter, 0, begun).await, 0, "the other slot");
        let ends = async {
            sleep(Duration::from_secs(3)).await;
            slots.held().retain(|held| *held != Duty::SessionStart(1));
        };
        let (seconds, ()) = tokio::join!(identifies(&limiter, 3, begun), ends);
        assert_eq!(seconds, 3);
        assert!(slots.held().contains(&Duty::SessionStart(1)));
        sleep(Duration::from_secs(6)).await;
        assert_eq!(*slots.held(), []);
    }

    #[tokio::test(start_paused = true)]
    async fn the_slot_of_a_killed_process_stays_taken_for_an_interval() {
        let (limiter, slots) = limiter(json!({"remaining": 9, "reset_after": 0, "max_concurrency": 2}));
        let begun = Instant::now();
        *slots.left.lock().unwrap() = Some(Duty::SessionStart(0));
        assert_eq!(identifies(&limiter, 1, begun).await, 0, "the other slot");
        assert_eq!(identifies(&limiter, 0, begun).await, 5);
        assert_eq!(identifies(&limiter, 2, begun).await, 10);
        drop(limiter.acquire(0).await.unwrap());
        assert_eq!(identifies(&limiter, 0, begun).await, 15, "it waits once");
    }

    #[tokio::test(start_paused = true)]
    async fn a_shard_that_ends_while_it_waits_keeps_the_slot_taken() {
        let (limiter, slots) = limiter(json!({"remaining": 9, "reset_after": 0}));
        *slots.left.lock().unwrap() = Some(Duty::SessionStart(0));
        let ended = tokio::time::timeout(Duration::from_secs(4), limiter.acquire(0)).await;
        assert!(ended.is_err());
        sleep(Duration::from_secs(4)).await;
        assert_eq!(*slots.held(), [Duty::SessionStart(0)], "others must not identify yet");
        sleep(Duration::from_secs(2)).await;
        assert_eq!(*slots.held(), []);
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

    #[tokio::test(start_paused = true)]
    async fn no_more_sessions_begin_than_are_allowed() {
        // The other shard may have started a session since.
        for (remaining, max_concurrency) in [(0, 1), (0, 9), (1, 2), (1, 9)] {
            let limit = json!({
                "remaining": remaining,
                "reset_after": 61_000,
                "max_concurrency": max_concurrency,
            });
            let (limiter, slots) = limiter(limit);
            let disconnect = limiter.acquire(0).await.err().unwrap();
            assert_eq!(disconnect.problem, "Discord's session start limit is used up for 61 s");
            sleep(Duration::from_secs(1)).await;
            assert_eq!(*slots.held(), [], "others may try");
        }
    }

    #[tokio::test]
    async fn discord_is_asked_again_before_a_later_session_begins() {
        let (limiter, _) = limiter(json!({"remaining": 9, "reset_after": 60_000}));
        drop(limiter.acquire(0).await.unwrap());
        limiter.known.lock().await.1 -= limiter.interval;
        let disconnect = limiter.acquire(0).await.err().unwrap();
        assert_eq!(disconnect.next, Next::Resume);
        assert!(disconnect.problem.starts_with("cannot reach Discord: "), "{}", disconnect.problem);
    }
}
