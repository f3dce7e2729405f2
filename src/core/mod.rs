//! The state that the parts of the gateway share, and the routing of wake-ups.

pub(crate) mod album_parts;
pub(crate) mod begun;
pub(crate) mod bot_talk;
pub(crate) mod channel_health;
pub(crate) mod counts;
pub(crate) mod duties;
pub(crate) mod role_checks;
pub(crate) mod history;
mod last_answers;
pub(crate) mod listening;
pub(crate) mod pace;
pub(crate) mod progress;
pub(crate) mod receipts;
mod secrets;
pub(crate) mod turns;
mod wakeups;
pub(crate) mod workers;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use adjutant_channel::{Channel, Channels, ChatRef};
use adjutant_clock::{Timer, TrustedClock};
use adjutant_config::Config;
use adjutant_domain::{
    ids::{SessionId, TurnId, UserId},
    language::Language,
    redact::Redactor,
    timestamp::Timestamp,
    wake::Wake,
    zones::Zone,
};
use adjutant_mcp::Servers;
use adjutant_memory::{Memory, embedder::Embedder};
use adjutant_metrics::Metrics;
use adjutant_provider::{
    models::{Model, ModelTokens, Models},
    offline::Offline,
    prices::Price,
};
use adjutant_sandbox::Sandbox;
use adjutant_speech::{Speech, Voice};
use adjutant_store::{
    db::{Db, Tx},
    outbox, people,
    process::Process,
    runs::Run,
    sessions::Place,
};
use adjutant_tools::kit::Registry;
use adjutant_vault::Vault;
use adjutant_workspace::Blobs;
use anyhow::Result;
use futures::future::{BoxFuture, LocalBoxFuture};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::core::{
    album_parts::AlbumParts,
    begun::{Begun, BegunTurn},
    bot_talk::BotTalk,
    channel_health::ChannelHealth,
    duties::Duties,
    history::History,
    last_answers::LastAnswers,
    listening::Addresses,
    pace::RateLimiter,
    progress::Progress,
    receipts::Receipts,
    role_checks::RoleChecks,
    turns::TurnRoom,
    wakeups::Wakeups,
    workers::Workers,
};

/// The most turns that run at the same time in one process; further turns wait.
const MAX_TURNS: usize = 256;

/// The state that the parts of the gateway share; one per process.
pub struct Core {
    pub db: Arc<Db>,
    /// The machine's clock, as far as it can be believed.
    pub clock: Arc<dyn Timer>,
    /// The same clock, for code that judges whether it can be believed.
    pub(crate) trust: Arc<TrustedClock>,
    pub config: Arc<Config>,
    /// When this process started.
    pub(crate) started_at: Timestamp,
    /// The zone of times without one, for people who have not set theirs: see `User::zone`.
    pub zone: Zone,
    pub process: Arc<Process>,
    pub channels: Channels,
    pub models: Models,
    /// Transcribes recordings; `None` if nothing is set up for that.
    pub(crate) speech: Option<Speech>,
    /// Speaks answers; `None` if nothing is set up for that.
    pub(crate) voice: Option<Voice>,
    pub memory: Arc<Memory>,
    /// Answers commands when the configured model is unavailable.
    pub offline: Model,
    pub tools: Registry,
    /// Runs untrusted programs.
    pub(crate) sandbox: Sandbox,
    /// The connections to MCP servers.
    pub(crate) mcp: Servers,
    /// Everybody's files.
    pub blobs: Arc<dyn Blobs>,
    pub vault: Arc<Vault>,
    /// Keeps secrets out of tool results.
    pub redactor: Redactor,
    /// Cancelled at shutdown: no new work begins.
    pub shutdown: CancellationToken,
    /// Cancelled some seconds after `shutdown`: calls to a model that still run end.
    pub(crate) cut_off: CancellationToken,
    last_answers: LastAnswers,
    pub(crate) sessions: Arc<Workers<SessionId>>,
    pub(crate) chats: Arc<Workers<ChatRef>>,
    /// Workers that write summaries of conversations after an answer.
    pub(crate) summaries: Arc<Workers<SessionId>>,
    /// Turns begun in the transaction that stored their message.
    pub(crate) begun_turns: Begun<SessionId, BegunTurn>,
    /// Admits one turn at a time of those that were interrupted several times.
    pub(crate) interrupted_turns: Arc<Semaphore>,
    /// Sends begun in the transaction that stored their answer, by outbox id.
    pub(crate) begun_sends: Begun<i64, outbox::Row>,
    pub(crate) channel_health: ChannelHealth,
    pub(crate) wakeups: Wakeups,
    handlers: OnceLock<Handlers>,
    pub(crate) pace: RateLimiter,
    pub(crate) turns: Arc<TurnRoom<UserId>>,
    /// The number of turns taken up so far.
    turns_begun: AtomicU64,
    stops: Mutex<HashMap<SessionId, (TurnId, CancellationToken)>>,
    pub(crate) receipts: Receipts,
    /// Parts of albums in groups that are not addressed to the bot so far.
    pub(crate) album_parts: AlbumParts,
    /// How many messages of other bots have come in a row.
    pub(crate) bot_talk: BotTalk,
    pub(crate) duties: Duties,
    pub(crate) role_checks: RoleChecks,
    pub(crate) addresses: Addresses,
    /// The progress of the loops of this process.
    pub(crate) progress: Progress,
    /// The operators' counters and measurements.
    pub(crate) metrics: Metrics,
    /// Samples of measurements that no row keeps.
    pub(crate) history: History,
}

/// The handlers of the layers above; registered at start, so that this module need not know those layers.
pub struct Handlers {
    /// Works on a session until nothing waits in it.
    pub session: fn(Arc<Core>, SessionId) -> BoxFuture<'static, ()>,
    /// Delivers the messages that wait for a chat.
    pub chat: fn(Arc<Core>, ChatRef) -> BoxFuture<'static, ()>,
    /// Handles a place that can no longer be written to, and the runs whose results were lost with it, in the
    /// transaction that records the loss.
    pub place_lost: PlaceLost,
}

/// See [`Handlers::place_lost`].
pub type PlaceLost =
    for<'a> fn(&'a Tx, &'a Core, Place<'a>, &'a [Run], Timestamp) -> LocalBoxFuture<'a, Result<()>>;

/// The components of a [`Core`].
pub struct Parts {
    pub db: Arc<Db>,
    pub clock: Arc<TrustedClock>,
    pub config: Arc<Config>,
    pub zone: Zone,
    pub process: Arc<Process>,
    pub channels: Vec<Arc<dyn Channel>>,
    pub models: Models,
    /// `None`: memory is searched by keywords only.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// `None`: recordings are not transcribed.
    pub speech: Option<Speech>,
    /// `None`: answers are not spoken.
    pub voice: Option<Voice>,
    pub redactor: Redactor,
    /// The sandbox for untrusted programs.
    pub sandbox: Sandbox,
}

impl Core {
    /// Returns the language that the person behind a user reads.
    ///
    /// # Errors
    /// Returns an error if the database failed.
    pub(crate) async fn language_of(&self, user: &UserId) -> Result<Language> {
        let user = user.clone();
        self.db.read(async move |tx| people::language(tx, &user).await).await
    }

    /// Builds the shared state from its components.
    pub fn new(parts: Parts) -> Arc<Self> {
        let Parts {
            db,
            clock: trust,
            config,
            zone,
            process,
            channels,
            models,
            embedder,
            speech,
            voice,
            redactor,
            sandbox,
        } = parts;
        let clock: Arc<dyn Timer> = trust.clone();
        let memory = Memory::new(db.clone(), (clock.clone(), zone), config.memory.clone(), embedder);
        let channels: Channels = channels.into_iter().collect();
        let (mut tools, mcp) = (adjutant_tools::registry(&config, &sandbox), Servers::new(&config));
        mcp.add_to(&mut tools);
        let turns = TurnRoom::new(MAX_TURNS, config.limits.turns as usize);
        let metrics = Metrics::new();
        counts::begin(&metrics, &channels);
        Arc::new(Self {
            offline: Model {
                provider: Arc::new(Offline { clock: clock.clone() }),
                price: Some(Price::flat(0.0, 0.0)),
                tokens: ModelTokens::of(&config.model),
            },
            tools,
            sandbox,
            mcp,
            blobs: adjutant_tools::blobs(&config),
            vault: Arc::new(Vault::new(config.database.url.beside(".vault-key"))),
            pace: RateLimiter::new(&channels),
            started_at: clock.timestamp(),
            addresses: Addresses::of(&config),
            db,
            clock,
            trust,
            config,
            zone,
            process,
            channels,
            models,
            speech,
            voice,
            memory: Arc::new(memory),
            redactor,
            shutdown: CancellationToken::new(),
            cut_off: CancellationToken::new(),
            last_answers: LastAnswers::default(),
            sessions: Workers::new(),
            chats: Workers::new(),
            summaries: Workers::new(),
            begun_turns: Begun::default(),
            interrupted_turns: Arc::new(Semaphore::new(1)),
            begun_sends: Begun::default(),
            channel_health: ChannelHealth::default(),
            wakeups: Wakeups::default(),
            handlers: OnceLock::new(),
            turns,
            turns_begun: AtomicU64::new(0),
            stops: Mutex::default(),
            receipts: Receipts::default(),
            album_parts: AlbumParts::default(),
            bot_talk: BotTalk::default(),
            duties: Duties::default(),
            role_checks: RoleChecks::default(),
            progress: Progress::default(),
            metrics,
            history: History::default(),
        })
    }

    /// Returns whether a summary of some conversation is being written after an answer.
    pub fn is_summarising(&self) -> bool {
        !self.summaries.keys().is_empty()
    }

    /// Counts the start of a turn.
    pub(crate) fn count_turn_start(&self) {
        self.turns_begun.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns how many turns have started so far; `None` while one is running.
    pub(crate) fn turns_begun_if_idle(&self) -> Option<u64> {
        self.turns.is_idle().then(|| self.turns_begun.load(Ordering::Relaxed))
    }

    /// Registers the handlers of the layers above. Only the first call has an effect.
    pub fn register(&self, handlers: Handlers) {
        // A second call is a wiring error that harms no data.
        let _ = self.handlers.set(handlers);
    }

    /// Returns the registered handlers; `None` before they are registered.
    pub(crate) fn handlers(&self) -> Option<&Handlers> {
        self.handlers.get()
    }

    /// Wakes the worker that has work after a commit or a poll.
    pub fn wake(self: &Arc<Self>, wake: Wake) {
        match wake {
            Wake::Session(session) => {
                let Some(work) = self.handlers().map(|handlers| handlers.session) else { return };
                let core = self.clone();
                self.sessions.wake(session, move |session| work(core.clone(), session));
            }
            Wake::Chat(chat) => {
                let Some(deliver) = self.handlers().map(|handlers| handlers.chat) else { return };
                let core = self.clone();
                // Messages of a chat keep their order across its topics.
                let chat = ChatRef { thread: None, ..chat };
                self.chats.wake(chat, move |chat| deliver(core.clone(), chat));
            }
            Wake::Stop(session, turn) => {
                let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((_, token)) = stops.get(&session).filter(|(running, _)| *running == turn) {
                    token.cancel();
                }
            }
            Wake::Schedules => self.wakeups.schedules.notify_one(),
            Wake::IndexQueue => self.wakeups.index_queue.notify_one(),
            Wake::Clients => self.wakeups.client_calls.send_replace(()),
            Wake::VoiceAnswers => self.wakeups.voice_answers.notify_one(),
            Wake::Privacy => self.wakeups.privacy.notify_one(),
            Wake::Counted(counted) => self.count(&counted),
        }
    }

    /// Returns a token that is cancelled when this turn of the session is stopped.
    pub(crate) fn stop_token(&self, session: &SessionId, turn: &TurnId) -> StopToken<'_> {
        let token = CancellationToken::new();
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.insert(session.clone(), (turn.clone(), token.clone()));
        StopToken { core: self, session: session.clone(), token }
    }

    /// Records whether this process receives from a channel. Returns whether that changed.
    pub(crate) fn set_receiving(&self, channel: &dyn Channel, is_receiving: bool) -> bool {
        let has_changed = duties::set(&self.duties.receiving, channel.name(), is_receiving);
        match (has_changed, is_receiving) {
            (true, true) => self.channel_health.begins(channel, self.clock.timestamp()),
            (true, false) => self.channel_health.given_up(channel.name()),
            (false, _) => {}
        }
        has_changed
    }

    /// Returns whether this process delivers to the channel. Only one process does, because a platform's rate limits
    /// count all writes together.
    pub(crate) fn delivers(&self, channel: &str) -> bool {
        self.duties.delivering.borrow().contains(channel)
    }

    /// Returns the sessions whose turn runs in this process.
    pub(crate) fn running_sessions(&self) -> Vec<SessionId> {
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
