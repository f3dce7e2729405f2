//! The sections of models: `[model]` and `[models.NAME]`.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{
    Config,
    choices::{ProviderName, ReasoningEffort, Roles, Vision, choice, optional_choice},
    schema,
    types::{Secret, duration, optional_amount, optional_base_url, optional_text, secret},
};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelSettings {
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<ProviderName>")]
    pub provider: ProviderName,
    /// Not empty unless the provider is [`ProviderName::Offline`].
    pub name: String,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub base_url: Option<Url>,
    /// Set if the provider needs a key and `base_url` is not set.
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub api_key: Option<Secret>,
    pub max_output_tokens: u32,
    pub context_tokens: u32,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub timeout: Duration,
    /// USD per million tokens; `None`: the price in `provider/prices.toml`.
    #[serde(deserialize_with = "optional_amount")]
    #[schemars(schema_with = "schema::optional_amount")]
    pub input_price: Option<f64>,
    /// USD per million tokens; `None`: as for `input_price`.
    #[serde(deserialize_with = "optional_amount")]
    #[schemars(schema_with = "schema::optional_amount")]
    pub output_price: Option<f64>,
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<Vision>")]
    pub vision: Vision,
    /// `None`: the provider's default.
    #[serde(deserialize_with = "optional_choice")]
    #[schemars(schema_with = "schema::optional_choice::<ReasoningEffort>")]
    pub reasoning_effort: Option<ReasoningEffort>,
    /// Names of [`OtherModelSettings`], in the order in which they are tried.
    pub fallbacks: Vec<String>,
    /// The name of the model for scheduled runs; `None`: this model.
    #[serde(deserialize_with = "optional_text")]
    pub runs: Option<String>,
    /// The name of the model for specialists and helpers; `None`: this model.
    #[serde(deserialize_with = "optional_text")]
    pub specialists: Option<String>,
    /// The name of the model that sums up conversations; `None`: the model of the conversation.
    #[serde(deserialize_with = "optional_text")]
    pub summaries: Option<String>,
}

/// A model in addition to the one in [`ModelSettings`].
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherModelSettings {
    /// Checked not to be [`ProviderName::Offline`].
    #[serde(default = "offline", deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<ProviderName>")]
    pub provider: ProviderName,
    #[serde(default)]
    pub name: String,
    #[serde(default, deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub base_url: Option<Url>,
    #[serde(default, deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub api_key: Option<Secret>,
    #[serde(default = "max_output_tokens")]
    pub max_output_tokens: u32,
    /// `None`: the value in [`ModelSettings`].
    pub context_tokens: Option<u32>,
    /// The people who may choose the model for a conversation.
    #[serde(default = "everybody", deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<Roles>")]
    pub roles: Roles,
    #[serde(default = "model_timeout", deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub timeout: Duration,
    #[serde(default, deserialize_with = "optional_amount")]
    #[schemars(schema_with = "schema::optional_amount")]
    pub input_price: Option<f64>,
    #[serde(default, deserialize_with = "optional_amount")]
    #[schemars(schema_with = "schema::optional_amount")]
    pub output_price: Option<f64>,
    #[serde(default = "auto", deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<Vision>")]
    pub vision: Vision,
    #[serde(default, deserialize_with = "optional_choice")]
    #[schemars(schema_with = "schema::optional_choice::<ReasoningEffort>")]
    pub reasoning_effort: Option<ReasoningEffort>,
}

fn auto() -> Vision {
    Vision::Auto
}

fn offline() -> ProviderName {
    ProviderName::Offline
}

fn everybody() -> Roles {
    Roles::Everybody
}

fn max_output_tokens() -> u32 {
    4096
}

fn model_timeout() -> Duration {
    Duration::from_secs(120)
}

impl ModelSettings {
    /// Returns the names of models in the settings, each with its key.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let of_tasks =
            [("runs", &self.runs), ("specialists", &self.specialists), ("summaries", &self.summaries)];
        let fallbacks = self.fallbacks.iter().map(|name| ("fallbacks", name.as_str()));
        fallbacks.chain(of_tasks.into_iter().filter_map(|(key, name)| Some((key, name.as_deref()?))))
    }

    /// Returns the address and the key of another server with OpenAI's protocol: the given ones, or else those of the
    /// model. Returns `None` if neither has an address.
    pub fn server<'a>(
        &'a self,
        base_url: Option<&'a Url>,
        api_key: Option<&'a Secret>,
    ) -> Option<(&'a Url, Option<&'a Secret>)> {
        match base_url {
            // The model's key is only for the model's own server.
            Some(base) => Some((base, api_key)),
            None => Some((self.base_url.as_ref()?, api_key.or(self.api_key.as_ref()))),
        }
    }
}

impl Config {
    /// Returns whether a language model is set up; else the built-in assistant answers.
    pub fn has_model(&self) -> bool {
        self.model.provider != ProviderName::Offline
    }

    /// Returns the names of the models that a person may choose; none if the built-in assistant answers.
    pub fn choosable(&self, is_owner: bool) -> impl Iterator<Item = &str> {
        let has_model = self.has_model();
        let is_open =
            move |own: &OtherModelSettings| has_model && (is_owner || own.roles == Roles::Everybody);
        self.models.iter().filter(move |(_, own)| is_open(own)).map(|(name, _)| name.as_str())
    }
}

impl OtherModelSettings {
    /// Returns these settings in the form of `model`, whose conversations this model continues.
    pub fn in_place_of(&self, model: &ModelSettings) -> ModelSettings {
        let Self {
            provider,
            name,
            base_url,
            api_key,
            max_output_tokens,
            context_tokens,
            timeout,
            input_price,
            output_price,
            vision,
            reasoning_effort,
            roles: _,
        } = self.clone();
        ModelSettings {
            provider,
            name,
            base_url,
            api_key,
            max_output_tokens,
            context_tokens: context_tokens.unwrap_or(model.context_tokens),
            timeout,
            input_price,
            output_price,
            vision,
            reasoning_effort,
            fallbacks: Vec::new(),
            runs: None,
            specialists: None,
            summaries: None,
        }
    }
}
