//! The jail: the rights that a process gives up, in this order, and cannot get back.

mod calls;
mod files;
mod limits;
pub(crate) mod watch;

use std::{fs, io, os::fd::RawFd};

use anyhow::{Context, Result, ensure};
use caps::{CapSet, Capability};
use nix::{
    sys::{prctl, signal::Signal},
    unistd,
};

use crate::{Order, Task};

/// Puts this process into the jail. Returns the missing parts of the jail, with reasons: parts that the kernel cannot
/// enforce, and that the task does not require.
///
/// # Errors
/// Returns an error that names the part if a part of the jail that the task requires cannot be enforced.
pub(crate) fn enter(order: &Order) -> Result<Vec<String>> {
    ensure!(threads()? == 1, "the process has several threads, and only one would be jailed");
    close_inherited_files().context("cannot close what was inherited")?;
    unistd::setsid().context("cannot begin a session")?;
    prctl::set_pdeathsig(Signal::SIGKILL).context("cannot tie the process to the gateway")?;
    prctl::set_no_new_privs().context("cannot rule out new privileges")?;
    give_up_capabilities().context("cannot give up capabilities")?;
    limits::apply(order).context("cannot set limits")?;
    let mut lacking = Vec::new();
    for (part, apply) in [("Landlock", files::apply as fn(&Order) -> _), ("seccomp", calls::apply)] {
        match apply(order).with_context(|| format!("{part} is not enforced")) {
            Err(why) if order.task.may_lack() => {
                // This precedes the filter of system calls, which refuses those that set limits.
                limits::open_nothing().context("cannot set limits")?;
                lacking.push(format!("{why:#}"));
            }
            applied => applied?,
        }
    }
    Ok(lacking)
}

fn threads() -> io::Result<usize> {
    Ok(fs::read_dir("/proc/self/task")?.count())
}

/// Closes every file except the standard streams, which are pipes to the gateway.
fn close_inherited_files() -> io::Result<()> {
    let open: Vec<RawFd> = fs::read_dir("/proc/self/fd")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|file| *file > 2)
        .collect();
    for file in open {
        // The descriptor that listed them is closed already.
        let _ = unistd::close(file);
    }
    Ok(())
}

fn give_up_capabilities() -> Result<()> {
    // Only root can shrink the bounding set; for others it is useless without new privileges.
    let may_shrink = caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP)?;
    let bounding = may_shrink.then_some(CapSet::Bounding);
    let own = [CapSet::Ambient, CapSet::Inheritable, CapSet::Effective, CapSet::Permitted];
    for set in bounding.into_iter().chain(own) {
        // A systemd unit that forbids changing them leaves none.
        if !caps::read(None, set)?.is_empty() {
            caps::clear(None, set)?;
        }
    }
    ensure!(caps::read(None, CapSet::Permitted)?.is_empty(), "some are left");
    Ok(())
}

impl Task {
    /// Commands never run in a jail that lacks a part.
    fn may_lack(&self) -> bool {
        matches!(self, Self::Compute { may_lack: true, .. })
    }

    fn is_shell(&self) -> bool {
        matches!(self, Self::Shell { .. })
    }
}
