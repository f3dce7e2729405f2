//! Tokenisation: turns texts into token ids.

use anyhow::{Context as _, Result, anyhow};
use tokenizers::{Tokenizer, TruncationParams};

use crate::{folder::Folder, wordpiece::WordPiece};

/// The name of the file that describes the tokeniser.
pub const TOKENIZER: &str = "tokenizer.json";

/// Characters kept per token of the limit; hardly any token is longer. Text beyond that is dropped before tokenising.
const MAX_TOKEN_CHARS: usize = 32;

/// Turns texts into token ids, at most a given number for each text.
pub struct Tokeniser {
    kind: Kind,
    max_tokens: usize,
}

enum Kind {
    Bundled(WordPiece),
    /// A tokeniser read from its file, and the id that replaces a text without tokens.
    Json(Box<Tokenizer>, u32),
}

impl Tokeniser {
    pub fn bundled(words: WordPiece, max_tokens: usize) -> Self {
        Self { kind: Kind::Bundled(words), max_tokens }
    }

    /// # Errors
    /// Returns an error if the file is missing or cannot be parsed.
    pub fn read(folder: &Folder, max_tokens: usize, padding: u32) -> Result<Self> {
        let bytes = folder.read(TOKENIZER)?.with_context(|| format!("{TOKENIZER} is missing"))?;
        let unparsable = |error| anyhow!("{TOKENIZER} cannot be parsed: {error}");
        let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(unparsable)?;
        let truncation = TruncationParams { max_length: max_tokens, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(unparsable)?;
        tokenizer.with_padding(None);
        Ok(Self { kind: Kind::Json(Box::new(tokenizer), padding), max_tokens })
    }

    /// Returns the token ids of a text: at least one, at most the model's limit.
    ///
    /// # Errors
    /// Returns an error if the tokeniser fails; no text is known to make it fail.
    pub fn encode(&self, text: &str) -> Result<Vec<u32>> {
        let text = first_chars(text, self.max_tokens * MAX_TOKEN_CHARS);
        match &self.kind {
            Kind::Bundled(words) => words.encode(text, self.max_tokens),
            Kind::Json(tokenizer, padding) => {
                // The library's error may quote the text.
                let encoding =
                    tokenizer.encode_fast(text, true).map_err(|_| anyhow!("{TOKENIZER} fails on a text"))?;
                let ids = encoding.get_ids();
                Ok(if ids.is_empty() { vec![*padding] } else { ids.to_vec() })
            }
        }
    }
}

fn first_chars(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}
