//! The folder of a new version while it is filled.

use std::{
    collections::{HashMap, HashSet},
    fs,
    io::{self, Write},
    os::unix::fs::DirEntryExt,
    path::{Component, Path, PathBuf},
};

use super::{
    PublishError,
    disk::{Disk, failure},
};
use crate::{
    model::PictureFile,
    render::{PICTURES, Rendered},
};

pub(super) struct Version<'s> {
    pub disk: Disk<'s>,
    pub folder: PathBuf,
    pub written: usize,
    pub unchanged: usize,
    /// The content of the folder, from an older version.
    held: Tree,
    /// The folder of the previous version, and its content.
    before: Option<(PathBuf, Tree)>,
}

/// The content of a folder, by path within it.
#[derive(Default)]
struct Tree {
    /// With the inode number: the same number means the same file.
    files: HashMap<String, u64>,
    folders: HashSet<String>,
}

impl<'s> Version<'s> {
    /// `folder` may hold an older version.
    pub(super) fn new(
        disk: Disk<'s>,
        folder: PathBuf,
        before: Option<PathBuf>,
    ) -> Result<Self, PublishError> {
        let held = Tree::read(&folder)?;
        let before = before.map(|before| Tree::read(&before).map(|tree| (before, tree))).transpose()?;
        Ok(Self { disk, folder, written: 0, unchanged: 0, held, before })
    }

    /// Removes every file and folder that the new version does not have.
    pub(super) fn remove_all_but(&mut self, rendered: &Rendered) -> Result<(), PublishError> {
        let pictures: Vec<String> = rendered.pictures.iter().map(picture_path).collect();
        let wanted: HashSet<&str> = rendered.files.keys().chain(&pictures).map(String::as_str).collect();
        let folders: HashSet<&Path> =
            wanted.iter().flat_map(|path| Path::new(path).ancestors().skip(1)).collect();
        let held = std::mem::take(&mut self.held);
        // The shortest path first, because removing a folder removes everything in it.
        let mut unwanted: Vec<_> =
            held.folders.iter().filter(|path| !folders.contains(Path::new(path))).collect();
        unwanted.sort();
        let mut removed: Vec<&String> = Vec::new();
        for path in unwanted {
            if !removed.iter().any(|removed| Path::new(path).starts_with(removed)) {
                self.disk.remove_folder(&self.folder.join(path))?;
                removed.push(path);
            }
        }
        for (path, inode) in &held.files {
            if wanted.contains(&**path) {
                self.held.files.insert(path.clone(), *inode);
            } else if !removed.iter().any(|removed| Path::new(path).starts_with(removed)) {
                self.disk.remove_file(&self.folder.join(path))?;
            }
        }
        self.held.folders =
            held.folders.into_iter().filter(|path| folders.contains(Path::new(path))).collect();
        Ok(())
    }

    pub(super) fn add_file(&mut self, path: &str, content: &[u8]) -> Result<(), PublishError> {
        if !is_within(Path::new(path)) {
            return Err(PublishError::Path { path: path.to_owned() });
        }
        let same = |old: &Path| {
            let size = fs::metadata(old).is_ok_and(|old| old.len() == content.len() as u64);
            size && fs::read(old).is_ok_and(|old| old == content)
        };
        match self.old(path).filter(|(old, _)| same(old)) {
            Some((old, inode)) => self.link(&old, inode, path),
            None => self.write(path, content),
        }
    }

    /// Adds a picture. The name of a file depends on its content, so a file of the previous version with this name is
    /// the same.
    pub(super) fn add_picture(
        &mut self,
        file: &PictureFile,
        picture: &dyn Fn(&PictureFile) -> io::Result<PathBuf>,
    ) -> Result<(), PublishError> {
        let path = picture_path(file);
        match self.old(&path) {
            Some((old, inode)) => self.link(&old, inode, &path),
            None => {
                let failed = |source| PublishError::Picture { file: file.clone(), source };
                let from = picture(file).map_err(failed)?;
                if !from.is_file() {
                    return Err(failed(io::ErrorKind::NotFound.into()));
                }
                let new = self.place(&path)?;
                self.disk.change("cannot link", &new, |new| link_or_copy(&from, new))?;
                self.written += 1;
                Ok(())
            }
        }
    }

    /// Returns a file of the previous version.
    fn old(&self, path: &str) -> Option<(PathBuf, u64)> {
        let (folder, tree) = self.before.as_ref()?;
        Some((folder.join(path), *tree.files.get(path)?))
    }

    fn link(&mut self, old: &Path, inode: u64, path: &str) -> Result<(), PublishError> {
        if self.held.files.get(path) != Some(&inode) {
            let new = self.place(path)?;
            self.disk.change("cannot link", &new, |new| link_or_copy(old, new))?;
        }
        self.unchanged += 1;
        Ok(())
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), PublishError> {
        let new = self.place(path)?;
        // Never write into an existing file: it may also belong to another version.
        self.disk.change("cannot write", &new, |new| fs::File::create_new(new)?.write_all(content))?;
        self.written += 1;
        Ok(())
    }

    /// Returns the path for a file of the version, after making sure that its folder exists and nothing is there.
    fn place(&mut self, path: &str) -> Result<PathBuf, PublishError> {
        let place = self.folder.join(path);
        if self.held.files.remove(path).is_some() {
            self.disk.remove_file(&place)?;
        } else if let Some((folder, _)) = path.rsplit_once('/')
            && self.held.folders.insert(folder.to_owned())
        {
            self.disk.create_folders(&self.folder.join(folder))?;
        }
        Ok(place)
    }
}

impl Tree {
    fn read(folder: &Path) -> Result<Self, PublishError> {
        let mut tree = Self::default();
        tree.add(folder, "").map_err(|source| failure("cannot read", folder, source))?;
        Ok(tree)
    }

    fn add(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // A name that is not valid text is not a file of a site.
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                self.add(&entry.path(), &format!("{path}/"))?;
                self.folders.insert(path);
            } else {
                self.files.insert(path, entry.ino());
            }
        }
        Ok(())
    }
}

/// Links a file, or copies it where that is impossible: some file systems have no or too few hard links, and none work
/// between file systems.
fn link_or_copy(old: &Path, new: &Path) -> io::Result<()> {
    fs::hard_link(old, new).or_else(|_| fs::copy(old, new).map(|_| ()))
}

fn picture_path(file: &PictureFile) -> String {
    format!("{PICTURES}/{file}")
}

fn is_within(path: &Path) -> bool {
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    plain
        && path.file_name().is_some()
        && path.to_str().is_some_and(|text| !text.ends_with('/') && !text.contains("//"))
}
