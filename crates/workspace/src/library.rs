//! A folder of the operator's that people can read: one level of folders with files. Like people's own folders, it is
//! accessed by handles, part by part and never through a link, so that no path leads out of it.

use std::{
    io,
    path::{Path, PathBuf},
};

use cap_fs_ext::DirExt as _;
use cap_std::{ambient_authority, fs::Dir};

use crate::{
    Opened,
    tree::{if_there, opened, walk},
};

/// A read-only folder. It need not exist.
#[derive(Clone, Debug)]
pub struct Library(PathBuf);

impl Library {
    /// Takes the path of the folder.
    pub fn new(root: PathBuf) -> Self {
        Self(root)
    }

    /// Returns whether the folder exists. Blocks.
    ///
    /// # Errors
    /// Returns an error if it exists and cannot be opened.
    pub fn exists(&self) -> io::Result<bool> {
        Ok(self.open()?.is_some())
    }

    /// Returns the names of the folders in it, sorted, without those whose names are not UTF-8. Blocks.
    ///
    /// # Errors
    /// Returns an error if the folder exists and cannot be read.
    pub fn folders(&self) -> io::Result<Vec<String>> {
        let Some(root) = self.open()? else { return Ok(Vec::new()) };
        let mut names = Vec::new();
        for entry in root.entries()? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                names.extend(entry.file_name().into_string());
            }
        }
        names.sort();
        Ok(names)
    }

    /// Returns the paths of up to `most` files below one of the folders, sorted, relative to that folder. Blocks.
    ///
    /// # Errors
    /// Returns an error if the disk fails.
    pub fn files(&self, folder: &str, most: usize) -> io::Result<Vec<String>> {
        let Some(root) = self.open()? else { return Ok(Vec::new()) };
        let Some(folder) = if_there(root.open_dir_nofollow(folder))? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        walk(&folder, Path::new(""), &mut |path, metadata| {
            if let (true, Some(path)) = (metadata.is_file(), path.to_str()) {
                found.push(path.to_owned());
            }
            Ok(found.len() < most)
        })?;
        found.sort();
        Ok(found)
    }

    /// Opens a file by its path below one of the folders; `None` if there is none, or the path passes a link. Blocks.
    ///
    /// # Errors
    /// Returns an error if the disk fails.
    pub fn read(&self, folder: &str, path: &str) -> io::Result<Option<Opened>> {
        let Some(mut at) = self.open()? else { return Ok(None) };
        let mut parts: Vec<_> = folder.split('/').chain(path.split('/')).collect();
        if parts.iter().any(|part| matches!(*part, "" | "." | "..")) {
            return Ok(None);
        }
        let name = parts.pop().unwrap_or_default();
        for part in parts {
            let Some(below) = if_there(at.open_dir_nofollow(part))? else { return Ok(None) };
            at = below;
        }
        opened(&at, name, path)
    }

    fn open(&self) -> io::Result<Option<Dir>> {
        if_there(Dir::open_ambient_dir(&self.0, ambient_authority()))
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink};

    use super::*;

    #[test]
    fn a_library_has_what_is_below_its_folders_and_nothing_that_links_lead_to() {
        let all = tempfile::tempdir().unwrap();
        let (root, outside) = (all.path().join("skills"), all.path().join("outside"));
        for folder in [root.join("tides/maps"), root.join("empty"), outside.clone()] {
            fs::create_dir_all(folder).unwrap();
        }
        for file in ["skills/tides/SKILL.md", "skills/tides/maps/a.txt", "skills/loose.md", "outside/secret"]
        {
            fs::write(all.path().join(file), file).unwrap();
        }
        symlink(&outside, root.join("link")).unwrap();
        symlink(&outside, root.join("tides/out")).unwrap();
        symlink(outside.join("secret"), root.join("tides/secret")).unwrap();

        let library = Library::new(root);
        assert_eq!(library.folders().unwrap(), ["empty", "tides"]);
        assert_eq!(library.files("tides", 9).unwrap(), ["SKILL.md", "maps/a.txt"]);
        assert_eq!(library.files("tides", 1).unwrap().len(), 1);
        let read = |folder: &str, path: &str| {
            let opened = library.read(folder, path).unwrap()?;
            Some(io::read_to_string(opened.content).unwrap())
        };
        assert_eq!(read("tides", "maps/a.txt").as_deref(), Some("skills/tides/maps/a.txt"));
        for (folder, path) in [
            ("tides", "secret"),
            ("tides", "out/secret"),
            ("tides", "../loose.md"),
            ("tides", "/maps/a.txt"),
            ("tides", "maps"),
            ("tides", "none"),
            ("link", "secret"),
            ("..", "outside/secret"),
            ("../outside", "secret"),
            (".", "tides/SKILL.md"),
        ] {
            assert_eq!(read(folder, path), None, "{folder} {path}");
        }
        for folder in ["link", "none"] {
            assert!(library.files(folder, 9).unwrap().is_empty(), "{folder}");
        }
        assert!(library.files("..", 9).is_err());
        let none = Library::new(all.path().join("none"));
        assert!(library.exists().unwrap() && !none.exists().unwrap());
        assert!(none.folders().unwrap().is_empty());
        assert!(none.read("tides", "SKILL.md").unwrap().is_none());
    }
}
