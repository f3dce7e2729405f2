//! ZIP archives. Documents of office suites and books are ZIP archives; of any other archive, the files are listed.

use std::{
    fmt::Write as _,
    io::{Cursor, Read as _},
};

use adjutant_domain::{
    document::{Kind, Part},
    encoding,
};
use zip::ZipArchive;

use crate::{Unreadable, book, office, sheets};

/// The most bytes that are unpacked of one file in an archive.
const MOST_UNPACKED: u64 = 64 << 20;
/// The most files that are listed.
const LISTED: usize = 1_000;

/// The files of an archive.
pub(super) struct Archive<'a>(ZipArchive<Cursor<&'a [u8]>>);

pub(super) fn read(bytes: &[u8]) -> Result<(Kind, Vec<Part>), Unreadable> {
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Unreadable::Damaged)?;
    let mut archive = Archive(archive);
    // OpenDocument and EPUB name their kind in their first file.
    let kind = archive.text("mimetype").unwrap_or_default();
    match kind.trim() {
        "application/epub+zip" => return Ok((Kind::Book, book::read(&mut archive)?)),
        kind if kind.starts_with("application/vnd.oasis.opendocument.spreadsheet") => {
            return Ok((Kind::Spreadsheet, sheets::read(bytes)?));
        }
        kind if kind.starts_with("application/vnd.oasis.opendocument.presentation") => {
            return Ok((Kind::Presentation, office::opendocument_slides(&mut archive)?));
        }
        kind if kind.starts_with("application/vnd.oasis.opendocument.text") => {
            return Ok((Kind::Text, office::opendocument_text(&mut archive)?));
        }
        _ => {}
    }
    match () {
        () if archive.has("word/document.xml") => Ok((Kind::Text, office::word(&mut archive)?)),
        () if archive.has("ppt/presentation.xml") => {
            Ok((Kind::Presentation, office::powerpoint(&mut archive)?))
        }
        () if archive.has("xl/workbook.xml") || archive.has("xl/workbook.bin") => {
            Ok((Kind::Spreadsheet, sheets::read(bytes)?))
        }
        () => Ok((Kind::Archive, vec![archive.list()])),
    }
}

impl Archive<'_> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.index_for_name(name).is_some()
    }

    /// Returns a file's text.
    ///
    /// # Errors
    /// Returns an error if there is no such file, or it cannot be unpacked.
    pub(super) fn text(&mut self, name: &str) -> Result<String, Unreadable> {
        let file = self.0.by_name(name).map_err(|_| Unreadable::Damaged)?;
        let mut bytes = Vec::new();
        file.take(MOST_UNPACKED).read_to_end(&mut bytes).map_err(|_| Unreadable::Damaged)?;
        encoding::decode(&bytes).ok_or(Unreadable::Damaged)
    }

    /// Returns the numbers in the names of files such as `ppt/slides/slide12.xml`, ascending.
    pub(super) fn numbered(&self, before: &str) -> Vec<u32> {
        let number = |name: &str| name.strip_prefix(before)?.strip_suffix(".xml")?.parse().ok();
        let names = self.0.file_names().flatten();
        let mut numbers: Vec<u32> = names.filter_map(|name| number(&name)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn list(&mut self) -> Part {
        let (mut text, mut listed) = (String::new(), 0);
        for at in 0..self.0.len() {
            // Reads only the directory, so that locked files can be listed too.
            let Ok(file) = self.0.by_index_raw(at) else { continue };
            if file.is_dir() {
                continue;
            }
            if listed == LISTED {
                let _ = writeln!(text, "… and more");
                break;
            }
            let _ = writeln!(text, "{} ({} bytes)", file.name().unwrap_or_default(), file.size());
            listed += 1;
        }
        Part::new(text)
    }
}
