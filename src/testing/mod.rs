//! A gateway around a scripted channel and a scripted model. Only the parts that a test requests run.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use adjutant_channel::{
    Accepted, Attachment, Channel, ChatKind, ChatRef, Content, DownloadError, Event, Found, Gateway, Health,
    Heard, Inbound, Limits, LostSend, MessageId, Outgoing, Rich, SendError, Sender, SentIds,
    rich::{self, Unit},
};
use adjutant_clock::{ManualClock, TrustedClock};
use adjutant_config::{Config, ProviderName};
use adjutant_domain::{
    clock::Clock,
    ids::{CallId, ScheduleId},
    redact::Redactor,
    tools::ToolCall,
};
use adjutant_provider::{
    ModelError, ModelMessage, ModelReply, ModelRequest, Provider, models::Models, offline::Offline,
};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::SyncedTx,
    outbox,
    people::{self, AccountRef, Admission, User},
    schedules::{self, Schedule},
    sessions,
    testing::{NOW, Store, chat},
};
use async_trait::async_trait;
use chrono::TimeDelta;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{
    agent::session,
    chat::{ingest::Ingest, privacy},
    core::{Core, Parts, duties},
    outbox::deliver_chat,
};

pub mod fake_channel;

/// Returns a gateway's parts on a test database, with the built-in assistant, and the clock that drives them.
pub fn parts(store: &Store, channels: Vec<Arc<dyn Channel>>) -> (Parts, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new(NOW.to_utc()));
    let trusted = Arc::new(TrustedClock::new(clock.clone()));
    let told = trusted.clone();
    let config = Config::default();
    let offline = Arc::new(Offline { clock: Arc::new(move || told.now()) });
    let parts = Parts {
        db: store.db.clone(),
        clock: trusted,
        models: Models::only(offline, &config.model),
        config: Arc::new(config),
        zone: adjutant_domain::zones::Zone::UTC,
        process: store.process.clone(),
        channels,
        owner_identities: Vec::new(),
        embedder: None,
        speech: None,
        voice: None,
        redactor: Redactor::new(["operator-secret-4711"]).unwrap(),
        sandbox: Sandbox::own(),
    };
    (parts, clock)
}

/// The most characters of one message.
pub const MESSAGE: usize = 200;

const HOUR: Duration = Duration::from_hours(1);

/// A gateway that serves Alice and Bob; each has a direct chat under their name.
pub struct Room {
    pub store: Store,
    pub core: Arc<Core>,
    pub clock: Arc<ManualClock>,
    pub channel: Arc<Fake>,
    pub model: Arc<Scripted>,
    pub alice: User,
    /// The folder of all workspaces.
    pub files: tempfile::TempDir,
    events: AtomicUsize,
}

impl Room {
    pub async fn new() -> Self {
        Self::with(Config::default()).await
    }

    /// Creates a gateway whose owner is Alice.
    pub async fn owned() -> Self {
        let room = Self::new().await;
        let owns = async |tx: &SyncedTx| {
            tx.execute("UPDATE users SET role = 'owner' WHERE name = 'alice'", ()).await
        };
        room.store.write(owns).await;
        room
    }

    /// Creates a gateway with these settings, except for those that the room itself needs.
    pub async fn with(mut config: Config) -> Self {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        let identities = [("alice", alice.user_id.clone()), ("bob", bob.user_id.clone())];
        store
            .write(async move |tx| {
                for (id, user) in &identities {
                    people::add_identity(tx, user, AccountRef::new("test", id), Admission::Owner, NOW)
                        .await?;
                }
                Ok(())
            })
            .await;
        let files = tempfile::tempdir().unwrap();
        config.tools.workspace = Some(files.path().to_owned());
        config.model.provider = ProviderName::OpenAi;
        let (channel, model) = (Arc::new(Fake::default()), Arc::new(Scripted::default()));
        let clock = Arc::new(ManualClock::new(NOW.to_utc()));
        let core = Core::new(Parts {
            db: store.db.clone(),
            clock: Arc::new(TrustedClock::new(clock.clone())),
            models: Models::only(model.clone(), &config.model),
            config: Arc::new(config),
            zone: adjutant_domain::zones::Zone::UTC,
            process: store.process.clone(),
            channels: vec![channel.clone()],
            owner_identities: Vec::new(),
            embedder: None,
            speech: None,
            voice: None,
            redactor: Redactor::new([]).unwrap(),
            sandbox: Sandbox::own(),
        });
        duties::set(&core.duties.delivering, "test", true);
        let events = AtomicUsize::new(0);
        Self { store, core, clock, channel, model, alice, files, events }
    }

    /// Delivers an event that was sent this many minutes ago.
    pub async fn happens(&self, whose: &str, place: &Place, minutes_ago: i64, event: Event) -> Accepted {
        let number = self.events.fetch_add(1, Ordering::Relaxed);
        let event = Inbound {
            external_id: format!("event-{number}"),
            chat: place.chat.clone(),
            chat_kind: place.kind,
            sender: Sender::person(whose, whose),
            sent_at: self.clock.now() - TimeDelta::minutes(minutes_ago),
            opened_at: place.opened_at.clone(),
            heard: Heard::Addressed,
            event,
        };
        Ingest(self.core.clone()).accept(event).await.unwrap()
    }

    /// Returns the user with this name.
    pub async fn user_of(&self, name: &str) -> User {
        let name = name.to_owned();
        let found = self.store.read(async move |tx| people::find(tx, "test", &name).await).await;
        found.unwrap().0
    }

    /// Stores an hourly reminder of a person in a chat; returns its id.
    pub async fn reminds(&self, whose: &str, place: &Place, goal: &'static str) -> ScheduleId {
        let (chat, kind, now) = (place.chat.clone(), place.kind, self.core.clock.timestamp());
        let (user, id) = (self.user_of(whose).await, ScheduleId::generate());
        let schedule = id.clone();
        self.store
            .write(async move |tx| {
                let session = sessions::open(tx, &chat, kind, &user.user_id, now).await?;
                let hourly = Schedule {
                    name: goal.to_owned(),
                    goal: goal.to_owned(),
                    reminder: true,
                    cadence_type: "interval".to_owned(),
                    cadence_value: "3600".to_owned(),
                    timezone: "Europe/Paris".to_owned(),
                    anchor_at: now + HOUR,
                    next_run_at: Some(now + HOUR),
                    ..Schedule::new(schedule.clone(), user.user_id.clone(), session.session_id, now)
                };
                schedules::put(tx, &hourly).await
            })
            .await;
        id
    }

    /// Runs the gateway until it has no more work.
    pub async fn rests(&self) {
        loop {
            privacy::process_requests(&self.core).await.unwrap();
            let work = self.store.read(async |tx| {
                Ok((sessions::with_work(tx, 10).await?, outbox::chats_with_work(tx, &["test"], 10).await?))
            });
            let (sessions, chats) = work.await;
            if sessions.is_empty() && chats.is_empty() {
                return;
            }
            for session in sessions {
                Box::pin(session::work(self.core.clone(), session)).await;
            }
            for chat in chats {
                deliver_chat(self.core.clone(), chat).await;
            }
        }
    }

    /// Returns the messages sent since the last call, one line each: chat and text.
    pub async fn sent(&self) -> String {
        self.rests().await;
        let sent = std::mem::take(&mut *lock(&self.channel.sent));
        let line = |message: &Outgoing| format!("{}: {}", message.chat, message.content.body.text);
        sent.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Returns the last request to the model, without the system prompt and the note on the present state.
    pub fn conversation(&self) -> String {
        let requests = lock(&self.model.requests);
        let said = |message: &ModelMessage| match message {
            ModelMessage::User { text } => format!("user: {text}"),
            ModelMessage::Picture { .. } => "picture".to_owned(),
            ModelMessage::Note { text } => format!("note: {text}"),
            ModelMessage::Reasoning { .. } => "reasoning".to_owned(),
            ModelMessage::Assistant { text, .. } => format!("assistant: {text}"),
            ModelMessage::Tool { text, .. } => format!("tool: {text}"),
        };
        let last = requests.last().expect("the model was asked");
        let is_present = |message: &&ModelMessage| matches!(message, ModelMessage::Note { text } if text.starts_with("It is "));
        last.messages.iter().filter(|message| !is_present(message)).map(said).collect::<Vec<_>>().join("\n")
    }
}

/// The chat of an event.
pub struct Place {
    pub chat: ChatRef,
    pub kind: ChatKind,
    pub opened_at: Option<adjutant_channel::Opening>,
}

/// Returns the direct chat with a person.
pub fn direct(name: &str) -> Place {
    Place { chat: chat(name), kind: ChatKind::Direct, opened_at: None }
}

/// Returns a group chat.
pub fn group(name: &str) -> Place {
    Place { chat: chat(name), kind: ChatKind::Group, opened_at: None }
}

/// Returns a message.
pub fn message(id: &str, text: &str) -> Event {
    Event::Message {
        message_id: MessageId(id.to_owned()),
        text: text.to_owned(),
        attachments: Vec::new(),
        reply_to: None,
        forwarded: false,
        album: None,
    }
}

/// Returns a command that must be answered through a handle.
pub fn command(id: &str, name: &str, handle: &str) -> Event {
    Event::Command {
        message_id: MessageId(id.to_owned()),
        name: name.to_owned(),
        args: String::new(),
        handle: Some(handle.to_owned()),
        named: true,
    }
}

/// Returns a tool call, for [`Scripted::calls`].
pub fn call(tool: &str, arguments: &serde_json::Value) -> ToolCall {
    ToolCall { id: CallId::generate().0, name: tool.to_owned(), arguments: arguments.to_string() }
}

/// Returns a deletion.
pub fn deleted(id: &str) -> Event {
    Event::Deleted { message_id: MessageId(id.to_owned()) }
}

/// A channel with short messages, and with threads in groups.
#[derive(Default)]
pub struct Fake {
    /// The messages sent, in order.
    pub sent: Mutex<Vec<Outgoing>>,
    /// The contents after each edit.
    pub edited: Mutex<Vec<Content>>,
    /// The chat and the message of each edit.
    pub edited_in: Mutex<Vec<(ChatRef, MessageId)>>,
    /// The downloadable files, by their handles.
    pub files: Mutex<HashMap<String, Vec<u8>>>,
    /// A chat to which nothing is sent without a permit.
    pub held: Mutex<Option<(ChatRef, Arc<Semaphore>)>>,
    /// Whether long answers continue in a thread.
    pub threads: AtomicBool,
    /// Words with which a text makes its layout panic.
    pub unfit: Mutex<Option<&'static str>>,
    /// Words with which a text makes its sending panic.
    pub unsendable: Mutex<Option<&'static str>>,
    /// The errors of the next sends and edits.
    pub fails: Mutex<VecDeque<SendError>>,
    /// Whether the typing indicator cannot be shown.
    pub is_out_of_reach: AtomicBool,
    /// The outcomes of the next steps of searches.
    pub found: Mutex<VecDeque<Result<Found, SendError>>>,
    /// What was searched for, by step.
    pub searched: Mutex<Vec<LostSend>>,
}

/// Returns the id of a message in the channel.
pub fn id_of(message: &Outgoing) -> MessageId {
    MessageId(format!("of-bot-{}", message.key))
}

fn break_over(text: &str, what: &Mutex<Option<&'static str>>) {
    let breaks = lock(what).is_some_and(|what| text.contains(what));
    assert!(!breaks, "the channel panics, as the test asked");
}

#[async_trait]
impl Channel for Fake {
    fn name(&self) -> &'static str {
        "test"
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: 1e6,
            per_chat_second: 1e6,
            per_group_minute: 1e6,
            draft_interval: Duration::from_secs(1),
            group_draft_interval: Duration::from_secs(1),
            in_flight: Duration::from_secs(1),
            upload_bytes: 1 << 20,
            max_parts: 3,
            counts_files: false,
            private_answers: true,
        }
    }

    fn layout(&self, _: &ChatRef, markdown: &str) -> Vec<Rich> {
        break_over(markdown, &self.unfit);
        rich::from_markdown(markdown).split(MESSAGE, Unit::Chars)
    }

    fn fits(&self, body: &Rich) -> bool {
        body.text.chars().count() <= MESSAGE
    }

    fn thread_at(&self, chat: &ChatRef, message: &MessageId) -> Option<ChatRef> {
        let thread = ChatRef { thread: Some(message.0.clone()), ..chat.clone() };
        self.threads.load(Ordering::Relaxed).then_some(thread)
    }

    async fn run(&self, _: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()> {
        shutdown.cancelled().await;
        Ok(())
    }

    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError> {
        break_over(&message.content.body.text, &self.unsendable);
        let held = lock(&self.held).clone().filter(|(chat, _)| *chat == message.chat);
        if let Some((_, gate)) = held {
            gate.acquire().await.unwrap().forget();
        }
        if let Some(error) = lock(&self.fails).pop_front() {
            return Err(error);
        }
        let mut sent = lock(&self.sent);
        sent.push(message.clone());
        Ok(id_of(message).into())
    }

    async fn edit(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        content: &Content,
        _: Option<&str>,
    ) -> Result<(), SendError> {
        if let Some(error) = lock(&self.fails).pop_front() {
            return Err(error);
        }
        lock(&self.edited_in).push((chat.clone(), message.clone()));
        lock(&self.edited).push(content.clone());
        Ok(())
    }

    async fn typing(&self, _: &ChatRef) -> Result<(), SendError> {
        match self.is_out_of_reach.load(Ordering::Relaxed) {
            true => Err(SendError::Unknown("out of reach".to_owned())),
            false => Ok(()),
        }
    }

    async fn find(&self, lost: &LostSend) -> Result<Found, SendError> {
        lock(&self.searched).push(lost.clone());
        lock(&self.found).pop_front().unwrap_or(Ok(Found::Unclear))
    }

    async fn download(&self, file: &Attachment, _: u64) -> Result<Vec<u8>, DownloadError> {
        lock(&self.files).get(&file.file_id).cloned().ok_or(DownloadError::Gone)
    }

    async fn check(&self) -> anyhow::Result<String> {
        Ok("fake".to_owned())
    }

    fn health(&self) -> Health {
        Health { connected: true, ..Health::default() }
    }
}

/// A model that fails in these ways, makes its calls, each in its own response, then gives its answers in order, and
/// then says "Well.".
#[derive(Default)]
pub struct Scripted {
    pub failures: Mutex<Vec<ModelError>>,
    pub calls: Mutex<Vec<ToolCall>>,
    pub answers: Mutex<Vec<String>>,
    pub requests: Mutex<Vec<ModelRequest>>,
    /// Whether it panics instead of answering.
    pub breaks: AtomicBool,
    /// The permits that its answers need, if they need any.
    pub held: Mutex<Option<Arc<Semaphore>>>,
}

#[async_trait]
impl Provider for Scripted {
    fn label(&self) -> String {
        "scripted".to_owned()
    }

    async fn respond(
        &self,
        request: &ModelRequest,
        _: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        lock(&self.requests).push(request.clone());
        assert!(!self.breaks.load(Ordering::Relaxed), "the model panics, as the test asked");
        let held = lock(&self.held).clone();
        if let Some(gate) = held {
            gate.acquire().await.unwrap().forget();
        }
        let mut failures = lock(&self.failures);
        if !failures.is_empty() {
            return Err(failures.remove(0));
        }
        let mut calls = lock(&self.calls);
        if !calls.is_empty() {
            return Ok(ModelReply { calls: vec![calls.remove(0)], ..ModelReply::default() });
        }
        let mut answers = lock(&self.answers);
        let text = if answers.is_empty() { "Well.".to_owned() } else { answers.remove(0) };
        Ok(ModelReply { text, ..ModelReply::default() })
    }
}

/// Locks a mutex, ignoring poison.
pub fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
