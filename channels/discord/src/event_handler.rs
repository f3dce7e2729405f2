//! Handles a gateway event: stores it and updates the channel cache.

use std::{
    collections::VecDeque,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adjutant_channel::{Accepted, ChatKind, Gateway, Inbound, KnownChat};
use adjutant_net::Backoff;
use chrono::{DateTime, Utc};
use futures::FutureExt as _;
use tokio::time::{sleep, timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    CHANNEL, Discord,
    channel_cache::ChannelInfo,
    inbound::{self, MessageContext},
    interactions,
    retry::retry,
    wire::{Deletion, Dispatch, Id, Interaction, Message},
};

/// The longest pause before an event is passed to the gateway again.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// The number of attempts to fetch an unknown channel.
const ATTEMPTS: u32 = 4;
/// The most remembered interactions.
const MAX_INTERACTIONS: usize = 256;
/// How long a shutdown waits for interactions in flight.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// The handler of all events. Cheap to clone.
#[derive(Clone)]
pub(crate) struct EventHandler {
    pub(crate) discord: Discord,
    pub(crate) gateway: Arc<dyn Gateway>,
    pub(crate) shutdown: CancellationToken,
    tasks: TaskTracker,
    /// The newest interactions: Discord may send one twice, but it may be answered only once.
    interactions: Arc<Mutex<VecDeque<Id>>>,
}

/// The shutdown came before an event was stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl EventHandler {
    pub(crate) fn new(discord: Discord, gateway: Arc<dyn Gateway>, shutdown: CancellationToken) -> Self {
        let interactions = Arc::default();
        Self { discord, gateway, shutdown, tasks: TaskTracker::new(), interactions }
    }

    /// Returns the same handler with another shutdown token.
    pub(crate) fn with_shutdown(&self, shutdown: CancellationToken) -> Self {
        Self { shutdown, ..self.clone() }
    }

    /// Updates the channel cache from an event, and stores the event if it concerns the bot.
    pub(crate) async fn handle_event(&self, event: &Dispatch) -> Result<(), Stopped> {
        self.or_set_aside(&external_id(event), self.store_event(event)).await?.unwrap_or(Ok(()))
    }

    /// Returns the outcome of work on an event; `None` if the work panicked. Such an event would panic again each time,
    /// so it is set aside and blocks no other.
    pub(crate) async fn or_set_aside<T>(
        &self,
        external_id: &str,
        work: impl Future<Output = T>,
    ) -> Result<Option<T>, Stopped> {
        if let Ok(done) = AssertUnwindSafe(work).catch_unwind().await {
            return Ok(Some(done));
        }
        let mut backoff = Backoff::new();
        while let Err(error) = self.gateway.set_aside(CHANNEL, external_id).await {
            tracing::error!(external_id, error = format!("{error:#}"), "cannot set an event aside; retrying");
            let pause = sleep(backoff.pause(MAX_PAUSE));
            self.shutdown.run_until_cancelled(pause).await.ok_or(Stopped)?;
        }
        Ok(None)
    }

    async fn store_event(&self, event: &Dispatch) -> Result<(), Stopped> {
        let channel_cache = &self.discord.channel_cache;
        match event {
            Dispatch::Guild(guild) => channel_cache.insert_guild(guild),
            Dispatch::GuildGone(guild) if !guild.unavailable => channel_cache.remove_guild(guild.id),
            Dispatch::Channel(channel) => channel_cache.insert(channel, None),
            Dispatch::ChannelGone(channel) => channel_cache.remove(channel),
            Dispatch::Role(change) => channel_cache.insert_role(change.guild_id, &change.role),
            Dispatch::Threads(list) => {
                list.threads.iter().for_each(|thread| channel_cache.insert(thread, Some(list.guild_id)));
            }
            Dispatch::Message(message) => {
                if let Some(inbound) = self.to_inbound(message).await {
                    if inbound.chat_kind == ChatKind::Direct {
                        channel_cache.insert_direct_chat(&inbound.sender.id, message.channel_id);
                    }
                    self.gateway.hear_message_date(CHANNEL, inbound.sent_at);
                    self.accept(inbound).await?;
                }
            }
            Dispatch::Edited(message) => {
                let info = self.channel_info(message.channel_id, message.guild_id).await;
                let Some(context) = self.message_context(info.as_ref()) else { return Ok(()) };
                if let Some(edit) = inbound::inbound_from_edit(message, &context) {
                    self.accept(edit).await?;
                }
                let now = self.gateway.now();
                if let Some(inbound) = inbound::inbound_from_edited_message(message, &context, now) {
                    self.accept(inbound).await?;
                }
            }
            Dispatch::Deleted(deletion) => self.store_deletions(deletion).await?,
            Dispatch::GuildGone(_)
            | Dispatch::Ready(_)
            | Dispatch::Resumed
            | Dispatch::Interaction(_)
            | Dispatch::Other
            | Dispatch::Unreadable => {}
        }
        Ok(())
    }

    /// Tells the gateway that a channel's messages after `after`, up to now, are not fetched.
    pub(crate) async fn note_skipped(
        &self,
        channel: Id,
        info: Option<&ChannelInfo>,
        after: DateTime<Utc>,
    ) -> Result<(), Stopped> {
        let guild = info.and_then(|info| info.guild).map(Id);
        let place = KnownChat { chat: inbound::chat_ref(channel, info), kind: inbound::chat_kind(guild) };
        let mut backoff = Backoff::new();
        while let Err(error) = self.gateway.note_skipped(&place, after).await {
            tracing::error!(
                error = format!("{error:#}"),
                "cannot store that messages were skipped; retrying"
            );
            let pause = sleep(backoff.pause(MAX_PAUSE));
            self.shutdown.run_until_cancelled(pause).await.ok_or(Stopped)?;
        }
        Ok(())
    }

    /// Returns the event of a message to the bot; `None` if the message does not concern the bot.
    pub(crate) async fn to_inbound(&self, message: &Message) -> Option<Inbound> {
        let info = self.channel_info(message.channel_id, message.guild_id).await;
        let context = self.message_context(info.as_ref())?;
        let inbound = inbound::inbound_from_message(message, &context)?;
        self.discord.known_people.note(message, context.me);
        Some(inbound)
    }

    /// Handles an interaction in a task of its own: its response cannot wait.
    pub(crate) fn spawn_interaction(&self, interaction: Interaction) {
        if !self.is_new(interaction.id) {
            return;
        }
        let (discord, gateway) = (self.discord.clone(), Arc::clone(&self.gateway));
        self.tasks
            .spawn(async move { interactions::handle_interaction(&discord, gateway, interaction).await });
    }

    fn is_new(&self, interaction: Id) -> bool {
        let mut known = self.interactions.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains(&interaction) {
            return false;
        }
        if known.len() == MAX_INTERACTIONS {
            known.pop_front();
        }
        known.push_back(interaction);
        true
    }

    /// Waits up to [`DRAIN_TIMEOUT`] for interactions in flight.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        if timeout(DRAIN_TIMEOUT, self.tasks.wait()).await.is_err() {
            tracing::warn!("shutdown cut off responses to interactions");
        }
    }

    async fn store_deletions(&self, deletion: &Deletion) -> Result<(), Stopped> {
        let info = self.channel_info(deletion.channel_id, deletion.guild_id).await;
        let Some(context) = self.message_context(info.as_ref()) else { return Ok(()) };
        for id in deletion.messages() {
            let now = self.gateway.now();
            self.accept(inbound::inbound_from_deletion(
                id,
                deletion.channel_id,
                deletion.guild_id,
                &context,
                now,
            ))
            .await?;
        }
        Ok(())
    }

    /// Passes an event to the gateway until the event is stored; after the shutdown, tries only once.
    pub(crate) async fn accept(&self, inbound: Inbound) -> Result<Accepted, Stopped> {
        let mut backoff = Backoff::new();
        loop {
            let error = match self.gateway.accept(inbound.clone()).await {
                Ok(accepted) => return Ok(accepted),
                Err(error) => error,
            };
            tracing::error!(
                external_id = inbound.external_id,
                error = format!("{error:#}"),
                "cannot store an event; retrying"
            );
            let pause = sleep(backoff.pause(MAX_PAUSE));
            self.shutdown.run_until_cancelled(pause).await.ok_or(Stopped)?;
        }
    }

    /// Returns the known details of a guild's channel. A channel that cannot be fetched counts as a plain one.
    pub(crate) async fn channel_info(&self, channel: Id, guild: Option<Id>) -> Option<ChannelInfo> {
        let (channel_cache, api) = (&self.discord.channel_cache, &self.discord.api);
        let Some(guild) = guild else {
            channel_cache.insert_direct(channel);
            return None;
        };
        if let Some(info) = channel_cache.get(channel) {
            return Some(info);
        }
        let id = channel.to_string();
        match retry(ATTEMPTS, || channel_cache.get_or_fetch(api, &id)).await {
            Ok(Some(info)) => return Some(info),
            Ok(None) => channel_cache.insert_unknown(channel, guild),
            Err(error) => {
                tracing::warn!(%channel, %error, "cannot fetch a channel; treating it as a plain one");
            }
        }
        channel_cache.get(channel)
    }

    fn message_context<'a>(&'a self, info: Option<&'a ChannelInfo>) -> Option<MessageContext<'a>> {
        // Known since the first event of the first session.
        let me = Id::parse(&self.discord.identity.get()?.id)?;
        Some(MessageContext {
            me,
            settings: &self.discord.settings,
            channels: &self.discord.channel_cache,
            info,
        })
    }
}

/// Returns the id under which an event is set aside.
fn external_id(event: &Dispatch) -> String {
    match event {
        Dispatch::Message(message) => inbound::external_id(message.id),
        Dispatch::Edited(message) => format!("edit:{}", message.id),
        Dispatch::Deleted(deletion) => {
            deletion.messages().next().map(|id| format!("delete:{id}")).unwrap_or_default()
        }
        Dispatch::Guild(guild) => format!("guild:{}", guild.id),
        Dispatch::GuildGone(guild) => format!("guild-gone:{}", guild.id),
        Dispatch::Channel(channel) | Dispatch::ChannelGone(channel) => format!("channel:{}", channel.id),
        Dispatch::Role(change) => format!("role:{}", change.role.id),
        Dispatch::Threads(list) => format!("threads:{}", list.guild_id),
        Dispatch::Interaction(interaction) => format!("interaction:{}", interaction.id),
        Dispatch::Ready(_) | Dispatch::Resumed | Dispatch::Other | Dispatch::Unreadable => {
            "an event without an id".to_owned()
        }
    }
}
