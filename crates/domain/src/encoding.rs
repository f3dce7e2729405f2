//! Text in any encoding.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Decodes text: by its byte order mark, as UTF-8, as UTF-16 without a mark, or in the encoding that fits best. Returns
/// `None` if the bytes are not text.
pub fn decode(bytes: &[u8]) -> Option<String> {
    let (encoding, mark) = detect(bytes, true)?;
    Some(encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned())
}

/// Decodes text in the encoding with this name, such as `iso-8859-1`. Returns `None` if there is no such encoding, or
/// if it is UTF-8 and the text is not.
pub fn decode_as(bytes: &[u8], name: &str) -> Option<String> {
    match Encoding::for_label(name.as_bytes())? {
        encoding if encoding == UTF_8 => String::from_utf8(bytes.to_vec()).ok(),
        encoding => Some(encoding.decode_with_bom_removal(bytes).0.into_owned()),
    }
}

/// Returns the encoding of a text and the length of its byte order mark; `None` if the bytes are not text. A beginning
/// that is not the whole text may end within a character.
pub fn detect(bytes: &[u8], is_whole: bool) -> Option<(&'static Encoding, usize)> {
    if let Some(found) = Encoding::for_bom(bytes) {
        return Some(found);
    }
    let is_utf8 = match str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none() && !is_whole,
    };
    if is_utf8 && !is_binary(bytes) {
        return Some((UTF_8, 0));
    }
    if let Some(encoding) = utf16(bytes) {
        return Some((encoding, 0));
    }
    if is_utf8 || is_binary(bytes) {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, is_whole);
    Some((detector.guess(None, Utf8Detection::Allow), 0))
}

/// Returns whether the bytes include some that do not occur in text.
fn is_binary(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64 << 10)];
    let odd = head.iter().filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127));
    head.contains(&0) || odd.count() * 50 > head.len()
}

/// Returns the byte order of UTF-16 text whose letters are mostly Latin; `None` for other bytes.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(4096) & !1];
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count() * 4;
    match (zeros(0) > head.len(), zeros(1) > head.len()) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_decoded_in_the_encoding_that_it_has() {
        for (bytes, expected) in [
            (&b"oats"[..], Some("oats")),
            ("Grüße".as_bytes(), Some("Grüße")),
            (b"\xef\xbb\xbfoats", Some("oats")),
            (b"Viele Gr\xfc\xdfe, caf\xe9", Some("Viele Grüße, café")),
            (b"\xff\xfeo\0a\0t\0s\0", Some("oats")),
            (b"o\0a\0t\0s\0", Some("oats")),
            (b"\0o\0a\0t\0s", Some("oats")),
            (b"", Some("")),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", None),
        ] {
            assert_eq!(decode(bytes).as_deref(), expected, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_beginning_may_end_within_a_character() {
        let beginning = &"Grü".as_bytes()[..3];
        assert_eq!(detect(beginning, false), Some((UTF_8, 0)));
        assert_ne!(detect(beginning, true), Some((UTF_8, 0)));
    }
}
