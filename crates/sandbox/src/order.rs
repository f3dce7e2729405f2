//! What the gateway asks of the child; it comes in front of the child's input.

use std::{io, path::PathBuf};

use serde::{Deserialize, Serialize};

/// The most bytes of an order.
const MOST: usize = 64 * 1024;

/// What the child does, and within which limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    pub task: Task,
    pub limits: Limits,
}

/// What the child does.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Calls a function of the program, by its name. It reads its input, computes, and writes its answer: it opens no file,
    /// starts no process and knows no network.
    Compute {
        name: String,
        /// Whether it is done in a jail without Landlock or seccomp where the kernel has none. It has its limits, no
        /// environment and no files then, and can open none.
        may_lack: bool,
    },
    /// Runs a command with `/bin/sh`.
    Shell {
        command: String,
        /// Where it begins.
        folder: PathBuf,
        /// All of its environment.
        environment: Vec<(String, String)>,
        files: Files,
        /// Whether it may open connections.
        network: bool,
    },
}

/// The files that a command can reach.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Files {
    /// Folders that are the command's to change.
    pub own: Vec<PathBuf>,
    /// Files and folders that it may read and execute; those that do not exist are left out.
    pub readable: Vec<PathBuf>,
    /// Devices that it may read and write; those that do not exist are left out.
    pub devices: Vec<PathBuf>,
    /// The only files that it may execute, besides the shell and what loads programs; `None`: all that it may read.
    pub programs: Option<Vec<PathBuf>>,
}

/// What the child may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory. For [`Task::Compute`] beyond what the program itself takes; for [`Task::Shell`] of each process, and of
    /// all of them together.
    pub memory: u64,
    /// Seconds of processor time of one process.
    pub cpu: u64,
    /// Processes and threads; those of [`Task::Shell`].
    pub processes: u64,
    /// Bytes of a file that it writes.
    pub file: u64,
    /// Open files of one process.
    pub open_files: u64,
}

impl Limits {
    /// Returns these limits, where none is above those.
    pub(crate) fn at_most(self, those: Self) -> Self {
        Self {
            memory: self.memory.min(those.memory),
            cpu: self.cpu.min(those.cpu),
            processes: self.processes.min(those.processes),
            file: self.file.min(those.file),
            open_files: self.open_files.min(those.open_files),
        }
    }
}

impl Order {
    /// Returns the order as it is sent: its length, then itself.
    pub(crate) fn encode(&self) -> io::Result<Vec<u8>> {
        let order = serde_json::to_vec(self)?;
        let length = u32::try_from(order.len()).ok().filter(|_| order.len() <= MOST);
        let length = length.ok_or_else(|| io::Error::other("the order is too long"))?;
        Ok([length.to_le_bytes().as_slice(), &order].concat())
    }

    /// Reads an order, and not a byte of what follows it.
    pub(crate) fn read_from(mut source: impl io::Read) -> io::Result<Self> {
        let mut length = [0; 4];
        source.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > MOST {
            return Err(io::Error::other("the order is too long"));
        }
        let mut order = vec![0; length];
        source.read_exact(&mut order)?;
        Ok(serde_json::from_slice(&order)?)
    }
}
