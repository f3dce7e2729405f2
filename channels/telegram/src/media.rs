//! Files on their way out, each with its caption.

use adjutant_channel::{AttachmentKind, Content, Media, MessageId, Outgoing, SendError};
use adjutant_net::Upload;
use reqwest::multipart::Form;
use serde::Serialize;
use teloxide_core::{
    payloads::{EditMessageCaption, EditMessageCaptionSetters as _},
    types::{MessageEntity, MessageId as TelegramId},
};

use crate::{
    api::Api,
    errors::{CallError, Refusal},
    send::{Target, entities, is_refused, keyboard, quoted, unless_unmodified},
    wire::OwnMessage,
};

/// The largest file that Telegram takes from a bot, in bytes.
pub(crate) const MAX_UPLOAD: u64 = 50 * 1024 * 1024;
/// The largest file that it shows as a picture, in bytes.
const MAX_PHOTO: u64 = 10 * 1024 * 1024;

/// Sends a message with a file. What Telegram does not show or play goes as a document; formatting that it refuses is
/// left out.
pub(crate) async fn send(api: &Api, message: &Outgoing, media: &Media) -> Result<MessageId, SendError> {
    let target = Target::of(&message.chat)?;
    let mut shape = Shape::of(media.kind);
    let mut entities = entities(&message.content.body);
    loop {
        let file = open(media).await?;
        let size = file.size();
        if size > MAX_PHOTO && shape == Shape::PHOTO {
            shape = Shape::DOCUMENT;
        }
        let form = form(message, target, shape, &entities)?.part(shape.field, file.into_part());
        match api.upload::<OwnMessage>(shape.method, form, size).await {
            Err(CallError::Refused(refusal)) if give_way(&refusal, &mut shape, &mut entities) => {}
            sent => return Ok(MessageId(sent?.message_id.to_string())),
        }
    }
}

/// Changes the caption and the buttons of a message with a file; without formatting if Telegram refuses it with.
pub(crate) async fn edit(
    api: &Api,
    target: Target,
    message: TelegramId,
    content: &Content,
) -> Result<(), SendError> {
    let mut request = EditMessageCaption::new(target.chat, message)
        .caption(&content.body.text)
        .caption_entities(entities(&content.body));
    request.reply_markup = keyboard(&content.buttons);

    let mut edited = unless_unmodified(api.call(&request).await);
    if is_refused(&edited) && request.caption_entities.take().is_some_and(|entities| !entities.is_empty()) {
        edited = unless_unmodified(api.call(&request).await);
    }
    edited
}

/// How a file is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    method: &'static str,
    /// The parameter that carries the file.
    field: &'static str,
}

impl Shape {
    const PHOTO: Self = Self { method: "sendPhoto", field: "photo" };
    const VIDEO: Self = Self { method: "sendVideo", field: "video" };
    const AUDIO: Self = Self { method: "sendAudio", field: "audio" };
    const VOICE: Self = Self { method: "sendVoice", field: "voice" };
    const DOCUMENT: Self = Self { method: "sendDocument", field: "document" };

    fn of(kind: AttachmentKind) -> Self {
        match kind {
            AttachmentKind::Photo => Self::PHOTO,
            AttachmentKind::Video => Self::VIDEO,
            AttachmentKind::Audio => Self::AUDIO,
            AttachmentKind::Voice => Self::VOICE,
            AttachmentKind::File | AttachmentKind::Sticker | AttachmentKind::Other => Self::DOCUMENT,
        }
    }
}

/// Makes what was refused plainer, where that can help: a document for a picture that is too wide, or where voice
/// messages are not wanted; no formatting where that is the fault, or nothing else is left.
fn give_way(refusal: &Refusal, shape: &mut Shape, entities: &mut Vec<MessageEntity>) -> bool {
    if !refusal.is_about_content() {
        return false;
    }
    if !entities.is_empty() && (refusal.is_about_formatting() || *shape == Shape::DOCUMENT) {
        entities.clear();
        return true;
    }
    std::mem::replace(shape, Shape::DOCUMENT) != Shape::DOCUMENT
}

/// The parameters beside the file.
fn form(
    message: &Outgoing,
    target: Target,
    shape: Shape,
    entities: &[MessageEntity],
) -> Result<Form, SendError> {
    let mut form = Form::new()
        .text("chat_id", target.chat.to_string())
        .text("caption", message.content.body.text.clone())
        .text("caption_entities", json(&entities)?);
    if shape == Shape::DOCUMENT {
        // Else Telegram turns a sound or a looped film into something that cannot be downloaded as it was.
        form = form.text("disable_content_type_detection", "true");
    }
    if let Some(topic) = target.topic {
        form = form.text("message_thread_id", topic.to_string());
    }
    if let Some(reply) = quoted(message, target)? {
        form = form.text("reply_parameters", json(&reply)?);
    }
    if let Some(keyboard) = keyboard(&message.content.buttons) {
        form = form.text("reply_markup", json(&keyboard)?);
    }
    Ok(form)
}

fn json(value: &impl Serialize) -> Result<String, SendError> {
    serde_json::to_string(value).map_err(|error| SendError::Refused(error.to_string()))
}

/// Opens the file.
///
/// # Errors
/// [`SendError::Refused`] if it cannot be read or sent.
async fn open(media: &Media) -> Result<Upload, SendError> {
    let opened = Upload::open(&media.path, &media.name, "Telegram", MAX_UPLOAD).await;
    opened.map_err(SendError::Refused)
}
