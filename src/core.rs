//! The state that the parts of the gateway share, and where wake-ups go.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use adjutant_channel::{Channel, ChatRef, Rich, rich};
use anyhow::{Context, Result};
use chrono_tz::Tz;
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::{
    clock::Clock,
    config::Config,
    connections::Connections,
    db::Db,
    ids::{SessionId, TurnId},
    memory::{Memory, embedder::Embedder},
    outbox::pace::Pace,
    process::Process,
    provider::{
        Provider,
        offline::Offline,
        prices::{self, Price},
    },
    redact::Redactor,
    tools::kit::Registry,
    wake::Wake,
    workers::Workers,
};

/// The most turns that run at the same time in one process; further turns wait.
const MAX_TURNS: usize = 256;

/// The state that the parts of the gateway share; one per process.
pub struct Core {
    pub db: Arc<Db>,
    pub clock: Arc<dyn Clock>,
    pub config: Arc<Config>,
    /// The zone of times without one, for people who have set none: see `User::zone`.
    pub zone: Tz,
    pub process: Arc<Process>,
    pub channels: Channels,
    pub provider: Arc<dyn Provider>,
    /// The price of the model; `None` if it is unknown.
    pub price: Option<Price>,
    pub memory: Arc<Memory>,
    /// Answers commands when the configured model does not.
    pub offline: Offline,
    pub tools: Registry,
    /// The folder of all workspaces.
    pub workspaces: PathBuf,
    /// Keeps secrets out of tool results.
    pub redactor: Redactor,
    /// Cancelled at shutdown.
    pub shutdown: CancellationToken,
    pub(crate) sessions: Arc<Workers<SessionId>>,
    pub(crate) chats: Arc<Workers<ChatRef>>,
    pub(crate) connections: Connections,
    pub(crate) timetable: Notify,
    pub(crate) unindexed: Notify,
    pub(crate) personal: Notify,
    pub(crate) pace: Pace,
    pub(crate) turns: Semaphore,
    /// The number of turns taken up so far.
    turns_begun: AtomicU64,
    stops: Mutex<HashMap<SessionId, (TurnId, CancellationToken)>>,
    receiving: Mutex<HashSet<&'static str>>,
}

/// The components of a [`Core`].
pub struct Parts {
    pub db: Arc<Db>,
    pub clock: Arc<dyn Clock>,
    pub config: Arc<Config>,
    pub zone: Tz,
    pub process: Arc<Process>,
    pub channels: Vec<Arc<dyn Channel>>,
    /// Pairs of channel and id that identify the owner without the owner code.
    pub owner_identities: Vec<(&'static str, &'static str)>,
    pub provider: Arc<dyn Provider>,
    /// `None`: memory is searched by words alone.
    pub embedder: Option<Arc<dyn Embedder>>,
    pub redactor: Redactor,
}

impl Core {
    /// Builds the shared state from its components.
    pub fn new(parts: Parts) -> Arc<Self> {
        let Parts {
            db,
            clock,
            config,
            zone,
            process,
            channels,
            provider,
            embedder,
            redactor,
            owner_identities: _,
        } = parts;
        let memory = Memory::new(db.clone(), (clock.clone(), zone), config.memory.clone(), embedder);
        let channels = Channels(channels.into_iter().map(|channel| (channel.name(), channel)).collect());
        Arc::new(Self {
            price: prices::of(&config.model),
            offline: Offline { clock: offline_clock(&clock) },
            tools: crate::tools::registry(&config),
            workspaces: crate::tools::workspace_root(&config),
            pace: Pace::new(&channels),
            db,
            clock,
            config,
            zone,
            process,
            channels,
            provider,
            memory: Arc::new(memory),
            redactor,
            shutdown: CancellationToken::new(),
            sessions: Workers::new(),
            chats: Workers::new(),
            connections: Connections::default(),
            timetable: Notify::new(),
            unindexed: Notify::new(),
            personal: Notify::new(),
            turns: Semaphore::new(MAX_TURNS),
            turns_begun: AtomicU64::new(0),
            stops: Mutex::default(),
            receiving: Mutex::default(),
        })
    }

    /// Counts a turn that is taken up.
    pub(crate) fn turn_begins(&self) {
        self.turns_begun.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns how many turns were taken up so far; `None` while one is running.
    pub(crate) fn rests_after(&self) -> Option<u64> {
        (self.turns.available_permits() == MAX_TURNS).then(|| self.turns_begun.load(Ordering::Relaxed))
    }

    /// Wakes the worker for which a committed transaction, or the poll, has work.
    pub fn wake(self: &Arc<Self>, wake: Wake) {
        match wake {
            Wake::Session(session) => {
                let core = self.clone();
                self.sessions.wake(session, move |session| crate::session::work(core.clone(), session));
            }
            Wake::Chat(chat) => {
                let core = self.clone();
                // Order is kept for each chat, whatever the topic.
                let chat = ChatRef { thread: None, ..chat };
                self.chats.wake(chat, move |chat| crate::outbox::deliver_chat(core.clone(), chat));
            }
            Wake::Stop(session, turn) => {
                let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((_, token)) = stops.get(&session).filter(|(running, _)| *running == turn) {
                    token.cancel();
                }
            }
            Wake::Timetable => self.timetable.notify_one(),
            Wake::Unindexed => self.unindexed.notify_one(),
            Wake::Personal => self.personal.notify_one(),
        }
    }

    /// Returns a token that is cancelled when this turn of the session is stopped.
    pub(crate) fn stop_token(&self, session: &SessionId, turn: &TurnId) -> StopToken<'_> {
        let token = CancellationToken::new();
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.insert(session.clone(), (turn.clone(), token.clone()));
        StopToken { core: self, session: session.clone(), token }
    }

    /// Returns whether this process receives from the channel. Only that process writes to it: the platform's rate
    /// limits count all writes together, and a chat page shows only what its own process sends.
    pub(crate) fn serves(&self, channel: &str) -> bool {
        self.receiving.lock().unwrap_or_else(PoisonError::into_inner).contains(channel)
    }

    /// Records whether this process receives from the channel.
    pub(crate) fn set_serving(&self, channel: &'static str, serving: bool) {
        let mut receiving = self.receiving.lock().unwrap_or_else(PoisonError::into_inner);
        if serving {
            receiving.insert(channel)
        } else {
            receiving.remove(channel)
        };
    }

    /// Returns the sessions whose turn runs in this process.
    pub(crate) fn sessions_at_work(&self) -> Vec<SessionId> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

/// A running turn's stop token, registered for as long as this lives.
pub(crate) struct StopToken<'a> {
    core: &'a Core,
    session: SessionId,
    pub(crate) token: CancellationToken,
}

impl Drop for StopToken<'_> {
    fn drop(&mut self) {
        self.core.stops.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.session);
    }
}

/// The channels by name.
#[derive(Clone, Default)]
pub struct Channels(HashMap<&'static str, Arc<dyn Channel>>);

impl Channels {
    /// Returns the channel with this name.
    ///
    /// # Errors
    /// Returns an error if the channel is not, or no longer, configured.
    pub fn get(&self, name: &str) -> Result<&Arc<dyn Channel>> {
        self.0
            .get(name)
            .with_context(|| format!("the channel {name} is not configured; add it to [channels]"))
    }

    /// Returns a text in the channel's layout. For a channel that is not configured, the text stays whole until it
    /// is.
    pub fn layout(&self, name: &str, markdown: &str) -> Vec<Rich> {
        match self.get(name) {
            Ok(channel) => channel.layout(markdown),
            Err(_) => vec![rich::from_markdown(markdown)],
        }
    }

    /// Returns all channels.
    pub fn all(&self) -> impl Iterator<Item = &Arc<dyn Channel>> {
        self.0.values()
    }
}

fn offline_clock(clock: &Arc<dyn Clock>) -> Arc<dyn Fn() -> chrono::DateTime<chrono::Utc> + Send + Sync> {
    let clock = clock.clone();
    Arc::new(move || clock.now())
}
