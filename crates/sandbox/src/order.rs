//! The gateway's order to the child; it precedes the child's input.

use std::{io, path::PathBuf};

use serde::{Deserialize, Serialize};

/// The largest order, in bytes.
const MOST: usize = 64 * 1024;

/// The child's task, and its limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    pub task: Task,
    pub limits: Limits,
}

/// The child's task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Task {
    /// Calls a function of the program by its name. The function reads its input, computes, and writes its answer. It
    /// opens no files, starts no processes and has no network.
    Compute {
        name: String,
        /// Whether the work is done without Landlock or seccomp if the kernel lacks them. The child still has its
        /// limits, no environment and no files, and cannot open any.
        may_lack: bool,
    },
    /// Runs a command with `/bin/sh`.
    Shell {
        command: String,
        /// The working directory.
        folder: PathBuf,
        /// The whole environment.
        environment: Vec<(String, String)>,
        files: Files,
        /// Whether the command may open connections.
        network: bool,
    },
}

/// The files that a command can reach.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Files {
    /// Folders that the command may change.
    pub own: Vec<PathBuf>,
    /// Files and folders that the command may read and execute; those that do not exist are left out.
    pub readable: Vec<PathBuf>,
    /// Devices that the command may read and write; those that do not exist are left out.
    pub devices: Vec<PathBuf>,
    /// The only files that the command may execute, besides the shell and the program loaders; `None`: all that it may
    /// read.
    pub programs: Option<Vec<PathBuf>>,
}

/// The limits of the child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory. For [`Task::Compute`], beyond the program's own size; for [`Task::Shell`], both for each
    /// process and for all of them together.
    pub memory: u64,
    /// Seconds of processor time of one process.
    pub cpu: u64,
    /// Processes and threads of a [`Task::Shell`].
    pub processes: u64,
    /// The largest file that the child may write, in bytes.
    pub file: u64,
    /// Open files of one process.
    pub open_files: u64,
}

impl Limits {
    /// Returns the smaller value of each limit in `self` and `those`.
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
    /// Returns the order as it is sent: its length, then its JSON.
    pub(crate) fn encode(&self) -> io::Result<Vec<u8>> {
        let order = serde_json::to_vec(self)?;
        let length = u32::try_from(order.len()).ok().filter(|_| order.len() <= MOST);
        let length = length.ok_or_else(|| io::Error::other("the order is too long"))?;
        Ok([length.to_le_bytes().as_slice(), &order].concat())
    }

    /// Reads an order, and no byte beyond it.
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
