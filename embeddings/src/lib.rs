//! A sentence encoder in the program itself: texts in, vectors out, on one core, without a download.
//!
//! It reads models of the BERT family. Their weights are bytes in memory, a factor to each row, and become numbers again
//! a tile at a time, just before the product that needs them. Those of the bundled model are used where they lie in the
//! program, so what has not been used takes up no memory, and nothing is there twice. No threads are started.
//!
//! # Figures
//!
//! Of all-MiniLM-L6-v2 on a Xeon with AVX2: the processor's time for each of 500 sentences of conversations (about 30
//! tokens), the memory of the process after them, the cosine with the vectors of the published 32-bit weights (mean,
//! least), and Spearman's correlation of the similarities of 19,900 pairs with theirs.
//!
//! |                             |    time | memory | cosine         | pairs  |
//! |-----------------------------|--------:|-------:|---------------:|-------:|
//! | here                        | 10.0 ms |  30 MB | 0.9994, 0.9979 | 0.9996 |
//! | candle 0.11, 32-bit         | 23.1 ms | 119 MB |         1      |   1    |
//! | candle 0.11, Q8_0           | 73.7 ms | 146 MB | 0.9995, 0.9981 | 0.9997 |
//! | tract 0.23, ONNX with bytes | 26.2 ms | 146 MB | 0.9995, 0.9983 | 0.9996 |
//!
//! Of the 30 MB, 23 are pages of the program, which the system can take back. A single text of 25 words takes 13 ms, one
//! of 190 tokens 67 ms. (Candle's quantised products have fast code only for processors that are chosen when compiling,
//! and most of its memory is the vocabulary as 32-bit numbers; the rows of tract are of 100 sentences.)
//! `cargo run --release -p adjutant-embeddings --example measure bundled TEXTS` prints what is here.

#![warn(missing_docs)]

mod bert;
mod config;
mod folder;
mod math;
mod matrix;
mod quantise;
mod tokens;
mod weights;
mod wordpiece;

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use sha2::{Digest as _, Sha256};

use crate::{
    bert::Bert,
    config::{CONFIG, Config, LIMIT, MODULES, POOLING, Pooling},
    folder::Folder,
    tokens::{TOKENIZER, Tokens},
    weights::{WEIGHTS, Weights},
    wordpiece::WordPiece,
};

pub use quantise::quantise;

/// Texts are taken through the network together up to this many tokens, unless one alone has more. It bounds the
/// memory for what is between the layers: 4 KB a token of the bundled model for its widest layer, and as much again.
const BATCH_TOKENS: usize = 256;

/// To be raised when a change of this crate gives the same weights other vectors.
const REVISION: u8 = 1;

/// What decides about vectors: these files of a model.
const FILES: [&str; 7] = [CONFIG, LIMIT, MODULES, POOLING, TOKENIZER, VOCABULARY, WEIGHTS];
const VOCABULARY: &str = "vocab.txt";

/// The model that is compiled in.
const BUNDLED: Folder = Folder::Static(&[
    (CONFIG, include_bytes!("../../assets/all-MiniLM-L6-v2/config.json")),
    (LIMIT, include_bytes!("../../assets/all-MiniLM-L6-v2/sentence_bert_config.json")),
    (POOLING, include_bytes!("../../assets/all-MiniLM-L6-v2/1_Pooling/config.json")),
    (VOCABULARY, BUNDLED_VOCABULARY.as_bytes()),
    (WEIGHTS, include_bytes!("../../assets/all-MiniLM-L6-v2/model.safetensors")),
]);
const BUNDLED_VOCABULARY: &str = include_str!("../../assets/all-MiniLM-L6-v2/vocab.txt");
/// What [`Encoder::model`] says of [`Encoder::bundled`]. A test compares the checksum: adding it up each time would
/// bring all of the weights into memory.
pub const BUNDLED_MODEL: &str = "all-MiniLM-L6-v2 95d9b92d";

/// A sentence encoder of the BERT family in memory. Blocking: call it off the async threads.
pub struct Encoder {
    model: String,
    dimensions: usize,
    tokens: Tokens,
    bert: Bert,
    pooling: Pooling,
}

impl Encoder {
    /// The model all-MiniLM-L6-v2, which is compiled in: English, 384 dimensions, texts of up to 256 tokens.
    ///
    /// # Errors
    /// The files under `assets/` do not belong together.
    pub fn bundled() -> Result<Self> {
        Self::load(BUNDLED_MODEL.to_owned(), &BUNDLED, |config| {
            Ok(Tokens::bundled(WordPiece::new(BUNDLED_VOCABULARY)?, config.max_tokens(&BUNDLED)?))
        })
    }

    /// The model in a folder, as sentence-transformers saves them: `config.json`, `tokenizer.json` and
    /// `model.safetensors`, and if they are there `modules.json`, `1_Pooling/config.json` (mean or first token) and
    /// `sentence_bert_config.json` (`max_seq_length`). BERT, RoBERTa, XLM-RoBERTa and CamemBERT are understood. Its
    /// weights are held as bytes: a quarter of the size of a file of 32-bit numbers.
    ///
    /// # Errors
    /// A file is missing, broken or asks for what is not supported; the error names it.
    pub fn open(folder: &Path) -> Result<Self> {
        let files = Folder::disk(folder);
        Self::load(model_of(folder)?, &files, |config| {
            Tokens::read(&files, config.max_tokens(&files)?, config.pad_token_id)
        })
    }

    /// Names the space of the vectors: it changes whenever they would.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// The length of each vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The vector of each text, of unit length, in order. Any string will do; what is beyond the model's length is cut
    /// off.
    ///
    /// # Errors
    /// The tokeniser of an opened folder does not belong to its weights.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let mut vectors = Vec::with_capacity(texts.len());
        let mut batch: Vec<Vec<u32>> = Vec::new();
        for text in texts {
            let tokens = self.tokens.of(text)?;
            if batch.iter().map(Vec::len).sum::<usize>() + tokens.len() > BATCH_TOKENS {
                vectors.extend(self.bert.encode(&batch, self.pooling)?);
                batch.clear();
            }
            batch.push(tokens);
        }
        vectors.extend(self.bert.encode(&batch, self.pooling)?);
        Ok(vectors)
    }

    fn load(model: String, files: &Folder, tokens: impl FnOnce(&Config) -> Result<Tokens>) -> Result<Self> {
        let config = Config::read(files)?;
        let pooling = Pooling::read(files)?;
        let bert = Bert::load(&mut Weights::open(files)?, &config)?;
        // After the weights: the GNU allocator gives large blocks back when they are freed only as long as it has not
        // seen larger ones freed before, such as the text of a vocabulary.
        let tokens = tokens(&config)?;
        Ok(Self { model, dimensions: config.hidden_size, tokens, bert, pooling })
    }
}

/// What [`Encoder::model`] will say of a folder, without opening it as a model: its name, and the beginning of the
/// checksum of its files. Blocking: it reads all of them.
///
/// # Errors
/// A file cannot be read.
pub fn model_of(folder: &Path) -> Result<String> {
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    Ok(format!("{name} {}", checksum(&Folder::disk(folder))?))
}

/// The first eight digits of the SHA-256 of all that decides about vectors.
fn checksum(files: &Folder) -> Result<String> {
    let mut sum = Sha256::new_with_prefix([REVISION]);
    for name in FILES {
        if let Some(mut bytes) = files.open(name)? {
            sum.update(name);
            bytes.each(|part| sum.update(part)).with_context(|| format!("{name} cannot be read"))?;
        } else {
            ensure!(![CONFIG, WEIGHTS].contains(&name), "{name} is missing");
        }
    }
    Ok(sum.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_model_has_the_checksum_of_its_files() {
        let sum = checksum(&BUNDLED).unwrap();
        assert_eq!(BUNDLED_MODEL.split_once(' '), Some(("all-MiniLM-L6-v2", sum.as_str())));
    }
}
