//! Detects a file's kind by its first bytes: its name may claim anything.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use adjutant_channel::AttachmentKind;
use infer::MatcherType;

/// The picture types that every platform shows as pictures.
const PICTURES: [&str; 3] = ["image/png", "image/jpeg", "image/webp"];
/// The number of bytes at the start of a file that are examined.
const HEAD: u64 = 4096;

/// The properties of an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// The form in which a chat shows the file best.
    pub kind: AttachmentKind,
    /// The usual extension of such files, if it is known.
    pub ending: Option<&'static str>,
    /// In bytes.
    pub size: u64,
}

/// Examines a file. Blocks.
pub fn look(path: &Path) -> io::Result<Looked> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    let (kind, ending) = of(&head);
    Ok(Looked { kind, ending, size })
}

/// Returns the kind of a file that begins with these bytes, and the usual extension of such files.
pub fn of(head: &[u8]) -> (AttachmentKind, Option<&'static str>) {
    let Some(found) = infer::get(head) else { return (AttachmentKind::File, None) };
    let kind = match found.matcher_type() {
        MatcherType::Audio if is_voice(head) => AttachmentKind::Voice,
        MatcherType::Image if PICTURES.contains(&found.mime_type()) => AttachmentKind::Photo,
        MatcherType::Audio => AttachmentKind::Audio,
        MatcherType::Video => AttachmentKind::Video,
        _ => AttachmentKind::File,
    };
    (kind, Some(found.extension()))
}

/// Returns whether a file that begins with these bytes is text, in an encoding without NUL bytes.
pub fn is_text(head: &[u8]) -> bool {
    !head.contains(&0) && !is_other(head)
}

/// Returns whether a file that begins with these bytes has a known kind other than text.
pub fn is_other(head: &[u8]) -> bool {
    infer::get(head).is_some_and(|found| found.matcher_type() != MatcherType::Text)
}

/// Returns whether a sound has the format in which platforms record voice messages: Opus in Ogg with one channel. Music
/// has two.
fn is_voice(head: &[u8]) -> bool {
    const FIRST_PACKET: &[u8] = b"OpusHead\x01\x01";
    head.starts_with(b"OggS") && head.windows(FIRST_PACKET.len()).any(|window| window == FIRST_PACKET)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first page of an Ogg file, with this packet.
    fn ogg(packet: &[u8]) -> Vec<u8> {
        let length = packet.len() as u8;
        [b"OggS\0\x02", &[0; 20][..], &[1, length], packet].concat()
    }

    #[test]
    fn the_first_bytes_decide() {
        for (head, expected) in [
            (&b"\x89PNG\r\n\x1a\n"[..], (AttachmentKind::Photo, Some("png"))),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", (AttachmentKind::Photo, Some("jpg"))),
            (b"GIF89a", (AttachmentKind::File, Some("gif"))),
            (b"ID3\x03\0\0\0\0\0\0", (AttachmentKind::Audio, Some("mp3"))),
            (&ogg(b"OpusHead\x01\x01"), (AttachmentKind::Voice, Some("opus"))),
            (&ogg(b"OpusHead\x01\x02"), (AttachmentKind::Audio, Some("opus"))),
            (&ogg(b"\x01vorbis\0\0\0\0\x01"), (AttachmentKind::Audio, Some("ogg"))),
            (b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2", (AttachmentKind::Video, Some("mp4"))),
            (b"%PDF-1.7", (AttachmentKind::File, Some("pdf"))),
            (b"hello", (AttachmentKind::File, None)),
            (b"", (AttachmentKind::File, None)),
        ] {
            assert_eq!(of(head), expected, "{}", head.escape_ascii());
        }
    }

    #[test]
    fn what_people_write_is_text() {
        for head in [&b""[..], b"oats", b"\xef\xbb\xbfoats", b"caf\xe9", b"<html><body>", b"#!/bin/sh\n"] {
            assert!(is_text(head), "{}", head.escape_ascii());
        }
        for head in [&b"%PDF-1.7"[..], b"\x89PNG\r\n\x1a\n", b"o\0a\0t\0s\0", b"PK\x03\x04"] {
            assert!(!is_text(head), "{}", head.escape_ascii());
        }
    }
}
