//! A message of Discord as an event of the gateway. Pure.

use adjutant_channel::{
    Attachment, AttachmentKind, ChatKind, ChatRef, Event, Inbound, MessageId, Opening, Quoted, Sender,
};
use chrono::{DateTime, Utc};

use crate::{
    CHANNEL, Settings, Threads,
    channel_cache::ChannelInfo,
    wire::{File, Id, Member, Message, Referenced, Sticker, User},
};

/// The kinds of message that people write: plain ones, replies, and what the commands of other bots answer.
const USER_MESSAGE_TYPES: [u8; 4] = [0, 19, 20, 23];
/// The kind of reference that a forward has.
const FORWARD: u8 = 1;
/// The flag of a message that is one recording.
const IS_VOICE_MESSAGE: u64 = 1 << 13;
/// The longest name of a command.
const MAX_COMMAND_NAME: usize = 32;

/// By what a message is judged.
pub(crate) struct MessageContext<'a> {
    /// The bot's user id.
    pub(crate) me: Id,
    pub(crate) settings: &'a Settings,
    /// What the message's channel is, where it is in a guild and that is known.
    pub(crate) info: Option<&'a ChannelInfo>,
}

/// The event of a new message, or `None` if it does not concern the bot: its own, those of other programs, service
/// messages, and talk in guilds that is not addressed to it.
pub(crate) fn inbound_from_message(message: &Message, context: &MessageContext<'_>) -> Option<Inbound> {
    let sender = author(message, context)?;
    if !USER_MESSAGE_TYPES.contains(&message.kind) || !is_addressed(message, context) {
        return None;
    }
    let message_id = message_id(message.id);
    let (text, forwarded) = text_and_forwarded(message, context);
    let attachments = attachments(message, context);
    if text.is_empty() && attachments.is_empty() {
        return None;
    }
    let event = match parse_command(&text).filter(|_| !forwarded) {
        Some((name, args)) => Event::Command { message_id, name, args, handle: None },
        None => {
            Event::Message { message_id, text, attachments, reply_to: quoted(message, context), forwarded }
        }
    };
    Some(Inbound {
        external_id: format!("message:{}", message.id),
        chat: conversation_of(message.channel_id, message.id, context),
        chat_kind: chat_kind(message.guild_id),
        sender,
        sent_at: message.id.time(),
        opened_at: opening(message, context),
        event,
    })
}

/// The event of an edit; of any message that has a text, since the gateway knows which of them waits.
pub(crate) fn inbound_from_edit(message: &Message, context: &MessageContext<'_>) -> Option<Inbound> {
    let sent_at = message.edited_timestamp?;
    let sender = author(message, context)?;
    let (text, _) = text_and_forwarded(message, context);
    if text.is_empty() {
        return None;
    }
    Some(Inbound {
        external_id: format!("edit:{}:{}", message.id, sent_at.timestamp_millis()),
        chat: conversation_of(message.channel_id, message.id, context),
        chat_kind: chat_kind(message.guild_id),
        sender,
        sent_at,
        opened_at: None,
        event: Event::Edit { message_id: message_id(message.id), text },
    })
}

/// The event of a deletion at the time `now`. Discord does not say whose it was: the sender is nobody.
pub(crate) fn inbound_from_deletion(
    id: Id,
    channel: Id,
    guild: Option<Id>,
    context: &MessageContext<'_>,
    now: DateTime<Utc>,
) -> Inbound {
    Inbound {
        external_id: format!("delete:{id}"),
        chat: conversation_of(channel, id, context),
        chat_kind: chat_kind(guild),
        sender: Sender::person("", ""),
        sent_at: now,
        opened_at: None,
        event: Event::Deleted { message_id: message_id(id) },
    }
}

/// The chat that a channel or thread is.
pub(crate) fn chat_ref(channel: Id, info: Option<&ChannelInfo>) -> ChatRef {
    let chat = match info.and_then(|info| info.parent.as_deref()) {
        Some(parent) => format!("{parent}/{channel}"),
        None => channel.to_string(),
    };
    ChatRef { channel: CHANNEL.into(), chat, thread: None }
}

pub(crate) fn chat_kind(guild: Option<Id>) -> ChatKind {
    if guild.is_some() { ChatKind::Group } else { ChatKind::Direct }
}

/// A user, with the roles they have where it happened.
pub(crate) fn sender(user: &User, member: Option<&Member>) -> Sender {
    Sender {
        id: user.id.to_string(),
        name: user.global_name.clone().unwrap_or_else(|| user.username.clone()),
        roles: member.into_iter().flat_map(|member| &member.roles).map(Id::to_string).collect(),
        bot: user.bot,
    }
}

/// Where a message belongs: if every answer goes to a thread, to the one that will be opened at the message.
fn conversation_of(channel: Id, message: Id, context: &MessageContext<'_>) -> ChatRef {
    let mut chat = chat_ref(channel, context.info);
    if context.settings.threads == Threads::Always && context.info.is_some_and(|info| info.takes_threads) {
        chat.chat = format!("{channel}/{message}");
    }
    chat
}

/// Where a thread of the bot's own began: it has the id of the message it was opened at.
fn opening(message: &Message, context: &MessageContext<'_>) -> Option<Opening> {
    let info = context.info.filter(|info| is_own_thread(info, context))?;
    let chat = ChatRef { channel: CHANNEL.into(), chat: info.parent.clone()?, thread: None };
    Some(Opening { chat, message_id: message_id(message.channel_id) })
}

/// Who wrote a message; `None` for the bot itself, and for programs that are not to be heard.
fn author(message: &Message, context: &MessageContext<'_>) -> Option<Sender> {
    if message.author.id == context.me {
        return None;
    }
    let mut sender = sender(&message.author, message.member.as_ref());
    if let Some(webhook) = message.webhook_id {
        sender.id = webhook.to_string();
        sender.bot = true;
    }
    (!sender.bot || context.settings.heard_bots.contains(&sender.id)).then_some(sender)
}

fn is_addressed(message: &Message, context: &MessageContext<'_>) -> bool {
    message.guild_id.is_none()
        || message.mentions.iter().any(|user| user.id == context.me)
        || replied_to(message).is_some_and(|to| to.author.id == context.me)
        || context.settings.always_answer.contains(&message.channel_id.to_string())
        || context.info.is_some_and(|info| is_own_thread(info, context))
}

fn is_own_thread(info: &ChannelInfo, context: &MessageContext<'_>) -> bool {
    info.is_thread && info.owner.as_deref().and_then(Id::parse) == Some(context.me)
}

/// What a message says, without mentions of the bot, and whether somebody else has said it.
fn text_and_forwarded(message: &Message, context: &MessageContext<'_>) -> (String, bool) {
    match message.message_snapshots.first().filter(|_| is_forward(message)) {
        Some(snapshot) => (snapshot.message.content.trim().to_owned(), true),
        None => (without_mentions(&message.content, context.me), false),
    }
}

fn is_forward(message: &Message) -> bool {
    message.message_reference.as_ref().is_some_and(|reference| reference.kind == FORWARD)
}

/// The text as if the mentions of the bot had not been there: "@bot, hello" and "say @bot hello" read on smoothly.
fn without_mentions(text: &str, me: Id) -> String {
    let names = [format!("<@{me}>"), format!("<@!{me}>")];
    let next = |text: &str| {
        names.iter().filter_map(|name| text.find(name.as_str()).map(|at| (at, at + name.len()))).min()
    };
    let mut without = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((start, end)) = next(rest) {
        without.push_str(&rest[..start]);
        let gap = if without.trim().is_empty() { [',', ':', ' '].as_slice() } else { &[' '] };
        rest = rest[end..].trim_start_matches(gap);
    }
    without.push_str(rest);
    without.trim().to_owned()
}

/// Splits "/word and more" into the command's name and what follows. A path such as `/etc/hosts` is none.
fn parse_command(text: &str) -> Option<(String, String)> {
    let text = text.strip_prefix('/')?;
    let (name, args) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_name = (1..=MAX_COMMAND_NAME).contains(&name.len()) && name.chars().all(fits);
    is_name.then(|| (name.to_lowercase(), args.trim().to_owned()))
}

/// The message that this one replies to, if it is still there.
fn replied_to(message: &Message) -> Option<&Referenced> {
    message.referenced_message.as_ref().filter(|_| !is_forward(message))
}

fn quoted(message: &Message, context: &MessageContext<'_>) -> Option<Quoted> {
    let to = replied_to(message)?;
    Some(Quoted {
        message_id: message_id(to.id),
        text: without_mentions(&to.content, context.me),
        from_bot: to.author.id == context.me,
    })
}

/// The files of a message, or of the one that it forwards.
fn attachments(message: &Message, context: &MessageContext<'_>) -> Vec<Attachment> {
    let forwarded = message.message_snapshots.iter().map(|snapshot| &snapshot.message);
    let forwarded = forwarded.map(|message| (message.flags, &message.attachments, &message.sticker_items));
    let own = (message.flags, &message.attachments, &message.sticker_items);
    let poll = message.poll.map(|_| Attachment {
        kind: AttachmentKind::Other,
        file_id: String::new(),
        name: Some("poll".into()),
        size: None,
    });
    [own]
        .into_iter()
        .chain(forwarded)
        .flat_map(|(flags, files, stickers)| {
            let files = files.iter().map(move |file| file_attachment(file, flags));
            files.chain(stickers.iter().map(|sticker| sticker_attachment(sticker, context)))
        })
        .chain(poll)
        .collect()
}

fn file_attachment(file: &File, flags: u64) -> Attachment {
    let media_type = file.content_type.as_deref().unwrap_or_default();
    let kind = match media_type.split_once('/').map(|(kind, _)| kind) {
        Some("audio") if flags & IS_VOICE_MESSAGE != 0 => AttachmentKind::Voice,
        Some("image") => AttachmentKind::Photo,
        Some("video") => AttachmentKind::Video,
        Some("audio") => AttachmentKind::Audio,
        _ => AttachmentKind::File,
    };
    Attachment { kind, file_id: file.url.clone(), name: file.filename.clone(), size: file.size }
}

/// A sticker. Discord does not say where its picture is; one that cannot be had has no `file_id`.
fn sticker_attachment(sticker: &Sticker, context: &MessageContext<'_>) -> Attachment {
    let file_id = match sticker.format_type {
        // With another server's API nothing is looked up at Discord's.
        _ if context.settings.api_url.is_some() => String::new(),
        1 | 2 => format!("https://cdn.discordapp.com/stickers/{}.png", sticker.id),
        4 => format!("https://media.discordapp.net/stickers/{}.gif", sticker.id),
        // An animation that is a program.
        _ => String::new(),
    };
    Attachment { kind: AttachmentKind::Sticker, file_id, name: sticker.name.clone(), size: None }
}

fn message_id(id: Id) -> MessageId {
    MessageId(id.to_string())
}

#[cfg(test)]
mod tests;
