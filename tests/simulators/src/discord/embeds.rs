//! The platform's rules for embeds. Lengths are in characters.

use serde_json::Value;

use super::errors::{ApiError, bad_length, invalid};

const MAX_EMBEDS: usize = 10;
const MAX_FIELDS: usize = 25;
/// The longest text of all embeds of a message together.
const MAX_TOTAL: usize = 6000;
/// The text limits of an embed, by JSON pointer.
const TEXTS: [(&str, usize); 4] =
    [("/title", 256), ("/description", 4096), ("/footer/text", 2048), ("/author/name", 256)];
/// The text limits of a field; both texts are required.
const FIELD_TEXTS: [(&str, usize); 2] = [("name", 256), ("value", 1024)];

/// Checks the `embeds` of a message.
pub(crate) fn check(embeds: &[Value]) -> Result<(), ApiError> {
    if embeds.len() > MAX_EMBEDS {
        return Err(bad_length("embeds", 0, MAX_EMBEDS));
    }
    let mut total = 0;
    for (index, embed) in embeds.iter().enumerate() {
        total += check_one(embed, &format!("embeds.{index}"))?;
    }
    if total > MAX_TOTAL {
        let message = format!("Embed size exceeds maximum size of {MAX_TOTAL}");
        return Err(invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", message));
    }
    Ok(())
}

/// Checks one embed and returns its length.
fn check_one(embed: &Value, field: &str) -> Result<usize, ApiError> {
    let mut total = 0;
    for (pointer, max) in TEXTS {
        let length = length(embed.pointer(pointer));
        if length > max {
            return Err(bad_length(&format!("{field}{}", pointer.replace('/', ".")), 0, max));
        }
        total += length;
    }
    let fields = embed["fields"].as_array().map(Vec::as_slice).unwrap_or_default();
    if fields.len() > MAX_FIELDS {
        return Err(bad_length(&format!("{field}.fields"), 0, MAX_FIELDS));
    }
    for (index, entry) in fields.iter().enumerate() {
        for (key, max) in FIELD_TEXTS {
            let length = length(entry.get(key));
            if !(1..=max).contains(&length) {
                return Err(bad_length(&format!("{field}.fields.{index}.{key}"), 1, max));
            }
            total += length;
        }
    }
    Ok(total)
}

fn length(text: Option<&Value>) -> usize {
    text.and_then(Value::as_str).map_or(0, |text| text.chars().count())
}
