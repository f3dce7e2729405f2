//! PDF: the text of each page.

use adjutant_domain::document::Part;
use pdf_extract::{Error, OutputError};

use crate::Unreadable;

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Part>, Unreadable> {
    let pages = pdf_extract::extract_text_from_mem_by_pages(bytes).map_err(|error| match error {
        OutputError::PdfError(Error::Decryption(_) | Error::InvalidPassword) => Unreadable::Locked,
        _ => Unreadable::Damaged,
    })?;
    if pages.is_empty() {
        return Err(Unreadable::Damaged);
    }
    Ok(pages.iter().map(|page| Part::new(tidy(page))).collect())
}

/// Removes the blank space that comes from a page's layout.
fn tidy(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    let mut empty = 0;
    for line in page.lines().map(str::trim) {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        if !text.is_empty() {
            text.push_str(if empty > 0 { "\n\n" } else { "\n" });
        }
        text.push_str(line);
        empty = 0;
    }
    text
}
