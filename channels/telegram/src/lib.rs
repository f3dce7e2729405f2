//! Telegram as a channel of the gateway.
//!
//! Updates arrive by long polling ([`Mode::Polling`]) or by webhook ([`Mode::Webhook`]); either way the gateway stores
//! each update before it is acknowledged to Telegram. This crate neither queues nor retries outgoing messages: the
//! gateway's outbox does so, depending on the [`SendError`].

#![warn(missing_docs)]

mod polling;
mod update_handler;
mod webhook;

mod inbound;

mod album;
mod download;
mod file_message;
mod find;
mod layout;
mod parameters;
mod send;
mod target;

mod bot_setup;

mod api;
mod errors;
mod content;
mod wire;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use adjutant_channel::{
    Attachment, Channel, ChatRef, Command, Content, DownloadError, Found, Gateway, Health, Limits, LostSend,
    Media, Menu, MessageId, Outgoing, Receipt, Rich, SendError, SentIds,
};
use adjutant_net::ServerDates;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::{OnceCell, watch};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{api::Api, inbound::BotIdentity, update_handler::BackgroundRequests};

/// The name of this channel, as in [`ChatRef::channel`].
pub const CHANNEL: &str = "telegram";

/// How many messages an answer may take before it is sent as a file: more would flood the chat, at one a second.
const MAX_PARTS: usize = 10;

/// How long Telegram may stay silent: several polls.
const LONGEST_SILENCE: Duration = Duration::from_mins(5);

/// The shortest time between two edits of a streaming answer. Telegram allows one message a second in a chat; editing
/// more slowly leaves a free slot for the final text.
const DRAFT_INTERVAL: Duration = Duration::from_millis(1500);
/// The same for groups, which allow twenty messages a minute.
const GROUP_DRAFT_INTERVAL: Duration = Duration::from_secs(5);
/// How long Telegram may still process a request whose connection has ended. Sends take it well below a second.
const SETTLED_AFTER: Duration = Duration::from_secs(4);

/// The Telegram channel's settings.
///
/// Deliberately not `Debug`: holds the bot's token.
#[derive(Clone)]
pub struct Settings {
    /// The bot's token, from @BotFather.
    pub token: String,
    /// The Bot API's address, if it is not Telegram's own.
    pub api_url: Option<Url>,
    /// How updates arrive.
    pub mode: Mode,
    /// The commands in the bot's menu.
    pub commands: &'static [Command],
    /// The same menu for people whose apps are in other languages.
    pub translations: &'static [Menu],
    /// Requests a second over all chats.
    pub per_second: f64,
    /// Requests a second in one chat.
    pub per_chat_second: f64,
    /// Requests a minute in one group.
    pub per_group_minute: f64,
    /// How long Telegram holds a poll without updates; whole seconds.
    pub poll_timeout: Duration,
    /// How long any other request may take.
    pub send_timeout: Duration,
    /// Whether the servers' clock is not this machine's, so that their dates can prove this machine's clock wrong.
    pub has_own_clock: bool,
}

impl Settings {
    /// Returns settings for Telegram's own servers: long polling, at the rates they allow.
    pub fn new(token: impl Into<String>) -> Self {
        Self {
            token: token.into(),
            api_url: None,
            mode: Mode::Polling,
            commands: &[],
            translations: &[],
            per_second: 30.0,
            per_chat_second: 1.0,
            per_group_minute: 20.0,
            poll_timeout: Duration::from_secs(25),
            send_timeout: Duration::from_secs(10),
            has_own_clock: true,
        }
    }
}

/// How updates arrive.
#[derive(Clone)]
pub enum Mode {
    /// The bot polls for them; needs no public address.
    Polling,
    /// Telegram posts them. TLS ends at a proxy in front of `listen`.
    Webhook {
        /// The address to listen on; every path is served.
        listen: SocketAddr,
        /// The https URL by which Telegram reaches the proxy.
        public_url: Url,
        /// The secret that proves a request is Telegram's: 1 to 256 letters, digits, `_` and `-`.
        secret: String,
    },
}

/// The Telegram channel. Cheap to clone.
#[derive(Clone)]
pub struct Telegram {
    settings: Arc<Settings>,
    /// For everything but polling, so that no request waits behind a long poll.
    api: Api,
    dates: Option<ServerDates>,
    identity: Arc<OnceCell<BotIdentity>>,
    /// Whether the stored ids of updates omit the bot's id.
    is_first_bot: Arc<OnceCell<bool>>,
    health: watch::Sender<Health>,
    background_requests: BackgroundRequests,
}

impl Telegram {
    /// Prepares the channel; sends nothing yet.
    ///
    /// # Errors
    /// Returns an error if a setting cannot work.
    pub fn new(settings: Settings) -> anyhow::Result<Self> {
        // The token becomes a part of every URL.
        let token_fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '-');
        anyhow::ensure!(
            !settings.token.is_empty() && settings.token.chars().all(token_fits),
            "the Telegram token is malformed; copy it from @BotFather, in the form 123456789:letters"
        );
        if let Mode::Webhook { secret, .. } = &settings.mode {
            webhook::check_secret(secret)?;
        }
        let dates = settings.has_own_clock.then(|| ServerDates::new(CHANNEL));
        let api = Api::new(&settings.token, settings.api_url.as_ref(), settings.send_timeout, dates.clone())?;
        Ok(Self {
            settings: Arc::new(settings),
            api,
            dates,
            identity: Arc::default(),
            is_first_bot: Arc::default(),
            health: watch::Sender::default(),
            background_requests: BackgroundRequests::default(),
        })
    }

    /// Records in [`Health`] that Telegram answered a poll or posted an update.
    pub(crate) fn record_progress(&self, at: DateTime<Utc>) {
        self.health.send_modify(|health| {
            health.connected = true;
            health.last_progress = Some(at);
            health.problem = None;
        });
    }

    /// Records in [`Health`] why receiving fails.
    pub(crate) fn set_problem(&self, problem: String) {
        self.health.send_modify(|health| {
            health.connected = false;
            health.problem = Some(problem);
        });
    }
}

#[async_trait]
impl Channel for Telegram {
    fn name(&self) -> &'static str {
        CHANNEL
    }

    fn limits(&self) -> Limits {
        Limits {
            per_second: self.settings.per_second,
            per_chat_second: self.settings.per_chat_second,
            per_group_minute: self.settings.per_group_minute,
            draft_interval: DRAFT_INTERVAL,
            group_draft_interval: GROUP_DRAFT_INTERVAL,
            in_flight: SETTLED_AFTER.min(self.settings.send_timeout),
            upload_bytes: file_message::MAX_UPLOAD,
            max_parts: MAX_PARTS,
            counts_files: true,
            private_answers: false,
        }
    }

    fn layout(&self, _: &ChatRef, markdown: &str) -> Vec<Rich> {
        layout::lay_out(markdown)
    }

    fn fits(&self, body: &Rich) -> bool {
        layout::fits(body)
    }

    async fn run(&self, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> anyhow::Result<()> {
        if let Some(dates) = &self.dates {
            dates.hand_to(&gateway);
        }
        let introduction = shutdown.child_token();
        let receive = async {
            let _ends_with_this = introduction.clone().drop_guard();
            match &self.settings.mode {
                Mode::Polling => polling::run_polling(self, &*gateway, &shutdown).await,
                Mode::Webhook { listen, public_url, secret } => {
                    webhook::run_webhook(self, &gateway, &shutdown, *listen, public_url, secret).await
                }
            }
        };
        // Receiving is polled first, so that nothing delays the first request for updates.
        let (received, ()) = tokio::join!(receive, bot_setup::register_commands(self, &introduction));
        self.background_requests.drain().await;
        received
    }

    /// Accepts the updates that Telegram posts to this process.
    async fn stand_by(&self, gateway: Arc<dyn Gateway>) {
        if let Mode::Webhook { listen, secret, .. } = &self.settings.mode
            && let Err(error) = webhook::serve_posts(self, &gateway, *listen, secret).await
        {
            tracing::debug!(error = format!("{error:#}"), "takes no posts of Telegram while it stands by");
        }
        std::future::pending::<()>().await;
    }

    async fn send(&self, message: &Outgoing) -> Result<SentIds, SendError> {
        send::send_message(&self.api, message).await
    }

    async fn edit(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        content: &Content,
        _handle: Option<&str>,
    ) -> Result<(), SendError> {
        send::edit_message(&self.api, chat, message, content).await
    }

    async fn typing(&self, chat: &ChatRef) -> Result<(), SendError> {
        send::show_typing(&self.api, chat).await
    }

    // A bot has one reaction per message, so the new one replaces the last.
    async fn react(
        &self,
        chat: &ChatRef,
        message: &MessageId,
        receipt: Receipt,
        _before: Option<Receipt>,
    ) -> Result<(), SendError> {
        send::react(&self.api, chat, message, receipt).await
    }

    async fn remove(&self, chat: &ChatRef, message: &MessageId) -> Result<bool, SendError> {
        send::remove_message(&self.api, chat, message).await
    }

    fn is_findable(&self, message: &Outgoing) -> bool {
        find::is_findable(&message.content)
    }

    fn albums(&self, files: Vec<Media>) -> Vec<Vec<Media>> {
        album::divide(files)
    }

    async fn find(&self, lost: &LostSend) -> Result<Found, SendError> {
        find::find_lost_message(&self.api, &self.settings, lost).await
    }

    fn max_download(&self) -> u64 {
        download::MAX_DOWNLOAD
    }

    async fn download(&self, attachment: &Attachment, max_bytes: u64) -> Result<Vec<u8>, DownloadError> {
        download::download_attachment(&self.api, attachment, max_bytes).await
    }

    async fn check(&self) -> anyhow::Result<String> {
        bot_setup::check_setup(&self.api, &self.settings.mode).await
    }

    fn health(&self) -> Health {
        // A webhook receives nothing while nobody writes.
        let polls = matches!(self.settings.mode, Mode::Polling);
        Health { longest_silence: polls.then_some(LONGEST_SILENCE), ..self.health.borrow().clone() }
    }
}

#[cfg(test)]
mod tests;
