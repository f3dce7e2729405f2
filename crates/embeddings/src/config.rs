//! A model's settings: the JSON files beside the weights.

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, de::DeserializeOwned};

use crate::folder::Folder;

/// How the vectors of a text's tokens are pooled into one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pooling {
    Mean,
    /// The first token's vector, which models trained this way use for the whole text.
    Cls,
}

/// `config.json`. Fields have the names that the file uses.
#[derive(Debug, Deserialize)]
pub struct Config {
    model_type: String,
    pub vocab_size: usize,
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    #[serde(default = "default_activation")]
    hidden_act: String,
    pub max_position_embeddings: usize,
    #[serde(default = "default_type_vocab_size")]
    pub type_vocab_size: usize,
    pub layer_norm_eps: f32,
    #[serde(default)]
    pub pad_token_id: u32,
    #[serde(default = "default_position_type")]
    position_embedding_type: String,
}

impl Config {
    /// # Errors
    /// Returns an error if `config.json` is missing, cannot be read, or describes another architecture.
    pub fn read(folder: &Folder) -> Result<Self> {
        let config: Self = read_json(folder, CONFIG)?.with_context(|| format!("{CONFIG} is missing"))?;
        config.check().context(CONFIG)?;
        Ok(config)
    }

    /// Returns the longest text, in tokens: the limit in sentence-transformers' file, but never more than the
    /// positions.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn max_tokens(&self, folder: &Folder) -> Result<usize> {
        let positions = self.max_position_embeddings - self.first_position();
        let limit =
            read_json::<SentenceConfig>(folder, SENTENCE_CONFIG)?.and_then(|limit| limit.max_seq_length);
        let limit = limit.map_or(positions, |limit| limit.min(positions));
        ensure!(
            limit > 2,
            "{SENTENCE_CONFIG}: max_seq_length is {limit}; it must be more than 2, the tokens that enclose every text"
        );
        Ok(limit)
    }

    /// Returns the number of the first position. RoBERTa and related models number positions from the one after the
    /// padding's.
    pub fn first_position(&self) -> usize {
        if self.model_type == "bert" { 0 } else { self.pad_token_id as usize + 1 }
    }

    fn check(&self) -> Result<()> {
        let family = ["bert", "roberta", "xlm-roberta", "camembert"];
        ensure!(
            family.contains(&&*self.model_type),
            "model_type {:?} is not supported, only {family:?}",
            self.model_type
        );
        ensure!(
            self.hidden_act == "gelu",
            "hidden_act {:?} is not supported, only \"gelu\"",
            self.hidden_act
        );
        ensure!(
            self.position_embedding_type == "absolute",
            "position_embedding_type {:?} is not supported, only \"absolute\"",
            self.position_embedding_type
        );
        ensure!(
            self.num_attention_heads > 0 && self.hidden_size.is_multiple_of(self.num_attention_heads),
            "hidden_size {} does not divide into num_attention_heads {}",
            self.hidden_size,
            self.num_attention_heads
        );
        ensure!(self.hidden_size > 0 && self.type_vocab_size > 0, "hidden_size or type_vocab_size is 0");
        ensure!(
            self.max_position_embeddings > self.first_position() + 2,
            "max_position_embeddings is too small"
        );
        Ok(())
    }
}

impl Pooling {
    /// Returns the folder's pooling; the mean where it names none.
    ///
    /// # Errors
    /// Returns an error if the model pools in another way, or has a module that processes the result further.
    pub fn read(folder: &Folder) -> Result<Self> {
        for module in read_json::<Vec<Module>>(folder, MODULES)?.unwrap_or_default() {
            let known =
                ["Transformer", "Pooling", "Normalize"].iter().any(|name| module.kind.ends_with(name));
            ensure!(known, "{MODULES}: a module {:?} is not supported", module.kind);
        }
        let Some(config) = read_json::<PoolingConfig>(folder, POOLING)? else { return Ok(Self::Mean) };
        match (config.mean, config.cls) {
            (true, false) if !config.has_other_mode() => Ok(Self::Mean),
            (false, true) if !config.has_other_mode() => Ok(Self::Cls),
            _ => bail!("{POOLING}: only pooling by the mean or by the first token is supported"),
        }
    }
}

pub const CONFIG: &str = "config.json";
pub const MODULES: &str = "modules.json";
pub const POOLING: &str = "1_Pooling/config.json";
pub const SENTENCE_CONFIG: &str = "sentence_bert_config.json";

#[derive(Deserialize)]
struct SentenceConfig {
    max_seq_length: Option<usize>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct PoolingConfig {
    #[serde(rename = "pooling_mode_mean_tokens", default)]
    mean: bool,
    #[serde(rename = "pooling_mode_cls_token", default)]
    cls: bool,
    #[serde(rename = "pooling_mode_max_tokens", default)]
    max: bool,
    #[serde(rename = "pooling_mode_mean_sqrt_len_tokens", default)]
    mean_sqrt: bool,
    #[serde(rename = "pooling_mode_weightedmean_tokens", default)]
    weighted: bool,
    #[serde(rename = "pooling_mode_lasttoken", default)]
    last: bool,
}

impl PoolingConfig {
    fn has_other_mode(&self) -> bool {
        self.max || self.mean_sqrt || self.weighted || self.last
    }
}

fn read_json<T: DeserializeOwned>(folder: &Folder, name: &str) -> Result<Option<T>> {
    let Some(bytes) = folder.read(name)? else { return Ok(None) };
    serde_json::from_slice(&bytes).with_context(|| format!("{name} cannot be parsed")).map(Some)
}

fn default_activation() -> String {
    "gelu".to_owned()
}

fn default_type_vocab_size() -> usize {
    1
}

fn default_position_type() -> String {
    "absolute".to_owned()
}
