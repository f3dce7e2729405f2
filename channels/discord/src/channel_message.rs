//! Creates and edits messages in a channel, a thread or a direct chat.
//!
//! A create carries the message's key as its nonce: for some minutes Discord answers a repeated create with the
//! existing message.

use adjutant_channel::{Content, MessageId, Outgoing, rich::Style};
use reqwest::Method;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use serenity::all::{
    ChannelId, CreateAllowedMentions, CreateMessage, EditMessage, MessageFlags, MessageReference,
    MessageReferenceKind, Nonce, UserId,
};

use crate::{
    Discord, components,
    errors::{CallError, code},
    markdown,
    target::{Target, snowflake},
    threads::{self, ThreadOutcome},
    upload,
    wire::Id,
};

/// Sends a message to a chat. If the chat is a thread that does not exist yet, opens it.
pub(crate) async fn create_message(
    discord: &Discord,
    target: Target,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    let channel = discord.thread_fallbacks.channel_for(target);
    let error = match create_in_channel(discord, channel, message).await {
        Ok(sent) => return Ok(sent),
        Err(error) => error,
    };
    match target.parent.filter(|parent| *parent != channel) {
        Some(parent) if error.is(&[code::UNKNOWN_CHANNEL]) => {
            create_in_new_thread(discord, (target, parent), message, error).await
        }
        // The thread was opened for this answer, before the bot lost the permission or was restarted.
        Some(parent) if lacks_thread(&error, message) && opens_thread(target, message) => {
            fall_back_to_parent(discord, (target, parent), message).await
        }
        _ if error.is(&[code::THREAD_ARCHIVED]) => {
            threads::unarchive_thread(discord, channel).await?;
            create_in_channel(discord, channel, message).await
        }
        _ => Err(error),
    }
}

/// Opens a thread and sends a message there, or to the channel of the thread if there can be none. `missing` is the
/// error of the thread that does not exist.
async fn create_in_new_thread(
    discord: &Discord,
    place @ (target, parent): (Target, Id),
    message: &Outgoing,
    missing: CallError,
) -> Result<MessageId, CallError> {
    let outcome = threads::open_thread(discord, parent, target.channel).await?;
    match outcome {
        ThreadOutcome::Opened | ThreadOutcome::Exists => {}
        // The question was deleted, so nobody waits for the answer.
        ThreadOutcome::MessageNotFound => return Err(missing),
        // A message for a thread is not meant for all readers of the channel.
        ThreadOutcome::RefusedUnseen if !opens_thread(target, message) => return Err(missing),
        ThreadOutcome::Refused | ThreadOutcome::RefusedUnseen => {
            return fall_back_to_parent(discord, place, message).await;
        }
    }
    let sent = create_in_channel(discord, target.channel, message).await;
    match &sent {
        Err(error) if error.is(&[code::UNKNOWN_CHANNEL]) => {}
        Err(error) if lacks_thread(error, message) => {
            if outcome == ThreadOutcome::Opened {
                threads::delete_empty_thread(discord, target.channel).await;
            }
        }
        _ => return sent,
    }
    fall_back_to_parent(discord, place, message).await
}

/// Sends a message, and from now on all messages of its thread, to the channel of the thread.
async fn fall_back_to_parent(
    discord: &Discord,
    (target, parent): (Target, Id),
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    discord.thread_fallbacks.insert(target);
    create_in_channel(discord, parent, message).await
}

/// Returns whether the bot may not write in the thread. For a file, only the permission for files may be missing.
fn lacks_thread(error: &CallError, message: &Outgoing) -> bool {
    error.lacks_permission() && message.content.files().next().is_none()
}

/// Returns whether a message may open its thread: it answers the message at which the thread is opened, or is a later
/// part of such an answer.
fn opens_thread(thread: Target, message: &Outgoing) -> bool {
    let answered = message.reply_to.as_ref().and_then(|answered| snowflake(answered).ok());
    message.part > 0 || answered == Some(thread.channel)
}

async fn create_in_channel(
    discord: &Discord,
    channel: Id,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    let quoted = reply_target(channel, message);
    let sent = post_message(discord, channel, message, quoted).await;
    match (&sent, quoted) {
        // The bot may not read the channel's history.
        (Err(error), Some(_)) if error.is(&[code::CANNOT_REPLY]) => {
            post_message(discord, channel, message, None).await
        }
        _ => sent,
    }
}

async fn post_message(
    discord: &Discord,
    channel: Id,
    message: &Outgoing,
    quoted: Option<Id>,
) -> Result<MessageId, CallError> {
    let mut body = CreateMessage::new()
        .content(markdown::render(&message.content.body))
        .components(components::component_rows(&message.content))
        .flags(MessageFlags::SUPPRESS_EMBEDS)
        .nonce(Nonce::String(message.key.clone()))
        .enforce_nonce(true);
    body = body.allowed_mentions(allowed_mentions(quoted.is_some(), &message.content));
    if let Some(quoted) = quoted {
        let reference = MessageReference::new(MessageReferenceKind::Default, ChannelId::new(channel.0))
            .message_id(quoted.0.into())
            .fail_if_not_exists(false);
        body = body.reference_message(reference);
    }
    for media in message.content.files() {
        body = body.add_file(upload::attachment_metadata(media));
    }
    let path = format!("channels/{channel}/messages");
    request_message(discord, Method::POST, &path, &body, &message.content).await
}

/// Makes a request that returns a message; uploads the files of `content`.
pub(crate) async fn request_message(
    discord: &Discord,
    method: Method,
    path: &str,
    body: &impl Serialize,
    content: &Content,
) -> Result<MessageId, CallError> {
    #[derive(Deserialize)]
    struct Sent {
        id: MessageId,
    }
    let mut uploads = Vec::new();
    for media in content.files() {
        uploads.push(upload::open_upload(media).await?);
    }
    let sent: Sent = match uploads.is_empty() {
        false => discord.api.upload(method, path, body, uploads).await?,
        true => discord.api.send(method, path, body).await?,
    };
    Ok(sent.id)
}

/// Returns the message to quote.
fn reply_target(channel: Id, message: &Outgoing) -> Option<Id> {
    let answered = snowflake(message.reply_to.as_ref()?).ok()?;
    // An interaction is not a message, and the message at which a thread was opened is not in the thread.
    (message.handle.is_none() && answered != channel).then_some(answered)
}

/// Notifies only the author of the message replied to, and the people that the message is to notify.
fn allowed_mentions(replies: bool, content: &Content) -> CreateAllowedMentions {
    let notified = content.body.entities.iter().filter_map(|entity| match &entity.style {
        Style::Person { id, notify: true } => Id::parse(id).filter(|id| id.0 > 0).map(|id| UserId::new(id.0)),
        _ => None,
    });
    let mentions = CreateAllowedMentions::new().users(notified.collect::<Vec<_>>());
    if replies { mentions.replied_user(true) } else { mentions }
}

pub(crate) async fn edit_message(
    discord: &Discord,
    target: Target,
    message: Id,
    body: &EditMessage,
) -> Result<(), CallError> {
    let patch = async |channel| {
        let path = format!("channels/{channel}/messages/{message}");
        discord.api.send::<IgnoredAny>(Method::PATCH, &path, body).await.map(|_| ())
    };
    let channel = discord.thread_fallbacks.channel_for(target);
    let edited = patch(channel).await;
    match (&edited, target.parent) {
        // The thread could not be opened, so the message went to the channel.
        (Err(error), Some(parent)) if error.is(&[code::UNKNOWN_CHANNEL]) => patch(parent).await,
        (Err(error), _) if error.is(&[code::THREAD_ARCHIVED]) => {
            threads::unarchive_thread(discord, channel).await?;
            patch(channel).await
        }
        _ => edited,
    }
}

/// Returns the body of an edit. The author who was replied to stays mentioned; an edit notifies nobody.
pub(crate) fn edit_body(content: &Content) -> EditMessage {
    EditMessage::new()
        .content(markdown::render(&content.body))
        .components(components::component_rows(content))
        .flags(MessageFlags::SUPPRESS_EMBEDS)
        .allowed_mentions(allowed_mentions(true, content))
}
