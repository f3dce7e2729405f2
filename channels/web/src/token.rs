//! The access token of the page.

use std::fmt;

use subtle::ConstantTimeEq as _;

const MIN_LENGTH: usize = 16;
const MAX_LENGTH: usize = 128;

/// The page's access token: 16 to 128 characters of `A-Z a-z 0-9 - _`, so that it fits a URL and a cookie unescaped.
#[derive(Clone)]
pub struct AccessToken(String);

/// The text is not a valid access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidToken;

impl fmt::Display for InvalidToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the access token of the chat page must be {MIN_LENGTH} to {MAX_LENGTH} of A-Z a-z 0-9 - _")
    }
}

impl std::error::Error for InvalidToken {}

impl AccessToken {
    /// Returns the access token.
    ///
    /// # Errors
    /// Returns an error if the text is too short, too long, or has other characters.
    pub fn new(token: impl Into<String>) -> Result<Self, InvalidToken> {
        let token = token.into();
        let fits = (MIN_LENGTH..=MAX_LENGTH).contains(&token.len());
        let plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if fits && plain { Ok(Self(token)) } else { Err(InvalidToken) }
    }

    /// Returns the secret itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Returns whether `candidate` is the token, in constant time.
    pub(crate) fn is(&self, candidate: &str) -> bool {
        self.0.as_bytes().ct_eq(candidate.as_bytes()).into()
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessToken(..)")
    }
}
