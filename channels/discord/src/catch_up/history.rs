//! The missed messages of one channel.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, PoisonError},
};

use serde_json::value::RawValue;
use tokio::time::sleep;

use crate::{
    CHANNEL,
    errors::CallError,
    event_handler::{EventHandler, Stopped},
    inbound,
    retry::retry,
    wire::{Id, Member, Message},
};

/// The number of messages in a page; Discord returns no more.
const PAGE: usize = 100;
/// The most pages that are read of one channel. Later messages from before the session are skipped, and the gateway is
/// told.
const MAX_PAGES: usize = 100;
/// The number of attempts to fetch a page.
const ATTEMPTS: u32 = 5;

/// The roles of the authors of missed messages, by guild and user.
pub(super) type Roles = Mutex<HashMap<(Id, Id), Vec<Id>>>;

/// A channel could not be read to the end.
#[derive(Debug)]
pub(super) struct Interrupted {
    /// Everything up to here is stored.
    pub(super) at: Id,
}

/// Fetches the messages of a channel after `since`, and stores those addressed to the bot in the order in which they
/// were sent, page by page.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, chat = %channel))]
pub(super) async fn store_missed(
    handler: &EventHandler,
    roles: &Roles,
    channel: Id,
    since: Id,
) -> Result<(), Interrupted> {
    let mut history = History { handler, roles, channel, position: since };
    let read = handler.shutdown.run_until_cancelled(history.store_pages()).await;
    match read.unwrap_or(Err(Failure::Stopped)) {
        Ok(()) => Ok(()),
        // The channel is gone or hidden. A refusal without a Discord code comes from a proxy on the way to Discord.
        Err(Failure::Call(CallError::Refused(refusal))) if refusal.code != 0 => Ok(()),
        Err(failure) => {
            if let Failure::Call(error) = failure {
                tracing::warn!(%error, "cannot read a channel's missed messages yet; retrying later");
            }
            Err(Interrupted { at: history.position })
        }
    }
}

enum Failure {
    Call(CallError),
    Stopped,
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

struct History<'a> {
    handler: &'a EventHandler,
    roles: &'a Roles,
    channel: Id,
    /// Everything up to here is stored.
    position: Id,
}

/// Messages of a channel, by their ids.
struct Page {
    /// `None` for a message that cannot be parsed.
    messages: BTreeMap<Id, Option<Message>>,
    /// Whether these are the newest messages of the channel.
    is_last: bool,
}

impl History<'_> {
    async fn store_pages(&mut self) -> Result<(), Failure> {
        for _ in 0..MAX_PAGES {
            let page = self.page().await?;
            let newest = page.messages.keys().next_back().copied();
            self.store_page(page.messages).await?;
            self.position = newest.unwrap_or(self.position);
            if page.is_last || newest.is_none() {
                return Ok(());
            }
        }
        self.skip_the_rest().await
    }

    async fn store_page(&self, messages: BTreeMap<Id, Option<Message>>) -> Result<(), Failure> {
        if messages.is_empty() {
            return Ok(());
        }
        let (channel_cache, api) = (&self.handler.discord.channel_cache, &self.handler.discord.api);
        let channel = self.channel.to_string();
        // Without the channel's details, a guild's message would look like a direct message.
        let Some(info) = retry(ATTEMPTS, || channel_cache.get_or_fetch(api, &channel)).await? else {
            return Ok(());
        };
        let guild = info.guild.map(Id);
        let mut stored = 0;
        for (id, message) in messages {
            let Some(mut message) = message else { continue };
            message.guild_id = guild;
            let mapping = self.handler.to_inbound(&message);
            let mapped = self.handler.or_set_aside(&inbound::external_id(id), mapping).await?;
            let Some(mut inbound) = mapped.flatten() else { continue };
            if let Some(guild) = guild.filter(|_| !inbound.sender.bot) {
                let roles = self.roles(guild, message.author.id).await?;
                inbound.sender.roles = roles.iter().map(Id::to_string).collect();
            }
            self.handler.accept(inbound).await?;
            stored += 1;
        }
        // Messages within the cursor's margin were stored already.
        tracing::info!(messages = stored, "caught up on a page of messages");
        Ok(())
    }

    /// Returns the oldest messages after the position.
    async fn page(&self) -> Result<Page, CallError> {
        #[derive(serde::Deserialize)]
        struct Identified {
            id: Id,
        }
        let path = format!("channels/{}/messages?limit={PAGE}&after={}", self.channel, self.position);
        let api = &self.handler.discord.api;
        let page = loop {
            match retry(ATTEMPTS, || api.get::<Vec<Box<RawValue>>>(&path)).await {
                // A rate limit is no failure: the channel waits for its turn.
                Err(CallError::RetryAfter(pause)) => sleep(pause).await,
                page => break page?,
            }
        };
        let is_last = page.len() < PAGE;
        let messages = page.into_iter().filter_map(|json| {
            let Identified { id } = serde_json::from_str(json.get()).ok()?;
            Some((id, serde_json::from_str(json.get()).ok()))
        });
        Ok(Page { messages: messages.filter(|(id, _)| *id > self.position).collect(), is_last })
    }

    /// Skips the messages after the position, and tells the gateway.
    async fn skip_the_rest(&self) -> Result<(), Failure> {
        tracing::warn!(
            after = %self.position.time(),
            "skipped part of a channel's missed messages: there are too many"
        );
        let info = self.handler.discord.channel_cache.get(self.channel);
        self.handler.note_skipped(self.channel, info.as_ref(), self.position.time()).await?;
        Ok(())
    }

    /// Returns the roles of a member, which a fetched message lacks; none for a member who has left.
    async fn roles(&self, guild: Id, user: Id) -> Result<Vec<Id>, CallError> {
        let known = || self.roles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(roles) = known().get(&(guild, user)) {
            return Ok(roles.clone());
        }
        let path = format!("guilds/{guild}/members/{user}");
        let api = &self.handler.discord.api;
        let roles = match retry(ATTEMPTS, || api.get::<Member>(&path)).await {
            Ok(member) => member.roles,
            Err(CallError::Refused(_)) => Vec::new(),
            Err(error) => return Err(error),
        };
        known().insert((guild, user), roles.clone());
        Ok(roles)
    }
}
