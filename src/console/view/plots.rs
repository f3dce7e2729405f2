//! The last 24 hours by quarters of an hour: messages, answer times and costs. For the owner they are everybody's, with
//! figures about deliveries, schedules and platforms.

use std::{collections::BTreeMap, time::Duration};

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    people::{self, Role, User},
    timeline::{self, Amount, Ended, Times},
};
use anyhow::Result;
use serde::Serialize;

use crate::core::{Core, history::Sample};

/// The length of a stretch.
const STRETCH: Duration = Duration::from_mins(15);
/// The number of stretches, including the present one.
const STRETCHES: i64 = 96;

/// Each list has a value for each stretch, oldest first.
#[derive(Debug, Serialize)]
pub(super) struct Plots {
    /// When the first stretch began.
    since: Timestamp,
    stretch_ms: i64,
    messages: Vec<i64>,
    /// The median duration of answers; `None` if none ended. Answers that waited for a decision are not counted.
    half_ms: Vec<Option<i64>>,
    /// The 95th percentile of the same.
    most_ms: Vec<Option<i64>>,
    cost_micros: Vec<i64>,
    /// Only for the owner.
    operation: Option<Operation>,
}

#[derive(Debug, Serialize)]
struct Operation {
    /// The greatest delay of a run after its due time; `None` if no run began.
    lateness_ms: Vec<Option<i64>>,
    /// The time of the first sample for the following figures.
    sampled_since: Option<Timestamp>,
    /// The greatest age of a message that waited for delivery; `None` if no sample was taken.
    queue_age_ms: Vec<Option<i64>>,
    /// Messages for which a platform asked to wait.
    rate_limited: Vec<Option<i64>>,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Plots> {
    let is_owner = viewer.role == Role::Owner;
    let people = if is_owner { None } else { Some(people::members(tx, &viewer.user_id).await?) };
    let people = people.as_deref();
    let times = until(core.clock.timestamp());
    let first = times.stretch_of(times.from);
    let ended = timeline::turns(tx, people, times).await?;
    let took = percentiles(&ended, times);
    Ok(Plots {
        since: times.from,
        stretch_ms: times.millis(),
        messages: totals(first, messages(tx, core, people, times).await?),
        half_ms: each(|stretch| took.get(&(first + stretch)).map(|took| took.0)),
        most_ms: each(|stretch| took.get(&(first + stretch)).map(|took| took.1)),
        cost_micros: totals(
            first,
            ended.iter().map(|turn| amount(turn.finished_at, turn.cost_micros, times)),
        ),
        operation: if is_owner { Some(operation(tx, core, times).await?) } else { None },
    })
}

/// Returns the stretches that end with the present one.
fn until(now: Timestamp) -> Times {
    let mut times = Times { from: now, to: now, stretch: STRETCH };
    times.from = Timestamp::from_millis((times.stretch_of(now) - (STRETCHES - 1)) * times.millis());
    times
}

async fn messages(tx: &Tx, core: &Core, people: Option<&[UserId]>, times: Times) -> Result<Vec<Amount>> {
    let mut all = Vec::new();
    for channel in core.channels.all() {
        all.extend(timeline::messages(tx, channel.name(), people, times).await?);
    }
    Ok(all)
}

async fn operation(tx: &Tx, core: &Core, times: Times) -> Result<Operation> {
    let (first, samples) = (times.stretch_of(times.from), core.history.samples());
    let sampled = |value: fn(&Sample) -> i64, join: fn(i64, i64) -> i64| {
        let amounts = samples.iter().map(|sample| amount(sample.at, value(sample), times));
        joined(first, amounts, join)
    };
    Ok(Operation {
        lateness_ms: joined(first, timeline::lateness(tx, times).await?, i64::max),
        sampled_since: samples.first().map(|sample| sample.at),
        queue_age_ms: sampled(|sample| sample.queue_age.as_millis() as i64, i64::max),
        rate_limited: sampled(|sample| sample.rate_limited.into(), |a, b| a + b),
    })
}

fn amount(at: Timestamp, amount: i64, times: Times) -> Amount {
    Amount { stretch: times.stretch_of(at), amount }
}

fn each<T>(value: impl FnMut(i64) -> T) -> Vec<T> {
    (0..STRETCHES).map(value).collect()
}

/// Returns the joined amounts of each stretch; `None` where there are none.
fn joined(
    first: i64,
    amounts: impl IntoIterator<Item = Amount>,
    join: fn(i64, i64) -> i64,
) -> Vec<Option<i64>> {
    let mut found = BTreeMap::new();
    for Amount { stretch, amount } in amounts {
        found.entry(stretch).and_modify(|before| *before = join(*before, amount)).or_insert(amount);
    }
    each(|stretch| found.get(&(first + stretch)).copied())
}

fn totals(first: i64, amounts: impl IntoIterator<Item = Amount>) -> Vec<i64> {
    joined(first, amounts, |a, b| a + b).into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns the median and the 95th percentile of each stretch's turn durations.
fn percentiles(ended: &[Ended], times: Times) -> BTreeMap<i64, (i64, i64)> {
    let mut took: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for turn in ended {
        if let Some(millis) = turn.took_ms {
            took.entry(times.stretch_of(turn.finished_at)).or_default().push(millis.max(0));
        }
    }
    let of = |mut took: Vec<i64>| {
        took.sort_unstable();
        let at = |percent: usize| took[(took.len() * percent).div_ceil(100).saturating_sub(1)];
        (at(50), at(95))
    };
    took.into_iter().map(|(stretch, took)| (stretch, of(took))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Room, direct, message};

    #[tokio::test]
    async fn a_person_sees_their_own_and_nothing_of_the_operation() {
        let room = Room::new().await;
        for (whose, id) in [("alice", "m1"), ("bob", "m2"), ("bob", "m3")] {
            room.happens(whose, &direct(whose), 0, message(id, "hello")).await;
        }
        room.rests().await;
        let seen = async |name: &str, role| {
            let (core, mut viewer) = (room.core.clone(), room.user_of(name).await);
            viewer.role = role;
            let plots = room.store.read(async move |tx| read(tx, &core, &viewer).await).await;
            let answers = plots.half_ms.iter().flatten().count();
            (plots.messages.iter().sum::<i64>(), answers, plots.operation.is_some())
        };
        assert_eq!(seen("alice", Role::Member).await, (1, 1, false));
        assert_eq!(seen("bob", Role::Member).await, (2, 1, false));
        assert_eq!(seen("alice", Role::Owner).await, (3, 1, true));
    }

    #[test]
    fn the_last_stretch_is_going_on() {
        let now = Timestamp::from_millis(1_777_630_000_000);
        let times = until(now);
        assert_eq!(times.stretch_of(now) - times.stretch_of(times.from), STRETCHES - 1);
        assert_eq!(times.from.as_millis() % times.millis(), 0);
        let before = Amount { stretch: times.stretch_of(times.from) - 1, amount: 7 };
        let counted =
            totals(times.stretch_of(times.from), [before, amount(now, 2, times), amount(now, 3, times)]);
        assert_eq!((counted.len(), counted.iter().sum::<i64>(), counted[95]), (96, 5, 5));
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        let times = until(Timestamp::from_millis(900_000 * 1_000));
        let took = |millis: &[Option<i64>]| {
            let ended =
                |took_ms: &Option<i64>| Ended { finished_at: times.to, took_ms: *took_ms, cost_micros: 0 };
            percentiles(&millis.iter().map(ended).collect::<Vec<_>>(), times).remove(&1_000)
        };
        assert_eq!(took(&[]), None);
        assert_eq!(took(&[None]), None, "it waited for a decision");
        assert_eq!(took(&[Some(5)]), Some((5, 5)));
        assert_eq!(took(&[Some(4), Some(2), Some(9), None]), Some((4, 9)));
        let hundred: Vec<_> = (1..=100).map(Some).collect();
        assert_eq!(took(&hundred), Some((50, 95)));
    }
}
