//! Parsing, the stored form, beginnings and ends of rules, and clock changes.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Europe;
use proptest::prelude::*;

use super::super::{Cadence, CadenceError};
use crate::zones::Zone;

const BERLIN: Zone = Zone::of(Europe::Berlin);

/// A Saturday, 12:32 in Berlin.
fn now() -> DateTime<Utc> {
    "2026-11-28T11:32:04Z".parse().unwrap()
}

fn parse(rule: &str) -> Result<Cadence, CadenceError> {
    Cadence::parse("rrule", rule, BERLIN, now(), 60)
}

fn stored(rule: &str) -> String {
    parse(rule).unwrap_or_else(|error| panic!("{rule}: {error}")).value()
}

/// Returns the next runs in local time, like `12-01 09:00`.
fn runs(rule: &str, count: usize) -> String {
    runs_after(rule, now(), count)
}

fn runs_after(rule: &str, after: DateTime<Utc>, count: usize) -> String {
    let cadence = parse(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    let due = cadence.upcoming(after, after, BERLIN).take(count);
    let local = |at: DateTime<Utc>| at.with_timezone(&BERLIN).format("%m-%d %H:%M").to_string();
    due.map(local).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_stored_form_always_has_a_start() {
    for (written, normal) in [
        (
            "DTSTART:20261201T090000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
            "DTSTART:20261201T090000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        ),
        (
            "dtstart:20261201T0900 freq=weekly;interval=2",
            "DTSTART:20261201T090000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        ),
        // An input field drops line breaks.
        ("DTSTART:20261201T090000RRULE:FREQ=DAILY;BYSECOND=0;", "DTSTART:20261201T090000 RRULE:FREQ=DAILY"),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9",
            "DTSTART:20261201T090000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        ),
        // Saturday counts until its time has passed.
        ("RRULE:FREQ=WEEKLY;BYDAY=SA;BYHOUR=13", "DTSTART:20261128T130000 RRULE:FREQ=WEEKLY;BYDAY=SA"),
        ("RRULE:FREQ=WEEKLY;BYDAY=SA;BYHOUR=12", "DTSTART:20261205T120000 RRULE:FREQ=WEEKLY;BYDAY=SA"),
        (
            "FREQ=DAILY;BYHOUR=9,18;BYMINUTE=30",
            "DTSTART:20261128T183000 RRULE:FREQ=DAILY;BYHOUR=9,18;BYMINUTE=30",
        ),
        (
            "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1;BYHOUR=9",
            "DTSTART:20261201T090000 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1",
        ),
        ("FREQ=MONTHLY;BYHOUR=9", "DTSTART:20261129T090000 RRULE:FREQ=MONTHLY;BYMONTHDAY=29"),
        ("FREQ=YEARLY;BYHOUR=9", "DTSTART:20261129T090000 RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=29"),
        (
            "DTSTART;TZID=Europe/Berlin:20261201T090000 RRULE:FREQ=DAILY;UNTIL=20261224",
            "DTSTART:20261201T090000 RRULE:FREQ=DAILY;UNTIL=20261224T235959",
        ),
        (
            "DTSTART:20261201T080000Z FREQ=DAILY;UNTIL=20261224T080000Z",
            "DTSTART:20261201T090000 RRULE:FREQ=DAILY;UNTIL=20261224T090000",
        ),
        (
            "DTSTART;VALUE=DATE:20261201 FREQ=DAILY;BYHOUR=8;COUNT=5",
            "DTSTART:20261201T000000 RRULE:FREQ=DAILY;BYHOUR=8;BYMINUTE=0;COUNT=5",
        ),
        (
            "DTSTART:20261201T090000 FREQ=MONTHLY;BYDAY=FR,-1FR,1MO;WKST=SU",
            "DTSTART:20261201T090000 RRULE:FREQ=MONTHLY;BYDAY=FR,1MO,-1FR;WKST=SU",
        ),
    ] {
        assert_eq!(stored(written), normal, "{written}");
        let read = Cadence::from_stored("rrule", normal, Zone::UTC).unwrap();
        assert_eq!(read.value(), normal);
        assert_eq!(Cadence::from_stored("rrule", &read.value(), BERLIN), Ok(read));
    }
}

#[test]
fn due_times() {
    insta::assert_snapshot!(runs("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9", 4), @"12-01 09:00, 12-15 09:00, 12-29 09:00, 01-12 09:00");
    insta::assert_snapshot!(runs("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;BYHOUR=9", 4), @"11-29 09:00, 12-08 09:00, 12-13 09:00, 12-22 09:00");
    insta::assert_snapshot!(runs("FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9", 3), @"12-07 09:00, 01-04 09:00, 02-01 09:00");
    insta::assert_snapshot!(runs("FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18", 4), @"11-30 18:00, 12-31 18:00, 01-31 18:00, 02-28 18:00");
    insta::assert_snapshot!(runs("FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9", 3), @"12-25 09:00, 01-29 09:00, 02-26 09:00");
    insta::assert_snapshot!(runs("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=9", 4), @"11-30 09:00, 12-31 09:00, 01-29 09:00, 02-26 09:00");
    insta::assert_snapshot!(runs("DTSTART:20270101T090000 FREQ=MONTHLY;INTERVAL=3", 3), @"01-01 09:00, 04-01 09:00, 07-01 09:00");
    insta::assert_snapshot!(runs("FREQ=DAILY;BYHOUR=8;COUNT=3", 9), @"11-29 08:00, 11-30 08:00, 12-01 08:00");
    insta::assert_snapshot!(runs("FREQ=DAILY;BYHOUR=8;UNTIL=20261130", 9), @"11-29 08:00, 11-30 08:00");
    insta::assert_snapshot!(runs("FREQ=DAILY;BYHOUR=8,20;UNTIL=20261129T080000", 9), @"11-28 20:00, 11-29 08:00");
    // A start that does not fit the rule is no due time, and COUNT does not count it.
    insta::assert_snapshot!(runs("DTSTART:20261130T090000 FREQ=WEEKLY;BYDAY=TU;COUNT=2", 9), @"12-01 09:00, 12-08 09:00");
    // A past start decides which weeks count, and COUNT begins there.
    insta::assert_snapshot!(runs("DTSTART:20261124T090000 FREQ=WEEKLY;INTERVAL=2;COUNT=3", 9), @"12-08 09:00, 12-22 09:00");
    insta::assert_snapshot!(runs("DTSTART:20240101T090000 FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", 2), @"02-29 09:00, 02-29 09:00");
}

/// Half past two does not exist on 28 March 2027, and occurs twice on 31 October 2027.
#[test]
fn clock_changes() {
    let night = "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;BYHOUR=2;BYMINUTE=15,30";
    let spring: DateTime<Utc> = "2027-03-15T12:00:00Z".parse().unwrap();
    let starting = format!("DTSTART:20270314T000000 {night}");
    insta::assert_snapshot!(runs_after(&starting, spring, 3), @"03-28 03:00, 04-11 02:15, 04-11 02:30");
    let autumn: DateTime<Utc> = "2027-10-30T12:00:00Z".parse().unwrap();
    let starting = format!("DTSTART:20271031T000000 {night}");
    insta::assert_snapshot!(runs_after(&starting, autumn, 3), @"10-31 02:15, 10-31 02:30, 11-14 02:15");
    let nine = "DTSTART:20271026T090000 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU";
    let due = parse(nine).unwrap();
    let due: Vec<_> = due.upcoming(autumn - TimeDelta::days(7), autumn, BERLIN).take(2).collect();
    assert_eq!(due[1] - due[0], TimeDelta::days(14) + TimeDelta::hours(1));
}

#[test]
fn refusals_say_what_is_wrong_and_show_an_example() {
    let refusal = |rule: &str| {
        let refusal = parse(rule).unwrap_err().to_string();
        assert!(refusal.contains('`') || refusal.contains("it ended on"), "no example: {refusal}");
        refusal
    };
    insta::assert_snapshot!(refusal("every other Tuesday"), @"rrule: `EVERY` is not a part of a rule: write NAME=VALUE with semicolons between, like `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9`");
    insta::assert_snapshot!(refusal("BYDAY=TU;BYHOUR=9"), @"rrule: FREQ is missing: use DAILY, WEEKLY, MONTHLY or YEARLY, like `FREQ=DAILY;INTERVAL=3;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=HOURLY;INTERVAL=6"), @"rrule: FREQ=HOURLY is not supported: use DAILY, WEEKLY, MONTHLY or YEARLY; for less than a day use interval, like `90m`, or cron, like `*/15 9-17 * * *`");
    insta::assert_snapshot!(refusal("FREQ=DAILY;FREQ=WEEKLY"), @"rrule: FREQ occurs twice; one rule has one of each, like `FREQ=MONTHLY;BYDAY=1MO,3MO;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=DAILY;INTERVAL=0;BYHOUR=9"), @"rrule: the interval of `INTERVAL=0` is not 1 to 1000, like `FREQ=DAILY;INTERVAL=3;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=DAILY;COUNT=x;BYHOUR=9"), @"rrule: the number of `COUNT=X` is not 1 to 10000, like `FREQ=DAILY;COUNT=5;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=DAILY;COUNT=2;UNTIL=20261224;BYHOUR=9"), @"rrule: COUNT and UNTIL exclude each other: use one of them, like `FREQ=DAILY;COUNT=5;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=DAILY"), @"rrule: the time of day is missing: add BYHOUR, like `FREQ=WEEKLY;BYDAY=TU;BYHOUR=9;BYMINUTE=30`, or DTSTART, like `DTSTART:20261201T093000`");
    insta::assert_snapshot!(refusal("FREQ=DAILY;BYHOUR=24"), @"rrule: `BYHOUR=24` is not valid: use 0-23, like `BYHOUR=9,18`");
    insta::assert_snapshot!(refusal("FREQ=MONTHLY;BYMONTHDAY=0;BYHOUR=9"), @"rrule: `BYMONTHDAY=0` is not valid: use 1-31, or -1 to -31 to count from the end of the month, like `BYMONTHDAY=1,-1`");
    insta::assert_snapshot!(refusal("FREQ=MONTHLY;BYDAY=1.MO;BYHOUR=9"), @"rrule: `BYDAY=1.MO` is not valid: use MO, TU, WE, TH, FR, SA, SU, like `BYDAY=MO,WE`, with a number for one of the month, like `BYDAY=1MO` or `BYDAY=-1FR`");
    insta::assert_snapshot!(refusal("FREQ=WEEKLY;BYDAY=1MO;BYHOUR=9"), @"rrule: the number in `BYDAY=1MO` needs a month or a year: use FREQ=MONTHLY or FREQ=YEARLY, like `FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=WEEKLY;BYMONTHDAY=1;BYHOUR=9"), @"rrule: BYMONTHDAY does not go with FREQ=WEEKLY: use FREQ=MONTHLY, like `FREQ=MONTHLY;BYMONTHDAY=1,15;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1;BYHOUR=9,18"), @"rrule: BYSETPOS goes with one time of day, like `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=18`; make a schedule for each time");
    insta::assert_snapshot!(refusal("FREQ=YEARLY;BYWEEKNO=20;BYHOUR=9"), @"rrule: BYWEEKNO is not supported: choose days with BYMONTH, BYMONTHDAY, BYDAY and BYSETPOS, like `FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;BYHOUR=9`");
    insta::assert_snapshot!(refusal("FREQ=DAILY;BYHOUR=9;BYSECOND=30"), @"rrule: `BYSECOND=30` has seconds, but due times are whole minutes, like `20261201T090000`");
    insta::assert_snapshot!(refusal("DTSTART:20261201T090000 FREQ=DAILY EXDATE:20261224T090000"), @"rrule: EXDATE is not supported: one rule has no exceptions and no additional dates, like `FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=9`; make a schedule for each rule, or one of the kind once for a single date");
    insta::assert_snapshot!(refusal("DTSTART:tomorrow FREQ=DAILY"), @"rrule: `TOMORROW` is not a date and time: write local time, like `DTSTART:20261201T090000`");
    insta::assert_snapshot!(refusal("DTSTART:20261201T090030 FREQ=DAILY"), @"rrule: `20261201T090030` has seconds, but due times are whole minutes, like `20261201T090000`");
    insta::assert_snapshot!(refusal("DTSTART:19261201T090000 FREQ=DAILY"), @"rrule: the year of `19261201T090000` is not between 1970 and 2099, as in `DTSTART:20261201T090000`");
    insta::assert_snapshot!(refusal("DTSTART;TZID=America/New_York:20261201T090000 FREQ=DAILY"), @"rrule: DTSTART is in the time zone `AMERICA/NEW_YORK`, but the schedule is in Europe/Berlin: write local time without TZID, like `DTSTART:20261201T090000`");
    insta::assert_snapshot!(refusal("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;BYHOUR=9"), @"rrule: `FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;BYHO…` never happens: there is no such day; the last day of a month is `FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18`");
    insta::assert_snapshot!(refusal("FREQ=DAILY;BYHOUR=9;UNTIL=20261101"), @"rrule: it ends before it is due for the first time, Sun 29 Nov 2026 at 09:00: use a later UNTIL, like `UNTIL=20991231`, or none");
    insta::assert_snapshot!(refusal("DTSTART:20261101T090000 FREQ=DAILY;COUNT=3"), @"rrule: it ended on Tue 3 Nov 2026 at 09:00; it is now Sat 28 Nov 2026 at 12:32:04 (Europe/Berlin): use a later UNTIL or DTSTART, or more with COUNT");
}

#[test]
fn rules_are_as_frequent_as_their_calendar_says() {
    let gap = |rule: &str| parse(rule).unwrap().shortest_gap(now(), BERLIN).map(|gap| gap.as_secs());
    assert_eq!(gap("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9"), Some(14 * 86_400));
    assert_eq!(gap("FREQ=MONTHLY;BYMONTHDAY=1,-1;BYHOUR=9"), Some(86_400));
    assert_eq!(gap("DTSTART:20300101T000000 FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0,59"), Some(60));
    assert_eq!(gap("FREQ=DAILY;BYHOUR=9;COUNT=1"), None);
    let minute = Cadence::parse("rrule", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,1", BERLIN, now(), 61);
    assert!(matches!(minute, Err(CadenceError::TooOften { .. })));
    assert_eq!(parse("FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0,30").unwrap().runs_per_day(), 4);
}

const TOKENS: [&str; 34] = [
    "DTSTART:",
    "20261201T090000",
    "20991231T235900",
    "Z",
    "RRULE:",
    "FREQ=DAILY",
    "FREQ=WEEKLY",
    "FREQ=MONTHLY",
    "FREQ=YEARLY",
    ";",
    ";",
    ";",
    " ",
    "INTERVAL=2",
    "INTERVAL=999",
    "COUNT=3",
    "COUNT=10000",
    "UNTIL=20271201",
    "BYMONTH=2",
    "BYMONTHDAY=31",
    "BYMONTHDAY=-29",
    "BYDAY=-53SU",
    "BYDAY=5MO,TU",
    "BYDAY=WE",
    "BYHOUR=2",
    "BYHOUR=0,23",
    "BYMINUTE=30",
    "BYSETPOS=-366",
    "BYSETPOS=1",
    "WKST=SU",
    "DTSTART;TZID=Europe/Berlin:",
    "EXDATE",
    "-",
    "é",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in ".{0,60}") {
        let _ = parse(&text);
    }

    /// Words of rules make no panic; what is accepted is stored in one form, and due in order, from wherever one asks.
    #[test]
    fn any_rule_is_listed_in_order(words in prop::collection::vec(prop::sample::select(&TOKENS[..]), 1..16)) {
        let Ok(cadence) = parse(&words.concat()) else { return Ok(()) };
        prop_assert_eq!(&Cadence::from_stored("rrule", &cadence.value(), BERLIN).unwrap(), &cadence);
        let due: Vec<_> = cadence.upcoming(now(), now(), BERLIN).take(12).collect();
        prop_assert!(due.is_sorted_by(|a, b| a < b) && due.first().is_some_and(|first| *first > now()));
        for pair in due.windows(2) {
            let middle = pair[0] + (pair[1] - pair[0]) / 2;
            prop_assert_eq!(cadence.next_after(middle, now(), BERLIN), Some(pair[1]));
        }
        let _ = (cadence.shortest_gap(now(), BERLIN), cadence.shape(None));
    }
}
