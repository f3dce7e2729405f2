//! The type of a file, detected from its first bytes, since its name can be misleading.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use adjutant_channel::AttachmentKind;
use infer::MatcherType;

/// The types that a browser can show or play and that cannot carry a script, unlike SVG and HTML. The page's own
/// address shows only these inline; all other files are downloads.
const SHOWN: [&str; 14] = [
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
    "audio/mpeg",
    "audio/m4a",
    "audio/aac",
    "audio/ogg",
    "audio/x-flac",
    "audio/x-wav",
    "video/mp4",
    "video/webm",
    "video/quicktime",
];

/// The number of bytes read; every signature of [`SHOWN`] is far shorter.
const HEAD: u64 = 4096;

/// The properties of an existing file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileInfo {
    /// Its size in bytes.
    pub(crate) size: u64,
    /// Photo for a picture that a browser can show; audio, video, or file.
    pub(crate) kind: AttachmentKind,
    /// The media type if the page may show the file.
    pub(crate) shown_as: Option<&'static str>,
}

/// Inspects the file. Blocks.
///
/// # Errors
/// Returns an error if the path does not exist, is not a file, or cannot be read.
pub(crate) fn inspect(path: &Path) -> io::Result<FileInfo> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    let (kind, shown_as) = kind(&head);
    Ok(FileInfo { size: metadata.len(), kind, shown_as })
}

fn kind(head: &[u8]) -> (AttachmentKind, Option<&'static str>) {
    let Some(found) = infer::get(head) else { return (AttachmentKind::File, None) };
    let shown_as = SHOWN.into_iter().find(|shown| *shown == found.mime_type());
    let kind = match found.matcher_type() {
        MatcherType::Image if shown_as.is_some() => AttachmentKind::Photo,
        MatcherType::Audio => AttachmentKind::Audio,
        MatcherType::Video => AttachmentKind::Video,
        _ => AttachmentKind::File,
    };
    (kind, shown_as)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_decide_and_what_can_carry_a_script_is_never_shown() {
        let webm = [b"\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm", &[0; 300][..]].concat();
        for (head, expected) in [
            (&b"\x89PNG\r\n\x1a\n"[..], (AttachmentKind::Photo, Some("image/png"))),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", (AttachmentKind::Photo, Some("image/jpeg"))),
            (b"GIF89a", (AttachmentKind::Photo, Some("image/gif"))),
            (b"RIFF\x24\0\0\0WEBPVP8 ", (AttachmentKind::Photo, Some("image/webp"))),
            (b"RIFF\x24\0\0\0WAVEfmt ", (AttachmentKind::Audio, Some("audio/x-wav"))),
            (b"ID3\x03\0\0\0\0\0\0", (AttachmentKind::Audio, Some("audio/mpeg"))),
            (b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2", (AttachmentKind::Video, Some("video/mp4"))),
            (b"OggS\0\x02\0\0\0\0\0\0\0\0", (AttachmentKind::Audio, Some("audio/ogg"))),
            (&webm, (AttachmentKind::Video, Some("video/webm"))),
            (b"BM\x46\0\0\0\0\0\0\0", (AttachmentKind::File, None)),
            (b"%PDF-1.7", (AttachmentKind::File, None)),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\">", (AttachmentKind::File, None)),
            (b"<?xml version=\"1.0\"?><svg/>", (AttachmentKind::File, None)),
            (b"<!doctype html><script>", (AttachmentKind::File, None)),
            (b"hello", (AttachmentKind::File, None)),
            (b"", (AttachmentKind::File, None)),
        ] {
            assert_eq!(kind(head), expected, "{}", head.escape_ascii());
        }
    }
}
