//! The wake-ups by which commits announce the work that they leave.

use std::sync::OnceLock;

use adjutant_domain::wake::Wake;

/// Passes the wake-ups of committed transactions to the workers of this process.
///
/// Other processes do not receive them; a database server could carry them to all (LISTEN and NOTIFY). A wake-up is a
/// hint, and may be lost anywhere: polling finds the same work in the rows, which alone are the truth.
#[derive(Default)]
pub struct Wakes {
    hearer: OnceLock<Box<dyn Fn(Wake) + Send + Sync>>,
}

impl Wakes {
    /// Passes each wake-up to `hearer` from now on. Only the first call takes effect.
    pub fn hear(&self, hearer: impl Fn(Wake) + Send + Sync + 'static) {
        // A second call is a wiring error that does not harm the data.
        let _ = self.hearer.set(Box::new(hearer));
    }

    /// Announces the work that a commit leaves. Without a hearer, the wake-ups are lost.
    pub(super) fn announce(&self, wakes: Vec<Wake>) {
        if let Some(hearer) = self.hearer.get() {
            wakes.into_iter().for_each(hearer);
        }
    }
}
