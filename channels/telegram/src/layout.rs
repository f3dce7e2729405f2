//! The limits of a message. Telegram counts the text, the entities, and their size; it ignores excess entities, and
//! refuses a message whose entities are too large.

use adjutant_channel::{
    Rich,
    rich::{self, Style, Unit},
};
use url::Url;

/// The longest text of a message, in UTF-16 code units.
pub(crate) const MAX_TEXT: usize = 4096;
/// The longest caption of a file, in UTF-16 code units.
pub(crate) const MAX_CAPTION: usize = 1024;
/// The longest part of an answer: Telegram's limit, less room for a notice above it.
const MAX_PART: usize = MAX_TEXT - 64;
/// The most entities of a part: Telegram's limit of 100, less room for a notice.
const MAX_ENTITIES: usize = 100 - 4;
/// The largest size of all entities together, in bytes: Telegram's limit is about 9,500, and not documented.
const MAX_SIZE: usize = 9_000;
/// The size of an entity without its address, in bytes.
const ENTITY_SIZE: usize = 16;
/// The longest address of a link, in bytes.
const MAX_URL: usize = 2_048;
/// The schemes of links that Telegram opens; it ignores others.
const SCHEMES: [&str; 5] = ["http", "https", "mailto", "tel", "tg"];

/// Converts an answer to parts that fit.
pub(crate) fn lay_out(markdown: &str) -> Vec<Rich> {
    let answer = rich::from_markdown(markdown).with_links_written_out(|url| link(url).is_none());
    let parts = answer.split(MAX_PART, Unit::Utf16);
    match parts.iter().all(fits) {
        true => parts,
        false => answer.split_by(MAX_PART, measure),
    }
}

/// Returns whether a text fits one part.
pub(crate) fn fits(body: &Rich) -> bool {
    measure(body) <= MAX_PART
}

/// Returns the address of a link in the form that Telegram accepts; `None` if Telegram does not accept it.
pub(crate) fn link(url: &str) -> Option<Url> {
    let url = Url::parse(url).ok()?;
    (SCHEMES.contains(&url.scheme()) && url.as_str().len() <= MAX_URL).then_some(url)
}

/// Returns the text of a message that must be sent without entities, with the addresses of its links as far as they
/// fit.
pub(crate) fn plain(body: &Rich, limit: usize) -> String {
    let mut links: Vec<&str> = Vec::new();
    for entity in &body.entities {
        if let Style::Link { url } = &entity.style {
            links.push(url);
        }
    }
    let fits = |text: &str| text.encode_utf16().count() <= limit;
    (0..=links.len())
        .rev()
        .map(|kept| body.with_links_written_out(|url| links[..kept].contains(&url)).text)
        .find(|text| fits(text))
        .unwrap_or_else(|| body.text.clone())
}

/// Returns how much of [`MAX_PART`] a part uses: by its text, its entities or their size, whichever is nearest to its
/// limit.
fn measure(part: &Rich) -> usize {
    let share = |used: usize, most: usize| (used * MAX_PART).div_ceil(most);
    let size = part.entities.iter().map(|entity| match &entity.style {
        Style::Link { url } => ENTITY_SIZE + url.len(),
        Style::Pre { language } => ENTITY_SIZE + language.len(),
        _ => ENTITY_SIZE,
    });
    let text = part.text.encode_utf16().count();
    text.max(share(part.entities.len(), MAX_ENTITIES)).max(share(size.sum(), MAX_SIZE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_no_more_entities_than_telegram_takes() {
        let markdown = (0..250).map(|n| format!("**{n}** is a number.")).collect::<Vec<_>>().join("\n");
        let parts = lay_out(&markdown);
        let entities: Vec<_> = parts.iter().map(|part| part.entities.len()).collect();
        assert_eq!(entities.iter().sum::<usize>(), 250);
        assert!(entities.len() == 3 && entities.iter().all(|&count| count <= MAX_ENTITIES), "{entities:?}");
    }

    #[test]
    fn long_addresses_fill_a_part_too() {
        let address = format!("https://a.example/{}", "x".repeat(900));
        let markdown = (0..30).map(|n| format!("[item {n}]({address})")).collect::<Vec<_>>().join("\n");
        for part in lay_out(&markdown) {
            assert!(measure(&part) <= MAX_PART && part.entities.len() <= 9, "{}", part.entities.len());
        }
    }

    #[test]
    fn an_address_that_telegram_does_not_take_is_written_out() {
        let long = format!("https://a.example/{}", "x".repeat(MAX_URL));
        let parts = lay_out(&format!("[a file](ftp://a.example/x), [a page]({long})"));
        assert_eq!(parts[0].text, format!("a file (ftp://a.example/x), a page ({long})"));
        assert!(parts[0].entities.is_empty());
    }

    #[test]
    fn addresses_are_written_out_as_far_as_they_fit() {
        let body = rich::from_markdown("[one](https://a.example), [two](https://b.example)");
        assert_eq!(plain(&body, MAX_TEXT), "one (https://a.example), two (https://b.example)");
        assert_eq!(plain(&body, 40), "one (https://a.example), two");
        assert_eq!(plain(&body, 10), "one, two");
    }
}
