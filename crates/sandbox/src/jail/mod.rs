//! The jail: what a process gives up of its own accord, in this order, and cannot get back.

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

/// Puts the own process into the jail.
///
/// # Errors
/// Returns an error, which names it, if a part of the jail cannot be enforced.
pub(crate) fn enter(order: &Order) -> Result<()> {
    ensure!(threads()? == 1, "the process has several threads, and only one would be jailed");
    close_inherited_files().context("cannot close what was inherited")?;
    unistd::setsid().context("cannot begin a session")?;
    prctl::set_pdeathsig(Signal::SIGKILL).context("cannot tie the process to the gateway")?;
    prctl::set_no_new_privs().context("cannot rule out new privileges")?;
    give_up_capabilities().context("cannot give up capabilities")?;
    limits::apply(order).context("cannot set limits")?;
    files::apply(order).context("Landlock is not enforced")?;
    calls::apply(&order.task).context("seccomp is not enforced")?;
    Ok(())
}

fn threads() -> io::Result<usize> {
    Ok(fs::read_dir("/proc/self/task")?.count())
}

/// Closes every file but the standard streams, which are pipes to the gateway.
fn close_inherited_files() -> io::Result<()> {
    let open: Vec<RawFd> = fs::read_dir("/proc/self/fd")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|file| *file > 2)
        .collect();
    for file in open {
        // The one that listed them is closed already.
        let _ = unistd::close(file);
    }
    Ok(())
}

fn give_up_capabilities() -> Result<()> {
    // Only root can shrink the bounding set; whoever is not root gains nothing from it without new privileges.
    let may_shrink = caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP)?;
    let bounding = may_shrink.then_some(CapSet::Bounding);
    let own = [CapSet::Ambient, CapSet::Inheritable, CapSet::Effective, CapSet::Permitted];
    for set in bounding.into_iter().chain(own) {
        // A unit that forbids to change them has none.
        if !caps::read(None, set)?.is_empty() {
            caps::clear(None, set)?;
        }
    }
    ensure!(caps::read(None, CapSet::Permitted)?.is_empty(), "some are left");
    Ok(())
}

impl Task {
    fn is_shell(&self) -> bool {
        matches!(self, Self::Shell { .. })
    }
}
