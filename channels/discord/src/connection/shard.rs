//! A shard: one connection at a time, from hello through identify or resume to heartbeats and events.

use std::{convert::Infallible, future, sync::Arc, time::Duration};

use adjutant_net::Backoff;
use serde::Deserialize;
use serde_json::json;
use serenity::all::GatewayIntents;
use tokio::{
    sync::mpsc::{self, error::TrySendError},
    time::{Instant, Interval, MissedTickBehavior, interval_at, sleep, sleep_until, timeout},
};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use url::Url;

use super::{
    ShardContext,
    disconnect::{Disconnect, Next},
    identify_limiter::IdentifyPermit,
    socket::{Socket, op},
    stored_seq::StoredSeq,
    worker::{LastHeard, QueuedEvent},
};
use crate::{
    CHANNEL, Settings,
    bot_setup::BotIdentity,
    wire::{Dispatch, Frame, Ready},
};

/// How long to wait for the first frame.
const HELLO_TIMEOUT: Duration = Duration::from_secs(15);
/// How long a new session may take to become ready. Each event of a resume may take as long as a request.
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// After this many failed connections in a row the shard stops using the session's resume address.
const MAX_RESUME_FAILURES: u32 = 3;
/// After this many unsuccessful session starts in a row, a shard starts sessions only as often as their daily limit
/// allows.
const MAX_STARTS_IN_VAIN: u32 = 5;

/// One shard's side of a session. Outlives connections.
pub(super) struct Session {
    id: String,
    resume_url: Url,
    /// The sequence number of the newest received event.
    received: u64,
    /// The stored events of the session.
    stored: Arc<StoredSeq>,
}

/// The part of a shard that outlives its connections.
pub(super) struct Shard {
    context: Arc<ShardContext>,
    session: Option<Session>,
    queue: mpsc::Sender<QueuedEvent>,
    /// An event that found the queue full. The shard reads nothing more until the queue accepts the event.
    waiting: Option<QueuedEvent>,
    last_heard: LastHeard,
    /// Connections in a row that did not become ready.
    failures: u32,
    /// Identifies in a row after which the session did not become ready.
    starts_in_vain: u32,
}

impl Shard {
    pub(super) fn new(
        context: Arc<ShardContext>,
        queue: mpsc::Sender<QueuedEvent>,
        last_heard: LastHeard,
    ) -> Self {
        Self { context, session: None, queue, waiting: None, last_heard, failures: 0, starts_in_vain: 0 }
    }

    /// Connects, and reconnects after each disconnect, until the shutdown or a reshard.
    #[tracing::instrument(name = "shard", skip_all, fields(channel = CHANNEL, shard = self.context.part.number))]
    pub(super) async fn run(mut self) {
        let context = Arc::clone(&self.context);
        let renewal = context.handler.discord.settings.identify_pause;
        let mut backoff = Backoff::new();
        let mut before = None;
        loop {
            self.failures += 1;
            let disconnect = self.receive().await;
            if disconnect.next == Next::Stop {
                return;
            }
            if self.failures == 0 {
                backoff.reset();
            }
            if !disconnect.keeps_session() {
                self.session = None;
            }
            disconnect.log(context.part.number, before.as_ref());
            context.health.set_problem(context.part.number, disconnect.problem.clone());
            let pause = async {
                let sparing = if disconnect.next == Next::Operator || self.starts_in_vain > MAX_STARTS_IN_VAIN
                {
                    context.identify_limiter.sparing_pause(context.part.count).await
                } else {
                    Duration::ZERO
                };
                sleep(disconnect.pause(&mut backoff, renewal, sparing)).await;
            };
            let paused = context.handler.shutdown.run_until_cancelled(pause).await;
            if paused.is_none() || disconnect.next == Next::Reshard {
                return;
            }
            before = Some(disconnect);
        }
    }

    /// Connects, and receives until the connection ends.
    async fn receive(&mut self) -> Disconnect {
        let shutdown = self.context.handler.shutdown.clone();
        match shutdown.run_until_cancelled(Box::pin(self.connect())).await {
            Some(Ok(mut connection)) => match connection.receive().await {
                Err(disconnect) if disconnect.next == Next::Stop => {
                    connection.socket.leave().await;
                    disconnect
                }
                Err(disconnect) => disconnect,
            },
            Some(Err(disconnect)) => disconnect,
            None => Disconnect::shutdown(),
        }
    }

    async fn connect(&mut self) -> Result<Connection<'_>, Disconnect> {
        let context = Arc::clone(&self.context);
        let permit = match self.session {
            None => Some(context.identify_limiter.acquire(context.part.number).await?),
            Some(_) => None,
        };
        let mut socket = Socket::connect(self.url(), &context.tls).await?;
        let heartbeats = heartbeat_interval(receive_hello(&mut socket).await?);
        match &self.session {
            Some(session) => {
                let resume = json!({
                    "token": context.handler.discord.settings.token,
                    "session_id": session.id,
                    "seq": session.stored.get(),
                });
                socket.send(op::RESUME, resume).await?;
            }
            None => {
                let shard = (context.part.number, context.part.count);
                // The start counts even if the connection breaks meanwhile.
                permit.into_iter().for_each(IdentifyPermit::identifies);
                self.starts_in_vain += 1;
                socket.send(op::IDENTIFY, identify_payload(&context.handler.discord.settings, shard)).await?;
            }
        }
        let patience = if self.session.is_some() { context.resume_timeout() } else { READY_TIMEOUT };
        let ready_by = Some(Instant::now() + patience);
        Ok(Connection { shard: self, socket, heartbeats, is_acknowledged: true, is_behind: false, ready_by })
    }

    fn url(&self) -> &Url {
        // A session's resume address may disappear before the session does.
        match &self.session {
            Some(session) if self.failures < MAX_RESUME_FAILURES => &session.resume_url,
            _ => &self.context.url,
        }
    }
}

struct Connection<'a> {
    shard: &'a mut Shard,
    socket: Socket,
    heartbeats: Interval,
    /// Discord has acknowledged the last heartbeat.
    is_acknowledged: bool,
    /// Since the last heartbeat, events were read or the reading paused: the acknowledgement may be unread behind them.
    is_behind: bool,
    /// The deadline for the session to become ready; `None` once it is.
    ready_by: Option<Instant>,
}

impl Connection<'_> {
    async fn receive(&mut self) -> Result<Infallible, Disconnect> {
        let shutdown = self.shard.context.handler.shutdown.clone();
        let queue = self.shard.queue.clone();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return Err(Disconnect::shutdown()),
                _ = self.heartbeats.tick() => self.on_heartbeat_due().await?,
                permit = queue.reserve(), if self.shard.waiting.is_some() => {
                    let permit = permit.map_err(|_| Disconnect::shutdown())?;
                    if let Some(item) = self.shard.waiting.take() {
                        permit.send(item);
                    }
                    self.resume_reading();
                }
                frame = self.socket.next(), if self.shard.waiting.is_none() => self.handle_frame(&frame?).await?,
                () = until_deadline(self.ready_by), if self.shard.waiting.is_none() => {
                    return Err(self.not_ready_in_time());
                }
            }
        }
    }

    /// Returns the disconnect for a session that did not become ready in time. A session that failed to resume twice is
    /// given up.
    fn not_ready_in_time(&self) -> Disconnect {
        match self.shard.session {
            Some(_) if self.shard.failures > 1 => {
                Disconnect::new(Next::Identify, "Discord does not resume the session")
            }
            _ => Disconnect::lost("Discord did not start the session in time"),
        }
    }

    async fn on_heartbeat_due(&mut self) -> Result<(), Disconnect> {
        if !self.is_acknowledged && !self.is_behind {
            return Err(Disconnect::lost("Discord does not acknowledge heartbeats"));
        }
        self.is_acknowledged = false;
        self.is_behind = self.shard.waiting.is_some();
        self.send_heartbeat().await
    }

    async fn send_heartbeat(&mut self) -> Result<(), Disconnect> {
        let seq = self.shard.session.as_ref().map(|session| session.stored.get());
        self.socket.send(op::HEARTBEAT, seq).await
    }

    async fn handle_frame(&mut self, text: &Utf8Bytes) -> Result<(), Disconnect> {
        let Ok(frame) = serde_json::from_str::<Frame<'_>>(text) else {
            tracing::warn!("skipped an unreadable frame from Discord's gateway");
            return Ok(());
        };
        let data = frame.d.map_or("null", |data| data.get());
        match frame.op {
            op::EVENT => self.handle_event(frame.t.as_deref().unwrap_or_default(), frame.s, data)?,
            op::HEARTBEAT => self.send_heartbeat().await?,
            op::RECONNECT => return Err(Disconnect::lost("Discord asked to reconnect")),
            op::INVALID_SESSION if data == "true" => {
                return Err(Disconnect::lost("Discord interrupted the session"));
            }
            op::INVALID_SESSION => {
                return Err(Disconnect::new(Next::IdentifyLater, "Discord ended the session"));
            }
            op::ACKNOWLEDGED => self.is_acknowledged = true,
            _ => {}
        }
        if self.shard.waiting.is_none() {
            self.record_heard();
        }
        Ok(())
    }

    /// Resumes reading after the queue was full.
    fn resume_reading(&mut self) {
        self.record_heard();
        self.extend_deadline();
    }

    /// Extends the deadline for the next event of a resume.
    fn extend_deadline(&mut self) {
        let patience = self.shard.context.resume_timeout();
        self.ready_by = self.ready_by.map(|_| Instant::now() + patience);
    }

    /// Records that the connection is alive, once everything received before is in the queue.
    fn record_heard(&self) {
        let now = self.shard.context.handler.gateway.now();
        self.shard.context.health.record_progress(now);
        // Until the session is ready, the missed events have not arrived.
        if self.ready_by.is_none() {
            self.shard.last_heard.set(self.shard.context.handler.gateway.certain());
        }
    }

    fn handle_event(&mut self, name: &str, seq: Option<u64>, data: &str) -> Result<(), Disconnect> {
        self.extend_deadline();
        self.is_behind = true;
        let session = self.shard.session.as_ref();
        if session.is_some_and(|session| seq.is_some_and(|seq| seq <= session.received)) {
            // The event was stored after the connection broke, or is in the queue.
            return Ok(());
        }
        let event = match Dispatch::parse(name, data) {
            Dispatch::Ready(ready) => {
                self.start_session(&ready, seq);
                Dispatch::Ready(ready)
            }
            Dispatch::Resumed => {
                self.on_ready();
                Dispatch::Resumed
            }
            Dispatch::Interaction(interaction) => {
                self.shard.context.handler.spawn_interaction(*interaction);
                Dispatch::Other
            }
            Dispatch::Unreadable if name == "READY" => {
                return Err(Disconnect::new(Next::Identify, "Discord's READY event cannot be parsed"));
            }
            Dispatch::Unreadable => {
                tracing::warn!(event = name, "skipped an event that cannot be parsed");
                Dispatch::Other
            }
            event => event,
        };
        let Some(session) = &mut self.shard.session else { return Ok(()) };
        session.received = session.received.max(seq.unwrap_or(0));
        let item = QueuedEvent { event, seq, stored: Arc::clone(&session.stored) };
        match self.shard.queue.try_send(item) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(item)) => {
                tracing::warn!("event queue full; paused reading until the store catches up");
                self.shard.waiting = Some(item);
                Ok(())
            }
            Err(TrySendError::Closed(_)) => Err(Disconnect::shutdown()),
        }
    }

    fn start_session(&mut self, ready: &Ready, seq: Option<u64>) {
        let seq = seq.unwrap_or(0);
        let context = &self.shard.context;
        let me = BotIdentity {
            id: ready.user.id.to_string(),
            application_id: ready.application.id.to_string(),
            username: ready.user.username.clone(),
        };
        // The identity is the same in every session.
        let _ = context.handler.discord.identity.set(me);
        self.shard.session = Some(Session {
            id: ready.session_id.clone(),
            resume_url: Url::parse(&ready.resume_gateway_url).unwrap_or_else(|_| context.url.clone()),
            received: seq,
            stored: Arc::new(StoredSeq::new(seq)),
        });
        self.on_ready();
    }

    fn on_ready(&mut self) {
        self.ready_by = None;
        self.shard.failures = 0;
        self.shard.starts_in_vain = 0;
        self.shard.context.health.set_ready(self.shard.context.part.number);
        tracing::info!(shard = self.shard.context.part.number, "receiving from Discord");
    }
}

/// Waits for the first frame, which holds the heartbeat interval.
async fn receive_hello(socket: &mut Socket) -> Result<Duration, Disconnect> {
    #[derive(Deserialize)]
    struct Hello {
        /// In milliseconds.
        heartbeat_interval: u64,
    }
    let first = timeout(HELLO_TIMEOUT, socket.next()).await;
    let text = first.map_err(|_| Disconnect::lost("Discord's gateway sent no hello in time"))??;
    let frame = serde_json::from_str::<Frame<'_>>(&text).ok().filter(|frame| frame.op == op::HELLO);
    let hello = frame.and_then(|frame| serde_json::from_str::<Hello>(frame.d?.get()).ok());
    let hello =
        hello.ok_or_else(|| Disconnect::lost("the first frame from Discord's gateway was not a hello"))?;
    Ok(Duration::from_millis(hello.heartbeat_interval.max(1)))
}

/// Completes at the deadline; never if there is none.
async fn until_deadline(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => future::pending().await,
    }
}

/// Returns the heartbeat timer. Its first tick is at a random time, so that not all bots send their heartbeats at once
/// after an outage.
fn heartbeat_interval(interval: Duration) -> Interval {
    let mut heartbeats = interval_at(Instant::now() + interval.mul_f64(fastrand::f64()), interval);
    heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeats
}

fn identify_payload(settings: &Settings, shard: (u32, u32)) -> serde_json::Value {
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
