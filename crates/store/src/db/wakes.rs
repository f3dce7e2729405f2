//! Where commits announce the work that they leave.

use std::sync::OnceLock;

use adjutant_domain::wake::Wake;

/// The wake-ups of committed transactions, on their way to whoever does the work.
///
/// They stay in the memory of this process, so another process hears none of them; a database on a server would carry
/// them to all (LISTEN and NOTIFY). A wake-up is a hint, and may be lost anywhere: the poll looks for the same work in
/// the rows, which alone are the truth.
#[derive(Default)]
pub struct Wakes {
    hearer: OnceLock<Box<dyn Fn(Wake) + Send + Sync>>,
}

impl Wakes {
    /// Hands each wake-up to `hearer` from now on. Only the first call takes effect.
    pub fn hear(&self, hearer: impl Fn(Wake) + Send + Sync + 'static) {
        // A second call is a wiring error that does not harm the data.
        let _ = self.hearer.set(Box::new(hearer));
    }

    /// Announces what a commit leaves to do. It is lost if nobody hears it.
    pub(super) fn announce(&self, wakes: Vec<Wake>) {
        if let Some(hearer) = self.hearer.get() {
            wakes.into_iter().for_each(hearer);
        }
    }
}
