//! Discord's REST API, version 10, and its gateway, as far as a bot of this project uses them, on one port.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use adjutant_simulators::discord::Discord;
//!
//! let discord = Discord::start().await; // point the bot at discord.url() with discord.token()
//! let alice = discord.user(42, "alice");
//! alice.says("fetch example.org").await;
//! let prompt = discord.next_message(&alice).await;
//! discord.shows(&prompt, "Approved: fetch example.org").await;
//! # Ok(())
//! # }
//! ```
//!
//! As on the platform: ids with a time; lengths in code points; refusals with the platform's codes and texts; rate
//! limits by bucket and in total, with their headers; nonces; the people whom a message notifies; the content that a
//! bot without the MESSAGE_CONTENT intent does not see; threads with the id of their starting message; sessions that
//! are resumed, or closed for a client's faults; the time limits for acknowledging and answering an interaction.
//! Simpler than the platform: the bot has each permission until a test takes it away, links get no embeds, threads are
//! not archived after a time, attachments' URLs are not signed, and the only components are buttons and string menus.

mod as_read;
mod body;
mod commands;
mod components;
mod content;
mod embeds;
mod errors;
mod events;
mod faults;
mod gateway;
mod http;
mod interactions;
mod journal;
mod limits;
mod mentions;
mod messages;
mod methods;
mod people;
mod places;
mod reading;
mod render;
mod route;
mod session_starts;
mod sessions;
mod state;
mod threads;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, time::Instant};

pub use as_read::as_read;
pub use faults::Fault;
pub use interactions::{AckKind, Acknowledged, Interaction, Modal};
pub use journal::{Outcome, Request};
pub use limits::{Rate, Rates};
pub use people::User;
pub use places::{Channel, Guild, Role};
pub use reading::{BotMessage, MessageRef, Place, Sent};
pub use route::Method;
pub use sessions::GatewayStep;
pub use state::{File, Permission};

use crate::{
    Held,
    holds::{Gates, Stage},
    server::Server,
};
use limits::Limiter;
use state::{Account, GuildState, PlatformClock, State};

/// The owner of every guild, who never speaks.
const OWNER: u64 = 1;

/// The settings of a simulator.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port on 127.0.0.1; 0 for a free one.
    pub port: u16,
    /// The bot's token, `<base64 of its id>.<x>.<y>`.
    pub token: String,
    /// The application's id.
    pub application_id: u64,
    /// The id of the bot's user.
    pub bot_id: u64,
    /// The bot's username.
    pub bot_name: String,
    /// The bot's rate limits.
    pub rates: Rates,
    /// The interval at which the bot has to send heartbeats.
    pub heartbeat: Duration,
    /// How long a nonce is remembered, by the platform's clock.
    pub nonce_window: Duration,
    /// How long an interaction waits for its first answer.
    pub interaction_ack: Duration,
    /// How long an interaction's token is valid.
    pub interaction_lifetime: Duration,
    /// Whether the MESSAGE_CONTENT intent is switched on for the application.
    pub message_content: bool,
    /// How many shards may identify at once.
    pub max_concurrency: u64,
    /// How many sessions may start a day.
    pub session_starts: u64,
    /// How many shards the platform recommends.
    pub shards: u64,
    /// Whether dropping fails the test if messages are unread or requests were wrong.
    pub strict: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            port: 0,
            token: "MTEwMDAwMDAwMDAwMDAwMDAwMQ.GsImUl.simulated-bot-token".into(),
            application_id: 1_100_000_000_000_000_001,
            bot_id: 1_100_000_000_000_000_001,
            bot_name: "adjutant".into(),
            rates: Rates::default(),
            heartbeat: Duration::from_millis(41_250),
            nonce_window: Duration::from_secs(5 * 60),
            interaction_ack: Duration::from_secs(3),
            interaction_lifetime: Duration::from_secs(15 * 60),
            message_content: true,
            max_concurrency: 1,
            session_starts: 1_000,
            shards: 1,
            strict: true,
        }
    }
}

/// A running simulated Discord, and the test's handle to it.
///
/// # Panics
/// Panics when dropped (see [`Discord::finish`]), unless its [`Settings`] are not strict.
#[derive(Debug)]
pub struct Discord {
    shared: Arc<Shared>,
    server: Server,
    strict: bool,
}

/// The state shared by the server's tasks and the test's handles.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    pub(crate) gates: Gates<Method>,
    /// Changes with everything that a test may wait for.
    pub(crate) traffic: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn note_traffic(&self) {
        self.traffic.send_modify(|count| *count += 1);
    }
}

impl Discord {
    /// Starts a simulator with the default [`Settings`].
    pub async fn start() -> Self {
        Self::start_with(Settings::default()).await
    }

    /// Starts a simulator.
    ///
    /// # Panics
    /// Panics if the port is taken.
    pub async fn start_with(settings: Settings) -> Self {
        let shared = Arc::new(Shared {
            state: Mutex::new(State::new(&settings)),
            gates: Gates::default(),
            traffic: watch::Sender::new(0),
        });
        let context = shared.clone();
        let server = Server::start(settings.port, move |request| http::answer(context.clone(), request))
            .await
            .expect("the simulator's port is free");
        shared.lock().url = server.url();
        Self { shared, server, strict: settings.strict }
    }

    /// Returns the base URL for the bot, without a slash at the end.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Returns the bot's token.
    pub fn token(&self) -> String {
        self.shared.lock().settings.token.clone()
    }

    /// Sets the platform's time, in milliseconds since 1970. The clock is stopped from then on.
    pub fn set_time(&self, ms: u64) {
        self.set_clock(move || ms);
    }

    /// Replaces the platform's clock; the new one returns milliseconds since 1970.
    pub fn set_clock(&self, unix: impl Fn() -> u64 + Send + Sync + 'static) {
        self.shared.lock().clock = PlatformClock::new(unix);
    }

    /// Returns the id of the bot's user.
    pub fn bot_id(&self) -> u64 {
        self.shared.lock().settings.bot_id
    }

    /// Creates a person.
    pub fn user(&self, id: u64, name: &str) -> User {
        self.account(id, name, |account| account)
    }

    /// Creates another bot.
    pub fn bot_user(&self, id: u64, name: &str) -> User {
        self.account(id, name, |account| Account { is_bot: true, ..account })
    }

    /// Creates a webhook, which writes under its own id.
    pub fn webhook(&self, id: u64, name: &str) -> User {
        self.account(id, name, |account| Account { is_webhook: true, ..account })
    }

    /// Creates a guild with the bot in it.
    pub fn guild(&self, id: u64, name: &str) -> Guild {
        let mut state = self.shared.lock();
        if !state.guilds.contains_key(&id) {
            let members = BTreeMap::from([(state.settings.bot_id, Default::default())]);
            let guild = GuildState { name: name.to_owned(), owner: OWNER, roles: BTreeMap::new(), members };
            state.guilds.insert(id, guild);
            let rendered = state.render_guild(id);
            state.tell_guild("GUILD_CREATE", id, rendered);
        }
        drop(state);
        Guild::new(self.shared.clone(), id)
    }

    /// Checks that every message of the bot was read and that the bot did nothing wrong.
    ///
    /// # Panics
    /// Panics if a message was never read, or a request was wrong in itself: an unknown route or token, a missing or
    /// malformed field, an ignored limit of the platform. Refusals that the state of a channel explains (unknown, no
    /// access, too many requests) are not faults.
    pub fn finish(mut self) {
        self.strict = false;
        self.check();
    }

    /// Takes the bot's faults so far, so that they no longer fail the test.
    pub fn take_complaints(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().complaints)
    }

    /// Sets new rates and resets the counters.
    pub fn set_rates(&self, rates: Rates) {
        self.shared.lock().limiter = Limiter::new(rates, Instant::now());
    }

    /// Holds the next request of that method before it takes effect.
    pub fn hold_before(&self, method: Method) -> Held {
        self.shared.gates.hold(method, Stage::Before)
    }

    /// Holds the answer to the next request of that method, which has taken effect by then.
    pub fn hold_after(&self, method: Method) -> Held {
        self.shared.gates.hold(method, Stage::After)
    }

    /// Injects a fault into the next request of that method. Faults of one method happen in order.
    pub fn fail_next(&self, method: Method, fault: Fault) {
        self.shared.lock().faults.add(method, fault);
    }

    /// Makes the same fault happen to every request that writes to a channel, until it is set to `None`.
    pub fn fail_writes(&self, fault: impl Into<Option<Fault>>) {
        self.shared.lock().faults.writing = fault.into();
    }

    /// Closes the connection of every request, and those to the gateway, until [`Discord::go_online`].
    pub fn go_offline(&self) {
        self.set_offline(true);
    }

    /// Ends the outage of [`Discord::go_offline`].
    pub fn go_online(&self) {
        self.set_offline(false);
    }

    fn account(&self, id: u64, name: &str, with: impl FnOnce(Account) -> Account) -> User {
        let person = Account { name: name.to_owned(), is_bot: false, is_webhook: false, blocks_bot: false };
        self.shared.lock().users.entry(id).or_insert_with(|| with(person));
        User::new(self.shared.clone(), id)
    }

    fn set_offline(&self, offline: bool) {
        let mut state = self.shared.lock();
        state.offline = offline;
        if offline {
            state.sessions.cut();
        }
    }

    fn check(&self) {
        self.expect_nothing_unread();
        let complaints = self.take_complaints();
        assert!(complaints.is_empty(), "requests that the bot must not make:\n{}", complaints.join("\n"));
    }
}

impl Drop for Discord {
    fn drop(&mut self) {
        self.set_offline(true);
        if self.strict && !std::thread::panicking() {
            self.check();
        }
    }
}
