//! Telegram's Bot API, as far as the gateway uses it.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use adjutant_simulators::telegram::Telegram;
//!
//! let tg = Telegram::start().await; // point the bot at tg.url() with tg.token()
//! let alice = tg.user(42, "alice");
//! alice.says("fetch example.org").await;
//! let prompt = tg.next_message(&alice).await;
//! assert_eq!(alice.presses(&prompt, "Approve").await.text, "Approved.");
//! tg.shows(&prompt, "Approved: fetch example.org").await;
//! # Ok(())
//! # }
//! ```
//!
//! As on the platform: one message-id counter for all private chats and basic groups and one per supergroup, which also
//! counts people's messages; rate limits; lengths in UTF-16 units; the sizes of files; refusals with the platform's
//! texts; one poller at a time; updates that are repeated until acknowledged; closed and deleted topics; a chat that is
//! open to the bot only after the person has written. Simpler than the platform: `parse_mode` is refused, files are
//! uploaded anew each time, webhooks are plain http and deliver one update at a time, and the bot sees every message of
//! a group.

mod cards;
mod album;
mod errors;
mod faults;
mod http;
mod journal;
mod limits;
mod media;
mod method;
mod methods;
mod params;
mod people;
mod reading;
mod state;
mod text;
mod updates;
mod webhook;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::watch, time::Instant};

pub use faults::Fault;
pub use journal::{Outcome, Request};
pub use limits::Rates;
pub use media::File;
pub use method::Method;
pub use people::{Album, Group, Press, Topic, User};
pub use reading::{BotMessage, Entity, MessageRef, Place, Sent};
pub use state::Answer;
pub use updates::Served;

use crate::{
    Held,
    holds::{Gates, Stage},
    server::Server,
};
use limits::Limiter;
use state::{ChatKind, Person, PlatformClock, State};

/// The settings of a simulator.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port on 127.0.0.1; 0 for a free one.
    pub port: u16,
    /// The bot's token, `<id>:<secret>`.
    pub token: String,
    /// The bot's name, without `@`.
    pub username: String,
    /// The bot's write rates.
    pub rates: Rates,
    /// How long a press may be answered.
    pub press_lifetime: Duration,
    /// Whether dropping fails the test if messages are unread or requests were wrong.
    pub strict: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            port: 0,
            token: "7000001:simulated-bot-token".into(),
            username: "adjutant_bot".into(),
            rates: Rates::default(),
            press_lifetime: Duration::from_secs(60),
            strict: true,
        }
    }
}

/// A running Bot API server, and the test's handle to it.
///
/// # Panics
/// Panics when dropped (see [`Telegram::finish`]), unless its [`Settings`] are not strict.
#[derive(Debug)]
pub struct Telegram {
    shared: Arc<Shared>,
    server: Server,
    strict: bool,
}

/// The state shared by the server's tasks and the test's handles.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    pub(crate) gates: Gates<Method>,
    /// Changes with everything that a poller may wait for.
    pub(crate) updates: watch::Sender<u64>,
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

    pub(crate) fn note_update(&self) {
        self.updates.send_modify(|count| *count += 1);
    }
}

impl Telegram {
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
            updates: watch::Sender::new(0),
            traffic: watch::Sender::new(0),
        });
        let context = shared.clone();
        let server = Server::start(settings.port, move |request| http::answer(context.clone(), request))
            .await
            .expect("the simulator's port is free");
        Self { shared, server, strict: settings.strict }
    }

    /// Returns the base URL for the bot, without a slash at the end.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Returns the bot's token.
    pub fn token(&self) -> String {
        self.shared.lock().bot.token.clone()
    }

    /// Creates a person. The bot can write to them only after they have written to it.
    pub fn user(&self, id: i64, name: &str) -> User {
        let person = Person { name: name.to_owned(), has_blocked: false, language: "en".to_owned() };
        self.shared.lock().people.entry(id).or_insert(person);
        User::new(self.shared.clone(), id)
    }

    /// Creates a group with the bot in it: a supergroup if its id begins with -100, otherwise a basic group.
    pub fn group(&self, id: i64, title: &str) -> Group {
        let kind = if id.to_string().starts_with("-100") { ChatKind::Supergroup } else { ChatKind::Group };
        self.shared.lock().open(id, kind, title);
        Group::new(self.shared.clone(), id)
    }

    /// Checks that every message of the bot was read and that the bot did nothing wrong.
    ///
    /// # Panics
    /// Panics if a message was never read, or a request was wrong in itself: an unknown method or token, a missing or
    /// malformed parameter, an ignored limit of the platform. Refusals that the state of a chat explains (blocked, not
    /// found, not modified, too many requests) are not faults.
    pub fn finish(mut self) {
        self.strict = false;
        self.check();
    }

    /// Checks that the test has read every message of the bot.
    ///
    /// # Panics
    /// Panics if a message is unread.
    pub fn expect_nothing_unread(&self) {
        let unread = self.unread_lines();
        assert!(unread.is_empty(), "messages of the bot that the test did not read:\n{}", unread.join("\n"));
    }

    /// Takes the bot's faults so far, so that they no longer fail the test.
    pub fn take_complaints(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().complaints)
    }

    /// Replaces the platform's clock; the new one returns seconds since 1970.
    pub fn set_clock(&self, unix: impl Fn() -> i64 + Send + Sync + 'static) {
        self.shared.lock().clock = PlatformClock::new(unix);
    }

    /// Sets new rates and resets the counters.
    pub fn set_rates(&self, rates: Rates) {
        self.shared.lock().limiter = Limiter::new(rates, Instant::now());
    }

    /// Sets how long presses may be answered, including existing ones.
    pub fn set_press_lifetime(&self, lifetime: Duration) {
        self.shared.lock().press_lifetime = lifetime;
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

    /// Makes the same fault happen to every request that writes to a chat, until it is set to `None`.
    pub fn fail_writes(&self, fault: impl Into<Option<Fault>>) {
        self.shared.lock().faults.writing = fault.into();
    }

    /// Closes the connection of every request, including long polls, until [`Telegram::go_online`].
    pub fn go_offline(&self) {
        let mut state = self.shared.lock();
        state.offline = true;
        state.updates.end_poll();
        drop(state);
        self.shared.note_update();
    }

    /// Ends the outage of [`Telegram::go_offline`].
    pub fn go_online(&self) {
        self.shared.lock().offline = false;
    }

    /// Delivers the newest update that the bot has received again, under the same id. Returns the id.
    ///
    /// # Panics
    /// Panics if the bot has received none.
    pub fn redeliver_last(&self) -> i64 {
        let id = self.shared.lock().updates.redeliver_last();
        self.shared.note_update();
        id.expect("the bot got an update before")
    }

    /// Holds updates back until they are resumed, then delivers them all at once.
    pub fn pause_updates(&self) {
        self.shared.lock().updates.pause();
    }

    /// Resumes updates.
    pub fn resume_updates(&self) {
        self.shared.lock().updates.resume(false);
        self.shared.note_update();
    }

    /// Resumes updates, with the first batch in reverse order.
    pub fn resume_updates_reversed(&self) {
        self.shared.lock().updates.resume(true);
        self.shared.note_update();
    }

    /// Delivers an update that no library can parse. Returns its id.
    pub fn sends_garbage(&self) -> i64 {
        let id =
            self.shared.lock().updates.push("message", serde_json::json!({"message_id": "not a number"}));
        self.shared.note_update();
        id
    }

    /// Sets another token for the bot, as its owner can at @BotFather. If the token belongs to another bot, its updates
    /// start from the first id.
    pub fn set_token(&self, token: &str) {
        let mut state = self.shared.lock();
        let bot = state.bot.id;
        state.bot.token = token.to_owned();
        state.bot.id = token.split(':').next().and_then(|id| id.parse().ok()).unwrap_or_default();
        if state.bot.id != bot {
            state.updates = updates::Updates::default();
        }
    }

    /// Returns how many updates the bot has not acknowledged.
    pub fn pending_updates(&self) -> usize {
        self.shared.lock().updates.pending()
    }

    fn check(&self) {
        self.expect_nothing_unread();
        let complaints = self.take_complaints();
        assert!(complaints.is_empty(), "requests that the bot must not make:\n{}", complaints.join("\n"));
    }
}

impl Drop for Telegram {
    fn drop(&mut self) {
        self.shared.lock().webhook = None;
        if self.strict && !std::thread::panicking() {
            self.check();
        }
    }
}
