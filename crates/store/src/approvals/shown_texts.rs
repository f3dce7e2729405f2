//! Reads the texts of approvals and grants in their displayable form.

use adjutant_domain::{
    ids::UserId,
    question::{Answer, Form},
    shown,
    tools::Pattern,
};
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

/// Reads people whose ids are joined by spaces.
pub(crate) fn people<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<UserId>, D::Error> {
    let people = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
    Ok(people.split_whitespace().map(|id| UserId(id.to_owned())).collect())
}

pub(crate) fn form<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Form>, D::Error> {
    let Some(form) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let mut form: Form = serde_json::from_str(&form).map_err(D::Error::custom)?;
    for option in &mut form.options {
        *option = shown::line(option);
    }
    Ok(Some(form))
}

/// Reads the answer unchanged, because it is in the person's own words.
pub(crate) fn answer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
    let answer = Option::<String>::deserialize(deserializer)?;
    answer.map_or_else(
        || Ok(Answer::default()),
        |answer| serde_json::from_str(&answer).map_err(D::Error::custom),
    )
}
