//! The data of a site, as one value.

use std::fmt;

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use crate::{link::SitePath, slug::Slug, theme::ThemeSettings};

/// A whole site, exactly as it is shown: without drafts and hidden items.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Site {
    pub title: String,
    pub description: String,
    pub language: Language,
    /// The address at which the site is served, for the feed, the site map and other sites.
    pub base_url: Option<Url>,
    /// The address to which contact forms are sent; without it, no form is shown.
    pub contact_form: Option<Url>,
    pub theme: ThemeSettings,
    pub pages: Vec<Page>,
    /// In any order: pages show the newest first.
    pub posts: Vec<Post>,
    pub navigation: Vec<NavigationItem>,
    pub redirects: Vec<Redirect>,
    pub pictures: Vec<Picture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<Collection>,
}

/// A page: its words for lists and search engines, and its sections.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub slug: Slug,
    pub title: String,
    /// For search engines and previews of links.
    pub description: Option<String>,
    /// Whether the site begins with this page. Its slug leads there too.
    pub home: bool,
    pub sections: Vec<Section>,
}

/// A part of a page: a template, filled with content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    pub id: String,
    /// The key of a [`crate::Template`].
    pub template: String,
    pub content: Map<String, Value>,
}

/// An article with a date; all posts are listed below `/posts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    pub slug: Slug,
    pub title: String,
    /// Plain text. Without it, the first words of the body are used.
    pub excerpt: Option<String>,
    /// Markdown.
    pub body: String,
    pub author: Option<String>,
    pub published_at: DateTime<FixedOffset>,
    pub tags: Vec<String>,
}

/// Things of one kind that sections show: members, products, songs. A collection has no page of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collection {
    pub id: String,
    pub title: String,
    /// Plain text above the entries.
    pub description: Option<String>,
    /// In their order.
    pub entries: Vec<Entry>,
}

/// A member of a [`Collection`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub id: String,
    /// The name of its place in a page, which links give after `#`.
    pub slug: Slug,
    pub title: String,
    /// Plain text.
    pub summary: Option<String>,
    /// Markdown.
    pub body: Option<String>,
    /// The id of a picture.
    pub picture: Option<String>,
    /// A link as [`crate::Link::parse`] reads it.
    pub link: Option<String>,
}

/// A link in the navigation of every page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NavigationItem {
    pub label: String,
    pub target: NavigationTarget,
}

/// The place to which a link in the navigation leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NavigationTarget {
    Page(Slug),
    /// A link as [`crate::Link::parse`] reads it: `/posts`, `https://example.org`.
    Url(String),
}

/// A moved path, and the path to which it leads now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirect {
    pub from: SitePath,
    pub to: SitePath,
}

/// A picture that sections, posts and entries show by its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub id: String,
    /// The description of the picture, for people who do not see it. Empty for a decorative picture.
    pub alt: String,
    pub caption: Option<String>,
    #[serde(default)]
    pub credit: Option<Credit>,
    /// The same picture in several widths and formats, in any order.
    pub variants: Vec<Variant>,
}

/// The photographer of a picture, named on each page that shows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Credit {
    pub photographer: String,
    /// `http` or `https`: the page of the picture or of its photographer.
    pub url: Option<Url>,
    /// The place where it was found: `Pexels`.
    pub source: Option<String>,
}

/// A picture in one width and format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// In pixels, as is the height.
    pub width: u32,
    pub height: u32,
    pub file: PictureFile,
    pub format: PictureFormat,
}

/// The format of a picture's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    Jpeg,
    WebP,
    Png,
}

/// The name of a picture's file, made from its content: a name always means the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PictureFile(String);

/// The language of the pages, such as `en` or `de-AT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Language(String);

impl Site {
    /// Returns the page with which the site begins.
    pub fn home(&self) -> Option<&Page> {
        self.pages.iter().find(|page| page.home)
    }

    pub fn picture(&self, id: &str) -> Option<&Picture> {
        self.pictures.iter().find(|picture| picture.id == id)
    }

    pub fn collection(&self, id: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.id == id)
    }
}

impl Page {
    /// Returns the path of the page within the site.
    pub fn path(&self) -> SitePath {
        if self.home { SitePath::Home } else { SitePath::Page(self.slug.clone()) }
    }
}

impl PictureFormat {
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::WebP => "webp",
            Self::Png => "png",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
            Self::Png => "image/png",
        }
    }
}

impl PictureFile {
    /// Accepts letters, digits, `-` and `_`, a dot, and one of the endings of [`PictureFormat`].
    pub fn parse(name: &str) -> Option<Self> {
        let (stem, ending) = name.split_once('.')?;
        let letters = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        let fits = (1..=120).contains(&stem.len())
            && stem.bytes().all(letters)
            && matches!(ending, "jpg" | "jpeg" | "webp" | "png");
        fits.then(|| Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PictureFile {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::parse(&name).ok_or_else(|| format!("{name:?} is no name of a picture's file"))
    }
}

impl From<PictureFile> for String {
    fn from(file: PictureFile) -> Self {
        file.0
    }
}

impl fmt::Display for PictureFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Language {
    /// Accepts subtags of letters and digits, the first of which has two or three letters.
    pub fn parse(tag: &str) -> Option<Self> {
        let mut subtags = tag.split('-');
        let first = subtags.next().filter(|first| (2..=3).contains(&first.len()))?;
        let fits = first.bytes().all(|b| b.is_ascii_alphabetic())
            && tag.len() <= 35
            && subtags
                .all(|tag| (1..=8).contains(&tag.len()) && tag.bytes().all(|b| b.is_ascii_alphanumeric()));
        fits.then(|| Self(tag.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the language is written from right to left.
    pub(crate) fn is_right_to_left(&self) -> bool {
        matches!(self.primary().as_str(), "ar" | "dv" | "fa" | "he" | "ps" | "ur" | "yi")
    }

    /// Returns the language alone, without region or script.
    pub(crate) fn primary(&self) -> String {
        self.0.split('-').next().unwrap_or_default().to_ascii_lowercase()
    }
}

impl Default for Language {
    fn default() -> Self {
        Self("en".to_owned())
    }
}

impl TryFrom<String> for Language {
    type Error = String;

    fn try_from(tag: String) -> Result<Self, String> {
        Self::parse(&tag).ok_or_else(|| format!("{tag:?} is no language such as en or de-AT"))
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_and_names_of_files_are_read() {
        for good in ["en", "de-AT", "zh-Hans-CN", "gsw"] {
            assert!(Language::parse(good).is_some(), "{good}");
        }
        for bad in ["", "e", "english", "de_AT", "de-", "-de", "de AT", "de\" evil"] {
            assert!(Language::parse(bad).is_none(), "{bad}");
        }
        for good in ["a.jpg", "3f2a-480.webp", "A_b.png"] {
            assert!(PictureFile::parse(good).is_some(), "{good}");
        }
        for bad in ["", ".jpg", "a.svg", "a.jpg.png", "../a.jpg", "a/b.jpg", "a b.jpg", "ä.jpg", "a"] {
            assert!(PictureFile::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_site_comes_back_as_it_was_stored() {
        let stored = serde_json::json!({
            "title": "Club",
            "language": "de",
            "base_url": "https://club.example/",
            "theme": { "theme": "warm", "accent": "#9c3d1a", "font": "slab" },
            "pages": [{ "slug": "home", "title": "Home", "description": null, "home": true, "sections": [
                { "id": "1", "template": "text", "content": { "body": "Hello." } },
            ] }],
            "posts": [{ "slug": "new", "title": "New", "excerpt": null, "body": "B", "author": "Alice",
                "published_at": "2026-03-01T09:00:00+01:00", "tags": ["a"] }],
            "navigation": [{ "label": "Home", "target": { "page": "home" } }, { "label": "Posts", "target": { "url": "/posts" } }],
            "redirects": [{ "from": "old", "to": "" }],
            "pictures": [{ "id": "p", "alt": "", "caption": null, "variants": [
                { "width": 480, "height": 320, "file": "p-480.webp", "format": "webp" },
            ] }],
        });
        let site: Site = serde_json::from_value(stored).unwrap();
        assert_eq!(site.redirects[0].to, SitePath::Home);
        let again: Site = serde_json::from_str(&serde_json::to_string(&site).unwrap()).unwrap();
        assert_eq!(again, site);
    }
}
