//! Brave's Search API, which needs a key.

use std::time::Duration;

use adjutant_config::Secret;
use async_trait::async_trait;
use reqwest::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use tokio::{
    sync::Mutex,
    time::{sleep, timeout},
};
use url::Url;

use super::{
    Freshness, Hit, Query, SearchError, SearchProvider, TIMEOUT, add_new,
    http::{Http, Reply},
    plain::from_html,
};

const OWN: &str = "https://api.search.brave.com/";

const KEY: HeaderName = HeaderName::from_static("x-subscription-token");

/// The longest pause before a request that came too soon is repeated. The smallest plan allows one request each second.
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// The languages that Brave searches in, by its own codes, which are not always the standard ones.
const LANGUAGES: [&str; 51] = [
    "ar", "eu", "bn", "bg", "ca", "zh-hans", "zh-hant", "hr", "cs", "da", "nl", "en", "en-gb", "et", "fi",
    "fr", "gl", "de", "el", "gu", "he", "hi", "hu", "is", "it", "jp", "kn", "ko", "lv", "lt", "ms", "ml",
    "mr", "nb", "pl", "pt-br", "pt-pt", "pa", "ro", "ru", "sr", "sk", "sl", "es", "sv", "ta", "te", "th",
    "tr", "uk", "vi",
];

/// A client of the Search API.
pub struct Brave {
    http: Http,
    search: Url,
    key: Secret,
    /// Makes searches run one after the other, because plans limit the searches in a second.
    turn: Mutex<()>,
}

#[derive(Deserialize)]
struct Answer {
    /// Absent when nothing was found.
    web: Option<Web>,
}

#[derive(Deserialize)]
struct Web {
    #[serde(default)]
    results: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    url: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    description: String,
    page_age: Option<String>,
}

#[derive(Deserialize)]
struct ErrorAnswer {
    error: ErrorBody,
}

#[derive(Deserialize)]
struct ErrorBody {
    #[serde(default)]
    code: String,
    #[serde(default)]
    meta: ErrorMeta,
}

#[derive(Default, Deserialize)]
struct ErrorMeta {
    #[serde(default)]
    errors: Vec<InvalidField>,
}

#[derive(Deserialize)]
struct InvalidField {
    #[serde(default)]
    loc: Vec<serde_json::Value>,
}

impl Brave {
    /// Uses the service at `base`, which ends with a slash; `None` is Brave's own address.
    pub fn new(base: Option<&Url>, key: &Secret) -> Self {
        let own = || Url::parse(OWN).expect("Brave's own address is a URL");
        let mut search = base.cloned().unwrap_or_else(own);
        search.set_path(&format!("{}res/v1/web/search", search.path()));
        Self { http: Http::default(), search, key: key.clone(), turn: Mutex::default() }
    }

    async fn get(&self, url: Url) -> Result<Reply, SearchError> {
        let mut key = HeaderValue::from_str(self.key.expose().trim()).map_err(|_| SearchError::Key)?;
        key.set_sensitive(true);
        let json = HeaderValue::from_static("application/json");
        self.http.get(url, HeaderMap::from_iter([(KEY, key), (ACCEPT, json)])).await
    }

    /// Returns the answer; repeats the request once if it came too soon.
    async fn answer(&self, url: Url) -> Result<Answer, SearchError> {
        let _turn = self.turn.lock().await;
        let reply = self.get(url.clone()).await?;
        match read(&reply) {
            Err(SearchError::RateLimited(Some(pause))) if pause <= MAX_PAUSE => {
                sleep(pause).await;
                read(&self.get(url).await?)
            }
            answer => answer,
        }
    }

    fn url(&self, query: &Query) -> Result<Url, SearchError> {
        let mut url = self.search.clone();
        let mut pairs = url.query_pairs_mut();
        pairs.append_pair("q", &query.text).append_pair("count", &query.count.to_string());
        pairs.append_pair("result_filter", "web").append_pair("text_decorations", "false");
        if let Some(freshness) = query.freshness {
            pairs.append_pair("freshness", freshness_code(freshness));
        }
        if let Some(language) = &query.language {
            let code = language_code(language).ok_or_else(|| SearchError::Language(language.clone()))?;
            pairs.append_pair("search_lang", code);
        }
        drop(pairs);
        Ok(url)
    }
}

#[async_trait]
impl SearchProvider for Brave {
    async fn search(&self, query: &Query) -> Result<Vec<Hit>, SearchError> {
        let url = self.url(query)?;
        let answer = timeout(TIMEOUT, self.answer(url)).await.unwrap_or(Err(SearchError::Timeout))?;
        let entries = answer.web.map(|web| web.results).unwrap_or_default();
        let mut hits = Vec::new();
        add_new(&mut hits, entries.into_iter().filter_map(Entry::into_hit), query.count);
        Ok(hits)
    }
}

impl Entry {
    fn into_hit(self) -> Option<Hit> {
        let Self { url, title, description, page_age } = self;
        Hit::new(&url, &from_html(&title), &from_html(&description), page_age.as_deref())
    }
}

/// Reads an answer. An unknown key gives 422, like an invalid parameter; the body distinguishes them.
fn read(reply: &Reply) -> Result<Answer, SearchError> {
    if reply.status.is_success() {
        return reply.json();
    }
    let error = reply.json::<ErrorAnswer>().ok().map(|answer| answer.error);
    let is_key = error.as_ref().is_some_and(|error| {
        let is_header = |field: &InvalidField| field.loc.iter().any(|part| part == KEY.as_str());
        error.code.starts_with("SUBSCRIPTION_") || error.meta.errors.iter().any(is_header)
    });
    Err(match reply.status.as_u16() {
        _ if is_key => SearchError::Key,
        401 | 403 => SearchError::Key,
        300..=399 => SearchError::Redirected,
        429 if error.is_some_and(|error| error.code == "QUOTA_LIMITED") => SearchError::QuotaUsedUp,
        429 => SearchError::RateLimited(reply.retry_after),
        _ => SearchError::Status(reply.status),
    })
}

fn freshness_code(freshness: Freshness) -> &'static str {
    match freshness {
        Freshness::Day => "pd",
        Freshness::Week => "pw",
        Freshness::Month => "pm",
        Freshness::Year => "py",
    }
}

/// Returns Brave's code for a language: the code of the whole tag if there is one, else of the language alone.
fn language_code(tag: &str) -> Option<&'static str> {
    let tag = tag.to_ascii_lowercase();
    let language = tag.split('-').next().unwrap_or_default();
    let known = match (tag.as_str(), language) {
        ("zh-hant" | "zh-tw" | "zh-hk" | "zh-mo", _) => "zh-hant",
        (_, "zh") => "zh-hans",
        (_, "ja") => "jp",
        (_, "no" | "nn") => "nb",
        ("pt", _) => "pt-pt",
        (tag, _) => tag,
    };
    let find = |code: &str| LANGUAGES.into_iter().find(|each| *each == code);
    find(known).or_else(|| find(language))
}
