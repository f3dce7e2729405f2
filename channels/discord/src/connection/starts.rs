//! Leave to begin a session: Discord limits how many begin at once, and how many a day.

use std::{num::NonZeroUsize, time::Duration};

use serde::Deserialize;
use tokio::{
    sync::{Mutex, MutexGuard},
    time::{Instant, sleep_until},
};
use url::Url;

use super::setback::Setback;
use crate::{api::Api, errors::CallError};

/// How Discord wants to be connected to. <https://discord.com/developers/docs/events/gateway#get-gateway-bot>
#[derive(Debug, Deserialize)]
pub(super) struct Plan {
    pub(super) url: Url,
    /// How many connections to share the guilds among.
    #[serde(default = "one")]
    pub(super) shards: u32,
    #[serde(default)]
    session_start_limit: StartLimit,
}

#[derive(Debug, Deserialize)]
struct StartLimit {
    /// How many more sessions may begin today.
    remaining: u32,
    /// Milliseconds until there are more.
    reset_after: u64,
    #[serde(default = "one")]
    max_concurrency: u32,
}

impl Default for StartLimit {
    fn default() -> Self {
        Self { remaining: 1, reset_after: 0, max_concurrency: 1 }
    }
}

impl Plan {
    pub(super) async fn ask(api: &Api) -> Result<Self, CallError> {
        api.get("gateway/bot").await
    }
}

/// Paces the beginnings of sessions over all shards.
pub(super) struct Starts {
    api: Api,
    /// Between two beginnings in one slot.
    pause: Duration,
    /// How many sessions may still begin; asked for anew when there is none.
    remaining: Mutex<u32>,
    /// When a session last began, for each that may begin at once.
    slots: Vec<Mutex<Option<Instant>>>,
}

impl Starts {
    pub(super) fn new(api: Api, pause: Duration, plan: &Plan) -> Self {
        let limit = &plan.session_start_limit;
        let slots = (0..limit.max_concurrency.max(1)).map(|_| Mutex::default()).collect();
        Self { api, pause, remaining: Mutex::new(limit.remaining), slots }
    }

    /// Waits until a shard may begin a session. Its slot is taken while the result lives.
    pub(super) async fn wait(&self, shard: u32) -> Result<Start<'_>, Setback> {
        let slots = NonZeroUsize::new(self.slots.len()).unwrap_or(NonZeroUsize::MIN);
        let slot = self.slots[shard as usize % slots].lock().await;
        if let Some(last) = *slot {
            sleep_until(last + self.pause).await;
        }
        self.spend().await?;
        Ok(Start(slot))
    }

    async fn spend(&self) -> Result<(), Setback> {
        let mut remaining = self.remaining.lock().await;
        if *remaining == 0 {
            let limit =
                Plan::ask(&self.api).await.map_err(|error| Setback::of_call(&error))?.session_start_limit;
            if limit.remaining == 0 {
                return Err(Setback::no_more_starts(Duration::from_millis(limit.reset_after)));
            }
            *remaining = limit.remaining;
        }
        *remaining -= 1;
        Ok(())
    }
}

/// Leave to begin one session.
pub(super) struct Start<'a>(MutexGuard<'a, Option<Instant>>);

impl Start<'_> {
    /// The session has begun; the next in this slot has to wait from now on.
    pub(super) fn begun(mut self) {
        *self.0 = Some(Instant::now());
    }
}

fn one() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Settings, connection::setback::Next};

    /// The beginnings of sessions, where asking Discord fails at once.
    fn starts(limit: Value) -> Starts {
        let plan = json!({"url": "ws://127.0.0.1:9/", "shards": 1, "session_start_limit": limit});
        let settings =
            Settings { api_url: Some(Url::parse("http://127.0.0.1:9/").unwrap()), ..Settings::new("token") };
        let api = Api::new(&settings).unwrap();
        Starts::new(api, settings.identify_pause, &serde_json::from_value(plan).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn sessions_of_one_slot_begin_one_after_the_other() {
        let starts = starts(json!({"remaining": 9, "reset_after": 0, "max_concurrency": 2}));
        let begun = Instant::now();
        for (shard, seconds) in [(0, 0), (1, 0), (2, 5), (3, 5), (4, 10)] {
            starts.wait(shard).await.unwrap().begun();
            assert_eq!(begun.elapsed().as_secs(), seconds, "{shard}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_fails_costs_no_pause() {
        let starts = starts(json!({"remaining": 9, "reset_after": 0}));
        let begun = Instant::now();
        drop(starts.wait(0).await.unwrap());
        starts.wait(0).await.unwrap().begun();
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }

    #[tokio::test]
    async fn no_more_sessions_begin_than_are_allowed() {
        let starts = starts(json!({"remaining": 1, "reset_after": 60_000}));
        drop(starts.wait(0).await.unwrap());
        let setback = starts.wait(0).await.err().unwrap();
        assert_eq!(setback.next, Next::Resume);
        assert!(setback.problem.starts_with("cannot reach Discord: "), "{}", setback.problem);
        assert_eq!(
            Setback::no_more_starts(Duration::from_secs(61)).problem,
            "Discord lets the bot begin no more sessions for 2 min"
        );
    }
}
