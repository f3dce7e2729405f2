//! Settings for pictures, documents and recordings that people send, and for spoken answers.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

use super::{
    choices::{ReplyWithVoice, SpeechSource, VoiceSource, choice},
    schema,
    types::{Secret, duration, optional_base_url, secret, size},
};

#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MediaSettings {
    /// The name of the [other model](super::OtherModelSettings) that describes pictures; empty: none does.
    pub vision: String,
    /// In bytes.
    #[serde(deserialize_with = "size")]
    #[schemars(schema_with = "schema::size")]
    pub max_picture: u64,
    pub max_pixels: u64,
    /// The most pictures in one turn.
    pub max_pictures: u32,
    /// The longest text of a document that the model gets with the message, in tokens; 0 for none.
    pub document_tokens: usize,
    /// Whether documents and pictures stay unread if the kernel lacks a part of the jail.
    pub require_sandbox: bool,
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<ReplyWithVoice>")]
    pub reply_with_voice: ReplyWithVoice,
    pub speech: SpeechSettings,
    pub voice: VoiceSettings,
}

/// How recordings are transcribed.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpeechSettings {
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<SpeechSource>")]
    pub source: SpeechSource,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub base_url: Option<Url>,
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub api_key: Option<Secret>,
    /// Not empty for [`SpeechSource::Remote`].
    pub model: String,
    /// The program and its arguments; not empty for [`SpeechSource::Command`].
    pub command: Vec<String>,
    /// Empty: the server detects the language.
    pub language: String,
    /// In bytes.
    #[serde(deserialize_with = "size")]
    #[schemars(schema_with = "schema::size")]
    pub max_size: u64,
    /// USD.
    pub price_per_minute: f64,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub timeout: Duration,
}

/// How answers are spoken.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VoiceSettings {
    #[serde(deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<VoiceSource>")]
    pub source: VoiceSource,
    /// The path ends with a slash.
    #[serde(deserialize_with = "optional_base_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub base_url: Option<Url>,
    #[serde(deserialize_with = "secret")]
    #[schemars(schema_with = "schema::secret")]
    pub api_key: Option<Secret>,
    /// Not empty for [`VoiceSource::Remote`].
    pub model: String,
    /// The voice, by the server's name for it; not empty for [`VoiceSource::Remote`].
    pub voice: String,
    /// The program and its arguments; not empty for [`VoiceSource::Command`].
    pub command: Vec<String>,
    /// The most characters of an answer that are spoken.
    pub max_characters: u32,
    /// USD.
    pub price_per_million_characters: f64,
    #[serde(deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub timeout: Duration,
}

impl SpeechSettings {
    /// Returns the name of the model or program that transcribes recordings.
    pub fn name(&self) -> &str {
        match self.source {
            SpeechSource::Command => name_of_program(&self.command),
            SpeechSource::Remote | SpeechSource::Off => &self.model,
        }
    }
}

impl VoiceSettings {
    /// Returns the name of the model or program that speaks answers.
    pub fn name(&self) -> &str {
        match self.source {
            VoiceSource::Command => name_of_program(&self.command),
            VoiceSource::Remote | VoiceSource::Off => &self.model,
        }
    }
}

/// Returns the name of a program without its folder, which is private.
fn name_of_program(command: &[String]) -> &str {
    let program = command.first().map_or("", String::as_str);
    program.rsplit_once('/').map_or(program, |(_, name)| name)
}
