//! Sends and edits messages, as text with entities, never in a markup language that could be refused.

use adjutant_channel::{ChatRef, Content, MessageId, Outgoing, Receipt, SendError, SentIds};
use serde::de::IgnoredAny;
use teloxide_core::{
    payloads::{
        DeleteMessage, EditMessageText, EditMessageTextSetters as _, SendChatAction, SendMessage,
        SendMessageSetters as _, SetMessageReaction, SetMessageReactionSetters as _,
    },
    types::{ChatAction, LinkPreviewOptions, ReactionType},
};

use crate::{
    CHANNEL, album,
    api::Api,
    file_message,
    layout::{self, MAX_TEXT},
    parameters::{entities, is_refused, keyboard, reply_parameters, unless_unmodified},
    target::{Target, telegram_id},
    wire::OwnMessage,
};

const NO_PREVIEW: LinkPreviewOptions = LinkPreviewOptions {
    is_disabled: true,
    url: None,
    prefer_small_media: false,
    prefer_large_media: false,
    show_above_text: false,
};

/// Sends a message; if Telegram refuses its formatting, sends it once more without formatting.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, chat = %message.chat, key = message.key))]
pub(crate) async fn send_message(api: &Api, message: &Outgoing) -> Result<SentIds, SendError> {
    if !message.content.more.is_empty() {
        return album::send_album(api, message).await;
    }
    if let Some(media) = &message.content.media {
        return file_message::send_file(api, message, media).await.map(Into::into);
    }
    let target = Target::of(&message.chat)?;
    let mut request = SendMessage::new(target.chat, &message.content.body.text)
        .entities(entities(&message.content))
        .link_preview_options(NO_PREVIEW);
    request.message_thread_id = target.topic;
    request.reply_markup = keyboard(&message.content.buttons).map(Into::into);
    request.reply_parameters = reply_parameters(message)?;

    let mut sent: Result<OwnMessage, SendError> = api.call(&request).await.map_err(Into::into);
    if is_refused(&sent) && request.entities.take().is_some_and(|entities| !entities.is_empty()) {
        request.text = layout::plain(&message.content.body, MAX_TEXT);
        sent = api.call(&request).await.map_err(Into::into);
    }
    sent.map(|message| MessageId(message.message_id.to_string()).into())
}

/// Edits a message to show `content`; without formatting if Telegram refuses it.
#[tracing::instrument(skip_all, fields(channel = CHANNEL, %chat, %message))]
pub(crate) async fn edit_message(
    api: &Api,
    chat: &ChatRef,
    message: &MessageId,
    content: &Content,
) -> Result<(), SendError> {
    let (target, id) = (Target::of(chat)?, telegram_id(message)?);
    if content.media.is_some() {
        return file_message::edit_caption(api, target, id, content).await;
    }
    let mut request = EditMessageText::new(target.chat, id, &content.body.text)
        .entities(entities(content))
        .link_preview_options(NO_PREVIEW);
    request.reply_markup = keyboard(&content.buttons);

    let mut edited = unless_unmodified(api.call(&request).await);
    if is_refused(&edited) && request.entities.take().is_some_and(|entities| !entities.is_empty()) {
        request.text = layout::plain(&content.body, MAX_TEXT);
        edited = unless_unmodified(api.call(&request).await);
    }
    edited
}

/// Shows for about five seconds that the bot is typing.
pub(crate) async fn show_typing(api: &Api, chat: &ChatRef) -> Result<(), SendError> {
    let target = Target::of(chat)?;
    let mut request = SendChatAction::new(target.chat, ChatAction::Typing);
    request.message_thread_id = target.topic;
    api.call::<_, IgnoredAny>(&request).await?;
    Ok(())
}

/// Reacts to a message, with one of the emoji that Telegram lets bots use.
pub(crate) async fn react(
    api: &Api,
    chat: &ChatRef,
    message: &MessageId,
    receipt: Receipt,
) -> Result<(), SendError> {
    let emoji = match receipt {
        Receipt::Seen => "👀",
        Receipt::Working => "✍",
        Receipt::Done => "👌",
        Receipt::Failed => "💔",
    };
    let (target, id) = (Target::of(chat)?, telegram_id(message)?);
    let reaction = ReactionType::Emoji { emoji: emoji.into() };
    let request = SetMessageReaction::new(target.chat, id).reaction([reaction]);
    api.call::<_, IgnoredAny>(&request).await?;
    Ok(())
}

/// Removes a message of a direct chat. Returns false if Telegram refuses, as it does for messages older than two days.
pub(crate) async fn remove_message(
    api: &Api,
    chat: &ChatRef,
    message: &MessageId,
) -> Result<bool, SendError> {
    let (target, id) = (Target::of(chat)?, telegram_id(message)?);
    match api.call::<_, IgnoredAny>(&DeleteMessage::new(target.chat, id)).await.map_err(SendError::from) {
        Ok(_) => Ok(true),
        Err(SendError::Refused(why)) => Ok(why.contains("message to delete not found")),
        Err(error) => Err(error),
    }
}
