//! Documents, as the gateway hands them to a child process, and what the child has read of them.

use serde::{Deserialize, Serialize};

/// The name of the computation.
pub const NAME: &str = "document";

/// The most bytes of a document that is read.
pub const MOST_READ: usize = 32 << 20;
/// The most bytes of text that are taken from a document. The rest is cut off.
pub const MOST_TEXT: usize = 4 << 20;

/// What came of reading a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    Read(Document),
    /// Why it could not be read, as the end of a sentence about the file: `is damaged`.
    Unreadable(String),
}

/// The text of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub kind: Kind,
    /// Its parts in their order, at least one.
    pub parts: Vec<Part>,
    /// Whether text beyond [`MOST_TEXT`] was cut off.
    pub is_cut: bool,
}

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    Pdf,
    /// A text document of an office suite, an RTF file, a web page or a plain text.
    Text,
    Spreadsheet,
    Presentation,
    Book,
    Mail,
    /// An archive, whose files are listed.
    Archive,
}

impl Kind {
    /// Returns what people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "PDF",
            Self::Text => "text document",
            Self::Spreadsheet => "spreadsheet",
            Self::Presentation => "presentation",
            Self::Book => "book",
            Self::Mail => "e-mail",
            Self::Archive => "archive",
        }
    }

    /// Returns what its parts are called.
    pub fn part(self) -> &'static str {
        match self {
            Self::Pdf => "page",
            Self::Spreadsheet => "sheet",
            Self::Presentation => "slide",
            Self::Book => "chapter",
            Self::Text | Self::Mail | Self::Archive => "part",
        }
    }
}

/// A page, a sheet, a slide, a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its name, such as that of a sheet.
    pub name: Option<String>,
    /// Plain text; headings are marked as in Markdown, and the cells of a table's row stand between bars. Empty if the part
    /// holds no text, as a scanned page.
    pub text: String,
}

impl Part {
    /// Returns a part without a name.
    pub fn new(text: impl Into<String>) -> Self {
        Self { name: None, text: text.into() }
    }
}
