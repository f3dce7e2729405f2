//! The languages of the gateway's texts for people, and the current language.
//!
//! The current language belongs to a task, as the span of a log line does: code that begins to act for a person sets it
//! once, by [`Language::scope`], and all texts made meanwhile are in that language.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

tokio::task_local! {
    static CURRENT: Language;
}

/// A language of the gateway's texts for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "es")]
    Spanish,
    #[serde(rename = "fr")]
    French,
}

impl Language {
    /// All languages, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::Spanish, Self::French];

    /// Returns its code in ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Spanish => "es",
            Self::French => "fr",
        }
    }

    /// Returns the language's own name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::Spanish => "Español",
            Self::French => "Français",
        }
    }

    /// Returns the language of a tag from a platform or browser, such as `de`, `pt-BR` or `es_419`; `None` if the
    /// gateway does not support it.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let code = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Returns the language with this code, own name or English name.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let is_named = |language: &Self| {
            let own = language.name().to_lowercase();
            [own.as_str(), language.code(), &language.english_name().to_lowercase()].contains(&name.as_str())
                || own.replace('ñ', "n").replace('ç', "c") == name
        };
        Self::ALL.into_iter().find(is_named)
    }

    const fn english_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::Spanish => "Spanish",
            Self::French => "French",
        }
    }

    /// Returns the current language: English unless it is set.
    pub fn current() -> Self {
        CURRENT.try_with(|language| *language).unwrap_or_default()
    }

    /// Runs `work` with this as the current language.
    pub async fn scope<T>(self, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self, work).await
    }

    /// As [`Language::scope`], for synchronous work.
    pub fn scope_sync<T>(self, work: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(self, work)
    }
}

/// The error for a text that is not the code of a supported language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL.into_iter().find(|language| language.code() == code).ok_or(UnknownLanguage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_a_language_by_its_first_part() {
        for (tag, language) in [
            ("de", Some(Language::German)),
            ("de-AT", Some(Language::German)),
            ("ES_419", Some(Language::Spanish)),
            ("deu", None),
            ("pt-BR", None),
            ("", None),
        ] {
            assert_eq!(Language::of_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn a_language_is_named_as_people_do() {
        for name in ["es", "ES", " español", "Espanol", "spanish"] {
            assert_eq!(Language::named(name), Some(Language::Spanish), "{name}");
        }
        assert_eq!(Language::named("Français"), Some(Language::French));
        assert_eq!(Language::named("portuguese"), None);
    }

    #[test]
    fn a_language_holds_within_its_scope() {
        assert_eq!(Language::current(), Language::English);
        Language::German.scope_sync(|| {
            assert_eq!(Language::French.scope_sync(Language::current), Language::French);
            assert_eq!(Language::current(), Language::German);
        });
    }
}
