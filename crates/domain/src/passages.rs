//! The passages of a document: pieces of about 200 words that overlap, by which `memory_search` finds it.

use crate::document::Document;

/// The number of words in a passage.
pub const WORDS: usize = 200;
/// The number of words that the next passage repeats.
const OVERLAP: usize = 40;
/// The most bytes of a passage, because text without spaces has few words.
const BYTES: usize = 2_000;
/// The most bytes of a heading.
const HEADING: usize = 120;

/// A piece of a document's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The position of its beginning, for people: `page 4`; `None` in a document of one part without a name.
    pub place: Option<String>,
    /// The heading above it.
    pub heading: Option<String>,
    pub text: String,
}

/// Returns the passages of a document in order. No passage extends over two parts.
pub fn of(document: &Document) -> Vec<Passage> {
    let (unit, is_divided) = (document.kind.part(), document.parts.len() > 1);
    let mut passages = Vec::new();
    let mut heading: Option<String> = None;
    for (number, part) in (1..).zip(&document.parts) {
        let place = match &part.name {
            Some(name) => Some(format!("{unit} {number}, {name}")),
            None => is_divided.then(|| format!("{unit} {number}")),
        };
        for piece in pieces(&part.text) {
            // A passage that begins with a heading belongs to that heading.
            let first = piece.lines().next().and_then(heading_of);
            let above = first.or(heading.take());
            passages.push(Passage { place: place.clone(), heading: above.clone(), text: piece.to_owned() });
            heading = piece.lines().rev().find_map(heading_of).or(above);
        }
    }
    passages
}

/// Returns the text of a line that is marked as a heading.
fn heading_of(line: &str) -> Option<String> {
    let text = line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' ')?.trim();
    (!text.is_empty()).then(|| text[..text.floor_char_boundary(HEADING)].to_owned())
}

/// Splits a text into pieces, each of which begins with the last words of the previous one.
pub fn pieces(text: &str) -> Vec<&str> {
    let words: Vec<(usize, usize)> = bounds(text);
    let (mut pieces, mut first) = (Vec::new(), 0);
    while first < words.len() {
        let begin = words[first].0;
        let fits = |(_, end): &&(usize, usize)| end - begin <= BYTES;
        let count = words[first..].iter().take(WORDS).take_while(fits).count().max(1);
        let last = first + count;
        pieces.push(&text[begin..words[last - 1].1]);
        if last == words.len() {
            break;
        }
        first = last - OVERLAP.min(count / 2);
        while words[last].1 - words[first].0 > BYTES {
            first += 1;
        }
    }
    pieces
}

/// Returns the bounds of the words of a text; a word that is longer than a passage counts as several.
fn bounds(text: &str) -> Vec<(usize, usize)> {
    let mut bounds = Vec::new();
    for word in text.split_whitespace() {
        let mut begin = word.as_ptr() as usize - text.as_ptr() as usize;
        let end = begin + word.len();
        while end - begin > BYTES {
            let cut = text.floor_char_boundary(begin + BYTES);
            bounds.push((begin, cut));
            begin = cut;
        }
        bounds.push((begin, end));
    }
    bounds
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::{Kind, Part};

    fn document(kind: Kind, parts: &[&str]) -> Document {
        Document { kind, parts: parts.iter().map(|text| Part::new(*text)).collect(), is_cut: false }
    }

    #[test]
    fn a_short_page_is_a_passage_below_its_heading() {
        let pages = ["# Ferries\nThey leave at eight.", "", "And at nine.", "## Fares\nTwo euros."];
        let found = of(&document(Kind::Pdf, &pages));
        let shown: Vec<_> = found
            .iter()
            .map(|found| (found.place.as_deref().unwrap(), found.heading.as_deref().unwrap(), &*found.text))
            .collect();
        assert_eq!(
            shown,
            [
                ("page 1", "Ferries", "# Ferries\nThey leave at eight."),
                ("page 3", "Ferries", "And at nine."),
                ("page 4", "Fares", "## Fares\nTwo euros."),
            ]
        );
        let whole = of(&document(Kind::Text, &["They leave at eight."]));
        assert_eq!((&whole[0].place, &whole[0].heading), (&None, &None));
    }

    #[test]
    fn a_long_text_is_several_that_overlap() {
        let text = (0..500).map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ");
        let found = of(&document(Kind::Text, &[&text]));
        let ends = |text: &str| {
            let words: Vec<_> = text.split(' ').collect();
            format!("{} to {}", words[0], words[words.len() - 1])
        };
        let shown: Vec<_> = found.iter().map(|found| ends(&found.text)).collect();
        assert_eq!(shown, ["w0 to w199", "w160 to w359", "w320 to w499"]);
    }

    proptest! {
        #[test]
        fn no_word_is_lost_and_no_passage_is_too_long(text in "(\\PC{0,30}[ \n]{0,2}){0,40}", long in 0..9_000_usize) {
            let text = format!("{text}{}", "é".repeat(long));
            let mut end = 0;
            for piece in pieces(&text) {
                let begin = piece.as_ptr() as usize - text.as_ptr() as usize;
                prop_assert!(piece.len() <= BYTES && begin + piece.len() > end);
                prop_assert!(begin <= end || text[end..begin].trim().is_empty());
                end = begin + piece.len();
            }
            prop_assert!(text[end..].trim().is_empty());
        }
    }
}
