//! Plain text in any encoding, and web pages.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use crate::Unreadable;

/// Decodes text: by its byte order mark, as UTF-8, as UTF-16 without a mark, or in the encoding that fits best. Returns
/// `None` if the bytes are not text.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return Some(encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned());
    }
    if let Ok(text) = str::from_utf8(bytes) {
        return (!is_binary(bytes)).then(|| text.to_owned());
    }
    if let Some(encoding) = utf16(bytes) {
        return Some(encoding.decode_without_bom_handling(bytes).0.into_owned());
    }
    if is_binary(bytes) {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    Some(detector.guess(None, Utf8Detection::Allow).decode_without_bom_handling(bytes).0.into_owned())
}

/// Checks whether the bytes include some that do not occur in text.
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
        (false, true) => Some(encoding_rs::UTF_16LE),
        (true, false) => Some(encoding_rs::UTF_16BE),
        _ => None,
    }
}

/// Checks whether a text is a web page.
pub(super) fn is_html(text: &str) -> bool {
    let head = text[..text.floor_char_boundary(1024)].to_lowercase();
    ["<!doctype html", "<html"].iter().any(|begin| head.contains(begin))
}

/// Converts a web page to Markdown.
pub(super) fn of_html(html: &str) -> Result<String, Unreadable> {
    let converter = htmd::HtmlToMarkdown::builder().skip_tags(vec!["head", "script", "style"]).build();
    converter.convert(html).map(|text| text.trim().to_owned()).map_err(|_| Unreadable::Damaged)
}
