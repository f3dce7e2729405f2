//! Converts Discord's messages to [`Inbound`] events. Does no I/O.

mod names;

use adjutant_channel::{
    Attachment, AttachmentKind, Card, ChatKind, ChatRef, Event, Heard, Inbound, MessageId, Opening, Quoted,
    Sender, without_mentions,
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize as _;
use serde_json::Value;
use url::Url;

use self::names::with_names;
use crate::{
    CHANNEL, Settings, Threads,
    channel_cache::{ChannelCache, ChannelInfo},
    markdown,
    wire::{File, Id, Member, Message, Poll, Referenced, Snapshot, Sticker, User},
};

/// The message types that people write: plain messages, replies, and the responses to other bots' commands.
const USER_MESSAGE_TYPES: [u8; 4] = [0, 19, 20, 23];
/// The reference type of a forward.
const FORWARD: u8 = 1;
/// The flag of a voice message.
const IS_VOICE_MESSAGE: u64 = 1 << 13;
/// The greatest age of a message that may first be taken in by its edit: the ids of older ones may be forgotten.
const FIRST_BY_EDIT_WITHIN: TimeDelta = TimeDelta::hours(1);
/// The longest command name, in characters.
const MAX_COMMAND_NAME: usize = 32;

/// The context for converting a message.
pub(crate) struct MessageContext<'a> {
    /// The bot's user id.
    pub(crate) me: Id,
    pub(crate) settings: &'a Settings,
    /// The channels and roles that the bot sees.
    pub(crate) channels: &'a ChannelCache,
    /// The message's channel, if it is in a guild and known.
    pub(crate) info: Option<&'a ChannelInfo>,
}

/// Returns the event of a new message, or `None` if it does not concern the bot: the bot's own messages, those of other
/// programs, service messages, and guild messages not addressed to the bot.
pub(crate) fn inbound_from_message(message: &Message, context: &MessageContext<'_>) -> Option<Inbound> {
    let sender = author(message, context)?;
    if !USER_MESSAGE_TYPES.contains(&message.kind) || !is_addressed(message, context) {
        return None;
    }
    let message_id = message_id(message.id);
    let (text, forwarded) = text_and_forwarded(message, context);
    let attachments = attachments(message, context);
    // A message that only calls the bot, or whose text the bot may not see, counts too.
    if text.is_empty() && attachments.is_empty() && !calls_bot(message, context) {
        return None;
    }
    let heard = heard(message, text.is_empty() && attachments.is_empty(), context);
    let event = match parse_command(&text).filter(|_| !forwarded) {
        Some((name, args)) => Event::Command { message_id, name, args, handle: None, named: true },
        None => {
            let reply_to = quoted(message, context);
            Event::Message { message_id, text, attachments, reply_to, forwarded, album: None }
        }
    };
    Some(Inbound {
        external_id: external_id(message.id),
        chat: conversation_of(message.channel_id, message.id, context),
        chat_kind: chat_kind(message.guild_id),
        sender,
        sent_at: message.id.time(),
        opened_at: opening(message, context),
        heard,
        event,
    })
}

/// Returns the id by which a message is stored.
pub(crate) fn external_id(message: Id) -> String {
    format!("message:{message}")
}

/// Returns the event of an edit. The original need not have been for the bot, since only the gateway knows which
/// messages still wait. Without a text, a file is enough: a picture may have lost its caption.
pub(crate) fn inbound_from_edit(message: &Message, context: &MessageContext<'_>) -> Option<Inbound> {
    let sent_at = message.edited_timestamp?;
    let sender = author(message, context)?;
    let (text, _) = text_and_forwarded(message, context);
    if text.is_empty() && attachments(message, context).is_empty() {
        return None;
    }
    Some(Inbound {
        external_id: format!("edit:{}:{}", message.id, sent_at.timestamp_millis()),
        chat: conversation_of(message.channel_id, message.id, context),
        chat_kind: chat_kind(message.guild_id),
        sender,
        sent_at,
        opened_at: None,
        heard: Heard::Addressed,
        event: Event::Edit { message_id: message_id(message.id), text, attachments: None },
    })
}

/// Returns the event of an edited message in its new version, for a message that is not stored: an edit added the bot's
/// mention, or arrives before the message itself. If the message is stored, the gateway has it under the same id.
pub(crate) fn inbound_from_edited_message(
    message: &Message,
    context: &MessageContext<'_>,
    now: DateTime<Utc>,
) -> Option<Inbound> {
    let edited_at = message.edited_timestamp?;
    if now - message.id.time() >= FIRST_BY_EDIT_WITHIN {
        return None;
    }
    Some(Inbound { sent_at: edited_at, ..inbound_from_message(message, context)? })
}

/// Returns the event of a deletion at the time `now`. Discord does not name the message's author, so the sender is
/// empty.
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
        heard: Heard::Addressed,
        event: Event::Deleted { message_id: message_id(id) },
    }
}

/// Returns the chat of a channel or thread.
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

/// Returns a user as a sender, with the roles they have in the guild.
pub(crate) fn sender(user: &User, member: Option<&Member>) -> Sender {
    Sender {
        id: user.id.to_string(),
        name: user.shown_name().to_owned(),
        username: Some(user.username.clone()),
        roles: member.into_iter().flat_map(|member| &member.roles).map(Id::to_string).collect(),
        bot: user.bot,
        language: None,
    }
}

/// Returns the chat a message belongs to: if every answer goes to a thread, the thread to be opened at the message.
fn conversation_of(channel: Id, message: Id, context: &MessageContext<'_>) -> ChatRef {
    let mut chat = chat_ref(channel, context.info);
    if context.settings.threads == Threads::Always && context.info.is_some_and(|info| info.takes_threads) {
        chat.chat = format!("{channel}/{message}");
    }
    chat
}

/// Returns the message at which one of the bot's own threads was opened: a thread has the id of its first message.
fn opening(message: &Message, context: &MessageContext<'_>) -> Option<Opening> {
    let info = context.info.filter(|info| is_own_thread(info, context))?;
    let chat = ChatRef { channel: CHANNEL.into(), chat: info.parent.clone()?, thread: None };
    Some(Opening { chat, message_id: message_id(message.channel_id) })
}

/// Returns the author of a message; `None` for the bot itself and for programs it does not listen to.
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
        || calls_bot(message, context)
        || context.settings.always_answer.contains(&message.channel_id.to_string())
        || context.info.is_some_and(|info| is_answered_post(info, context))
        || context.info.is_some_and(|info| is_own_thread(info, context))
}

/// Returns whether a message mentions the bot or its role, or replies to it. A reply need not mention the author it
/// answers.
fn calls_bot(message: &Message, context: &MessageContext<'_>) -> bool {
    mentions_bot(message, context) || replied_to(message).is_some_and(|to| to.author.id == context.me)
}

/// Returns how the bot heard a message. Without a mention of the bot's user, Discord shows the content only to bots
/// with the intent for it.
fn heard(message: &Message, is_empty: bool, context: &MessageContext<'_>) -> Heard {
    if message.guild_id.is_some() && !calls_bot(message, context) {
        Heard::Overheard
    } else if is_empty && message.guild_id.is_some() && message.content.is_empty() {
        Heard::WithoutText
    } else {
        Heard::Addressed
    }
}

/// Returns whether a message mentions the bot, or the role that Discord made for it: an app suggests both under one
/// name.
fn mentions_bot(message: &Message, context: &MessageContext<'_>) -> bool {
    let role = role_of_bot(message.guild_id, context);
    message.mentions.iter().any(|user| user.id == context.me)
        || role.is_some_and(|role| message.mention_roles.contains(&role))
}

fn role_of_bot(guild: Option<Id>, context: &MessageContext<'_>) -> Option<Id> {
    context.channels.role_of_bot(guild?, context.me)
}

/// Returns whether a thread is a post of a forum in which the bot answers every message. In a channel of messages, the
/// threads of people are not part of what the channel's setting covers.
fn is_answered_post(info: &ChannelInfo, context: &MessageContext<'_>) -> bool {
    let answered = info.parent.as_ref().filter(|parent| context.settings.always_answer.contains(parent));
    answered.and_then(|parent| context.channels.lookup(parent)).is_some_and(|parent| !parent.takes_threads)
}

fn is_own_thread(info: &ChannelInfo, context: &MessageContext<'_>) -> bool {
    info.is_thread && info.owner.as_deref().and_then(Id::parse) == Some(context.me)
}

/// Returns a message's text without mentions of the bot, and whether it is a forward.
fn text_and_forwarded(message: &Message, context: &MessageContext<'_>) -> (String, bool) {
    match message.message_snapshots.first().filter(|_| is_forward(message)) {
        // The forward's channels and roles belong to another place.
        Some(Snapshot { message }) => {
            (with_names(message.content.trim(), &message.mentions, None, context), true)
        }
        None => {
            let text = without_bot(&message.content, message.guild_id, context);
            (with_names(&text, &message.mentions, message.guild_id, context), false)
        }
    }
}

fn is_forward(message: &Message) -> bool {
    message.message_reference.as_ref().is_some_and(|reference| reference.kind == FORWARD)
}

/// Returns a text without the mentions of the bot and of its role.
fn without_bot(text: &str, guild: Option<Id>, context: &MessageContext<'_>) -> String {
    let me = context.me;
    let role = role_of_bot(guild, context).map(|role| format!("<@&{role}>"));
    let names = [format!("<@{me}>"), format!("<@!{me}>")].into_iter().chain(role).collect::<Vec<_>>();
    let places = names.iter().flat_map(|name| text.match_indices(name.as_str()));
    let mut mentions: Vec<_> = places.map(|(start, name)| start..start + name.len()).collect();
    mentions.sort_unstable_by_key(|mention| mention.start);
    without_mentions(text, mentions)
}

/// Splits "/word and more" into the command's name and its arguments. A path such as `/etc/hosts` is not a command.
fn parse_command(text: &str) -> Option<(String, String)> {
    let text = text.strip_prefix('/')?;
    let (name, args) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_name = (1..=MAX_COMMAND_NAME).contains(&name.len()) && name.chars().all(fits);
    is_name.then(|| (name.to_lowercase(), args.trim().to_owned()))
}

/// Returns the message that this one replies to, if it still exists.
fn replied_to(message: &Message) -> Option<&Referenced> {
    message.referenced_message.as_ref().filter(|_| !is_forward(message))
}

fn quoted(message: &Message, context: &MessageContext<'_>) -> Option<Quoted> {
    let to = replied_to(message)?;
    let from_bot = to.author.id == context.me;
    let content = if from_bot { markdown::unfolded(&to.content) } else { to.content.clone() };
    Some(Quoted {
        message_id: message_id(to.id),
        text: with_names(
            &without_bot(&content, message.guild_id, context),
            &to.mentions,
            message.guild_id,
            context,
        ),
        from_bot,
    })
}

/// Returns the files of a message, or of the message it forwards.
fn attachments(message: &Message, context: &MessageContext<'_>) -> Vec<Attachment> {
    let forwarded = message.message_snapshots.iter().map(|snapshot| &snapshot.message);
    let forwarded = forwarded.map(|message| (message.flags, &message.attachments, &message.sticker_items));
    let own = (message.flags, &message.attachments, &message.sticker_items);
    let poll = message.poll.as_ref().map(|poll| Attachment {
        kind: AttachmentKind::Other,
        file_id: String::new(),
        unique_id: None,
        name: Some("poll".into()),
        size: None,
        card: poll_card(poll),
        still: None,
        seconds: None,
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
    Attachment {
        kind,
        file_id: file.url.clone(),
        unique_id: None,
        name: file.filename.clone(),
        size: file.size,
        card: None,
        still: still(kind, file),
        seconds: file.duration_secs.map(|seconds| seconds.ceil() as u32),
    }
}

/// Returns the media proxy's address for a still picture of a video, as Discord's own apps request it. The address
/// keeps the signature of the file's own address.
fn still(kind: AttachmentKind, file: &File) -> Option<String> {
    let proxy = file.proxy_url.as_ref().filter(|_| kind == AttachmentKind::Video)?;
    // Discord's addresses end with an ampersand.
    let mut url = Url::parse(proxy.trim_end_matches('&')).ok()?;
    url.query_pairs_mut().append_pair("format", "jpeg");
    Some(url.into())
}

/// Returns a sticker. Discord does not send the picture's address; without one, `file_id` is empty.
fn sticker_attachment(sticker: &Sticker, context: &MessageContext<'_>) -> Attachment {
    let file_id = match sticker.format_type {
        // With another server's API, nothing is fetched from Discord's servers.
        _ if context.settings.api_url.is_some() => String::new(),
        1 | 2 => format!("https://cdn.discordapp.com/stickers/{}.png", sticker.id),
        4 => format!("https://media.discordapp.net/stickers/{}.gif", sticker.id),
        // A Lottie animation, which is not a picture.
        _ => String::new(),
    };
    Attachment {
        kind: AttachmentKind::Sticker,
        file_id,
        unique_id: None,
        name: sticker.name.clone(),
        size: None,
        card: None,
        still: None,
        seconds: None,
    }
}

/// Returns a poll's question and options; `None` if it cannot be parsed.
fn poll_card(poll: &Value) -> Option<Card> {
    let Poll { question, answers } = Poll::deserialize(poll).ok()?;
    Card::poll(&question.text?, answers.iter().filter_map(|answer| answer.poll_media.text.as_deref()))
}

fn message_id(id: Id) -> MessageId {
    MessageId(id.to_string())
}

#[cfg(test)]
mod tests;
