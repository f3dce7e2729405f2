//! Rehearsals: each write first runs once and is rolled back, so that tests notice work that cannot run twice.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Db;

/// Whether writes are rehearsed. Only tests switch it on.
#[derive(Debug, Default)]
pub(super) struct Rehearsal(AtomicBool);

impl Rehearsal {
    pub(super) fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Db {
    /// Switches the rehearsal of all writes on or off.
    pub fn rehearse_writes(&self, does: bool) {
        self.rehearsal.0.store(does, Ordering::Relaxed);
    }

    /// Rehearses each write from now on if the environment asks for it with `ADJUTANT_TEST_RERUN`.
    #[cfg(any(test, feature = "testing"))]
    pub fn rehearse_if_asked(&self) {
        if std::env::var_os("ADJUTANT_TEST_RERUN").is_some() {
            self.rehearse_writes(true);
        }
    }
}
