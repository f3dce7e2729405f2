//! From texts to token ids.

use anyhow::{Context as _, Result, anyhow};
use tokenizers::{Tokenizer, TruncationParams};

use crate::{folder::Folder, wordpiece::WordPiece};

pub const TOKENIZER: &str = "tokenizer.json";

/// Hardly any token is longer, in characters; what lies beyond that many for each token is not even looked at.
const LONGEST_TOKEN: usize = 32;

pub struct Tokens {
    tokeniser: Tokeniser,
    max_tokens: usize,
}

enum Tokeniser {
    Bundled(WordPiece),
    /// With the id that stands for a text without any token.
    Json(Box<Tokenizer>, u32),
}

impl Tokens {
    pub fn bundled(words: WordPiece, max_tokens: usize) -> Self {
        Self { tokeniser: Tokeniser::Bundled(words), max_tokens }
    }

    /// # Errors
    /// The file is missing or not understood.
    pub fn read(folder: &Folder, max_tokens: usize, padding: u32) -> Result<Self> {
        let bytes = folder.read(TOKENIZER)?.with_context(|| format!("{TOKENIZER} is missing"))?;
        let understood = |error| anyhow!("{TOKENIZER} cannot be understood: {error}");
        let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(understood)?;
        let truncation = TruncationParams { max_length: max_tokens, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(understood)?;
        tokenizer.with_padding(None);
        Ok(Self { tokeniser: Tokeniser::Json(Box::new(tokenizer), padding), max_tokens })
    }

    /// At least one id and at most the model's number of tokens.
    ///
    /// # Errors
    /// The tokeniser fails, which none is known to do.
    pub fn of(&self, text: &str) -> Result<Vec<u32>> {
        let text = beginning(text, self.max_tokens * LONGEST_TOKEN);
        match &self.tokeniser {
            Tokeniser::Bundled(words) => words.encode(text, self.max_tokens),
            Tokeniser::Json(tokenizer, padding) => {
                // The error may quote the text.
                let encoding =
                    tokenizer.encode_fast(text, true).map_err(|_| anyhow!("{TOKENIZER} fails on a text"))?;
                let ids = encoding.get_ids();
                Ok(if ids.is_empty() { vec![*padding] } else { ids.to_vec() })
            }
        }
    }
}

fn beginning(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}
