//! A user's own files: `/shared`, which stays, and `/tmp`, which is emptied. Other users' files are out of reach,
//! except that those of linked users can be viewed.

pub mod disk;
pub mod kinds;
pub mod names;
pub mod room;

use std::path::{Component, Path, PathBuf};

use adjutant_domain::ids::UserId;

/// The folders of a workspace, as tools name them.
const FOLDERS: [&str; 2] = ["shared", "tmp"];

/// The folder of one user's files.
#[derive(Clone, Debug)]
pub struct Workspace(PathBuf);

/// The error for a path that cannot be used, worded for the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the path '{path}' {problem}; paths begin with /shared/ or /tmp/")]
pub struct BadPath {
    path: String,
    problem: &'static str,
}

/// Returns the one form of all spellings of a tool's path that lead to the same file: `/shared/a` for `shared//./a`.
pub fn plain(path: &str) -> String {
    path.split('/').filter(|part| !matches!(*part, "" | ".")).map(|part| format!("/{part}")).collect()
}

impl Workspace {
    /// Returns the workspace of a user, below the folder of all workspaces. Creates nothing yet.
    pub fn of(root: &Path, user: &UserId) -> Self {
        Self(root.join(user.as_str()))
    }

    /// Returns the workspace of another user, who is linked to this one.
    pub fn of_linked(&self, user: &UserId) -> Self {
        Self(self.0.with_file_name(user.as_str()))
    }

    /// Returns where a tool's path lies on the disk. Symbolic links cannot lead out of the workspace.
    ///
    /// # Errors
    /// Returns an error if the path leads elsewhere.
    pub fn resolve(&self, path: &str) -> Result<PathBuf, BadPath> {
        let bad = |problem| BadPath { path: path.to_owned(), problem };
        let mut parts = Vec::new();
        for part in Path::new(path.trim_start_matches('/')).components() {
            match part {
                Component::Normal(part) => parts.push(part),
                Component::CurDir => {}
                _ => return Err(bad("leads out of the workspace")),
            }
        }
        let folder = parts.first().and_then(|part| part.to_str()).unwrap_or_default();
        if !FOLDERS.contains(&folder) || parts.len() < 2 {
            return Err(bad("is not a file of the workspace"));
        }
        let full = parts.iter().fold(self.0.clone(), |full, part| full.join(part));
        let existing = full.ancestors().find_map(|ancestor| ancestor.canonicalize().ok());
        let inside = match (existing, self.0.canonicalize()) {
            (Some(existing), Ok(root)) => existing.starts_with(root),
            // Nothing of the workspace exists yet, so nothing in it can be a link.
            _ => true,
        };
        if inside { Ok(full) } else { Err(bad("leads out of the workspace")) }
    }

    /// Returns the folder on the disk.
    pub fn root(&self) -> &Path {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_in_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let own = Workspace::of(folder.path(), &UserId("user-alice".into()));
        std::fs::create_dir_all(own.root().join("shared")).unwrap();
        std::os::unix::fs::symlink("/etc", own.root().join("shared/out")).unwrap();
        assert_eq!(own.resolve("/shared/a.txt"), Ok(own.root().join("shared/a.txt")));
        assert_eq!(own.resolve("tmp/b/c.txt"), Ok(own.root().join("tmp/b/c.txt")));
        for path in
            ["/etc/passwd", "/shared", "/shared/../../user-bob/shared/x", "..", "", "/shared/out/passwd"]
        {
            assert!(own.resolve(path).is_err(), "{path}");
        }
    }
}
