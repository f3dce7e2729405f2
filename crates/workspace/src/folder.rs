//! People's files in a folder on this machine, with a folder for each person.

use std::{
    collections::HashSet,
    io::{self, ErrorKind},
    path::PathBuf,
    time::SystemTime,
};

use adjutant_domain::ids::UserId;

use crate::{
    BadPath, FOLDERS,
    blobs::{Blob, Blobs, Discarded, Listed, OnDisk, Replaced, SECRETS, Unfinished, Version},
    checked, disk, file_path, plain,
    tree::{Opened, Tree},
};

/// The folder of all workspaces.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Returns the storage in a folder. Creates nothing yet.
    pub fn new(all: PathBuf) -> Self {
        Self(all)
    }

    fn root(&self, owner: &UserId) -> PathBuf {
        self.0.join(owner.as_str())
    }

    /// Opens a person's folder; `None` if there is none.
    fn tree(&self, owner: &UserId) -> io::Result<Option<Tree>> {
        Tree::open_if_there(&self.root(owner))
    }

    /// Opens a person's folder, which must exist, to change the file at a path. Returns the path in normal form, too.
    fn to_change(&self, owner: &UserId, path: &str) -> io::Result<(Tree, String)> {
        let path = file_path(path).map_err(|_elsewhere| ErrorKind::InvalidInput)?;
        Ok((Tree::open(&self.root(owner))?, path))
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
        let mut found = self.tree(owner)?.map_or(Ok(Vec::new()), |tree| tree.files())?;
        found.sort_by(|one, other| other.modified.cmp(&one.modified).then_with(|| one.path.cmp(&other.path)));
        Ok(found)
    }

    fn folders(&self, owner: &UserId) -> io::Result<Vec<String>> {
        let mut found = self.tree(owner)?.map_or(Ok(Vec::new()), |tree| tree.folders())?;
        found.sort_unstable();
        Ok(found)
    }

    fn has_files(&self, owner: &UserId) -> io::Result<bool> {
        self.tree(owner)?.map_or(Ok(false), |tree| tree.has_files())
    }

    fn check(&self, owner: &UserId, path: &str) -> Result<String, BadPath> {
        let given = checked(path)?;
        // As long as nothing of the workspace exists, it holds no links.
        let Ok(Some(tree)) = self.tree(owner) else { return Ok(plain(path)) };
        let spelled = tree.spelled(&given);
        if tree.holds(&spelled) { Ok(spelled) } else { Err(BadPath::leads_out(path)) }
    }

    fn find(&self, owner: &UserId, path: &str) -> io::Result<Option<Listed>> {
        let Ok(path) = checked(path) else { return Ok(None) };
        self.tree(owner)?.map_or(Ok(None), |tree| tree.find(&tree.spelled(&path)))
    }

    fn read(&self, owner: &UserId, path: &str) -> io::Result<Option<Opened>> {
        let Ok(path) = checked(path) else { return Ok(None) };
        self.tree(owner)?.map_or(Ok(None), |tree| tree.read(&path))
    }

    fn begin(&self, blob: &Blob) -> io::Result<Box<dyn Unfinished>> {
        let root = self.root(&blob.owner);
        Ok(Box::new(disk::InParts::begin(&root, &disk::folder_of(&root, blob))?))
    }

    fn exists(&self, blob: &Blob) -> io::Result<bool> {
        Ok(self.local(blob)?.is_file())
    }

    fn place(&self, blob: &Blob, wanted: &str) -> io::Result<Listed> {
        let (tree, wanted) = self.to_change(&blob.owner, wanted)?;
        let placed = tree.link_numbered(&blob.within(), &wanted)?;
        tree.find(&placed)?.ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn create(&self, blob: &Blob, path: &str) -> io::Result<Listed> {
        let (tree, path) = self.to_change(&blob.owner, path)?;
        tree.create(&blob.within(), &path)?;
        tree.find(&path)?.ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn replace(&self, blob: &Blob, path: &str, now: SystemTime) -> io::Result<Replaced> {
        let (tree, path) = self.to_change(&blob.owner, path)?;
        let before = tree.replace(&blob.within(), &path, now)?;
        Ok(Replaced { file: tree.find(&path)?.ok_or(ErrorKind::NotFound)?, before })
    }

    fn rename(&self, owner: &UserId, from: &str, to: &str) -> io::Result<()> {
        let ((tree, from), (_, to)) = (self.to_change(owner, from)?, self.to_change(owner, to)?);
        tree.rename(&from, &to)?;
        tree.rename_versions(&from, &to)
    }

    fn make_folder(&self, owner: &UserId, path: &str) -> io::Result<bool> {
        let (tree, path) = self.to_change(owner, path)?;
        tree.make(&path)
    }

    fn discard(&self, owner: &UserId, path: &str, id: &str, now: SystemTime) -> io::Result<()> {
        let (tree, path) = self.to_change(owner, path)?;
        tree.discard(&path, id, now)
    }

    fn trash(&self, owner: &UserId) -> io::Result<Vec<Discarded>> {
        self.tree(owner)?.map_or(Ok(Vec::new()), |tree| tree.trash())
    }

    fn restore(&self, owner: &UserId, id: &str) -> io::Result<Option<String>> {
        self.tree(owner)?.map_or(Ok(None), |tree| tree.restore(id))
    }

    fn versions(&self, owner: &UserId, path: &str) -> io::Result<Vec<Version>> {
        let Ok(path) = file_path(path) else { return Ok(Vec::new()) };
        self.tree(owner)?.map_or(Ok(Vec::new()), |tree| tree.versions(&path))
    }

    fn read_version(&self, owner: &UserId, version: &Version) -> io::Result<Option<Opened>> {
        self.tree(owner)?.map_or(Ok(None), |tree| tree.read(&version.path))
    }

    fn bring_back(
        &self,
        owner: &UserId,
        version: &Version,
        path: &str,
        now: SystemTime,
    ) -> io::Result<Replaced> {
        let (tree, path) = self.to_change(owner, path)?;
        let before = tree.bring_back(&version.path, &path, now)?;
        Ok(Replaced { file: tree.find(&path)?.ok_or(ErrorKind::NotFound)?, before })
    }

    fn remove_versions(&self, owner: &UserId, before: SystemTime) -> io::Result<()> {
        self.tree(owner)?.map_or(Ok(()), |tree| tree.remove_versions(before))
    }

    fn has(&self, owner: &UserId, path: &str) -> io::Result<bool> {
        self.tree(owner)?.map_or(Ok(false), |tree| tree.has(path))
    }

    fn keep(&self, owner: &UserId, path: &str, blob: &Blob, now: SystemTime) -> io::Result<()> {
        let tree = Tree::open(&self.root(owner))?;
        let path = tree.real(path).ok_or(ErrorKind::NotFound)?;
        disk::keep_for_sending(&self.root(&blob.owner), blob, (&tree, &path), now)
    }

    fn local(&self, blob: &Blob) -> io::Result<PathBuf> {
        Ok(self.0.join(blob.stored()))
    }

    fn on_disk(&self, owner: &UserId) -> io::Result<OnDisk> {
        let root = self.root(owner);
        let [shared, tmp, secrets] = [FOLDERS[0], FOLDERS[1], SECRETS].map(|folder| root.join(folder));
        for folder in [&shared, &tmp, &secrets] {
            disk::make(&root, folder)?;
        }
        disk::separate_outgoing(&root)?;
        Ok(OnDisk { shared, tmp, secrets })
    }

    fn kept_on_disk(&self, owner: &UserId) -> io::Result<Option<PathBuf>> {
        let shared = self.root(owner).join(FOLDERS[0]);
        // Ignores anything but a folder, such as a link in its place.
        match shared.symlink_metadata() {
            Ok(found) if found.is_dir() => Ok(Some(shared)),
            Ok(_) => Ok(None),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn put_secret(&self, owner: &UserId, name: &str, value: &[u8], now: SystemTime) -> io::Result<()> {
        disk::put_secret(&self.root(owner), name, value, now)
    }

    fn secrets(&self, owner: &UserId) -> io::Result<Vec<(String, Vec<u8>)>> {
        disk::secrets(&self.root(owner))
    }

    fn remove_secrets(&self, owner: &UserId, before: SystemTime) -> io::Result<()> {
        disk::remove_secrets(&self.root(owner), before)
    }

    fn remove_site_files(
        &self,
        owner: &UserId,
        before: SystemTime,
        kept: &HashSet<String>,
    ) -> io::Result<()> {
        disk::remove_site_files(&self.root(owner), before, kept)
    }

    fn take_back(&self, owner: &UserId) -> io::Result<()> {
        disk::put_in_order(&self.root(owner))
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
    use std::{io::Read as _, time::Duration};

    use adjutant_domain::ids::CallId;

    use super::*;

    #[test]
    fn paths_stay_in_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let (files, alice) = (Folder::new(folder.path().to_owned()), UserId("user-alice".into()));
        let root = files.root(&alice);
        std::fs::create_dir_all(root.join("shared")).unwrap();
        std::os::unix::fs::symlink("/etc", root.join("shared/out")).unwrap();
        for (path, plain) in [
            ("/shared/a.txt", "/shared/a.txt"),
            ("tmp/b/c.txt", "/tmp/b/c.txt"),
            ("/shared//./d/", "/shared/d"),
            ("/shared", "/shared"),
        ] {
            assert_eq!(files.check(&alice, path).as_deref(), Ok(plain));
        }
        assert!(file_path("/shared/").is_err(), "a folder is no file");
        for path in [
            "/etc/passwd",
            "/",
            "/shared/../../user-bob/shared/x",
            "..",
            "",
            "/shared/out/passwd",
            "/shared/a\0b",
        ] {
            assert!(files.check(&alice, path).is_err(), "{path}");
        }
    }

    /// Two processes replace one file at the same time. The file and its versions always hold a complete text of one of
    /// them.
    #[test]
    fn nobody_reads_half_of_what_two_write_at_once() {
        const PATH: &str = "/shared/list";
        let folder = tempfile::tempdir().unwrap();
        let alice = UserId("user-alice".into());
        let of_process = || Folder::new(folder.path().to_owned());
        of_process().open(&alice).unwrap();
        let text = |letter: u8, number: usize| vec![letter; 10_000 + number];
        let write = |letter: u8| {
            let files = of_process();
            for number in 0..40 {
                let blob = Blob::incoming(&alice, &CallId(format!("{}-{number}", letter as char)));
                let now = SystemTime::UNIX_EPOCH + Duration::from_millis(number as u64);
                files.put(&blob, &text(letter, number), now).unwrap();
                files.replace(&blob, PATH, now).unwrap();
            }
        };
        let check = |mut opened: Opened| {
            let mut bytes = Vec::new();
            opened.content.read_to_end(&mut bytes).unwrap();
            let number = bytes.len() - 10_000;
            assert!(bytes == text(bytes[0], number), "{} bytes are of several texts", bytes.len());
        };
        std::thread::scope(|scope| {
            let writers = [b'a', b'b'].map(|letter| scope.spawn(move || write(letter)));
            let files = of_process();
            while writers.iter().any(|writer| !writer.is_finished()) {
                if let Some(opened) = files.read(&alice, PATH).unwrap() {
                    check(opened);
                }
            }
        });
        let files = of_process();
        let versions = files.versions(&alice, PATH).unwrap();
        assert!((1..=10).contains(&versions.len()), "{}", versions.len());
        for version in &versions {
            check(files.read_version(&alice, version).unwrap().unwrap());
        }
    }
}
