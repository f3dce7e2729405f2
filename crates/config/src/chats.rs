//! The sections `[chats."CHAT"]`: settings of single chats.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, types::optional_text};

/// The settings of one chat, in addition to the general ones.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatSettings {
    /// At most 8,000 characters.
    #[serde(default)]
    pub instructions: String,
    /// The name of the model of the chat's conversations; `None`: that of `[model]`.
    #[serde(default, deserialize_with = "optional_text")]
    pub model: Option<String>,
    /// Names of tools and toolsets, and beginnings of tools' names with `*`; `None`: all tools.
    pub tools: Option<Vec<String>>,
}

/// The longest instructions of a chat, in characters. Every request of its conversations includes them.
pub(super) const INSTRUCTIONS: usize = 8_000;

/// The form of a chat's name, as a regular expression.
pub(super) const NAME: &str = "^(telegram:-?[1-9][0-9]*|discord:[1-9][0-9]*|web:main)(/[0-9]+)?$";

/// Returns whether a section can have this name: it must be a chat's name, as the log writes it.
pub(super) fn may_be_named(name: &str) -> bool {
    regex::Regex::new(NAME).is_ok_and(|form| form.is_match(name))
}

impl Config {
    /// Returns the settings of a chat, by its name as the log writes it: `telegram:-100123`, `discord:7/9`. A thread
    /// without a section of its own has the settings of its chat.
    pub fn chat(&self, name: &str) -> Option<&ChatSettings> {
        let whole = name.split('/').next().unwrap_or(name);
        self.chats.get(name).or_else(|| self.chats.get(whole))
    }
}
