//! Collections and entries as they are stored.

use adjutant_domain::{
    ids::{CollectionId, EntryId, PictureId, SiteId},
    origin::Sources,
    site::PageStatus,
    timestamp::Timestamp,
};
use serde::{Deserialize, Serialize};

use crate::site::model::stored;

/// A collection of a site, such as its members or its products.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collection {
    pub collection_id: CollectionId,
    pub site_id: SiteId,
    pub title: String,
    /// Unique among the site's collections.
    pub slug: String,
    /// The text above the entries; may be empty.
    pub description: String,
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// An entry of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub entry_id: EntryId,
    pub collection_id: CollectionId,
    pub site_id: SiteId,
    pub title: String,
    /// Unique among the collection's entries.
    pub slug: String,
    /// May be empty, as may the body.
    pub summary: String,
    /// Markdown.
    pub body: String,
    /// A picture of the site, which may have been deleted.
    pub picture_id: Option<PictureId>,
    /// The link as people write it: `/contact`, `https://example.com`.
    pub link: Option<String>,
    pub status: PageStatus,
    /// The position in the collection, from 0 and without gaps.
    pub position: i64,
    #[serde(serialize_with = "stored")]
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Collection {
    /// Returns the collection without the time of its last change.
    pub(in crate::site) fn set(&self) -> Self {
        Self { updated_at: Timestamp::EPOCH, ..self.clone() }
    }

    /// Returns the texts of the collection, one for each field.
    pub(super) fn words(&self) -> Vec<&str> {
        vec![&self.title, &self.slug, &self.description]
    }
}

impl Entry {
    /// Returns the entry without its position and the time of its last change.
    pub(in crate::site) fn set(&self) -> Self {
        Self { position: 0, updated_at: Timestamp::EPOCH, ..self.clone() }
    }

    /// As [`Collection::words`].
    pub(super) fn words(&self) -> Vec<&str> {
        let fields: [&str; 4] = [&self.title, &self.slug, &self.summary, &self.body];
        fields.into_iter().chain(self.link.as_deref()).collect()
    }
}
