//! Texts by Fluent: one file per language in `locales/`, in the syntax of <https://projectfluent.org>. A text is in the
//! language of its reader, which [`Language::current`] returns; a text that a language lacks is in English.

use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

use adjutant_domain::language::Language;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use intl_memoizer::IntlLangMemoizer;
use unic_langid::LanguageIdentifier;

/// The texts of a language, by their keys.
type Texts = HashMap<&'static str, Text>;

/// A text.
enum Text {
    /// A text without variables.
    Fixed(Cow<'static, str>),
    /// A message with variables, as the file has it. It is parsed at each use: all parsed messages of all languages
    /// would take ten megabytes of memory, and most are never used.
    Message(&'static str),
}

/// The texts of each language, built at the first use.
static ENGLISH: LazyLock<Texts> = LazyLock::new(|| texts(Language::English));
static GERMAN: LazyLock<Texts> = LazyLock::new(|| texts(Language::German));
static SPANISH: LazyLock<Texts> = LazyLock::new(|| texts(Language::Spanish));
static FRENCH: LazyLock<Texts> = LazyLock::new(|| texts(Language::French));

/// Returns the text of a key in the reader's language: `text!("queue-noted")`. With variables it is a `String`:
/// `text!("queue-unknown", name = escaped(name))`. A variable is a text, or a number by which a language chooses a
/// form.
macro_rules! text {
    ($key:literal) => {
        $crate::fluent::fixed($key)
    };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::fluent::filled($key, [$((stringify!($name), fluent_bundle::FluentValue::from($value))),+])
    };
}

mod compose;
mod pages;

pub use compose::for_model;
pub(crate) use compose::{PART, alternatives, decimal, enumerated, with_part, with_parts};
pub use pages::page_texts;
pub(crate) use text;

/// Returns a language's file.
pub(crate) const fn source(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../locales/en.ftl"),
        Language::German => include_str!("../../locales/de.ftl"),
        Language::Spanish => include_str!("../../locales/es.ftl"),
        Language::French => include_str!("../../locales/fr.ftl"),
    }
}

/// Returns the messages of a language's file by their keys, each with its source text.
pub(crate) fn messages(language: Language) -> Vec<(&'static str, &'static str)> {
    let file = source(language);
    let mut messages = Vec::new();
    let (mut at, mut begun) = (0, None);
    for line in file.split_inclusive('\n').chain(["#"]) {
        // The continuation lines of a message are indented; comments begin with a number sign.
        if !line.starts_with([' ', '\n']) {
            if let Some((key, from)) = begun.take() {
                messages.push((key, &file[from..at]));
            }
            begun = line.split_once(" =").filter(|_| !line.starts_with('#')).map(|(key, _)| (key, at));
        }
        at += line.len();
    }
    messages
}

fn texts(language: Language) -> Texts {
    let text = |message: &'static str| match plain(message) {
        Some(text) => Text::Fixed(text.into()),
        None => match formatted(language, message, None) {
            Some((text, true)) => Text::Fixed(text.into()),
            _ => Text::Message(message),
        },
    };
    messages(language).into_iter().map(|(key, message)| (key, text(message))).collect()
}

/// Returns the text of a message that consists of one line without variables.
fn plain(message: &str) -> Option<&str> {
    let (_, text) = message.trim_end().split_once(" = ")?;
    (!text.contains(['{', '\n'])).then_some(text)
}

/// Returns the text of a key without variables.
pub(crate) fn fixed(key: &'static str) -> &'static str {
    let found = in_order().into_iter().find_map(|(_, texts)| match texts.get(key)? {
        Text::Fixed(text) => Some(text.as_ref()),
        Text::Message(_) => None,
    });
    found.unwrap_or(key)
}

/// Returns the text of a key with its variables.
pub(crate) fn filled<const N: usize>(key: &str, variables: [(&'static str, FluentValue<'_>); N]) -> String {
    let variables = variables.into_iter().collect();
    let found = in_order().into_iter().find_map(|(language, texts)| match texts.get(key)? {
        Text::Fixed(text) => Some(text.to_string()),
        // A missing variable appears as `{$name}`; a test compares the variables of all languages.
        Text::Message(message) => formatted(language, message, Some(&variables)).map(|(text, _)| text),
    });
    found.unwrap_or_else(|| key.to_owned())
}

/// Returns the texts of the reader's language, then the English ones.
fn in_order() -> [(Language, &'static Texts); 2] {
    [Language::current(), Language::English].map(|language| match language {
        Language::English => (language, &*ENGLISH),
        Language::German => (language, &*GERMAN),
        Language::Spanish => (language, &*SPANISH),
        Language::French => (language, &*FRENCH),
    })
}

/// Returns the text of a message with these variables, and whether none is missing. A message that cannot be parsed has
/// no text; a test parses all messages.
fn formatted(
    language: Language,
    message: &str,
    variables: Option<&FluentArgs<'_>>,
) -> Option<(String, bool)> {
    let tag: LanguageIdentifier = language.code().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new(vec![tag]);
    // Isolation marks between text and variables, for mixed directions, would end up in text that people copy.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(number));
    bundle.add_resource_overriding(FluentResource::try_new(message.to_owned()).ok()?);
    let (key, _) = message.split_once(" =")?;
    let pattern = bundle.get_message(key)?.value()?;
    let mut lacking = Vec::new();
    let text = bundle.format_pattern(pattern, variables, &mut lacking).into_owned();
    Some((text, lacking.is_empty()))
}

/// Writes whole numbers without grouping: `1000` reads the same in each language, and `1.000` does not.
fn number(value: &FluentValue<'_>, _: &IntlLangMemoizer) -> Option<String> {
    match value {
        FluentValue::Number(number) if number.value.fract() == 0.0 => Some(format!("{:.0}", number.value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
