//! Channel health as this process sees it: for `/status`, and to notify the owner of an outage through another
//! channel.
//!
//! The outbox tells whether the owner was notified, so that neither a restart nor another process notifies them
//! twice.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adjutant_channel::{Channel, ChatKind, ChatRef};
use anyhow::Result;

use crate::{
    access,
    core::Core,
    db::Tx,
    outbox::{self, Address},
    store::{outbox as rows, people},
    texts,
};

/// How often channel health is checked.
const WATCH_EVERY: Duration = Duration::from_secs(5);
/// How long an outage lasts before the owner is notified, in milliseconds.
const WORTH_TELLING: i64 = 5 * 60_000;
/// How long a connection holds before it counts as back, in milliseconds: one that comes and goes is one outage.
pub(crate) const STEADY: i64 = 60_000;

/// The state of a connection; times are in milliseconds since the epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Up {
        since: i64,
    },
    Down {
        since: i64,
        why: String,
    },
    /// Another process receives from the channel, and knows its state.
    Elsewhere,
}

/// The connections of the channels that this process receives from.
#[derive(Default)]
pub(crate) struct Connections(Mutex<HashMap<&'static str, Connection>>);

impl Connections {
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
    pub(crate) fn state(&self, channel: &dyn Channel, now: i64) -> State {
        match self.known().get_mut(channel.name()) {
            Some(connection) => connection.look(channel, now),
            None => State::Elsewhere,
        }
    }

    fn news(&self, channel: &dyn Channel, now: i64) -> Option<News> {
        let mut known = self.known();
        let connection = known.get_mut(channel.name())?;
        let state = connection.look(channel, now);
        connection.news(state, now)
    }

    fn told(&self, channel: &dyn Channel, told: Told) {
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
enum Told {
    /// Unknown: an earlier process may have sent one.
    #[default]
    Unknown,
    Down,
    Back,
}

/// The notification that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
enum News {
    Down { since: i64, why: String },
    Back,
}

impl Connection {
    fn look(&mut self, channel: &dyn Channel, now: i64) -> State {
        let health = channel.health();
        let disconnected = || (!health.connected).then(|| texts::health::not_connected().to_owned());
        let problem = self.ended.clone().or(health.problem.clone()).or_else(disconnected);
        self.note(problem, now)
    }

    fn note(&mut self, problem: Option<String>, now: i64) -> State {
        let Some(why) = problem else {
            let since = *self.up_since.get_or_insert(now);
            self.down_since = self.down_since.filter(|_| now - since < STEADY);
            return State::Up { since };
        };
        self.up_since = None;
        State::Down { since: *self.down_since.get_or_insert(now), why }
    }

    /// Returns the notification due for a state, if it was not sent.
    fn news(&self, state: State, now: i64) -> Option<News> {
        match state {
            State::Down { since, why } if now - since >= WORTH_TELLING && self.told != Told::Down => {
                Some(News::Down { since, why })
            }
            State::Up { since } if now - since >= STEADY && self.told != Told::Back => Some(News::Back),
            _ => None,
        }
    }
}

/// Checks channel health until shutdown.
pub(crate) async fn watch(core: Arc<Core>) {
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(WATCH_EVERY) => {}
        }
        for channel in core.channels.all() {
            if let Err(error) = look(&core, channel.as_ref()).await {
                let (channel, error) = (channel.name(), format!("{error:#}"));
                tracing::error!(channel, error, "cannot notify the owner of channel health");
            }
        }
    }
}

async fn look(core: &Arc<Core>, channel: &dyn Channel) -> Result<()> {
    let (name, now) = (channel.name(), core.clock.millis());
    let Some(news) = core.connections.news(channel, now) else { return Ok(()) };
    let told = if news == News::Back { Told::Back } else { Told::Down };
    let teller = core.clone();
    if core.db.write(async move |tx| tell(tx, &teller, name, news, now).await).await? {
        core.connections.told(channel, told);
    }
    Ok(())
}

/// Notifies the owner, once of each outage and once of its end. Returns false if no other channel can reach them.
async fn tell(tx: &Tx, core: &Core, channel: &str, news: News, now: i64) -> Result<bool> {
    let open = rows::last_of(tx, &format!("outage-{channel}-"), DOWN).await?;
    match (news, open) {
        (News::Down { since, why }, None) => {
            let Some(chat) = another_way(tx, core, channel, now).await? else { return Ok(false) };
            let (source, to) = (format!("outage-{channel}-{since}"), Address::new(chat, ChatKind::Direct));
            let said = texts::health::down(channel, now - since, &why);
            outbox::say(tx, &core.channels, (&source, DOWN), &to, &said, now).await?;
        }
        (News::Back, Some(row)) => {
            let since = row.source.rsplit('-').next().and_then(|since| since.parse().ok());
            let said = texts::health::back(channel, now - since.unwrap_or(row.created_at));
            let to = Address::new(row.chat(), ChatKind::Direct);
            outbox::say(tx, &core.channels, (&row.source, BACK), &to, &said, now).await?;
        }
        (News::Down { .. }, Some(_)) | (News::Back, None) => {}
    }
    Ok(true)
}

/// The outbox segments of an outage's notifications.
const DOWN: i64 = 0;
const BACK: i64 = 1;

/// Returns a direct chat of the owner on another channel that is not known to be down.
async fn another_way(tx: &Tx, core: &Core, channel: &str, now: i64) -> Result<Option<ChatRef>> {
    let owner = people::owner(tx).await?;
    let chats = people::direct_chats(tx, &owner.user_id, channel, &access::listed(&core.config)).await?;
    let works = |chat: &ChatRef| {
        let other = core.channels.get(&chat.channel);
        other.is_ok_and(|other| !matches!(core.connections.state(other.as_ref(), now), State::Down { .. }))
    };
    Ok(chats.into_iter().find(|chat| chat.channel != channel && works(chat)))
}

#[cfg(test)]
mod tests;
