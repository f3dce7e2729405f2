//! Files that the bot sends or downloads.

use std::fmt;

use axum::body::Bytes;
use serde_json::{Map, Value, json};

use super::{
    errors::{ApiError, bad_request, malformed},
    methods::{post, read_caption},
    params::{Params, Upload},
    state::{Message, State},
};

/// The kinds of media that carry a file, by the names of their fields.
pub(crate) const KINDS: [&str; 5] = ["photo", "video", "audio", "voice", "document"];

/// The largest file that a bot may upload, in bytes.
pub(crate) const MAX_UPLOAD: usize = 50 * 1024 * 1024;
/// The largest picture, in bytes.
const MAX_PHOTO: usize = 10 * 1024 * 1024;
/// The largest file that a bot may download, in bytes.
const MAX_DOWNLOAD: usize = 20 * 1024 * 1024;

/// The largest sum of a picture's width and height, in pixels; their ratio is at most [`MAX_RATIO`].
const MAX_DIMENSIONS: u32 = 10_000;
const MAX_RATIO: u32 = 20;

/// A file that the bot sent.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// The kind as which it is shown, in the platform's words: `photo`, `document` ...
    pub kind: &'static str,
    /// The name it was uploaded under.
    pub name: String,
    /// Its content.
    pub bytes: Bytes,
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.name)
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}, {} bytes", self.bytes.len())
    }
}

/// `sendPhoto` and its siblings, for uploaded files.
pub(crate) fn send(state: &mut State, kind: &'static str, params: &Params) -> Result<Value, ApiError> {
    let caption = read_caption(params)?;
    let upload =
        upload(params, kind).ok_or_else(|| malformed(format_args!("there is no {kind} in the request")))?;
    check(kind, &upload.bytes)?;
    post(state, params, |state, blank| {
        let file = File { kind, name: upload.name.clone(), bytes: upload.bytes.clone() };
        Message { text: caption, file: Some(file), extra: attach(state, kind, upload), ..blank }
    })
}

/// `getFile`.
pub(crate) fn get_file(state: &State, params: &Params) -> Result<Value, ApiError> {
    let id = params.text("file_id").unwrap_or_default();
    let file = state.files.get(&id);
    let file = file.ok_or_else(|| bad_request("wrong file_id or the file is temporarily unavailable"))?;
    if file.len() > MAX_DOWNLOAD {
        return Err(bad_request("file is too big"));
    }
    Ok(json!({
        "file_id": id,
        "file_unique_id": format!("unique-{id}"),
        "file_size": file.len(),
        "file_path": format!("files/{id}"),
    }))
}

/// Keeps a file, and returns the field of a message with it.
pub(crate) fn attach(state: &mut State, kind: &str, upload: &Upload) -> Map<String, Value> {
    let mut media = state.store(upload.bytes.clone());
    if matches!(kind, "photo" | "video") {
        media["width"] = json!(640);
        media["height"] = json!(480);
    }
    if kind == "video_note" {
        media["length"] = json!(384);
    }
    if matches!(kind, "video" | "video_note" | "audio" | "voice") {
        media["duration"] = json!(1);
    }
    if matches!(kind, "video" | "audio" | "document") {
        media["file_name"] = json!(upload.name);
    }
    let media = if kind == "photo" { json!([media]) } else { media };
    Map::from_iter([(kind.to_owned(), media)])
}

/// Returns the file of a parameter: uploaded under the parameter's name, or under the name to which it refers.
fn upload<'a>(params: &'a Params, kind: &str) -> Option<&'a Upload> {
    let reference = params.text(kind);
    let name = reference.as_deref().map_or(Some(kind), |reference| reference.strip_prefix("attach://"))?;
    params.files.get(name)
}

pub(crate) fn check(kind: &str, bytes: &[u8]) -> Result<(), ApiError> {
    let size = bytes.len();
    if size == 0 {
        return Err(bad_request("file must be non-empty"));
    }
    if kind == "photo" && size > MAX_PHOTO {
        return Err(malformed(format_args!(
            "file of size {size} bytes is too big for a photo; the maximum size is {MAX_PHOTO} bytes"
        )));
    }
    match png_dimensions(bytes) {
        Some((width, height)) if kind == "photo" && !is_showable(width, height) => {
            Err(bad_request("PHOTO_INVALID_DIMENSIONS"))
        }
        _ => Ok(()),
    }
}

fn is_showable(width: u32, height: u32) -> bool {
    let (short, long) = (width.min(height), width.max(height));
    width.saturating_add(height) <= MAX_DIMENSIONS && long <= short.saturating_mul(MAX_RATIO)
}

/// Returns the width and height of a PNG. Other files count as pictures of a usual size.
fn png_dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?;
    let (width, rest) = header.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}
