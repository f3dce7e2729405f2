//! SearXNG, a metasearch engine that operators run themselves; its JSON API must be enabled.

use async_trait::async_trait;
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, HeaderMap, HeaderValue};
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::http::Http;
use super::{Freshness, Hit, Query, SearchError, SearchProvider, TIMEOUT, add_new};

/// The most pages that are requested, of about ten results each.
const MAX_PAGES: usize = 3;

/// SearXNG's limiter treats a client that does not accept HTML as a bot.
const ACCEPTED_TYPES: HeaderValue = HeaderValue::from_static("application/json, text/html;q=0.5");

/// A client of a SearXNG server.
pub struct Searxng {
    http: Http,
    search: Url,
}

#[derive(Deserialize)]
struct Answer {
    results: Vec<Entry>,
    /// Each entry has the engine's name and its error.
    #[serde(default)]
    unresponsive_engines: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct Entry {
    url: Option<String>,
    title: Option<String>,
    content: Option<String>,
    #[serde(rename = "publishedDate")]
    published: Option<String>,
}

impl Searxng {
    /// Uses the server whose start page is at `base`, which ends with a slash.
    pub fn new(base: &Url) -> Self {
        let mut search = base.clone();
        search.set_path(&format!("{}search", base.path()));
        Self { http: Http::default(), search }
    }

    async fn page(&self, query: &Query, number: usize) -> Result<Vec<Hit>, SearchError> {
        let reply = self.http.get(self.url(query, number), headers(query)).await?;
        let answer: Answer = match reply.status.as_u16() {
            200 => reply.json()?,
            300..=399 => return Err(SearchError::Redirected),
            401 => return Err(SearchError::Login),
            403 => return Err(SearchError::JsonDisabled),
            429 => return Err(SearchError::RateLimited(reply.retry_after)),
            _ => return Err(SearchError::Status(reply.status)),
        };
        if answer.results.is_empty() && !answer.unresponsive_engines.is_empty() {
            return Err(SearchError::EnginesDown);
        }
        Ok(answer.results.into_iter().filter_map(Entry::into_hit).collect())
    }

    fn url(&self, query: &Query, page: usize) -> Url {
        let mut url = self.search.clone();
        let mut pairs = url.query_pairs_mut();
        pairs.append_pair("q", &query.text).append_pair("format", "json");
        pairs.append_pair("pageno", &page.to_string());
        if let Some(language) = &query.language {
            pairs.append_pair("language", language);
        }
        if let Some(freshness) = query.freshness {
            pairs.append_pair("time_range", time_range(freshness));
        }
        drop(pairs);
        url
    }
}

#[async_trait]
impl SearchProvider for Searxng {
    async fn search(&self, query: &Query) -> Result<Vec<Hit>, SearchError> {
        if query.text.split(' ').any(|word| word.starts_with("!!")) {
            return Err(SearchError::Bang);
        }
        let deadline = Instant::now() + TIMEOUT;
        let mut hits = Vec::new();
        for number in 1..=MAX_PAGES {
            let page = timeout_at(deadline, self.page(query, number)).await;
            match page.unwrap_or(Err(SearchError::Timeout)) {
                Ok(page) => {
                    if !add_new(&mut hits, page, query.count) || hits.len() == query.count {
                        break;
                    }
                }
                Err(error) if number == 1 => return Err(error),
                // Fewer hits are better than none.
                Err(_) => break,
            }
        }
        Ok(hits)
    }
}

impl Entry {
    fn into_hit(self) -> Option<Hit> {
        let Self { url, title, content, published } = self;
        Hit::new(&url?, &title.unwrap_or_default(), &content.unwrap_or_default(), published.as_deref())
    }
}

fn headers(query: &Query) -> HeaderMap {
    let language = query.language.as_deref().and_then(|language| language.parse().ok());
    let language = language.unwrap_or(const { HeaderValue::from_static("en") });
    HeaderMap::from_iter([(ACCEPT, ACCEPTED_TYPES), (ACCEPT_LANGUAGE, language)])
}

fn time_range(freshness: Freshness) -> &'static str {
    match freshness {
        Freshness::Day => "day",
        Freshness::Week => "week",
        Freshness::Month => "month",
        Freshness::Year => "year",
    }
}
