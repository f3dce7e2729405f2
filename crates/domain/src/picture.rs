//! Pictures, as the gateway gives them to a child process, and the child's answers, for a model or for a website.

use serde::{Deserialize, Serialize};

use crate::site::VariantFormat;

/// The name of the computation.
pub const NAME: &str = "picture";
/// The name of the computation that makes a website's variants of a picture. It takes an [`Order`] too.
pub const FOR_SITE: &str = "site_picture";

/// The widths of a picture on a website, in pixels: for a phone, a tablet and a screen.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];
/// The greatest height of a picture on a website, in pixels: a higher one is made narrower.
pub const HIGHEST: u32 = 4096;

/// The longest side of a picture for a model, in pixels. Larger ones are scaled down.
pub const LONG_SIDE: u32 = 1568;
/// The number of pixels that count as one token, by the rule of the providers that count the most tokens.
const PIXELS_PER_TOKEN: u64 = 750;

/// The first line of the child's input, as JSON. The picture's bytes follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The most pixels of a picture that is accepted.
    pub max_pixels: u64,
    /// The page of a PDF, from 1; `None` for the first.
    pub page: Option<u32>,
}

/// The first line of the child's output, as JSON. The bytes of a drawn picture follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Drawn(Size),
    Refused(Problem),
}

/// The first line of the child's output about a picture for a website, as JSON. The bytes of all files follow it, one
/// after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteAnswer {
    Drawn(Vec<DrawnFile>),
    Refused(Problem),
}

/// A picture in one width and format, for a website.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnFile {
    pub format: VariantFormat,
    pub width: u32,
    pub height: u32,
    pub bytes: usize,
}

/// A picture for a model: only its colours, without data about the place or the camera.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub size: Size,
    /// PNG or JPEG.
    pub bytes: Vec<u8>,
}

/// The format of a picture, and its sides in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    pub format: Format,
    pub width: u32,
    pub height: u32,
}

impl Size {
    /// Returns the approximate number of tokens that models count for it.
    pub fn tokens(self) -> u64 {
        (u64::from(self.width) * u64::from(self.height)).div_ceil(PIXELS_PER_TOKEN)
    }
}

/// The formats that every model accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    Jpeg,
    Png,
}

impl Format {
    /// Returns its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// The reason why a picture is not shown to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// It is not a picture, or its format is not supported.
    Unknown,
    Damaged,
    /// Its decoder crashed.
    Crashed,
    /// Its decoder would exceed its memory or time.
    Exhausting,
    /// It is a PDF with a password.
    Locked,
    /// The PDF has fewer pages.
    NoSuchPage {
        pages: u32,
    },
    /// It has too many pixels.
    TooManyPixels,
    /// It has too many bytes.
    TooLarge,
    /// It came with more pictures than a turn may have.
    TooMany,
    /// The platform no longer has it.
    Gone,
    /// This machine cannot isolate the child process that would read it.
    NoJail,
    /// The platform did not provide it, or no child process could be started, after several attempts.
    Failed,
}
