//! The photographer of a picture, in the arguments of calls.

use adjutant_domain::site::Credit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    kit::ToolError,
    site::{line, misfit},
};

/// The longest name of a photographer, and of a picture's source, in characters.
const MAX_NAME: usize = 100;
/// The longest address, in bytes.
const MAX_URL: usize = 500;

/// The photographer of a picture.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::site) struct CreditArgs {
    /// A name; an empty one removes the credit.
    photographer: String,
    /// Of the photographer or of the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Where it was found, such as Pexels.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

impl CreditArgs {
    /// Checks the credit, and returns it as it is stored; `None` for an empty name.
    pub(in crate::site) fn check(&self) -> Result<Option<Credit>, ToolError> {
        let Self { photographer, url, source } = self;
        if photographer.trim().is_empty() {
            return Ok(None);
        }
        let given = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        Ok(Some(Credit {
            photographer: line("credit/photographer", photographer, MAX_NAME)?,
            url: given(url).as_deref().map(address).transpose()?.unwrap_or_default(),
            source: given(source)
                .map(|source| line("credit/source", &source, MAX_NAME))
                .transpose()?
                .unwrap_or_default(),
        }))
    }
}

impl From<&Credit> for CreditArgs {
    fn from(credit: &Credit) -> Self {
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        Self {
            photographer: credit.photographer.clone(),
            url: given(&credit.url),
            source: given(&credit.source),
        }
    }
}

fn address(text: &str) -> Result<String, ToolError> {
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    match url.filter(|_| text.len() <= MAX_URL) {
        Some(url) => Ok(url.into()),
        None => Err(misfit(
            "credit/url",
            &format!("{text:?}"),
            "an address such as https://www.pexels.com/@alice, of at most 500 bytes,",
        )),
    }
}
