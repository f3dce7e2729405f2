//! Pictures, as the gateway hands them to a child process, and as the child gives them back for a model or for a website.

use serde::{Deserialize, Serialize};

use crate::site::VariantFormat;

/// The name of the computation.
pub const NAME: &str = "picture";
/// The name of the computation that makes what a website shows of a picture. It takes an [`Order`], too.
pub const FOR_SITE: &str = "site_picture";

/// The widths of a picture on a website, in pixels: of a phone, of a tablet, of a screen.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];
/// The most pixels of the height of a picture on a website: one that is higher is made narrower.
pub const HIGHEST: u32 = 4096;

/// The longest side of a picture that a model is given, in pixels. Larger ones are scaled down.
pub const LONG_SIDE: u32 = 1568;
/// The pixels of a picture that count as a token, by the rule of those providers that count the most.
const PIXELS_PER_TOKEN: u64 = 750;

/// The first line of what the child is given, as JSON. The picture's bytes follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The most pixels that a picture may have.
    pub max_pixels: u64,
    /// The page of a PDF, from 1; the first unless given.
    pub page: Option<u32>,
}

/// The first line of what the child answers, as JSON. The bytes of a drawn picture follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Drawn(Size),
    Refused(Problem),
}

/// The first line of what the child answers about a picture for a website, as JSON. The bytes of all files follow it, one
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

/// A picture as a model is given it: its colours, and nothing of where and with what it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub size: Size,
    /// PNG or JPEG.
    pub bytes: Vec<u8>,
}

/// The form of a picture, and its sides in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    pub format: Format,
    pub width: u32,
    pub height: u32,
}

impl Size {
    /// Returns roughly how many tokens models count for it.
    pub fn tokens(self) -> u64 {
        (u64::from(self.width) * u64::from(self.height)).div_ceil(PIXELS_PER_TOKEN)
    }
}

/// The forms that every model takes.
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

/// Why a picture is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// It is no picture, or of a form that is not read.
    Unknown,
    Damaged,
    /// What reads it broke down on it.
    Crashed,
    /// What reads it would take more memory or time than it may.
    Exhausting,
    /// It is a PDF with a password.
    Locked,
    /// It has fewer pages.
    NoSuchPage {
        pages: u32,
    },
    /// It has more pixels than it may.
    TooManyPixels,
    /// It has more bytes than it may.
    TooLarge,
    /// It came with more pictures than a turn may have.
    TooMany,
    /// The platform does not have it any more.
    Gone,
    /// This machine cannot lock up the child process that would read it.
    NoJail,
    /// The platform did not give it, or no child process could be started, after several attempts.
    Failed,
}
