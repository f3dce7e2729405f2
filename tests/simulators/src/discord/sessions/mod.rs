//! Gateway sessions: which events each session receives, and which are repeated after a reconnect.
//!
//! A session outlives its connections. Every event for it is numbered and kept; the connection that serves the session,
//! if there is one, sends the events that are due.

mod control;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{sync::mpsc, time::Instant};

use super::{
    events::intents::GUILDS,
    methods::{application_flags, gateway_url},
    state::{GuildState, Permission, State},
};

/// `MESSAGE_CONTENT`.
const MESSAGE_CONTENT: u64 = 1 << 15;

/// The most events that a session keeps; a client that missed more cannot resume.
const KEPT: usize = 10_000;
/// The shortest time between two identifies in a slot of `max_concurrency`.
const IDENTIFY_PAUSE: Duration = Duration::from_secs(5);

/// An event for the gateway.
#[derive(Clone, Debug)]
pub(crate) struct Dispatch {
    /// The name, such as `MESSAGE_CREATE`.
    pub(crate) name: &'static str,
    /// The payload's `d`.
    pub(crate) data: Value,
    /// The guild of the event, which chooses the shard; direct messages go to shard 0.
    pub(crate) guild: Option<u64>,
    /// The intent, as a bit, that a session needs for the event; `None` for events that every session receives.
    pub(crate) intent: Option<u64>,
    /// Whether `data` is a message, whose content is withheld without the intent for it (see `render::withhold`).
    pub(crate) message: bool,
}

/// All sessions, connected or not, and all connections.
#[derive(Debug)]
pub(crate) struct Sessions {
    sessions: BTreeMap<String, Session>,
    connections: BTreeMap<u64, mpsc::UnboundedSender<Order>>,
    /// The events that are held back until the end of a pause.
    paused: Option<Vec<Dispatch>>,
    /// The event that [`Discord::duplicate_last_event`] repeats.
    last: Option<Dispatch>,
    identify_pause: Duration,
    /// How many more requests to resume will not be answered.
    ignored_resumes: usize,
    /// The time of the last identify in each slot of `max_concurrency`.
    identified: HashMap<u64, Instant>,
    steps: Vec<(Instant, GatewayStep)>,
    last_connection: u64,
    last_session: u64,
    /// The largest number of sessions of one shard that were connected at the same time.
    most_at_once: usize,
}

/// The test's order to a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Ends the connection without a close frame.
    Cut,
    /// Closes it with a code.
    Close(u16),
    /// Declares its session invalid (op 9).
    Invalidate { resumable: bool },
    /// Asks the client to reconnect (op 7).
    Reconnect,
    /// Asks the client for a heartbeat (op 1).
    Heartbeat,
    /// Keeps the connection open, but sends nothing any more.
    Silence,
}

/// An event in the life of the gateway's connections and sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GatewayStep {
    /// A connection was opened.
    Connected,
    /// A session began.
    Identified {
        /// The shard's number, and the number of shards.
        shard: (u64, u64),
        /// The intents that it asked for.
        intents: u64,
    },
    /// A session was resumed.
    Resumed {
        /// How many events it had missed.
        missed: usize,
    },
    /// A request to resume was not answered.
    ResumeIgnored,
    /// A session was declared invalid (op 9).
    Invalidated {
        /// Whether it can be resumed.
        resumable: bool,
    },
    /// The client was asked to reconnect (op 7).
    ReconnectRequested,
    /// A heartbeat arrived.
    Heartbeat,
    /// The gateway closed a connection with this code.
    Closed(u16),
    /// The client closed a connection, with a code or without a close frame.
    Left(Option<u16>),
    /// The test cut a connection.
    Cut,
}

#[derive(Debug)]
struct Session {
    shard: (u64, u64),
    intents: u64,
    /// The number of the session's newest event.
    seq: u64,
    /// The number of the next event to send on its connection.
    next: u64,
    /// The newest events; the last one has the number `seq`.
    events: VecDeque<Event>,
    connection: Option<u64>,
    /// Whether `READY` or `RESUMED` was sent on its connection.
    is_welcome: bool,
    /// Whether the session lasts only as long as its connection and cannot be resumed.
    is_forgotten: bool,
}

#[derive(Debug)]
struct Event {
    name: &'static str,
    data: Value,
}

/// The reason why a session cannot be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotResumed {
    /// It is unknown or forgotten, or it missed more events than are kept.
    Unknown,
    /// It never had an event with that number.
    BadSequence,
}

impl Default for Sessions {
    fn default() -> Self {
        Self {
            sessions: BTreeMap::new(),
            connections: BTreeMap::new(),
            paused: None,
            last: None,
            identify_pause: IDENTIFY_PAUSE,
            ignored_resumes: 0,
            identified: HashMap::new(),
            steps: Vec::new(),
            last_connection: 0,
            last_session: 0,
            most_at_once: 0,
        }
    }
}

impl State {
    /// Adds an event to every session that may receive it, or holds it back during a pause.
    pub(crate) fn dispatch(&mut self, event: Dispatch) {
        if let Some(held) = &mut self.sessions.paused {
            held.push(event);
            return;
        }
        if self.is_by_person(&event) {
            self.sessions.last = Some(event.clone());
        }
        self.deliver(event);
    }

    /// Adds an event to the sessions even during a pause.
    fn deliver(&mut self, event: Dispatch) {
        if !self.concerns_bot(&event) {
            return;
        }
        let Dispatch { name, data, guild, intent, message } = event;
        let mut withheld = data.clone();
        if message {
            self.withhold(&mut withheld);
        }
        for session in self.sessions.sessions.values_mut() {
            if session.hears(guild, intent) {
                let is_open = !message || session.intents & MESSAGE_CONTENT != 0;
                session.push(name, if is_open { data.clone() } else { withheld.clone() });
            }
        }
        self.events.send_modify(|count| *count += 1);
    }

    /// Counts a session start. Returns false if it exceeds the limit: the platform then ends all sessions and resets
    /// the bot's token.
    pub(crate) fn count_session_start(&mut self) -> bool {
        let (total, now) = (self.settings.session_starts, self.clock.ms());
        let is_allowed = self.session_starts.count(total, now);
        if !is_allowed {
            self.token_is_reset = true;
            self.sessions.forget();
            self.sessions.order(Order::Close(4004));
            self.complaints.push("gateway: more session starts than a day allows; the token is reset".into());
        }
        is_allowed
    }

    /// Begins a session. Its first events are `READY` and a `GUILD_CREATE` for each guild of the shard.
    pub(crate) fn identify(&mut self, connection: u64, shard: (u64, u64), intents: u64) {
        self.sessions.last_session += 1;
        let id = format!("{:032x}", self.sessions.last_session);
        let mut session = Session {
            shard,
            intents,
            seq: 0,
            next: 1,
            events: VecDeque::new(),
            connection: Some(connection),
            is_welcome: false,
            is_forgotten: false,
        };
        let guilds: Vec<u64> = self.guilds_of_bot().filter(|guild| session.has(Some(*guild))).collect();
        session.push("READY", self.ready(&id, shard, &guilds));
        if intents & GUILDS != 0 {
            for guild in guilds {
                session.push("GUILD_CREATE", self.render_guild(guild));
            }
        }
        self.sessions.sessions.insert(id, session);
    }

    fn ready(&self, session: &str, shard: (u64, u64), guilds: &[u64]) -> Value {
        let guilds: Vec<_> =
            guilds.iter().map(|id| json!({"id": id.to_string(), "unavailable": true})).collect();
        json!({
            "v": 10,
            "user": self.render_user(self.settings.bot_id),
            "guilds": guilds,
            "private_channels": [],
            "relationships": [],
            "session_id": session,
            "session_type": "normal",
            "resume_gateway_url": gateway_url(self),
            "shard": [shard.0, shard.1],
            "application": {
                "id": self.settings.application_id.to_string(),
                "flags": application_flags(self),
            },
        })
    }

    fn guilds_of_bot(&self) -> impl Iterator<Item = u64> {
        let is_in = |(_, guild): &(&u64, &GuildState)| guild.members.contains_key(&self.settings.bot_id);
        self.guilds.iter().filter(is_in).map(|(id, _)| *id)
    }

    /// Returns whether the bot belongs to the guild and sees the channel of the event. Command calls arrive from hidden
    /// channels, too.
    fn concerns_bot(&self, event: &Dispatch) -> bool {
        let bot = self.settings.bot_id;
        let is_member = |guild| self.guilds.get(&guild).is_some_and(|guild| guild.members.contains_key(&bot));
        let channel = event.data["channel_id"].as_str().and_then(|id| id.parse().ok());
        let is_hidden = channel.is_some_and(|channel| self.is_forbidden(channel, Permission::ViewChannel));
        match event.name {
            "GUILD_DELETE" => true,
            "INTERACTION_CREATE" => event.guild.is_none_or(is_member),
            _ => event.guild.is_none_or(is_member) && !is_hidden,
        }
    }

    /// Returns whether the event is a person's message, edit, call or press.
    fn is_by_person(&self, event: &Dispatch) -> bool {
        let bot = self.settings.bot_id.to_string();
        let is_of_bot = event.data["author"]["id"] == bot.as_str();
        match event.name {
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" => !is_of_bot,
            name => name == "INTERACTION_CREATE",
        }
    }
}

impl Sessions {
    /// Registers a connection: returns its number, and the receiver of its orders.
    pub(crate) fn connect(&mut self) -> (u64, mpsc::UnboundedReceiver<Order>) {
        let (sender, orders) = mpsc::unbounded_channel();
        self.last_connection += 1;
        self.connections.insert(self.last_connection, sender);
        self.note(GatewayStep::Connected);
        (self.last_connection, orders)
    }

    /// Removes a connection; with `ends_session`, its session cannot be resumed.
    pub(crate) fn leave(&mut self, connection: u64, ends_session: bool) {
        self.connections.remove(&connection);
        self.detach(connection, ends_session);
    }

    /// Ends every connection without a close frame; the sessions can be resumed.
    pub(crate) fn cut(&mut self) {
        self.order(Order::Cut);
    }

    /// Returns whether a shard may identify now, and counts it if so.
    pub(crate) fn admit(&mut self, slot: u64) -> bool {
        let now = Instant::now();
        let pause = self.identify_pause;
        let is_early = self.identified.get(&slot).is_some_and(|last| now < *last + pause);
        if !is_early {
            self.identified.insert(slot, now);
        }
        !is_early
    }

    /// Returns whether a request to resume is to stay unanswered, and counts it.
    pub(crate) fn ignores_resume(&mut self) -> bool {
        let left = self.ignored_resumes.checked_sub(1);
        self.ignored_resumes = left.unwrap_or_default();
        if left.is_some() {
            self.note(GatewayStep::ResumeIgnored);
        }
        left.is_some()
    }

    /// Resumes a session after event number `seq`. Returns how many events it had missed.
    pub(crate) fn resume(&mut self, connection: u64, id: &str, seq: u64) -> Result<usize, NotResumed> {
        let session = self.sessions.get_mut(id).filter(|session| !session.is_forgotten);
        let session = session.ok_or(NotResumed::Unknown)?;
        if seq > session.seq {
            return Err(NotResumed::BadSequence);
        }
        if seq + 1 < session.first() {
            return Err(NotResumed::Unknown);
        }
        session.connection = Some(connection);
        session.is_welcome = false;
        session.next = seq + 1;
        let missed = (session.seq - seq) as usize;
        session.push("RESUMED", json!({"_trace": []}));
        Ok(missed)
    }

    /// Records that a connection's session has begun or was resumed, and that the client was notified.
    pub(crate) fn welcome(&mut self, connection: u64, step: GatewayStep) {
        let serves = |session: &&mut Session| session.connection == Some(connection);
        if let Some(session) = self.sessions.values_mut().find(serves) {
            session.is_welcome = true;
            let shard = session.shard;
            let connected = |session: &&Session| session.shard == shard && session.connection.is_some();
            self.most_at_once = self.most_at_once.max(self.sessions.values().filter(connected).count());
            self.note(step);
        }
    }

    /// Returns whether the connection serves a session.
    pub(crate) fn is_authenticated(&self, connection: u64) -> bool {
        self.sessions.values().any(|session| session.connection == Some(connection))
    }

    /// Returns the next event for a connection in its wire format.
    pub(crate) fn next(&mut self, connection: u64) -> Option<Value> {
        let serves = |session: &&mut Session| session.connection == Some(connection);
        let session = self.sessions.values_mut().find(serves)?;
        let seq = session.next;
        let event = session.events.get(seq.checked_sub(session.first())? as usize)?;
        session.next += 1;
        Some(json!({"op": 0, "s": seq, "t": event.name, "d": event.data}))
    }

    pub(crate) fn note(&mut self, step: GatewayStep) {
        self.steps.push((Instant::now(), step));
    }

    /// Takes effect at once: a connection that is to be ended receives no further events.
    fn order(&mut self, order: Order) {
        let connections: Vec<_> = self.connections.keys().copied().collect();
        for connection in connections {
            match order {
                Order::Cut | Order::Close(_) | Order::Silence => self.detach(connection, false),
                Order::Invalidate { resumable } => self.detach(connection, !resumable),
                Order::Reconnect | Order::Heartbeat => {}
            }
            if let Some(sender) = self.connections.get(&connection) {
                // A connection that is gone already needs no order.
                let _ = sender.send(order);
            }
        }
    }

    fn detach(&mut self, connection: u64, ends_session: bool) {
        for session in self.sessions.values_mut().filter(|session| session.connection == Some(connection)) {
            session.connection = None;
            session.is_forgotten |= ends_session;
        }
        self.drop_forgotten();
    }

    fn forget(&mut self) {
        self.sessions.values_mut().for_each(|session| session.is_forgotten = true);
        self.drop_forgotten();
    }

    fn drop_forgotten(&mut self) {
        self.sessions.retain(|_, session| !session.is_forgotten || session.connection.is_some());
    }

    /// Returns how many shards have a connected session whose client was sent `READY` or `RESUMED`.
    fn served_shards(&self) -> u64 {
        let is_served = |session: &&Session| session.connection.is_some() && session.is_welcome;
        let served = self.sessions.values().filter(is_served);
        let shards: BTreeSet<_> = served.map(|session| session.shard).collect();
        shards.len() as u64
    }

    fn count(&self, wanted: impl Fn(&GatewayStep) -> bool) -> usize {
        self.steps.iter().filter(|(_, step)| wanted(step)).count()
    }
}

impl Session {
    fn hears(&self, guild: Option<u64>, intent: Option<u64>) -> bool {
        self.has(guild) && intent.is_none_or(|intent| self.intents & intent != 0)
    }

    /// Returns whether the session's shard is that of a guild, or for `None` that of direct messages.
    fn has(&self, guild: Option<u64>) -> bool {
        let (shard, shards) = self.shard;
        guild.map_or(0, |guild| (guild >> 22) % shards) == shard
    }

    fn push(&mut self, name: &'static str, data: Value) {
        self.seq += 1;
        self.events.push_back(Event { name, data });
        if self.events.len() > KEPT {
            self.events.pop_front();
        }
    }

    /// Returns the number of the oldest event that is kept.
    fn first(&self) -> u64 {
        self.seq + 1 - self.events.len() as u64
    }
}
