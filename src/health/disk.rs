//! The free space on the disk of the database.

use std::path::Path;

/// A disk with less than a tenth free is nearly full below this many free bytes. The alert `AdjutantDiskFull` uses the
/// same limits.
const LITTLE: u64 = 2_000_000_000;

/// The size and free space of a file system, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disk {
    pub(crate) size: u64,
    /// The space available to the user of this process.
    pub(crate) free: u64,
}

impl Disk {
    /// Returns the file system of a file, if the system provides that.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        let found = rustix::fs::statvfs(file).ok()?;
        Some(Self { size: found.f_blocks * found.f_frsize, free: found.f_bavail * found.f_frsize })
    }

    /// Returns whether so little is free that somebody must act.
    pub(crate) fn is_nearly_full(&self) -> bool {
        self.free < LITTLE && self.free < self.size / 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_left_of_a_small_share_that_is_not_much_either() {
        let disk = |size: u64, free: u64| Disk { size: size * 1_000_000_000, free: free * 1_000_000_000 };
        assert!(disk(100, 1).is_nearly_full());
        assert!(!disk(100, 2).is_nearly_full(), "much is left");
        assert!(!disk(10, 1).is_nearly_full(), "a tenth is left");
        assert!(disk(11, 1).is_nearly_full());
    }

    #[test]
    fn the_disk_of_a_file_is_found() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let disk = Disk::of(file.path()).unwrap();
        assert!(disk.free <= disk.size && disk.size > 0, "{disk:?}");
        assert_eq!(Disk::of(&file.path().join("nowhere")), None);
    }
}
