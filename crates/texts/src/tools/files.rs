//! The tools for a person's files. Paths are shown as they are; sizes are in bytes.

use adjutant_channel::{Attachment, AttachmentKind};

use crate::{bytes, file, fluent::text};

pub fn move_to(from: &str, to: &str) -> String {
    text!("tools-file-move", from = from, to = to)
}

pub fn copy(from: &str, to: &str) -> String {
    text!("tools-file-copy", from = from, to = to)
}

pub fn make_folder(path: &str) -> String {
    text!("tools-file-make-folder", path = path)
}

// Deleting ------------------------------------------------------------------------------------------------------

pub fn delete(path: &str, size: u64) -> String {
    text!("tools-file-delete", path = path, size = bytes(size))
}

/// `files`: the number of files in the folder; `size`: their total size.
pub fn delete_folder(path: &str, files: usize, size: u64) -> String {
    text!("tools-file-delete-folder", path = path, count = files, size = bytes(size))
}

/// The reason for the prompts above.
pub fn gone_in_a_day() -> &'static str {
    text!("tools-file-gone-in-a-day")
}

/// The last line of a list that leaves out this many files.
pub fn and_more(files: usize) -> String {
    text!("tools-file-and-more", count = files)
}

pub fn bring_back(path: &str, is_folder: bool) -> String {
    match is_folder {
        true => text!("tools-file-bring-back-folder", path = path),
        false => text!("tools-file-bring-back", path = path),
    }
}

pub fn bring_back_version(path: &str, size: u64) -> String {
    text!("tools-file-bring-back-version", path = path, size = bytes(size))
}

// Writing -------------------------------------------------------------------------------------------------------

pub fn write(path: &str, size: u64) -> String {
    text!("tools-file-write", path = path, size = bytes(size))
}

pub fn append(path: &str, size: u64) -> String {
    text!("tools-file-append", path = path, size = bytes(size))
}

pub fn replace(path: &str, before: u64, after: u64) -> String {
    text!("tools-file-replace", path = path, before = bytes(before), after = bytes(after))
}

/// The reason for prompts about overwriting a file: the old version can be restored.
pub fn kept_as_version() -> &'static str {
    text!("tools-file-kept-as-version")
}

/// The reason if the old version is too large to be kept.
pub fn is_lost() -> &'static str {
    text!("tools-file-is-lost")
}

pub fn change(path: &str) -> String {
    text!("tools-file-change", path = path)
}

/// The reason for the prompt above.
pub fn changes_content() -> &'static str {
    text!("tools-file-changes-content")
}

/// The last line of a difference that leaves out this many lines.
pub fn more_lines(lines: usize) -> String {
    text!("tools-file-more-lines", count = lines)
}

// Received files -------------------------------------------------------------------------------------------------

pub fn save(attachment: &Attachment, path: &str) -> String {
    text!("tools-file-save", what = file(attachment), path = path)
}

/// The progress of the call above.
pub fn saving(kind: AttachmentKind) -> String {
    let kind = match kind {
        AttachmentKind::Photo => "photo",
        AttachmentKind::Voice => "voice",
        AttachmentKind::Audio => "audio",
        AttachmentKind::Video => "video",
        AttachmentKind::RoundVideo => "round-video",
        AttachmentKind::Sticker => "sticker",
        AttachmentKind::File | AttachmentKind::Other => "file",
    };
    text!("tools-file-saving", kind = kind)
}

pub fn reading_document() -> &'static str {
    text!("tools-file-reading-document")
}

pub fn looking_at_picture() -> &'static str {
    text!("tools-file-looking-at-picture")
}

// In a group, visible to others ----------------------------------------------------------------------------------

/// `path`: the folder; `None` for all files.
pub fn list(path: Option<&str>) -> String {
    match path {
        Some(path) => text!("tools-file-list-folder", path = path),
        None => text!("tools-file-list").to_owned(),
    }
}

/// `path`: the file whose earlier versions are listed; `None` for the whole trash.
pub fn list_earlier(path: Option<&str>) -> String {
    match path {
        Some(path) => text!("tools-file-list-earlier", path = path),
        None => text!("tools-file-list-trash").to_owned(),
    }
}

pub fn read(path: &str) -> String {
    text!("tools-file-read", path = path)
}

pub fn search(query: &str) -> String {
    text!("tools-file-search", query = query)
}

/// `pattern`: a pattern for paths, such as `*.md`.
pub fn find(pattern: &str) -> String {
    text!("tools-file-find", pattern = pattern)
}

pub fn calculate_with(paths: &[&str]) -> String {
    text!("tools-file-calculate", paths = paths.join(", "))
}

/// The reason for the prompts above.
pub fn answer_is_seen() -> &'static str {
    text!("tools-file-answer-is-seen")
}

pub fn send_to_group(paths: &[String]) -> String {
    text!("tools-file-send", paths = paths.join(", "))
}

/// The reason for the prompt above.
pub fn are_seen(files: usize) -> &'static str {
    match files {
        1 => text!("tools-file-is-seen"),
        _ => text!("tools-file-are-seen"),
    }
}
