//! The shared parts of the requests for texts and files: entities, buttons, the quoted message, and refusals.

use adjutant_channel::{Button, Content, Outgoing, SendError, rich::Style};
use serde::de::IgnoredAny;
use teloxide_core::types::{
    InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, MessageEntityKind, ReplyParameters, User,
    UserId,
};

use crate::{errors::CallError, layout, target::telegram_id};

/// Returns the message to quote.
pub(crate) fn reply_parameters(message: &Outgoing) -> Result<Option<ReplyParameters>, SendError> {
    let Some(answered) = &message.reply_to else { return Ok(None) };
    Ok(Some(ReplyParameters::new(telegram_id(answered)?).allow_sending_without_reply()))
}

/// Returns the buttons below a message; `None` removes existing ones.
pub(crate) fn keyboard(buttons: &[Vec<Button>]) -> Option<InlineKeyboardMarkup> {
    let button = |button: &Button| InlineKeyboardButton::callback(&button.label, &button.data);
    let rows = buttons.iter().map(|row| row.iter().map(button).collect::<Vec<_>>());
    (!buttons.is_empty()).then(|| InlineKeyboardMarkup::new(rows))
}

/// The shortest quotation that is folded, in UTF-16 code units. Telegram then shows its first three lines.
const FOLDED: usize = 300;

/// Returns the entities of a message's text.
pub(crate) fn entities(content: &Content) -> Vec<MessageEntity> {
    let entity = |entity: &adjutant_channel::rich::Entity| {
        let kind = match &entity.style {
            Style::Bold => MessageEntityKind::Bold,
            Style::Italic => MessageEntityKind::Italic,
            Style::Strike => MessageEntityKind::Strikethrough,
            Style::Code => MessageEntityKind::Code,
            Style::Pre { language } => {
                MessageEntityKind::Pre { language: Some(language.clone()).filter(|name| !name.is_empty()) }
            }
            Style::Link { url } => MessageEntityKind::TextLink { url: layout::link(url)? },
            Style::Quote if content.folds && entity.length >= FOLDED => {
                MessageEntityKind::ExpandableBlockquote
            }
            Style::Quote => MessageEntityKind::Blockquote,
            Style::Folded => MessageEntityKind::ExpandableBlockquote,
            // Telegram would notify them.
            Style::Person { notify: false, .. } | Style::Place { .. } => return None,
            Style::Person { id, notify: true } => {
                MessageEntityKind::TextMention { user: user(id.parse().ok()?) }
            }
        };
        Some(MessageEntity { kind, offset: entity.offset, length: entity.length })
    };
    content.body.entities.iter().filter_map(entity).collect()
}

/// Returns a person to mention: Telegram reads only the id.
fn user(id: u64) -> User {
    User {
        id: UserId(id),
        is_bot: false,
        first_name: String::new(),
        last_name: None,
        username: None,
        language_code: None,
        is_premium: false,
        added_to_attachment_menu: false,
    }
}

/// Returns whether Telegram refused the request. Its complaints about entities have many wordings, so every refusal is
/// worth an attempt with plain text.
pub(crate) fn is_refused<T>(outcome: &Result<T, SendError>) -> bool {
    matches!(outcome, Err(SendError::Refused(_)))
}

pub(crate) fn unless_unmodified(answer: Result<IgnoredAny, CallError>) -> Result<(), SendError> {
    match answer {
        Err(CallError::Refused(refusal)) if refusal.is_unmodified() => Ok(()),
        answer => answer.map(|_| ()).map_err(Into::into),
    }
}
