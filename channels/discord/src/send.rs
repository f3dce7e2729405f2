//! Sends and edits messages: as the response to a command, or in its chat.

use adjutant_channel::{ChatRef, Content, MessageId, Outgoing, SendError};
use reqwest::Method;
use serde::de::IgnoredAny;

use crate::{
    CHANNEL, Discord, channel_message,
    errors::{CallError, code, send_error},
    interaction_response::{self, ResponseHandle},
    target::{Target, snowflake},
};

/// Sends a message: as the response to its command while Discord accepts one, else to its chat.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, chat = %message.chat, key = message.key))]
pub(crate) async fn send_message(discord: &Discord, message: &Outgoing) -> Result<MessageId, SendError> {
    try_send_message(discord, message).await.map_err(|error| refusal(&error, message))
}

/// Converts the error of a send. Where the bot may not even send text, the place is out of reach until somebody gives it
/// the permission; a file may lack only that for files.
fn refusal(error: &CallError, message: &Outgoing) -> SendError {
    match send_error(error, false) {
        SendError::Refused(why) if error.lacks_permission() && message.content.media.is_none() => {
            match message.chat.thread {
                Some(_) => SendError::ThreadGone(why),
                None => SendError::ChatGone(why),
            }
        }
        other => other,
    }
}

pub(crate) async fn try_send_message(discord: &Discord, message: &Outgoing) -> Result<MessageId, CallError> {
    match &message.handle {
        Some(handle) => {
            interaction_response::send_response(discord, &ResponseHandle::parse(handle)?, message).await
        }
        None => channel_message::create_message(discord, Target::of(&message.chat)?, message).await,
    }
}

/// Edits a message to show `content`. Its file stays.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, %chat, %message))]
pub(crate) async fn edit_message(
    discord: &Discord,
    chat: &ChatRef,
    message: &MessageId,
    content: &Content,
) -> Result<(), SendError> {
    let edit = async {
        let (target, id) = (Target::of(chat)?, snowflake(message)?);
        let body = channel_message::edit_body(content);
        match discord.ephemeral_tokens.get(message) {
            Some(token) => interaction_response::edit_ephemeral(discord, &token, id, &body).await,
            None => channel_message::edit_message(discord, target, id, &body).await,
        }
    };
    edit.await.map_err(|error| send_error(&error, true))
}

/// Shows for about ten seconds that the bot is typing.
pub(crate) async fn show_typing(discord: &Discord, chat: &ChatRef) -> Result<(), SendError> {
    let target = Target::of(chat).map_err(|error| send_error(&error, false))?;
    let show = async |channel| {
        let path = format!("channels/{channel}/typing");
        discord.api.send::<IgnoredAny>(Method::POST, &path, &()).await
    };
    let mut shown = show(discord.thread_fallbacks.channel_for(target)).await;
    if let (Err(error), Some(parent)) = (&shown, target.parent)
        && error.is(&[code::UNKNOWN_CHANNEL])
    {
        // The thread is opened by its first message.
        shown = show(parent).await;
    }
    shown.map(|_| ()).map_err(|error| send_error(&error, false))
}
