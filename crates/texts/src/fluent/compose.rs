//! Building blocks of texts: lists, numbers, parts with styles, and texts for the model alone.

use adjutant_channel::Rich;
use adjutant_domain::language::Language;

/// Lists items: `a, b and c`.
pub(crate) fn enumerated(items: &[impl AsRef<str>]) -> String {
    joined(items, |others, last| text!("list-and", others = others, last = last))
}

/// Lists alternatives: `a, b or c`.
pub(crate) fn alternatives(items: &[impl AsRef<str>]) -> String {
    joined(items, |others, last| text!("list-or", others = others, last = last))
}

fn joined(items: &[impl AsRef<str>], with_last: impl FnOnce(String, &str) -> String) -> String {
    let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => with_last(others.join(", "), last),
    }
}

/// Returns a number with this many decimals, with the language's decimal sign.
pub(crate) fn decimal(number: f64, decimals: usize) -> String {
    format!("{number:.decimals$}").replace('.', text!("decimal-sign"))
}

/// Makes a text for the model or the record, which is in English whatever the person's language.
pub fn for_model<T>(make: impl FnOnce() -> T) -> T {
    Language::English.scope_sync(make)
}

/// The placeholder in a text for a part with styles of its own.
pub(crate) const PART: &str = "\u{fffc}";

/// Returns a text with this part in place of [`PART`], which is in the text in every language.
pub(crate) fn with_part(text: &str, part: &Rich) -> Rich {
    debug_assert!(text.contains(PART), "no place for a part in “{text}”");
    let (before, after) = text.split_once(PART).unwrap_or((text, ""));
    Rich::builder().text(before).rich(part).text(after).build()
}

/// Returns a text with these parts in place of each [`PART`], which every language has in the order of the call of
/// `text!`.
pub(crate) fn with_parts(text: &str, parts: &[Rich]) -> Rich {
    let mut between = text.split(PART);
    let beginning = Rich::builder().text(between.next().unwrap_or_default());
    parts.iter().zip(between).fold(beginning, |body, (part, after)| body.rich(part).text(after)).build()
}
