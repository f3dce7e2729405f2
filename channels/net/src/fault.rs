//! Requests without an answer.

/// Why a request got no answer. The text does not name the URL, which may hold a token.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// The request was not sent.
    NotSent(String),
    /// The request may have taken effect.
    Unknown(String),
}

impl From<reqwest::Error> for Fault {
    fn from(error: reqwest::Error) -> Self {
        let never_sent = error.is_connect() || error.is_builder();
        // The causes, which `{:#}` prints too, never name the URL.
        let what = format!("{:#}", anyhow::Error::new(error.without_url()));
        if never_sent { Self::NotSent(what) } else { Self::Unknown(what) }
    }
}
