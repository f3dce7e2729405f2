//! A sentence encoder in the program itself: texts in, vectors out, on one core, without a download.
//!
//! It reads models of the BERT family. The weights stay in memory as bytes, with one scale per row; a tile of them is
//! converted to floats just before the product that needs it. The bundled model's weights are read directly from the
//! mapped program file, so unused weights take up no memory, and nothing is in memory twice. The crate starts no
//! threads.
//!
//! # Figures
//!
//! Measured with all-MiniLM-L6-v2 on a Xeon with AVX2: the CPU time per sentence over 500 sentences of conversations
//! (about 30 tokens each), the memory of the process afterwards, the cosine with the vectors of the published 32-bit
//! weights (mean, least), and Spearman's correlation of the similarities of 19,900 pairs with the similarities by those
//! weights.
//!
//! |                             |    time | memory | cosine         | pairs  |
//! |-----------------------------|--------:|-------:|---------------:|-------:|
//! | here                        | 10.0 ms |  30 MB | 0.9994, 0.9979 | 0.9996 |
//! | candle 0.11, 32-bit         | 23.1 ms | 119 MB |         1      |   1    |
//! | candle 0.11, Q8_0           | 73.7 ms | 146 MB | 0.9995, 0.9981 | 0.9997 |
//! | tract 0.23, ONNX with bytes | 26.2 ms | 146 MB | 0.9995, 0.9983 | 0.9996 |
//!
//! Of the 30 MB, 23 are pages of the program file, which the system can reclaim. A single text of 25 words takes 13 ms,
//! one of 190 tokens 67 ms. (Candle's quantised products have fast code only for processors chosen at compile time, and
//! most of its memory is the vocabulary as 32-bit numbers. The tract row was measured over 100 sentences.) `cargo run
//! --release -p adjutant-embeddings --example measure bundled TEXTS` prints the figures of this crate.

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
    config::{CONFIG, Config, MODULES, POOLING, Pooling, SENTENCE_CONFIG},
    folder::Folder,
    tokens::{TOKENIZER, Tokeniser},
    weights::{WEIGHTS, Weights},
    wordpiece::WordPiece,
};

pub use quantise::quantise;

/// The most tokens that go through the network in one batch; a longer text is a batch of its own. This bounds the
/// memory of the activations: with the bundled model, 4 KB per token for the widest layer, and as much again for the
/// rest.
const BATCH_TOKENS: usize = 256;

/// Increase this when a change of this crate changes the vectors for the same weights.
const REVISION: u8 = 1;

/// The files of a model that determine its vectors; the checksum covers them.
const CHECKSUMMED_FILES: [&str; 7] =
    [CONFIG, SENTENCE_CONFIG, MODULES, POOLING, TOKENIZER, VOCABULARY, WEIGHTS];
const VOCABULARY: &str = "vocab.txt";

/// The files of the model that is compiled in.
const BUNDLED_FILES: Folder = Folder::Static(&[
    (CONFIG, include_bytes!("../../../assets/all-MiniLM-L6-v2/config.json")),
    (SENTENCE_CONFIG, include_bytes!("../../../assets/all-MiniLM-L6-v2/sentence_bert_config.json")),
    (POOLING, include_bytes!("../../../assets/all-MiniLM-L6-v2/1_Pooling/config.json")),
    (VOCABULARY, BUNDLED_VOCABULARY.as_bytes()),
    (WEIGHTS, include_bytes!("../../../assets/all-MiniLM-L6-v2/model.safetensors")),
]);
const BUNDLED_VOCABULARY: &str = include_str!("../../../assets/all-MiniLM-L6-v2/vocab.txt");
/// The [`Encoder::model`] of [`Encoder::bundled`]. A test compares the checksum: computing it at each start would bring
/// all of the weights into memory.
pub const BUNDLED_MODEL: &str = "all-MiniLM-L6-v2 95d9b92d";

/// A sentence encoder of the BERT family in memory. Blocking: call it off the async threads.
pub struct Encoder {
    model: String,
    dimensions: usize,
    tokeniser: Tokeniser,
    bert: Bert,
    pooling: Pooling,
}

impl Encoder {
    /// Opens all-MiniLM-L6-v2, the model that is compiled in: English, 384 dimensions, texts of up to 256 tokens.
    ///
    /// # Errors
    /// Returns an error if the files under `assets/` do not belong together.
    pub fn bundled() -> Result<Self> {
        Self::load(BUNDLED_MODEL.to_owned(), &BUNDLED_FILES, |config| {
            Ok(Tokeniser::bundled(WordPiece::new(BUNDLED_VOCABULARY)?, config.max_tokens(&BUNDLED_FILES)?))
        })
    }

    /// Opens a model in a folder, in the layout of sentence-transformers: `config.json`, `tokenizer.json` and
    /// `model.safetensors`, and if present `modules.json`, `1_Pooling/config.json` (mean or first token) and
    /// `sentence_bert_config.json` (`max_seq_length`). Supports BERT, RoBERTa, XLM-RoBERTa and CamemBERT. The weights
    /// are held as bytes: a quarter of the size of a file of 32-bit numbers.
    ///
    /// # Errors
    /// Returns an error that names the file if a file is missing, broken, or asks for a feature that is not supported.
    pub fn open(folder: &Path) -> Result<Self> {
        let files = Folder::disk(folder);
        Self::load(model_of(folder)?, &files, |config| {
            Tokeniser::read(&files, config.max_tokens(&files)?, config.pad_token_id)
        })
    }

    /// Returns the name of the vector space, which changes whenever the vectors would.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Returns the length of each vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the vector of each text, of unit length, in order. Accepts any string; text beyond the model's length is
    /// cut off.
    ///
    /// # Errors
    /// Returns an error if the tokeniser of an opened folder does not belong to its weights.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let mut vectors = Vec::with_capacity(texts.len());
        let mut batch: Vec<Vec<u32>> = Vec::new();
        for text in texts {
            let tokens = self.tokeniser.encode(text)?;
            if batch.iter().map(Vec::len).sum::<usize>() + tokens.len() > BATCH_TOKENS {
                vectors.extend(self.bert.encode(&batch, self.pooling)?);
                batch.clear();
            }
            batch.push(tokens);
        }
        vectors.extend(self.bert.encode(&batch, self.pooling)?);
        Ok(vectors)
    }

    fn load(
        model: String,
        files: &Folder,
        tokeniser: impl FnOnce(&Config) -> Result<Tokeniser>,
    ) -> Result<Self> {
        let config = Config::read(files)?;
        let pooling = Pooling::read(files)?;
        let bert = Bert::load(&mut Weights::open(files)?, &config)?;
        // After the weights: the GNU allocator returns large freed blocks to the system only as long as no larger one,
        // such as the text of a vocabulary, was freed before.
        let tokeniser = tokeniser(&config)?;
        Ok(Self { model, dimensions: config.hidden_size, tokeniser, bert, pooling })
    }
}

/// Returns the future [`Encoder::model`] of a folder without opening the model: the folder's name and the beginning of
/// the checksum of its files. Blocking: reads all of these files.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn model_of(folder: &Path) -> Result<String> {
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    Ok(format!("{name} {}", checksum(&Folder::disk(folder))?))
}

/// Returns the first eight hex digits of the SHA-256 of everything that determines the vectors.
fn checksum(files: &Folder) -> Result<String> {
    let mut sum = Sha256::new_with_prefix([REVISION]);
    for name in CHECKSUMMED_FILES {
        if let Some(mut bytes) = files.open(name)? {
            sum.update(name);
            bytes
                .for_each_chunk(|chunk| sum.update(chunk))
                .with_context(|| format!("{name} cannot be read"))?;
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
        let sum = checksum(&BUNDLED_FILES).unwrap();
        assert_eq!(BUNDLED_MODEL.split_once(' '), Some(("all-MiniLM-L6-v2", sum.as_str())));
    }
}
