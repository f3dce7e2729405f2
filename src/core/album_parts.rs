//! Parts of albums in groups that came before the part with the caption, which alone tells whether an album is
//! addressed to the bot. They are kept in memory for a moment and stored nowhere. A part goes on only if the same
//! person has addressed its album.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adjutant_channel::{Event, Inbound};

/// How long a part is kept. The parts of an album arrive at once.
const KEPT_FOR: Duration = Duration::from_secs(10);
/// The most parts that are kept; further ones replace the oldest.
const MOST: usize = 100;

/// The parts, oldest first, each with the process's uptime when it arrived.
#[derive(Default)]
pub(crate) struct AlbumParts(Mutex<VecDeque<(Duration, Inbound)>>);

impl AlbumParts {
    /// Keeps a part. A transaction that runs again keeps it once.
    pub(crate) fn keep(&self, part: &Inbound, uptime: Duration) {
        self.with(uptime, |parts| {
            parts.retain(|(_, kept)| kept.external_id != part.external_id);
            let excess = (parts.len() + 1).saturating_sub(MOST);
            parts.drain(..excess);
            parts.push_back((uptime, part.clone()));
        });
    }

    /// Returns the parts of the same person's album that came before this one.
    pub(crate) fn before(&self, addressed: &Inbound, uptime: Duration) -> Vec<Inbound> {
        let is_of_album = |part: &Inbound| {
            part.chat == addressed.chat
                && part.sender.id == addressed.sender.id
                && album(part).is_some_and(|id| Some(id) == album(addressed))
        };
        self.with(uptime, |parts| {
            parts.iter().map(|(_, part)| part).filter(|part| is_of_album(part)).cloned().collect()
        })
    }

    fn with<T>(&self, uptime: Duration, work: impl FnOnce(&mut VecDeque<(Duration, Inbound)>) -> T) -> T {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        parts.retain(|(arrived, _)| uptime.saturating_sub(*arrived) < KEPT_FOR);
        work(&mut parts)
    }
}

fn album(part: &Inbound) -> Option<&str> {
    match &part.event {
        Event::Message { album, .. } => album.as_ref().map(|album| album.id.as_str()),
        _ => None,
    }
}
