//! The connection against the simulated gateway.

mod catching_up;
mod first_messages;
mod outages;
mod reconnecting;
mod storing;

use std::{
    collections::{BTreeSet, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use adjutant_channel::{
    Accepted, ChatKind, ChatRef, Duty, Event, Gateway, Health, HistoryCursor, HistoryItem, Inbound,
    KnownChat, Part,
};
use adjutant_simulators::discord::{self as simulator, GatewayStep, Method, Rates};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{CHANNEL, Discord, Settings, wire::Id};

/// How long a test waits for an expected change.
const PATIENCE: Duration = Duration::from_secs(20);
/// Discord's own 5 s, shortened.
const IDENTIFY_PAUSE: Duration = Duration::from_millis(20);
/// The time at which tests start.
const START: &str = "2026-05-01T10:00:00Z";

/// A simulated Discord that does not limit rates.
async fn platform() -> simulator::Discord {
    platform_with(simulator::Settings::default()).await
}

async fn platform_with(settings: simulator::Settings) -> simulator::Discord {
    let settings = simulator::Settings { rates: Rates::unlimited(), ..settings };
    let platform = simulator::Discord::start_with(settings).await;
    platform.set_identify_pause(Duration::ZERO);
    platform.set_time(millis(start()));
    platform
}

fn settings(platform: &simulator::Discord) -> Settings {
    Settings {
        api_url: Some(Url::parse(&platform.url()).unwrap()),
        identify_pause: IDENTIFY_PAUSE,
        ..Settings::new(platform.token())
    }
}

fn start() -> DateTime<Utc> {
    START.parse().unwrap()
}

fn millis(time: DateTime<Utc>) -> u64 {
    u64::try_from(time.timestamp_millis()).unwrap()
}

/// A running connection.
struct Running {
    discord: Discord,
    store: Arc<Store>,
    shutdown: CancellationToken,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    /// Starts for the first time, over an empty store.
    async fn start(platform: &simulator::Discord) -> (Self, Events) {
        let (store, events) = Store::new();
        (Self::over(settings(platform), store, platform).await, events)
    }

    async fn over(settings: Settings, store: Arc<Store>, platform: &simulator::Discord) -> Self {
        let running = Self::unconnected(settings, store);
        platform.connected().await;
        running.health(|health| health.connected).await;
        running
    }

    fn unconnected(settings: Settings, store: Arc<Store>) -> Self {
        let discord = Discord::new(settings).unwrap();
        let shutdown = CancellationToken::new();
        let task = tokio::spawn({
            let (discord, shutdown) = (discord.clone(), shutdown.clone());
            let gateway: Arc<dyn Gateway> = store.clone();
            async move { super::run(&discord, gateway, shutdown).await }
        });
        Self { discord, store, shutdown, task }
    }

    async fn health(&self, is_expected: impl FnMut(&Health) -> bool) -> Health {
        let mut health = self.discord.health.subscribe();
        timeout(PATIENCE, health.wait_for(is_expected)).await.expect("health changes").unwrap().clone()
    }

    async fn stop(self) -> Arc<Store> {
        self.shutdown.cancel();
        timeout(PATIENCE, self.task).await.expect("the connection ends").unwrap().unwrap();
        self.store
    }

    /// Aborts the connection without a clean shutdown.
    async fn kill(self) -> Arc<Store> {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
        self.shutdown.cancel();
        self.store
    }
}

/// The stored events.
struct Events(mpsc::UnboundedReceiver<Inbound>);

impl Events {
    async fn next(&mut self) -> Inbound {
        timeout(PATIENCE, self.0.recv()).await.expect("an event is stored").expect("the store is there")
    }

    async fn next_text(&mut self) -> String {
        text(self.next().await)
    }

    async fn texts(&mut self, count: usize) -> Vec<String> {
        let mut texts = Vec::new();
        for _ in 0..count {
            texts.push(self.next_text().await);
        }
        texts
    }

    fn expect_none(&mut self) {
        assert!(self.0.try_recv().is_err());
    }
}

fn text(inbound: Inbound) -> String {
    match inbound.event {
        Event::Message { text, .. } | Event::Edit { text, .. } => text,
        other => panic!("not a text: {other:?}"),
    }
}

/// A gateway that stores each event once.
struct Store {
    seen: Mutex<HashSet<String>>,
    set_aside: Mutex<Vec<String>>,
    events: mpsc::UnboundedSender<Inbound>,
    /// How many more events are refused.
    refuses: AtomicU32,
    /// Events wait here for a permit before they are accepted.
    doors: Semaphore,
    chats: Mutex<Vec<KnownChat>>,
    /// People who are served and have not written yet.
    people: Mutex<Vec<u64>>,
    /// The places whose messages after a time were not fetched.
    skipped: Mutex<Vec<(KnownChat, DateTime<Utc>)>>,
    mark: Mutex<Option<String>>,
    /// The shards of this process; all, if the test names none.
    share: Mutex<Option<BTreeSet<u32>>>,
    /// The shards that the process has released.
    released: Mutex<Vec<Part>>,
    now: Mutex<DateTime<Utc>>,
}

impl Store {
    fn new() -> (Arc<Self>, Events) {
        let (events, stored) = mpsc::unbounded_channel();
        let store = Self {
            seen: Mutex::default(),
            set_aside: Mutex::default(),
            events,
            refuses: AtomicU32::new(0),
            doors: Semaphore::new(Semaphore::MAX_PERMITS),
            chats: Mutex::default(),
            people: Mutex::default(),
            skipped: Mutex::default(),
            mark: Mutex::default(),
            share: Mutex::default(),
            released: Mutex::default(),
            now: Mutex::new(start()),
        };
        (Arc::new(store), Events(stored))
    }

    fn close_doors(&self) {
        self.doors.forget_permits(Semaphore::MAX_PERMITS);
    }

    fn open_doors(&self) {
        self.doors.add_permits(100_000);
    }

    fn knows(&self, chat: impl ToString, kind: ChatKind) {
        let chat = ChatRef { channel: CHANNEL.into(), chat: chat.to_string(), thread: None };
        self.chats.lock().unwrap().push(KnownChat { chat, kind });
    }

    fn mark(&self) -> Option<DateTime<Utc>> {
        self.mark.lock().unwrap().as_deref().and_then(Id::parse).map(Id::time)
    }

    /// Advances the time, here and on the platform.
    fn pass(&self, time: Duration, platform: &simulator::Discord) {
        let mut now = self.now.lock().unwrap();
        *now += time;
        platform.set_time(millis(*now));
    }
}

#[async_trait]
impl Gateway for Store {
    async fn accept(&self, event: Inbound) -> anyhow::Result<Accepted> {
        self.doors.acquire().await?.forget();
        let is_unfit = matches!(&event.event, Event::Message { text, .. } if text == "panic");
        assert!(!is_unfit, "the channel panics, as the test asked");
        let refuse = |left: u32| left.checked_sub(1);
        if self.refuses.fetch_update(Ordering::SeqCst, Ordering::SeqCst, refuse).is_ok() {
            anyhow::bail!("the disk is full");
        }
        if self.seen.lock().unwrap().insert(event.external_id.clone()) {
            self.events.send(event)?;
        }
        Ok(Accepted::default())
    }

    async fn set_aside(&self, channel: &str, external_id: &str) -> anyhow::Result<()> {
        self.set_aside.lock().unwrap().push(format!("{channel} {external_id}"));
        Ok(())
    }

    async fn history(
        &self,
        _: &ChatRef,
        _: Option<HistoryCursor>,
        _: usize,
    ) -> anyhow::Result<Vec<HistoryItem>> {
        Ok(Vec::new())
    }

    async fn known_chats(
        &self,
        channel: &str,
        after: Option<&ChatRef>,
        limit: usize,
    ) -> anyhow::Result<Vec<KnownChat>> {
        assert_eq!(channel, CHANNEL);
        let mut known = self.chats.lock().unwrap().clone();
        known.sort_unstable_by(|a, b| a.chat.chat.cmp(&b.chat.chat));
        known.retain(|known| after.is_none_or(|after| known.chat.chat > after.chat));
        known.truncate(limit);
        Ok(known)
    }

    async fn people_without_chat(&self, channel: &str, limit: usize) -> anyhow::Result<Vec<String>> {
        assert_eq!(channel, CHANNEL);
        Ok(self.people.lock().unwrap().iter().take(limit).map(u64::to_string).collect())
    }

    async fn note_skipped(&self, place: &KnownChat, after: DateTime<Utc>) -> anyhow::Result<()> {
        self.skipped.lock().unwrap().push((place.clone(), after));
        Ok(())
    }

    async fn share(&self, channel: &str, count: u32) -> anyhow::Result<BTreeSet<u32>> {
        assert_eq!(channel, CHANNEL);
        Ok(self.share.lock().unwrap().clone().unwrap_or_else(|| (0..count).collect()))
    }

    async fn release(&self, channel: &str, duty: Duty) -> anyhow::Result<()> {
        assert_eq!(channel, CHANNEL);
        if let Duty::Part(part) = duty {
            self.released.lock().unwrap().push(part);
        }
        Ok(())
    }

    async fn received_up_to(&self, channel: &str, _: Part) -> anyhow::Result<Vec<String>> {
        assert_eq!(channel, CHANNEL);
        Ok(self.mark.lock().unwrap().clone().into_iter().collect())
    }

    async fn note_received(&self, channel: &str, _: Part, mark: &str) -> anyhow::Result<()> {
        assert_eq!(channel, CHANNEL);
        *self.mark.lock().unwrap() = Some(mark.to_owned());
        Ok(())
    }

    fn now(&self) -> DateTime<Utc> {
        *self.now.lock().unwrap()
    }
}

/// Returns how often a step happened at the gateway.
fn count(platform: &simulator::Discord, is_it: impl Fn(&GatewayStep) -> bool) -> usize {
    platform.gateway_steps().iter().filter(|(_, step)| is_it(step)).count()
}

fn identified(platform: &simulator::Discord) -> usize {
    count(platform, |step| matches!(step, GatewayStep::Identified { .. }))
}

fn resumed(platform: &simulator::Discord) -> usize {
    count(platform, |step| matches!(step, GatewayStep::Resumed { .. }))
}

/// Returns how many pages of messages were requested.
fn pages(platform: &simulator::Discord) -> usize {
    platform.count(Method::ListMessages)
}
