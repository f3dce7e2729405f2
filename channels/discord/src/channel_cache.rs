//! A cache of the channels that the bot sees: a message names only its channel's id, not the channel's kind or name.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    api::Api,
    errors::CallError,
    wire::{Channel, Guild, Id, Role},
};

/// The most threads that each of the two generations holds.
const MAX_THREADS: usize = 5_000;

/// The most names of deleted channels. Beyond that, all are forgotten.
const MAX_DELETED: usize = 1_000;

/// The channel types whose messages can have threads: text and announcements.
const WITH_THREADS: [u8; 2] = [0, 5];
/// The channel types that are threads.
const THREADS: [u8; 3] = [10, 11, 12];

/// A channel or thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChannelInfo {
    pub(crate) name: Option<String>,
    /// `None` for direct chats.
    pub(crate) guild: Option<u64>,
    /// The channel of a thread.
    pub(crate) parent: Option<String>,
    /// The user who opened a thread.
    pub(crate) owner: Option<String>,
    pub(crate) is_thread: bool,
    /// Whether threads can be opened at its messages.
    pub(crate) takes_threads: bool,
}

impl ChannelInfo {
    pub(crate) fn of(channel: &Channel, guild: Option<Id>) -> Self {
        let is_thread = THREADS.contains(&channel.kind);
        let of_thread = |id: Option<Id>| id.filter(|_| is_thread).map(|id| id.to_string());
        Self {
            name: channel.name.clone(),
            guild: guild.or(channel.guild_id).map(|id| id.0),
            parent: of_thread(channel.parent_id),
            owner: of_thread(channel.owner_id),
            is_thread,
            takes_threads: WITH_THREADS.contains(&channel.kind),
        }
    }
}

/// The cached channels and threads. Cheap to clone; clones share one cache.
#[derive(Clone, Default)]
pub(crate) struct ChannelCache(Arc<Mutex<CacheState>>);

#[derive(Default)]
struct CacheState {
    /// Bounded, because Discord limits how many a guild may have.
    channels: HashMap<Id, ChannelInfo>,
    threads: RecentThreads,
    /// The names of deleted channels and threads.
    deleted: HashMap<Id, String>,
    /// The roles of each guild.
    roles: HashMap<Id, HashMap<Id, RoleInfo>>,
    /// The direct chat with each person.
    direct_chats: HashMap<String, Id>,
}

struct RoleInfo {
    name: String,
    /// The bot that Discord made the role for.
    bot: Option<Id>,
}

impl RoleInfo {
    fn of(role: &Role) -> Self {
        Self { name: role.name.clone(), bot: role.tags.as_ref().and_then(|tags| tags.bot_id) }
    }
}

impl ChannelCache {
    /// Returns the cached channel with this id.
    pub(crate) fn lookup(&self, id: &str) -> Option<ChannelInfo> {
        self.get(Id::parse(id)?)
    }

    /// Returns the channel with this id, fetched from Discord if it is not cached; `None` if Discord does not let the
    /// bot see it.
    ///
    /// # Errors
    /// Returns an error if Discord could not be asked.
    pub(crate) async fn get_or_fetch(&self, api: &Api, id: &str) -> Result<Option<ChannelInfo>, CallError> {
        let Some(id) = Id::parse(id) else { return Ok(None) };
        if let Some(info) = self.get(id) {
            return Ok(Some(info));
        }
        match api.get::<Channel>(&format!("channels/{id}")).await {
            Ok(channel) => {
                self.insert(&channel, None);
                Ok(self.get(id))
            }
            Err(CallError::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn get(&self, id: Id) -> Option<ChannelInfo> {
        let mut known = self.lock();
        known.channels.get(&id).cloned().or_else(|| known.threads.get(id))
    }

    /// Caches all channels and threads of a guild.
    pub(crate) fn insert_guild(&self, guild: &Guild) {
        for channel in guild.channels.iter().chain(&guild.threads) {
            self.insert(channel, Some(guild.id));
        }
        let roles = guild.roles.iter().map(|role| (role.id, RoleInfo::of(role))).collect();
        self.lock().roles.insert(guild.id, roles);
    }

    /// Caches a role of a guild.
    pub(crate) fn insert_role(&self, guild: Id, role: &Role) {
        self.lock().roles.entry(guild).or_default().insert(role.id, RoleInfo::of(role));
    }

    /// Returns the name of a channel or thread of a guild.
    pub(crate) fn channel_name(&self, guild: Id, id: Id) -> Option<String> {
        self.get(id).filter(|info| info.guild == Some(guild.0))?.name
    }

    /// Returns the names of the channels and threads of a guild.
    pub(crate) fn names_in(&self, guild: Id) -> Vec<(String, Id)> {
        let known = self.lock();
        let all = known.channels.iter().chain(&known.threads.young).chain(&known.threads.old);
        let own = all.filter(|(_, info)| info.guild == Some(guild.0));
        own.filter_map(|(id, info)| Some((info.name.clone()?, *id))).collect()
    }

    /// Returns the name of a role of a guild.
    pub(crate) fn role_name(&self, guild: Id, id: Id) -> Option<String> {
        Some(self.lock().roles.get(&guild)?.get(&id)?.name.clone())
    }

    /// Returns the role of a guild that has the name of a bot, because Discord made it for that bot.
    pub(crate) fn role_of_bot(&self, guild: Id, bot: Id) -> Option<Id> {
        let known = self.lock();
        known.roles.get(&guild)?.iter().find_map(|(id, role)| (role.bot == Some(bot)).then_some(*id))
    }

    /// Caches a channel or thread. `guild` is the event's guild, for a channel that does not name its own.
    pub(crate) fn insert(&self, channel: &Channel, guild: Option<Id>) {
        self.store(channel.id, ChannelInfo::of(channel, guild));
    }

    /// Caches a direct chat, so that it need not be fetched.
    pub(crate) fn insert_direct(&self, id: Id) {
        if self.get(id).is_none() {
            self.store(id, ChannelInfo::default());
        }
    }

    /// Returns the direct chat with a person, if it is known. It never changes.
    pub(crate) fn direct_chat(&self, person: &str) -> Option<Id> {
        self.lock().direct_chats.get(person).copied()
    }

    /// Caches the direct chat with a person.
    pub(crate) fn insert_direct_chat(&self, person: &str, id: Id) {
        self.insert_direct(id);
        self.lock().direct_chats.insert(person.to_owned(), id);
    }

    /// Caches a guild's channel that the bot cannot see as a plain one, so that it is not fetched again.
    pub(crate) fn insert_unknown(&self, id: Id, guild: Id) {
        self.lock().threads.insert(id, ChannelInfo { guild: Some(guild.0), ..ChannelInfo::default() });
    }

    /// Removes a deleted channel or thread, but keeps its name.
    pub(crate) fn remove(&self, channel: &Channel) {
        let mut known = self.lock();
        known.channels.remove(&channel.id);
        known.threads.remove(channel.id);
        if known.deleted.len() >= MAX_DELETED {
            known.deleted.clear();
        }
        known.deleted.extend(channel.name.clone().map(|name| (channel.id, name)));
    }

    /// Returns the name that a deleted channel or thread had.
    pub(crate) fn name_of_deleted(&self, id: Id) -> Option<String> {
        self.lock().deleted.get(&id).cloned()
    }

    pub(crate) fn remove_guild(&self, guild: Id) {
        let mut known = self.lock();
        known.channels.retain(|_, info| info.guild != Some(guild.0));
        known.threads.retain(|info| info.guild != Some(guild.0));
        known.roles.remove(&guild);
    }

    fn store(&self, id: Id, info: ChannelInfo) {
        let mut known = self.lock();
        // A channel that was hidden may have become visible.
        known.threads.remove(id);
        if info.is_thread || info.guild.is_none() {
            known.threads.insert(id, info);
        } else {
            known.channels.insert(id, info);
        }
    }

    fn lock(&self) -> MutexGuard<'_, CacheState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The recently used threads, in two generations: when the young one is full, it replaces the old one.
#[derive(Default)]
struct RecentThreads {
    young: HashMap<Id, ChannelInfo>,
    old: HashMap<Id, ChannelInfo>,
}

impl RecentThreads {
    fn get(&mut self, id: Id) -> Option<ChannelInfo> {
        if let Some(info) = self.old.remove(&id) {
            self.insert(id, info);
        }
        self.young.get(&id).cloned()
    }

    fn insert(&mut self, id: Id, info: ChannelInfo) {
        if self.young.len() >= MAX_THREADS && !self.young.contains_key(&id) {
            self.old = mem::take(&mut self.young);
        }
        self.young.insert(id, info);
    }

    fn remove(&mut self, id: Id) {
        self.young.remove(&id);
        self.old.remove(&id);
    }

    fn retain(&mut self, keep: impl Fn(&ChannelInfo) -> bool) {
        self.young.retain(|_, info| keep(info));
        self.old.retain(|_, info| keep(info));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn channel(json: Value) -> Channel {
        serde_json::from_value(json).unwrap()
    }

    fn thread(id: usize) -> Channel {
        channel(json!({"id": id.to_string(), "type": 11, "guild_id": "1", "parent_id": "2", "owner_id": "9"}))
    }

    #[test]
    fn a_guild_brings_its_channels_and_threads() {
        let channel_cache = ChannelCache::default();
        let guild = json!({
            "id": "1",
            "channels": [
                {"id": "2", "type": 0, "parent_id": "5", "last_message_id": null},
                {"id": "3", "type": 2},
            ],
            "threads": [{"id": "4", "type": 11, "parent_id": "2", "owner_id": "9"}],
        });
        channel_cache.insert_guild(&serde_json::from_value(guild).unwrap());

        let text = ChannelInfo { guild: Some(1), takes_threads: true, ..ChannelInfo::default() };
        assert_eq!(channel_cache.lookup("2"), Some(text));
        assert_eq!(channel_cache.lookup("3"), Some(ChannelInfo { guild: Some(1), ..ChannelInfo::default() }));
        let thread = ChannelInfo {
            guild: Some(1),
            parent: Some("2".into()),
            owner: Some("9".into()),
            is_thread: true,
            ..ChannelInfo::default()
        };
        assert_eq!(channel_cache.lookup("4"), Some(thread));
        assert_eq!(channel_cache.lookup("what"), None);

        channel_cache.remove_guild(Id(1));
        assert_eq!((channel_cache.lookup("2"), channel_cache.lookup("4")), (None, None));
    }

    #[test]
    fn threads_that_are_spoken_in_are_remembered_longest() {
        let channel_cache = ChannelCache::default();
        channel_cache.insert(&thread(1), None);
        for id in 2..=2 * MAX_THREADS {
            channel_cache.insert(&thread(id), None);
            if id == MAX_THREADS + 1 {
                assert!(channel_cache.lookup("1").is_some());
            }
        }
        assert!(channel_cache.lookup("1").is_some());
        assert!(channel_cache.lookup("2").is_none());
        let known = channel_cache.lock();
        assert!(known.threads.young.len() + known.threads.old.len() <= 2 * MAX_THREADS);
    }

    #[test]
    fn what_cannot_be_seen_is_a_channel_until_it_can() {
        let channel_cache = ChannelCache::default();
        channel_cache.insert_unknown(Id(3), Id(1));
        assert_eq!(channel_cache.lookup("3"), Some(ChannelInfo { guild: Some(1), ..ChannelInfo::default() }));
        channel_cache.insert(&channel(json!({"id": "3", "type": 0, "guild_id": "1"})), None);
        assert!(channel_cache.lookup("3").unwrap().takes_threads);
    }
}
