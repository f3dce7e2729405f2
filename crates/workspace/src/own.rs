//! All files of a person, from all of their linked accounts.

use std::{
    collections::{BTreeSet, HashSet},
    io,
    sync::Arc,
};

use adjutant_domain::ids::UserId;

use crate::{Blobs, Listed, Opened};

/// A person's files: those of the current user, where new files go, and those of linked users.
#[derive(Clone)]
pub struct OwnFiles {
    pub blobs: Arc<dyn Blobs>,
    pub users: Vec<UserId>,
}

impl OwnFiles {
    /// Lists the files, each with its user, newest first. Of two files with the same path, only the current user's can
    /// be named. Blocks.
    pub fn list(&self) -> io::Result<Vec<(UserId, Listed)>> {
        let mut found: Vec<(UserId, Listed)> = Vec::new();
        for user in &self.users {
            let paths: HashSet<_> = found.iter().map(|(_, file)| file.path.clone()).collect();
            let files = self.blobs.list(user)?.into_iter().filter(|file| !paths.contains(&file.path));
            found.extend(files.map(|file| (user.clone(), file)));
        }
        found.sort_by(|(_, one), (_, other)| {
            other.modified.cmp(&one.modified).then_with(|| one.path.cmp(&other.path))
        });
        Ok(found)
    }

    /// Lists the folders, without `/shared` and `/tmp` themselves. Blocks.
    pub fn folders(&self) -> io::Result<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        for user in &self.users {
            found.extend(self.blobs.folders(user)?);
        }
        Ok(found)
    }

    /// Opens the file to which a path leads, of the first user who has one there. Blocks.
    pub fn open(&self, path: &str) -> io::Result<Option<(UserId, Opened)>> {
        let Some((user, file)) = self.find(path)? else { return Ok(None) };
        Ok(self.blobs.read(&user, &file.path)?.map(|opened| (user, opened)))
    }

    /// Returns whether there are any files. Blocks.
    pub fn has_files(&self) -> io::Result<bool> {
        for user in &self.users {
            if self.blobs.has_files(user)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the file to which a path leads, and the first user who has one there. Blocks.
    pub fn find(&self, path: &str) -> io::Result<Option<(UserId, Listed)>> {
        for user in &self.users {
            if let Some(file) = self.blobs.find(user, path)? {
                return Ok(Some((user.clone(), file)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_linked_users_are_found_after_the_user_s_own() {
        let root = tempfile::tempdir().unwrap();
        let user = |name: &str| UserId(name.to_owned());
        let blobs: Arc<dyn Blobs> = Arc::new(crate::Folder::new(root.path().to_owned()));
        let files = OwnFiles { blobs: blobs.clone(), users: vec![user("user-alice"), user("user-bob")] };
        let [own, linked] = ["user-alice", "user-bob"].map(|name| root.path().join(name));
        for (folder, name, size) in [(&own, "a", 1), (&linked, "a", 2), (&linked, "b", 3)] {
            let shared = folder.join("shared");
            std::fs::create_dir_all(&shared).unwrap();
            std::fs::write(shared.join(name), "x".repeat(size)).unwrap();
        }
        std::os::unix::fs::symlink(&own, linked.join("shared/out")).unwrap();
        std::os::unix::fs::symlink("b", linked.join("shared/link")).unwrap();
        let mut listed = files.list().unwrap();
        listed.sort_by(|(_, one), (_, other)| one.path.cmp(&other.path));
        let listed: Vec<_> =
            listed.iter().map(|(user, file)| (user.as_str(), file.path.as_str(), file.size)).collect();
        assert_eq!(listed, [("user-alice", "/shared/a", 1), ("user-bob", "/shared/b", 3)]);
        let found = |path| files.find(path).unwrap().map(|(user, file)| (user.0, file.path, file.size));
        assert_eq!(found("/shared/a"), Some(("user-alice".to_owned(), "/shared/a".to_owned(), 1)));
        let of_bob = Some(("user-bob".to_owned(), "/shared/b".to_owned(), 3));
        assert_eq!(found("/shared/b"), of_bob);
        assert_eq!(found("/shared/link"), of_bob, "a file has one path");
        for path in ["/shared/c", "/shared/out/shared/a", "/shared/../../user-bob/shared/b"] {
            assert_eq!(found(path), None, "{path}");
        }
        let alone = OwnFiles { blobs, users: vec![user("user-alice")] };
        assert_eq!(alone.find("/shared/b").unwrap(), None);
    }
}
