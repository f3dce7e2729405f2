//! The parts of Discord's events and answers that are used; a field that may be missing is optional.
//!
//! `serenity`'s complete types are strict, and Discord is not: one field newer than the library, and a message would
//! not arrive at all.

use chrono::{DateTime, Utc};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

pub(crate) use crate::id::Id;

/// A frame of the gateway's websocket. <https://discord.com/developers/docs/events/gateway-events>
#[derive(Deserialize)]
pub(crate) struct Frame<'a> {
    pub(crate) op: u8,
    /// The sequence number of an event.
    pub(crate) s: Option<u64>,
    /// The name of an event.
    pub(crate) t: Option<String>,
    #[serde(borrow)]
    pub(crate) d: Option<&'a RawValue>,
}

/// An event that concerns the bot.
pub(crate) enum Dispatch {
    Ready(Box<Ready>),
    Resumed,
    /// A guild became available.
    Guild(Box<Guild>),
    GuildGone(GuildGone),
    /// A channel or thread was created or changed.
    Channel(Box<Channel>),
    ChannelGone(Box<Channel>),
    /// A role was created or changed.
    Role(RoleChange),
    /// Threads that the bot has gained access to.
    Threads(ThreadList),
    Message(Box<Message>),
    Edited(Box<Message>),
    Deleted(Deletion),
    Interaction(Box<Interaction>),
    /// A kind that does not concern the bot.
    Other,
    /// A known kind that cannot be parsed.
    Unreadable,
}

impl Dispatch {
    /// Parses an event. An event that cannot be parsed is not an error, so that it can be skipped.
    pub(crate) fn parse(name: &str, json: &str) -> Self {
        fn kind<T: DeserializeOwned>(json: &str, of: impl FnOnce(T) -> Dispatch) -> Dispatch {
            serde_json::from_str(json).map_or(Dispatch::Unreadable, of)
        }
        match name {
            "READY" => kind(json, Self::Ready),
            "RESUMED" => Self::Resumed,
            "GUILD_CREATE" => kind(json, Self::guild),
            "GUILD_DELETE" => kind(json, Self::GuildGone),
            "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "THREAD_CREATE" | "THREAD_UPDATE" => {
                kind(json, Self::Channel)
            }
            "CHANNEL_DELETE" | "THREAD_DELETE" => kind(json, Self::ChannelGone),
            "GUILD_ROLE_CREATE" | "GUILD_ROLE_UPDATE" => kind(json, Self::Role),
            "THREAD_LIST_SYNC" => kind(json, Self::Threads),
            "MESSAGE_CREATE" => kind(json, Self::Message),
            "MESSAGE_UPDATE" => kind(json, Self::Edited),
            "MESSAGE_DELETE" | "MESSAGE_DELETE_BULK" => kind(json, Self::Deleted),
            "INTERACTION_CREATE" => kind(json, Self::Interaction),
            _ => Self::Other,
        }
    }

    /// A guild may be announced as one with an outage; its details come later.
    fn guild(guild: Box<Guild>) -> Self {
        let Guild { id, unavailable, .. } = *guild;
        if unavailable { Self::GuildGone(GuildGone { id, unavailable }) } else { Self::Guild(guild) }
    }

    /// Returns the channel or thread of a message that was sent, edited or deleted.
    pub(crate) fn said_in(&self) -> Option<Id> {
        match self {
            Self::Message(message) | Self::Edited(message) => Some(message.channel_id),
            Self::Deleted(deletion) => Some(deletion.channel_id),
            _ => None,
        }
    }
}

/// The first event of a session.
#[derive(Deserialize)]
pub(crate) struct Ready {
    pub(crate) user: User,
    pub(crate) application: Application,
    pub(crate) session_id: String,
    pub(crate) resume_gateway_url: String,
    /// The guilds; each arrives later as an event of its own.
    #[serde(default)]
    pub(crate) guilds: Vec<GuildGone>,
}

#[derive(Deserialize)]
pub(crate) struct Application {
    pub(crate) id: Id,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    #[serde(default)]
    pub(crate) unavailable: bool,
    #[serde(default)]
    pub(crate) channels: Vec<Channel>,
    /// The active threads that the bot can see.
    #[serde(default)]
    pub(crate) threads: Vec<Channel>,
    #[serde(default)]
    pub(crate) roles: Vec<Role>,
}

/// A role of a guild.
#[derive(Debug, Deserialize)]
pub(crate) struct Role {
    pub(crate) id: Id,
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) tags: Option<RoleTags>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RoleTags {
    /// The bot that Discord made the role for, when the bot joined.
    pub(crate) bot_id: Option<Id>,
}

/// A role that was created or renamed.
#[derive(Debug, Deserialize)]
pub(crate) struct RoleChange {
    pub(crate) guild_id: Id,
    pub(crate) role: Role,
}

#[derive(Debug, Deserialize)]
pub(crate) struct GuildGone {
    pub(crate) id: Id,
    /// The guild has an outage; otherwise the bot was removed from it.
    #[serde(default)]
    pub(crate) unavailable: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ThreadList {
    pub(crate) guild_id: Id,
    #[serde(default)]
    pub(crate) threads: Vec<Channel>,
}

/// <https://discord.com/developers/docs/resources/channel#channel-object>
#[derive(Debug, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) name: Option<String>,
    /// Missing in a guild's own event.
    pub(crate) guild_id: Option<Id>,
    /// The channel that a thread is in, or the category of a channel.
    pub(crate) parent_id: Option<Id>,
    /// The user who opened a thread.
    pub(crate) owner_id: Option<Id>,
    pub(crate) last_message_id: Option<Id>,
}

/// <https://discord.com/developers/docs/resources/message#message-object>
#[derive(Debug, Deserialize)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel_id: Id,
    /// Only in events from guilds.
    pub(crate) guild_id: Option<Id>,
    pub(crate) author: User,
    /// Only in events from guilds.
    pub(crate) member: Option<Member>,
    pub(crate) webhook_id: Option<Id>,
    #[serde(rename = "type", default)]
    pub(crate) kind: u8,
    #[serde(default)]
    pub(crate) flags: u64,
    /// Empty if the bot may not see it.
    #[serde(default)]
    pub(crate) content: String,
    /// `None` also for updates that no person made, such as a link's preview.
    pub(crate) edited_timestamp: Option<DateTime<Utc>>,
    #[serde(default)]
    pub(crate) mentions: Vec<User>,
    #[serde(default)]
    pub(crate) mention_roles: Vec<Id>,
    #[serde(default)]
    pub(crate) attachments: Vec<File>,
    #[serde(default)]
    pub(crate) sticker_items: Vec<Sticker>,
    /// A [`Poll`], parsed separately: a malformed one must not hide its message.
    pub(crate) poll: Option<Value>,
    pub(crate) message_reference: Option<Reference>,
    pub(crate) referenced_message: Option<Referenced>,
    /// The content of a forward.
    #[serde(default)]
    pub(crate) message_snapshots: Vec<Snapshot>,
}

/// <https://discord.com/developers/docs/resources/user#user-object>
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct User {
    pub(crate) id: Id,
    #[serde(default)]
    pub(crate) username: String,
    pub(crate) global_name: Option<String>,
    #[serde(default)]
    pub(crate) bot: bool,
}

impl User {
    /// Returns the name that people see.
    pub(crate) fn shown_name(&self) -> &str {
        self.global_name.as_deref().unwrap_or(&self.username)
    }
}

/// A user as a member of a guild. Only interactions include the user.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Member {
    #[serde(default)]
    pub(crate) roles: Vec<Id>,
    pub(crate) user: Option<User>,
}

/// An attachment.
#[derive(Debug, Deserialize)]
pub(crate) struct File {
    pub(crate) url: String,
    /// The same file at the media proxy, which renders it anew.
    pub(crate) proxy_url: Option<String>,
    pub(crate) filename: Option<String>,
    /// In bytes.
    pub(crate) size: Option<u64>,
    pub(crate) content_type: Option<String>,
    /// Of a voice message.
    pub(crate) duration_secs: Option<f64>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Sticker {
    pub(crate) id: Id,
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) format_type: u8,
}

/// <https://discord.com/developers/docs/resources/poll#poll-object>
#[derive(Debug, Deserialize)]
pub(crate) struct Poll {
    pub(crate) question: PollMedia,
    pub(crate) answers: Vec<PollAnswer>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PollAnswer {
    pub(crate) poll_media: PollMedia,
}

/// A question or an answer. An answer may have an emoji besides.
#[derive(Debug, Deserialize)]
pub(crate) struct PollMedia {
    pub(crate) text: Option<String>,
}

/// A message's reference to another.
#[derive(Debug, Deserialize)]
pub(crate) struct Reference {
    /// 0 for a reply, 1 for a forward.
    #[serde(rename = "type", default)]
    pub(crate) kind: u8,
}

/// The message that a reply answers.
#[derive(Debug, Deserialize)]
pub(crate) struct Referenced {
    pub(crate) id: Id,
    pub(crate) author: User,
    #[serde(default)]
    pub(crate) content: String,
    #[serde(default)]
    pub(crate) mentions: Vec<User>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Snapshot {
    pub(crate) message: Forwarded,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Forwarded {
    #[serde(default)]
    pub(crate) flags: u64,
    #[serde(default)]
    pub(crate) content: String,
    #[serde(default)]
    pub(crate) mentions: Vec<User>,
    #[serde(default)]
    pub(crate) attachments: Vec<File>,
    #[serde(default)]
    pub(crate) sticker_items: Vec<Sticker>,
}

/// The deletion of one message, or of several at once.
#[derive(Debug, Deserialize)]
pub(crate) struct Deletion {
    id: Option<Id>,
    #[serde(default)]
    ids: Vec<Id>,
    pub(crate) channel_id: Id,
    pub(crate) guild_id: Option<Id>,
}

impl Deletion {
    /// Returns the deleted messages.
    pub(crate) fn messages(&self) -> impl Iterator<Item = Id> {
        self.id.into_iter().chain(self.ids.iter().copied())
    }
}

/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object>
///
/// Deliberately not `Debug`: holds a token.
#[derive(Deserialize)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    /// The token for responses, in place of the bot's own.
    pub(crate) token: String,
    /// 2 for a command, 3 for a button or menu, 4 for autocompletion.
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    #[serde(default)]
    pub(crate) data: InteractionData,
    pub(crate) guild_id: Option<Id>,
    pub(crate) channel_id: Option<Id>,
    /// The channel of the interaction, with some fields missing.
    pub(crate) channel: Option<Channel>,
    /// 0 for a guild, 1 for a direct chat with the bot, 2 for a direct chat or group without it.
    pub(crate) context: Option<u8>,
    /// The user, in a guild.
    pub(crate) member: Option<Member>,
    /// The user, in a direct chat.
    pub(crate) user: Option<User>,
    /// The message with the button or menu.
    pub(crate) message: Option<InteractionMessage>,
    /// The language in which the user uses Discord. Messages do not tell it.
    pub(crate) locale: Option<String>,
}

impl Interaction {
    /// Returns the user who interacted.
    pub(crate) fn author(&self) -> Option<&User> {
        self.member.as_ref().and_then(|member| member.user.as_ref()).or(self.user.as_ref())
    }
}

/// An interaction's data: a command has a name and options, a component an id and values.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct InteractionData {
    pub(crate) name: String,
    pub(crate) options: Vec<CommandOption>,
    pub(crate) custom_id: String,
    /// The choice made in a menu.
    pub(crate) values: Vec<String>,
}

/// An argument of a command.
#[derive(Deserialize)]
pub(crate) struct CommandOption {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) value: Value,
    /// The person is typing this one.
    #[serde(default)]
    pub(crate) focused: bool,
}

#[derive(Deserialize)]
pub(crate) struct InteractionMessage {
    pub(crate) id: Id,
    #[serde(default)]
    pub(crate) flags: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_that_cannot_be_read_is_unreadable() {
        assert!(matches!(Dispatch::parse("MESSAGE_CREATE", r#"{"id":"seven"}"#), Dispatch::Unreadable));
        assert!(matches!(Dispatch::parse("TYPING_START", "{}"), Dispatch::Other));
    }
}
