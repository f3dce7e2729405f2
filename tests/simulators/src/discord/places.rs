//! Guilds, channels and threads, as handles for the test.

use std::sync::Arc;

use serde_json::json;

use super::{
    Shared,
    events::intents,
    people::User,
    sessions::Dispatch,
    state::{ChannelKind, ChannelState, Permission, State},
    threads,
};

/// A guild to which the bot belongs.
#[derive(Clone, Debug)]
pub struct Guild {
    shared: Arc<Shared>,
    id: u64,
}

/// A channel of a guild, or a thread, which is a channel of its own.
#[derive(Clone, Debug)]
pub struct Channel {
    shared: Arc<Shared>,
    id: u64,
}

/// A role in a guild.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    guild_id: u64,
    id: u64,
}

impl Guild {
    pub(crate) fn new(shared: Arc<Shared>, id: u64) -> Self {
        Self { shared, id }
    }

    /// Returns the guild's id.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns a text channel, creating it on first use.
    pub fn channel(&self, id: u64, name: &str) -> Channel {
        let mut state = self.shared.lock();
        if !state.channels.contains_key(&id) {
            state.open(id, ChannelKind::Text { guild: self.id }, name);
            state.tell_channel("CHANNEL_CREATE", id);
        }
        drop(state);
        Channel::new(self.shared.clone(), id)
    }

    /// Returns a role, creating it on first use.
    pub fn role(&self, id: u64, name: &str) -> Role {
        let mut state = self.shared.lock();
        let guild = state.guilds.get_mut(&self.id).expect("the guild was made");
        if guild.roles.insert(id, name.to_owned()).is_none() {
            let position = guild.roles.len();
            let role = state.render_role(id, name, position);
            let data = json!({"guild_id": self.id.to_string(), "role": role});
            state.tell_guild("GUILD_ROLE_CREATE", self.id, data);
        }
        Role { guild_id: self.id, id }
    }

    /// Deletes a role and takes it from all members.
    pub fn deletes_role(&self, role: Role) {
        let mut state = self.shared.lock();
        let guild = state.guilds.get_mut(&self.id).expect("the guild was made");
        guild.roles.remove(&role.id);
        for held in guild.members.values_mut() {
            held.remove(&role.id);
        }
        let data = json!({"guild_id": self.id.to_string(), "role_id": role.id.to_string()});
        state.tell_guild("GUILD_ROLE_DELETE", self.id, data);
    }

    /// Makes a person a member.
    pub fn admits(&self, user: &User) {
        let mut state = self.shared.lock();
        let guild = state.guilds.get_mut(&self.id).expect("the guild was made");
        guild.members.entry(user.id()).or_default();
    }

    /// Adds a role to a person, and makes them a member.
    pub fn gives_role(&self, user: &User, role: Role) {
        let mut state = self.shared.lock();
        let guild = state.guilds.get_mut(&self.id).expect("the guild was made");
        guild.members.entry(user.id()).or_default().insert(role.id);
        self.tell_member(&mut state, user);
    }

    /// Takes a role from a person.
    pub fn takes_role(&self, user: &User, role: Role) {
        let mut state = self.shared.lock();
        let guild = state.guilds.get_mut(&self.id).expect("the guild was made");
        if let Some(held) = guild.members.get_mut(&user.id()) {
            held.remove(&role.id);
        }
        self.tell_member(&mut state, user);
    }

    fn tell_member(&self, state: &mut State, user: &User) {
        let mut data = state.render_member(self.id, user.id());
        data["user"] = state.render_user(user.id());
        data["guild_id"] = json!(self.id.to_string());
        let (guild, intent) = (Some(self.id), Some(intents::GUILD_MEMBERS));
        state.dispatch(Dispatch { name: "GUILD_MEMBER_UPDATE", data, guild, intent, message: false });
    }
}

impl Channel {
    pub(crate) fn new(shared: Arc<Shared>, id: u64) -> Self {
        Self { shared, id }
    }

    /// Returns the channel's id.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the channel's or thread's name.
    pub fn name(&self) -> String {
        self.shared.lock().channels.get(&self.id).map(|channel| channel.name.clone()).unwrap_or_default()
    }

    /// Opens a thread without a starting message, on behalf of the guild's owner.
    ///
    /// # Panics
    /// Panics if it is a thread itself.
    pub fn thread(&self, name: &str) -> Self {
        let mut state = self.shared.lock();
        let guild = state.channels.get(&self.id).and_then(ChannelState::guild);
        let owner = guild.and_then(|guild| state.guilds.get(&guild)).map_or(0, |guild| guild.owner);
        let opened = threads::open(&mut state, self.id, None, (owner, name), threads::AUTO_ARCHIVE);
        drop(state);
        Self::new(self.shared.clone(), opened)
    }

    /// Takes a permission from the bot, in the channel and its threads.
    pub fn forbids(&self, permission: Permission) {
        if let Some(channel) = self.shared.lock().channels.get_mut(&self.id) {
            channel.forbidden.insert(permission);
        }
    }

    /// Restores a permission.
    pub fn permits(&self, permission: Permission) {
        if let Some(channel) = self.shared.lock().channels.get_mut(&self.id) {
            channel.forbidden.remove(&permission);
        }
    }

    /// Archives the thread; a message in it unarchives it.
    ///
    /// # Panics
    /// Panics if it is not a thread.
    pub fn archive(&self) {
        self.close(false);
    }

    /// Archives the thread so that only moderators can unarchive it; the bot is not one.
    ///
    /// # Panics
    /// Panics if it is not a thread.
    pub fn lock(&self) {
        self.close(true);
    }

    /// Deletes the thread, or the channel with its threads, whose deletion is not dispatched.
    pub fn delete(&self) {
        let mut state = self.shared.lock();
        let kind = state.channels.get(&self.id).map(|channel| channel.kind);
        let is_thread = matches!(kind, Some(ChannelKind::Thread { .. }));
        state.tell_channel(if is_thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" }, self.id);
        let is_inside = |kind| matches!(kind, ChannelKind::Thread { parent, .. } if parent == self.id);
        state.channels.retain(|id, channel| *id != self.id && !is_inside(channel.kind));
    }

    fn close(&self, locked: bool) {
        let mut state = self.shared.lock();
        let channel = state.channels.get_mut(&self.id).expect("the thread is there");
        let ChannelKind::Thread { thread, .. } = &mut channel.kind else {
            panic!("only threads are archived")
        };
        (thread.archived, thread.locked) = (true, locked);
        state.tell_channel("THREAD_UPDATE", self.id);
    }
}

impl Role {
    /// Returns the role's id.
    pub fn id(self) -> u64 {
        self.id
    }

    /// Returns the id of the role's guild.
    pub fn guild_id(self) -> u64 {
        self.guild_id
    }
}
