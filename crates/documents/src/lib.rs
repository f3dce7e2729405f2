//! Reads the text of documents: PDF, files of office suites, RTF, e-mail, books, web pages, archives, and plain text in
//! any encoding. The first bytes of a file tell its kind.
//!
//! Documents come from strangers, and the libraries that read them have flaws. So this runs in a child process that can
//! only compute (`adjutant-sandbox`): a hostile document costs one answer at most.

mod archive;
mod book;
mod csv;
mod mail;
mod office;
mod pdf;
mod rtf;
mod sheets;
mod text;
mod unpack;
mod xml;

use std::{fmt, panic};

use adjutant_domain::{
    document::{Answer, Document, Kind, MOST_TEXT, Part},
    encoding,
};
pub use unpack::unpack;

/// The number of bytes at the start in which a PDF must begin, as viewers accept it.
const HEAD: usize = 1024;

/// Reads a document and returns the [`Answer`] as JSON.
pub fn answer(bytes: &[u8]) -> Vec<u8> {
    let read = panic::catch_unwind(|| read(bytes)).unwrap_or(Err(Unreadable::Damaged));
    let answer = match read {
        Ok(document) => Answer::Read(document),
        Err(why) => Answer::Unreadable(why.to_string()),
    };
    // Text and numbers can always be written as JSON.
    serde_json::to_vec(&answer).unwrap_or_default()
}

/// Why a document cannot be read, as the end of a sentence about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    Damaged,
    Locked,
    /// The document's kind cannot be read.
    Unknown,
    /// The document has the format of office suites before 2007.
    Old,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Damaged => "is damaged, or not what it claims to be",
            Self::Locked => "is locked with a password",
            Self::Unknown => "is neither text nor a document that can be read",
            Self::Old => "has the form of office suites before 2007; save it as DOCX or PPTX, or as a PDF",
        })
    }
}

/// Reads a document.
///
/// # Errors
/// Returns the reason why the document cannot be read.
pub fn read(bytes: &[u8]) -> Result<Document, Unreadable> {
    let (kind, parts) = match bytes {
        _ if contains(&bytes[..bytes.len().min(HEAD)], b"%PDF-") => (Kind::Pdf, pdf::read(bytes)?),
        [b'P', b'K', 3 | 5, ..] => archive::read(bytes)?,
        // The container of old office files.
        [0xd0, 0xcf, 0x11, 0xe0, ..] => match sheets::read(bytes) {
            Ok(parts) => (Kind::Spreadsheet, parts),
            Err(Unreadable::Locked) => return Err(Unreadable::Locked),
            Err(_) => return Err(Unreadable::Old),
        },
        _ if bytes.starts_with(b"{\\rtf") => (Kind::Text, vec![Part::new(rtf::text(bytes))]),
        _ => {
            let text = encoding::decode(bytes).ok_or(Unreadable::Unknown)?;
            match () {
                () if mail::is_one(&text) => (Kind::Mail, mail::read(bytes)?),
                () if text::is_html(&text) => (Kind::Text, vec![Part::new(text::of_html(&text)?)]),
                () => match csv::read(&text) {
                    Some(parts) => (Kind::Spreadsheet, parts),
                    None => (Kind::Text, vec![Part::new(text)]),
                },
            }
        }
    };
    Ok(cut(Document { kind, parts, is_cut: false }))
}

/// Cuts off all text beyond [`MOST_TEXT`].
fn cut(mut document: Document) -> Document {
    let mut room = MOST_TEXT;
    for part in &mut document.parts {
        if part.text.len() > room {
            part.text.truncate(part.text.floor_char_boundary(room));
            document.is_cut = true;
        }
        room -= part.text.len();
    }
    document
}

fn contains(text: &[u8], wanted: &[u8]) -> bool {
    text.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests;
