//! The texts of the web pages, which their code composes in the browser: a JavaScript module for each language.

use std::sync::LazyLock;

use adjutant_domain::language::Language;
use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement, Variant, VariantKey},
    parser,
    unicode::unescape_unicode_to_string,
};
use serde_json::{Map, Value, json};

use super::messages;

/// The beginning of the keys of the pages' texts.
pub(super) const PREFIX: &str = "web-";

/// Names and contents of the modules.
static MODULES: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| Language::ALL.into_iter().map(|language| (name(language), module(language))).collect());

/// Returns the modules with the pages' texts, by their names, such as `texts/de.js`. Each exports the codes of all
/// `languages`, and its `texts` by their keys. A text is a string, or a list of strings, `{of}` for a variable, and
/// `{of, forms, otherwise}` for a choice by a variable: by its value, or by the plural category of a number.
pub fn page_texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODULES.iter().map(|(name, module)| (name.as_str(), module.as_str()))
}

fn name(language: Language) -> String {
    format!("texts/{}.js", language.code())
}

fn module(language: Language) -> String {
    let (languages, texts) = (json!(Language::ALL.map(Language::code)), Value::Object(texts(language)));
    format!("export const languages = {languages};\nexport const texts = {texts};\n")
}

/// Returns the pages' texts of a language by their keys.
fn texts(language: Language) -> Map<String, Value> {
    let of_pages = messages(language).into_iter().filter(|(key, _)| key.starts_with(PREFIX));
    let text = |(key, message): (&'static str, &'static str)| {
        // A text that cannot be parsed is left out; a test parses all files.
        match parser::parse(message).ok()?.body.pop()? {
            Entry::Message(Message { value: Some(value), .. }) => Some((key.to_owned(), of_pattern(&value))),
            _ => None,
        }
    };
    of_pages.filter_map(text).collect()
}

fn of_pattern(pattern: &Pattern<&str>) -> Value {
    let mut parts = Vec::new();
    for element in &pattern.elements {
        let part = match element {
            PatternElement::TextElement { value } => json!(value),
            PatternElement::Placeable { expression } => of_expression(expression),
        };
        match (parts.last_mut(), part) {
            (Some(Value::String(before)), Value::String(more)) => before.push_str(&more),
            (_, part) => parts.push(part),
        }
    }
    match parts.as_slice() {
        [Value::String(text)] => json!(text),
        _ => Value::Array(parts),
    }
}

fn of_expression(expression: &Expression<&str>) -> Value {
    match expression {
        Expression::Inline(inline) => of_inline(inline),
        Expression::Select { selector, variants } => {
            let name = |key: &VariantKey<&str>| match *key {
                VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name } => {
                    name.to_owned()
                }
            };
            let form = |variant: &Variant<&str>| (name(&variant.key), of_pattern(&variant.value));
            let forms: Map<_, _> = variants.iter().map(form).collect();
            let otherwise = variants.iter().find(|variant| variant.default).map(|variant| name(&variant.key));
            json!({ "of": of_inline(selector)["of"], "forms": forms, "otherwise": otherwise })
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>) -> Value {
    match inline {
        InlineExpression::VariableReference { id } => json!({ "of": id.name }),
        InlineExpression::StringLiteral { value } => json!(unescape_unicode_to_string(value)),
        // A test ensures that the files contain nothing else.
        _ => json!(""),
    }
}

#[cfg(test)]
pub(super) mod tests;
