//! The vocabulary of websites that the parts of the gateway share.

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
    /// Returns the status's stored name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
        }
    }
}

/// A picture of a website in one width and format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// In pixels, like the height.
    pub width: u32,
    pub height: u32,
    pub format: VariantFormat,
    /// The name of its file, made from its content: `3f2a…-480.webp`.
    pub file: String,
}

/// The formats of the pictures that browsers get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VariantFormat {
    Jpeg,
    WebP,
    /// Replaces JPEG for pictures with transparency.
    Png,
}

impl VariantFormat {
    /// Returns the ending of the names of such files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::WebP => "webp",
            Self::Png => "png",
        }
    }
}

/// The photographer of a picture, whom the pages with the picture name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    pub photographer: String,
    /// The page of the picture or of its photographer; may be empty.
    pub url: String,
    /// The place where it was found; may be empty.
    pub source: String,
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
    /// Returns the status's stored name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Archived => "archived",
        }
    }
}
