//! Answers to commands. Discord takes them by the command's interaction, and for a quarter of an hour; after that, and
//! when nothing is known of the interaction any more, they are messages like any other.

use std::{fmt, time::Duration};

use adjutant_channel::{MessageId, Outgoing};
use chrono::TimeDelta;
use reqwest::Method;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::json;
use serenity::all::{
    CreateAllowedMentions, CreateInteractionResponseFollowup, EditAttachments, EditMessage, MessageFlags,
};

use crate::{
    Discord, channel_message, components,
    errors::{CallError, code},
    markdown,
    posted_message::PostedMessage,
    target::Target,
    upload,
    wire::Id,
};

/// How long an interaction takes answers: Discord's 15 minutes, less what a request may take and clocks may differ.
const LIFETIME: Duration = Duration::from_secs(14 * 60 + 30);
/// By these codes Discord says that an interaction takes no answer, or not any more.
const EXPIRED_CODES: &[u32] =
    &[code::UNKNOWN_WEBHOOK, code::INVALID_WEBHOOK_TOKEN, code::UNKNOWN_INTERACTION, code::UNKNOWN_MESSAGE];

/// By what a command is answered.
///
/// It deliberately has no `Debug`: it contains the interaction's token.
pub(crate) struct ResponseHandle {
    /// The interaction.
    pub(crate) id: Id,
    pub(crate) token: String,
    /// The user who alone sees the answer, if it is not for everybody.
    pub(crate) private_to: Option<Id>,
}

impl ResponseHandle {
    /// Reads what [`fmt::Display`] wrote.
    ///
    /// # Errors
    /// It is no such thing.
    pub(crate) fn parse(handle: &str) -> Result<Self, CallError> {
        Self::read(handle).ok_or_else(|| CallError::refused("it answers no command of Discord"))
    }

    fn read(handle: &str) -> Option<Self> {
        let (id, rest) = handle.split_once(':')?;
        let (token, user) = rest.rsplit_once(':')?;
        // It becomes a segment of a path.
        let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '=' | '~');
        if token.is_empty() || !token.chars().all(is_safe) {
            return None;
        }
        let private_to = if user.is_empty() { None } else { Some(Id::parse(user)?) };
        Some(Self { id: Id::parse(id)?, token: token.to_owned(), private_to })
    }

    /// Whether Discord still takes an answer; as far as is known, before the gateway has told the time.
    pub(crate) fn is_alive(&self, discord: &Discord) -> bool {
        let age = discord.now().map_or(TimeDelta::zero(), |now| now - self.id.time());
        age.to_std().unwrap_or_default() < LIFETIME
    }

    /// The path of the answer.
    async fn original_response_path(&self, discord: &Discord) -> Result<String, CallError> {
        let me = discord.identity().await?;
        Ok(format!("webhooks/{}/{}/messages/@original", me.application_id, self.token))
    }

    /// Where the answer goes when it is too late for one.
    pub(crate) async fn fallback_target(
        &self,
        discord: &Discord,
        message: &Outgoing,
    ) -> Result<Target, CallError> {
        #[derive(Deserialize)]
        struct Direct {
            id: Id,
        }
        let Some(user) = self.private_to else { return Target::of(&message.chat) };
        let body = json!({"recipient_id": user});
        let direct: Direct = discord.api.send(Method::POST, "users/@me/channels", &body).await?;
        Ok(Target { channel: direct.id, parent: None })
    }

    /// A failure on the way [elsewhere](Self::elsewhere). That somebody takes no direct messages says nothing of the chat
    /// that the command was given in.
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

/// Sends a message as the answer to its command, or where such an answer goes when it is too late for one.
pub(crate) async fn send_response(
    discord: &Discord,
    handle: &ResponseHandle,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    if handle.is_alive(discord) {
        let sent = match message.part {
            0 => edit_original_response(discord, handle, message).await,
            _ => send_followup(discord, handle, message).await,
        };
        match sent {
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

/// Makes what only one person sees show something else.
pub(crate) async fn edit_ephemeral(
    discord: &Discord,
    token: &str,
    message: Id,
    body: &EditMessage,
) -> Result<(), CallError> {
    let path = format!("webhooks/{}/{token}/messages/{message}", discord.identity().await?.application_id);
    discord.api.send::<IgnoredAny>(Method::PATCH, &path, body).await.map(|_| ())
}

/// The answer that a command has, if it shows this. What was added to it cannot be looked for.
pub(crate) async fn find_response(
    discord: &Discord,
    handle: &ResponseHandle,
    message: &Outgoing,
) -> Result<Option<MessageId>, CallError> {
    let content = &message.content;
    if message.part > 0 || !handle.is_alive(discord) {
        return Ok(None);
    }
    match discord.api.get::<PostedMessage>(&handle.original_response_path(discord).await?).await {
        Ok(original) if original.shows(content) => {
            let id = original.message_id();
            remember_token(discord, handle, &id);
            Ok(Some(id))
        }
        Ok(_) => Ok(None),
        Err(error) if error.is(EXPIRED_CODES) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Puts a message in the place that was held for the answer.
async fn edit_original_response(
    discord: &Discord,
    handle: &ResponseHandle,
    message: &Outgoing,
) -> Result<MessageId, CallError> {
    let mut body = channel_message::edit_body(&message.content);
    let media = message.content.media.as_ref();
    if let Some(media) = media {
        body = body.attachments(EditAttachments::new().add(upload::attachment_metadata(media)));
    }
    let path = handle.original_response_path(discord).await?;
    let id = channel_message::request_message(discord, Method::PATCH, &path, &body, media).await?;
    remember_token(discord, handle, &id);
    Ok(id)
}

/// Adds a message to the answer, for the same eyes.
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
    let id =
        channel_message::request_message(discord, Method::POST, &path, &body, content.media.as_ref()).await?;
    remember_token(discord, handle, &id);
    Ok(id)
}

/// Only by the token can be edited what only one person sees.
fn remember_token(discord: &Discord, handle: &ResponseHandle, message: &MessageId) {
    if handle.private_to.is_some() {
        discord.ephemeral_tokens.insert(message, &handle.token);
    }
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
