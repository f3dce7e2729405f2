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

/// Converts an answer to parts that fit. Of a link to a person, the text stays.
pub(crate) fn lay_out(markdown: &str) -> Vec<Rich> {
    let answer = rich::from_markdown(markdown).with_links_written_out(|url| {
        link(url).is_none() && !Url::parse(url).is_ok_and(|url| is_person(&url))
    });
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

/// Returns the address of a link in the form that Telegram accepts; `None` if Telegram does not accept it, or would
/// mention a person.
pub(crate) fn link(url: &str) -> Option<Url> {
    let url = Url::parse(url).ok().filter(|url| !is_person(url))?;
    (SCHEMES.contains(&url.scheme()) && url.as_str().len() <= MAX_URL).then_some(url)
}

/// Returns whether an address names a person: Telegram turns such a link into a mention, which notifies them.
fn is_person(url: &Url) -> bool {
    let after = url.as_str().strip_prefix("tg:").unwrap_or_default().trim_start_matches('/');
    after.get(..4).is_some_and(|what| what.eq_ignore_ascii_case("user"))
}

/// Returns the text of a message that must be sent without entities, with the addresses of its links as far as they
/// fit.
pub(crate) fn plain(body: &Rich, limit: usize) -> String {
    let mut links: Vec<&str> = Vec::new();
    for entity in &body.entities {
        if let Style::Link { url } = &entity.style
            && !Url::parse(url).is_ok_and(|url| is_person(&url))
        {
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
    fn a_link_to_a_person_is_only_its_text() {
        for address in ["tg://user?id=77", "TG://User?id=77", "tg:user?id=77", "tg:///user/?id=77"] {
            assert_eq!(link(address), None, "{address}");
            let parts = lay_out(&format!("Ask [Mal]({address})."));
            assert_eq!(parts[0].text, "Ask Mal.");
            assert_eq!(plain(&parts[0], MAX_TEXT), "Ask Mal.");
        }
        assert!(link("tg://resolve?domain=adjutant").is_some());
    }

    #[test]
    fn addresses_are_written_out_as_far_as_they_fit() {
        let body = rich::from_markdown("[one](https://a.example), [two](https://b.example)");
        assert_eq!(plain(&body, MAX_TEXT), "one (https://a.example), two (https://b.example)");
        assert_eq!(plain(&body, 40), "one (https://a.example), two");
        assert_eq!(plain(&body, 10), "one, two");
    }
}
