//! Responses to commands. Discord accepts them through the command's interaction for a quarter of an hour; after that,
//! and when the interaction is unknown, answers are ordinary messages.

use std::{fmt, time::Duration};

use adjutant_channel::{LostSend, MessageId, Outgoing};
use reqwest::Method;
use serde::de::IgnoredAny;
use serenity::all::{
    CreateAllowedMentions, CreateInteractionResponseFollowup, EditAttachments, EditMessage, MessageFlags,
};

use crate::{
    Discord, channel_message, components, direct_chat,
    errors::{CallError, code},
    markdown,
    posted_message::PostedMessage,
    target::Target,
    upload,
    wire::Id,
};

/// How long an interaction accepts responses: Discord's 15 minutes, less room for a request and for clocks that differ.
const LIFETIME: Duration = Duration::from_secs(14 * 60 + 30);
/// The age up to which a command may be unacknowledged: Discord's 3 s, and room for clocks that differ.
const ACKNOWLEDGED_BY: Duration = Duration::from_secs(5);
/// The pause before an answer is retried that waits for another process's acknowledgement.
const UNACKNOWLEDGED_PAUSE: Duration = Duration::from_millis(500);
/// Discord's error codes for an interaction that accepts no response, or no longer does.
const EXPIRED_CODES: &[u32] =
    &[code::UNKNOWN_WEBHOOK, code::INVALID_WEBHOOK_TOKEN, code::UNKNOWN_INTERACTION, code::UNKNOWN_MESSAGE];

/// The handle for responding to a command.
///
/// Deliberately not `Debug`: it contains the interaction's token.
pub(crate) struct ResponseHandle {
    /// The interaction's id.
    pub(crate) id: Id,
    pub(crate) token: String,
    /// The only user who sees the response; `None` if everybody does.
    pub(crate) private_to: Option<Id>,
}

impl ResponseHandle {
    /// Parses the output of [`fmt::Display`].
    ///
    /// # Errors
    /// Returns an error if the text is not a response handle.
    pub(crate) fn parse(handle: &str) -> Result<Self, CallError> {
        Self::read(handle).ok_or_else(|| CallError::refused("not a response handle of Discord"))
    }

    fn read(handle: &str) -> Option<Self> {
        let (id, rest) = handle.split_once(':')?;
        let (token, user) = rest.rsplit_once(':')?;
        // The token becomes a segment of a path.
        let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '=' | '~');
        if token.is_empty() || !token.chars().all(is_safe) {
            return None;
        }
        let private_to = if user.is_empty() { None } else { Some(Id::parse(user)?) };
        Some(Self { id: Id::parse(id)?, token: token.to_owned(), private_to })
    }

    /// Returns whether Discord still accepts a response; assumes so before the gateway's clock is known.
    pub(crate) fn is_alive(&self, discord: &Discord) -> bool {
        self.age(discord).is_none_or(|age| age < LIFETIME)
    }

    /// Returns whether the process that received the command may not have acknowledged it yet. Discord accepts no
    /// response before that.
    fn may_be_unacknowledged(&self, discord: &Discord) -> bool {
        self.age(discord).is_some_and(|age| age < ACKNOWLEDGED_BY)
    }

    fn age(&self, discord: &Discord) -> Option<Duration> {
        Some((discord.now()? - self.id.time()).to_std().unwrap_or_default())
    }

    /// Returns the path of the original response.
    async fn original_response_path(&self, discord: &Discord) -> Result<String, CallError> {
        let me = discord.identity().await?;
        Ok(format!("webhooks/{}/{}/messages/@original", me.application_id, self.token))
    }

    /// Returns the target for an answer when a response is too late.
    pub(crate) async fn fallback_target(
        &self,
        discord: &Discord,
        message: &Outgoing,
    ) -> Result<Target, CallError> {
        let Some(user) = self.private_to else { return Target::of(&message.chat) };
        let opened = direct_chat::id_of(discord, &user.to_string()).await;
        let channel = opened.map_err(|error| match error {
            // The pause holds for opening direct chats, and not for the command's chat.
            CallError::RetryAfter(_) => {
                CallError::NotSent("Discord lets the bot open no direct chat now".into())
            }
            error => error,
        })?;
        Ok(Target { channel, parent: None })
    }

    /// Converts an error on the way to the [fallback target](Self::fallback_target). A person who accepts no direct
    /// messages is no sign that the command's chat is gone.
    pub(crate) fn as_message_error(&self, error: CallError) -> CallError {
        match error {
            CallError::Refused(refusal) if self.private_to.is_some() && refusal.status != 401 => {
                CallError::refused(refusal.message)
            }
            error => error,
        }
    }
}

impl fmt::Display for ResponseHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:", self.id, self.token)?;
        self.private_to.iter().try_for_each(|user| write!(f, "{user}"))
    }
}

/// Sends a message as the response to its command, or to the fallback target when a response is too late.
pub(crate) async fn send_response(
    discord: &Discord,
    handle: &ResponseHandle,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    if handle.is_alive(discord) {
        discord.unacknowledged.settled(handle.id).await;
        let sent = match message.part {
            0 => edit_original_response(discord, handle, message).await,
            _ => send_followup(discord, handle, message).await,
        };
        match sent {
            Err(error) if error.is(&[code::UNKNOWN_WEBHOOK]) && handle.may_be_unacknowledged(discord) => {
                return Err(CallError::RetryAfter(UNACKNOWLEDGED_PAUSE));
            }
            Err(error) if error.is(EXPIRED_CODES) => {}
            sent => return sent,
        }
    }
    let sent = async {
        channel_message::create_message(discord, handle.fallback_target(discord, message).await?, message)
            .await
    };
    sent.await.map_err(|error| handle.as_message_error(error))
}

/// Edits an ephemeral message: only the person who gave its command, or pressed a button on it, sees the message.
/// Returns false if the message is not ephemeral, or Discord no longer accepts edits of it.
pub(crate) async fn edit_ephemeral(
    discord: &Discord,
    handle: &ResponseHandle,
    message: Id,
    body: &EditMessage,
) -> Result<bool, CallError> {
    if handle.private_to.is_none() || !handle.is_alive(discord) {
        return Ok(false);
    }
    discord.unacknowledged.settled(handle.id).await;
    let (me, token) = (&discord.identity().await?.application_id, &handle.token);
    let path = format!("webhooks/{me}/{token}/messages/{message}");
    match discord.api.send::<IgnoredAny>(Method::PATCH, &path, body).await {
        Err(error) if error.is(&[code::UNKNOWN_WEBHOOK]) && handle.may_be_unacknowledged(discord) => {
            Err(CallError::RetryAfter(UNACKNOWLEDGED_PAUSE))
        }
        Err(error) if error.is(EXPIRED_CODES) => Ok(false),
        edited => edited.map(|_| true),
    }
}

/// Returns the original response to a command, if it shows this message. Discord cannot look up follow-ups.
pub(crate) async fn find_response(
    discord: &Discord,
    handle: &ResponseHandle,
    lost: &LostSend,
) -> Result<Option<MessageId>, CallError> {
    if lost.message.part > 0 || !handle.is_alive(discord) {
        return Ok(None);
    }
    match discord.api.get::<PostedMessage>(&handle.original_response_path(discord).await?).await {
        Ok(original) if lost.contents().any(|content| original.shows(content)) => {
            Ok(Some(original.message_id()))
        }
        Ok(_) => Ok(None),
        Err(error) if error.is(EXPIRED_CODES) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Fills in the deferred response.
async fn edit_original_response(
    discord: &Discord,
    handle: &ResponseHandle,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    let mut body = channel_message::edit_body(&message.content);
    if message.content.media.is_some() {
        let files = message.content.files().map(upload::attachment_metadata);
        body = body.attachments(files.fold(EditAttachments::new(), EditAttachments::add));
    }
    let path = handle.original_response_path(discord).await?;
    channel_message::request_message(discord, Method::PATCH, &path, &body, &message.content).await
}

/// Sends a follow-up, visible to the same people as the response.
async fn send_followup(
    discord: &Discord,
    handle: &ResponseHandle,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    let mut flags = MessageFlags::SUPPRESS_EMBEDS;
    flags.set(MessageFlags::EPHEMERAL, handle.private_to.is_some());
    let content = &message.content;
    let body = CreateInteractionResponseFollowup::new()
        .content(markdown::render(&content.body))
        .components(components::component_rows(content))
        .flags(flags)
        .allowed_mentions(CreateAllowedMentions::new());
    let path = format!("webhooks/{}/{}?wait=true", discord.identity().await?.application_id, handle.token);
    channel_message::request_message(discord, Method::POST, &path, &body, content).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_comes_back_as_it_was() {
        for text in ["12:aW50.x-y_z=:", "12:aW50:34"] {
            assert_eq!(
                ResponseHandle::parse(text).map(|handle| handle.to_string()).unwrap_or_default(),
                text
            );
        }
        for text in ["", "12", "12:", "12::", "12:token:x", "x:token:", "12:../../users:", "12:a?b:"] {
            assert!(ResponseHandle::parse(text).is_err(), "{text}");
        }
    }
}
