//! The registers with a system call's number, arguments and result.

use nix::{Result, libc, sys::ptrace, unistd::Pid};

/// The calls that remove a file. The path is the second argument of `unlinkat`, and the first of the other.
#[cfg(target_arch = "x86_64")]
pub const REMOVES: [i64; 2] = [libc::SYS_unlink, libc::SYS_unlinkat];
#[cfg(target_arch = "aarch64")]
pub const REMOVES: [i64; 1] = [libc::SYS_unlinkat];

/// A system call, as read from the registers.
#[derive(Clone, Copy)]
pub struct Registers {
    pub number: i64,
    pub arguments: [u64; 4],
    /// The result, valid once the call has returned; negative for an error.
    pub result: i64,
}

impl Registers {
    /// Returns the registers of a stopped thread.
    #[cfg(target_arch = "x86_64")]
    pub fn of(thread: Pid) -> Result<Self> {
        let registers = ptrace::getregs(thread)?;
        Ok(Self {
            number: registers.orig_rax.cast_signed(),
            arguments: [registers.rdi, registers.rsi, registers.rdx, registers.r10],
            result: registers.rax.cast_signed(),
        })
    }

    /// Returns the registers of a stopped thread.
    #[cfg(target_arch = "aarch64")]
    pub fn of(thread: Pid) -> Result<Self> {
        let registers = ptrace::getregs(thread)?.regs;
        Ok(Self {
            number: registers[8].cast_signed(),
            arguments: [registers[0], registers[1], registers[2], registers[3]],
            result: registers[0].cast_signed(),
        })
    }
}
