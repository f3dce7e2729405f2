//! The wake-ups of the loops of which a process runs one each.

use tokio::sync::{Notify, watch};

/// The notifiers for which these loops wait; [`Core::wake`](super::Core::wake) notifies them.
#[derive(Debug, Default)]
pub(crate) struct Wakeups {
    pub(crate) schedules: Notify,
    pub(crate) index_queue: Notify,
    pub(crate) privacy: Notify,
    /// Wakes the worker that speaks answers.
    pub(crate) voice_answers: Notify,
    /// Changes when a call of an MCP client makes progress.
    pub(crate) client_calls: watch::Sender<()>,
}
