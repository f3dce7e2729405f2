//! The permitted system calls: seccomp.
//!
//! A computation has a list of permitted calls. A command's programs make too many different calls for that; they have
//! a list of refused ones: calls that lead out of the jail, that Landlock does not check, that outlive the process, or
//! that slow down others.

use std::collections::BTreeMap;

use anyhow::Result;
use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Compare, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter,
};

use crate::{Order, Task};

/// Restricts the process to the system calls of its task.
pub(super) fn apply(order: &Order) -> Result<()> {
    let refusal = SeccompAction::Errno(libc::EPERM as u32);
    match &order.task {
        Task::Compute { .. } => enforce(computing()?, refusal, SeccompAction::Allow),
        Task::Shell { network, .. } => {
            // The C library falls back to `clone`, whose flags can be checked. For that, `clone3` must seem not to
            // exist.
            let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
            enforce(all([libc::SYS_clone3]), SeccompAction::Allow, unknown)?;
            enforce(refused(*network)?, SeccompAction::Allow, refusal)
        }
    }
}

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

fn enforce(rules: Rules, otherwise: SeccompAction, on_match: SeccompAction) -> Result<()> {
    let target = TargetArch::try_from(std::env::consts::ARCH)?;
    let program: BpfProgram = SeccompFilter::new(rules, otherwise, on_match, target)?.try_into()?;
    Ok(apply_filter(&program)?)
}

/// Returns rules that match these calls with any arguments.
fn all(calls: impl IntoIterator<Item = c_long>) -> Rules {
    let mut rules = Rules::new();
    for call in calls {
        insert(&mut rules, call, Vec::new());
    }
    rules
}

/// Adds alternative rules for a call; with none, every call matches.
fn insert(rules: &mut Rules, call: c_long, any: Vec<SeccompRule>) {
    // The x86-64 kernel may know each call under a second number, for programs with short pointers (x32).
    #[cfg(target_arch = "x86_64")]
    rules.insert(call | 0x4000_0000, any.clone());
    rules.insert(call, any);
}

/// Returns a rule that matches if all conditions hold.
fn rule(conditions: impl IntoIterator<Item = (u8, Compare, u64)>) -> Result<SeccompRule> {
    let conditions = conditions
        .into_iter()
        .map(|(argument, compare, value)| SeccompCondition::new(argument, Width::Qword, compare, value));
    Ok(SeccompRule::new(conditions.collect::<Result<_, _>>()?)?)
}

/// Returns the calls that a computation needs: for memory, its pipes and the time.
fn computing() -> Result<Rules> {
    let mut rules = all([
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_fstat,
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_futex,
        libc::SYS_clock_gettime,
        libc::SYS_getrandom,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_sigaltstack,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_restart_syscall,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ]);
    // To abort itself when memory runs out.
    let itself = rule([(0, Compare::Eq, u64::from(std::process::id()))])?;
    insert(&mut rules, libc::SYS_tgkill, vec![itself.clone()]);
    // musl uses this call. The only thread has the number of the process.
    insert(&mut rules, libc::SYS_tkill, vec![itself]);
    Ok(rules)
}

/// Returns the calls that are refused to a command's programs.
fn refused(network: bool) -> Result<Rules> {
    let mut rules = all(REFUSED.iter().flat_map(|group| group.iter().copied()));
    #[cfg(target_arch = "x86_64")]
    for call in OLDER {
        insert(&mut rules, *call, Vec::new());
    }
    // New namespaces.
    let namespaces = [
        libc::CLONE_NEWNS,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
    ];
    let flag = |flag: &libc::c_int| {
        let flag = u64::from(flag.unsigned_abs());
        rule([(0, Compare::MaskedEq(flag), flag)])
    };
    insert(&mut rules, libc::SYS_clone, namespaces.iter().map(flag).collect::<Result<_>>()?);
    // Sockets. Those of this machine (AF_UNIX) lead to its services and are always refused.
    let (v4, v6) = (libc::AF_INET.unsigned_abs().into(), libc::AF_INET6.unsigned_abs().into());
    let other = rule([(0, Compare::Ne, v4), (0, Compare::Ne, v6)])?;
    insert(&mut rules, libc::SYS_socket, if network { vec![other] } else { Vec::new() });
    // Calls on another process: its limits, its priority, its processors.
    for (call, process) in [
        (libc::SYS_prlimit64, 0),
        (libc::SYS_sched_setscheduler, 0),
        (libc::SYS_sched_setparam, 0),
        (libc::SYS_sched_setattr, 0),
        (libc::SYS_sched_setaffinity, 0),
    ] {
        insert(&mut rules, call, vec![rule([(process, Compare::Ne, 0)])?]);
    }
    // PRIO_PROCESS and IOPRIO_WHO_PROCESS. The C libraries disagree about the type of the former.
    let (process, ioprio_process) = (0, 1);
    for (call, only) in [(libc::SYS_setpriority, process), (libc::SYS_ioprio_set, ioprio_process)] {
        insert(&mut rules, call, vec![rule([(0, Compare::Ne, only)])?, rule([(1, Compare::Ne, 0)])?]);
    }
    // The times of a file, except setting those of an open file to the present: the gateway recognises an unchanged
    // file by its time.
    let other_times = vec![rule([(1, Compare::Ne, 0)])?, rule([(2, Compare::Ne, 0)])?];
    insert(&mut rules, libc::SYS_utimensat, other_times);
    Ok(rules)
}

const REFUSED: &[&[c_long]] = &[
    // Leaving the session, whose processes are ended together.
    &[libc::SYS_setsid, libc::SYS_setpgid],
    // Access to other processes.
    &[
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_process_madvise,
        libc::SYS_process_mrelease,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_send_signal,
        libc::SYS_kcmp,
        libc::SYS_migrate_pages,
        libc::SYS_move_pages,
    ],
    // Another view of the machine.
    &[
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_open_tree,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_fsconfig,
        libc::SYS_fsmount,
        libc::SYS_fspick,
        libc::SYS_mount_setattr,
        libc::SYS_name_to_handle_at,
        libc::SYS_open_by_handle_at,
    ],
    // Access that Landlock does not check: changing a file's permissions, owner and attributes by its path, and
    // watching who opens a file.
    &[
        libc::SYS_fchmodat,
        SYS_FCHMODAT2,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        SYS_SETXATTRAT,
        SYS_REMOVEXATTRAT,
        SYS_FILE_SETATTR,
        libc::SYS_mknodat,
        libc::SYS_inotify_add_watch,
        libc::SYS_fanotify_init,
        libc::SYS_fanotify_mark,
    ],
    // Objects that outlive the process, or are subject to no limit.
    &[
        libc::SYS_shmget,
        libc::SYS_shmat,
        libc::SYS_shmctl,
        libc::SYS_msgget,
        libc::SYS_msgctl,
        libc::SYS_msgsnd,
        libc::SYS_msgrcv,
        libc::SYS_semget,
        libc::SYS_semctl,
        libc::SYS_semop,
        libc::SYS_semtimedop,
        libc::SYS_mq_open,
        libc::SYS_mq_unlink,
        libc::SYS_memfd_create,
        libc::SYS_memfd_secret,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
    ],
    // Large parts of the kernel that no such program needs.
    &[
        libc::SYS_bpf,
        libc::SYS_userfaultfd,
        libc::SYS_perf_event_open,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        libc::SYS_io_setup,
        libc::SYS_personality,
        libc::SYS_syslog,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_quotactl_fd,
        libc::SYS_vhangup,
    ],
    // The machine itself.
    &[
        libc::SYS_reboot,
        libc::SYS_kexec_load,
        SYS_KEXEC_FILE_LOAD,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_adjtimex,
        libc::SYS_clock_adjtime,
    ],
];

/// These have the same number on every architecture. The library lacks them, or lacks them on some architectures.
const SYS_FCHMODAT2: c_long = 452;
const SYS_SETXATTRAT: c_long = 463;
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_FILE_SETATTR: c_long = 469;

/// The library lacks this for ARM64 with musl.
const SYS_KEXEC_FILE_LOAD: c_long = if cfg!(target_arch = "aarch64") { 294 } else { 320 };

/// Calls that only old programs make.
#[cfg(target_arch = "x86_64")]
const OLDER: &[c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_mknod,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_uselib,
    libc::SYS_ustat,
    libc::SYS_sysfs,
];
