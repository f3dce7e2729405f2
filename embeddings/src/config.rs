//! What the files beside the weights say of a model.

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, de::DeserializeOwned};

use crate::folder::Folder;

/// How the vectors of a text's tokens become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pooling {
    Mean,
    /// The first token's, which stands for the whole text in models that are trained so.
    First,
}

/// `config.json`, under the names that the file has.
#[derive(Debug, Deserialize)]
pub struct Config {
    model_type: String,
    pub vocab_size: usize,
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    #[serde(default = "gelu")]
    hidden_act: String,
    pub max_position_embeddings: usize,
    #[serde(default = "one")]
    pub type_vocab_size: usize,
    pub layer_norm_eps: f32,
    #[serde(default)]
    pub pad_token_id: u32,
    #[serde(default = "absolute")]
    position_embedding_type: String,
}

impl Config {
    /// # Errors
    /// `config.json` is missing, cannot be read, or is of another architecture.
    pub fn read(folder: &Folder) -> Result<Self> {
        let config: Self = json(folder, CONFIG)?.with_context(|| format!("{CONFIG} is missing"))?;
        config.check().context(CONFIG)?;
        Ok(config)
    }

    /// The longest text, in tokens: what the file of sentence-transformers says, but never beyond the positions.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn max_tokens(&self, folder: &Folder) -> Result<usize> {
        let positions = self.max_position_embeddings - self.first_position();
        let limit = json::<Limit>(folder, LIMIT)?.and_then(|limit| limit.max_seq_length);
        let limit = limit.map_or(positions, |limit| limit.min(positions));
        ensure!(limit > 2, "{LIMIT}: max_seq_length is {limit}, and two of them enclose a text");
        Ok(limit)
    }

    /// RoBERTa and its kin number positions from the one after the padding's.
    pub fn first_position(&self) -> usize {
        if self.model_type == "bert" { 0 } else { self.pad_token_id as usize + 1 }
    }

    fn check(&self) -> Result<()> {
        let family = ["bert", "roberta", "xlm-roberta", "camembert"];
        ensure!(
            family.contains(&&*self.model_type),
            "model_type {:?} is none of {family:?}",
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
    /// The mean, unless the folder says otherwise.
    ///
    /// # Errors
    /// The model pools in another way, or does something else with the result.
    pub fn read(folder: &Folder) -> Result<Self> {
        for module in json::<Vec<Module>>(folder, MODULES)?.unwrap_or_default() {
            let known =
                ["Transformer", "Pooling", "Normalize"].iter().any(|name| module.kind.ends_with(name));
            ensure!(known, "{MODULES}: a module {:?} is not supported", module.kind);
        }
        let Some(modes) = json::<Modes>(folder, POOLING)? else { return Ok(Self::Mean) };
        match (modes.mean, modes.first) {
            (true, false) if !modes.other() => Ok(Self::Mean),
            (false, true) if !modes.other() => Ok(Self::First),
            _ => bail!("{POOLING}: only pooling by the mean or by the first token is supported"),
        }
    }
}

pub const CONFIG: &str = "config.json";
pub const MODULES: &str = "modules.json";
pub const POOLING: &str = "1_Pooling/config.json";
pub const LIMIT: &str = "sentence_bert_config.json";

#[derive(Deserialize)]
struct Limit {
    max_seq_length: Option<usize>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct Modes {
    #[serde(rename = "pooling_mode_mean_tokens", default)]
    mean: bool,
    #[serde(rename = "pooling_mode_cls_token", default)]
    first: bool,
    #[serde(rename = "pooling_mode_max_tokens", default)]
    max: bool,
    #[serde(rename = "pooling_mode_mean_sqrt_len_tokens", default)]
    mean_sqrt: bool,
    #[serde(rename = "pooling_mode_weightedmean_tokens", default)]
    weighted: bool,
    #[serde(rename = "pooling_mode_lasttoken", default)]
    last: bool,
}

impl Modes {
    fn other(&self) -> bool {
        self.max || self.mean_sqrt || self.weighted || self.last
    }
}

fn json<T: DeserializeOwned>(folder: &Folder, name: &str) -> Result<Option<T>> {
    let Some(bytes) = folder.read(name)? else { return Ok(None) };
    serde_json::from_slice(&bytes).with_context(|| format!("{name} cannot be understood")).map(Some)
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn one() -> usize {
    1
}

fn absolute() -> String {
    "absolute".to_owned()
}
