//! The parts of a site as they are stored, and the errors of a change.

use adjutant_domain::{
    ids::{ItemId, PageId, PictureId, PostId, RevisionId, SectionId, SessionId, SiteId, UserId},
    origin::Sources,
    site::{Credit, PageStatus, PostStatus, Variant},
    timestamp::Timestamp,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::entries::{Collection, Entry};

/// The most pages of a site.
pub const MAX_PAGES: usize = 1_000;
/// The most sections of a page.
pub const MAX_SECTIONS: usize = 100;
/// The most navigation items of a site.
pub const MAX_ITEMS: usize = 50;
/// The most pictures of a site.
pub const MAX_PICTURES: usize = 5_000;
/// The most posts of a site.
pub const MAX_POSTS: usize = 5_000;
/// The most bytes of the body of a post or an entry.
pub const MAX_BODY: usize = 64 * 1024;
/// The most collections of a site.
pub const MAX_COLLECTIONS: usize = 50;
/// The most entries of all collections of a site.
pub const MAX_ENTRIES: usize = 2_000;
/// The most tags of a post.
pub const MAX_TAGS: usize = 20;
/// The most bytes of a section's content, as JSON.
pub const MAX_CONTENT: usize = 64 * 1024;

/// The settings of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    pub site_id: SiteId,
    /// The owner; linked users share the site.
    pub user_id: UserId,
    pub title: String,
    pub description: String,
    /// The code as in HTML: `en`, `de-AT`.
    pub language: String,
    /// A JSON object.
    #[serde(with = "json_text")]
    pub theme: Value,
    /// The address at which it is published, without a slash at the end.
    pub base_url: Option<String>,
    /// The name of its folder, and its address below the address of all sites; `None` before it is published.
    pub name: Option<String>,
    /// The sources of untrusted content in these settings.
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    /// When its settings last changed.
    pub updated_at: Timestamp,
    pub published_at: Option<Timestamp>,
}

/// A page of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    pub page_id: PageId,
    pub site_id: SiteId,
    pub title: String,
    /// The address below the site's address; unique among the site's pages.
    pub slug: String,
    pub description: String,
    pub status: PageStatus,
    /// At most one page of a site is its home page.
    pub is_home: bool,
    /// The position among the pages, from 0 and without gaps.
    pub position: i64,
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A section of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    pub section_id: SectionId,
    pub page_id: PageId,
    pub site_id: SiteId,
    pub template: String,
    /// The values of the template's fields.
    #[serde(with = "json_text")]
    pub content: Value,
    /// The position on the page, from 0 and without gaps.
    pub position: i64,
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The target of a navigation item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Page(PageId),
    Url(String),
}

/// An item of the navigation. It has either a page or a URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub item_id: ItemId,
    pub site_id: SiteId,
    pub label: String,
    pub page_id: Option<PageId>,
    pub url: Option<String>,
    /// The position in the navigation, from 0 and without gaps.
    pub position: i64,
    pub visible: bool,
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// An earlier slug of a page that was published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Redirect {
    pub site_id: SiteId,
    pub slug: String,
    pub page_id: PageId,
}

/// A picture of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub picture_id: PictureId,
    pub site_id: SiteId,
    /// The name of the original file.
    pub name: String,
    /// A description for those who do not see the picture; may be empty.
    pub alt: String,
    pub caption: Option<String>,
    /// The SHA-256 of the original file; unique among the site's pictures.
    pub hash: String,
    /// The size of its files together.
    pub bytes: i64,
    /// The width and height of the widest variant, in pixels.
    pub width: i64,
    pub height: i64,
    #[serde(with = "json_text")]
    pub variants: Vec<Variant>,
    /// The photographer, if the licence demands the name.
    #[serde(with = "optional_json_text")]
    pub credit: Option<Credit>,
    /// The conversation in which it came.
    pub session_id: Option<SessionId>,
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A post of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    pub post_id: PostId,
    pub site_id: SiteId,
    pub title: String,
    /// The address below the address of all posts; unique among the site's posts.
    pub slug: String,
    /// Markdown.
    pub body: String,
    pub excerpt: Option<String>,
    pub author: Option<String>,
    pub status: PostStatus,
    #[serde(with = "json_text")]
    pub tags: Vec<String>,
    /// The date that it shows; `None` before it is published.
    pub published_at: Option<Timestamp>,
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// An earlier slug of a post that was published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostRedirect {
    pub site_id: SiteId,
    pub slug: String,
    pub post_id: PostId,
}

/// A whole site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub site: Site,
    /// In order.
    pub pages: Vec<Page>,
    /// Grouped by page, in order.
    pub sections: Vec<Section>,
    /// In order.
    pub navigation: Vec<Item>,
    pub redirects: Vec<Redirect>,
    /// Oldest first. Empty in old snapshots from before pictures existed.
    #[serde(default)]
    pub pictures: Vec<Picture>,
    /// Newest first. Empty in old snapshots from before posts existed.
    #[serde(default)]
    pub posts: Vec<Post>,
    #[serde(default)]
    pub post_redirects: Vec<PostRedirect>,
    /// Oldest first. Empty in old snapshots from before collections existed.
    #[serde(default)]
    pub collections: Vec<Collection>,
    /// Grouped by collection, in order.
    #[serde(default)]
    pub entries: Vec<Entry>,
}

/// The author, the time and the sources of a change.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    /// The owner of the site.
    pub user: &'a UserId,
    /// The person who makes the change; in a shared site, this may be another person than the owner.
    pub author: &'a UserId,
    /// A description of the change, for the list of changes: `changed the text of “Welcome”`.
    pub what: &'a str,
    pub now: Timestamp,
    /// The sources of untrusted content in the new text.
    pub untrusted: &'a Sources,
}

/// The subject of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    Page,
    Section,
    Item,
    Picture,
    Post,
    Collection,
    Entry,
    /// The settings, the order of the pages or of the navigation, or the publication of many pages or posts at once;
    /// the id is the site's.
    Settings,
}

impl Subject {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Section => "section",
            Self::Item => "item",
            Self::Picture => "picture",
            Self::Post => "post",
            Self::Collection => "collection",
            Self::Entry => "entry",
            Self::Settings => "settings",
        }
    }
}

/// A change of a site.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Revision {
    pub revision_id: RevisionId,
    /// The person who made the change, and their name.
    pub person: UserId,
    pub author: String,
    pub at: Timestamp,
    pub subject: Subject,
    pub subject_id: String,
    pub what: String,
    pub untrusted: Sources,
    /// The revision that it undid.
    pub undoes: Option<RevisionId>,
    /// Whether it was undone.
    pub undone: bool,
}

impl Revision {
    /// Returns whether the change may be undone: it was not undone, and is not itself an undo.
    pub fn can_be_undone(&self) -> bool {
        !self.undone && self.undoes.is_none()
    }
}

/// The reason why a change is not made. Nothing is written then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person has no such thing.
    #[error("there is no such {0}")]
    Missing(&'static str),
    #[error(transparent)]
    Limit(#[from] Limit),
    /// Another page of the site has this slug.
    #[error("another page has the address {0:?}")]
    SlugTaken(String),
    /// Another post of the site has this slug.
    #[error("another post has the address {0:?}")]
    PostSlugTaken(String),
    /// Another collection of the site has this slug.
    #[error("another collection is called {0:?}")]
    CollectionSlugTaken(String),
    /// Another entry of the collection has this slug.
    #[error("another entry of the collection is called {0:?}")]
    EntrySlugTaken(String),
    /// A change cannot be undone.
    #[error("this cannot be undone: {0}")]
    Conflict(#[from] Conflict),
    #[error(transparent)]
    Database(#[from] anyhow::Error),
}

/// A limit that a change would exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    #[error("a site has at most {MAX_PAGES} pages")]
    Pages,
    #[error("a page has at most {MAX_SECTIONS} sections")]
    Sections,
    #[error("a navigation has at most {MAX_ITEMS} items")]
    Items,
    #[error("a site has at most {MAX_PICTURES} pictures")]
    Pictures,
    #[error("a site has at most {MAX_POSTS} posts")]
    Posts,
    #[error("the body of a post has at most {MAX_BODY} bytes, and this has {bytes}")]
    Body { bytes: usize },
    #[error("a site has at most {MAX_COLLECTIONS} collections")]
    Collections,
    #[error("a site has at most {MAX_ENTRIES} entries in its collections")]
    Entries,
    #[error("the body of an entry has at most {MAX_BODY} bytes, and this has {bytes}")]
    EntryBody { bytes: usize },
    #[error("a post has at most {MAX_TAGS} tags, and this has {tags}")]
    Tags { tags: usize },
    #[error("the content of a section has at most {MAX_CONTENT} bytes, and this has {bytes}")]
    Content { bytes: usize },
}

/// The reason why a change cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    #[error("there is nothing to undo")]
    Nothing,
    #[error("it has been undone already")]
    Undone,
    #[error("the {0} has been changed since")]
    Changed(String),
    #[error("the settings have been changed since")]
    SettingsChanged,
    #[error("the {0} has been deleted since")]
    Deleted(String),
    #[error("the {0} is there again")]
    Exists(String),
    #[error("the {0} has got more since, which would be lost")]
    Grown(String),
    #[error("the {0} is shown on a page now")]
    Shown(String),
    #[error("another page has the address {0:?} now")]
    SlugTaken(String),
    #[error("another post has the address {0:?} now")]
    PostSlugTaken(String),
    #[error("another collection is called {0:?} now")]
    CollectionSlugTaken(String),
    #[error("another entry of the collection is called {0:?} now")]
    EntrySlugTaken(String),
    #[error("another page is the home page now")]
    OtherHome,
    #[error("the order has been changed since")]
    Reordered,
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// Writes sources in the stored form, which [`Sources`] reads.
pub(super) fn stored<S: Serializer>(sources: &Sources, serializer: S) -> Result<S::Ok, S::Error> {
    sources.stored().serialize(serializer)
}

/// JSON in a column, as text.
mod json_text {
    use serde::de::{DeserializeOwned, Error as _};

    use super::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&serde_json::to_string(value).map_err(serde::ser::Error::custom)?)
    }

    pub(super) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        serde_json::from_str(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Optional JSON in a column, as text.
mod optional_json_text {
    use serde::de::{DeserializeOwned, Error as _};

    use super::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = value.as_ref().map(serde_json::to_string).transpose();
        text.map_err(serde::ser::Error::custom)?.serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.as_deref().map(serde_json::from_str).transpose().map_err(D::Error::custom)
    }
}

/// Returns the sources of a changed text: the old ones stay as long as any old text does.
pub(super) fn sources(old: (&[&str], &Sources), new: &[&str], by: &Sources) -> Sources {
    let (old_words, old_sources) = old;
    if new == old_words {
        return old_sources.clone();
    }
    let is_kept = old_words.iter().any(|word| !word.is_empty() && new.contains(word));
    if is_kept { old_sources.clone().and(by) } else { by.clone() }
}
