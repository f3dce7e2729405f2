use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::slug::Slug;

/// The path of a page within the site. It is stored without slashes at its ends: `about`, `posts/new-court`, and the
/// empty text for the home page; people write and read it with a slash at the beginning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SitePath {
    Home,
    Page(Slug),
    /// The list of all posts.
    Posts,
    Post(Slug),
}

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// A page of the site, and the place in it, without `#`.
    Inner(SitePath, Option<String>),
    /// A place in the page that has the link.
    Here(String),
    /// `http`, `https`, `mailto` or `tel`.
    Outer(Url),
}

/// A text is not a valid link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no link of a page; {FITS} fits")]
pub struct LinkRefusal(pub String);

/// The valid kinds of links, for problems.
pub(crate) const FITS: &str =
    "the path of a page such as /about, or an address that begins with https://, http://, mailto: or tel:";

/// The longest link, in bytes.
const MAX_LINK: usize = 2_000;

impl SitePath {
    /// Parses a path with or without slashes at its ends.
    pub fn parse(text: &str) -> Option<Self> {
        let path = text.strip_prefix('/').unwrap_or(text);
        let path = path.strip_suffix('/').unwrap_or(path);
        match path.split_once('/') {
            None if path.is_empty() => Some(Self::Home),
            None if path == "posts" => Some(Self::Posts),
            None => Slug::parse(path).ok().map(Self::Page),
            Some(("posts", slug)) => Slug::parse(slug).ok().map(Self::Post),
            Some(_) => None,
        }
    }

    /// Returns the folder of the page in the site. It ends with a slash, except that the site's own folder is the empty
    /// text.
    pub fn folder(&self) -> String {
        match self {
            Self::Home => String::new(),
            Self::Page(slug) => format!("{slug}/"),
            Self::Posts => "posts/".to_owned(),
            Self::Post(slug) => format!("posts/{slug}/"),
        }
    }
}

/// Shows the path as people write it in a link: with a slash at the beginning.
impl fmt::Display for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}", self.folder().trim_end_matches('/'))
    }
}

impl TryFrom<String> for SitePath {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is no path of a page"))
    }
}

impl From<SitePath> for String {
    fn from(path: SitePath) -> Self {
        path.folder().trim_end_matches('/').to_owned()
    }
}

impl Link {
    /// Parses a link as people write it: `/about`, `about#team`, `#team`, `https://example.org`, `mailto:…`, `tel:…`.
    pub fn parse(text: &str) -> Result<Self, LinkRefusal> {
        let refusal = || LinkRefusal(text.to_owned());
        let text = text.trim();
        // A browser removes tabs and line ends from an address, and treats a backslash as a slash.
        if text.is_empty() || text.len() > MAX_LINK || text.chars().any(|c| c.is_control() || c == '\\') {
            return Err(refusal());
        }
        if let Ok(url) = Url::parse(text) {
            let fits = match url.scheme() {
                "http" | "https" => url.has_host() && text.contains("://"),
                "mailto" => url.path().contains('@'),
                "tel" => url.path().chars().any(|c| c.is_ascii_digit()),
                _ => false,
            };
            return if fits { Ok(Self::Outer(url)) } else { Err(refusal()) };
        }
        match text.split_once('#') {
            Some((_, "")) => Err(refusal()),
            Some(("", place)) => Ok(Self::Here(place.to_owned())),
            Some((path, place)) => SitePath::parse(path)
                .map(|path| Self::Inner(path, Some(place.to_owned())))
                .ok_or_else(refusal),
            None => SitePath::parse(text).map(|path| Self::Inner(path, None)).ok_or_else(refusal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(text: &str) -> Option<String> {
        match Link::parse(text) {
            Ok(Link::Inner(path, _)) => Some(path.to_string()),
            _ => None,
        }
    }

    #[test]
    fn paths_of_pages_are_read_however_people_write_them() {
        assert_eq!(inner("/").as_deref(), Some("/"));
        assert_eq!(inner("about").as_deref(), Some("/about"));
        assert_eq!(inner("/about/#team").as_deref(), Some("/about"));
        assert_eq!(inner("/posts").as_deref(), Some("/posts"));
        assert_eq!(inner("posts/new-court").as_deref(), Some("/posts/new-court"));
        assert_eq!(Link::parse("#team"), Ok(Link::Here("team".to_owned())));
    }

    #[test]
    fn only_known_schemes_lead_out() {
        for good in
            ["https://example.org/a?b=c", "http://example.org", "mailto:bob@example.org", "tel:+4930123456"]
        {
            assert!(matches!(Link::parse(good), Ok(Link::Outer(_))), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\tscript:alert(1)",
            "data:text/html,x",
            "//example.org",
            "\\\\example.org",
            "/\\example.org",
            "https:example.org",
            "vbscript:x",
            "mailto:",
            "../up",
            "/a/b",
            "",
            "#",
        ] {
            assert_eq!(Link::parse(bad), Err(LinkRefusal(bad.to_owned())));
        }
    }
}
