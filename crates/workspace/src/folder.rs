//! People's files in a folder of this machine, each person's in one of their own.

use std::{
    collections::HashSet,
    io::{self, ErrorKind},
    path::PathBuf,
    time::SystemTime,
};

use adjutant_domain::ids::UserId;

use crate::{
    BadPath,
    blobs::{Blob, Blobs, Listed, Unfinished},
    checked, disk, plain,
};

/// The folder of all workspaces.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Returns the files in a folder. Creates nothing yet.
    pub fn new(all: PathBuf) -> Self {
        Self(all)
    }

    fn root(&self, owner: &UserId) -> PathBuf {
        self.0.join(owner.as_str())
    }

    /// Returns where a tool's path lies on the disk. Symbolic links cannot lead out of the workspace.
    fn resolve(&self, owner: &UserId, path: &str) -> Result<PathBuf, BadPath> {
        let root = self.root(owner);
        let full = root.join(checked(path)?.trim_start_matches('/'));
        let existing = full.ancestors().find_map(|ancestor| ancestor.canonicalize().ok());
        let inside = match (existing, root.canonicalize()) {
            (Some(existing), Ok(root)) => existing.starts_with(root),
            // Nothing of the workspace exists yet, so nothing in it can be a link.
            _ => true,
        };
        if inside { Ok(full) } else { Err(BadPath::leads_out(path)) }
    }

    /// Returns the real root of a workspace, and the real path of the file to which a tool's path leads.
    fn real(&self, owner: &UserId, path: &str) -> Option<(PathBuf, PathBuf)> {
        // A link may replace a folder after `resolve` has looked.
        let file = self.resolve(owner, path).ok()?.canonicalize().ok()?;
        let root = self.root(owner).canonicalize().ok()?;
        (file.is_file() && file.starts_with(&root)).then_some((root, file))
    }
}

impl Blobs for Folder {
    fn open(&self, owner: &UserId) -> io::Result<()> {
        disk::open(&self.root(owner))
    }

    fn remove(&self, owner: &UserId) -> io::Result<()> {
        disk::remove(&self.root(owner))
    }

    fn remove_expired(
        &self,
        owner: &UserId,
        before: SystemTime,
        on_their_way: &HashSet<String>,
    ) -> io::Result<()> {
        disk::remove_expired(&self.root(owner), before, on_their_way)
    }

    fn size(&self, owner: &UserId) -> io::Result<u64> {
        disk::size(&self.root(owner))
    }

    fn list(&self, owner: &UserId) -> io::Result<Vec<Listed>> {
        disk::list(&self.root(owner))
    }

    fn has_files(&self, owner: &UserId) -> io::Result<bool> {
        disk::has_files(&self.root(owner))
    }

    fn check(&self, owner: &UserId, path: &str) -> Result<String, BadPath> {
        self.resolve(owner, path).map(|_inside| plain(path))
    }

    fn find(&self, owner: &UserId, path: &str) -> io::Result<Option<Listed>> {
        self.real(owner, path).map(|(root, file)| disk::listed(&root, &file)).transpose()
    }

    fn begin(&self, blob: &Blob) -> io::Result<Box<dyn Unfinished>> {
        let root = self.root(&blob.owner);
        Ok(Box::new(disk::InParts::begin(&root, &disk::folder_of(&root, blob))?))
    }

    fn exists(&self, blob: &Blob) -> io::Result<bool> {
        Ok(self.local(blob)?.is_file())
    }

    fn place(&self, blob: &Blob, wanted: &str) -> io::Result<Listed> {
        let wanted = self.resolve(&blob.owner, wanted).map_err(|_elsewhere| ErrorKind::InvalidInput)?;
        let root = self.root(&blob.owner);
        let placed = disk::place(&root, &self.local(blob)?, &wanted)?;
        disk::listed(&root, &placed)
    }

    fn keep(&self, owner: &UserId, path: &str, blob: &Blob, now: SystemTime) -> io::Result<()> {
        let (_, file) = self.real(owner, path).ok_or(ErrorKind::NotFound)?;
        disk::keep_for_sending(&self.root(&blob.owner), blob, &file, now)
    }

    fn local(&self, blob: &Blob) -> io::Result<PathBuf> {
        Ok(self.0.join(blob.stored()))
    }
}

impl Unfinished for disk::InParts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.append(bytes)
    }

    fn finish(self: Box<Self>, now: SystemTime) -> io::Result<()> {
        self.complete(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_in_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let (files, alice) = (Folder::new(folder.path().to_owned()), UserId("user-alice".into()));
        let root = files.root(&alice);
        std::fs::create_dir_all(root.join("shared")).unwrap();
        std::os::unix::fs::symlink("/etc", root.join("shared/out")).unwrap();
        assert_eq!(files.resolve(&alice, "/shared/a.txt"), Ok(root.join("shared/a.txt")));
        assert_eq!(files.resolve(&alice, "tmp/b/c.txt"), Ok(root.join("tmp/b/c.txt")));
        for path in
            ["/etc/passwd", "/shared", "/shared/../../user-bob/shared/x", "..", "", "/shared/out/passwd"]
        {
            assert!(files.check(&alice, path).is_err(), "{path}");
        }
    }
}
