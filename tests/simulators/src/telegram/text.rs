//! Texts, entities and keyboards, checked and trimmed as on the platform.

use serde_json::{Map, Value, json};

use super::errors::{ApiError, malformed};

/// The longest text of a message, in UTF-16 code units.
const MAX_TEXT: usize = 4096;
/// The longest caption of a file, in UTF-16 code units.
const MAX_CAPTION: usize = 1024;
/// The most entities of a message; further ones are ignored.
const MAX_ENTITIES: usize = 100;
/// The largest size of a message's entities, in bytes. The platform does not document it; the value is measured.
const MAX_ENTITIES_SIZE: usize = 9_500;
/// The longest address of a link, in bytes; links with longer addresses are ignored.
const MAX_URL: usize = 2_048;
/// The schemes of links; links with other schemes are ignored.
const SCHEMES: [&str; 6] = ["http:", "https:", "ton:", "tg:", "tel:", "mailto:"];
/// The longest callback data of a button, in bytes.
const MAX_CALLBACK_DATA: usize = 64;

const ENTITY_TYPES: [&str; 19] = [
    "mention",
    "hashtag",
    "cashtag",
    "bot_command",
    "url",
    "email",
    "phone_number",
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "spoiler",
    "blockquote",
    "expandable_blockquote",
    "code",
    "pre",
    "text_link",
    "text_mention",
    "custom_emoji",
];

/// A stored text with its entities.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) entities: Vec<Value>,
}

impl Text {
    /// Returns whether the text has an address for which the platform would show a preview.
    pub(crate) fn has_link(&self) -> bool {
        let is_link = |entity: &Value| matches!(entity["type"].as_str(), Some("url" | "text_link"));
        self.text.contains("://") || self.entities.iter().any(is_link)
    }
}

/// Returns the length in UTF-16 code units.
pub(crate) fn utf16_len(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Checks a text of the bot, and trims the white space around it. `too_long` is the error message of the method.
pub(crate) fn tidy(text: &str, entities: Option<Value>, too_long: &str) -> Result<Text, ApiError> {
    let text = trimmed(text, entities)?;
    if text.text.is_empty() {
        return Err(malformed("message text is empty"));
    }
    if utf16_len(&text.text) > MAX_TEXT {
        return Err(malformed(too_long));
    }
    Ok(text)
}

/// Checks and trims a caption, which may be empty.
pub(crate) fn tidy_caption(text: &str, entities: Option<Value>) -> Result<Text, ApiError> {
    let text = trimmed(text, entities)?;
    if utf16_len(&text.text) > MAX_CAPTION {
        return Err(malformed("message caption is too long"));
    }
    Ok(text)
}

/// Returns the rows of an inline keyboard; `None` if there is none or the markup is of another kind.
pub(crate) fn keyboard(markup: Option<Value>) -> Result<Option<Value>, ApiError> {
    let Some(rows) = markup.and_then(|mut markup| markup.get_mut("inline_keyboard").map(Value::take)) else {
        return Ok(None);
    };
    let complaint = || malformed("can't parse inline keyboard: expected an Array of Arrays of buttons");
    for row in rows.as_array().ok_or_else(complaint)? {
        for button in row.as_array().ok_or_else(complaint)? {
            check_button(button)?;
        }
    }
    let is_empty = rows.as_array().is_none_or(|rows| rows.iter().all(|row| row == &json!([])));
    Ok((!is_empty).then_some(rows))
}

/// Finds commands and mentions in a person's text, as the platform marks them.
pub(crate) fn detect_entities(text: &str) -> Vec<Value> {
    let mut entities = Vec::new();
    let mut offset = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let marked = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let kind = match marked.as_bytes() {
            [b'/', _, ..] => Some("bot_command"),
            [b'@', _, ..] => Some("mention"),
            _ => None,
        };
        if let Some(kind) = kind {
            entities.push(json!({"type": kind, "offset": offset, "length": utf16_len(marked)}));
        }
        offset += utf16_len(word);
    }
    entities
}

fn check_button(button: &Value) -> Result<(), ApiError> {
    if button["text"].as_str().is_none_or(str::is_empty) {
        return Err(malformed(
            "can't parse inline keyboard button: field \"text\" must be a non-empty String",
        ));
    }
    match &button["callback_data"] {
        Value::Null
            if ["url", "copy_text", "web_app", "login_url", "pay"]
                .iter()
                .any(|key| !button[*key].is_null()) =>
        {
            Ok(())
        }
        Value::Null => Err(malformed(
            "can't parse inline keyboard button: text buttons are unallowed in the inline keyboard",
        )),
        Value::String(data) if (1..=MAX_CALLBACK_DATA).contains(&data.len()) => Ok(()),
        _ => Err(malformed("BUTTON_DATA_INVALID")),
    }
}

/// Trims a text and checks its entities.
fn trimmed(text: &str, entities: Option<Value>) -> Result<Text, ApiError> {
    let entities = match entities {
        None => Vec::new(),
        Some(Value::Array(entities)) => entities,
        Some(_) => return Err(malformed("expected an Array of MessageEntity")),
    };
    let mut spans = entities.iter().map(|entity| Span::parse(entity, text)).collect::<Result<Vec<_>, _>>()?;
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let kept = trim(text, spans.iter().map(|span| span.start).min());
    let start = utf16_len(&text[..kept.as_ptr().addr() - text.as_ptr().addr()]);
    let end = start + utf16_len(kept);
    let entities: Vec<Value> = spans
        .into_iter()
        .filter(Span::is_taken)
        .filter_map(|span| span.clipped(start, end))
        .take(MAX_ENTITIES)
        .collect();
    if entities.iter().map(size).sum::<usize>() > MAX_ENTITIES_SIZE {
        return Err(malformed("ENTITIES_TOO_LONG"));
    }
    Ok(Text { text: kept.to_owned(), entities })
}

/// Trims white space at the end, and at the start up to the first entity (a UTF-16 offset).
fn trim(text: &str, first_entity: Option<usize>) -> &str {
    let text = text.trim_end();
    let mut offset = 0;
    let start = text
        .char_indices()
        .find(|(_, c)| {
            let stop = !c.is_whitespace() || first_entity == Some(offset);
            offset += c.len_utf16();
            stop
        })
        .map_or(text.len(), |(at, _)| at);
    &text[start..]
}

/// An entity and its position, in UTF-16 code units.
struct Span {
    start: usize,
    end: usize,
    rest: Map<String, Value>,
}

/// Returns the encoded size of an entity: three numbers, and its strings.
fn size(entity: &Value) -> usize {
    let carried = |key: &str| entity[key].as_str().map_or(0, |text| (text.len() + 1).next_multiple_of(4));
    12 + carried("url") + carried("language")
}

impl Span {
    /// Returns whether the platform keeps the entity. It ignores links that it does not accept.
    fn is_taken(&self) -> bool {
        let url = self.rest.get("url").and_then(Value::as_str);
        url.is_none_or(|url| url.len() <= MAX_URL && SCHEMES.iter().any(|scheme| url.starts_with(scheme)))
    }

    fn parse(entity: &Value, text: &str) -> Result<Self, ApiError> {
        let wrong = |reason: &str| malformed(format_args!("can't parse MessageEntity: {reason}"));
        let rest = entity.as_object().ok_or_else(|| wrong("expected an Object"))?;
        let number = |key: &str| entity[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let start = number("offset").ok_or_else(|| wrong("field \"offset\" must be a Number"))?;
        let length = number("length").ok_or_else(|| wrong("field \"length\" must be a Number"))?;
        let kind = entity["type"].as_str().ok_or_else(|| wrong("field \"type\" must be a String"))?;
        if !ENTITY_TYPES.contains(&kind) {
            return Err(malformed("unsupported type of message entity specified"));
        }
        if kind == "text_link" && entity["url"].as_str().is_none_or(str::is_empty) {
            return Err(wrong("field \"url\" must be a non-empty String"));
        }
        if kind == "text_mention" && entity["user"]["id"].as_u64().is_none() {
            return Err(wrong("field \"user\" must be an Object"));
        }
        let span = Self { start, end: start + length, rest: rest.clone() };
        span.check_bounds(text)?;
        Ok(span)
    }

    fn check_bounds(&self, text: &str) -> Result<(), ApiError> {
        let Self { start, end, .. } = self;
        if *end > utf16_len(text) {
            return Err(malformed(format_args!(
                "entity beginning at UTF-16 offset {start} ends after the end of the text at UTF-16 offset {end}"
            )));
        }
        let (mut utf16, mut starts, mut ends) = (0, *start == 0, *end == 0);
        for c in text.chars() {
            utf16 += c.len_utf16();
            starts |= utf16 == *start;
            ends |= utf16 == *end;
        }
        match (starts, ends) {
            (true, true) => Ok(()),
            (false, _) => Err(malformed("entity begins in a middle of a UTF-16 symbol")),
            (true, false) => Err(malformed(format_args!(
                "entity beginning at UTF-16 offset {start} ends in a middle of a UTF-16 symbol"
            ))),
        }
    }

    /// Clips the entity to the text from `start` to `end`; returns `None` if nothing of it is left.
    fn clipped(mut self, start: usize, end: usize) -> Option<Value> {
        let (from, to) = (self.start.max(start), self.end.min(end));
        if from >= to {
            return None;
        }
        self.rest.insert("offset".into(), json!(from - start));
        self.rest.insert("length".into(), json!(to - from));
        Some(Value::Object(self.rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, entities: Value) -> String {
        tidy(text, Some(entities), "message is too long").unwrap_err().description
    }

    #[test]
    fn white_space_around_a_text_goes_and_entities_follow() {
        let entities = json!([{"type": "bold", "offset": 2, "length": 6}]);
        let tidied = tidy("\n bold \n", Some(entities), "").unwrap();
        assert_eq!(tidied.text, "bold");
        assert_eq!(tidied.entities, [json!({"type": "bold", "offset": 0, "length": 4})]);
    }

    #[test]
    fn length_is_counted_in_utf16() {
        assert!(tidy(&"😀".repeat(2048), None, "").is_ok());
        let error = tidy(&"😀".repeat(2049), None, "message is too long").unwrap_err();
        assert_eq!(error.description, "Bad Request: message is too long");
        assert_eq!(refusal(" \n ", json!([])), "Bad Request: message text is empty");
    }

    #[test]
    fn a_caption_is_shorter_and_may_be_empty() {
        assert!(tidy_caption(&"😀".repeat(512), None).is_ok());
        assert_eq!(tidy_caption(" \n ", None).unwrap(), Text::default());
        let error = tidy_caption(&"😀".repeat(513), None).unwrap_err();
        assert_eq!(error.description, "Bad Request: message caption is too long");
    }

    #[test]
    fn entities_must_lie_in_the_text_and_on_characters() {
        assert_eq!(
            refusal("hello", json!([{"type": "bold", "offset": 3, "length": 4}])),
            "Bad Request: entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 7"
        );
        assert_eq!(
            refusal("😀", json!([{"type": "bold", "offset": 1, "length": 1}])),
            "Bad Request: entity begins in a middle of a UTF-16 symbol"
        );
        assert_eq!(
            refusal("hello", json!([{"type": "loud", "offset": 0, "length": 1}])),
            "Bad Request: unsupported type of message entity specified"
        );
    }

    #[test]
    fn button_data_has_1_to_64_bytes() {
        let with = |data: &str| {
            keyboard(Some(json!({"inline_keyboard": [[{"text": "ok", "callback_data": data}]]})))
        };
        assert!(with(&"x".repeat(64)).is_ok());
        assert_eq!(with(&"x".repeat(65)).unwrap_err().description, "Bad Request: BUTTON_DATA_INVALID");
        assert_eq!(with("").unwrap_err().description, "Bad Request: BUTTON_DATA_INVALID");
    }

    #[test]
    fn commands_and_mentions_are_marked() {
        assert_eq!(
            detect_entities("/new@adjutant_bot 😀 @adjutant_bot: hi"),
            [
                json!({"type": "bot_command", "offset": 0, "length": 17}),
                json!({"type": "mention", "offset": 21, "length": 13}),
            ]
        );
    }
}
