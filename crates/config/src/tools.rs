//! The section `[tools]` with its subsections, and `[skills]`.

use std::{path::PathBuf, time::Duration};

use adjutant_domain::{
    hosts::{AllowedHost, HostPort},
    policy::Rule,
    tools::Permission,
};
use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{
    choices::{SearchProviderName, ShellMode, choice, optional_choice},
    rules::rules,
    schema,
    types::{
        Pattern, Secret, absolute_paths, allowed_hosts, duration, optional_base_url, optional_path, patterns,
        secret, servers, size, socket,
    },
};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolSettings {
    pub max_output_bytes: usize,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub keep_output: Duration,
    #[schemars(schema_with = "schema::permissions")]
    pub permissions: Vec<Permission>,
    /// `None`: a folder beside the database.
    #[serde(deserialize_with = "optional_path")]
    #[schemars(schema_with = "schema::optional_path")]
    pub workspace: Option<PathBuf>,
    pub max_corrections: u32,
    #[serde(deserialize_with = "rules")]
    #[schemars(schema_with = "schema::rules")]
    pub rules: Vec<Rule>,
    pub files: FileSettings,
    pub web: WebToolSettings,
    pub search: SearchSettings,
    pub shell: ShellSettings,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileSettings {
    /// In bytes.
    #[serde(deserialize_with = "size")]
    #[schemars(schema_with = "schema::size")]
    pub max_file: u64,
    /// The limit for all files of one person, in bytes.
    #[serde(deserialize_with = "size")]
    #[schemars(schema_with = "schema::size")]
    pub max_total: u64,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebToolSettings {
    #[serde(deserialize_with = "allowed_hosts")]
    #[schemars(schema_with = "schema::allowed_hosts")]
    pub allow_hosts: Vec<AllowedHost>,
    /// Servers that the tools may reach although their addresses are private.
    #[serde(deserialize_with = "servers")]
    #[schemars(schema_with = "schema::servers")]
    pub allow_private_hosts: Vec<HostPort>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchSettings {
    /// `None`: there is no web search.
    #[serde(deserialize_with = "optional_choice")]
    #[schemars(schema_with = "schema::optional_choice::<SearchProviderName>")]
    pub provider: Option<SearchProviderName>,
    /// The path ends with a slash. Set for [`SearchProviderName::Searxng`].
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub url: Option<Url>,
    /// Set for [`SearchProviderName::Brave`].
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub api_key: Option<Secret>,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShellSettings {
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<ShellMode>")]
    pub mode: ShellMode,
    #[serde(deserialize_with = "socket")]
    #[schemars(schema_with = "schema::socket")]
    pub socket: PathBuf,
    pub network: bool,
    /// Empty: all programs are allowed.
    pub programs: Vec<String>,
    #[serde(deserialize_with = "patterns")]
    #[schemars(schema_with = "schema::patterns")]
    pub refuse: Vec<Pattern>,
    #[serde(deserialize_with = "absolute_paths")]
    #[schemars(schema_with = "schema::absolute_paths")]
    pub readable: Vec<PathBuf>,
    /// In bytes.
    #[serde(deserialize_with = "size")]
    #[schemars(schema_with = "schema::size")]
    pub max_memory: u64,
    pub max_processes: u64,
}

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkillSettings {
    /// `None`: a folder beside the database.
    #[serde(deserialize_with = "optional_path")]
    #[schemars(schema_with = "schema::optional_path")]
    pub folder: Option<PathBuf>,
}
