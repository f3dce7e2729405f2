//! WordPiece over a vocabulary that is compiled in. The crate `tokenizers` would keep two maps of it and the remains
//! of parsing its JSON: eight megabytes, where this is one. What precedes the look-up is that crate's.

use anyhow::{Context as _, Result, anyhow};
use tokenizers::{
    Normalizer as _, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _,
    normalizers::BertNormalizer, pre_tokenizers::bert::BertPreTokenizer,
};

/// Words beyond this many characters are unknown.
const MAX_WORD: usize = 100;
/// What begins the tokens that go on a word.
const CONTINUED: &str = "##";

pub struct WordPiece {
    normaliser: BertNormalizer,
    beginnings: Vocabulary,
    continuations: Vocabulary,
    first: u32,
    last: u32,
    unknown: u32,
}

/// Tokens in alphabetical order with their ids.
struct Vocabulary(Vec<(&'static str, u32)>);

impl WordPiece {
    /// The tokens of `vocabulary`, of lower-case letters without accents, are one on each line, in the order of ids.
    ///
    /// # Errors
    /// A token that every model has is missing.
    pub fn new(vocabulary: &'static str) -> Result<Self> {
        let tokens = vocabulary.lines().zip(0..);
        let (continuations, beginnings): (Vec<_>, Vec<_>) =
            tokens.partition(|(token, _)| token.starts_with(CONTINUED));
        let continuations =
            continuations.into_iter().map(|(token, id)| (&token[CONTINUED.len()..], id)).collect();
        let beginnings = Vocabulary::new(beginnings);
        let special = |token| beginnings.id(token).with_context(|| format!("the vocabulary has no {token}"));
        Ok(Self {
            normaliser: BertNormalizer::new(true, true, None, true),
            first: special("[CLS]")?,
            last: special("[SEP]")?,
            unknown: special("[UNK]")?,
            beginnings,
            continuations: Vocabulary::new(continuations),
        })
    }

    /// The ids of the tokens of `text`, `max` of them or fewer, with the two that enclose every text.
    ///
    /// # Errors
    /// The text cannot be taken apart, which no text is known for.
    pub fn encode(&self, text: &str, max: usize) -> Result<Vec<u32>> {
        // Errors of the library may quote the text.
        let failed = |_| anyhow!("a text cannot be taken apart into words");
        let mut words = PreTokenizedString::from(text);
        words.normalize(|text| self.normaliser.normalize(text)).map_err(failed)?;
        BertPreTokenizer.pre_tokenize(&mut words).map_err(failed)?;
        let mut ids = vec![self.first];
        for (word, ..) in words.get_splits(OffsetReferential::Normalized, OffsetType::Byte) {
            if ids.len() >= max {
                break;
            }
            self.push(word, &mut ids);
        }
        ids.truncate(max - 1);
        ids.push(self.last);
        Ok(ids)
    }

    /// Takes the longest known beginning from `word` again and again; if something is left over, all of it is unknown.
    fn push(&self, word: &str, ids: &mut Vec<u32>) {
        let before = ids.len();
        let mut rest = word;
        let mut vocabulary = &self.beginnings;
        while !rest.is_empty() {
            match vocabulary.longest_in(rest).filter(|_| word.chars().nth(MAX_WORD).is_none()) {
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

    /// The longest token that `text` begins with: its id and its length in bytes.
    fn longest_in(&self, text: &str) -> Option<(u32, usize)> {
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
            let vocabulary = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/all-MiniLM-L6-v2/vocab.txt");
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
