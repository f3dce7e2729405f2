//! What a power cut leaves of files: everything that was synced, and of the rest whatever the disk had got to.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use super::super::many::Dice;

/// The smallest piece of a write that reaches a disk as a whole, in bytes.
const SECTOR: usize = 512;

/// A change of a file that has not been synced.
#[derive(Clone, Debug)]
pub enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

/// What a process did, in order.
#[derive(Debug)]
pub enum Event {
    Changed(PathBuf, Change),
    /// Everything is on the disk that had changed in the file before the event of this number.
    Synced(PathBuf, usize),
    Removed(PathBuf),
    /// It is about to send this request, an HTTP request's first line and body.
    Requested {
        line: String,
        body: String,
    },
}

#[derive(Clone, Debug, Default)]
struct File {
    synced: Vec<u8>,
    /// With the numbers of their events.
    pending: Vec<(usize, Change)>,
}

/// The files that are written by a process.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    files: BTreeMap<PathBuf, File>,
    events: usize,
}

impl Disk {
    /// Holds the databases of a folder as they are.
    pub fn holding(folder: &Path) -> Self {
        let paths = fs::read_dir(folder)
            .expect("the folder can be read")
            .map(|entry| entry.expect("so it can").path());
        // The log goes with the last connection to its database, which may be just now.
        let read = |path: PathBuf| Some((fs::read(&path).ok()?, path));
        let files = paths.filter(|path| is_watched(path)).filter_map(read);
        let files = files.map(|(synced, path)| (path, File { synced, pending: Vec::new() }));
        Self { files: files.collect(), events: 0 }
    }

    /// Follows the next event of the process.
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

    /// Writes the files into this folder as a power cut leaves them at this moment.
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

    /// Applies some sectors of it.
    fn tear(&self, file: &mut Vec<u8>, dice: &mut Dice) {
        let Self::Write { at, bytes } = self else { return };
        for (i, sector) in bytes.chunks(SECTOR).enumerate() {
            if dice.below(2) == 0 {
                write(file, at + i * SECTOR, sector);
            }
        }
    }
}

/// Returns whether a file is a database, or the log of one.
pub fn is_watched(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|kind| matches!(kind, "db" | "db-wal"))
}

fn write(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    file.resize(file.len().max(end), 0);
    file[at..end].copy_from_slice(bytes);
}
