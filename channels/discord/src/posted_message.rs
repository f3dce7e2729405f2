//! Compares a posted message with the intended one.

use adjutant_channel::{Content, MessageId};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

use crate::{
    components, markdown,
    wire::{Id, User},
};

/// A message as Discord returns it.
#[derive(Deserialize)]
pub(crate) struct PostedMessage {
    pub(crate) id: Id,
    pub(crate) author: User,
    content: String,
    #[serde(default)]
    components: Value,
    #[serde(default)]
    attachments: Vec<IgnoredAny>,
}

impl PostedMessage {
    pub(crate) fn message_id(&self) -> MessageId {
        MessageId(self.id.to_string())
    }

    /// Returns whether the message shows `content`. The content of files is not compared: no other file is sent during
    /// the search.
    pub(crate) fn shows(&self, content: &Content) -> bool {
        let wanted = serde_json::to_value(components::component_rows(content)).unwrap_or_default();
        comparable_text(&self.content) == comparable_text(&markdown::render(&content.body))
            && self.attachments.len() == content.files().count()
            && component_texts(&self.components) == component_texts(&wanted)
    }
}

/// Returns the texts and data of buttons and menus, each with its row, without fields that Discord adds.
fn component_texts(rows: &Value) -> Vec<(usize, Vec<&str>)> {
    let mut controls = Vec::new();
    for (at, row) in list(rows).enumerate() {
        for control in list(&row["components"]) {
            let mut says = vec![&control["custom_id"], &control["label"]];
            says.extend(list(&control["options"]).flat_map(|option| [&option["label"], &option["value"]]));
            controls.push((at, says.into_iter().filter_map(Value::as_str).collect()));
        }
    }
    controls
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Returns the text without the characters that Discord may change: spaces and control characters.
fn comparable_text(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect()
}
