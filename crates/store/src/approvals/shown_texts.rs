//! Reads the texts of approvals and grants as they may be shown.

use adjutant_domain::{shown, tools::Pattern};
use serde::{Deserialize as _, Deserializer, de::Error as _};

pub(crate) fn line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(shown::line(&String::deserialize(deserializer)?))
}

pub(crate) fn maybe_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(|text| shown::line(&text)))
}

pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(shown::text(&String::deserialize(deserializer)?))
}

pub(crate) fn patterns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Pattern>, D::Error> {
    let mut patterns: Vec<Pattern> =
        serde_json::from_str(&String::deserialize(deserializer)?).map_err(D::Error::custom)?;
    for pattern in &mut patterns {
        pattern.label = shown::line(&pattern.label);
    }
    Ok(patterns)
}
