//! The sections of the configuration. `defaults.toml` describes the settings; the comments here are for the code that
//! reads them.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use adjutant_domain::{
    budget::Budget,
    cadence::{Cadence, CadenceError},
    notes::NoteLimits,
    while_busy::WhileBusy,
    zones::Zone,
};
use schemars::JsonSchema;
use serde::Deserialize;
use tracing::Level;
use url::Url;

use super::{
    choices::{EmbeddingSource, LogFormat, Reactions, TelegramMode, Threads, choice, level},
    people::{Admitted, Identity, channel_ids},
    schema,
    types::{
        DatabasePath, Secret, address, database_path, duration, hosts, optional_address, optional_base_url,
        optional_duration, optional_path, optional_text, optional_url, optional_zone, secret, size,
    },
};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DatabaseSettings {
    #[serde(deserialize_with = "database_path")]
    #[schemars(schema_with = "schema::database_path")]
    pub url: DatabasePath,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelSettings {
    /// The bot does not answer messages that are older than this when they arrive.
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub answer_within: Duration,
    /// How long the delivery of a message is attempted before it becomes a dead letter.
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub give_up_after: Duration,
    pub telegram: TelegramSettings,
    pub discord: DiscordSettings,
    pub web: WebSettings,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TelegramSettings {
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub token: Option<Secret>,
    #[serde(deserialize_with = "optional_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub api_url: Option<Url>,
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<TelegramMode>")]
    pub mode: TelegramMode,
    #[serde(deserialize_with = "optional_address")]
    #[schemars(schema_with = "schema::optional_address")]
    pub webhook_listen: Option<SocketAddr>,
    #[serde(deserialize_with = "optional_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub webhook_url: Option<Url>,
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub webhook_secret: Option<Secret>,
    pub messages_per_second: f64,
    pub messages_per_chat_second: f64,
    pub messages_per_group_minute: f64,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub send_timeout: Duration,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscordSettings {
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub token: Option<Secret>,
    #[serde(deserialize_with = "optional_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub api_url: Option<Url>,
    pub message_content: bool,
    /// Ids of channels.
    #[serde(deserialize_with = "channel_ids")]
    #[schemars(schema_with = "schema::channel_ids")]
    pub always_answer: Vec<String>,
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<Threads>")]
    pub threads: Threads,
    pub max_messages: usize,
    pub messages_per_second: f64,
    pub messages_per_channel_second: f64,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub session_start_pause: Duration,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub send_timeout: Duration,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebSettings {
    pub enabled: bool,
    #[serde(deserialize_with = "address")]
    #[schemars(schema_with = "schema::address")]
    pub bind: SocketAddr,
    pub allow_remote: bool,
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub token: Option<Secret>,
    #[serde(deserialize_with = "hosts")]
    #[schemars(schema_with = "schema::hosts")]
    pub hosts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HookSettings {
    pub enabled: bool,
    #[serde(deserialize_with = "address")]
    #[schemars(schema_with = "schema::address")]
    pub bind: SocketAddr,
    pub allow_remote: bool,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub public_url: Option<Url>,
    pub max_per_minute: u32,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    pub enabled: bool,
    #[serde(deserialize_with = "address")]
    #[schemars(schema_with = "schema::address")]
    pub bind: SocketAddr,
    pub allow_remote: bool,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub public_url: Option<Url>,
    /// `None`: a folder beside the database.
    #[serde(deserialize_with = "optional_path")]
    #[schemars(schema_with = "schema::optional_path")]
    pub folder: Option<PathBuf>,
    /// The program and its arguments; empty: previews are only links.
    pub browser: Vec<String>,
    /// `None`: only the built-in templates.
    #[serde(deserialize_with = "optional_path")]
    #[schemars(schema_with = "schema::optional_path")]
    pub templates: Option<PathBuf>,
    /// The program and its arguments; empty: no program runs after a publish.
    pub deploy: Vec<String>,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub deploy_timeout: Duration,
    /// `None`: no stock photos are offered.
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub stock_photos_key: Option<Secret>,
    /// The path ends with a slash. `None`: no stock photos are offered.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub stock_photos_url: Option<Url>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct McpServerSettings {
    pub enabled: bool,
    #[serde(deserialize_with = "address")]
    #[schemars(schema_with = "schema::address")]
    pub bind: SocketAddr,
    pub allow_remote: bool,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub public_url: Option<Url>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentSettings {
    pub instructions: String,
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<WhileBusy>")]
    pub while_busy: WhileBusy,
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<Reactions>")]
    pub reactions: Reactions,
    pub max_steps: u32,
    pub max_seconds: u64,
    pub max_tokens: u64,
    /// USD; 0 is no limit.
    pub max_cost: f64,
    /// 0 is no limit, also in the next three settings.
    pub user_daily_steps: u64,
    pub user_daily_seconds: u64,
    pub user_daily_tokens: u64,
    /// USD.
    pub user_daily_cost: f64,
}

/// A specialist. If it has no limit of its own, the limit of the bot's own turns applies.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialistSettings {
    /// The description of the specialist for the model that delegates work to it; not empty.
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub instructions: String,
    /// Names of tools and toolsets, and beginnings of tools' names with `*`.
    #[serde(default)]
    pub tools: Vec<String>,
    pub max_steps: Option<u32>,
    pub max_seconds: Option<u64>,
    pub max_tokens: Option<u64>,
    /// USD; 0 is no limit.
    pub max_cost: Option<f64>,
    /// The name of its model; `None`: the model of all specialists.
    #[serde(default, deserialize_with = "optional_text")]
    pub model: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccessSettings {
    #[schemars(schema_with = "schema::admitted")]
    pub allow: Vec<Admitted>,
    #[schemars(schema_with = "schema::identities")]
    pub approvers: Vec<Identity>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemorySettings {
    pub vector_weight: f64,
    pub fts_weight: f64,
    /// The most tokens of notes that the model gets with each message; 0: no notes.
    pub recall_tokens: usize,
    pub document_passages: u32,
    pub embeddings: EmbeddingSettings,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EmbeddingSettings {
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<EmbeddingSource>")]
    pub source: EmbeddingSource,
    /// Set for [`EmbeddingSource::Folder`].
    #[serde(deserialize_with = "optional_path")]
    #[schemars(schema_with = "schema::optional_path")]
    pub folder: Option<PathBuf>,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub base_url: Option<Url>,
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub api_key: Option<Secret>,
    /// Not empty for [`EmbeddingSource::Remote`].
    pub model: String,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub timeout: Duration,
}

/// How long finished data is kept; `None`: for good.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetentionSettings {
    #[serde(deserialize_with = "optional_duration")]
    #[schemars(schema_with = "schema::optional_duration")]
    pub transcripts: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    #[schemars(schema_with = "schema::optional_duration")]
    pub messages: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    #[schemars(schema_with = "schema::optional_duration")]
    pub dead_letters: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    #[schemars(schema_with = "schema::optional_duration")]
    pub run_outputs: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    #[schemars(schema_with = "schema::optional_duration")]
    pub attachments: Option<Duration>,
    #[serde(deserialize_with = "optional_duration")]
    #[schemars(schema_with = "schema::optional_duration")]
    pub files: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalSettings {
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub expiry: Duration,
    /// 0 is no limit. Up to six calls of one answer count as one request, even if they have several prompts.
    pub max_per_turn: u32,
    /// For one person; 0 is no limit.
    pub max_per_hour: u32,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SchedulerSettings {
    pub enabled: bool,
    pub min_interval_secs: u64,
    /// The most simultaneous runs.
    pub max_runs: u32,
    /// The most simultaneous runs of one person.
    pub max_runs_per_user: u32,
    /// `None`: the host's zone.
    #[serde(deserialize_with = "optional_zone")]
    #[schemars(schema_with = "schema::optional_zone")]
    pub timezone: Option<Zone>,
    /// Whether messages of schedules in groups mention the person who made the schedule.
    pub mention: bool,
    pub run: RunSettings,
}

/// The budget of one run of a schedule, with all its attempts and specialists.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    pub max_steps: u32,
    pub max_seconds: u64,
    pub max_tokens: u64,
    /// USD; 0 is no limit.
    pub max_cost: f64,
}

/// The limits of one person.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitSettings {
    /// Completed schedules are not counted.
    pub schedules: u32,
    pub notes: u32,
    /// In bytes.
    #[serde(deserialize_with = "size")]
    #[schemars(schema_with = "schema::size")]
    pub notes_size: u64,
    pub conversations: u32,
    pub waiting_messages: u32,
    /// For one chat, not one person.
    pub undelivered: u32,
    /// The most simultaneous turns.
    pub turns: u32,
}

impl LimitSettings {
    /// Returns the limits of one person's notes.
    pub fn of_notes(&self) -> NoteLimits {
        NoteLimits { notes: self.notes, bytes: self.notes_size }
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupSettings {
    /// A cron expression; empty: no copies are made.
    pub schedule: String,
    /// `None`: a folder beside the database.
    #[serde(deserialize_with = "optional_path")]
    #[schemars(schema_with = "schema::optional_path")]
    pub folder: Option<PathBuf>,
    pub keep: u32,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogSettings {
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<LogFormat>")]
    pub format: LogFormat,
    #[serde(deserialize_with = "level")]
    #[schemars(schema_with = "schema::level")]
    pub level: Level,
}

impl BackupSettings {
    /// Returns the cadence of the copies; `None` if none are made.
    ///
    /// # Errors
    /// Returns an error if the expression cannot be read.
    pub fn cadence(&self, zone: Zone) -> Result<Option<Cadence>, CadenceError> {
        let schedule = self.schedule.trim();
        (!schedule.is_empty()).then(|| Cadence::from_stored("cron", schedule, zone)).transpose()
    }
}

impl AgentSettings {
    /// Returns the budget of a turn, from one decision of the person to the next.
    pub fn turn_budget(&self) -> Budget {
        Budget::of(self.max_steps.into(), self.max_seconds, self.max_tokens, self.max_cost)
    }

    /// Returns the daily budget of one person.
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
    /// Returns the budget of one run of a schedule.
    pub fn budget(&self) -> Budget {
        Budget::of(self.max_steps.into(), self.max_seconds, self.max_tokens, self.max_cost)
    }
}

impl AccessSettings {
    /// Returns the identities that the configuration admits, as the database stores them.
    pub fn listed(&self) -> Vec<String> {
        self.allow.iter().map(ToString::to_string).collect()
    }

    /// Returns whether the configuration admits people by a role.
    pub fn admits_roles(&self) -> bool {
        self.roles().next().is_some()
    }

    /// Returns the listed role that admits a person who has these roles on a channel, as the database stores it.
    pub fn admitting_role(&self, channel: &str, id: &str, roles: &[String]) -> Option<String> {
        self.roles().find(|listed| listed.fits(channel, id, roles)).map(ToString::to_string)
    }

    fn roles(&self) -> impl Iterator<Item = &Admitted> {
        self.allow.iter().filter(|listed| matches!(listed, Admitted::Role { .. }))
    }
}
