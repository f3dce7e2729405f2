//! Sends messages with a file and a caption.

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
    layout::{self, MAX_CAPTION},
    parameters::{entities, is_refused, keyboard, reply_parameters, unless_unmodified},
    target::Target,
    wire::OwnMessage,
};

/// The largest file that Telegram accepts from a bot, in bytes.
pub(crate) const MAX_UPLOAD: u64 = 50 * 1024 * 1024;
/// The largest file that Telegram shows as a picture, in bytes.
pub(crate) const MAX_PHOTO: u64 = 10 * 1024 * 1024;

/// Sends a message with a file. A file that Telegram cannot show or play is sent as a document; refused formatting is
/// left out.
pub(crate) async fn send_file(api: &Api, message: &Outgoing, media: &Media) -> Result<MessageId, SendError> {
    let target = Target::of(&message.chat)?;
    let mut upload = UploadMethod::of(media.kind);
    let mut entities = entities(&message.content);
    let mut caption = message.content.body.text.clone();
    loop {
        let file = open_upload(media).await?;
        let size = file.size();
        if size > MAX_PHOTO && upload == UploadMethod::PHOTO {
            upload = UploadMethod::DOCUMENT;
        }
        let form =
            upload_form(message, target, upload, (&caption, &entities))?.part(upload.field, file.into_part());
        match api.upload::<OwnMessage>(upload.method, form, size).await {
            Err(CallError::Refused(refusal)) if downgrade(&refusal, &mut upload, &mut entities) => {
                if entities.is_empty() {
                    caption = layout::plain(&message.content.body, MAX_CAPTION);
                }
            }
            sent => return Ok(MessageId(sent?.message_id.to_string())),
        }
    }
}

/// Edits the caption and the buttons of a message with a file; without formatting if Telegram refuses it.
pub(crate) async fn edit_caption(
    api: &Api,
    target: Target,
    message: TelegramId,
    content: &Content,
) -> Result<(), SendError> {
    let mut request = EditMessageCaption::new(target.chat, message)
        .caption(&content.body.text)
        .caption_entities(entities(content));
    request.reply_markup = keyboard(&content.buttons);

    let mut edited = unless_unmodified(api.call(&request).await);
    if is_refused(&edited) && request.caption_entities.take().is_some_and(|entities| !entities.is_empty()) {
        request.caption = Some(layout::plain(&content.body, MAX_CAPTION));
        edited = unless_unmodified(api.call(&request).await);
    }
    edited
}

/// The method that sends a kind of file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct UploadMethod {
    method: &'static str,
    /// The parameter for the file, and the type of an album's item.
    pub(crate) field: &'static str,
}

impl UploadMethod {
    pub(crate) const PHOTO: Self = Self { method: "sendPhoto", field: "photo" };
    pub(crate) const VIDEO: Self = Self { method: "sendVideo", field: "video" };
    const AUDIO: Self = Self { method: "sendAudio", field: "audio" };
    pub(crate) const VOICE: Self = Self { method: "sendVoice", field: "voice" };
    pub(crate) const DOCUMENT: Self = Self { method: "sendDocument", field: "document" };

    pub(crate) fn of(kind: AttachmentKind) -> Self {
        match kind {
            AttachmentKind::Photo => Self::PHOTO,
            AttachmentKind::Video | AttachmentKind::RoundVideo => Self::VIDEO,
            AttachmentKind::Audio => Self::AUDIO,
            AttachmentKind::Voice => Self::VOICE,
            AttachmentKind::File | AttachmentKind::Sticker | AttachmentKind::Other => Self::DOCUMENT,
        }
    }
}

/// Downgrades a refused message where this can help: to a document if the picture is too wide or voice messages are not
/// allowed; to no formatting if the formatting was refused, or nothing else is left to try. Returns whether anything
/// changed.
fn downgrade(refusal: &Refusal, upload: &mut UploadMethod, entities: &mut Vec<MessageEntity>) -> bool {
    if !refusal.is_about_content() {
        return false;
    }
    if !entities.is_empty() && (refusal.is_about_formatting() || *upload == UploadMethod::DOCUMENT) {
        entities.clear();
        return true;
    }
    std::mem::replace(upload, UploadMethod::DOCUMENT) != UploadMethod::DOCUMENT
}

/// Returns the parameters besides the file.
fn upload_form(
    message: &Outgoing,
    target: Target,
    upload: UploadMethod,
    (caption, entities): (&str, &[MessageEntity]),
) -> Result<Form, SendError> {
    let mut form = Form::new()
        .text("chat_id", target.chat.to_string())
        .text("caption", caption.to_owned())
        .text("caption_entities", json(&entities)?);
    if upload == UploadMethod::DOCUMENT {
        // Otherwise Telegram converts a sound or a looped film, and the original cannot be downloaded.
        form = form.text("disable_content_type_detection", "true");
    }
    if let Some(topic) = target.topic {
        form = form.text("message_thread_id", topic.to_string());
    }
    if let Some(reply) = reply_parameters(message)? {
        form = form.text("reply_parameters", json(&reply)?);
    }
    if let Some(keyboard) = keyboard(&message.content.buttons) {
        form = form.text("reply_markup", json(&keyboard)?);
    }
    Ok(form)
}

pub(crate) fn json(value: &impl Serialize) -> Result<String, SendError> {
    serde_json::to_string(value).map_err(|error| SendError::Refused(error.to_string()))
}

/// Opens the file.
///
/// # Errors
/// Returns [`SendError::Refused`] if the file cannot be read or sent.
pub(crate) async fn open_upload(media: &Media) -> Result<Upload, SendError> {
    let opened = Upload::open(&media.path, &media.name, "Telegram", MAX_UPLOAD).await;
    opened.map_err(SendError::Refused)
}
