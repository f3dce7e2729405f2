//! A gateway around a scripted channel and a scripted model. Only the parts that a test requests run.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use adjutant_channel::{
    Accepted, Channel, ChatKind, ChatRef, Event, Gateway, Heard, Inbound, MessageId, Outgoing, Sender,
};
use adjutant_clock::{ManualClock, TrustedClock};
use adjutant_config::{Config, ProviderName};
use adjutant_domain::{
    clock::Clock,
    ids::{CallId, ScheduleId},
    redact::Redactor,
    tools::ToolCall,
};
use adjutant_provider::{ModelMessage, models::Models, offline::Offline};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::SyncedTx,
    outbox,
    people::{self, AccountRef, Admission, User},
    schedules::{self, Schedule},
    sessions,
    testing::{NOW, Store, chat},
};
use chrono::TimeDelta;

use crate::{
    agent::session,
    chat::{ingest::Ingest, privacy},
    core::{Core, Parts, duties},
    outbox::deliver_chat,
};

pub mod fake_channel;
mod scripted_channel;
mod scripted_model;

pub use scripted_channel::{MESSAGE, ScriptedChannel, id_of};
pub use scripted_model::ScriptedModel;

/// Returns a gateway's parts on a test database, with the built-in assistant, and the clock that drives them.
pub fn parts(store: &Store, channels: Vec<Arc<dyn Channel>>, config: Config) -> (Parts, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::new(NOW.to_utc()));
    let trusted = Arc::new(TrustedClock::new(clock.clone()));
    let offline = Arc::new(Offline { clock: trusted.clone() });
    let parts = Parts {
        db: store.db.clone(),
        clock: trusted,
        models: Models::only(offline, &config.model),
        config: Arc::new(config),
        zone: adjutant_domain::zones::Zone::UTC,
        process: store.process.clone(),
        channels,
        embedder: None,
        speech: None,
        voice: None,
        redactor: Redactor::new(["operator-secret-4711"]).unwrap(),
        sandbox: Sandbox::own(),
    };
    (parts, clock)
}

const HOUR: Duration = Duration::from_hours(1);

/// A gateway that serves Alice and Bob; each has a direct chat under their name.
pub struct Room {
    pub store: Store,
    pub core: Arc<Core>,
    pub clock: Arc<ManualClock>,
    pub channel: Arc<ScriptedChannel>,
    pub model: Arc<ScriptedModel>,
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
        let (channel, model) = (Arc::new(ScriptedChannel::default()), Arc::new(ScriptedModel::default()));
        let (parts, clock) = parts(&store, vec![channel.clone()], config);
        let models = Models::only(model.clone(), &parts.config.model);
        let core = Core::new(Parts { models, redactor: Redactor::new([]).unwrap(), ..parts });
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

/// Returns a tool call, for [`ScriptedModel::calls`].
pub fn call(tool: &str, arguments: &serde_json::Value) -> ToolCall {
    ToolCall { id: CallId::generate().0, name: tool.to_owned(), arguments: arguments.to_string() }
}

/// Returns a deletion.
pub fn deleted(id: &str) -> Event {
    Event::Deleted { message_id: MessageId(id.to_owned()) }
}

/// Locks a mutex, ignoring poison.
pub fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
