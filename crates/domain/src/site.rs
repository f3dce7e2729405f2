//! What the parts of the gateway say of a website alike.

use serde::{Deserialize, Serialize};

/// Whether a page is part of the site when that is published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageStatus {
    #[default]
    Draft,
    Published,
}

impl PageStatus {
    /// Returns its name, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
        }
    }
}

/// Where a post of a site stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PostStatus {
    #[default]
    Draft,
    Published,
    /// It was published, and is public no more.
    Archived,
}

impl PostStatus {
    /// Returns its name, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Archived => "archived",
        }
    }
}
