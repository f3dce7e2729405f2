//! Sends and edits messages: as the response to a command, or in its chat.

use std::time::Duration;

use adjutant_channel::{ChatRef, Content, MessageId, Outgoing, Receipt, SendError};
use reqwest::Method;
use serde::de::IgnoredAny;

use crate::{
    CHANNEL, Discord, channel_message, direct_chat,
    errors::{CallError, code, send_error},
    interaction_response::{self, ResponseHandle},
    retry::retry,
    target::{Target, snowflake},
};

/// How often changing a reaction is attempted.
const ATTEMPTS: u32 = 4;

/// How long a repeated create certainly returns the existing message; Discord speaks of "the past few minutes".
const NONCE_HOLDS: Duration = Duration::from_secs(2 * 60);

/// Sends a message: as the response to its command while Discord accepts one, else to its chat.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, chat = %message.chat, key = message.key))]
pub(crate) async fn send_message(discord: &Discord, message: &Outgoing) -> Result<MessageId, SendError> {
    if let Some(person) = direct_chat::person(&message.chat) {
        return Err(direct_chat::moved(discord, person).await);
    }
    let send = async {
        match &message.handle {
            Some(handle) => {
                interaction_response::send_response(discord, &ResponseHandle::parse(handle)?, message).await
            }
            None => channel_message::create_message(discord, Target::of(&message.chat)?, message).await,
        }
    };
    send.await.map_err(|error| refusal(&error, message))
}

/// Returns how long a send may be repeated. A second response to a command replaces the first, but only while Discord
/// accepts one; a follow-up has no nonce.
pub(crate) fn repeatable_for(discord: &Discord, message: &Outgoing) -> Duration {
    let is_repeatable = message.handle.as_ref().is_none_or(|handle| {
        message.part == 0 && ResponseHandle::parse(handle).is_ok_and(|handle| handle.is_alive(discord))
    });
    if is_repeatable { NONCE_HOLDS } else { Duration::ZERO }
}

/// Returns whether the search can find a message. An ephemeral follow-up is in no history, and Discord lists none.
pub(crate) fn is_findable(discord: &Discord, message: &Outgoing) -> bool {
    let handle = message.handle.as_ref().and_then(|handle| ResponseHandle::parse(handle).ok());
    handle.is_none_or(|handle| message.part == 0 || handle.private_to.is_none() || !handle.is_alive(discord))
}

/// Converts the error of a send. If the bot may not even send text, the chat or thread is unreachable until somebody
/// grants the permission; for a file, only the permission for files may be missing.
fn refusal(error: &CallError, message: &Outgoing) -> SendError {
    match send_error(error, false) {
        SendError::Refused(why) if error.lacks_permission() => {
            match (&message.content.media, &message.chat.thread) {
                (Some(_), _) => SendError::NotAllowed(why),
                (None, Some(_)) => SendError::ThreadGone(why),
                (None, None) => SendError::ChatGone(why),
            }
        }
        other => other,
    }
}

/// Edits a message to show `content`. Its file stays.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, %chat, %message))]
pub(crate) async fn edit_message(
    discord: &Discord,
    chat: &ChatRef,
    message: &MessageId,
    content: &Content,
    handle: Option<&str>,
) -> Result<(), SendError> {
    let edit = async {
        let (target, id) = (Target::of(chat)?, snowflake(message)?);
        let body = channel_message::edit_body(content);
        if let Some(handle) = handle.map(ResponseHandle::parse).transpose()?
            && interaction_response::edit_ephemeral(discord, &handle, id, &body).await?
        {
            return Ok(());
        }
        channel_message::edit_message(discord, target, id, &body).await
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

/// Reacts to a message, and replaces the bot's previous reaction.
pub(crate) async fn react(
    discord: &Discord,
    chat: &ChatRef,
    message: &MessageId,
    (receipt, before): (Receipt, Option<Receipt>),
) -> Result<(), SendError> {
    let target = Target::of(chat).map_err(|error| send_error(&error, false))?;
    let message = snowflake(message).map_err(|error| send_error(&error, false))?;
    let channel = discord.thread_fallbacks.channel_for(target);
    let request = async |method: Method, receipt| {
        let path = format!("channels/{channel}/messages/{message}/reactions/{}/@me", emoji(receipt));
        let send = || discord.api.send::<IgnoredAny>(method.clone(), &path, &());
        retry(ATTEMPTS, send).await.map(drop).map_err(|error| send_error(&error, false))
    };
    if let Some(before) = before {
        request(Method::DELETE, before).await?;
    }
    request(Method::PUT, receipt).await
}

/// Returns the emoji of a receipt, percent-encoded for a path: 👀, ✍️, 👌 and 💔.
fn emoji(receipt: Receipt) -> &'static str {
    match receipt {
        Receipt::Seen => "%F0%9F%91%80",
        Receipt::Working => "%E2%9C%8D%EF%B8%8F",
        Receipt::Done => "%F0%9F%91%8C",
        Receipt::Failed => "%F0%9F%92%94",
    }
}
