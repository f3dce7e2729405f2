//! The URL schemes that Discord turns into links without any markup.

/// Every scheme that Discord recognises, wherever it appears in a text.
pub(super) const SCHEMES: [&str; 4] = ["https://", "http://", "steam://", "discord://"];

/// Returns whether the colon at byte `colon` belongs to one of the [`SCHEMES`].
pub(super) fn is_scheme_colon(text: &str, colon: usize) -> bool {
    SCHEMES.iter().any(|scheme| {
        let (name, slashes) = scheme.split_at(scheme.len() - "://".len());
        text[..colon].ends_with(name) && text[colon..].starts_with(slashes)
    })
}
