//! Catches up on messages sent while there was no connection: a new session does not replay them, so they are fetched.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Mutex, PoisonError},
};

use adjutant_channel::{ChatKind, Inbound};
use futures::StreamExt as _;
use serde_json::value::RawValue;

use crate::{
    CHANNEL,
    errors::CallError,
    event_handler::{EventHandler, Stopped},
    inbound,
    retry::retry,
    wire::{Id, Member, Message},
};

/// How many of the most recently active chats are checked.
const MAX_CHATS: usize = 200;
/// How many messages a page holds; Discord returns no more.
const PAGE: usize = 100;
/// How many pages are read back from a chat's newest message.
const MAX_PAGES: usize = 3;
/// How many requests are in flight at once.
const AT_ONCE: usize = 8;
/// How many attempts to fetch a page.
const ATTEMPTS: u32 = 5;

/// What a shard has to catch up on.
#[derive(Debug)]
pub(crate) struct Gap {
    /// Everything up to here was received.
    pub(crate) since: Id,
    /// The channels and threads of the shard's guilds, each with its newest message.
    pub(crate) channels: HashMap<Id, Option<Id>>,
    /// The shard also receives direct messages.
    pub(crate) has_direct: bool,
}

impl Gap {
    /// Returns the channels that may hold missed messages.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn candidates(&self, handler: &EventHandler) -> anyhow::Result<Vec<Id>> {
        let newer = self.channels.iter().filter(|(_, newest)| newest.is_some_and(|id| id > self.since));
        let mut candidates: HashSet<Id> = newer.map(|(id, _)| *id).collect();
        for known in handler.gateway.known_chats(CHANNEL, MAX_CHATS).await? {
            let mut ids = known.chat.chat.split('/').filter_map(Id::parse);
            let (Some(first), thread) = (ids.next(), ids.next()) else { continue };
            let is_ours = match known.kind {
                ChatKind::Direct => self.has_direct,
                // A thread that has been archived since.
                ChatKind::Group => thread.is_some() && self.channels.contains_key(&first),
            };
            let id = thread.unwrap_or(first);
            if is_ours && !self.channels.contains_key(&id) {
                candidates.insert(id);
            }
        }
        Ok(candidates.into_iter().collect())
    }
}

/// Fetches the messages to the bot in these channels after `since`, and stores them in the order in which they were
/// sent. Returns the channels that cannot be read for now.
pub(crate) async fn catch_up_on_channels(
    handler: &EventHandler,
    since: Id,
    channels: Vec<Id>,
) -> Result<Vec<Id>, Stopped> {
    let fetch = HistoryFetcher { handler, since, roles: Mutex::default() };
    let pages = futures::stream::iter(channels)
        .map(async |channel| (channel, fetch.channel(channel).await))
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<_>>();
    let pages = handler.shutdown.run_until_cancelled(pages).await.ok_or(Stopped)?;

    let (mut missed, mut unread, mut cut_short) = (Vec::new(), Vec::new(), 0);
    for (channel, outcome) in pages {
        match outcome {
            Ok(found) => {
                cut_short += usize::from(found.is_cut_short);
                missed.extend(found.messages.into_iter().map(|(id, inbound)| (id, channel, inbound)));
            }
            // The channel is gone or hidden; a refusal without a Discord code comes from something on the way to
            // Discord.
            Err(CallError::Refused(refusal)) if refusal.code != 0 => {}
            Err(error) => {
                tracing::warn!(%channel, %error, "cannot read a channel's missed messages yet; retrying later");
                unread.push(channel);
            }
        }
    }
    if cut_short > 0 {
        tracing::warn!(chats = cut_short, "skipped part of the missed messages: some chats have too many");
    }
    if !missed.is_empty() {
        // Messages within the cursor's margin are stored already.
        tracing::info!(messages = missed.len(), "catching up on missed messages");
    }
    missed.sort_unstable_by_key(|(id, ..)| *id);
    for (id, channel, inbound) in missed {
        handler.store(inbound, channel, id).await?;
    }
    Ok(unread)
}

struct HistoryFetcher<'a> {
    handler: &'a EventHandler,
    since: Id,
    /// The roles of the authors, by guild and user.
    roles: Mutex<HashMap<(Id, Id), Vec<Id>>>,
}

/// The missed messages of one channel.
struct ChannelHistory {
    messages: Vec<(Id, Inbound)>,
    is_cut_short: bool,
}

impl HistoryFetcher<'_> {
    async fn channel(&self, channel: Id) -> Result<ChannelHistory, CallError> {
        let (messages, is_cut_short) = self.messages(channel).await?;
        let mut found = Vec::new();
        if messages.is_empty() {
            return Ok(ChannelHistory { messages: found, is_cut_short });
        }
        let channel_cache = &self.handler.discord.channel_cache;
        let (api, id) = (&self.handler.discord.api, channel.to_string());
        // Without it, talk in a guild would pass for a direct message.
        let Some(info) = retry(ATTEMPTS, || channel_cache.get_or_fetch(api, &id)).await? else {
            return Ok(ChannelHistory { messages: found, is_cut_short });
        };
        let guild = info.guild.map(Id);
        for (id, mut message) in messages {
            message.guild_id = guild;
            let mapping = self.handler.to_inbound(&message);
            let mapped = self.handler.or_set_aside(&inbound::external_id(id), mapping).await;
            // After a shutdown, the next start fetches it.
            let Ok(Some(Some(mut inbound))) = mapped else { continue };
            if let Some(guild) = guild.filter(|_| !inbound.sender.bot) {
                let roles = self.roles(guild, message.author.id).await?;
                inbound.sender.roles = roles.iter().map(Id::to_string).collect();
            }
            found.push((id, inbound));
        }
        Ok(ChannelHistory { messages: found, is_cut_short })
    }

    /// Returns the messages of a channel after the cursor, and whether some are left out: of very many, it returns the
    /// first page and the newest pages.
    async fn messages(&self, channel: Id) -> Result<(BTreeMap<Id, Message>, bool), CallError> {
        let mut found = self.page(channel, &format!("after={}", self.since)).await?;
        if found.len() < PAGE {
            return Ok((readable(found), false));
        }
        let reached = found.keys().next_back().copied().unwrap_or(self.since);
        let mut oldest = None;
        for _ in 0..MAX_PAGES {
            let before = oldest.map_or_else(String::new, |id| format!("before={id}"));
            let page = self.page(channel, &before).await?;
            let Some(&first) = page.keys().next() else { break };
            oldest = Some(first);
            found.extend(page);
            if first <= reached {
                return Ok((readable(found), false));
            }
        }
        Ok((readable(found), oldest.is_some()))
    }

    /// Returns the messages of a page by their ids; `None` stands for a message that cannot be parsed.
    async fn page(&self, channel: Id, range: &str) -> Result<BTreeMap<Id, Option<Message>>, CallError> {
        #[derive(serde::Deserialize)]
        struct Identified {
            id: Id,
        }
        let path = format!("channels/{channel}/messages?limit={PAGE}&{range}");
        let path = path.trim_end_matches('&');
        let api = &self.handler.discord.api;
        let page = retry(ATTEMPTS, || api.get::<Vec<Box<RawValue>>>(path)).await?;
        let page = page.into_iter().filter_map(|json| {
            let Identified { id } = serde_json::from_str(json.get()).ok()?;
            Some((id, serde_json::from_str(json.get()).ok()))
        });
        Ok(page.filter(|(id, _)| *id > self.since).collect())
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

fn readable(messages: BTreeMap<Id, Option<Message>>) -> BTreeMap<Id, Message> {
    messages.into_iter().filter_map(|(id, message)| Some((id, message?))).collect()
}
