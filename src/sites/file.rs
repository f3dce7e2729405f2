//! Finds the file of a site that an address names.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use percent_encoding::percent_decode_str;

/// A site's page for missing addresses.
pub(super) const NOT_FOUND: &str = "404.html";
/// The page of a folder.
pub(super) const INDEX: &str = "index.html";
/// The folder whose files are named after their content.
const ASSETS: &str = "assets";

/// `/NAME/PATH`, decoded and split.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Address {
    site: String,
    /// Names, none of which can lead out of the site.
    path: Vec<String>,
    /// Whether it ends with a slash.
    is_folder: bool,
}

/// The result of reading an address.
#[derive(Debug)]
pub(super) enum Found {
    File(File),
    /// A folder whose address lacks the final slash, without which the relative links of its page would be wrong.
    Folder,
    /// Nothing; this is the site's page for missing addresses.
    Missing(File),
}

#[derive(Debug)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    pub(super) media_type: &'static str,
    /// The ETag, in quotes. It changes with the content.
    pub(super) tag: String,
    pub(super) is_named_by_content: bool,
}

impl Address {
    /// Parses an address; `None` if no site could have it.
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

    /// Returns the name of the site.
    pub(super) fn into_site(self) -> String {
        self.site
    }

    /// Reads the file at this address from a folder of sites. `None` if there is no such site.
    pub(super) fn read(&self, sites: &Path) -> io::Result<Option<Found>> {
        // Resolved once, so that all of a page's data are from one version.
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
    /// Reads a file; `None` if it does not exist.
    fn read(path: &Path, version: &Path) -> io::Result<Option<Self>> {
        let Some(about) = unless_missing(fs::metadata(path))?.filter(fs::Metadata::is_file) else {
            return Ok(None);
        };
        // An unchanged file is the same one in the next version, with the same time.
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

/// Returns the media type of a file that a rendered site may have.
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
