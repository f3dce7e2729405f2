//! The operator's settings, from three layers: the embedded `defaults.toml`, the operator's file and the environment. A
//! later layer wins. `adjutant config` prints a reference and a schema of them.

mod addresses;
mod advice;
mod check;
mod chats;
mod choices;
mod chosen;
mod duplicates;
mod console;
mod effective;
mod health;
mod limits;
mod load;
mod manual;
mod media;
mod paths;
mod mcp;
mod models;
mod names;
mod people;
mod reference;
mod rules;
mod schema;
mod sections;
mod tools;
mod traces;
mod types;

use std::collections::BTreeMap;
use std::path::Path;

use adjutant_domain::redact::is_credential;

pub use chats::ChatSettings;
pub use choices::{
    EmbeddingSource, LogFormat, ProviderName, Reactions, ReasoningEffort, ReplyWithVoice, Roles,
    SearchProviderName, ShellMode, SpeechSource, TelegramMode, Threads, Vision, VoiceSource,
};
pub use console::ConsoleSettings;
pub use effective::{Effective, Origin};
pub use health::HealthSettings;
pub use load::ConfigErrors;
pub use mcp::{McpSettings, Named, TAKEN};
pub use media::{MediaSettings, SpeechSettings, VoiceSettings};
pub use models::{ModelSettings, OtherModelSettings};
pub use people::{Admitted, Identity};
pub use reference::reference;
pub use schema::schema;
pub use sections::{
    AccessSettings, AgentSettings, ApprovalSettings, BackupSettings, ChannelSettings, DatabaseSettings,
    DiscordSettings, EmbeddingSettings, HookSettings, LimitSettings, LogSettings, McpServerSettings,
    MemorySettings, RetentionSettings, RunSettings, SchedulerSettings, SiteSettings, SpecialistSettings,
    TelegramSettings, WebSettings,
};
pub use tools::{FileSettings, SearchSettings, ShellSettings, SkillSettings, ToolSettings, WebToolSettings};
pub use traces::TraceSettings;
pub use types::{DatabasePath, Pattern, Secret};

/// Every setting, its default and its meaning.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// All settings, checked: code that has a `Config` need not check it again.
#[derive(Clone, Debug, PartialEq, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub database: DatabaseSettings,
    pub channels: ChannelSettings,
    pub model: ModelSettings,
    pub agent: AgentSettings,
    /// Specialists, by name.
    pub agents: BTreeMap<String, SpecialistSettings>,
    pub chats: BTreeMap<String, ChatSettings>,
    /// MCP servers, by name.
    pub mcp: BTreeMap<String, McpSettings>,
    pub models: BTreeMap<String, OtherModelSettings>,
    pub skills: SkillSettings,
    pub access: AccessSettings,
    pub tools: ToolSettings,
    pub memory: MemorySettings,
    pub media: MediaSettings,
    pub retention: RetentionSettings,
    pub approvals: ApprovalSettings,
    pub hooks: HookSettings,
    pub mcp_server: McpServerSettings,
    pub site: SiteSettings,
    pub console: ConsoleSettings,
    pub health: HealthSettings,
    pub scheduler: SchedulerSettings,
    pub limits: LimitSettings,
    pub backup: BackupSettings,
    pub log: LogSettings,
    pub traces: TraceSettings,
    /// One line for each setting that is valid, but probably not intended.
    #[serde(skip)]
    #[schemars(skip)]
    pub warnings: Vec<String>,
    #[serde(skip)]
    #[schemars(skip)]
    origins: effective::Origins,
}

impl Config {
    /// Reads the settings in `path`, or in `config.toml` in the working directory if there is one, then the variables
    /// `ADJUTANT__SECTION__KEY` in `env`. Secrets that name a variable are looked up in `env` too.
    ///
    /// # Errors
    /// Returns all problems of the file and the variables at once. No error, and no [warning](Self::warnings), quotes a
    /// value that could be a secret.
    pub fn load(
        path: Option<&Path>,
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigErrors> {
        load::load(path, &env.into_iter().collect())
    }

    /// Like [`load`](Self::load), but for a file that is not written yet, given as its name for messages and its text.
    ///
    /// # Errors
    /// Returns an error as [`load`](Self::load) does.
    pub fn parse(
        file: (&str, &str),
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, ConfigErrors> {
        load::parse(Some(file), &env.into_iter().collect())
    }

    /// Returns all effective settings with their origins, sorted by path and without secrets.
    pub fn effective(&self) -> &[Effective] {
        &self.origins.0
    }

    /// Returns the files that secrets come from.
    pub fn secret_files(&self) -> impl Iterator<Item = &str> {
        self.effective().iter().filter_map(|setting| setting.file.as_deref())
    }

    /// Returns the secrets that are set, for the [redactor](adjutant_domain::redact::Redactor).
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        let (telegram, discord) = (&self.channels.telegram, &self.channels.discord);
        let (web, model, search) = (&self.channels.web, &self.model, &self.tools.search);
        let (embeddings, speech, voice) = (&self.memory.embeddings, &self.media.speech, &self.media.voice);
        let keys = [&telegram.token, &telegram.webhook_secret, &discord.token, &web.token, &model.api_key];
        keys.into_iter()
            .chain([&search.api_key, &embeddings.api_key, &speech.api_key, &voice.api_key])
            .chain([&self.site.stock_photos_key])
            .flatten()
            .map(Secret::expose)
            .chain(
                [&model.base_url, &search.url, &embeddings.base_url, &speech.base_url, &voice.base_url]
                    .into_iter()
                    .chain([&self.site.stock_photos_url])
                    .flatten()
                    .flat_map(secrets_in),
            )
            .chain(self.models.values().filter_map(|other| other.api_key.as_ref()).map(Secret::expose))
            .chain(self.models.values().filter_map(|other| other.base_url.as_ref()).flat_map(secrets_in))
            .chain(self.mcp.values().flat_map(McpSettings::secrets))
            .chain(self.traces.secrets())
    }
}

/// Returns the secrets in an address: the password, and the values in the query whose name is that of a credential.
fn secrets_in(address: &url::Url) -> impl Iterator<Item = &str> {
    let pairs = address.query().into_iter().flat_map(|query| query.split('&'));
    let in_query = pairs.filter_map(|pair| pair.split_once('='));
    let of_credentials = in_query.filter(|(name, _)| is_credential(name)).map(|(_, value)| value);
    address.password().into_iter().chain(of_credentials)
}

impl Default for Config {
    /// Returns the embedded defaults; ignores the environment.
    fn default() -> Self {
        load::embedded().expect("the embedded defaults are valid, as a test shows")
    }
}

#[cfg(test)]
mod tests;
