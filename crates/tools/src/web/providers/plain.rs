//! Extracts the text of a piece of HTML.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

/// Removes the tags and resolves the character references.
pub(super) fn from_html(html: &str) -> String {
    let tokenizer = Tokenizer::new(Text::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // Feeding pauses only for scripts, which this sink never asks to run, and for encodings, which are decided already.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// Collects the text, behind a shared reference as the tokenizer needs.
#[derive(Default)]
struct Text(RefCell<String>);

impl TokenSink for Text {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => self.0.borrow_mut().push_str(&text),
            // Words on both sides of a line break must not run together.
            Token::TagToken(tag) if matches!(&*tag.name, "br" | "p" | "li" | "div") => {
                self.0.borrow_mut().push(' ');
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}
