//! A request as a program rather than a reader makes it: its parts, and the parts of the answer that are returned.

use std::collections::BTreeMap;
use std::fmt;

use adjutant_domain::redact::is_credential;
use bytes::Bytes;
use reqwest::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Response, StatusCode};
use url::Url;

use super::body::{self, ContentType};
use super::guard::SafeUrl;

/// The most headers of one request.
const MAX_HEADERS: usize = 32;

/// The most bytes of a request's header names and values together.
const MAX_HEADER_BYTES: usize = 8 * 1024;

/// The longest header value of an answer that is returned, in bytes.
const MAX_SHOWN_HEADER_BYTES: usize = 1024;

/// Headers that belong to the connection or to this program, or that would make the request a different one from the
/// one that was judged.
const RESERVED: [&str; 18] = [
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "cookie2",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
];

/// The answer's headers that its reader may need; cookies are not among them.
const SHOWN: [&str; 14] = [
    "allow",
    "cache-control",
    "content-disposition",
    "content-language",
    "content-length",
    "content-range",
    "content-type",
    "etag",
    "expires",
    "last-modified",
    "link",
    "location",
    "retry-after",
    "www-authenticate",
];

/// A GET, or a POST with a body.
#[derive(Clone, Debug)]
pub struct Request {
    pub(super) url: SafeUrl,
    pub(super) headers: HeaderMap,
    pub(super) content: Option<Content>,
}

/// The checked headers that a caller adds to a request.
#[derive(Clone, Debug, Default)]
pub struct Headers(HeaderMap);

/// The body of a POST and its type.
#[derive(Clone)]
pub struct Content {
    pub(super) kind: HeaderValue,
    pub(super) bytes: Vec<u8>,
}

/// Why a header is refused. Never holds the header's value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderRefusal {
    #[error("`{0}` is not the name of a header")]
    Name(String),
    #[error("the value of the header {0} must be one line without control characters")]
    Value(String),
    #[error("the header {0} cannot be set: it is made for each request")]
    Reserved(HeaderName),
    #[error("a request can have at most {MAX_HEADERS} headers of {MAX_HEADER_BYTES} bytes together")]
    TooMany,
    #[error("the content type must be like application/json")]
    ContentType,
}

/// A server's answer, whatever its status.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The final address, after redirects.
    pub url: SafeUrl,
    pub status: StatusCode,
    /// The headers that describe the answer, by name in lower case.
    pub headers: BTreeMap<String, String>,
    /// The redirect target of the answer. No request was sent there.
    pub redirect: Option<Url>,
    pub body: Body,
    /// Whether the body was longer than [`super::Limits::body_bytes`].
    pub is_truncated: bool,
}

/// The body of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Text(String),
    /// A body that is not text, and was not read: its type, and its size in bytes if the server states it.
    Binary {
        kind: String,
        bytes: Option<u64>,
    },
}

impl Request {
    /// Builds a GET, which follows redirects.
    pub fn get(url: SafeUrl, headers: Headers) -> Self {
        Self { url, headers: headers.or_accept("*/*"), content: None }
    }

    /// Builds a POST, which follows no redirects.
    pub fn post(url: SafeUrl, headers: Headers, content: Content) -> Self {
        Self { url, headers: headers.or_accept("*/*"), content: Some(content) }
    }

    /// Builds a GET for a page to read.
    pub(super) fn page(url: SafeUrl, accepted_types: &'static str) -> Self {
        Self { url, headers: Headers::default().or_accept(accepted_types), content: None }
    }
}

impl Headers {
    /// Checks the headers of a request; a later header replaces an earlier one of the same name.
    ///
    /// # Errors
    ///
    /// Returns a [`HeaderRefusal`].
    pub fn new<'a>(headers: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, HeaderRefusal> {
        let mut checked = HeaderMap::new();
        let mut size = 0;
        for (name, value) in headers {
            size += name.len() + value.len();
            if checked.len() == MAX_HEADERS || size > MAX_HEADER_BYTES {
                return Err(HeaderRefusal::TooMany);
            }
            let known = HeaderName::from_bytes(name.as_bytes());
            let name = known.map_err(|_| HeaderRefusal::Name(name.escape_default().to_string()))?;
            if RESERVED.contains(&name.as_str()) || name.as_str().starts_with("proxy-") {
                return Err(HeaderRefusal::Reserved(name));
            }
            let mut value =
                HeaderValue::from_str(value.trim()).map_err(|_| HeaderRefusal::Value(name.to_string()))?;
            // The value may be a credential, whatever its name: keep it out of debug output.
            value.set_sensitive(true);
            checked.insert(name, value);
        }
        Ok(Self(checked))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether any header looks like a credential by its name.
    pub fn has_credentials(&self) -> bool {
        self.0.keys().any(|name| is_credential(name.as_str()))
    }

    fn or_accept(mut self, types: &'static str) -> HeaderMap {
        self.0.entry(ACCEPT).or_insert(HeaderValue::from_static(types));
        self.0
    }
}

impl Content {
    /// # Errors
    ///
    /// Returns [`HeaderRefusal::ContentType`] if `kind` is not a content type.
    pub fn new(kind: &str, bytes: impl Into<Vec<u8>>) -> Result<Self, HeaderRefusal> {
        let is_type = |essence: &str| {
            let is_token = |part: &str| HeaderName::from_bytes(part.as_bytes()).is_ok();
            essence.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
        };
        let essence = kind.split(';').next().unwrap_or_default().trim();
        let value = HeaderValue::from_str(kind.trim()).ok().filter(|_| is_type(essence));
        Ok(Self { kind: value.ok_or(HeaderRefusal::ContentType)?, bytes: bytes.into() })
    }

    /// Returns whether the content type is JSON.
    pub fn is_json(&self) -> bool {
        let kind = self.kind.as_bytes().to_ascii_lowercase();
        let essence = kind.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
        essence == b"application/json" || essence.ends_with(b"+json")
    }
}

/// Shows the size of the body, not the body.
impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Content").field("kind", &self.kind).field("bytes", &self.bytes.len()).finish()
    }
}

impl Answer {
    /// Reads up to `limit` bytes of a textual body, and nothing of any other body.
    pub(super) async fn read(mut response: Response, url: SafeUrl, limit: usize) -> reqwest::Result<Self> {
        let content_type = ContentType::of(response.headers());
        let (status, headers) = (response.status(), shown(response.headers()));
        let redirect = super::redirect_target(&response).flatten();
        let size = response.content_length();
        let compression = body::compression(response.headers());
        let kind = match &compression {
            Some(how) => format!("{}, compressed as {how}", content_type.describe()),
            None => content_type.describe(),
        };
        let binary = |bytes| Body::Binary { kind: kind.clone(), bytes };
        let (body, is_truncated) = match content_type.is_textual().filter(|_| compression.is_none()) {
            None if compression.is_some() => (binary(size), false),
            Some(false) if size != Some(0) => (binary(size), false),
            stated => {
                let (bytes, is_truncated) = body::read(&mut response, Bytes::new(), limit).await?;
                // A body without a stated type is text if it looks like text.
                let is_text = stated.is_some() || looks_like_text(&bytes);
                let text = || Body::Text(body::decode(&bytes, content_type.charset.as_deref()));
                (if is_text { text() } else { binary(size) }, is_truncated && is_text)
            }
        };
        Ok(Self { url, status, headers, redirect, body, is_truncated })
    }
}

/// Returns whether the bytes are UTF-8 without control characters, perhaps cut within a character.
fn looks_like_text(bytes: &[u8]) -> bool {
    let is_utf8 = std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_utf8 && !bytes.contains(&0)
}

fn shown(headers: &HeaderMap) -> BTreeMap<String, String> {
    let is_shown = |name: &str| {
        SHOWN.contains(&name) || name.starts_with("x-ratelimit-") || name.starts_with("ratelimit")
    };
    let names = headers.keys().map(HeaderName::as_str).filter(|name| is_shown(name));
    names
        .map(|name| {
            let values: Vec<_> = headers.get_all(name).iter().map(HeaderValue::as_bytes).collect();
            let mut value = String::from_utf8_lossy(&values.join(&b", "[..])).into_owned();
            value.truncate(value.floor_char_boundary(MAX_SHOWN_HEADER_BYTES));
            (name.to_owned(), value)
        })
        .collect()
}
