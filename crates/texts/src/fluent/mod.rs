//! Texts by Fluent: one file a language in `locales/`, in the syntax of <https://projectfluent.org>. A text is in the
//! language of its reader, which [`Language::current`] names; one that a language lacks is in English.

use std::{collections::HashMap, sync::LazyLock};

use adjutant_domain::language::Language;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use fluent_syntax::ast::Entry;
use intl_memoizer::concurrent::IntlLangMemoizer;
use unic_langid::LanguageIdentifier;

/// The texts of a language.
struct Texts {
    bundle: FluentBundle<FluentResource>,
    /// Those without variables, by their keys.
    fixed: HashMap<String, String>,
}

/// Parsed when somebody first reads a text in the language.
static ENGLISH: LazyLock<Texts> = LazyLock::new(|| Texts::of(Language::English));
static GERMAN: LazyLock<Texts> = LazyLock::new(|| Texts::of(Language::German));
static SPANISH: LazyLock<Texts> = LazyLock::new(|| Texts::of(Language::Spanish));
static FRENCH: LazyLock<Texts> = LazyLock::new(|| Texts::of(Language::French));

/// Returns the text of a key in the reader's language, as `text!("queue-noted")`. With variables it is a `String`, as
/// `text!("queue-unknown", name = escaped(name))`: a variable is a text, or a number by which a language chooses a form.
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

/// Returns the text of a key without variables.
pub(crate) fn fixed(key: &'static str) -> &'static str {
    in_order().into_iter().find_map(|texts| texts.fixed.get(key)).map_or(key, String::as_str)
}

/// Returns the text of a key with its variables.
pub(crate) fn filled<const N: usize>(key: &str, variables: [(&'static str, FluentValue<'_>); N]) -> String {
    let variables = variables.into_iter().collect();
    let found = in_order().into_iter().find_map(|texts| texts.filled(key, &variables));
    found.unwrap_or_else(|| key.to_owned())
}

/// Returns the texts of the reader's language, and those in English.
fn in_order() -> [&'static Texts; 2] {
    let of = |language| match language {
        Language::English => &*ENGLISH,
        Language::German => &GERMAN,
        Language::Spanish => &SPANISH,
        Language::French => &FRENCH,
    };
    [of(Language::current()), of(Language::English)]
}

impl Texts {
    fn of(language: Language) -> Self {
        let tag: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Marks between text and variables, for texts of both directions, would be characters in what people copy.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(number));
        // A test parses all files: what cannot be parsed is left out.
        let resource =
            FluentResource::try_new(source(language).to_owned()).unwrap_or_else(|(resource, _)| resource);
        let keys = resource.entries().filter_map(|entry| match entry {
            Entry::Message(message) => Some(message.id.name.to_owned()),
            _ => None,
        });
        let keys: Vec<_> = keys.collect();
        bundle.add_resource_overriding(resource);
        let mut texts = Self { bundle, fixed: HashMap::new() };
        let fixed = keys.into_iter().filter_map(|key| texts.without_variables(&key).map(|text| (key, text)));
        texts.fixed = fixed.collect();
        texts
    }

    /// Returns a text; `None` if it is not there or has variables.
    fn without_variables(&self, key: &str) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut lacking = Vec::new();
        let text = self.bundle.format_pattern(pattern, None, &mut lacking).into_owned();
        lacking.is_empty().then_some(text)
    }

    /// Returns a text with these variables; `None` if it is not there.
    fn filled(&self, key: &str, variables: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        // What a pattern lacks stands in it as `{$name}`; a test compares the variables of all languages.
        Some(self.bundle.format_pattern(pattern, Some(variables), &mut Vec::new()).into_owned())
    }
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
