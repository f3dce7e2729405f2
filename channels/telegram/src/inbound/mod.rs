//! Converts Telegram's updates to [`Inbound`] events. Does no I/O.

mod cards;

use adjutant_channel::{
    Album, Attachment, AttachmentKind, ChatKind, ChatRef, Event, Heard, Inbound, MessageId, Quoted, Sender,
    without_mentions,
};
use chrono::{DateTime, Utc};

use crate::{
    CHANNEL, find,
    wire::{
        CallbackQuery, Chat, ChatMember, ChatMemberUpdated, Entity, File, Message, Update, UpdateKind, User,
    },
};

/// The bot's identity, which tells which messages of a group are addressed to it.
#[derive(Clone, Debug)]
pub(crate) struct BotIdentity {
    pub(crate) id: u64,
    /// Without the `@`.
    pub(crate) username: String,
}

impl BotIdentity {
    /// Returns the id under which an update of this bot is stored. Every bot has its own counter, so the id names the
    /// bot, except for the first bot on this channel: earlier versions stored all ids in that form.
    pub(crate) fn external_id(&self, update: i32, is_first: bool) -> String {
        match is_first {
            true => format!("update:{update}"),
            false => format!("update:{}:{update}", self.id),
        }
    }
}

/// Returns the event of an update, or `None` if it does not concern the bot: channel posts, messages of other bots or
/// anonymous administrators, service messages, and group messages not addressed to it.
///
/// `now` is the time of updates without a date.
pub(crate) fn inbound_from_update(
    update: &Update,
    external_id: &str,
    me: &BotIdentity,
    now: DateTime<Utc>,
) -> Option<Inbound> {
    let partial = match &update.kind {
        UpdateKind::Message(message) => from_message(message, me, now),
        UpdateKind::Edited(message) => from_edit(message, me, now),
        UpdateKind::Press(query) => from_press(query, now),
        UpdateKind::Membership(change) => from_membership(change, now),
        UpdateKind::Other | UpdateKind::Unreadable => None,
    }?;
    Some(Inbound {
        external_id: external_id.to_owned(),
        chat: partial.chat,
        chat_kind: partial.chat_kind,
        sender: partial.sender,
        sent_at: partial.sent_at,
        opened_at: None,
        heard: Heard::Addressed,
        event: partial.event,
    })
}

/// An [`Inbound`] without the id of its update.
struct PartialInbound {
    chat: ChatRef,
    chat_kind: ChatKind,
    sender: Sender,
    sent_at: DateTime<Utc>,
    event: Event,
}

fn from_message(message: &Message, me: &BotIdentity, now: DateTime<Utc>) -> Option<PartialInbound> {
    let chat_kind = chat_kind(&message.chat)?;
    let chat = chat_ref(message);
    let sent_at = time(message.date, now);
    if let Some(to) = message.migrate_to_chat_id {
        let sender =
            Sender::person(message.chat.id.to_string(), message.chat.title.clone().unwrap_or_default());
        let event = Event::Migrated { to: to.to_string() };
        return Some(PartialInbound { chat, chat_kind, sender, sent_at, event });
    }

    let sender = author(message)?;
    let message_id = message_id(message.message_id);
    let said = match (addressed_to_bot(message, chat_kind, me), &message.media_group_id) {
        (Some(Addressed::Command { name, args, named }), _) => {
            let event = Event::Command { message_id, name, args, handle: None, named };
            return Some(PartialInbound { chat, chat_kind, sender, sent_at, event });
        }
        (Some(Addressed::Text(text)), _) => Some(text),
        // The caption is under one part of an album, and tells whether the whole album is addressed to the bot.
        (None, Some(_)) => None,
        (None, None) => return None,
    };
    let event = Event::Message {
        message_id,
        album: message.media_group_id.clone().map(|id| Album { id, addressed: said.is_some() }),
        text: said.unwrap_or_default(),
        attachments: attachment(message).into_iter().collect(),
        reply_to: quoted(message, me),
        forwarded: is_written_by_others(message),
    };
    Some(PartialInbound { chat, chat_kind, sender, sent_at, event })
}

fn from_edit(message: &Message, me: &BotIdentity, now: DateTime<Utc>) -> Option<PartialInbound> {
    // A live location is "edited" every few seconds.
    if message.location.is_some() {
        return None;
    }
    let chat_kind = chat_kind(&message.chat)?;
    let (text, entities) = text_and_entities(message);
    let text = match chat_kind {
        ChatKind::Direct => text.to_owned(),
        ChatKind::Group => without_mention(text, entities, me).unwrap_or_else(|| text.to_owned()),
    };
    Some(PartialInbound {
        chat: chat_ref(message),
        chat_kind,
        sender: author(message)?,
        sent_at: time(message.edit_date.unwrap_or(message.date), now),
        event: Event::Edit {
            message_id: message_id(message.message_id),
            text,
            attachments: Some(attachment(message).into_iter().collect()),
        },
    })
}

fn from_press(query: &CallbackQuery, now: DateTime<Utc>) -> Option<PartialInbound> {
    // A press without a message is for an inline result's button, which this bot does not offer.
    let message = query.message.as_ref()?;
    let data = query.data.clone().filter(|data| data != find::PROBE_DATA)?;
    Some(PartialInbound {
        chat: chat_ref(message),
        chat_kind: chat_kind(&message.chat)?,
        sender: sender(&query.from),
        sent_at: now,
        event: Event::Press { message_id: Some(message_id(message.message_id)), data, handle: None },
    })
}

fn from_membership(change: &ChatMemberUpdated, now: DateTime<Utc>) -> Option<PartialInbound> {
    let chat_kind = chat_kind(&change.chat)?;
    let was_away = change.old_chat_member.as_ref().is_some_and(ChatMember::is_away);
    let event = match (was_away, change.new_chat_member.is_away()) {
        // In a private chat, leaving means that the person has blocked the bot.
        (_, true) => Event::Removed,
        (true, false) if chat_kind == ChatKind::Group => Event::Added,
        _ => return None,
    };
    Some(PartialInbound {
        chat: ChatRef { channel: CHANNEL.into(), chat: change.chat.id.to_string(), thread: None },
        chat_kind,
        sender: sender(&change.from),
        sent_at: time(change.date, now),
        event,
    })
}

/// The part of a message that is addressed to the bot.
enum Addressed {
    Command { name: String, args: String, named: bool },
    Text(String),
}

/// Returns the part of a message that is addressed to the bot; `None` if there is none.
fn addressed_to_bot(message: &Message, chat_kind: ChatKind, me: &BotIdentity) -> Option<Addressed> {
    let (text, entities) = text_and_entities(message);
    if let Some((name, bot, args)) = parse_command(message) {
        let ours = bot.is_none_or(|bot| bot.eq_ignore_ascii_case(&me.username));
        let is_direct = chat_kind == ChatKind::Direct;
        return (ours || is_direct).then(|| Addressed::Command {
            name: name.to_lowercase(),
            args: args.trim().to_owned(),
            named: is_direct || bot.is_some(),
        });
    }
    if text.is_empty() && attachment(message).is_none() {
        return None;
    }
    match chat_kind {
        ChatKind::Direct => Some(Addressed::Text(text.to_owned())),
        ChatKind::Group => without_mention(text, entities, me)
            .or_else(|| replied_to(message).filter(|to| is_me(to, me)).map(|_| text.to_owned()))
            .map(Addressed::Text),
    }
}

/// Splits a command into its name, the bot named with it, and its arguments. Telegram marks commands, so a path such as
/// `/etc/hosts` is not one. A command that somebody else wrote does not count.
fn parse_command(message: &Message) -> Option<(&str, Option<&str>, &str)> {
    let text = message.text.as_deref().filter(|_| !is_written_by_others(message))?;
    let entity = message.entities.iter().find(|entity| entity.kind == "bot_command" && entity.offset == 0)?;
    let mut end = entity.range(text)?.end;
    // Telegram ends a command at a dash, but people type `/forget-me`.
    if text[end..].starts_with('-') {
        end += text[end..].find(char::is_whitespace).unwrap_or(text.len() - end);
    }
    let (command, args) = text.split_at(end);
    let command = command.strip_prefix('/')?;
    Some(match command.split_once('@') {
        Some((name, bot)) => (name, Some(bot), args),
        None => (command, None, args),
    })
}

/// Returns the text without mentions of the bot; `None` if it has none.
fn without_mention(text: &str, entities: &[Entity], me: &BotIdentity) -> Option<String> {
    let ranges = entities.iter().filter_map(|entity| Some((entity, entity.range(text)?)));
    let of_bot = ranges.filter(|(entity, range)| mentions(entity, &text[range.clone()], me));
    let of_bot: Vec<_> = of_bot.map(|(_, range)| range).collect();
    (!of_bot.is_empty()).then(|| without_mentions(text, of_bot))
}

fn mentions(entity: &Entity, covered: &str, me: &BotIdentity) -> bool {
    match entity.kind.as_str() {
        "mention" => covered.strip_prefix('@').is_some_and(|name| name.eq_ignore_ascii_case(&me.username)),
        "text_mention" => entity.user.as_ref().is_some_and(|user| user.id == me.id),
        _ => false,
    }
}

/// Returns the message that this one answers. In a topic every message formally replies to the topic's first one.
fn replied_to(message: &Message) -> Option<&Message> {
    message.reply_to_message.as_deref().filter(|to| to.forum_topic_created.is_none())
}

/// Returns whether somebody else wrote the text: the sender forwards it, or another bot wrote it for them.
fn is_written_by_others(message: &Message) -> bool {
    message.forward_origin.is_some() || message.via_bot.is_some()
}

/// Returns whether the bot itself wrote the message. If a chat is the sender, `from` is a placeholder.
fn is_me(message: &Message, me: &BotIdentity) -> bool {
    message.sender_chat.is_none() && message.from.as_ref().is_some_and(|from| from.id == me.id)
}

fn quoted(message: &Message, me: &BotIdentity) -> Option<Quoted> {
    let to = replied_to(message)?;
    let from_bot = is_me(to, me);
    let text = match &message.quote {
        Some(quote) => quote.text.clone(),
        None if from_bot => unfolded(to),
        None => text_and_entities(to).0.to_owned(),
    };
    Some(Quoted { message_id: message_id(to.message_id), text, from_bot })
}

/// Returns the text of a message of the bot without its folded part: the model's reasoning.
fn unfolded(message: &Message) -> String {
    let (text, entities) = text_and_entities(message);
    let mut rest = text.to_owned();
    let folded = entities.iter().filter(|entity| entity.kind == "expandable_blockquote");
    for range in folded.rev().filter_map(|entity| entity.range(text)) {
        rest.replace_range(range, "");
    }
    rest.trim().to_owned()
}

/// Returns the attachment of a message; an album arrives as several messages.
fn attachment(message: &Message) -> Option<Attachment> {
    let file = |kind, file: &File| Attachment {
        kind,
        file_id: file.file_id.clone(),
        unique_id: file.file_unique_id.clone(),
        name: file.file_name.clone().or_else(|| file.emoji.clone()),
        size: file.file_size,
        card: None,
        still: still(kind, file),
        seconds: file.duration,
    };
    // An animation comes with a document too, for old clients: the order matters.
    let files = [
        (AttachmentKind::Photo, message.photo.last()),
        (AttachmentKind::Voice, message.voice.as_ref()),
        (AttachmentKind::Audio, message.audio.as_ref()),
        (AttachmentKind::Video, message.video.as_ref()),
        (AttachmentKind::RoundVideo, message.video_note.as_ref()),
        (AttachmentKind::Video, message.animation.as_ref()),
        (AttachmentKind::Sticker, message.sticker.as_ref()),
        (AttachmentKind::File, message.document.as_ref()),
    ];
    let found = files.into_iter().find_map(|(kind, candidate)| Some(file(kind, candidate?)));
    found.or_else(|| {
        // A venue comes with a location too.
        let others = [
            ("venue", message.venue.is_some()),
            ("location", message.location.is_some()),
            ("contact", message.contact.is_some()),
            ("poll", message.poll.is_some()),
            ("dice", message.dice.is_some()),
            ("game", message.game.is_some()),
            ("story", message.story.is_some()),
            ("checklist", message.checklist.is_some()),
            ("paid media", message.paid_media.is_some()),
        ];
        let known = others.into_iter().find(|(_, is_there)| *is_there).map(|(name, _)| name.to_owned());
        // In a message with text, an unknown field is more likely a new detail.
        let has_text = message.text.is_some() || message.caption.is_some();
        let unknown = message.unknown.clone().filter(|_| !has_text);
        Some(Attachment {
            kind: AttachmentKind::Other,
            file_id: String::new(),
            unique_id: None,
            name: Some(known.or(unknown)?),
            size: None,
            card: cards::card(message),
            still: None,
            seconds: None,
        })
    })
}

/// Returns the still picture of a video or an animated sticker. A static sticker is itself a picture.
fn still(kind: AttachmentKind, file: &File) -> Option<String> {
    let moves = match kind {
        AttachmentKind::Video | AttachmentKind::RoundVideo => true,
        AttachmentKind::Sticker => file.is_animated || file.is_video,
        _ => false,
    };
    file.thumbnail.as_ref().filter(|_| moves).map(|thumbnail| thumbnail.file_id.clone())
}

/// Returns the author of a message; `None` for bots, and for channels and administrators that write as a chat.
fn author(message: &Message) -> Option<Sender> {
    let from = message.from.as_ref().filter(|from| !from.is_bot)?;
    message.sender_chat.is_none().then(|| sender(from))
}

fn sender(user: &User) -> Sender {
    let (username, language) = (user.username.clone(), user.language_code.clone());
    Sender { username, language, ..Sender::person(user.id.to_string(), user.to_string()) }
}

/// Returns a message's text or caption, with its entities.
fn text_and_entities(message: &Message) -> (&str, &[Entity]) {
    match (&message.text, &message.caption) {
        (Some(text), _) => (text, &message.entities),
        (None, Some(caption)) => (caption, &message.caption_entities),
        (None, None) => ("", &[]),
    }
}

fn chat_ref(message: &Message) -> ChatRef {
    let topic = message.message_thread_id.filter(|_| message.is_topic_message);
    ChatRef {
        channel: CHANNEL.into(),
        chat: message.chat.id.to_string(),
        thread: topic.map(|thread| thread.to_string()),
    }
}

fn chat_kind(chat: &Chat) -> Option<ChatKind> {
    match chat.kind.as_str() {
        "private" => Some(ChatKind::Direct),
        "group" | "supergroup" => Some(ChatKind::Group),
        _ => None,
    }
}

fn message_id(id: i32) -> MessageId {
    MessageId(id.to_string())
}

fn time(unix: i64, now: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(unix, 0).unwrap_or(now)
}

#[cfg(test)]
mod tests;
