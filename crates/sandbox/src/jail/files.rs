//! The files that the process can open, and the processes that it can signal: Landlock.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};

use crate::{Files, Order, Task};

/// The reason if nothing is enforced.
const MISSING: &str = "this kernel does not have it";

/// The version that shells require: from this one on, signals and abstract sockets end at the jail (Linux 6.12).
const FOR_SHELLS: ABI = ABI::V6;

/// The shell, and the program loaders of the supported systems; those that do not exist are left out.
const NEEDED_TO_EXECUTE: [&str; 5] = [
    "/bin/sh",
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

/// Restricts a command to the files of the order, and a computation to no files.
pub(super) fn apply(order: &Order) -> Result<()> {
    let status = match &order.task {
        Task::Compute { .. } => {
            // A computation's system calls open nothing. So the first version suffices, and the additions of later ones
            // are used if the kernel has them.
            Ruleset::default()
                .set_compatibility(CompatLevel::HardRequirement)
                .handle_access(AccessFs::from_all(ABI::V1))
                .map_err(|_| anyhow!(MISSING))?
                .set_compatibility(CompatLevel::BestEffort)
                .handle_access(AccessFs::from_all(FOR_SHELLS))?
                .handle_access(AccessNet::from_all(FOR_SHELLS))?
                .scope(Scope::from_all(FOR_SHELLS))?
                .create()?
                .restrict_self()?
        }
        Task::Shell { files, network, .. } => {
            let mut rules = Ruleset::default()
                .set_compatibility(CompatLevel::HardRequirement)
                .handle_access(AccessFs::from_all(FOR_SHELLS))?
                .scope(Scope::from_all(FOR_SHELLS))?;
            if !network {
                rules = rules.handle_access(AccessNet::from_all(FOR_SHELLS))?;
            }
            let Files { own, readable, devices, programs } = files;
            let (read, mut change) = (AccessFs::ReadFile | AccessFs::ReadDir, own_rights());
            let mut rules = rules
                .create()?
                .add_rules(path_beneath_rules(devices, AccessFs::ReadFile | AccessFs::WriteFile))?;
            rules = match programs {
                None => rules.add_rules(path_beneath_rules(readable, read | AccessFs::Execute))?,
                Some(programs) => {
                    change.remove(AccessFs::Execute);
                    let programs =
                        programs.iter().map(PathBuf::as_path).chain(NEEDED_TO_EXECUTE.map(Path::new));
                    rules
                        .add_rules(path_beneath_rules(readable, read))?
                        .add_rules(path_beneath_rules(programs, AccessFs::ReadFile | AccessFs::Execute))?
                }
            };
            for folder in own {
                rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, change))?;
            }
            rules.restrict_self()?
        }
    };
    ensure!(status.ruleset != RulesetStatus::NotEnforced, MISSING);
    Ok(())
}

/// Returns the rights in a folder of the command's own: all except creating anything other than files, folders and
/// links. Opening a pipe to read it waits for a writer, and the gateway reads these folders, too.
fn own_rights() -> BitFlags<AccessFs> {
    let others = AccessFs::MakeChar
        | AccessFs::MakeBlock
        | AccessFs::MakeFifo
        | AccessFs::MakeSock
        | AccessFs::IoctlDev;
    AccessFs::from_all(FOR_SHELLS) & !others
}
