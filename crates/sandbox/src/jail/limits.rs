//! The limits on the process that the kernel enforces.

use std::{fs, io, os::unix::fs::MetadataExt};

use anyhow::Result;
use nix::{
    sys::resource::{Resource, setrlimit},
    unistd::{SysconfVar, sysconf},
};

use crate::Order;

/// Sets the limits, soft and hard.
pub(super) fn apply(order: &Order) -> Result<()> {
    let limits = &order.limits;
    let (memory, processes) = if order.task.is_shell() {
        // The kernel counts all processes of the user. It does not count those of root: `watch` does.
        (limits.memory, tasks_of_user()? + limits.processes)
    } else {
        (own_size()? + limits.memory, 0)
    };
    // At the first limit, the process gets a signal that names the reason; a program that ignores it is killed a second
    // later.
    setrlimit(Resource::RLIMIT_CPU, limits.cpu, limits.cpu + 1)?;
    for (resource, most) in [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, limits.file),
        (Resource::RLIMIT_NOFILE, limits.open_files),
        (Resource::RLIMIT_NPROC, processes),
        (Resource::RLIMIT_AS, memory),
    ] {
        setrlimit(resource, most, most)?;
    }
    Ok(())
}

/// Stops the process from opening files or connections. It keeps its three standard streams.
pub(super) fn open_nothing() -> Result<()> {
    Ok(setrlimit(Resource::RLIMIT_NOFILE, 3, 3)?)
}

/// Returns how many bytes of address space the program takes before its work.
fn own_size() -> Result<u64> {
    let sizes = fs::read_to_string("/proc/self/statm")?;
    let pages: u64 = sizes.split(' ').next().unwrap_or_default().parse()?;
    Ok(pages * page_size())
}

pub(super) fn page_size() -> u64 {
    let size = sysconf(SysconfVar::PAGE_SIZE).ok().flatten();
    size.and_then(|size| size.try_into().ok()).unwrap_or(4096)
}

/// Returns how many threads the user of this process has now.
fn tasks_of_user() -> io::Result<u64> {
    let user = fs::metadata("/proc/self")?.uid();
    let mut tasks = 0;
    for process in fs::read_dir("/proc")? {
        // A process that ends meanwhile no longer counts.
        let Ok(process) = process else { continue };
        let is_process = process.file_name().to_string_lossy().bytes().all(|c| c.is_ascii_digit());
        if is_process && process.metadata().is_ok_and(|it| it.uid() == user) {
            tasks += fs::read_dir(process.path().join("task")).map_or(0, |tasks| tasks.count() as u64);
        }
    }
    Ok(tasks)
}
