//! `[traces]`.

use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{
    mcp::{Named, own_headers},
    schema,
    types::optional_base_url,
};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TraceSettings {
    /// `None`: there are no traces.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub endpoint: Option<Url>,
    #[serde(deserialize_with = "own_headers")]
    #[schemars(schema_with = "schema::headers")]
    pub headers: Vec<Named>,
    /// The share of turns that are traced.
    pub sample: f64,
}

impl TraceSettings {
    /// Returns the secrets in the settings.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        let password = self.endpoint.as_ref().and_then(Url::password);
        self.headers.iter().flat_map(Named::secrets).chain(password)
    }
}
