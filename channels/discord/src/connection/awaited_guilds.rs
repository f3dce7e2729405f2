//! The guilds whose events have not come yet: each is caught up on when it becomes available.

use std::{collections::HashMap, mem, time::Duration};

use tokio::time::Instant;

use crate::wire::Id;

/// How long the receive cursor waits for a new session's guild.
const GUILD_TIMEOUT: Duration = Duration::from_mins(1);
/// How long the receive cursor waits for a guild with an outage. The ids of stored messages are kept for at least two
/// days; a catch-up from an older point could store messages twice.
const OUTAGE_TIMEOUT: Duration = Duration::from_hours(24);

#[derive(Default)]
pub(super) struct AwaitedGuilds(HashMap<Id, Awaited>);

struct Awaited {
    /// Where the guild's catch-up starts.
    since: Id,
    /// When the guild began to be awaited.
    began: Instant,
    has_outage: bool,
}

impl AwaitedGuilds {
    /// Begins to wait for the guilds of a new session, which is caught up on from `since`. A guild that was awaited
    /// before is caught up on from its own, earlier point.
    pub(super) fn restart(&mut self, guilds: impl Iterator<Item = Id>, since: Id, now: Instant) {
        let mut before = mem::take(&mut self.0);
        for guild in guilds {
            let new = || Awaited { since, began: now, has_outage: false };
            self.0.insert(guild, before.remove(&guild).unwrap_or_else(new));
        }
    }

    /// Waits for a guild whose outage has been announced. Without this session's own point, its catch-up starts at
    /// `since`.
    pub(super) fn begin_outage(&mut self, guild: Id, since: Id, now: Instant) {
        let new = || Awaited { since, began: now, has_outage: true };
        self.0.entry(guild).or_insert_with(new).has_outage = true;
    }

    /// Waits for a guild no longer. Returns where its catch-up starts; `None` if it was not awaited.
    pub(super) fn remove(&mut self, guild: Id) -> Option<Id> {
        self.0.remove(&guild).map(|awaited| awaited.since)
    }

    /// Returns whether the receive cursor has to wait for a guild.
    pub(super) fn hold_cursor(&self, now: Instant) -> bool {
        self.0.values().any(|awaited| {
            let longest = if awaited.has_outage { OUTAGE_TIMEOUT } else { GUILD_TIMEOUT };
            now < awaited.began + longest
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: Id = Id(1);

    #[tokio::test]
    async fn the_cursor_waits_longer_for_a_guild_with_an_outage() {
        let (start, mut guilds) = (Instant::now(), AwaitedGuilds::default());
        let is_held =
            |guilds: &AwaitedGuilds, minutes| guilds.hold_cursor(start + Duration::from_mins(minutes));
        guilds.restart([HOME].into_iter(), Id(5), start);
        assert!(is_held(&guilds, 0) && !is_held(&guilds, 1));
        guilds.begin_outage(HOME, Id(9), start);
        assert!(is_held(&guilds, 1) && is_held(&guilds, 23 * 60) && !is_held(&guilds, 24 * 60));
        assert_eq!(guilds.remove(HOME), Some(Id(5)));
        assert!(!is_held(&guilds, 0));
    }

    #[tokio::test]
    async fn an_outage_keeps_its_starting_point_over_sessions() {
        let (start, mut guilds) = (Instant::now(), AwaitedGuilds::default());
        guilds.begin_outage(HOME, Id(5), start);
        guilds.restart([HOME, Id(2)].into_iter(), Id(9), start);
        assert_eq!(
            (guilds.remove(HOME), guilds.remove(Id(2)), guilds.remove(Id(3))),
            (Some(Id(5)), Some(Id(9)), None)
        );
        // The bot was removed from the guild while there was no connection.
        guilds.begin_outage(HOME, Id(5), start);
        guilds.restart([Id(2)].into_iter(), Id(9), start);
        assert_eq!(guilds.remove(HOME), None);
    }
}
