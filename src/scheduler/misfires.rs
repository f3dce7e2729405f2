//! Misfires: decides about due times that passed while nobody looked. A pure function of a schedule and an instant.

use std::{collections::VecDeque, iter};

use adjutant_domain::{cadence::Cadence, schedules::ON_TIME, zones::Zone};
use adjutant_store::schedules::MisfirePolicy;
use chrono::{DateTime, TimeDelta, Utc};

/// The most due times that a catch-up runs; earlier ones are misfires.
const MAX_CATCH_UP_RUNS: usize = 100;

/// How a schedule catches up on its misfires.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    pub missed: MisfirePolicy,
    /// The greatest age at which a due time still gets its run.
    pub grace: TimeDelta,
}

/// The decision about the due times up to now.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Due times that get a run, in order.
    pub runs: Vec<DateTime<Utc>>,
    /// The last due time without a run, and the number of such due times.
    pub missed: Option<(DateTime<Utc>, i64)>,
    /// The first due time after now.
    pub next: Option<DateTime<Utc>>,
}

/// Decides about the due times from `due`, the first of them, to `now`. The time taken is proportional to their number:
/// a year of due times every minute takes about a second.
///
/// `anchor` is the instant from which an interval counts; see [`Cadence::next_after`].
pub(crate) fn plan(
    cadence: &Cadence,
    (due, anchor): (DateTime<Utc>, DateTime<Utc>),
    now: DateTime<Utc>,
    zone: Zone,
    policy: Policy,
) -> Plan {
    let (late, most) = match policy.missed {
        MisfirePolicy::Skip => (ON_TIME, MAX_CATCH_UP_RUNS),
        MisfirePolicy::Once => (policy.grace.max(ON_TIME), 1),
        MisfirePolicy::All => (policy.grace.max(ON_TIME), MAX_CATCH_UP_RUNS),
    };
    let mut runs = VecDeque::new();
    let mut missed: Option<(DateTime<Utc>, i64)> = None;
    let mut miss = |at| missed = Some((at, missed.map_or(0, |(_, before)| before) + 1));
    let mut upcoming = iter::once(due).chain(cadence.upcoming(due, anchor, zone));
    let next = loop {
        match upcoming.next() {
            Some(at) if at > now => break Some(at),
            None => break None,
            Some(at) if now - at > late => miss(at),
            Some(at) => {
                runs.push_back(at);
                if runs.len() > most {
                    runs.pop_front().into_iter().for_each(&mut miss);
                }
            }
        }
    };
    Plan { runs: runs.into(), missed, next }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::cadence::Once;

    use super::*;

    const HOURLY: Cadence = Cadence::Interval { every_secs: 3_600 };

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    /// Returns the plan in minutes after the first due time: the runs, the last misfire and the number of misfires, and
    /// the next due time.
    fn planned(
        cadence: &Cadence,
        now: i64,
        missed: MisfirePolicy,
        grace: i64,
    ) -> (Vec<i64>, Option<(i64, i64)>, Option<i64>) {
        let minutes = |at: DateTime<Utc>| (at - at_first()).num_minutes();
        let policy = Policy { missed, grace: TimeDelta::minutes(grace) };
        let plan = plan(cadence, (at_first(), at_first()), at(now), Zone::UTC, policy);
        let missed = plan.missed.map(|(at, count)| (minutes(at), count));
        (plan.runs.into_iter().map(minutes).collect(), missed, plan.next.map(minutes))
    }

    fn at_first() -> DateTime<Utc> {
        at(0)
    }

    #[test]
    fn on_time_there_is_one_run_whatever_the_policy() {
        for missed in [MisfirePolicy::Skip, MisfirePolicy::Once, MisfirePolicy::All] {
            for now in [0, 1] {
                assert_eq!(planned(&HOURLY, now, missed, 0), (vec![0], None, Some(60)), "{missed:?} {now}");
            }
        }
    }

    #[test]
    fn what_was_missed_is_made_up_for_as_the_policy_says() {
        let table = [
            // Half an hour late, within the grace period and beyond it.
            (30, MisfirePolicy::Skip, 60, (vec![], Some((0, 1)), Some(60))),
            (30, MisfirePolicy::Once, 60, (vec![0], None, Some(60))),
            (30, MisfirePolicy::Once, 29, (vec![], Some((0, 1)), Some(60))),
            (30, MisfirePolicy::All, 60, (vec![0], None, Some(60))),
            // Four due times passed, the last half an hour ago.
            (210, MisfirePolicy::Skip, 600, (vec![], Some((180, 4)), Some(240))),
            (210, MisfirePolicy::Once, 600, (vec![180], Some((120, 3)), Some(240))),
            (210, MisfirePolicy::Once, 10, (vec![], Some((180, 4)), Some(240))),
            (210, MisfirePolicy::All, 600, (vec![0, 60, 120, 180], None, Some(240))),
            (210, MisfirePolicy::All, 100, (vec![120, 180], Some((60, 2)), Some(240))),
            // The last of them is on time.
            (181, MisfirePolicy::Skip, 600, (vec![180], Some((120, 3)), Some(240))),
            (181, MisfirePolicy::Once, 600, (vec![180], Some((120, 3)), Some(240))),
        ];
        for (now, missed, grace, wanted) in table {
            assert_eq!(planned(&HOURLY, now, missed, grace), wanted, "{now} {missed:?} {grace}");
        }
    }

    #[test]
    fn no_more_runs_at_once_than_a_hundred() {
        let (runs, missed, _) = planned(&HOURLY, 60 * 500, MisfirePolicy::All, 60 * 1_000);
        assert_eq!((runs.len(), runs[0], missed), (100, 60 * 401, Some((60 * 400, 401))));
    }

    #[test]
    fn what_is_due_once_is_missed_once() {
        let once = Cadence::Once(Once::Instant(at_first()));
        assert_eq!(planned(&once, 30, MisfirePolicy::Once, 60), (vec![0], None, None));
        assert_eq!(planned(&once, 90, MisfirePolicy::Once, 60), (vec![], Some((0, 1)), None));
    }

    #[test]
    fn a_rule_that_has_ended_has_no_next_due_time() {
        let rule = "DTSTART:19700101T000000 FREQ=DAILY;COUNT=3";
        let rule = Cadence::from_stored("rrule", rule, Zone::UTC).unwrap();
        let day = 24 * 60;
        assert_eq!(planned(&rule, 0, MisfirePolicy::Once, 60), (vec![0], None, Some(day)));
        assert_eq!(planned(&rule, 2 * day, MisfirePolicy::Once, 60), (vec![2 * day], Some((day, 2)), None));
        assert_eq!(planned(&rule, 3 * day, MisfirePolicy::Once, 60), (vec![], Some((2 * day, 3)), None));
        let all = (vec![0, day, 2 * day], None, None);
        assert_eq!(planned(&rule, 3 * day, MisfirePolicy::All, 7 * day), all);
    }
}
