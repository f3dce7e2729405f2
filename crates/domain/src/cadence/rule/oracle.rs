//! Tests rules against two independent oracles, for random rules: the crate `rrule`, and the crate `croner` for the
//! rules that its L and # can write. Both list local times as if there were no time zones.

use chrono::{DateTime, Datelike as _, Days, NaiveDateTime, Utc};
use croner::Cron;
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::{select, subsequence},
};
use rrule::{RRuleSet, Tz};

use super::{RuleError, RuleSpec, WEEK};
use crate::zones::Zone;

/// The most due times compared in each case, and the years after the start in which they are.
const COMPARED: usize = 8;
const YEARS: u64 = 12;

fn ours(spec: &RuleSpec) -> Vec<NaiveDateTime> {
    let mut due = Vec::new();
    let mut after = spec.start - chrono::TimeDelta::minutes(1);
    while due.len() < COMPARED
        && let Some(next) = spec.next_local(after)
    {
        due.push(next);
        after = next;
    }
    due
}

/// Returns the due times by the crate `rrule`.
fn theirs(start: NaiveDateTime, rule: &str) -> Option<Vec<NaiveDateTime>> {
    let text = format!("DTSTART:{}Z\nRRULE:{rule}", start.format(super::DATE_TIME));
    let set: RRuleSet = text.parse().map_err(|error| eprintln!("{text}: {error}")).ok()?;
    Some(set.into_iter().take(COMPARED).map(|due: DateTime<Tz>| due.naive_local()).collect())
}

fn numbers(range: std::ops::RangeInclusive<i32>) -> impl Strategy<Value = String> {
    let signed = range.prop_flat_map(|number| select(vec![number, -number]));
    vec(signed, 1..4).prop_map(|numbers| numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(","))
}

/// Generates numbered weekdays. The crate reads numbered and plain ones in one list as days that are both; RFC 5545,
/// and this module, as days that are either.
fn weekdays(most: i32) -> impl Strategy<Value = String> {
    let nth = (1..=most).prop_flat_map(|number| select(vec![number, -number]));
    let named = (nth, select(&WEEK[..])).prop_map(|(nth, (name, _))| format!("{nth}{name}"));
    vec(named, 1..4).prop_map(|days| days.join(","))
}

/// Generates rules in the form of RFC 5545.
fn rule() -> impl Strategy<Value = String> {
    let names: Vec<&str> = WEEK.iter().map(|(name, _)| *name).collect();
    let months = option::weighted(0.3, vec(1..=12u32, 1..3));
    let days = (
        option::weighted(0.4, numbers(1..=31)),
        option::weighted(0.6, subsequence(names, 1..=5)),
        option::weighted(0.3, weekdays(4)),
        option::weighted(0.2, numbers(1..=3)),
    );
    let frequency = select(vec!["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
    let end =
        prop_oneof![3 => Just(String::new()), 1 => (1..6u32).prop_map(|count| format!(";COUNT={count}"))];
    (frequency, 1..5u32, months, days, end, any::<bool>()).prop_map(
        |(frequency, interval, months, (dates, weekdays, numbered, positions), end, sunday)| {
            let mut rule = format!("FREQ={frequency};INTERVAL={interval}");
            let mut add = |name: &str, values: Option<String>| {
                let part = values.map(|values| format!(";{name}={values}"));
                rule.push_str(&part.unwrap_or_default());
            };
            let is_of_month = matches!(frequency, "MONTHLY" | "YEARLY");
            let list = |months: Vec<u32>| months.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            add("BYMONTH", months.map(list));
            let dates = dates.filter(|_| frequency != "WEEKLY");
            let days = numbered.filter(|_| is_of_month).or(weekdays.map(|days| days.join(",")));
            let is_chosen = dates.is_some() || days.is_some();
            add("BYMONTHDAY", dates);
            add("BYDAY", days);
            add("BYSETPOS", positions.filter(|_| is_chosen && is_of_month));
            add("WKST", sunday.then(|| "SU".to_owned()));
            rule + &end
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn due_times_are_those_of_the_crate_rrule(rule in rule(), day in 0..3000u64) {
        let start = NaiveDateTime::parse_from_str("20260101T093000", super::DATE_TIME).unwrap() + Days::new(day);
        let text = format!("DTSTART:{} RRULE:{rule}", start.format(super::DATE_TIME));
        let ours = match RuleSpec::parse(&text, Zone::UTC, DateTime::<Utc>::MIN_UTC) {
            Ok(spec) => ours(&spec),
            Err(RuleError::Never(_)) => Vec::new(),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        // The crate gives up long searches.
        let end = start + Days::new(YEARS * 366);
        let near = |due: &[NaiveDateTime]| due.iter().copied().filter(|at| *at < end).collect::<Vec<_>>();
        let theirs = theirs(start, &rule).unwrap();
        prop_assert_eq!(near(&ours), near(&theirs), "{}", text);
    }

    #[test]
    fn due_times_are_those_of_croner(day in 0..7u32, nth in 0..6i32, month in option::weighted(0.3, 1..=12u32)) {
        let nth = if nth == 0 { -1 } else { nth };
        let (name, weekday) = WEEK[day as usize];
        let months = month.map_or("*".to_owned(), |month| month.to_string());
        let weekday = weekday.num_days_from_sunday();
        let days = if nth == -1 { format!("{weekday}L") } else { format!("{weekday}#{nth}") };
        let oracle: Cron = format!("30 9 * {months} {days}").parse().unwrap();
        let by_month = month.map_or(String::new(), |month| format!(";BYMONTH={month}"));
        let text = format!("DTSTART:20260101T000000 FREQ=MONTHLY;BYDAY={nth}{name};BYHOUR=9;BYMINUTE=30{by_month}");
        let spec = RuleSpec::parse(&text, Zone::UTC, DateTime::<Utc>::MIN_UTC).unwrap();
        let theirs = oracle.iter_after(spec.start.and_utc()).take(COMPARED).map(|due| due.naive_utc());
        let theirs: Vec<_> = theirs.take_while(|due| due.year() < 2100).collect();
        prop_assert_eq!(ours(&spec), theirs, "{}", text);
    }
}

#[test]
fn the_last_day_is_that_of_croner() {
    let oracle: Cron = "0 18 L * *".parse().unwrap();
    let text = "DTSTART:20260101T180000 FREQ=MONTHLY;BYMONTHDAY=-1";
    let spec = RuleSpec::parse(text, Zone::UTC, DateTime::<Utc>::MIN_UTC).unwrap();
    let theirs: Vec<_> =
        oracle.iter_after(spec.start.and_utc()).take(COMPARED).map(|due| due.naive_utc()).collect();
    assert_eq!(ours(&spec), theirs);
}
