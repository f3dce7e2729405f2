//! The events that the gateway dispatches about channels that the bot sees.

use serde_json::{Value, json};

use super::{
    sessions::Dispatch,
    state::{ChannelState, Message, State},
};

/// The intents as bits.
pub(crate) mod intents {
    pub(crate) const GUILDS: u64 = 1 << 0;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
}

impl State {
    /// Dispatches `MESSAGE_CREATE` or `MESSAGE_UPDATE`.
    pub(crate) fn tell_message(&mut self, name: &'static str, message: &Message) {
        if !self.is_visible(message.channel) {
            return;
        }
        let mut data = self.render_event(message);
        // Only this first event has the nonce: the platform omits it from messages that are fetched later.
        if let Some(nonce) = message.nonce.as_ref().filter(|_| name == "MESSAGE_CREATE") {
            data["nonce"] = nonce.clone();
        }
        let (guild, intent) = self.message_audience(message.channel);
        self.dispatch(Dispatch { name, data, guild, intent, message: true });
    }

    /// Dispatches `MESSAGE_DELETE`, or `MESSAGE_DELETE_BULK` for several.
    pub(crate) fn tell_deletion(&mut self, channel: u64, ids: &[u64]) {
        if !self.is_visible(channel) {
            return;
        }
        let (guild, intent) = self.message_audience(channel);
        let mut data = json!({"channel_id": channel.to_string()});
        let name = if let [id] = ids {
            data["id"] = json!(id.to_string());
            "MESSAGE_DELETE"
        } else {
            data["ids"] = ids.iter().map(u64::to_string).collect();
            "MESSAGE_DELETE_BULK"
        };
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild.to_string());
        }
        self.dispatch(Dispatch { name, data, guild, intent, message: false });
    }

    /// Dispatches `MESSAGE_REACTION_ADD` or `MESSAGE_REACTION_REMOVE`.
    pub(crate) fn tell_reaction(&mut self, name: &'static str, user: u64, message: &Message, emoji: &str) {
        let guild = self.channels.get(&message.channel).and_then(ChannelState::guild);
        let mut data = json!({
            "user_id": user.to_string(),
            "channel_id": message.channel.to_string(),
            "message_id": message.id.to_string(),
            "message_author_id": message.author.to_string(),
            "emoji": {"id": null, "name": emoji},
            "burst": false,
            "type": 0,
        });
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild.to_string());
        }
        let intent = match guild {
            Some(_) => intents::GUILD_MESSAGE_REACTIONS,
            None => intents::DIRECT_MESSAGE_REACTIONS,
        };
        self.dispatch(Dispatch { name, data, guild, intent: Some(intent), message: false });
    }

    /// Dispatches an event about a guild, or about its channels, threads or roles.
    pub(crate) fn tell_guild(&mut self, name: &'static str, guild: u64, data: Value) {
        let intent = Some(intents::GUILDS);
        self.dispatch(Dispatch { name, data, guild: Some(guild), intent, message: false });
    }

    /// Dispatches an event of a guild's channel or thread, with the whole channel as its data.
    pub(crate) fn tell_channel(&mut self, name: &'static str, id: u64) {
        let Some(channel) = self.channels.get(&id).filter(|_| self.is_visible(id)) else { return };
        if let Some(guild) = channel.guild() {
            let data = self.render_channel(id, channel);
            self.tell_guild(name, guild, data);
        }
    }

    fn message_audience(&self, channel: u64) -> (Option<u64>, Option<u64>) {
        match self.channels.get(&channel).and_then(ChannelState::guild) {
            Some(guild) => (Some(guild), Some(intents::GUILD_MESSAGES)),
            None => (None, Some(intents::DIRECT_MESSAGES)),
        }
    }
}
