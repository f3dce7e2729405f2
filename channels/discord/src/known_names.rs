//! The names of people and channels that the gateway has seen: these names become mentions in its messages.

use std::{
    collections::{HashMap, HashSet},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use adjutant_channel::{ChatRef, Gateway};

use crate::{
    CHANNEL, Discord,
    markdown::{Names, mentioned_channels},
    target::Target,
    wire::{Id, Message},
};

/// The most people that each of the two generations holds.
const MAX_PEOPLE: usize = 5_000;

/// The people named in messages, by server or direct chat, and the people from before the process began, by channel.
/// Cheap to clone; clones share the state. In two generations: when the young one is full, it replaces the old one.
#[derive(Clone, Default)]
pub(crate) struct KnownPeople(Arc<Mutex<Generations>>);

#[derive(Default)]
struct Generations {
    young: HashMap<(Id, Id), String>,
    old: HashMap<(Id, Id), String>,
}

impl KnownPeople {
    /// Records the people that a message names to the gateway: its author and the people mentioned, but not the bot
    /// itself, `me`.
    pub(crate) fn note(&self, message: &Message, me: Id) {
        let place = message.guild_id.unwrap_or(message.channel_id);
        let quoted = message.referenced_message.iter().flat_map(|quoted| &quoted.mentions);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = [&message.author].into_iter().chain(&message.mentions).chain(quoted);
        for user in all.filter(|user| user.id != me) {
            known.insert((place, user.id), user.shown_name());
        }
    }

    /// Adds the people whom the gateway knows from before.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn load(&self, gateway: &dyn Gateway) -> anyhow::Result<()> {
        let people = gateway.known_people(CHANNEL, MAX_PEOPLE).await?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for person in people {
            if let (Ok(place), Some(id)) = (Target::of(&person.chat), Id::parse(&person.id)) {
                known.old.insert((place.parent.unwrap_or(place.channel), id), person.name);
            }
        }
        Ok(())
    }

    /// Returns the names of the people of some places.
    fn of(&self, places: &HashSet<Id>) -> Vec<(String, Id)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = known.old.iter().filter(|(key, _)| !known.young.contains_key(key));
        let all = known.young.iter().chain(old).filter(|((place, _), _)| places.contains(place));
        all.map(|((_, id), name)| (name.clone(), *id)).collect()
    }
}

impl Generations {
    fn insert(&mut self, key: (Id, Id), name: &str) {
        if self.young.len() >= MAX_PEOPLE && !self.young.contains_key(&key) {
            self.old = mem::take(&mut self.young);
        }
        self.young.insert(key, name.to_owned());
    }
}

/// Returns the names that are known in a chat, and the channels that a text for the chat mentions by their ids.
pub(crate) fn names_in(discord: &Discord, chat: &ChatRef, text: &str) -> Names {
    let Ok(target) = Target::of(chat) else { return Names::default() };
    let cache = &discord.channel_cache;
    let info = cache.get(target.channel).or_else(|| cache.get(target.parent?));
    let guild = info.and_then(|info| info.guild).map(Id);
    let channels = guild.map(|guild| cache.names_in(guild)).unwrap_or_default();
    let places = channels.iter().map(|(_, id)| *id).chain(guild).chain([target.channel]).collect();
    Names {
        people: discord.known_people.of(&places),
        channels,
        mentioned: mentioned_channels(text).filter(|id| cache.get(*id).is_some()).collect(),
    }
}
