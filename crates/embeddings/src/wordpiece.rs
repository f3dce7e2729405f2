//! WordPiece over a vocabulary that is compiled in. The `tokenizers` crate would keep two maps of the vocabulary and
//! the remains of parsing its JSON: eight megabytes instead of one. That crate still does the normalisation and the
//! word splitting.

use anyhow::{Context as _, Result, anyhow};
use tokenizers::{
    Normalizer as _, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _,
    normalizers::BertNormalizer, pre_tokenizers::bert::BertPreTokenizer,
};

/// Words with more characters than this are unknown.
const MAX_WORD_CHARS: usize = 100;
/// Prefix of tokens that continue a word.
const CONTINUATION_PREFIX: &str = "##";

pub struct WordPiece {
    normaliser: BertNormalizer,
    initials: Vocabulary,
    continuations: Vocabulary,
    cls: u32,
    sep: u32,
    unknown: u32,
}

/// Tokens with their ids, in alphabetical order.
struct Vocabulary(Vec<(&'static str, u32)>);

impl WordPiece {
    /// Builds the tokeniser from a vocabulary of lower-case tokens without accents: one per line, in the order of their
    /// ids.
    ///
    /// # Errors
    /// Returns an error if a token that every model has is missing.
    pub fn new(vocabulary: &'static str) -> Result<Self> {
        let tokens = vocabulary.lines().zip(0..);
        let (continuations, initials): (Vec<_>, Vec<_>) =
            tokens.partition(|(token, _)| token.starts_with(CONTINUATION_PREFIX));
        let continuations =
            continuations.into_iter().map(|(token, id)| (&token[CONTINUATION_PREFIX.len()..], id)).collect();
        let initials = Vocabulary::new(initials);
        let special = |token| initials.id(token).with_context(|| format!("the vocabulary has no {token}"));
        Ok(Self {
            normaliser: BertNormalizer::new(true, true, None, true),
            cls: special("[CLS]")?,
            sep: special("[SEP]")?,
            unknown: special("[UNK]")?,
            initials,
            continuations: Vocabulary::new(continuations),
        })
    }

    /// Returns the ids of the tokens of `text`, at most `max`, with the two that enclose every text.
    ///
    /// # Errors
    /// Returns an error if the text cannot be split into words; no text is known to cause it.
    pub fn encode(&self, text: &str, max: usize) -> Result<Vec<u32>> {
        // The library's errors may quote the text.
        let failed = |_| anyhow!("a text cannot be split into words");
        let mut words = PreTokenizedString::from(text);
        words.normalize(|text| self.normaliser.normalize(text)).map_err(failed)?;
        BertPreTokenizer.pre_tokenize(&mut words).map_err(failed)?;
        let mut ids = vec![self.cls];
        for (word, ..) in words.get_splits(OffsetReferential::Normalized, OffsetType::Byte) {
            if ids.len() >= max {
                break;
            }
            self.push_word(word, &mut ids);
        }
        ids.truncate(max - 1);
        ids.push(self.sep);
        Ok(ids)
    }

    /// Repeatedly takes the longest known prefix of `word`; if a rest remains, the whole word is unknown.
    fn push_word(&self, word: &str, ids: &mut Vec<u32>) {
        let before = ids.len();
        let mut rest = word;
        let mut vocabulary = &self.initials;
        while !rest.is_empty() {
            match vocabulary.longest_prefix(rest).filter(|_| word.chars().nth(MAX_WORD_CHARS).is_none()) {
                Some((id, length)) => {
                    ids.push(id);
                    rest = &rest[length..];
                    vocabulary = &self.continuations;
                }
                None => {
                    ids.truncate(before);
                    ids.push(self.unknown);
                    return;
                }
            }
        }
    }
}

impl Vocabulary {
    fn new(mut tokens: Vec<(&'static str, u32)>) -> Self {
        tokens.sort_unstable();
        Self(tokens)
    }

    fn id(&self, token: &str) -> Option<u32> {
        self.0.binary_search_by_key(&token, |&(known, _)| known).ok().map(|at| self.0[at].1)
    }

    /// Returns the longest token that `text` begins with: its id and its length in bytes.
    fn longest_prefix(&self, text: &str) -> Option<(u32, usize)> {
        let mut ends = text.char_indices().rev().map(|(at, last)| at + last.len_utf8());
        ends.find_map(|end| self.id(&text[..end]).map(|id| (id, end)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use tokenizers::{
        Tokenizer, TruncationParams, models::wordpiece::WordPiece as Original,
        processors::bert::BertProcessing,
    };

    use super::*;
    use crate::BUNDLED_VOCABULARY;

    static WORDPIECE: LazyLock<WordPiece> = LazyLock::new(|| WordPiece::new(BUNDLED_VOCABULARY).unwrap());

    #[test]
    fn texts_become_the_tokens_they_should() {
        let known = [
            ("Unaffable embeddings!", "una ##ffa ##ble em ##bed ##ding ##s !"),
            ("Crème BRÛLÉE à Zürich", "cr ##eme br ##ule ##e a zurich"),
            ("東京は晴れ", "東 京 は [UNK] れ"),
            ("pve-01: C++", "pv ##e - 01 : c + +"),
            ("a\0b\u{200b}c\u{7}", "abc"),
            ("tab\tand\u{a0}line\n", "tab and line"),
            ("e\u{301} \u{301}", "e"),
            ("🙂 ok", "[UNK] ok"),
            ("[CLS] ##s", "[ cl ##s ] # # s"),
            ("", ""),
        ];
        for (text, tokens) in known {
            assert_eq!(
                words(&WORDPIECE.encode(text, 256).unwrap()),
                format!("[CLS] {tokens} [SEP]").replace("  ", " ")
            );
        }
    }

    #[test]
    fn long_words_are_unknown_and_long_texts_are_cut() {
        assert_eq!(WORDPIECE.encode(&"a".repeat(101), 256).unwrap().len(), 3);
        assert!(WORDPIECE.encode(&"a".repeat(100), 256).unwrap().len() > 3);
        let ids = WORDPIECE.encode("one two three embeddings", 6).unwrap();
        assert_eq!(words(&ids), "[CLS] one two three em [SEP]");
    }

    proptest! {
        #[test]
        fn tokens_are_those_of_the_original(text in prop_oneof![any::<String>(), "[a-zA-Zäßøñ'.#+ 漢👍\u{301}-]{0,60}"]) {
            prop_assert_eq!(WORDPIECE.encode(&text, 64).unwrap(), original(&text));
        }
    }

    fn original(text: &str) -> Vec<u32> {
        static ORIGINAL: LazyLock<Tokenizer> = LazyLock::new(|| {
            let vocabulary = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/all-MiniLM-L6-v2/vocab.txt");
            let mut tokenizer = Tokenizer::new(Original::from_file(vocabulary).build().unwrap());
            let ends = BertProcessing::new(("[SEP]".to_owned(), 102), ("[CLS]".to_owned(), 101));
            let truncation = TruncationParams { max_length: 64, ..TruncationParams::default() };
            tokenizer.with_normalizer(Some(BertNormalizer::new(true, true, None, true))).unwrap();
            tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
            tokenizer.with_post_processor(Some(ends));
            tokenizer.with_truncation(Some(truncation)).unwrap();
            tokenizer
        });
        ORIGINAL.encode(text, true).unwrap().get_ids().to_vec()
    }

    fn words(ids: &[u32]) -> String {
        let tokens: Vec<_> = BUNDLED_VOCABULARY.lines().collect();
        ids.iter().map(|&id| tokens[id as usize]).collect::<Vec<_>>().join(" ")
    }
}
