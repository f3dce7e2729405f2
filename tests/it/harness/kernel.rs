//! A kernel that lacks a part of the jail.

use std::collections::BTreeMap;

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};

/// Makes the kernel lack Landlock, for this thread and its future children.
pub fn lacks_landlock() {
    lacks(libc::SYS_landlock_create_ruleset);
}

/// Makes the kernel lack seccomp, for this thread and its future children.
pub fn lacks_seccomp() {
    lacks(libc::SYS_seccomp);
}

/// Makes the kernel lack a call, with the same error as from an older kernel.
fn lacks(call: libc::c_long) {
    let target = TargetArch::try_from(std::env::consts::ARCH).unwrap();
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    let rules = BTreeMap::from([(call, Vec::new())]);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, unknown, target).unwrap();
    seccompiler::apply_filter(&BpfProgram::try_from(filter).unwrap()).unwrap();
}
