//! Tests cron against an independent oracle, the crate `croner`, for random expressions, zones and instants.
//!
//! Where the rules agree, the due times must agree. Where our rules differ on purpose, the case belongs to a
//! [`Difference`], which is decided before our due times are known: from the expression when it is generated, and from
//! the zone's clock changes near the instant. Then `croner` gets another spelling of the expression, or is asked for
//! the calendar of each stretch between two clock changes, to which [`by_the_rules`] applies the rules of [`super`].

mod expressions;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    str::FromStr,
};

use chrono::{DateTime, Duration as Span, NaiveDateTime, Offset, Utc};
use chrono_tz::{Europe, TZ_VARIANTS};
use croner::{Cron as Oracle, JobType, parser::CronParser};
use proptest::{
    prelude::*,
    test_runner::{RngSeed, TestRunner},
};

use super::{Cadence, CadenceError};
use crate::zones::Zone;
use expressions::Expression;

/// The number of due times compared in each case.
const COMPARED: usize = 6;

/// A way in which our due times differ from those of `croner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// We also accept names in full, `@midnight`, and `*` as an item of a list. `croner` refuses them.
    Spelling,
    /// The week ends with Saturday, and Sunday at the end of a range is the day after. In `croner` the week ends with a
    /// second Sunday for `3/2`, `0-SUN` is every day, and `5-0` is refused.
    EndOfWeek,
    /// Due times in a gap all become one run at its end. `croner` drops the times of patterns; a time that it considers
    /// fixed runs there even if it was due before the gap, and does not if the gap ends on another day.
    Gap,
    /// Times without `*` and `/` run once in an overlap, however many there are. `croner` considers several of them a
    /// pattern, and `59/1` not a pattern.
    FixedTimes,
    /// Due times are in order, and later than the given instant. `croner` uses local time: in an overlap it returns
    /// both instants of one time before the first instant of the next time, or an instant in the past.
    Overlap,
}

#[test]
fn due_times_are_those_of_croner() {
    // The same cases each time; the environment variables select more or other cases.
    let (cases, seed) = (variable("PROPTEST_CASES", 2_000), variable("PROPTEST_RNG_SEED", 1));
    let rng_seed = RngSeed::Fixed(seed);
    let config = ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() };
    let counts: RefCell<BTreeMap<Option<Difference>, u32>> = RefCell::default();
    TestRunner::new(config)
        .run(&(expressions::any(), zone_and_instant()), |(expression, (zone, after))| {
            let differences = compare(&expression, zone, after)?;
            let counted = differences.iter().copied().map(Some).chain(differences.is_empty().then_some(None));
            counted.for_each(|difference| *counts.borrow_mut().entry(difference).or_default() += 1);
            Ok(())
        })
        .unwrap();
    let counts = counts.into_inner();
    eprintln!("{cases} cases: {counts:?}");
    assert_eq!(counts.len(), 6, "each class occurred, and none: {counts:?}");
}

#[test]
fn each_difference_is_one() {
    let (paris, noon) = (Zone::of(Europe::Paris), "2026-03-28T12:00:00Z");
    for (difference, expression, after) in [
        (Difference::Spelling, "0 9 * january *", noon),
        (Difference::EndOfWeek, "0 9 * * 3/2", noon),
        (Difference::Gap, "0,30 2 * * *", noon),
        (Difference::FixedTimes, "0,30 2 * * *", "2026-10-24T12:00:00Z"),
        (Difference::Overlap, "*/30 * * * *", "2026-10-24T23:00:00Z"),
    ] {
        let after = after.parse().unwrap();
        let theirs = expression.parse::<Oracle>().ok().map(|oracle| as_it_is(&oracle, paris, after));
        assert_ne!(Some(ours(expression, paris, after)), theirs, "{difference:?}");
    }
}

/// Compares due times. Returns the differences that the case belongs to.
fn compare(
    expression: &Expression,
    zone: Zone,
    after: DateTime<Utc>,
) -> Result<BTreeSet<Difference>, TestCaseError> {
    let oracle = oracle(expression);
    let mut differences = expression.differences.clone();
    let ours = match Cadence::from_stored("cron", &expression.ours, zone) {
        Ok(_) => ours(&expression.ours, zone, after),
        Err(CadenceError::Never(_)) => Vec::new(),
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    let (expected, changes) = by_the_rules(&oracle, expression.steps, zone, after);
    prop_assert_eq!(&ours, &expected);
    if let Some(last) = expected.last() {
        let window = (after, *last);
        differences
            .extend(changes.iter().filter_map(|change| change.matters(&oracle, expression.steps, window)));
    }
    if differences.iter().all(|difference| *difference < Difference::Gap) {
        prop_assert_eq!(&ours, &as_it_is(&oracle, zone, after));
    }
    Ok(differences)
}

/// Returns `croner`'s reading of an expression, in which both day fields must match, or either of them.
fn oracle(expression: &Expression) -> Oracle {
    CronParser::builder().dom_and_dow(expression.both).build().parse(&expression.croners).unwrap()
}

fn ours(expression: &str, zone: Zone, after: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let cadence = Cadence::from_stored("cron", expression, zone).unwrap();
    cadence.upcoming(after, after, zone).take(COMPARED).collect()
}

fn as_it_is(oracle: &Oracle, zone: Zone, after: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    oracle.iter_after(after.with_timezone(&zone)).take(COMPARED).map(|due| due.to_utc()).collect()
}

/// Returns the due times by `croner`'s calendar and our rules, stretch by stretch between clock changes, and the clock
/// changes around them.
fn by_the_rules(
    oracle: &Oracle,
    steps: bool,
    zone: Zone,
    after: DateTime<Utc>,
) -> (Vec<DateTime<Utc>>, Vec<Change>) {
    // An overlap that still lasts may have begun a day earlier.
    let mut from = after - Span::days(2);
    let mut offset = offset(zone, from);
    let mut repeated_until = NaiveDateTime::MIN;
    let (mut due, mut changes) = (Vec::new(), Vec::<Change>::new());
    let mut local = from.naive_utc() + offset;
    while due.len() < COMPARED
        && let Some(next) = next(oracle, local)
    {
        let at = (next - offset).and_utc();
        let mut push = |at| {
            if at > after && due.last() != Some(&at) {
                due.push(at);
            }
        };
        if let Some(change) = Change::find(zone, from, at) {
            if change.is_gap() && !change.is_long() && is_due_between(oracle, change.old, change.new) {
                push(change.at);
            }
            (from, offset) = (change.at, change.new - change.at.naive_utc());
            (local, repeated_until) = (change.new - Span::seconds(1), change.old);
            changes.push(change);
        } else {
            if steps || next >= repeated_until {
                push(at);
            }
            local = next;
        }
    }
    let end = due.last().map_or(after, |last| *last + Span::days(1));
    changes.extend(Change::find(zone, from, end));
    (due, changes)
}

/// A change of a zone's clock.
struct Change {
    at: DateTime<Utc>,
    /// The local time at that instant, before the change and after it.
    old: NaiveDateTime,
    new: NaiveDateTime,
}

impl Change {
    /// Returns the first change after `from`, until `end`.
    fn find(zone: Zone, from: DateTime<Utc>, end: DateTime<Utc>) -> Option<Self> {
        let before = offset(zone, from);
        let days =
            std::iter::successors(Some(from), |at| (*at < end).then(|| (*at + Span::days(1)).min(end)));
        let mut high = days.skip(1).find(|at| offset(zone, *at) != before)?;
        let mut low = (high - Span::days(1)).max(from);
        while high - low > Span::seconds(1) {
            let middle = low + Span::seconds((high - low).num_seconds() / 2);
            if offset(zone, middle) == before { low = middle } else { high = middle }
        }
        let shown = |offset| high.naive_utc() + offset;
        Some(Self { at: high, old: shown(before), new: shown(offset(zone, high)) })
    }

    fn is_gap(&self) -> bool {
        self.new > self.old
    }

    /// Returns whether the gap is so long that its due times are skipped.
    fn is_long(&self) -> bool {
        self.new - self.old >= Span::hours(3)
    }

    /// Returns how the change makes `croner`'s due times differ from ours, when the last of ours after `after` is
    /// `last`.
    fn matters(
        &self,
        oracle: &Oracle,
        steps: bool,
        (after, last): (DateTime<Utc>, DateTime<Utc>),
    ) -> Option<Difference> {
        let fixed = oracle.determine_job_type() == JobType::FixedTime;
        if self.is_gap() {
            let within = after < self.at && self.at <= last;
            let matters = within && (fixed || is_due_between(oracle, self.old, self.new));
            return matters.then_some(Difference::Gap);
        }
        let length = self.old - self.new;
        let within = after < self.at + length && self.at - length <= last;
        match () {
            () if !within || !is_due_between(oracle, self.new, self.old) => None,
            () if fixed == steps => Some(Difference::FixedTimes),
            () => (steps || self.at <= after).then_some(Difference::Overlap),
        }
    }
}

/// Returns the next local time, as if there were no zones.
fn next(oracle: &Oracle, after: NaiveDateTime) -> Option<NaiveDateTime> {
    oracle.find_next_occurrence(&after.and_utc(), false).ok().map(|next| next.naive_utc())
}

/// Returns whether a time is due from the local time `from` until before `until`.
fn is_due_between(oracle: &Oracle, from: NaiveDateTime, until: NaiveDateTime) -> bool {
    next(oracle, from - Span::seconds(1)).is_some_and(|next| next < until)
}

fn offset(zone: Zone, at: DateTime<Utc>) -> Span {
    Span::seconds(at.with_timezone(&zone).offset().fix().local_minus_utc().into())
}

/// Generates instants from 1970 to 2037; most are near a change of the zone's clock, if it has one in the next two
/// years.
fn zone_and_instant() -> impl Strategy<Value = (Zone, DateTime<Utc>)> {
    const NEAR: i64 = 2 * 3_600;
    // The calendar of the crate `cron` begins with the year 1970, which begins a day later in some zones.
    const FIRST: i64 = 86_400 + NEAR;
    let seconds = (FIRST..2_114_380_800, prop::option::weighted(0.8, -NEAR..NEAR));
    (prop::sample::select(TZ_VARIANTS.to_vec()), seconds).prop_map(|(zone, (seconds, near))| {
        let zone = Zone::of(zone);
        let at = DateTime::from_timestamp(seconds, 0).unwrap();
        let change = near.and_then(|near| Some((Change::find(zone, at, at + Span::days(730))?, near)));
        (zone, change.map_or(at, |(change, near)| change.at + Span::seconds(near)))
    })
}

fn variable<T: FromStr>(name: &str, otherwise: T) -> T {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}
