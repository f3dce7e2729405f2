//! The usage of a command's processes in total: the kernel's limits are per process, and root has no limit on their
//! number.

use std::{collections::HashSet, fs, io, os::unix::fs::MetadataExt, path::Path};

use super::limits::page_size;

/// The usage of a session's processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Processes and threads.
    pub(crate) tasks: u64,
    /// Bytes of memory.
    pub(crate) memory: u64,
    /// Bytes of open files that have been deleted, so that nobody finds them.
    pub(crate) nameless: u64,
}

/// Returns the number of threads on the machine, which is cheap to read.
pub(crate) fn threads_of_machine() -> Option<u64> {
    // 0.20 0.18 0.12 1/80 11206
    let load = fs::read_to_string("/proc/loadavg").ok()?;
    load.split(' ').nth(3)?.split_once('/')?.1.parse().ok()
}

/// Adds up the usage of a session's processes. Ends early once it counts more than `most` tasks.
pub(crate) fn of_session(session: u32, most: u64) -> io::Result<Taken> {
    let (mut taken, mut seen) = (Taken::default(), HashSet::new());
    for process in fs::read_dir("/proc")? {
        let Ok(process) = process else { continue };
        if !process.file_name().to_string_lossy().bytes().all(|c| c.is_ascii_digit()) {
            continue;
        }
        // A process that ends meanwhile takes nothing.
        if let Ok(state) = fs::read_to_string(process.path().join("stat"))
            && let Some((tasks, pages)) = of_process(&state, session)
        {
            taken.tasks += tasks;
            taken.memory += pages * page_size();
            if taken.tasks > most {
                break;
            }
            taken.nameless += nameless(&process.path().join("fd"), &mut seen);
        }
    }
    Ok(taken)
}

/// Returns the size of the deleted files that a process has open, without those that were seen before.
fn nameless(open: &Path, seen: &mut HashSet<(u64, u64)>) -> u64 {
    let open = fs::read_dir(open).into_iter().flatten().filter_map(Result::ok);
    let files = open.filter_map(|file| fs::metadata(file.path()).ok());
    let nameless = files.filter(|it| it.is_file() && it.nlink() == 0 && seen.insert((it.dev(), it.ino())));
    nameless.map(|it| it.len()).sum()
}

/// Returns the threads and the pages of a process; `None` if it belongs to another session.
fn of_process(state: &str, session: u32) -> Option<(u64, u64)> {
    // The name may hold any character; the fields after it, from the third on, do not.
    let (_, fields) = state.rsplit_once(')')?;
    let field = |number: usize| fields.split_whitespace().nth(number - 3);
    (field(6)? == session.to_string()).then_some(())?;
    Some((field(20)?.parse().ok()?, field(24)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_counts_for_its_session_whatever_its_name_holds() {
        let state = "12 (a) S 1 (b) R 7 9 9 0 -1 0 0 0 0 0 0 0 0 0 20 0 3 0 5 1000 250 0";
        assert_eq!(of_process(state, 9), Some((3, 250)));
        assert_eq!(of_process(state, 7), None);
        assert_eq!(of_process("", 9), None);
    }
}
