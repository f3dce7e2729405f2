//! A platform and a model within this process. Both answer at once and store nothing, so that time and memory are the
//! gateway's.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use adjutant_channel::{
    Accepted, Attachment, Channel, ChatKind, ChatRef, Content, DownloadError, Event, Found, Gateway, Health,
    Heard, Inbound, Limits, LostSend, MessageId, Outgoing, Rich, SendError, Sender, SentIds, rich,
};
use adjutant_domain::tools::ToolCall;
use adjutant_provider::{ModelError, ModelMessage, ModelReply, ModelRequest, Provider, Usage};
use anyhow::{Context as _, Result};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::{
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    watch,
};
use tokio_util::sync::CancellationToken;

/// The name of the channel.
pub const CHANNEL: &str = "bench";
/// The beginning of a message that makes the model delete a note; the note's id follows.
pub const DELETE: &str = "delete ";
/// The longest time for any step.
const PATIENCE: Duration = Duration::from_secs(60);
/// Requests per second, for every rate limit.
const RATE: f64 = 1e6;

/// A platform on which people write to the bot in direct chats.
pub struct Platform {
    gateway: watch::Sender<Option<Arc<dyn Gateway>>>,
    people: Mutex<HashMap<String, UnboundedSender<Shown>>>,
    ids: AtomicI64,
}

/// A message of the bot.
pub struct Shown {
    pub at: Instant,
    id: MessageId,
    content: Content,
}

/// Returns a person's direct chat.
pub fn chat(name: &str) -> ChatRef {
    ChatRef { channel: CHANNEL.to_owned(), chat: name.to_owned(), thread: None }
}

/// A person who writes to the bot.
pub struct Person {
    platform: Arc<Platform>,
    gateway: Arc<dyn Gateway>,
    pub name: String,
    shown: UnboundedReceiver<Shown>,
}

impl Platform {
    /// Returns a platform whose message ids begin at `first_id`, which is greater than all earlier ones.
    pub fn new(first_id: i64) -> Arc<Self> {
        let gateway = watch::Sender::new(None);
        Arc::new(Self { gateway, people: Mutex::default(), ids: AtomicI64::new(first_id) })
    }

    /// Returns the gateway as soon as it receives events.
    pub async fn gateway(&self) -> Result<Arc<dyn Gateway>> {
        let mut gateway = self.gateway.subscribe();
        let receives = tokio::time::timeout(PATIENCE, gateway.wait_for(Option::is_some));
        receives.await??.clone().context("the gateway does not receive")
    }

    /// Returns a person who receives the bot's messages from now on.
    pub async fn person(self: &Arc<Self>, name: &str) -> Result<Person> {
        let (sender, shown) = unbounded_channel();
        self.people().insert(name.to_owned(), sender);
        Ok(Person { platform: self.clone(), gateway: self.gateway().await?, name: name.to_owned(), shown })
    }

    fn people(&self) -> MutexGuard<'_, HashMap<String, UnboundedSender<Shown>>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_id(&self) -> MessageId {
        MessageId(self.ids.fetch_add(1, Ordering::Relaxed).to_string())
    }
}

impl Person {
    /// Sends a message, and returns the time until the bot's answer to it.
    pub async fn says(&mut self, text: &str) -> Result<Duration> {
        let began = self.begin();
        self.accept(self.message(text)).await?;
        loop {
            let shown = self.reads().await?;
            // A reminder may arrive first.
            if shown.content.body.text.contains(text) {
                return Ok(shown.at - began);
            }
        }
    }

    /// Sends a message that the bot answers with a question, and returns the question, which contains `about`.
    pub async fn asks(&mut self, text: &str, about: &str) -> Result<Shown> {
        self.accept(self.message(text)).await?;
        loop {
            // The rest of an earlier answer may arrive first.
            let shown = self.reads().await?;
            if shown.content.body.text.contains(about) {
                return Ok(shown);
            }
        }
    }

    /// Sends a command. Returns the time until its answer.
    pub async fn commands(&mut self, name: &str, args: &str) -> Result<Duration> {
        let (name, args) = (name.to_owned(), args.to_owned());
        let event =
            Event::Command { message_id: self.platform.next_id(), name, args, handle: None, named: true };
        let began = self.begin();
        self.accept(event).await?;
        Ok(self.reads().await?.at - began)
    }

    /// Presses the first button of a message, and returns the time until the press is answered.
    pub async fn presses(&mut self, on: &Shown) -> Result<Duration> {
        let button = on.content.buttons.iter().flatten().next().context("the message has no button")?;
        let event = Event::Press { message_id: Some(on.id.clone()), data: button.data.clone(), handle: None };
        let began = Instant::now();
        let accepted = self.accept(event).await?;
        let took = began.elapsed();
        accepted.answer.context("the press was not answered")?;
        Ok(took)
    }

    /// Waits for the bot's next message.
    pub async fn reads(&mut self) -> Result<Shown> {
        let shown = tokio::time::timeout(PATIENCE, self.shown.recv()).await;
        shown.with_context(|| format!("{} waits in vain", self.name))?.context("the platform is gone")
    }

    fn message(&self, text: &str) -> Event {
        let (message_id, text) = (self.platform.next_id(), text.to_owned());
        Event::Message {
            message_id,
            text,
            attachments: Vec::new(),
            reply_to: None,
            forwarded: false,
            album: None,
        }
    }

    /// Discards messages that arrived unrequested, such as a reminder, and returns the time.
    fn begin(&mut self) -> Instant {
        while self.shown.try_recv().is_ok() {}
        Instant::now()
    }

    async fn accept(&self, event: Event) -> Result<Accepted> {
        self.gateway
            .accept(Inbound {
                external_id: self.platform.next_id().0,
                chat: chat(&self.name),
                chat_kind: ChatKind::Direct,
                sender: Sender::person(&self.name, &self.name),
                sent_at: self.gateway.now(),
                opened_at: None,
                heard: Heard::Addressed,
                event,
            })
            .await
    }
}

#[async_trait]
impl Channel for Platform {
    fn name(&self) -> &'static str {
        CHANNEL
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: RATE,
            per_chat_second: RATE,
            per_group_minute: RATE,
            draft_interval: Duration::from_secs(1),
            group_draft_interval: Duration::from_secs(1),
            in_flight: Duration::from_secs(30),
            upload_bytes: 1_000_000,
            max_parts: 10,
            counts_files: false,
            private_answers: false,
        }
    }

    fn layout(&self, _: &ChatRef, markdown: &str) -> Vec<Rich> {
        rich::from_markdown(markdown).split(4096, rich::Unit::Utf16)
    }

    async fn run(&self, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> Result<()> {
        self.gateway.send_replace(Some(gateway));
        shutdown.cancelled().await;
        self.gateway.send_replace(None);
        Ok(())
    }

    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError> {
        let (id, at) = (self.next_id(), Instant::now());
        if let Some(person) = self.people().get(&message.chat.chat) {
            // A person who is gone reads nothing.
            let _ = person.send(Shown { at, id: id.clone(), content: message.content.clone() });
        }
        Ok(id.into())
    }

    async fn edit(&self, _: &ChatRef, _: &MessageId, _: &Content, _: Option<&str>) -> Result<(), SendError> {
        Ok(())
    }

    async fn typing(&self, _: &ChatRef) -> Result<(), SendError> {
        Ok(())
    }

    async fn find(&self, _: &LostSend) -> Result<Found, SendError> {
        Ok(Found::Unclear)
    }

    async fn download(&self, _: &Attachment, _: u64) -> Result<Vec<u8>, DownloadError> {
        Err(DownloadError::Gone)
    }

    async fn remove_expired(&self, _: DateTime<Utc>) {}

    async fn check(&self) -> Result<String> {
        Ok(CHANNEL.to_owned())
    }

    fn health(&self) -> Health {
        Health { connected: true, ..Health::default() }
    }
}

/// A model that repeats its input with a short addition, or deletes a note.
pub struct Model;

#[async_trait]
impl Provider for Model {
    fn label(&self) -> String {
        "simulated model".to_owned()
    }

    async fn respond(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        let heard = request.messages.iter().rev().find_map(|message| match message {
            ModelMessage::User { text } => Some(text.as_str()),
            _ => None,
        });
        let heard = heard.unwrap_or_default();
        let is_result = matches!(request.messages.last(), Some(ModelMessage::Tool { .. }));
        let mut reply = ModelReply {
            usage: Usage { input_tokens: 2_000, output_tokens: 50, ..Usage::default() },
            ..ModelReply::default()
        };
        match heard.strip_prefix(DELETE) {
            Some(note) if !is_result => reply.calls.push(ToolCall {
                id: "call".to_owned(),
                name: "memory_delete".to_owned(),
                arguments: format!("{{\"note_id\":\"{note}\"}}"),
            }),
            _ => {
                reply.text =
                    format!("You said that {heard}; and so it shall be, as far as that depends on me.");
                on_text(&reply.text);
            }
        }
        Ok(reply)
    }
}
