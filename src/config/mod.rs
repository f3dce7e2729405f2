//! The operator's settings: the embedded `config.toml`, the operator's file and the environment, later ones winning.

mod advice;
mod check;
mod load;
mod rules;
mod sections;
mod types;

use std::collections::BTreeMap;
use std::path::Path;

pub use load::ConfigErrors;
pub use sections::{
    AccessSettings, AgentSettings, ApprovalSettings, ChannelSettings, DatabaseSettings, DiscordSettings,
    EmbeddingSettings, FileSettings, LogSettings, MemorySettings, ModelSettings, RetentionSettings,
    RunSettings, SchedulerSettings, SearchSettings, SpecialistSettings, TelegramSettings, ToolSettings,
    WebSettings, WebToolSettings,
};
pub use types::{
    Admitted, DatabasePath, EmbeddingSource, Identity, LogFormat, ProviderName, SearchProviderName, Secret,
    TelegramMode, Threads,
};

/// Every setting and its default; also the documentation that operators read.
pub const DEFAULTS: &str = include_str!("../../config.toml");

/// All settings, checked: what a `Config` says can be relied on.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub database: DatabaseSettings,
    pub channels: ChannelSettings,
    pub model: ModelSettings,
    pub agent: AgentSettings,
    /// Specialists, by name.
    pub agents: BTreeMap<String, SpecialistSettings>,
    pub access: AccessSettings,
    pub tools: ToolSettings,
    pub memory: MemorySettings,
    pub retention: RetentionSettings,
    pub approvals: ApprovalSettings,
    pub scheduler: SchedulerSettings,
    pub log: LogSettings,
}

impl Config {
    /// Reads the settings of `path`, or of `config.toml` in the working directory if there is one, then those of the
    /// variables `ADJUTANT__SECTION__KEY` in `env`. Secrets that name a variable look it up in `env` too.
    ///
    /// # Errors
    /// Everything that is wrong with the file and the variables, in one go; no value of a setting is quoted that
    /// could be a secret.
    pub fn load(
        path: Option<&Path>,
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigErrors> {
        load::load(path, &env.into_iter().collect())
    }

    /// The secrets that are set, for the [redactor](adjutant_domain::redact::Redactor).
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        let (telegram, discord) = (&self.channels.telegram, &self.channels.discord);
        let (web, model, search) = (&self.channels.web, &self.model, &self.tools.search);
        let embeddings = &self.memory.embeddings;
        let keys = [&telegram.token, &telegram.webhook_secret, &discord.token, &web.token, &model.api_key];
        keys.into_iter().chain([&search.api_key, &embeddings.api_key]).flatten().map(Secret::expose).chain(
            [&model.base_url, &search.url, &embeddings.base_url]
                .into_iter()
                .flatten()
                .filter_map(url::Url::password),
        )
    }
}

impl Default for Config {
    /// The settings of the embedded file, whatever the environment says.
    fn default() -> Self {
        load::embedded().expect("the embedded config.toml is valid, as a test shows")
    }
}

#[cfg(test)]
mod tests;
