//! The content of files after a power cut: all synced changes, and an arbitrary part of the others.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use super::super::many::Dice;

/// The smallest part of a write that reaches a disk atomically, in bytes.
const SECTOR: usize = 512;

/// A change to a file that has not been synced.
#[derive(Clone, Debug)]
pub enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

/// A process's actions, in order.
#[derive(Debug)]
pub enum Event {
    Changed(PathBuf, Change),
    /// All changes to the file before the event with this number are on the disk.
    Synced(PathBuf, usize),
    Removed(PathBuf),
    /// The process is about to send this HTTP request, given by its first line and its body.
    Requested {
        line: String,
        body: String,
    },
}

#[derive(Clone, Debug, Default)]
struct File {
    synced: Vec<u8>,
    /// The changes, with the numbers of their events.
    pending: Vec<(usize, Change)>,
}

/// The files that a process writes.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    files: BTreeMap<PathBuf, File>,
    events: usize,
}

impl Disk {
    /// Takes the databases in a folder as they are.
    pub fn holding(folder: &Path) -> Self {
        let paths = fs::read_dir(folder)
            .expect("the folder can be read")
            .map(|entry| entry.expect("so it can").path());
        // The write-ahead log may be removed at any moment, with the last connection to its database.
        let read = |path: PathBuf| Some((fs::read(&path).ok()?, path));
        let files = paths.filter(|path| is_watched(path)).filter_map(read);
        let files = files.map(|(synced, path)| (path, File { synced, pending: Vec::new() }));
        Self { files: files.collect(), events: 0 }
    }

    /// Applies the next event of the process.
    pub fn follow(&mut self, event: &Event) {
        let number = self.events;
        self.events += 1;
        match event {
            Event::Changed(path, change) => {
                self.files.entry(path.clone()).or_default().pending.push((number, change.clone()));
            }
            Event::Synced(path, before) => {
                let Some(file) = self.files.get_mut(path) else { return };
                let (synced, left) = file.pending.drain(..).partition(|(number, _)| number < before);
                file.pending = left;
                Vec::into_iter(synced).for_each(|(_, change)| change.apply_to(&mut file.synced));
            }
            Event::Removed(path) => {
                self.files.remove(path);
            }
            Event::Requested { .. } => {}
        }
    }

    /// Writes the files into this folder as a power cut would leave them now.
    pub fn cut_into(&self, folder: &Path, dice: &mut Dice) {
        for path in fs::read_dir(folder)
            .expect("the folder can be read")
            .map(|entry| entry.expect("so it can").path())
        {
            if is_watched(&path) || path.extension() == Some(OsStr::new("db-shm")) {
                fs::remove_file(path).expect("the file can be removed");
            }
        }
        for (path, file) in &self.files {
            let mut bytes = file.synced.clone();
            for (_, change) in &file.pending {
                match dice.below(3) {
                    0 => {}
                    1 => change.apply_to(&mut bytes),
                    _ => change.tear(&mut bytes, dice),
                }
            }
            let name = path.file_name().expect("it is a file");
            fs::write(folder.join(name), bytes).expect("the folder can be written");
        }
    }
}

impl Change {
    fn apply_to(&self, file: &mut Vec<u8>) {
        match self {
            Self::Write { at, bytes } => write(file, *at, bytes),
            Self::Truncate(length) => file.resize(*length, 0),
        }
    }

    /// Applies some of the change's sectors.
    fn tear(&self, file: &mut Vec<u8>, dice: &mut Dice) {
        let Self::Write { at, bytes } = self else { return };
        for (i, sector) in bytes.chunks(SECTOR).enumerate() {
            if dice.below(2) == 0 {
                write(file, at + i * SECTOR, sector);
            }
        }
    }
}

/// Returns whether a file is a database or its write-ahead log.
pub fn is_watched(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|kind| matches!(kind, "db" | "db-wal"))
}

fn write(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    file.resize(file.len().max(end), 0);
    file[at..end].copy_from_slice(bytes);
}
