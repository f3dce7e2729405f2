//! Texts by Fluent: one file a language in `locales/`, in the syntax of <https://projectfluent.org>. A text is in the
//! language of its reader, which [`Language::current`] names; one that a language lacks is in English.

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use adjutant_domain::language::Language;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use intl_memoizer::concurrent::IntlLangMemoizer;
use unic_langid::LanguageIdentifier;

type Bundle = FluentBundle<FluentResource>;

/// Parsed when somebody first reads a text in the language.
static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::English));
static GERMAN: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::German));
static SPANISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Spanish));
static FRENCH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::French));

/// Texts without variables that have been read: as many as there are.
static FIXED: LazyLock<Mutex<HashMap<(Language, &'static str), &'static str>>> =
    LazyLock::new(Mutex::default);

/// Returns the text of a key in the reader's language, as `text!("queue-noted")`. With variables it is a `String`, as
/// `text!("queue-unknown", name = escaped(name))`: a variable is a text, or a number by which a language chooses a form.
macro_rules! text {
    ($key:literal) => {
        $crate::fluent::fixed($key)
    };
    ($key:literal, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::fluent::filled($key, &[$((stringify!($name), fluent_bundle::FluentValue::from($value))),+])
    };
}

mod compose;

pub use compose::for_model;
pub(crate) use compose::{PART, alternatives, decimal, enumerated, with_part, with_parts};
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

/// Returns the text of a key without variables.
pub(crate) fn fixed(key: &'static str) -> &'static str {
    let language = Language::current();
    let mut fixed = FIXED.lock().unwrap_or_else(PoisonError::into_inner);
    fixed.entry((language, key)).or_insert_with(|| formatted(language, key, None).leak())
}

/// Returns the text of a key with its variables.
pub(crate) fn filled(key: &str, variables: &[(&'static str, FluentValue<'_>)]) -> String {
    let variables = variables.iter().map(|(name, value)| (*name, value.clone())).collect();
    formatted(Language::current(), key, Some(&variables))
}

fn formatted(language: Language, key: &str, variables: Option<&FluentArgs<'_>>) -> String {
    let found = [language, Language::English].into_iter().find_map(|language| {
        let bundle = bundle_of(language);
        let pattern = bundle.get_message(key)?.value()?;
        // What a pattern lacks stands in it as `{$name}`; a test compares the variables of all languages.
        Some(bundle.format_pattern(pattern, variables, &mut Vec::new()).into_owned())
    });
    found.unwrap_or_else(|| key.to_owned())
}

fn bundle_of(language: Language) -> &'static Bundle {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::Spanish => &SPANISH,
        Language::French => &FRENCH,
    }
}

fn bundle(language: Language) -> Bundle {
    let tag: LanguageIdentifier = language.code().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Marks between text and variables, for texts of both directions, would be characters in what people copy.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(number));
    // A test parses all files: what cannot be parsed is left out.
    let resource =
        FluentResource::try_new(source(language).to_owned()).unwrap_or_else(|(resource, _)| resource);
    bundle.add_resource_overriding(resource);
    bundle
}

/// Numbers are written as they are, without grouping: `1000` reads the same in each language, and `1.000` does not.
fn number(value: &FluentValue<'_>, _: &IntlLangMemoizer) -> Option<String> {
    match value {
        FluentValue::Number(number) if number.value.fract() == 0.0 => Some(format!("{:.0}", number.value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
