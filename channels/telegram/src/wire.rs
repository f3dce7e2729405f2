//! The parts of Telegram's answers that are used; a field that may be missing is optional.
//!
//! `teloxide-core`'s complete types are strict, and Telegram is not: one entity type newer than the library, or a voice
//! message without a MIME type, and a message would arrive without its content.

use std::{fmt, ops::Range};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::{Map, Value, value::RawValue};

use crate::content;

/// One update, as far as it could be parsed.
#[derive(Debug)]
pub(crate) struct Update {
    pub(crate) id: i32,
    pub(crate) kind: UpdateKind,
}

#[derive(Debug)]
pub(crate) enum UpdateKind {
    Message(Box<Message>),
    Edited(Box<Message>),
    Press(Box<CallbackQuery>),
    Membership(Box<ChatMemberUpdated>),
    /// A kind that the bot did not ask for.
    Other,
    /// A known kind that cannot be parsed.
    Unreadable,
}

impl Update {
    /// Parses an update. Content that cannot be parsed is not an error, so that the update can still be acknowledged.
    ///
    /// # Errors
    /// Returns an error if the text is not JSON or has no id.
    pub(crate) fn parse(json: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Fields<'a> {
            update_id: i32,
            #[serde(borrow)]
            message: Option<&'a RawValue>,
            edited_message: Option<&'a RawValue>,
            callback_query: Option<&'a RawValue>,
            my_chat_member: Option<&'a RawValue>,
        }
        fn kind<T: DeserializeOwned>(json: &RawValue, of: fn(Box<T>) -> UpdateKind) -> UpdateKind {
            serde_json::from_str(json.get()).map_or(UpdateKind::Unreadable, of)
        }

        let fields: Fields<'_> = serde_json::from_str(json)?;
        let kind = match fields {
            Fields { message: Some(json), .. } => Message::parse(json.get())
                .map_or(UpdateKind::Unreadable, |it| UpdateKind::Message(Box::new(it))),
            Fields { edited_message: Some(json), .. } => kind(json, UpdateKind::Edited),
            Fields { callback_query: Some(json), .. } => kind(json, UpdateKind::Press),
            Fields { my_chat_member: Some(json), .. } => kind(json, UpdateKind::Membership),
            _ => UpdateKind::Other,
        };
        Ok(Self { id: fields.update_id, kind })
    }
}

/// <https://core.telegram.org/bots/api#message>
#[derive(Debug, Deserialize)]
pub(crate) struct Message {
    pub(crate) message_id: i32,
    pub(crate) chat: Chat,
    pub(crate) from: Option<User>,
    /// Set when a channel or an anonymous administrator writes; `from` is a placeholder then.
    pub(crate) sender_chat: Option<IgnoredAny>,
    /// Unix time, as all dates here; 0 in a message that is too old to be shown.
    #[serde(default)]
    pub(crate) date: i64,
    pub(crate) edit_date: Option<i64>,
    pub(crate) message_thread_id: Option<i32>,
    /// Outside topics `message_thread_id` merely numbers chains of replies.
    #[serde(default)]
    pub(crate) is_topic_message: bool,
    pub(crate) reply_to_message: Option<Box<Message>>,
    pub(crate) quote: Option<Quote>,
    pub(crate) forward_origin: Option<IgnoredAny>,
    /// The bot that wrote the message, which the sender picked from its suggestions.
    pub(crate) via_bot: Option<IgnoredAny>,
    /// The album that the message is a part of.
    pub(crate) media_group_id: Option<String>,
    pub(crate) migrate_to_chat_id: Option<i64>,
    /// The service message that every message of a topic formally replies to.
    pub(crate) forum_topic_created: Option<IgnoredAny>,

    pub(crate) text: Option<String>,
    #[serde(default)]
    pub(crate) entities: Vec<Entity>,
    pub(crate) caption: Option<String>,
    #[serde(default)]
    pub(crate) caption_entities: Vec<Entity>,

    /// The same picture in several sizes, the largest last.
    #[serde(default)]
    pub(crate) photo: Vec<File>,
    pub(crate) voice: Option<File>,
    pub(crate) audio: Option<File>,
    pub(crate) video: Option<File>,
    pub(crate) video_note: Option<File>,
    pub(crate) animation: Option<File>,
    pub(crate) document: Option<File>,
    pub(crate) sticker: Option<File>,
    pub(crate) checklist: Option<IgnoredAny>,
    pub(crate) game: Option<IgnoredAny>,
    pub(crate) paid_media: Option<IgnoredAny>,
    pub(crate) story: Option<IgnoredAny>,
    // These fields are parsed separately by `inbound::cards`: a malformed one must not hide its message.
    pub(crate) contact: Option<Value>,
    pub(crate) dice: Option<Value>,
    pub(crate) location: Option<Value>,
    pub(crate) poll: Option<Value>,
    pub(crate) venue: Option<Value>,
    /// The name of the content, if it is none of the above.
    #[serde(skip)]
    pub(crate) unknown: Option<String>,
}

impl Message {
    /// Parses a message. If parts of it cannot be parsed, they count as unknown content, so that the message is
    /// answered.
    ///
    /// # Errors
    /// Returns an error if the sender or the chat cannot be parsed.
    fn parse(json: &str) -> serde_json::Result<Self> {
        let mut fields: Map<String, Value> = serde_json::from_str(json)?;
        let unknown = fields.keys().find(|key| content::is_unknown(key)).map(|key| key.replace('_', " "));
        match serde_json::from_str::<Self>(json) {
            Ok(message) => Ok(Self { unknown, ..message }),
            Err(_) => {
                fields.retain(|key, _| content::ENVELOPE.contains(&key.as_str()));
                let message: Self = serde_json::from_value(Value::Object(fields))?;
                Ok(Self { unknown: Some("message".to_owned()), ..message })
            }
        }
    }
}

/// <https://core.telegram.org/bots/api#chat>
#[derive(Debug, Deserialize)]
pub(crate) struct Chat {
    pub(crate) id: i64,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) title: Option<String>,
}

/// <https://core.telegram.org/bots/api#user>
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct User {
    pub(crate) id: u64,
    #[serde(default)]
    pub(crate) is_bot: bool,
    #[serde(default)]
    pub(crate) first_name: String,
    pub(crate) last_name: Option<String>,
    pub(crate) username: Option<String>,
    pub(crate) language_code: Option<String>,
}

/// <https://core.telegram.org/bots/api#messageentity>
#[derive(Debug, Deserialize)]
pub(crate) struct Entity {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// In UTF-16 code units, like `length`.
    pub(crate) offset: usize,
    pub(crate) length: usize,
    /// For mentions of people without a user name.
    pub(crate) user: Option<User>,
}

impl Entity {
    /// Returns the bytes of `text` that this entity covers; `None` if it does not fit the text.
    pub(crate) fn range(&self, text: &str) -> Option<Range<usize>> {
        let start = byte_offset(text, self.offset)?;
        let length = byte_offset(&text[start..], self.length)?;
        Some(start..start + length)
    }
}

/// The part of a message that a reply quotes.
#[derive(Debug, Deserialize)]
pub(crate) struct Quote {
    pub(crate) text: String,
}

/// The common fields of all kinds of files.
#[derive(Debug, Deserialize)]
pub(crate) struct File {
    pub(crate) file_id: String,
    pub(crate) file_unique_id: Option<String>,
    pub(crate) file_name: Option<String>,
    pub(crate) file_size: Option<u64>,
    /// The playing time in seconds.
    pub(crate) duration: Option<u32>,
    /// The emoji of a sticker.
    pub(crate) emoji: Option<String>,
    /// A small picture of a film or a sticker. One that cannot be parsed counts as missing.
    #[serde(default, deserialize_with = "thumbnail")]
    pub(crate) thumbnail: Option<Thumbnail>,
    /// Whether a sticker is animated.
    #[serde(default)]
    pub(crate) is_animated: bool,
    #[serde(default)]
    pub(crate) is_video: bool,
}

/// <https://core.telegram.org/bots/api#photosize>
#[derive(Debug, Deserialize)]
pub(crate) struct Thumbnail {
    pub(crate) file_id: String,
}

fn thumbnail<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Thumbnail>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

/// <https://core.telegram.org/bots/api#callbackquery>
#[derive(Debug, Deserialize)]
pub(crate) struct CallbackQuery {
    pub(crate) id: String,
    pub(crate) from: User,
    pub(crate) message: Option<Message>,
    pub(crate) data: Option<String>,
}

/// <https://core.telegram.org/bots/api#chatmemberupdated>, here always about the bot itself.
#[derive(Debug, Deserialize)]
pub(crate) struct ChatMemberUpdated {
    pub(crate) chat: Chat,
    pub(crate) from: User,
    pub(crate) date: i64,
    pub(crate) old_chat_member: Option<ChatMember>,
    pub(crate) new_chat_member: ChatMember,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ChatMember {
    status: String,
}

impl ChatMember {
    /// Returns whether the member is not in the chat.
    pub(crate) fn is_away(&self) -> bool {
        matches!(self.status.as_str(), "left" | "kicked")
    }
}

/// The used fields of a message that the bot sent or edited.
#[derive(Debug, Deserialize)]
pub(crate) struct OwnMessage {
    pub(crate) message_id: i32,
    /// `None` if it carries a file.
    pub(crate) text: Option<String>,
    #[serde(default)]
    pub(crate) caption: String,
    message_thread_id: Option<i32>,
    #[serde(default)]
    is_topic_message: bool,
}

impl OwnMessage {
    /// Returns the topic that the message is in.
    pub(crate) fn topic(&self) -> Option<i32> {
        self.message_thread_id.filter(|_| self.is_topic_message)
    }
}

/// <https://core.telegram.org/bots/api#file>, ready to be downloaded.
#[derive(Debug, Deserialize)]
pub(crate) struct Download {
    pub(crate) file_size: Option<u64>,
    pub(crate) file_path: Option<String>,
}

/// <https://core.telegram.org/bots/api#webhookinfo>
#[derive(Debug, Deserialize)]
pub(crate) struct WebhookInfo {
    /// Empty if no webhook is set.
    pub(crate) url: String,
    pub(crate) last_error_message: Option<String>,
}

impl fmt::Display for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.first_name)?;
        self.last_name.iter().try_for_each(|last| write!(f, " {last}"))
    }
}

/// Returns the byte at which the `units`-th UTF-16 code unit begins; `None` inside a character or beyond the end.
fn byte_offset(text: &str, units: usize) -> Option<usize> {
    let mut seen = 0;
    for (at, char) in text.char_indices() {
        if seen >= units {
            return (seen == units).then_some(at);
        }
        seen += char.len_utf16();
    }
    (seen == units).then_some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(offset: usize, length: usize) -> Entity {
        Entity { kind: "mention".into(), offset, length, user: None }
    }

    #[test]
    fn entities_are_counted_in_utf16() {
        let text = "🦀é x";
        assert_eq!(entity(2, 1).range(text), Some(4..6));
        assert_eq!(entity(4, 1).range(text), Some(7..8));
        assert_eq!(entity(5, 0).range(text), Some(8..8));
    }

    #[test]
    fn entities_that_do_not_fit_are_none() {
        assert_eq!(entity(1, 1).range("🦀"), None);
        assert_eq!(entity(0, 3).range("🦀"), None);
        assert_eq!(entity(usize::MAX, usize::MAX).range("🦀"), None);
    }

    #[test]
    fn an_update_that_cannot_be_read_keeps_its_id() {
        let update = Update::parse(r#"{"update_id":7,"message":{"message_id":"seven"}}"#).unwrap();
        assert_eq!(update.id, 7);
        assert!(matches!(update.kind, UpdateKind::Unreadable));
    }

    #[test]
    fn kinds_that_were_not_asked_for_are_other() {
        let update = Update::parse(r#"{"update_id":8,"poll":{"id":"1"}}"#).unwrap();
        assert!(matches!(update.kind, UpdateKind::Other));
    }
}
