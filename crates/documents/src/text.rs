//! Web pages.

use crate::Unreadable;

/// Returns whether a text is a web page.
pub(super) fn is_html(text: &str) -> bool {
    let head = text[..text.floor_char_boundary(1024)].to_lowercase();
    ["<!doctype html", "<html"].iter().any(|begin| head.contains(begin))
}

/// Converts a web page to Markdown.
pub(super) fn of_html(html: &str) -> Result<String, Unreadable> {
    let converter = htmd::HtmlToMarkdown::builder().skip_tags(vec!["head", "script", "style"]).build();
    converter.convert(html).map(|text| text.trim().to_owned()).map_err(|_| Unreadable::Damaged)
}
