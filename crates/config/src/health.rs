//! `[health]`.

use std::net::SocketAddr;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    schema,
    types::{hosts, optional_address},
};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HealthSettings {
    /// `None`: the chat page's listener alone serves the proof of health.
    #[serde(deserialize_with = "optional_address")]
    #[schemars(schema_with = "schema::optional_address")]
    pub bind: Option<SocketAddr>,
    pub allow_remote: bool,
    #[serde(deserialize_with = "hosts")]
    #[schemars(schema_with = "schema::hosts")]
    pub hosts: Vec<String>,
}
