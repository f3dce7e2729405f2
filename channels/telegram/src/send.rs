//! Messages on their way out: text with entities, never a markup language that could be refused.

use adjutant_channel::{Button, ChatRef, Content, MessageId, Outgoing, Rich, SendError, rich::Style};
use serde::de::IgnoredAny;
use teloxide_core::{
    payloads::{
        EditMessageText, EditMessageTextSetters as _, SendChatAction, SendMessage, SendMessageSetters as _,
    },
    types::{
        ChatAction, ChatId, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, MessageEntity,
        MessageEntityKind, MessageId as TelegramId, ReplyParameters, ThreadId,
    },
};
use url::Url;

use crate::{api::Api, errors::CallError, media, wire::OwnMessage};

const NO_PREVIEW: LinkPreviewOptions = LinkPreviewOptions {
    is_disabled: true,
    url: None,
    prefer_small_media: false,
    prefer_large_media: false,
    show_above_text: false,
};

/// Sends a message; if Telegram refuses it with its formatting, once more without.
pub(crate) async fn send(api: &Api, message: &Outgoing) -> Result<MessageId, SendError> {
    if let Some(media) = &message.content.media {
        return media::send(api, message, media).await;
    }
    let target = Target::of(&message.chat)?;
    let mut request = SendMessage::new(target.chat, &message.content.body.text)
        .entities(entities(&message.content.body))
        .link_preview_options(NO_PREVIEW);
    request.message_thread_id = target.topic;
    request.reply_markup = keyboard(&message.content.buttons).map(Into::into);
    request.reply_parameters = quoted(message, target)?;

    let mut sent: Result<OwnMessage, SendError> = api.call(&request).await.map_err(Into::into);
    if is_refused(&sent) && request.entities.take().is_some_and(|entities| !entities.is_empty()) {
        sent = api.call(&request).await.map_err(Into::into);
    }
    sent.map(|message| MessageId(message.message_id.to_string()))
}

/// Makes a message show `content`; without formatting if Telegram refuses it with.
pub(crate) async fn edit(
    api: &Api,
    chat: &ChatRef,
    message: &MessageId,
    content: &Content,
) -> Result<(), SendError> {
    let (target, id) = (Target::of(chat)?, telegram_id(message)?);
    if content.media.is_some() {
        return media::edit(api, target, id, content).await;
    }
    let mut request = EditMessageText::new(target.chat, id, &content.body.text)
        .entities(entities(&content.body))
        .link_preview_options(NO_PREVIEW);
    request.reply_markup = keyboard(&content.buttons);

    let mut edited = unless_unmodified(api.call(&request).await);
    if is_refused(&edited) && request.entities.take().is_some_and(|entities| !entities.is_empty()) {
        edited = unless_unmodified(api.call(&request).await);
    }
    edited
}

/// Shows for about five seconds that the bot is writing.
pub(crate) async fn typing(api: &Api, chat: &ChatRef) {
    let Ok(target) = Target::of(chat) else { return };
    let mut request = SendChatAction::new(target.chat, ChatAction::Typing);
    request.message_thread_id = target.topic;
    if let Err(error) = api.call::<_, IgnoredAny>(&request).await {
        tracing::debug!(%chat, %error, "typing could not be shown");
    }
}

/// A chat by Telegram's own ids.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) chat: ChatId,
    pub(crate) topic: Option<ThreadId>,
}

impl Target {
    /// # Errors
    /// [`SendError::Refused`] if it is not a chat of Telegram.
    pub(crate) fn of(chat: &ChatRef) -> Result<Self, SendError> {
        let refused = || SendError::Refused(format!("{chat} is not a chat of Telegram"));
        let topic = match &chat.thread {
            Some(thread) => Some(ThreadId(TelegramId(thread.parse().map_err(|_| refused())?))),
            None => None,
        };
        Ok(Self { chat: ChatId(chat.chat.parse().map_err(|_| refused())?), topic })
    }

    /// Groups have negative ids; the chat with a person has that person's.
    pub(crate) fn is_group(self) -> bool {
        self.chat.0 < 0
    }
}

/// # Errors
/// [`SendError::Refused`] if it is not a message of Telegram.
pub(crate) fn telegram_id(message: &MessageId) -> Result<TelegramId, SendError> {
    let id = message
        .0
        .parse()
        .map_err(|_| SendError::Refused(format!("{message} is not a message of Telegram")))?;
    Ok(TelegramId(id))
}

/// The message to quote, where the chat has several people in it.
pub(crate) fn quoted(message: &Outgoing, target: Target) -> Result<Option<ReplyParameters>, SendError> {
    let Some(answered) = message.reply_to.as_ref().filter(|_| target.is_group()) else { return Ok(None) };
    Ok(Some(ReplyParameters::new(telegram_id(answered)?).allow_sending_without_reply()))
}

/// The buttons below a message; `None` removes those that are there.
pub(crate) fn keyboard(buttons: &[Vec<Button>]) -> Option<InlineKeyboardMarkup> {
    let button = |button: &Button| InlineKeyboardButton::callback(&button.label, &button.data);
    let rows = buttons.iter().map(|row| row.iter().map(button).collect::<Vec<_>>());
    (!buttons.is_empty()).then(|| InlineKeyboardMarkup::new(rows))
}

pub(crate) fn entities(body: &Rich) -> Vec<MessageEntity> {
    let entity = |entity: &adjutant_channel::rich::Entity| {
        let kind = match &entity.style {
            Style::Bold => MessageEntityKind::Bold,
            Style::Italic => MessageEntityKind::Italic,
            Style::Strike => MessageEntityKind::Strikethrough,
            Style::Code => MessageEntityKind::Code,
            Style::Pre { language } => {
                MessageEntityKind::Pre { language: Some(language.clone()).filter(|name| !name.is_empty()) }
            }
            Style::Link { url } => MessageEntityKind::TextLink { url: Url::parse(url).ok()? },
            Style::Quote => MessageEntityKind::Blockquote,
        };
        Some(MessageEntity { kind, offset: entity.offset, length: entity.length })
    };
    body.entities.iter().filter_map(entity).collect()
}

/// Telegram words its complaints about entities in many ways, so that every refusal gives the plain text a try.
pub(crate) fn is_refused<T>(outcome: &Result<T, SendError>) -> bool {
    matches!(outcome, Err(SendError::Refused(_)))
}

pub(crate) fn unless_unmodified(answer: Result<IgnoredAny, CallError>) -> Result<(), SendError> {
    match answer {
        Err(CallError::Refused(refusal)) if refusal.is_unmodified() => Ok(()),
        answer => answer.map(|_| ()).map_err(Into::into),
    }
}
