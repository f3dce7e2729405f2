//! What a chat's worker remembers of the sends in doubt: when each began, and how far the search for it has come.
//! Another process, or a later one, begins the search anew.

use std::{collections::HashMap, time::Instant};

use adjutant_channel::Examined;
use adjutant_store::outbox::Claim;

/// The sends in doubt of a chat, by outbox id.
#[derive(Default)]
pub(in crate::outbox) struct Doubts(HashMap<i64, Doubt>);

struct Doubt {
    claim: Claim,
    /// When the attempt began, by a clock that nobody sets; `None` if another worker began it.
    began: Option<Instant>,
    /// Whether the attempt could no longer take effect when the search began.
    is_settled: bool,
    examined: Vec<Examined>,
}

impl Doubts {
    /// Notes an attempt that began at `began` and has no known outcome.
    pub(in crate::outbox) fn begin(&mut self, claim: Claim, began: Instant) {
        let doubt = Doubt { claim, began: Some(began), is_settled: false, examined: Vec::new() };
        self.0.insert(claim.outbox_id, doubt);
    }

    /// Returns when an attempt began; `None` if another worker began it.
    pub(in crate::outbox) fn began(&self, claim: Claim) -> Option<Instant> {
        self.get(claim)?.began
    }

    /// Returns what the search for an attempt has examined. A search that begins once the attempt is settled examines
    /// everything anew, because the message may have arrived meanwhile.
    pub(in crate::outbox) fn examined(&self, claim: Claim, is_settled: bool) -> Vec<Examined> {
        let doubt = self.get(claim).filter(|doubt| doubt.is_settled == is_settled);
        doubt.map(|doubt| doubt.examined.clone()).unwrap_or_default()
    }

    /// Notes what the search for an attempt has examined so far.
    pub(in crate::outbox) fn note_examined(
        &mut self,
        claim: Claim,
        is_settled: bool,
        examined: Vec<Examined>,
    ) {
        let began = self.began(claim);
        self.0.insert(claim.outbox_id, Doubt { claim, began, is_settled, examined });
    }

    /// Forgets what the search for an attempt has examined: it has come to its end.
    pub(in crate::outbox) fn end_search(&mut self, claim: Claim) {
        if let Some(doubt) = self.0.get_mut(&claim.outbox_id) {
            doubt.examined.clear();
        }
    }

    fn get(&self, claim: Claim) -> Option<&Doubt> {
        self.0.get(&claim.outbox_id).filter(|doubt| doubt.claim == claim)
    }
}
