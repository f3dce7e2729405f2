//! Documents, as the gateway gives them to a child process, and the child's answer.

use serde::{Deserialize, Serialize};

use crate::redact::Filter;

/// The name of the computation.
pub const NAME: &str = "document";

/// The most bytes of a document that is read.
pub const MOST_READ: usize = 32 << 20;
/// The most bytes of text taken from a document. The rest is cut off.
pub const MOST_TEXT: usize = 4 << 20;

/// The outcome of reading a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    Read(Document),
    /// The reason, as the end of a sentence about the file: `is damaged`.
    Unreadable(String),
}

/// The text of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub kind: Kind,
    /// The parts in order, at least one.
    pub parts: Vec<Part>,
    /// Whether text beyond [`MOST_TEXT`] was cut off.
    pub is_cut: bool,
}

impl Document {
    /// Returns the document without the secrets that the filter finds in each of its parts.
    #[must_use]
    pub fn without(mut self, secrets: &Filter) -> Self {
        for part in &mut self.parts {
            part.text = secrets.redact(&part.text).into_owned();
            part.name = part.name.take().map(|name| secrets.redact(&name).into_owned());
        }
        self
    }
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
    /// Returns the name of the kind for people.
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

    /// Returns the word for a part of the document.
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

/// A page, a sheet, a slide or a chapter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The part's name, such as that of a sheet.
    pub name: Option<String>,
    /// Plain text, with headings marked as in Markdown and the cells of a table's row separated by bars. Empty if the
    /// part has no text, such as a scanned page.
    pub text: String,
}

impl Part {
    /// Returns a part without a name.
    pub fn new(text: impl Into<String>) -> Self {
        Self { name: None, text: text.into() }
    }
}

/// Returns the letters of a spreadsheet's column, from 0.
pub fn column_letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    match column / 26 {
        0 => last.to_string(),
        more => column_letters(more - 1) + &last.to_string(),
    }
}
