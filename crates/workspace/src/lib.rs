//! People's own files: `/shared`, which is permanent, and `/tmp`, which is emptied. Other users' files are out of
//! reach, except that those of linked users can be viewed.

pub mod blobs;
mod disk;
mod folder;
pub mod kinds;
mod library;
pub mod names;
pub mod origins;
mod own;
pub mod room;
pub mod sending;
mod tree;

use std::path::{Component, Path};

use adjutant_domain::text::composed;

pub use blobs::{Blob, Blobs, Discarded, Listed, OnDisk, Replaced, Version};
pub use folder::Folder;
pub use library::Library;
pub use own::OwnFiles;
pub use tree::{LARGEST_VERSION, Opened};

/// The folders of a workspace, as tools name them.
const FOLDERS: [&str; 2] = ["shared", "tmp"];

/// The error for a path that cannot be used, worded for the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the path '{path}' {problem}; paths begin with /shared/ or /tmp/")]
pub struct BadPath {
    path: String,
    problem: &'static str,
}

impl BadPath {
    fn leads_out(path: &str) -> Self {
        Self { path: path.to_owned(), problem: "leads out of the workspace" }
    }

    fn no_file(path: &str) -> Self {
        Self { path: path.to_owned(), problem: "is not a file of the workspace" }
    }
}

/// Returns the normal form of a tool's path, the same for all spellings: `/shared/a` for `shared//./a`, with accented
/// letters in Unicode's composed form.
pub fn plain(path: &str) -> String {
    composed(&without_detours(path)).into_owned()
}

fn without_detours(path: &str) -> String {
    path.split('/').filter(|part| !matches!(*part, "" | ".")).map(|part| format!("/{part}")).collect()
}

/// Returns a tool's path without detours if it can lead to a file of a workspace.
///
/// # Errors
/// Returns an error if the path leads elsewhere, or to `/shared` or `/tmp` itself.
pub fn file_path(path: &str) -> Result<String, BadPath> {
    let plain = checked(path)?;
    match plain.matches('/').count() {
        1 => Err(BadPath::no_file(path)),
        _ => Ok(plain),
    }
}

/// Returns whether a path is below a folder.
pub fn is_below(folder: &str, path: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns a tool's path without detours if it can lead to a file or a folder of a workspace.
///
/// # Errors
/// Returns an error if the path leads elsewhere.
fn checked(path: &str) -> Result<String, BadPath> {
    let plain = without_detours(path);
    let mut parts = Path::new(&plain).components().skip(1);
    if parts.clone().any(|part| !matches!(part, Component::Normal(_))) {
        return Err(BadPath::leads_out(path));
    }
    let folder = parts.next().and_then(|part| part.as_os_str().to_str()).unwrap_or_default();
    // A file name cannot hold a NUL.
    if !FOLDERS.contains(&folder) || plain.contains('\0') {
        return Err(BadPath::no_file(path));
    }
    Ok(plain)
}
