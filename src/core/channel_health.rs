//! How the channels' connections are doing, as this process sees it.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use adjutant_channel::Channel;
use adjutant_domain::health::ChannelState;

use crate::texts;

/// How long an outage lasts before the owner is notified, in milliseconds.
const WORTH_TELLING: i64 = 5 * 60_000;
/// How long a connection holds before it counts as back, in milliseconds: one that comes and goes is one outage.
pub(crate) const STEADY: i64 = 60_000;

/// The connections of the channels that this process receives from.
#[derive(Default)]
pub(crate) struct ChannelHealth(Mutex<HashMap<&'static str, Connection>>);

impl ChannelHealth {
    /// Records that the channel's receiver starts.
    pub(crate) fn begins(&self, channel: &dyn Channel, now: i64) {
        let mut known = self.known();
        let connection = known.entry(channel.name()).or_default();
        connection.ended = None;
        connection.look(channel, now);
    }

    /// Records that the channel's receiver has ended and will be restarted.
    pub(crate) fn ended(&self, channel: &dyn Channel, why: String, now: i64) {
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
    pub(crate) fn state(&self, channel: &dyn Channel, now: i64) -> ChannelState {
        match self.known().get_mut(channel.name()) {
            Some(connection) => connection.look(channel, now),
            None => ChannelState::Elsewhere,
        }
    }

    pub(crate) fn news(&self, channel: &dyn Channel, now: i64) -> Option<News> {
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

/// One channel's connection. Times are in milliseconds since the epoch.
#[derive(Default)]
struct Connection {
    /// Why the receiver ended, until it starts again.
    ended: Option<String>,
    up_since: Option<i64>,
    /// Set until the connection has been steady.
    down_since: Option<i64>,
    told: Told,
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
    Down { since: i64, why: String },
    Back,
}

impl Connection {
    fn look(&mut self, channel: &dyn Channel, now: i64) -> ChannelState {
        let health = channel.health();
        let disconnected = || (!health.connected).then(|| texts::health::not_connected().to_owned());
        let problem = self.ended.clone().or(health.problem.clone()).or_else(disconnected);
        self.note(problem, now)
    }

    fn note(&mut self, problem: Option<String>, now: i64) -> ChannelState {
        let Some(why) = problem else {
            let since = *self.up_since.get_or_insert(now);
            self.down_since = self.down_since.filter(|_| now - since < STEADY);
            return ChannelState::Up { since };
        };
        self.up_since = None;
        ChannelState::Down { since: *self.down_since.get_or_insert(now), why }
    }

    /// Returns the notification due for a state, if it was not sent.
    fn news(&self, state: ChannelState, now: i64) -> Option<News> {
        match state {
            ChannelState::Down { since, why } if now - since >= WORTH_TELLING && self.told != Told::Down => {
                Some(News::Down { since, why })
            }
            ChannelState::Up { since } if now - since >= STEADY && self.told != Told::Back => {
                Some(News::Back)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000;
    const MINUTE: i64 = 60 * SECOND;

    fn down() -> Option<String> {
        Some("it rains".to_owned())
    }

    /// What a connection of this process is like, and what of it is news.
    fn noted(connection: &mut Connection, problem: Option<String>, now: i64) -> (ChannelState, Option<News>) {
        let state = connection.note(problem, now);
        (state.clone(), connection.news(state, now))
    }

    #[test]
    fn an_outage_is_news_after_five_minutes() {
        let mut connection = Connection { told: Told::Back, ..Connection::default() };
        let state = ChannelState::Down { since: 0, why: "it rains".to_owned() };
        assert_eq!(noted(&mut connection, down(), 0), (state.clone(), None));
        assert_eq!(noted(&mut connection, down(), 5 * MINUTE - 1), (state.clone(), None));
        let news = News::Down { since: 0, why: "it rains".to_owned() };
        assert_eq!(noted(&mut connection, down(), 5 * MINUTE), (state.clone(), Some(news)));
        connection.told = Told::Down;
        assert_eq!(noted(&mut connection, down(), 6 * MINUTE), (state, None));
    }

    #[test]
    fn a_connection_is_back_when_it_is_steady() {
        let mut connection = Connection { told: Told::Down, ..Connection::default() };
        noted(&mut connection, down(), 0);
        let up = ChannelState::Up { since: MINUTE };
        assert_eq!(noted(&mut connection, None, MINUTE), (up.clone(), None));
        assert_eq!(noted(&mut connection, None, MINUTE + STEADY), (up.clone(), Some(News::Back)));
        connection.told = Told::Back;
        assert_eq!(noted(&mut connection, None, 9 * MINUTE), (up, None));
        let again = noted(&mut connection, down(), 10 * MINUTE).0;
        assert_eq!(again, ChannelState::Down { since: 10 * MINUTE, why: "it rains".to_owned() });
    }

    #[test]
    fn a_connection_that_comes_and_goes_is_one_outage() {
        let mut connection = Connection { told: Told::Back, ..Connection::default() };
        for minute in 0..5 {
            assert_eq!(noted(&mut connection, down(), minute * MINUTE).1, None);
            assert_eq!(noted(&mut connection, None, minute * MINUTE + 30 * SECOND).1, None);
        }
        let news = noted(&mut connection, down(), 5 * MINUTE).1;
        assert_eq!(news, Some(News::Down { since: 0, why: "it rains".to_owned() }));
    }
}
