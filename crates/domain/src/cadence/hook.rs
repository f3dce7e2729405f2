//! The names of hooks.

/// The longest name, in characters.
pub(super) const MAX_CHARS: usize = 40;

/// The name of a hook, which ends its address: 1 to 40 lower-case letters, digits, dashes and underscores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookName(String);

impl HookName {
    /// Parses a name, and returns it in lower case; `None` if it is not a valid name.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.to_ascii_lowercase();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        ((1..=MAX_CHARS).contains(&name.len()) && name.bytes().all(fits)).then_some(Self(name))
    }

    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
