//! The state of the gateway: channels, models, waiting work, the next due times, today's usage, and faults.

use std::time::Duration;

use adjutant_domain::{budget::Measure, health::ChannelState, ids::UserId, timestamp::Timestamp};
use adjutant_provider::{chain::KeyState, models::Key};
use adjutant_store::{
    approvals,
    db::{Tx, space::Space},
    inbox, outbox,
    people::{self, Role, User},
    schedules::{self, Filter},
    sessions, usage,
};
use adjutant_texts::console as texts;
use anyhow::Result;
use serde::Serialize;

use super::schedules::stands_still_since;
use crate::{chat::models::label_of, core::Core, daily_budget, health::Disk};

/// The most due times that are shown.
const NEXT: i64 = 5;
/// The most sessions that are counted.
const SESSIONS: i64 = 1_000;
/// How far back dead letters are counted.
const WEEK: Duration = Duration::from_hours(7 * 24);
/// The most dead letters that are counted.
const DEAD: i64 = 100;

#[derive(Debug, Serialize)]
pub(super) struct Overview {
    name: String,
    is_owner: bool,
    version: &'static str,
    started_at: Timestamp,
    /// The viewer's time zone.
    zone: String,
    channels: Vec<Channel>,
    /// The answering models, the first one first.
    models: Vec<Model>,
    /// Sessions with waiting messages or a running turn. For the owner, this and the next two numbers are everybody's.
    sessions: Option<usize>,
    /// Messages that wait for delivery.
    undelivered: Option<i64>,
    approvals: i64,
    next: Vec<Due>,
    today: Vec<Limited>,
    /// This and the next field are only for the owner.
    database_bytes: Option<u64>,
    disk: Option<Left>,
    faults: Vec<Fault>,
    /// How many people wait to be admitted; for the owner.
    knocking: Option<i64>,
}

#[derive(Debug, Serialize)]
struct Channel {
    /// The name of the channel's settings.
    #[serde(skip)]
    section: &'static str,
    name: String,
    /// `up`, `down` or `elsewhere`.
    state: &'static str,
    since: Option<Timestamp>,
    /// This and the following fields are only for the owner: a server's answer or the last event may be about other
    /// people.
    why: Option<String>,
    last_event: Option<Timestamp>,
    /// How long the last event took to arrive, in milliseconds.
    lag_ms: Option<u128>,
}

#[derive(Debug, Serialize)]
struct Model {
    label: String,
    /// Whether its provider refuses its key.
    is_refused: bool,
}

#[derive(Debug, Serialize)]
struct Due {
    id: String,
    name: String,
    at: Timestamp,
}

/// A person's usage today in one measure: model calls, milliseconds, tokens or millionths of a dollar.
#[derive(Debug, Serialize)]
pub(super) struct Limited {
    measure: &'static str,
    used: i64,
    limit: Option<i64>,
}

/// The free space on the disk of the database.
#[derive(Debug, Serialize)]
struct Left {
    /// Rounded to two digits: other programs write too, and each change is sent to the open pages.
    free_bytes: u64,
    is_nearly_full: bool,
}

/// A fault that needs the owner, and the setting that fixes it.
#[derive(Debug, Serialize)]
struct Fault {
    text: String,
    setting: Option<String>,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Overview> {
    let (now, is_owner) = (core.clock.timestamp(), viewer.role == Role::Owner);
    let mut channels = channels(tx, core, now).await?;
    let models = models(core);
    let faults = if is_owner { faults(tx, core, (&channels, &models), now).await? } else { Vec::new() };
    let (sessions, undelivered, database_bytes, disk) = match is_owner {
        true => (
            Some(sessions::with_work(tx, SESSIONS).await?.len()),
            Some(outbox::count_open(tx).await?),
            Some(Space::of(tx).await?.bytes()),
            Disk::of(core.db.path()).map(left),
        ),
        false => {
            for channel in &mut channels {
                (channel.why, channel.last_event, channel.lag_ms) = (None, None, None);
            }
            (None, None, None, None)
        }
    };
    let knocking = if is_owner { Some(people::count_knocking(tx).await?) } else { None };
    Ok(Overview {
        name: viewer.name.clone(),
        is_owner,
        version: env!("CARGO_PKG_VERSION"),
        started_at: core.started_at,
        zone: viewer.zone(core.zone).name().to_owned(),
        channels,
        models,
        sessions,
        undelivered,
        approvals: approvals::count_pending(tx, &viewer.user_id).await?,
        next: next(tx, viewer).await?,
        today: today(tx, core, &viewer.user_id).await?,
        database_bytes,
        disk,
        faults,
        knocking,
    })
}

async fn channels(tx: &Tx, core: &Core, now: Timestamp) -> Result<Vec<Channel>> {
    let mut found = Vec::new();
    for channel in core.channels.all() {
        let last = inbox::last_event(tx, channel.name()).await?;
        let (state, since, why) = match core.channel_health.state(channel.as_ref(), now) {
            ChannelState::Up { since } => ("up", Some(since), None),
            ChannelState::Down { since, why } => ("down", Some(since), Some(texts::problem(&why))),
            ChannelState::Elsewhere => ("elsewhere", None, None),
        };
        found.push(Channel {
            section: channel.name(),
            name: texts::platform(channel.name()).to_owned(),
            state,
            since,
            why,
            last_event: last.map(|last| last.received_at),
            lag_ms: last.map(|last| last.received_at.since(last.sent_at).as_millis()),
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn models(core: &Core) -> Vec<Model> {
    let refused = |label: &str| {
        let refused = |key: Key<'_>| key.label == label && key.state == KeyState::Refused;
        core.models.keys().any(refused)
    };
    let config = &core.config;
    let named = config.model.fallbacks.iter().map(|name| Some(name.as_str()));
    let labels = [None].into_iter().chain(named).map(|name| label_of(core, name));
    labels.map(|label| Model { is_refused: refused(&label), label }).collect()
}

fn left(disk: Disk) -> Left {
    let step = 10_u64.pow(disk.free.max(1).ilog10().saturating_sub(1));
    Left { free_bytes: disk.free / step * step, is_nearly_full: disk.is_nearly_full() }
}

/// Returns the next due times of the viewer's own schedules.
async fn next(tx: &Tx, viewer: &User) -> Result<Vec<Due>> {
    let active = Filter { status: Some("active".to_owned()), ..Filter::default() };
    let (found, _) = schedules::search(tx, &viewer.user_id, &active, NEXT, 0).await?;
    let due = found.into_iter().filter_map(|schedule| {
        let at = schedule.next_at()?;
        Some(Due { id: schedule.schedule_id.0, name: schedule.name, at })
    });
    Ok(due.collect())
}

/// Returns a person's usage of their daily budget.
pub(super) async fn today(tx: &Tx, core: &Core, user: &UserId) -> Result<Vec<Limited>> {
    let used = usage::sums(tx, user, 1, core.clock.now()).await?.spent();
    let limits = daily_budget::of(core);
    let limited = |measure| {
        let (measure, used, limit) = match measure {
            Measure::Steps => ("steps", used.steps, limits.steps),
            Measure::Time => ("time", used.millis, limits.millis),
            Measure::Tokens => ("tokens", used.input_tokens + used.output_tokens, limits.tokens),
            Measure::Cost => ("cost", used.cost_micros, limits.cost_micros),
        };
        Limited { measure, used, limit }
    };
    Ok(Measure::ALL.into_iter().map(limited).collect())
}

async fn faults(
    tx: &Tx,
    core: &Core,
    (channels, models): (&[Channel], &[Model]),
    now: Timestamp,
) -> Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let mut add = |text: String, setting: Option<String>| faults.push(Fault { text, setting });
    for channel in channels.iter().filter(|channel| channel.state == "down") {
        let section = format!("channels.{}", channel.section);
        add(texts::channel_down(&channel.name, channel.why.as_deref().unwrap_or_default()), Some(section));
    }
    for model in models.iter().filter(|model| model.is_refused) {
        add(texts::key_refused(&model.label), Some("model.api_key".to_owned()));
    }
    if !core.config.has_model() {
        add(texts::no_model().to_owned(), Some("model.provider".to_owned()));
    }
    if let Some(doubt) = core.trust.doubt() {
        add(texts::clock(&doubt), None);
    }
    if let Some(since) = stands_still_since(tx, now).await? {
        add(texts::timetable_late(now.since(since)), None);
    }
    let dead = outbox::newest_dead_letters(tx, now - WEEK, DEAD).await?.len();
    if dead > 0 {
        add(texts::dead_letters(dead, dead == DEAD as usize), None);
    }
    for warning in &core.config.warnings {
        add(warning.clone(), None);
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_on_a_disk_is_told_in_two_digits() {
        for (free, told) in [(34_999_999_999, 34_000_000_000), (1_299, 1_200), (57, 57), (7, 7), (0, 0)] {
            assert_eq!(left(Disk { size: 100_000_000_000, free }).free_bytes, told);
        }
        assert!(!left(Disk { size: 100_000_000_000, free: 34_999_999_999 }).is_nearly_full);
        assert!(left(Disk { size: 100_000_000_000, free: 1_999_999_999 }).is_nearly_full);
    }
}
