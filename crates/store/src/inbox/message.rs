//! A person's message, stored as the body of its row.

use std::ops::Not;

use adjutant_channel::{Attachment, AttachmentKind, Event, MessageId, Quoted};
use adjutant_domain::ids::TurnId;
use serde::{Deserialize, Serialize};

/// A person's message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<Attachment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<Quoted>,
    #[serde(default)]
    pub forwarded: bool,
    /// The album to which the message belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub album: Option<String>,
    /// The earlier text of the message, if this is a new version of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<String>,
    /// The turn that took up that earlier text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects_turn: Option<TurnId>,
    /// The turn whose answer suggested it, if a press on a button sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_by: Option<TurnId>,
    /// Whether its file replaces that of the earlier version of the message.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub replaces_file: bool,
    /// The automatic transcription of its recordings; empty if they contain no words or could not be transcribed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<String>,
    /// How many of its recordings could not be transcribed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub missed: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Message {
    /// Returns the message of an event, and its id; `None` for an event of another kind.
    pub fn of(event: &Event) -> Option<(&MessageId, Self)> {
        let Event::Message { message_id, text, attachments, reply_to, forwarded, album } = event else {
            return None;
        };
        let message = Self {
            text: text.clone(),
            attachments: attachments.clone(),
            reply_to: reply_to.clone(),
            forwarded: *forwarded,
            album: album.as_ref().map(|album| album.id.clone()),
            corrects: None,
            corrects_turn: None,
            suggested_by: None,
            replaces_file: false,
            heard: None,
            missed: 0,
        };
        Some((message_id, message))
    }

    /// Returns whether its person spoke it. An audio file does not count, because it may hold anybody's voice.
    pub fn is_voice(&self) -> bool {
        let spoken = [AttachmentKind::Voice, AttachmentKind::RoundVideo];
        !self.forwarded && self.attachments.iter().any(|attachment| spoken.contains(&attachment.kind))
    }

    /// Returns its recordings, if they have not been transcribed yet.
    pub fn unheard(&self) -> impl Iterator<Item = &Attachment> {
        let recordings = self.attachments.iter().filter(|attachment| is_recording(attachment));
        recordings.filter(|_| self.heard.is_none())
    }
}

/// The endings of the names of pictures sent as files.
const PICTURES: [&str; 8] = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".heic", ".avif"];

/// Returns whether there is a picture to look at: a picture, a file named as one, or a still of a moving one.
pub fn is_picture(attachment: &Attachment) -> bool {
    let is_named_so = || {
        let name = attachment.name.as_deref().unwrap_or_default().to_lowercase();
        PICTURES.iter().any(|end| name.ends_with(end))
    };
    let is_one = match attachment.kind {
        AttachmentKind::Photo | AttachmentKind::Sticker => true,
        AttachmentKind::File => is_named_so(),
        _ => false,
    };
    (is_one && !attachment.file_id.is_empty()) || attachment.still.is_some()
}

/// The endings of the names of documents, in the formats of programs and as plain text.
const FORMATS: [&str; 14] = [
    ".docx", ".eml", ".epub", ".htm", ".html", ".odp", ".ods", ".odt", ".pdf", ".pptx", ".rtf", ".xls",
    ".xlsx", ".xml",
];
const TEXTS: [&str; 8] = [".csv", ".json", ".log", ".md", ".toml", ".tsv", ".txt", ".yaml"];

/// Returns whether a file is named as a document.
pub fn is_document(attachment: &Attachment) -> bool {
    attachment.kind == AttachmentKind::File
        && is_named_as_document(attachment.name.as_deref().unwrap_or_default())
        && !attachment.file_id.is_empty()
}

/// Returns whether a file has the name of a document.
pub fn is_named_as_document(name: &str) -> bool {
    is_named_as_text(name) || ends_with_one(name, &FORMATS)
}

/// Returns whether a file has the name of a plain text.
pub fn is_named_as_text(name: &str) -> bool {
    ends_with_one(name, &TEXTS)
}

fn ends_with_one(name: &str, ends: &[&str]) -> bool {
    let name = name.to_lowercase();
    ends.iter().any(|end| name.ends_with(end))
}

/// Returns whether a file is recorded sound.
pub fn is_recording(attachment: &Attachment) -> bool {
    matches!(attachment.kind, AttachmentKind::Voice | AttachmentKind::Audio | AttachmentKind::RoundVideo)
        && !attachment.file_id.is_empty()
}
