//! Converts the main content of an HTML page to Markdown.

use std::cell::RefCell;
use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use url::Url;

use super::clean::{Cleaned, Cleaner, Keep};

/// The shortest content of a page without its navigation, in bytes; a page with less is read again with its navigation.
const MIN_CONTENT_BYTES: usize = 200;

/// Bytes parsed between two checks for cancellation.
const STRIDE_BYTES: usize = 4 * 1024;

pub(super) struct Document {
    pub(super) title: Option<String>,
    pub(super) markdown: String,
    pub(super) is_truncated: bool,
}

/// Converts `html`, resolving relative links against `base`. Returns `None` when cancelled.
///
/// One pass over the tags first reduces the page to balanced and shallow HTML: the Markdown writer walks the tree
/// recursively, and a page could otherwise make that tree as deep as it likes.
pub(super) fn to_markdown(html: &str, base: &Url, is_cancelled: &dyn Fn() -> bool) -> Option<Document> {
    let mut page = clean(html, base, Keep::Content, is_cancelled)?;
    if page.html.len() < MIN_CONTENT_BYTES {
        page = clean(html, base, Keep::Everything, is_cancelled)?;
    }
    let writer = htmd::HtmlToMarkdown::builder().options(htmd::options::Options {
        bullet_list_marker: htmd::options::BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Default::default()
    });
    let markdown = writer.build().convert(&page.html).ok()?;
    Some(Document { title: page.title, markdown, is_truncated: page.is_truncated })
}

fn clean(html: &str, base: &Url, keep: Keep, is_cancelled: &dyn Fn() -> bool) -> Option<Cleaned> {
    let tokenizer = Tokenizer::new(Sink(RefCell::new(Cleaner::new(base, keep))), TokenizerOpts::default());
    let input = BufferQueue::default();
    for stride in strides(html) {
        if is_cancelled() {
            return None;
        }
        input.push_back(StrTendril::from_slice(&html[stride]));
        // Feeding pauses only for scripts, which this sink never asks to run, and for encodings, which are decided
        // already.
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    Some(tokenizer.sink.0.into_inner().finish())
}

/// Wraps the cleaner, because the tokenizer needs a shared reference.
struct Sink<'a>(RefCell<Cleaner<'a>>);

impl TokenSink for Sink<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut cleaner = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => cleaner.text(&text),
            Token::TagToken(tag) => return cleaner.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Splits `text` into pieces that end between characters.
fn strides(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = text.ceil_char_boundary(start + STRIDE_BYTES);
        let stride = start..end;
        start = end;
        (!stride.is_empty()).then_some(stride)
    })
}
