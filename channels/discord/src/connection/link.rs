//! One connection to the gateway: hello, a session begun or resumed, heartbeats, events.

use std::{
    convert::Infallible,
    future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde::Deserialize;
use serde_json::json;
use serenity::all::GatewayIntents;
use tokio::{
    sync::mpsc::{self, error::TrySendError},
    time::{Instant, Interval, MissedTickBehavior, interval_at, sleep_until, timeout},
};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use url::Url;

use super::{
    Hub,
    setback::{Next, Setback},
    socket::{Socket, op},
    worker::{Heard, Item},
};
use crate::{
    Settings,
    introduce::Me,
    wire::{Dispatch, Frame, Ready},
};

/// How long the first frame may take.
const HELLO_TIMEOUT: Duration = Duration::from_secs(15);
/// How long a session may take to begin, or to bring what was missed.
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// After this many connections in a row that came to nothing a session's own address is not tried any more.
const MAX_FAILURES: u32 = 3;

/// One shard's side of a session. It outlives connections.
pub(super) struct Session {
    id: String,
    resume_url: Url,
    /// The newest event that came.
    received: u64,
    /// The newest event that is stored, as are all before it.
    stored: Arc<AtomicU64>,
}

/// What of a shard outlives its connections.
pub(super) struct Shard {
    pub(super) hub: Arc<Hub>,
    pub(super) number: u32,
    pub(super) session: Option<Session>,
    pub(super) queue: mpsc::Sender<Item>,
    /// An event for which there was no place in the queue. Nothing more is read until there is.
    pub(super) waiting: Option<Item>,
    pub(super) heard: Heard,
    /// Connections in a row that did not get as far as to a session.
    pub(super) failures: u32,
}

impl Shard {
    /// Connects, and receives until that is over.
    pub(super) async fn receive(&mut self) -> Setback {
        let shutdown = self.hub.intake.shutdown.clone();
        match shutdown.run_until_cancelled(self.connect()).await {
            Some(Ok(mut link)) => match link.receive().await {
                Err(setback) if setback.next == Next::Stop => {
                    link.socket.leave().await;
                    setback
                }
                Err(setback) => setback,
            },
            Some(Err(setback)) => setback,
            None => Setback::stopped(),
        }
    }

    async fn connect(&mut self) -> Result<Link<'_>, Setback> {
        let hub = Arc::clone(&self.hub);
        let start = match self.session {
            None => Some(hub.starts.wait(self.number).await?),
            Some(_) => None,
        };
        let mut socket = Socket::connect(self.url(), &hub.tls).await?;
        let beats = beats(hello(&mut socket).await?);
        match &self.session {
            Some(session) => {
                let resume = json!({
                    "token": hub.intake.discord.settings.token,
                    "session_id": session.id,
                    "seq": session.stored.load(Ordering::Acquire),
                });
                socket.send(op::RESUME, resume).await?;
            }
            None => {
                let shard = (self.number, hub.shards);
                socket.send(op::IDENTIFY, identification(&hub.intake.discord.settings, shard)).await?;
            }
        }
        if let Some(start) = start {
            start.begun();
        }
        let ready_by = Some(Instant::now() + READY_TIMEOUT);
        Ok(Link { shard: self, socket, beats, is_acknowledged: true, is_stalled: false, ready_by })
    }

    fn url(&self) -> &Url {
        // Where a session is to be resumed may be gone before the session is.
        match &self.session {
            Some(session) if self.failures < MAX_FAILURES => &session.resume_url,
            _ => &self.hub.url,
        }
    }
}

struct Link<'a> {
    shard: &'a mut Shard,
    socket: Socket,
    beats: Interval,
    /// Discord has answered the last heartbeat.
    is_acknowledged: bool,
    /// Not everything was read since the last heartbeat, its answer perhaps neither.
    is_stalled: bool,
    /// When the session has to be there; `None` once it is.
    ready_by: Option<Instant>,
}

impl Link<'_> {
    async fn receive(&mut self) -> Result<Infallible, Setback> {
        let shutdown = self.shard.hub.intake.shutdown.clone();
        let queue = self.shard.queue.clone();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return Err(Setback::stopped()),
                _ = self.beats.tick() => self.beat().await?,
                permit = queue.reserve(), if self.shard.waiting.is_some() => {
                    let permit = permit.map_err(|_| Setback::stopped())?;
                    if let Some(item) = self.shard.waiting.take() {
                        permit.send(item);
                    }
                    self.go_on();
                }
                frame = self.socket.next(), if self.shard.waiting.is_none() => self.frame(&frame?).await?,
                () = overdue(self.ready_by), if self.shard.waiting.is_none() => {
                    return Err(Setback::lost("Discord does not begin the session"));
                }
            }
        }
    }

    async fn beat(&mut self) -> Result<(), Setback> {
        if !self.is_acknowledged && !self.is_stalled {
            return Err(Setback::lost("Discord does not answer heartbeats"));
        }
        self.is_acknowledged = false;
        self.is_stalled = self.shard.waiting.is_some();
        self.send_heartbeat().await
    }

    async fn send_heartbeat(&mut self) -> Result<(), Setback> {
        let seq = self.shard.session.as_ref().map(|session| session.stored.load(Ordering::Acquire));
        self.socket.send(op::HEARTBEAT, seq).await
    }

    async fn frame(&mut self, text: &Utf8Bytes) -> Result<(), Setback> {
        let Ok(frame) = serde_json::from_str::<Frame<'_>>(text) else {
            tracing::warn!("a frame of Discord's gateway could not be read and was skipped");
            return Ok(());
        };
        let data = frame.d.map_or("null", |data| data.get());
        match frame.op {
            op::EVENT => self.event(frame.t.as_deref().unwrap_or_default(), frame.s, data)?,
            op::HEARTBEAT => self.send_heartbeat().await?,
            op::RECONNECT => return Err(Setback::lost("Discord asked to reconnect")),
            op::INVALID_SESSION if data == "true" => {
                return Err(Setback::lost("Discord interrupted the session"));
            }
            op::INVALID_SESSION => {
                return Err(Setback::new(Next::RenewLater, "Discord ended the session"));
            }
            op::ACKNOWLEDGED => self.is_acknowledged = true,
            _ => {}
        }
        if self.shard.waiting.is_none() {
            self.hear();
        }
        Ok(())
    }

    /// Begins to read again.
    fn go_on(&mut self) {
        self.hear();
        self.ready_by = self.ready_by.map(|_| Instant::now() + READY_TIMEOUT);
    }

    /// Notes a sign of life, when all that came before it is in the queue.
    fn hear(&self) {
        let now = self.shard.hub.intake.gateway.now();
        self.shard.hub.standing.progressed(now);
        // Before the session is there, what was missed has not come yet.
        if self.ready_by.is_none() {
            self.shard.heard.set(now);
        }
    }

    fn event(&mut self, name: &str, seq: Option<u64>, data: &str) -> Result<(), Setback> {
        let session = self.shard.session.as_ref();
        if session.is_some_and(|session| seq.is_some_and(|seq| seq <= session.received)) {
            // It was stored after the connection broke, or is in the queue.
            return Ok(());
        }
        let event = match Dispatch::read(name, data) {
            Dispatch::Ready(ready) => {
                self.begin(&ready, seq);
                Dispatch::Ready(ready)
            }
            Dispatch::Resumed => {
                self.ready();
                Dispatch::Resumed
            }
            Dispatch::Interaction(interaction) => {
                self.shard.hub.intake.interact(*interaction);
                Dispatch::Other
            }
            Dispatch::Unreadable if name == "READY" => {
                return Err(Setback::new(Next::Renew, "Discord's READY cannot be read"));
            }
            Dispatch::Unreadable => {
                tracing::warn!(event = name, "an event could not be read and was skipped");
                Dispatch::Other
            }
            event => event,
        };
        let Some(session) = &mut self.shard.session else { return Ok(()) };
        session.received = session.received.max(seq.unwrap_or(0));
        let item = Item { event, seq, stored: Arc::clone(&session.stored) };
        match self.shard.queue.try_send(item) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(item)) => {
                tracing::warn!("events come faster than they are stored; no more are read until they are");
                self.shard.waiting = Some(item);
                self.is_stalled = true;
                Ok(())
            }
            Err(TrySendError::Closed(_)) => Err(Setback::stopped()),
        }
    }

    fn begin(&mut self, ready: &Ready, seq: Option<u64>) {
        let seq = seq.unwrap_or(0);
        let hub = &self.shard.hub;
        let me = Me {
            id: ready.user.id.to_string(),
            application_id: ready.application.id.to_string(),
            username: ready.user.username.clone(),
        };
        // It is the same each time.
        let _ = hub.intake.discord.me.set(me);
        self.shard.session = Some(Session {
            id: ready.session_id.clone(),
            resume_url: Url::parse(&ready.resume_gateway_url).unwrap_or_else(|_| hub.url.clone()),
            received: seq,
            stored: Arc::new(AtomicU64::new(seq)),
        });
        self.ready();
    }

    fn ready(&mut self) {
        self.ready_by = None;
        self.shard.failures = 0;
        self.shard.hub.standing.ready(self.shard.number);
        tracing::info!(shard = self.shard.number, "receiving from Discord");
    }
}

/// Waits for the first frame, which tells the time between two heartbeats.
async fn hello(socket: &mut Socket) -> Result<Duration, Setback> {
    #[derive(Deserialize)]
    struct Hello {
        /// In milliseconds.
        heartbeat_interval: u64,
    }
    let first = timeout(HELLO_TIMEOUT, socket.next()).await;
    let text = first.map_err(|_| Setback::lost("Discord's gateway says nothing"))??;
    let frame = serde_json::from_str::<Frame<'_>>(&text).ok().filter(|frame| frame.op == op::HELLO);
    let hello = frame.and_then(|frame| serde_json::from_str::<Hello>(frame.d?.get()).ok());
    let hello = hello.ok_or_else(|| Setback::lost("Discord's gateway does not say hello"))?;
    Ok(Duration::from_millis(hello.heartbeat_interval.max(1)))
}

/// Ends at a time, or never.
async fn overdue(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => future::pending().await,
    }
}

/// The first heartbeat comes at a random time, so that not all bots send theirs at once after an outage.
fn beats(interval: Duration) -> Interval {
    let mut beats = interval_at(Instant::now() + interval.mul_f64(fastrand::f64()), interval);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beats
}

fn identification(settings: &Settings, shard: (u32, u32)) -> serde_json::Value {
    let mut intents =
        GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    intents.set(GatewayIntents::MESSAGE_CONTENT, settings.message_content);
    json!({
        "token": settings.token,
        "intents": intents.bits(),
        "shard": shard,
        "properties": {"os": std::env::consts::OS, "browser": "adjutant", "device": "adjutant"},
    })
}
