//! The state of the channels' connections, as this process sees it.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adjutant_channel::Channel;
use adjutant_domain::{health::ChannelState, timestamp::Timestamp};
use adjutant_texts as texts;

/// How long an outage lasts before the owner is notified.
const WORTH_TELLING: Duration = Duration::from_mins(5);
/// How long a connection must hold to count as back: a flapping connection is one outage.
pub(crate) const STEADY: Duration = Duration::from_mins(1);

/// The connections of the channels that this process receives from.
#[derive(Default)]
pub(crate) struct ChannelHealth(Mutex<HashMap<&'static str, Connection>>);

impl ChannelHealth {
    /// Records that the channel's receiver starts.
    pub(crate) fn begins(&self, channel: &dyn Channel, now: Timestamp) {
        let mut known = self.known();
        let connection = known.entry(channel.name()).or_default();
        connection.ended = None;
        connection.look(channel, now);
    }

    /// Records that the channel's receiver has ended and will be restarted.
    pub(crate) fn ended(&self, channel: &dyn Channel, why: String, now: Timestamp) {
        if let Some(connection) = self.known().get_mut(channel.name()) {
            connection.ended = Some(why);
            connection.look(channel, now);
        }
    }

    /// Records that another process receives from the channel from now on.
    pub(crate) fn given_up(&self, channel: &'static str) {
        self.known().remove(channel);
    }

    /// Returns the present state of the channel's connection.
    pub(crate) fn state(&self, channel: &dyn Channel, now: Timestamp) -> ChannelState {
        match self.known().get_mut(channel.name()) {
            Some(connection) => connection.look(channel, now),
            None => ChannelState::Elsewhere,
        }
    }

    /// Returns the state of the connection for the health checks; `None` if another process receives.
    pub(crate) fn outlook(&self, channel: &dyn Channel, now: Timestamp) -> Option<Outlook> {
        let mut known = self.known();
        let connection = known.get_mut(channel.name())?;
        let state = connection.look(channel, now);
        let (health, has_ended) = (channel.health(), connection.ended.is_some());
        let since_progress = health.last_progress.map(|at| now.since(at.into()));
        Some(Outlook {
            down_for: match state {
                ChannelState::Down { since, .. } => Some(now.since(since)),
                ChannelState::Up { .. } | ChannelState::Elsewhere => None,
            },
            was_up: connection.was_up,
            has_failed: has_ended || health.problem.is_some(),
            is_silent: health
                .longest_silence
                .zip(since_progress)
                .is_some_and(|(longest, since)| since > longest),
        })
    }

    pub(crate) fn news(&self, channel: &dyn Channel, now: Timestamp) -> Option<News> {
        let mut known = self.known();
        let connection = known.get_mut(channel.name())?;
        let state = connection.look(channel, now);
        connection.news(state, now)
    }

    pub(crate) fn told(&self, channel: &dyn Channel, told: Told) {
        if let Some(connection) = self.known().get_mut(channel.name()) {
            connection.told = told;
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<&'static str, Connection>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One channel's connection.
#[derive(Default)]
struct Connection {
    /// Why the receiver ended, until it starts again.
    ended: Option<String>,
    up_since: Option<Timestamp>,
    /// Whether the connection was ever up.
    was_up: bool,
    /// Set until the connection has been steady.
    down_since: Option<Timestamp>,
    told: Told,
}

/// The state of a connection, for the health checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// How long the connection has been down; `None` if it is up.
    pub(crate) down_for: Option<Duration>,
    /// Whether the connection was ever up in this process.
    pub(crate) was_up: bool,
    /// Whether an attempt has failed since the connection was last up.
    pub(crate) has_failed: bool,
    /// Whether the connection counts as up but has been silent for longer than a working one ever is.
    pub(crate) is_silent: bool,
}

/// The last notification to the owner.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Told {
    /// Unknown: an earlier process may have sent one.
    #[default]
    Unknown,
    Down,
    Back,
}

/// The notification that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum News {
    Down { since: Timestamp, why: String },
    Back,
}

impl Connection {
    fn look(&mut self, channel: &dyn Channel, now: Timestamp) -> ChannelState {
        let health = channel.health();
        let disconnected = || (!health.connected).then(|| texts::health::not_connected().to_owned());
        let problem = self.ended.clone().or(health.problem.clone()).or_else(disconnected);
        self.note(problem, now)
    }

    fn note(&mut self, problem: Option<String>, now: Timestamp) -> ChannelState {
        let Some(why) = problem else {
            let since = *self.up_since.get_or_insert(now);
            self.was_up = true;
            self.down_since = self.down_since.filter(|_| now.since(since) < STEADY);
            return ChannelState::Up { since };
        };
        self.up_since = None;
        ChannelState::Down { since: *self.down_since.get_or_insert(now), why }
    }

    /// Returns the notification due for a state, unless it was sent already.
    fn news(&self, state: ChannelState, now: Timestamp) -> Option<News> {
        match state {
            ChannelState::Down { since, why }
                if now.since(since) >= WORTH_TELLING && self.told != Told::Down =>
            {
                Some(News::Down { since, why })
            }
            ChannelState::Up { since } if now.since(since) >= STEADY && self.told != Told::Back => {
                Some(News::Back)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::EPOCH;
    const SECOND: Duration = Duration::from_secs(1);
    const MINUTE: Duration = Duration::from_mins(1);

    fn down() -> Option<String> {
        Some("it rains".to_owned())
    }

    /// The connection's state after a look, and the notification that is due.
    fn noted(
        connection: &mut Connection,
        problem: Option<String>,
        now: Timestamp,
    ) -> (ChannelState, Option<News>) {
        let state = connection.note(problem, now);
        (state.clone(), connection.news(state, now))
    }

    #[test]
    fn an_outage_is_news_after_five_minutes() {
        let mut connection = Connection { told: Told::Back, ..Connection::default() };
        let state = ChannelState::Down { since: START, why: "it rains".to_owned() };
        assert_eq!(noted(&mut connection, down(), START), (state.clone(), None));
        assert_eq!(
            noted(&mut connection, down(), START + 5 * MINUTE - Duration::from_millis(1)),
            (state.clone(), None)
        );
        let news = News::Down { since: START, why: "it rains".to_owned() };
        assert_eq!(noted(&mut connection, down(), START + 5 * MINUTE), (state.clone(), Some(news)));
        connection.told = Told::Down;
        assert_eq!(noted(&mut connection, down(), START + 6 * MINUTE), (state, None));
    }

    #[test]
    fn a_connection_is_back_when_it_is_steady() {
        let mut connection = Connection { told: Told::Down, ..Connection::default() };
        noted(&mut connection, down(), START);
        let up = ChannelState::Up { since: START + MINUTE };
        assert_eq!(noted(&mut connection, None, START + MINUTE), (up.clone(), None));
        assert_eq!(noted(&mut connection, None, START + MINUTE + STEADY), (up.clone(), Some(News::Back)));
        connection.told = Told::Back;
        assert_eq!(noted(&mut connection, None, START + 9 * MINUTE), (up, None));
        let again = noted(&mut connection, down(), START + 10 * MINUTE).0;
        assert_eq!(again, ChannelState::Down { since: START + 10 * MINUTE, why: "it rains".to_owned() });
    }

    #[test]
    fn a_connection_that_comes_and_goes_is_one_outage() {
        let mut connection = Connection { told: Told::Back, ..Connection::default() };
        for minute in 0..5_u32 {
            assert_eq!(noted(&mut connection, down(), START + minute * MINUTE).1, None);
            assert_eq!(noted(&mut connection, None, START + minute * MINUTE + 30 * SECOND).1, None);
        }
        let news = noted(&mut connection, down(), START + 5 * MINUTE).1;
        assert_eq!(news, Some(News::Down { since: START, why: "it rains".to_owned() }));
    }
}
