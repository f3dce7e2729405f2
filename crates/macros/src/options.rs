//! The options in the parentheses of `#[tool(..)]`.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{
    Error, Expr, ExprLit, Ident, Lit, LitStr, Meta, MetaNameValue, Path, Token,
    parse::{Parse, Parser},
    punctuated::Punctuated,
};

use crate::errors::Errors;

/// The options of a tool. Variants belong to the kit's enums; the compiler checks that they exist, since it can suggest
/// the nearest one.
pub struct Options {
    pub category: Ident,
    pub tier: Ident,
    pub risk: Option<Ident>,
    pub needs: Vec<Ident>,
    pub may_use: Vec<Ident>,
    pub tags: Vec<LitStr>,
    pub timeout: Option<Duration>,
    pub idempotent: bool,
    /// Whether every call needs a person's approval.
    pub asks: bool,
    /// The function that assesses a call before it runs.
    pub requirement: Option<Path>,
    /// The path of a text file, relative to the tool's source file.
    pub details: Option<LitStr>,
}

impl Options {
    /// Returns `None` if the mistakes added to `errors` leave no usable options.
    pub fn parse(tokens: TokenStream, errors: &mut Errors) -> Option<Self> {
        let mut raw = RawOptions::parse(tokens, errors)?;
        let category = raw.required("category");
        let tier = raw.required("tier");
        let risk = raw.variant("risk");
        let needs: Vec<Ident> = raw.list("needs");
        let may_use: Vec<Ident> = raw.list("may_use");
        let tags = raw.list("tags");
        let timeout = raw.duration("timeout");
        let idempotent = raw.flag("idempotent");
        let asks = raw.flag("asks");
        let requirement = raw.path("requirement");
        let details = raw.string("details");
        for duplicate in may_use.iter().filter(|permission| needs.contains(permission)) {
            errors.at(
                duplicate,
                format!("`{duplicate}` is in both `needs` and `may_use`; remove it from one of them"),
            );
        }
        Some(Self {
            category: category?,
            tier: tier?,
            risk,
            needs,
            may_use,
            tags,
            timeout,
            idempotent,
            asks,
            requirement,
            details,
        })
    }
}

/// The known options, each with an example.
const EXAMPLES: &[(&str, &str)] = &[
    ("category", "category = Other"),
    ("tier", "tier = ReadOnly"),
    ("risk", "risk = Safe"),
    ("needs", "needs(Read, Write)"),
    ("may_use", "may_use(Network)"),
    ("tags", r#"tags("text", "length")"#),
    ("timeout", r#"timeout = "5s""#),
    ("idempotent", "idempotent"),
    ("asks", "asks"),
    ("requirement", "requirement = function"),
    ("details", r#"details = "file.txt""#),
];

/// The options as written, by name. Each accessor removes its option.
struct RawOptions<'a> {
    options: BTreeMap<String, Meta>,
    errors: &'a mut Errors,
}

impl<'a> RawOptions<'a> {
    fn parse(tokens: TokenStream, errors: &'a mut Errors) -> Option<Self> {
        let parsed = match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(parsed) => parsed,
            Err(error) => {
                errors.add(error);
                return None;
            }
        };
        let mut options = BTreeMap::new();
        for option in parsed {
            let name = option.path().to_token_stream().to_string();
            if !EXAMPLES.iter().any(|(known, _)| *known == name) {
                errors.at(
                    option.path(),
                    format!("unknown option `{name}`; the options are {}", known_options()),
                );
            }
            let path = option.path().clone();
            if options.insert(name.clone(), option).is_some() {
                errors.at(path, format!("`{name}` is given twice; remove one of them"));
            }
        }
        Some(Self { options, errors })
    }

    /// `name = Variant`, required.
    fn required(&mut self, name: &str) -> Option<Ident> {
        if !self.options.contains_key(name) {
            let example = example(name);
            let message = format!("a tool needs a {name}; add it, as in `#[tool({example}, ..)]`");
            self.errors.add(Error::new(Span::call_site(), message));
        }
        self.variant(name)
    }

    /// `name = Variant`
    fn variant(&mut self, name: &str) -> Option<Ident> {
        let option = self.options.remove(name)?;
        let variant = path_of(&option).and_then(Path::get_ident).cloned();
        self.or_explain(variant, name, &option)
    }

    /// `name = path::of::function`
    fn path(&mut self, name: &str) -> Option<Path> {
        let option = self.options.remove(name)?;
        let path = path_of(&option).cloned();
        self.or_explain(path, name, &option)
    }

    /// `name = "text"`
    fn string(&mut self, name: &str) -> Option<LitStr> {
        let option = self.options.remove(name)?;
        let text = match &option {
            Meta::NameValue(pair) => match &pair.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
                _ => None,
            },
            _ => None,
        };
        self.or_explain(text, name, &option)
    }

    /// `name = "5s"`
    fn duration(&mut self, name: &str) -> Option<Duration> {
        let text = self.string(name)?;
        duration(&text.value()).map_err(|why| self.errors.at(text, why)).ok()
    }

    /// `name`
    fn flag(&mut self, name: &str) -> bool {
        let Some(option) = self.options.remove(name) else { return false };
        let flag = matches!(option, Meta::Path(_)).then_some(true);
        self.or_explain(flag, name, &option).unwrap_or_default()
    }

    /// `name(one, two)`, without duplicates.
    fn list<T: Parse + ToTokens>(&mut self, name: &str) -> Vec<T> {
        let Some(option) = self.options.remove(name) else { return Vec::new() };
        let parsed = match &option {
            Meta::List(list) => list.parse_args_with(Punctuated::<T, Token![,]>::parse_terminated).ok(),
            _ => None,
        };
        let parsed = self.or_explain(parsed.filter(|list| !list.is_empty()), name, &option);
        let mut seen = BTreeSet::new();
        for item in parsed.iter().flatten() {
            if !seen.insert(item.to_token_stream().to_string()) {
                let written = item.to_token_stream();
                self.errors.at(item, format!("`{written}` is given twice; remove one of them"));
            }
        }
        parsed.into_iter().flatten().collect()
    }

    fn or_explain<T>(&mut self, value: Option<T>, name: &str, written: &Meta) -> Option<T> {
        if value.is_none() {
            self.errors.at(written, format!("write this option as in `{}`", example(name)));
        }
        value
    }
}

/// Returns the path that is an option's value.
fn path_of(option: &Meta) -> Option<&Path> {
    match option {
        Meta::NameValue(MetaNameValue { value: Expr::Path(path), .. }) => Some(&path.path),
        _ => None,
    }
}

fn example(name: &str) -> &str {
    EXAMPLES.iter().find(|(known, _)| *known == name).map_or(name, |(_, example)| example)
}

fn known_options() -> String {
    let names: Vec<_> = EXAMPLES.iter().map(|(name, _)| format!("`{name}`")).collect();
    names.join(", ")
}

/// Parses a whole number with a unit: `500ms`, `5s`, `2m`, `1h`.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.len() - text.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let milliseconds = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => 0,
    };
    let length = number.parse::<u64>().ok().and_then(|number| number.checked_mul(milliseconds));
    match length {
        Some(length) if length > 0 => Ok(Duration::from_millis(length)),
        _ => Err(format!(
            "`{text}` is not a duration; write a number above 0 with ms, s, m or h, as in \"5s\""
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_a_number_and_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
    }

    #[test]
    fn anything_else_is_none() {
        let too_long = format!("{}h", u64::MAX);
        for text in ["", "5", "s", "0s", "-5s", "1.5s", "5 s", "5S", "5d", &too_long] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
