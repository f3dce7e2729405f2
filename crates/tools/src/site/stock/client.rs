//! A service of stock photos that speaks the protocol of Pexels.
//!
//! The operator chose the service's address, so that may well be on this machine. Anybody may have chosen the addresses
//! of photos in its answers, so they are guarded like those that a model fetches.

use std::{sync::Arc, time::Duration};

use adjutant_config::{Config, Secret};
use adjutant_texts as texts;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    fetch::{
        Fetcher, Limits,
        guard::{Policy, SystemResolver},
    },
    kit::{Context, ToolError},
    web::providers::{
        SearchError,
        http::{Http, Reply},
    },
};

/// The longest name of a photographer, in characters.
const MAX_NAME: usize = 100;
/// The longest description of a photo, in characters.
const MAX_ALT: usize = 300;

/// A client for one service.
pub(in crate::site) struct Stock {
    http: Http,
    base: Url,
    key: Secret,
    fetcher: Fetcher,
}

/// The shape of a photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Orientation {
    Landscape,
    Portrait,
    Square,
}

/// A photo in the results.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Photo {
    pub(super) id: u64,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) photographer: String,
    /// The page of the photographer, or else of the photo.
    pub(super) page: Option<Url>,
    /// What it shows; may be empty.
    pub(super) alt: String,
    thumbnail: String,
    large: String,
}

/// Why there is no answer, and what to do about it. Never holds the query or the key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum StockError {
    #[error(
        "the service of stock photos does not accept its key; the operator has to check [site] stock_photos_key"
    )]
    Key,
    #[error("the service of stock photos has had too many requests; {}", wait(*.0))]
    RateLimited(Option<Duration>),
    #[error("there is no photo with this id; site_search_stock_photos finds some")]
    Unknown,
    #[error("the service of stock photos took too long; try again later")]
    Timeout,
    #[error(
        "the service of stock photos cannot be reached; the operator has to check [site] stock_photos_url"
    )]
    Unreachable,
    #[error("the service of stock photos answered {0}; try again later")]
    Status(u16),
    #[error(
        "the service of stock photos did not answer with photos; the operator has to check [site] stock_photos_url"
    )]
    Unreadable,
}

fn wait(after: Option<Duration>) -> String {
    match after {
        Some(after) if after.as_secs() < 3_600 => {
            format!("try again in {}", texts::count(after.as_secs().div_ceil(60) as i64, "minute"))
        }
        _ => "try again later".to_owned(),
    }
}

#[derive(Deserialize)]
struct Found {
    photos: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: u64,
    width: u32,
    height: u32,
    #[serde(default)]
    url: String,
    photographer: String,
    #[serde(default)]
    photographer_url: String,
    alt: Option<String>,
    src: Sizes,
}

#[derive(Deserialize)]
struct Sizes {
    large2x: String,
    medium: String,
}

impl Stock {
    /// Returns the service that the settings name, if any. Opens no connection.
    pub(in crate::site) fn new(config: &Config) -> Option<Self> {
        let (base, key) = (config.site.stock_photos_url.clone()?, config.site.stock_photos_key.clone()?);
        let policy = Policy::new(config.tools.web.allow_private_hosts.clone());
        let fetcher = Fetcher::new(policy, Limits::default(), Arc::new(SystemResolver));
        Some(Self { http: Http::default(), base, key, fetcher })
    }

    /// Returns the name of the service for the credit on pages: `Pexels`, or its host.
    pub(super) fn name(&self) -> &str {
        match self.base.host_str() {
            Some("api.pexels.com") | None => "Pexels",
            Some(host) => host,
        }
    }

    /// Returns the best photos, at most `most`.
    ///
    /// # Errors
    /// Returns a [`StockError`].
    pub(super) async fn search(
        &self,
        query: &str,
        orientation: Option<Orientation>,
        most: usize,
    ) -> Result<Vec<Photo>, StockError> {
        let url = self.search_url(query, orientation, most);
        let found: Found = self.get(url).await?.json().map_err(|_| StockError::Unreadable)?;
        Ok(found.photos.into_iter().take(most).map(Photo::from).collect())
    }

    /// Returns a photo by its id.
    ///
    /// # Errors
    /// Returns a [`StockError`].
    pub(super) async fn photo(&self, id: u64) -> Result<Photo, StockError> {
        let reply = self.get(self.at(&format!("v1/photos/{id}"))).await?;
        Ok(reply.json::<Entry>().map_err(|_| StockError::Unreadable)?.into())
    }

    /// Returns a small version of a photo for the chat, of at most `most` bytes.
    pub(super) async fn thumbnail(
        &self,
        context: &Context,
        photo: &Photo,
        most: u64,
    ) -> Result<Vec<u8>, ToolError> {
        self.download(context, &photo.thumbnail, most).await
    }

    /// Returns a photo in the size for pages, of at most `most` bytes.
    pub(super) async fn whole(
        &self,
        context: &Context,
        photo: &Photo,
        most: u64,
    ) -> Result<Vec<u8>, ToolError> {
        self.download(context, &photo.large, most).await
    }

    async fn download(&self, context: &Context, url: &str, most: u64) -> Result<Vec<u8>, ToolError> {
        let refused = || {
            ToolError::unavailable(
                "the service of stock photos names no address from which its photo can be taken",
            )
        };
        let url = self.fetcher.check(url).map_err(|_| refused())?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let bytes = self.fetcher.download(url, most, &*context.redirects).await;
        bytes.map_err(|error| {
            tracing::warn!(%error, "cannot take a stock photo");
            ToolError::unavailable(
                "the photo could not be taken from where the service of stock photos has it; try another one",
            )
        })
    }

    fn search_url(&self, query: &str, orientation: Option<Orientation>, most: usize) -> Url {
        let mut url = self.at("v1/search");
        let mut pairs = url.query_pairs_mut();
        pairs.append_pair("query", query).append_pair("per_page", &most.to_string()).append_pair("page", "1");
        if let Some(orientation) = orientation {
            pairs.append_pair(
                "orientation",
                match orientation {
                    Orientation::Landscape => "landscape",
                    Orientation::Portrait => "portrait",
                    Orientation::Square => "square",
                },
            );
        }
        drop(pairs);
        url
    }

    fn at(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}/{path}", url.path().trim_end_matches('/')));
        url
    }

    async fn get(&self, url: Url) -> Result<Reply, StockError> {
        let mut key = HeaderValue::from_str(self.key.expose().trim()).map_err(|_| StockError::Key)?;
        key.set_sensitive(true);
        let json = HeaderValue::from_static("application/json");
        let headers = HeaderMap::from_iter([(AUTHORIZATION, key), (ACCEPT, json)]);
        let reply = self.http.get(url, headers).await.map_err(|error| match error {
            SearchError::Timeout => StockError::Timeout,
            SearchError::Unreadable => StockError::Unreadable,
            _ => StockError::Unreachable,
        })?;
        match reply.status.as_u16() {
            _ if reply.status.is_success() => Ok(reply),
            401 | 403 => Err(StockError::Key),
            404 => Err(StockError::Unknown),
            429 => Err(StockError::RateLimited(reply.retry_after)),
            status => Err(StockError::Status(status)),
        }
    }
}

impl From<Entry> for Photo {
    fn from(entry: Entry) -> Self {
        let Entry { id, width, height, url, photographer, photographer_url, alt, src } = entry;
        let page = [photographer_url, url].iter().find_map(|url| Url::parse(url).ok());
        Self {
            id,
            width,
            height,
            photographer: texts::in_a_line(&photographer, MAX_NAME),
            page: page.filter(|page| matches!(page.scheme(), "http" | "https")),
            alt: texts::in_a_line(&alt.unwrap_or_default(), MAX_ALT),
            thumbnail: src.medium,
            large: src.large2x,
        }
    }
}

impl From<StockError> for ToolError {
    fn from(error: StockError) -> Self {
        match error {
            StockError::Unknown => Self::not_found(error.to_string()),
            error => Self::unavailable(error.to_string()),
        }
    }
}

/// Returns the error of a call without a service.
pub(super) fn not_set_up() -> ToolError {
    ToolError::unavailable("the operator has not set up [site] stock_photos_key")
}
