//! `[console]`.

use adjutant_domain::web::is_loopback;
use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{schema, types::optional_url};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsoleSettings {
    /// The address under which people open the console; `None`: the bot sends no sign-in links.
    #[serde(deserialize_with = "optional_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub url: Option<Url>,
    pub owner_reads: bool,
}

impl ConsoleSettings {
    /// Returns the problem of the address, as the end of a sentence about it.
    pub(super) fn problem_of_url(&self) -> Option<&'static str> {
        let url = self.url.as_ref()?;
        let is_bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if url.scheme() != "https" && !is_loopback(url) {
            Some(
                "must begin with https://: its links sign people in, and others would read them on the way; example: \
                 url = \"https://bot.example.org\"",
            )
        } else if !is_bare {
            Some("must be a host without a path; example: url = \"https://bot.example.org\"")
        } else {
            None
        }
    }
}
