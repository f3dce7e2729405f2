//! Sends several files as one album.

use adjutant_channel::{MAX_ALBUM, Media, MessageId, Outgoing, SendError, SentIds};
use reqwest::multipart::Form;
use serde_json::json;
use teloxide_core::types::MessageEntity;

use crate::{
    api::Api,
    errors::CallError,
    file_message::{MAX_PHOTO, MAX_UPLOAD, UploadMethod, json, open_upload},
    layout::{self, MAX_CAPTION},
    parameters::{entities, reply_parameters},
    target::Target,
    wire::OwnMessage,
};

/// Divides files, in order, into groups that Telegram accepts as albums: pictures and videos mix, sounds and documents
/// only go with their own kind, and a voice message goes alone. A group has at most [`MAX_UPLOAD`] bytes, which is what
/// Telegram accepts in one request; a file of unknown size counts as empty.
pub(crate) fn divide(files: Vec<Media>) -> Vec<Vec<Media>> {
    let mut albums: Vec<Vec<Media>> = Vec::new();
    for file in files {
        match albums.last_mut() {
            Some(album)
                if album.len() < MAX_ALBUM
                    && bytes(album) + file.size.unwrap_or_default() <= MAX_UPLOAD
                    && album.iter().all(|other| go_together(other, &file)) =>
            {
                album.push(file);
            }
            _ => albums.push(vec![file]),
        }
    }
    albums
}

fn bytes(album: &[Media]) -> u64 {
    album.iter().filter_map(|file| file.size).sum()
}

fn go_together(one: &Media, other: &Media) -> bool {
    let (one, other) = (UploadMethod::of(one.kind), UploadMethod::of(other.kind));
    let is_shown = |method| matches!(method, UploadMethod::PHOTO | UploadMethod::VIDEO);
    one != UploadMethod::VOICE && (one == other || is_shown(one) && is_shown(other))
}

/// Sends an album, with the caption below its first file, and without formatting that Telegram refuses. Returns the ids
/// of all its messages.
///
/// # Errors
/// Returns [`SendError::Refused`] also if one of the files cannot be part of an album: such a file may go alone.
pub(crate) async fn send_album(api: &Api, message: &Outgoing) -> Result<SentIds, SendError> {
    let target = Target::of(&message.chat)?;
    let mut entities = entities(&message.content);
    let mut caption = message.content.body.text.clone();
    loop {
        let (form, size) = album_form(message, target, (&caption, &entities)).await?;
        match api.upload::<Vec<OwnMessage>>("sendMediaGroup", form, size).await {
            Err(CallError::Refused(refusal)) if refusal.is_about_formatting() && !entities.is_empty() => {
                entities.clear();
                caption = layout::plain(&message.content.body, MAX_CAPTION);
            }
            sent => {
                let mut ids = sent?.into_iter().map(|message| MessageId(message.message_id.to_string()));
                let first = ids.next();
                let message =
                    first.ok_or_else(|| SendError::Unknown("Telegram named no message".to_owned()))?;
                return Ok(SentIds { message, more: ids.collect() });
            }
        }
    }
}

/// Returns the request, and the number of bytes of its files.
async fn album_form(
    message: &Outgoing,
    target: Target,
    (caption, entities): (&str, &[MessageEntity]),
) -> Result<(Form, u64), SendError> {
    let (mut form, mut items, mut size) = (Form::new(), Vec::new(), 0);
    for (at, media) in message.content.files().enumerate() {
        let (method, file) = (UploadMethod::of(media.kind), open_upload(media).await?);
        if method == UploadMethod::PHOTO && file.size() > MAX_PHOTO {
            return Err(SendError::Refused("a picture is too large to be shown".to_owned()));
        }
        let name = format!("file{at}");
        let mut item = json!({ "type": method.field, "media": format!("attach://{name}") });
        if at == 0 {
            item["caption"] = caption.into();
            item["caption_entities"] = json!(entities);
        }
        if method == UploadMethod::DOCUMENT {
            item["disable_content_type_detection"] = true.into();
        }
        items.push(item);
        size += file.size();
        form = form.part(name, file.into_part());
    }
    form = form.text("chat_id", target.chat.to_string()).text("media", json(&items)?);
    if let Some(topic) = target.topic {
        form = form.text("message_thread_id", topic.to_string());
    }
    if let Some(reply) = reply_parameters(message)? {
        form = form.text("reply_parameters", json(&reply)?);
    }
    Ok((form, size))
}

#[cfg(test)]
mod tests {
    use adjutant_channel::AttachmentKind::{self, Audio, File, Photo, Video, Voice};

    use super::*;

    fn divided(kinds: &[AttachmentKind]) -> Vec<usize> {
        let files = kinds.iter().map(|kind| file(*kind, None));
        divide(files.collect()).iter().map(Vec::len).collect()
    }

    fn file(kind: AttachmentKind, size: Option<u64>) -> Media {
        Media { kind, path: "a".into(), name: "a".to_owned(), size }
    }

    #[test]
    fn an_album_is_no_larger_than_a_request() {
        let files = [20, 30, 1, 49, 50, 10].map(|millions| file(File, Some(millions * MAX_UPLOAD / 50)));
        let albums = divide(files.to_vec());
        assert_eq!(albums.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1, 1]);
    }

    #[test]
    fn files_are_divided_by_what_may_be_together() {
        assert_eq!(divided(&[Photo, Video, Photo]), [3]);
        assert_eq!(divided(&[Photo, File, File, Photo]), [1, 2, 1]);
        assert_eq!(divided(&[Audio, Audio, Voice, Voice]), [2, 1, 1]);
        assert_eq!(divided(&[File; 12]), [10, 2]);
    }
}
