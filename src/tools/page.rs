//! A long text, a page at a time.

/// A page of a text, counted in characters.
pub(super) struct Page {
    pub(super) text: String,
    pub(super) offset: usize,
    /// Characters of the whole text.
    pub(super) total: usize,
    /// Characters after this page.
    pub(super) remaining: usize,
}

/// The page of at most `max_chars` that begins after `offset` characters.
pub(super) fn cut(text: &str, offset: usize, max_chars: usize) -> Page {
    let total = text.chars().count();
    let end = offset.saturating_add(max_chars).min(total);
    Page { text: text.chars().skip(offset).take(max_chars).collect(), offset, total, remaining: total - end }
}

impl Page {
    /// Where the text goes on, for the model.
    pub(super) fn message(&self) -> String {
        match self.remaining {
            0 => "That is all.".to_owned(),
            more => format!("{more} characters more: call again with offset {}.", self.total - more),
        }
    }
}
