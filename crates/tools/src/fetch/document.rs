//! Documents on the web, such as PDF. A child process in a jail reads them. Their first bytes tell them from pages,
//! whatever type the server states.

use adjutant_domain::document::{Answer, MOST_READ};
use adjutant_sandbox::{Failure, Sandbox};

use super::{FetchError, Page, guard::SafeUrl};
use crate::decoders::documents::{self, Excerpt};

/// The largest document that is read, in bytes.
pub(super) const LARGEST: usize = MOST_READ;
/// The most bytes of a document's text that are kept.
const MOST_TEXT: usize = 1 << 20;
/// The first bytes of documents: PDF; the archives of office files and books; older office files; RTF.
const BEGINNINGS: [&[u8]; 4] = [b"%PDF-", b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", b"{\\rtf"];

/// A document that was fetched.
pub(super) struct File {
    pub(super) url: SafeUrl,
    pub(super) redirects: Vec<SafeUrl>,
    /// The type that the server states.
    pub(super) kind: String,
    pub(super) bytes: Vec<u8>,
}

impl File {
    /// Returns the error for a document that this gateway cannot read.
    pub(super) fn unsupported(self) -> FetchError {
        let size = format!("{} bytes", self.bytes.len());
        FetchError::UnsupportedType { at: self.url.to_string(), kind: self.kind, size }
    }
}

/// Returns whether these are the first bytes of a document.
pub(super) fn begins(first: &[u8]) -> bool {
    BEGINNINGS.iter().any(|beginning| first.starts_with(beginning))
}

/// Returns why a document is too large to be read, as the end of a sentence.
pub(super) fn too_large() -> String {
    format!("is a document of more than {} MB, the most that can be read", LARGEST >> 20)
}

/// Reads a document.
///
/// # Errors
/// Returns an error if the document cannot be read, or no child process can read it.
pub(super) async fn read(sandbox: &Sandbox, file: File) -> Result<Page, FetchError> {
    let File { url, redirects, bytes, .. } = file;
    let refused = |why: String| FetchError::Document { at: url.to_string(), why };
    let document = match documents::read(sandbox, &bytes).await {
        Ok(Answer::Read(document)) => document,
        Ok(Answer::Unreadable(why)) => return Err(refused(why)),
        Err(failure @ Failure::Unavailable(_)) => {
            return Err(refused(format!("is a document, and {failure}")));
        }
        Err(failure) => return Err(refused(format!("could not be read: {failure}"))),
    };
    if document.parts.iter().all(|part| part.text.trim().is_empty()) {
        return Err(refused("is a document without text; its pages may be scanned".to_owned()));
    }
    let Excerpt { text, shown, cut_at } = documents::excerpt(&document, (1, 0), usize::MAX, MOST_TEXT);
    let is_truncated = document.is_cut || shown < document.parts.len() || cut_at.is_some();
    Ok(Page { url, redirects, title: None, text, is_truncated })
}
