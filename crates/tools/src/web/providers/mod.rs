//! Searches the web through a service that the operator has chosen.
//!
//! A provider turns a [`Query`] into [`Hit`]s. The operator chose its address, so that may well be on this machine,
//! unlike addresses that a model fetches. A hit is data, whatever sender it claims.

mod brave;
pub(crate) mod http;
mod plain;
mod searxng;
#[cfg(test)]
mod tests;

use std::{collections::HashSet, sync::Arc, time::Duration};

use adjutant_config::{SearchProviderName, SearchSettings};
use adjutant_domain::redact::Filter;
use async_trait::async_trait;
use chrono::NaiveDate;
use reqwest::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

pub use brave::Brave;
pub use searxng::Searxng;

/// The time limit of a search, all its requests together.
pub const TIMEOUT: Duration = Duration::from_secs(15);

/// The most hits that can be asked for.
pub const MAX_COUNT: usize = 20;

/// The longest query, in characters: Brave's limit.
const MAX_QUERY_CHARS: usize = 400;
/// The longest query, in words: Brave's limit.
const MAX_QUERY_WORDS: usize = 50;

const MAX_TITLE_CHARS: usize = 200;
const MAX_SNIPPET_CHARS: usize = 600;

/// Returns the provider that the settings name, if any.
pub fn provider(settings: &SearchSettings) -> Option<Arc<dyn SearchProvider>> {
    match (settings.provider?, &settings.url, &settings.api_key) {
        (SearchProviderName::Searxng, Some(url), _) => Some(Arc::new(Searxng::new(url))),
        (SearchProviderName::Brave, url, Some(key)) => Some(Arc::new(Brave::new(url.as_ref(), key))),
        // The check of the settings excludes these.
        (SearchProviderName::Searxng, None, _) | (SearchProviderName::Brave, _, None) => None,
    }
}

/// A service that searches the web.
#[async_trait]
pub trait SearchProvider: Send + Sync {
    /// Returns the best hits for the query, at most as many as it asks for, without duplicates.
    ///
    /// # Errors
    ///
    /// Returns a [`SearchError`].
    async fn search(&self, query: &Query) -> Result<Vec<Hit>, SearchError>;
}

/// A search query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    text: String,
    count: usize,
    freshness: Option<Freshness>,
    /// A language, optionally with a script or region, like `de` or `pt-BR`.
    language: Option<String>,
}

/// The greatest age of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Freshness {
    Day,
    Week,
    Month,
    Year,
}

/// A page in the results. Its texts are on one line each; [`Hit::shortened`] cuts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub title: String,
    /// http or https, without a fragment.
    pub url: Url,
    pub snippet: String,
    pub published: Option<NaiveDate>,
}

/// Why there are no hits, and what to do about it. Never holds the query or a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    #[error("the query is empty")]
    Empty,
    #[error("the query is too long: at most {MAX_QUERY_WORDS} words and {MAX_QUERY_CHARS} characters")]
    TooLong,
    #[error("{0} is not a language to search in; use a code like en or pt-BR, or leave it out")]
    Language(String),
    #[error("words that begin with !! lead to other search pages; leave them out")]
    Bang,
    #[error("the search service does not accept its key; the operator has to check [tools.search] api_key")]
    Key,
    #[error(
        "SearXNG asks for a login; the operator has to put user name and password into [tools.search] url"
    )]
    Login,
    #[error(
        "SearXNG refuses to answer in JSON: format json is not enabled in its settings.yml; the operator has to add \
         it under search: formats:"
    )]
    JsonDisabled,
    #[error("the search service has had too many requests; {}", wait(.0))]
    RateLimited(Option<Duration>),
    #[error(
        "the search service's quota is used up; the operator has to wait for the next period or extend the plan"
    )]
    QuotaUsedUp,
    #[error("none of the search engines behind SearXNG gave an answer; try again in some minutes")]
    EnginesDown,
    #[error("the search service redirects to another server; the operator has to check [tools.search] url")]
    Redirected,
    #[error("the search service took longer than {} seconds; try again later", TIMEOUT.as_secs())]
    Timeout,
    #[error(
        "the search service cannot be reached; the operator has to check that it runs, and [tools.search] url"
    )]
    Unreachable,
    #[error("the search service answered {0}; try again later")]
    Status(StatusCode),
    #[error("the search service did not answer with results; the operator has to check [tools.search] url")]
    Unreadable,
}

impl Query {
    /// Asks for at least 1 and at most [`MAX_COUNT`] hits for `text`.
    ///
    /// # Errors
    ///
    /// Returns [`SearchError::Empty`], [`SearchError::TooLong`], or [`SearchError::Language`] for an impossible
    /// language.
    pub fn new(
        text: &str,
        count: usize,
        freshness: Option<Freshness>,
        language: Option<&str>,
    ) -> Result<Self, SearchError> {
        let words: Vec<_> = text.split_whitespace().collect();
        let text = words.join(" ");
        if words.is_empty() {
            return Err(SearchError::Empty);
        }
        if words.len() > MAX_QUERY_WORDS || text.chars().count() > MAX_QUERY_CHARS {
            return Err(SearchError::TooLong);
        }
        let language = language.map(str::trim).filter(|language| !language.is_empty());
        if let Some(language) = language.filter(|language| !is_language(language)) {
            return Err(SearchError::Language(language.escape_default().take(20).collect()));
        }
        let language = language.map(str::to_owned);
        Ok(Self { text, count: count.clamp(1, MAX_COUNT), freshness, language })
    }
}

impl Hit {
    /// Builds a hit; `None` if `url` is not a web page. `published` begins with its date, like `2026-05-01T08:00:00`.
    fn new(url: &str, title: &str, snippet: &str, published: Option<&str>) -> Option<Self> {
        let mut url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        url.set_fragment(None);
        Some(Self {
            url,
            title: one_line(title),
            snippet: one_line(snippet),
            published: published.and_then(|text| text.get(..10)?.parse().ok()),
        })
    }

    /// Returns the hit without secrets, and with short texts.
    #[must_use]
    pub fn shortened(self, secrets: &Filter) -> Self {
        let title = shorten(&secrets.redact(&self.title), MAX_TITLE_CHARS);
        let snippet = shorten(&secrets.redact(&self.snippet), MAX_SNIPPET_CHARS);
        Self { title, snippet, ..self }
    }
}

/// Adds the hits that are not in the list yet, up to `count`. Returns whether any were new.
fn add_new(hits: &mut Vec<Hit>, more: impl IntoIterator<Item = Hit>, count: usize) -> bool {
    let mut known: HashSet<_> = hits.iter().map(|hit| hit.url.clone()).collect();
    let before = hits.len();
    hits.extend(more.into_iter().filter(|hit| known.insert(hit.url.clone())).take(count - before));
    hits.len() > before
}

/// Returns whether a text is a tag like `en`, `pt-BR` or `zh-Hant`.
fn is_language(text: &str) -> bool {
    let is_part = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
        lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    match text.split_once('-') {
        Some((language, rest)) => is_part(language, 2..=3) && is_part(rest, 2..=4),
        None => is_part(text, 2..=3),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns at most `max_chars` characters of the text.
fn shorten(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn wait(time: &Option<Duration>) -> String {
    match time {
        Some(time) => format!("try again in {} seconds", time.as_secs().max(1)),
        None => "try again in a minute".to_owned(),
    }
}
