//! The sections of the configuration; `config.toml` says what each setting means.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use adjutant_domain::{budget::Budget, hosts::HostPort, policy::Rule, tools::Permission};
use chrono_tz::Tz;
use serde::Deserialize;
use tracing::Level;
use url::Url;

use super::{
    rules::rules,
    types::{
        Admitted, DatabasePath, EmbeddingSource, Identity, LogFormat, ProviderName, SearchProviderName,
        Secret, TelegramMode, Threads, address, channel_ids, choice, database_path, duration, hosts, level,
        optional_address, optional_amount, optional_base_url, optional_choice, optional_duration,
        optional_path, optional_url, optional_zone, secret, servers, size,
    },
};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseSettings {
    #[serde(deserialize_with = "database_path")]
    pub url: DatabasePath,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelSettings {
    /// What was sent longer ago when it arrives is not answered any more.
    #[serde(deserialize_with = "duration")]
    pub answer_within: Duration,
    pub telegram: TelegramSettings,
    pub discord: DiscordSettings,
    pub web: WebSettings,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TelegramSettings {
    #[serde(deserialize_with = "secret")]
    pub token: Option<Secret>,
    #[serde(deserialize_with = "optional_url")]
    pub api_url: Option<Url>,
    #[serde(deserialize_with = "choice")]
    pub mode: TelegramMode,
    #[serde(deserialize_with = "optional_address")]
    pub webhook_listen: Option<SocketAddr>,
    #[serde(deserialize_with = "optional_url")]
    pub webhook_url: Option<Url>,
    #[serde(deserialize_with = "secret")]
    pub webhook_secret: Option<Secret>,
    pub messages_per_second: f64,
    pub messages_per_chat_second: f64,
    pub messages_per_group_minute: f64,
    #[serde(deserialize_with = "duration")]
    pub send_timeout: Duration,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiscordSettings {
    #[serde(deserialize_with = "secret")]
    pub token: Option<Secret>,
    #[serde(deserialize_with = "optional_url")]
    pub api_url: Option<Url>,
    pub message_content: bool,
    /// Ids of channels.
    #[serde(deserialize_with = "channel_ids")]
    pub always_answer: Vec<String>,
    #[serde(deserialize_with = "choice")]
    pub threads: Threads,
    pub max_messages: usize,
    pub messages_per_second: f64,
    pub messages_per_channel_second: f64,
    #[serde(deserialize_with = "duration")]
    pub send_timeout: Duration,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebSettings {
    pub enabled: bool,
    #[serde(deserialize_with = "address")]
    pub bind: SocketAddr,
    pub allow_remote: bool,
    #[serde(deserialize_with = "secret")]
    pub token: Option<Secret>,
    #[serde(deserialize_with = "hosts")]
    pub hosts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSettings {
    #[serde(deserialize_with = "choice")]
    pub provider: ProviderName,
    /// Not empty unless the provider is [`ProviderName::Offline`].
    pub name: String,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    pub base_url: Option<Url>,
    /// Set when the provider asks for one at its usual address.
    #[serde(deserialize_with = "secret")]
    pub api_key: Option<Secret>,
    pub max_output_tokens: u32,
    pub context_tokens: u32,
    #[serde(deserialize_with = "duration")]
    pub timeout: Duration,
    /// USD per million tokens; `None` is what `provider/prices.toml` says.
    #[serde(deserialize_with = "optional_amount")]
    pub input_price: Option<f64>,
    /// USD per million tokens; `None` as above.
    #[serde(deserialize_with = "optional_amount")]
    pub output_price: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentSettings {
    pub instructions: String,
    pub max_steps: u32,
    pub max_seconds: u64,
    pub max_tokens: u64,
    /// USD; 0 is no limit.
    pub max_cost: f64,
    /// 0 is no limit, here and in the next three.
    pub user_daily_steps: u64,
    pub user_daily_seconds: u64,
    pub user_daily_tokens: u64,
    /// USD.
    pub user_daily_cost: f64,
}

/// A specialist. What it does not limit is limited as the bot's own turns are.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialistSettings {
    /// For the model that may give it work; not empty.
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub instructions: String,
    /// Tools, toolsets, or beginnings of tools' names and `*`.
    #[serde(default)]
    pub tools: Vec<String>,
    pub max_steps: Option<u32>,
    pub max_seconds: Option<u64>,
    pub max_tokens: Option<u64>,
    /// USD; 0 is no limit.
    pub max_cost: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessSettings {
    pub allow: Vec<Admitted>,
    pub approvers: Vec<Identity>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSettings {
    pub max_output_bytes: usize,
    #[serde(deserialize_with = "duration")]
    pub keep_output: Duration,
    pub permissions: Vec<Permission>,
    /// `None` is a folder beside the database.
    #[serde(deserialize_with = "optional_path")]
    pub workspace: Option<PathBuf>,
    pub max_corrections: u32,
    #[serde(deserialize_with = "rules")]
    pub rules: Vec<Rule>,
    pub files: FileSettings,
    pub web: WebToolSettings,
    pub search: SearchSettings,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileSettings {
    /// In bytes.
    #[serde(deserialize_with = "size")]
    pub max_file: u64,
    /// In bytes, of one person.
    #[serde(deserialize_with = "size")]
    pub max_total: u64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebToolSettings {
    /// As [`Url::host_str`] gives them: lower-case, international names in their ASCII form.
    #[serde(deserialize_with = "hosts")]
    pub allow_hosts: Vec<String>,
    /// Servers that may be fetched from although their address is private.
    #[serde(deserialize_with = "servers")]
    pub allow_private_hosts: Vec<HostPort>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSettings {
    /// `None`: the web is not searched.
    #[serde(deserialize_with = "optional_choice")]
    pub provider: Option<SearchProviderName>,
    /// The path ends with a slash. Set for [`SearchProviderName::Searxng`].
    #[serde(deserialize_with = "optional_base_url")]
    pub url: Option<Url>,
    /// Set for [`SearchProviderName::Brave`].
    #[serde(deserialize_with = "secret")]
    pub api_key: Option<Secret>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemorySettings {
    pub vector_weight: f64,
    pub fts_weight: f64,
    /// 0: notes are not offered unasked.
    pub recall_tokens: usize,
    pub embeddings: EmbeddingSettings,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddingSettings {
    #[serde(deserialize_with = "choice")]
    pub source: EmbeddingSource,
    /// Set for [`EmbeddingSource::Folder`].
    #[serde(deserialize_with = "optional_path")]
    pub folder: Option<PathBuf>,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    pub base_url: Option<Url>,
    #[serde(deserialize_with = "secret")]
    pub api_key: Option<Secret>,
    /// Not empty for [`EmbeddingSource::Remote`].
    pub model: String,
    #[serde(deserialize_with = "duration")]
    pub timeout: Duration,
}

/// After how long what is over is forgotten; `None` is never.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetentionSettings {
    #[serde(deserialize_with = "optional_duration")]
    pub transcripts: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    pub messages: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    pub dead_letters: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    pub run_outputs: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    pub attachments: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    pub files: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApprovalSettings {
    #[serde(deserialize_with = "duration")]
    pub expiry: Duration,
    /// Prompts; 0 is no limit.
    pub max_per_turn: u32,
    /// Prompts of one person; 0 is no limit.
    pub max_per_hour: u32,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchedulerSettings {
    pub enabled: bool,
    pub min_interval_secs: u64,
    /// Runs that are at work at the same time, in all and of one person.
    pub max_runs: u32,
    pub max_runs_per_user: u32,
    /// `None` is the host's.
    #[serde(deserialize_with = "optional_zone")]
    pub timezone: Option<Tz>,
    pub run: RunSettings,
}

/// What one run of a schedule may take, with all its attempts and specialists.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    pub max_steps: u32,
    pub max_seconds: u64,
    pub max_tokens: u64,
    /// USD; 0 is no limit.
    pub max_cost: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogSettings {
    #[serde(deserialize_with = "choice")]
    pub format: LogFormat,
    #[serde(deserialize_with = "level")]
    pub level: Level,
}

impl AgentSettings {
    /// Returns what one turn may use, from one decision of the person to the next.
    pub fn turn_budget(&self) -> Budget {
        Budget::of(self.max_steps.into(), self.max_seconds, self.max_tokens, self.max_cost)
    }

    /// Returns what one person may use in a day.
    pub fn daily_budget(&self) -> Budget {
        Budget::of(
            self.user_daily_steps,
            self.user_daily_seconds,
            self.user_daily_tokens,
            self.user_daily_cost,
        )
    }
}

impl RunSettings {
    /// Returns what one run of a schedule may use.
    pub fn budget(&self) -> Budget {
        Budget::of(self.max_steps.into(), self.max_seconds, self.max_tokens, self.max_cost)
    }
}

impl AccessSettings {
    /// Returns the identities that the configuration admits, as the database stores them.
    pub fn listed(&self) -> Vec<String> {
        self.allow.iter().map(ToString::to_string).collect()
    }
}
