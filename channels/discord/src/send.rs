//! Messages on their way out.
//!
//! A create carries the message's key as its nonce: for some minutes Discord answers a repetition with the message that
//! is there already.

use adjutant_channel::{ChatRef, Content, Media, MessageId, Outgoing, SendError};
use reqwest::Method;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use serenity::all::{
    ChannelId, CreateAllowedMentions, CreateMessage, EditMessage, MessageFlags, MessageReference,
    MessageReferenceKind, Nonce,
};

use crate::{
    Discord,
    answers::{self, Handle},
    components, dialect,
    errors::{CallError, code, send_error},
    media,
    threads::{self, Opened},
    wire::Id,
};

/// Sends a message: as the answer to its command while Discord takes one, else to its chat.
pub(crate) async fn send(discord: &Discord, message: &Outgoing) -> Result<MessageId, SendError> {
    deliver(discord, message).await.map_err(|error| send_error(&error, false))
}

pub(crate) async fn deliver(discord: &Discord, message: &Outgoing) -> Result<MessageId, CallError> {
    match &message.handle {
        Some(handle) => answers::send(discord, &Handle::parse(handle)?, message).await,
        None => create(discord, Target::of(&message.chat)?, message).await,
    }
}

/// Makes a message show `content`. A file that it carries stays.
pub(crate) async fn edit(
    discord: &Discord,
    chat: &ChatRef,
    message: &MessageId,
    content: &Content,
) -> Result<(), SendError> {
    let edit = async {
        let (target, id) = (Target::of(chat)?, snowflake(message)?);
        let body = edit_body(content);
        match discord.handles.token(message) {
            Some(token) => answers::edit(discord, &token, id, &body).await,
            None => edit_in(discord, target, id, &body).await,
        }
    };
    edit.await.map_err(|error| send_error(&error, true))
}

/// Shows for about ten seconds that the bot is writing.
pub(crate) async fn typing(discord: &Discord, chat: &ChatRef) {
    let Ok(target) = Target::of(chat) else { return };
    let show = async |channel| {
        let path = format!("channels/{channel}/typing");
        discord.api.send::<IgnoredAny>(Method::POST, &path, &()).await
    };
    let mut shown = show(discord.detours.way(target)).await;
    if let (Err(error), Some(parent)) = (&shown, target.parent)
        && error.is(&[code::UNKNOWN_CHANNEL])
    {
        // The thread is opened by its first message.
        shown = show(parent).await;
    }
    if let Err(error) = shown {
        tracing::debug!(%chat, %error, "typing could not be shown");
    }
}

/// A chat by Discord's own ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// Where requests go: a channel, a thread or a direct chat.
    pub(crate) channel: Id,
    /// The channel that a thread is in.
    pub(crate) parent: Option<Id>,
}

impl Target {
    /// # Errors
    /// It is not a chat of Discord.
    pub(crate) fn of(chat: &ChatRef) -> Result<Self, CallError> {
        let ids: Option<Vec<Id>> = chat.chat.split('/').map(id).collect();
        match ids.as_deref() {
            Some(&[channel]) => Ok(Self { channel, parent: None }),
            Some(&[parent, thread]) => Ok(Self { channel: thread, parent: Some(parent) }),
            _ => Err(CallError::refused(format!("{chat} is not a chat of Discord"))),
        }
    }
}

/// # Errors
/// It is not a message of Discord.
pub(crate) fn snowflake(message: &MessageId) -> Result<Id, CallError> {
    id(&message.0).ok_or_else(|| CallError::refused(format!("{message} is not a message of Discord")))
}

/// Nothing has the id 0, and `serenity` panics at one.
fn id(text: &str) -> Option<Id> {
    Id::read(text).filter(|id| id.0 > 0)
}

/// Sends a message to a chat; if that is a thread which is not there yet, it is opened.
pub(crate) async fn create(
    discord: &Discord,
    target: Target,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    let way = discord.detours.way(target);
    let sent = create_in(discord, target, way, message).await;
    match (&sent, target.parent) {
        (Err(error), Some(parent)) if error.is(&[code::UNKNOWN_CHANNEL]) && way != parent => {
            match threads::open(discord, parent, target.channel).await? {
                Opened::Thread => {
                    let sent = create_in(discord, target, way, message).await;
                    if !matches!(&sent, Err(error) if error.is(&[code::UNKNOWN_CHANNEL])) {
                        return sent;
                    }
                }
                // What was said in a thread is not for all who read the channel.
                Opened::Nowhere if !is_to_open(target, message) => return sent,
                Opened::Refused | Opened::Nowhere => {}
            }
            discord.detours.add(target);
            create_in(discord, target, parent, message).await
        }
        (Err(error), _) if error.is(&[code::THREAD_ARCHIVED]) => {
            threads::unarchive(discord, way).await?;
            create_in(discord, target, way, message).await
        }
        _ => sent,
    }
}

/// Whether a message is one with which a thread is opened: it answers the message that this is opened at, or is the rest
/// of an answer that did.
fn is_to_open(thread: Target, message: &Outgoing) -> bool {
    let answered = message.reply_to.as_ref().and_then(|answered| snowflake(answered).ok());
    message.part > 0 || answered == Some(thread.channel)
}

async fn create_in(
    discord: &Discord,
    target: Target,
    channel: Id,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    let quoted = quoted(discord, target, channel, message).await;
    let sent = post(discord, channel, message, quoted).await;
    match (&sent, quoted) {
        // Where the bot may not read what was said before.
        (Err(error), Some(_)) if error.is(&[code::CANNOT_REPLY]) => {
            post(discord, channel, message, None).await
        }
        _ => sent,
    }
}

async fn post(
    discord: &Discord,
    channel: Id,
    message: &Outgoing,
    quoted: Option<Id>,
) -> Result<MessageId, CallError> {
    let mut body = CreateMessage::new()
        .content(dialect::render(&message.content.body))
        .components(components::rows(&message.content))
        .flags(MessageFlags::SUPPRESS_EMBEDS)
        .nonce(Nonce::String(message.key.clone()))
        .enforce_nonce(true);
    body = body.allowed_mentions(mentions(quoted.is_some()));
    if let Some(quoted) = quoted {
        let reference = MessageReference::new(MessageReferenceKind::Default, ChannelId::new(channel.0))
            .message_id(quoted.0.into())
            .fail_if_not_exists(false);
        body = body.reference_message(reference);
    }
    let media = message.content.media.as_ref();
    if let Some(media) = media {
        body = body.add_file(media::announced(media));
    }
    let path = format!("channels/{channel}/messages");
    put(discord, Method::POST, &path, &body, media).await
}

/// Makes a request that gives a message, with its file if it has one.
pub(crate) async fn put(
    discord: &Discord,
    method: Method,
    path: &str,
    body: &impl Serialize,
    media: Option<&Media>,
) -> Result<MessageId, CallError> {
    #[derive(Deserialize)]
    struct Sent {
        id: MessageId,
    }
    let sent: Sent = match media {
        Some(media) => discord.api.upload(method, path, body, vec![media::open(media).await?]).await?,
        None => discord.api.send(method, path, body).await?,
    };
    Ok(sent.id)
}

/// The message to quote, where the chat has several people in it.
async fn quoted(discord: &Discord, target: Target, channel: Id, message: &Outgoing) -> Option<Id> {
    let answered = snowflake(message.reply_to.as_ref()?).ok()?;
    // An interaction is not a message, and the message that a thread was opened at is not in the thread.
    let is_there = message.handle.is_none() && answered != channel;
    (is_there && (target.parent.is_some() || is_group(discord, channel).await)).then_some(answered)
}

async fn is_group(discord: &Discord, channel: Id) -> bool {
    let place = discord.places.resolve(&discord.api, &channel.to_string()).await;
    matches!(place, Ok(Some(place)) if place.guild.is_some())
}

/// Nobody is notified, except whom the message replies to.
fn mentions(replies: bool) -> CreateAllowedMentions {
    let nobody = CreateAllowedMentions::new();
    if replies { nobody.replied_user(true) } else { nobody }
}

async fn edit_in(
    discord: &Discord,
    target: Target,
    message: Id,
    body: &EditMessage,
) -> Result<(), CallError> {
    let patch = async |channel| {
        let path = format!("channels/{channel}/messages/{message}");
        discord.api.send::<IgnoredAny>(Method::PATCH, &path, body).await.map(|_| ())
    };
    let way = discord.detours.way(target);
    let edited = patch(way).await;
    match (&edited, target.parent) {
        // No thread could be opened, and the message went to the channel.
        (Err(error), Some(parent)) if error.is(&[code::UNKNOWN_CHANNEL]) => patch(parent).await,
        (Err(error), _) if error.is(&[code::THREAD_ARCHIVED]) => {
            threads::unarchive(discord, way).await?;
            patch(way).await
        }
        _ => edited,
    }
}

/// What a message is to show. Whom it replied to stays mentioned; an edit notifies nobody.
pub(crate) fn edit_body(content: &Content) -> EditMessage {
    EditMessage::new()
        .content(dialect::render(&content.body))
        .components(components::rows(content))
        .flags(MessageFlags::SUPPRESS_EMBEDS)
        .allowed_mentions(mentions(true))
}
