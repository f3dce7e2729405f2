//! Long texts, one page at a time.

use adjutant_domain::text::beginning;

/// A page of a text, counted in characters.
pub(super) struct Page {
    pub(super) text: String,
    pub(super) offset: usize,
    /// Length of the whole text, in characters.
    pub(super) total: usize,
    /// Characters after this page.
    pub(super) remaining: usize,
}

/// Returns the page of at most `max_chars` characters after `offset`; it never splits a character as people see it.
pub(super) fn cut(text: &str, offset: usize, max_chars: usize) -> Page {
    let total = text.chars().count();
    let start = text.char_indices().nth(offset).map_or(text.len(), |(start, _)| start);
    let page = beginning(&text[start..], max_chars);
    let remaining = text[start + page.len()..].chars().count();
    Page { text: page.to_owned(), offset, total, remaining }
}

impl Page {
    /// Returns a message for the model that says where the text continues.
    pub(super) fn message(&self) -> String {
        match self.remaining {
            0 => "That is all.".to_owned(),
            more => format!("{more} characters more: call again with offset {}.", self.total - more),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_make_up_the_whole_text_whatever_it_is_of() {
        let text = adjutant_domain::text::samples::GRAPHEMES.concat().repeat(3);
        for most in 1..text.chars().count() + 2 {
            let (mut read, mut offset) = (String::new(), 0);
            loop {
                let page = cut(&text, offset, most);
                assert!(page.text.chars().count() <= most);
                read.push_str(&page.text);
                offset = page.total - page.remaining;
                if page.remaining == 0 {
                    break;
                }
            }
            assert_eq!(read, text, "{most}");
        }
        assert_eq!(cut(&text, 1_000_000, 200).text, "");
    }
}
