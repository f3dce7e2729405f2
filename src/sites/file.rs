//! Which file of which site an address names.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use percent_encoding::percent_decode_str;

/// A site's page for what it does not have.
pub(super) const NOT_FOUND: &str = "404.html";
/// The page of a folder.
pub(super) const INDEX: &str = "index.html";
/// The folder whose files are named after their content.
const ASSETS: &str = "assets";

/// `/NAME/PATH`, decoded and taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Address {
    site: String,
    /// Names, none of which leads out of the site.
    path: Vec<String>,
    /// It ends with a slash.
    is_folder: bool,
}

/// What an address names.
#[derive(Debug)]
pub(super) enum Found {
    File(File),
    /// A folder, whose address has to end with a slash so that the links of its page lead where they should.
    Folder,
    /// Nothing; the site's page says so.
    Missing(File),
}

#[derive(Debug)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    pub(super) media_type: &'static str,
    /// In quotes. It changes with the content.
    pub(super) tag: String,
    pub(super) is_named_by_content: bool,
}

impl Address {
    /// Returns `None` for an address that no site could have.
    pub(super) fn parse(path: &str) -> Option<Self> {
        let path = percent_decode_str(path.strip_prefix('/')?).decode_utf8().ok()?;
        let is_folder = path.ends_with('/') || path.is_empty();
        let names = path.trim_end_matches('/').split('/');
        let is_name =
            |name: &str| !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', '\0', ':']);
        if !names.clone().all(is_name) {
            return None;
        }
        let mut names = names.map(str::to_owned);
        Some(Self { site: names.next()?, path: names.collect(), is_folder })
    }

    /// Reads what it names among the sites in a folder. `None`: there is no such site.
    pub(super) fn read(&self, sites: &Path) -> io::Result<Option<Found>> {
        // Resolved once, so that a page and what it says of itself are of one version.
        let Some(version) = unless_missing(fs::canonicalize(sites.join(&self.site).join("current")))? else {
            return Ok(None);
        };
        if self.path.is_empty() && !self.is_folder {
            return Ok(Some(Found::Folder));
        }
        let mut wanted: PathBuf = version.clone();
        wanted.extend(&self.path);
        if self.is_folder {
            wanted.push(INDEX);
        } else if wanted.is_dir() {
            return Ok(Some(Found::Folder));
        }
        if let Some(file) = File::read(&wanted, &version)? {
            return Ok(Some(Found::File(file)));
        }
        Ok(File::read(&version.join(NOT_FOUND), &version)?.map(Found::Missing))
    }
}

impl File {
    /// Returns `None` if there is no such file.
    fn read(path: &Path, version: &Path) -> io::Result<Option<Self>> {
        let Some(about) = unless_missing(fs::metadata(path))?.filter(fs::Metadata::is_file) else {
            return Ok(None);
        };
        // What did not change is the same file in the next version, with the same time.
        let changed = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Some(Self {
            bytes: fs::read(path)?,
            media_type: media_type(path),
            tag: format!("\"{:x}-{:x}\"", about.len(), changed.as_nanos()),
            is_named_by_content: path.starts_with(version.join(ASSETS)),
        }))
    }
}

fn unless_missing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the type of a file that a rendered site may have.
pub(super) fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("xml") => "application/xml; charset=utf-8",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        _ => "application/octet-stream",
    }
}
