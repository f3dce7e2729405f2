//! The sources of a person's memory search. Texts of websites have vectors too, but are not part of it.

use serde::Deserialize;

use crate::index_queue::Kind;

/// The part of a person's memory that holds a text. Each has a full-text index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Note,
    Entry,
    Document,
}

impl Source {
    pub const ALL: [Self; 3] = [Self::Note, Self::Entry, Self::Document];
}

impl From<Source> for Kind {
    fn from(source: Source) -> Self {
        match source {
            Source::Note => Self::Note,
            Source::Entry => Self::Entry,
            Source::Document => Self::Document,
        }
    }
}
