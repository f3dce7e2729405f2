//! Discord as a channel of the gateway.
//!
//! Events arrive over the gateway's websocket and are stored before the session's sequence number advances, so a
//! resumed connection repeats events that were not stored. Messages sent while there was no connection are fetched over
//! REST. Answers are sent over REST with a nonce, so Discord reduces repeated requests to one message.

#![warn(missing_docs)]

mod catch_up;
mod channel_cache;
mod connection;
mod event_handler;
mod inbound;
mod id;
mod interactions;
mod known_names;
mod members;

mod channel_message;
mod components;
mod direct_chat;
mod download;
mod find;
mod interaction_response;
mod markdown;
mod posted_message;
mod send;
mod target;
mod threads;
mod upload;

mod bot_setup;
mod commands;

mod api;
mod errors;
mod rate_limits;
mod retry;
mod route;
mod wire;

use std::{
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use adjutant_channel::{
    Attachment, Channel, ChatRef, Command, Content, DownloadError, Found, Gateway, Health, Limits, LostSend,
    Menu, MessageId, Outgoing, Receipt, Rich, SendError, SentIds,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::{OnceCell, watch};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{
    api::Api, bot_setup::BotIdentity, channel_cache::ChannelCache, interactions::Unacknowledged,
    known_names::KnownPeople, target::Target, threads::ThreadFallbacks,
};

/// The name of this channel, as in [`adjutant_channel::ChatRef::channel`].
pub const CHANNEL: &str = "discord";

/// How long heartbeats may stay unanswered; one is sent about every 41 seconds.
const LONGEST_SILENCE: Duration = Duration::from_mins(5);

/// The longest part of an answer, in characters: Discord's limit of 2000, less room for a notice above it.
const MAX_PART: usize = 2000 - 64;
/// The shortest time between two edits of a streaming answer. A channel allows about one request a second; editing more
/// slowly leaves a free slot for the final text.
const DRAFT_INTERVAL: Duration = Duration::from_millis(1500);
/// A request may reach Discord just before it times out. After this multiple of the timeout its outcome is final.
const SETTLED_AFTER: f64 = 1.5;

/// The Discord channel's settings.
///
/// Deliberately not `Debug`: holds the bot's token.
#[derive(Clone)]
pub struct Settings {
    /// The bot's token, from the Developer Portal.
    pub token: String,
    /// The REST API's address, if it is not Discord's own. The gateway's address comes from it.
    pub api_url: Option<Url>,
    /// Requests the content of all messages, which is a privileged intent.
    pub message_content: bool,
    /// Ids of channels in which every message is for the bot.
    pub always_answer: Vec<String>,
    /// When an answer in a server goes to a thread.
    pub threads: Threads,
    /// How many messages an answer may take before it is sent as a file.
    pub max_messages: usize,
    /// Ids of the bots and webhooks that the bot listens to; it ignores all others.
    pub heard_bots: Vec<String>,
    /// The bot's commands.
    pub commands: &'static [Command],
    /// Their descriptions for people whose apps are in other languages.
    pub translations: &'static [Menu],
    /// Requests a second over all channels.
    pub per_second: f64,
    /// Requests a second in one channel.
    pub per_channel_second: f64,
    /// How long a request may take.
    pub send_timeout: Duration,
    /// The shortest time between two identifies.
    pub identify_pause: Duration,
    /// Whether the servers' clock is not this machine's, so that their dates can prove this machine's clock wrong.
    pub has_own_clock: bool,
}

/// When an answer in a server goes to a thread opened at the message it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Never.
    #[default]
    Never,
    /// The rest of an answer that takes more than one message.
    Long,
    /// Always.
    Always,
}

impl Settings {
    /// Returns settings for Discord's own servers, at the rates they allow.
    pub fn new(token: impl Into<String>) -> Self {
        Self {
            token: token.into(),
            api_url: None,
            message_content: false,
            always_answer: Vec::new(),
            threads: Threads::Never,
            max_messages: 5,
            heard_bots: Vec::new(),
            commands: &[],
            translations: &[],
            per_second: 45.0,
            per_channel_second: 1.0,
            send_timeout: Duration::from_secs(10),
            identify_pause: Duration::from_secs(5),
            has_own_clock: true,
        }
    }
}

/// The Discord channel. Cheap to clone.
#[derive(Clone)]
pub struct Discord {
    pub(crate) settings: Arc<Settings>,
    pub(crate) api: Api,
    pub(crate) identity: Arc<OnceCell<BotIdentity>>,
    /// The channels and threads that the bot sees.
    pub(crate) channel_cache: ChannelCache,
    /// The people whose names the gateway has seen.
    pub(crate) known_people: KnownPeople,
    /// The commands that are not acknowledged yet: their answers wait.
    pub(crate) unacknowledged: Unacknowledged,
    thread_fallbacks: ThreadFallbacks,
    /// The gateway of the latest run.
    gateway: Arc<Mutex<Option<Weak<dyn Gateway>>>>,
    pub(crate) health: watch::Sender<Health>,
}

impl Discord {
    /// Prepares the channel; sends nothing yet.
    ///
    /// # Errors
    /// Returns an error if a setting cannot work.
    pub fn new(settings: Settings) -> anyhow::Result<Self> {
        let api = Api::new(&settings)?;
        Ok(Self {
            settings: Arc::new(settings),
            api,
            identity: Arc::default(),
            channel_cache: ChannelCache::default(),
            known_people: KnownPeople::default(),
            unacknowledged: Unacknowledged::default(),
            thread_fallbacks: ThreadFallbacks::default(),
            gateway: Arc::default(),
            health: watch::Sender::default(),
        })
    }

    /// Returns the time by the gateway's clock, or `None` before the first run.
    pub(crate) fn now(&self) -> Option<DateTime<Utc>> {
        let gateway = self.gateway.lock().unwrap_or_else(PoisonError::into_inner).as_ref()?.upgrade()?;
        Some(gateway.now())
    }

    /// Stores a reference to the gateway, for its clock. The reference is weak, because the gateway holds its channels.
    fn remember_gateway(&self, gateway: &Arc<dyn Gateway>) {
        let known = Some(Arc::downgrade(gateway));
        *self.gateway.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }
}

#[async_trait]
impl Channel for Discord {
    fn name(&self) -> &'static str {
        CHANNEL
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: self.settings.per_second,
            per_chat_second: self.settings.per_channel_second,
            per_group_minute: self.settings.per_channel_second * 60.0,
            draft_interval: DRAFT_INTERVAL,
            group_draft_interval: DRAFT_INTERVAL,
            in_flight: self.settings.send_timeout.mul_f64(SETTLED_AFTER),
            upload_bytes: upload::MAX_UPLOAD,
            max_parts: self.settings.max_messages,
            counts_files: false,
            private_answers: true,
        }
    }

    fn layout(&self, chat: &ChatRef, markdown: &str) -> Vec<Rich> {
        markdown::layout(markdown, &known_names::names_in(self, chat, markdown), MAX_PART)
    }

    fn fits(&self, body: &Rich) -> bool {
        markdown::fits(body, MAX_PART)
    }

    fn mention_of(&self, chat: &ChatRef) -> Option<String> {
        let Target { channel, .. } = Target::of(chat).ok()?;
        // Discord would show the link to a deleted channel as its id.
        let name = self.channel_cache.name_of_deleted(channel);
        Some(name.map_or_else(|| format!("<#{channel}>"), |name| format!("#{name}")))
    }

    fn thread_at(&self, chat: &ChatRef, message: &MessageId) -> Option<ChatRef> {
        threads::thread_at(self, chat, message)
    }

    fn direct_chat_with(&self, person: &str) -> Option<ChatRef> {
        Some(direct_chat::with_person(person))
    }

    async fn roles_of(&self, chat: &ChatRef, person: &str) -> Result<Option<Vec<String>>, SendError> {
        members::roles_of(self, chat, person).await.map_err(|error| errors::send_error(&error, false))
    }

    fn is_divided(&self) -> bool {
        true
    }

    async fn run(&self, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()> {
        self.remember_gateway(&gateway);
        self.api.hand_dates_to(&gateway);
        connection::run(self, gateway, shutdown).await
    }

    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError> {
        send::send_message(self, message).await.map(Into::into)
    }

    async fn edit(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        content: &Content,
        handle: Option<&str>,
    ) -> Result<(), SendError> {
        send::edit_message(self, chat, message, content, handle).await
    }

    async fn typing(&self, chat: &ChatRef) -> Result<(), SendError> {
        send::show_typing(self, chat).await
    }

    async fn react(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        receipt: Receipt,
        before: Option<Receipt>,
    ) -> Result<(), SendError> {
        send::react(self, chat, message, (receipt, before)).await
    }

    fn repeatable_for(&self, message: &Outgoing) -> Duration {
        send::repeatable_for(self, message)
    }

    fn is_findable(&self, message: &Outgoing) -> bool {
        send::is_findable(self, message)
    }

    async fn find(&self, lost: &LostSend) -> Result<Found, SendError> {
        find::find_lost_message(self, lost).await
    }

    async fn download(&self, attachment: &Attachment, max_bytes: u64) -> Result<Vec<u8>, DownloadError> {
        download::download_attachment(&self.api, attachment, max_bytes).await
    }

    async fn check(&self) -> anyhow::Result<String> {
        bot_setup::check_setup(&self.api, &self.settings).await
    }

    fn health(&self) -> Health {
        Health { longest_silence: Some(LONGEST_SILENCE), ..self.health.borrow().clone() }
    }
}

#[cfg(test)]
mod tests;
