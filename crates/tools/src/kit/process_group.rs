//! Programs with all processes that they start.

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::Child;

/// A process group, which is killed when this value is dropped.
pub struct ProcessGroup(Pid);

impl ProcessGroup {
    /// Returns the group of a program that was started as its leader; `None` once the program has ended.
    pub fn of(program: &Child) -> Option<Self> {
        program.id().and_then(|id| Pid::from_raw(id.cast_signed())).map(Self)
    }

    /// Asks the processes to end.
    pub fn terminate(&self) {
        // The group may have ended by itself.
        let _ = kill_process_group(self.0, Signal::TERM);
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // The group may have ended by itself.
        let _ = kill_process_group(self.0, Signal::KILL);
    }
}
