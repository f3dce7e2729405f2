//! The commands and presses that are not acknowledged yet. Their answers must wait.

use std::{collections::HashSet, time::Duration};

use tokio::{sync::watch, time::timeout};

use crate::wire::Id;

/// How long an answer waits at most. After this time, Discord accepts no acknowledgement.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

/// The commands of this process that wait for their acknowledgement. Cheap to clone; clones share one set.
#[derive(Clone, Default)]
pub(crate) struct Unacknowledged(watch::Sender<HashSet<Id>>);

/// Marks a command as not acknowledged, until this value is dropped.
pub(crate) struct Waits<'a> {
    all: &'a Unacknowledged,
    command: Id,
}

impl Unacknowledged {
    pub(crate) fn insert(&self, command: Id) -> Waits<'_> {
        self.0.send_modify(|waiting| {
            waiting.insert(command);
        });
        Waits { all: self, command }
    }

    /// Waits until a command is acknowledged, or its time for that is over.
    pub(crate) async fn settled(&self, command: Id) {
        let mut waiting = self.0.subscribe();
        let settled = waiting.wait_for(|waiting| !waiting.contains(&command));
        let _ = timeout(LONGEST_WAIT, settled).await;
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.all.0.send_modify(|waiting| {
            waiting.remove(&self.command);
        });
    }
}
