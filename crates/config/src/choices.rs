//! Settings that are one of a closed set of words.

use adjutant_domain::while_busy::WhileBusy;
use serde::Deserializer;
use tracing::Level;

use super::types::{optional, parsed};

/// How Telegram's updates arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TelegramMode {
    Polling,
    Webhook,
}

/// When the bot answers in a thread of a Discord server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    Never,
    /// If the answer takes more than one message.
    Long,
    Always,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Human,
    Json,
}

/// The service that searches the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchProviderName {
    Searxng,
    Brave,
}

/// Where commands run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShellMode {
    Disabled,
    /// On this machine, in a jail.
    Host,
    /// In a sidecar, in the same jail.
    Session,
}

/// The source of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddingSource {
    /// The model within the program.
    Bundled,
    /// A model in a local folder.
    Folder,
    /// A server with OpenAI's embeddings protocol.
    Remote,
    Off,
}

/// The source of transcripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeechSource {
    /// A server with OpenAI's protocol for transcriptions.
    Remote,
    /// A program on this machine.
    Command,
    Off,
}

/// Where the bot reacts to messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reactions {
    Off,
    /// In direct chats.
    Direct,
    Everywhere,
}

/// The source of spoken answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoiceSource {
    /// A server with OpenAI's protocol for speech.
    Remote,
    /// A program on this machine.
    Command,
    Off,
}

/// Which answers are also spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyWithVoice {
    Off,
    /// Answers to voice messages in direct chats.
    Mirror,
    /// All answers, also in groups and from schedules.
    Always,
}

/// Whether a model receives pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vision {
    /// Yes, until its provider refuses one.
    Auto,
    Yes,
    No,
}

/// How much a model reasons before it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasoningEffort {
    None,
    Low,
    Medium,
    High,
}

/// The people who may use an MCP server or choose a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roles {
    Owner,
    Everybody,
}

/// The provider of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderName {
    /// The built-in assistant; no model.
    Offline,
    /// OpenAI, or any server that speaks its protocol.
    OpenAi,
    Anthropic,
    Gemini,
    Ollama,
    OpenRouter,
    Groq,
    DeepSeek,
    Mistral,
    Xai,
    Cohere,
    Together,
    Fireworks,
    Moonshot,
    Zai,
}

impl ProviderName {
    /// Returns all providers, the built-in assistant first.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().map(|(_, provider)| *provider)
    }

    /// Returns the name in `config.toml`.
    pub fn as_str(self) -> &'static str {
        name_of(self)
    }

    /// Returns whether the provider refuses requests without a key, at least at its usual address.
    pub fn needs_key(self) -> bool {
        !matches!(self, Self::Offline | Self::Ollama)
    }
}

/// A closed set of words.
pub(super) trait Choice: Copy + PartialEq + 'static {
    const NAMES: &'static [(&'static str, Self)];
}

impl Choice for TelegramMode {
    const NAMES: &'static [(&'static str, Self)] = &[("polling", Self::Polling), ("webhook", Self::Webhook)];
}

impl Choice for Threads {
    const NAMES: &'static [(&'static str, Self)] =
        &[("never", Self::Never), ("long", Self::Long), ("always", Self::Always)];
}

impl Choice for LogFormat {
    const NAMES: &'static [(&'static str, Self)] = &[("human", Self::Human), ("json", Self::Json)];
}

impl Choice for ShellMode {
    const NAMES: &'static [(&'static str, Self)] =
        &[("disabled", Self::Disabled), ("host", Self::Host), ("session", Self::Session)];
}

impl Choice for EmbeddingSource {
    const NAMES: &'static [(&'static str, Self)] =
        &[("bundled", Self::Bundled), ("folder", Self::Folder), ("remote", Self::Remote), ("off", Self::Off)];
}

impl Choice for SpeechSource {
    const NAMES: &'static [(&'static str, Self)] =
        &[("remote", Self::Remote), ("command", Self::Command), ("off", Self::Off)];
}

impl Choice for VoiceSource {
    const NAMES: &'static [(&'static str, Self)] =
        &[("remote", Self::Remote), ("command", Self::Command), ("off", Self::Off)];
}

impl Choice for ReplyWithVoice {
    const NAMES: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("mirror", Self::Mirror), ("always", Self::Always)];
}

impl Choice for SearchProviderName {
    const NAMES: &'static [(&'static str, Self)] = &[("searxng", Self::Searxng), ("brave", Self::Brave)];
}

impl Choice for Roles {
    const NAMES: &'static [(&'static str, Self)] = &[("owner", Self::Owner), ("everybody", Self::Everybody)];
}

impl Choice for ReasoningEffort {
    const NAMES: &'static [(&'static str, Self)] =
        &[("none", Self::None), ("low", Self::Low), ("medium", Self::Medium), ("high", Self::High)];
}

impl Choice for Vision {
    const NAMES: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("yes", Self::Yes), ("no", Self::No)];
}

impl Choice for Reactions {
    const NAMES: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("direct", Self::Direct), ("everywhere", Self::Everywhere)];
}

impl Choice for WhileBusy {
    const NAMES: &'static [(&'static str, Self)] = &Self::NAMES;
}

impl Choice for ProviderName {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("offline", Self::Offline),
        ("openai", Self::OpenAi),
        ("anthropic", Self::Anthropic),
        ("gemini", Self::Gemini),
        ("ollama", Self::Ollama),
        ("openrouter", Self::OpenRouter),
        ("groq", Self::Groq),
        ("deepseek", Self::DeepSeek),
        ("mistral", Self::Mistral),
        ("xai", Self::Xai),
        ("cohere", Self::Cohere),
        ("together", Self::Together),
        ("fireworks", Self::Fireworks),
        ("moonshot", Self::Moonshot),
        ("zai", Self::Zai),
    ];
}

fn name_of<T: Choice>(value: T) -> &'static str {
    T::NAMES.iter().find(|(_, each)| *each == value).map_or("", |(name, _)| name)
}

pub(super) fn choice<'de, D: Deserializer<'de>, T: Choice>(deserializer: D) -> Result<T, D::Error> {
    parsed(deserializer, &must_be_one_of::<T>(), named)
}

pub(super) fn optional_choice<'de, D: Deserializer<'de>, T: Choice>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    parsed(deserializer, &must_be_one_of::<T>(), optional(named))
}

fn must_be_one_of<T: Choice>() -> String {
    one_of(T::NAMES.iter().map(|(name, _)| *name))
}

fn one_of(names: impl IntoIterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("{name:?}")).collect();
    format!("must be one of {}", names.join(", "))
}

fn named<T: Choice>(text: &str) -> Option<T> {
    T::NAMES.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

/// The levels of the log, from the most serious.
pub(super) const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];

pub(super) fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    parsed(deserializer, &one_of(LEVELS), |text| text.parse().ok())
}
