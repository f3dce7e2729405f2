use chrono::{DateTime, Datelike, Duration as Span, NaiveDate, TimeZone, Utc};
use chrono_tz::{America, Asia, Europe};
use proptest::prelude::*;

use super::*;

const PARIS: Zone = Zone::of(Europe::Paris);
const TOKYO: Zone = Zone::of(Asia::Tokyo);
const KATHMANDU: Zone = Zone::of(Asia::Kathmandu);
const NEW_YORK: Zone = Zone::of(America::New_York);

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// A Friday noon in winter.
fn now() -> DateTime<Utc> {
    at("2026-01-02T12:00:00Z")
}

fn parse(kind: &str, value: &str, zone: Zone) -> Result<Cadence, CadenceError> {
    Cadence::parse(kind, value, zone, now(), 60)
}

fn cron(expression: &str) -> Cadence {
    Cadence::from_stored("cron", expression, Zone::UTC).unwrap()
}

/// Returns the next runs after local midnight of `day`, in local time with offset, like `03-29 09:00 +02:00`.
fn runs(expression: &str, zone: Zone, day: &str, count: usize) -> Vec<String> {
    let midnight = day.parse::<NaiveDate>().unwrap().and_hms_opt(0, 0, 0).unwrap();
    let from = zone.from_local_datetime(&midnight).unwrap().to_utc() - Span::seconds(1);
    let due = cron(expression);
    due.upcoming(from, from, zone)
        .take(count)
        .map(|run| run.with_timezone(&zone).format("%m-%d %H:%M %:z").to_string())
        .collect()
}

#[test]
fn once_reads_instants_and_local_times() {
    let seven = at("2026-05-01T07:00:00Z");
    let (instant, local) = (Once::Instant(seven), Once::local(seven, PARIS));
    for (text, once) in [
        ("2026-05-01 09:00", local),
        ("2026-05-01T09:00", local),
        ("2026-05-01T09:00:00", local),
        ("2026-05-01 09:00:00+02:00", local),
        ("2026-05-01T07:00:00Z", instant),
        ("2026-05-01t07:00z", instant),
        (" 2026-05-01T03:00:00.000-04:00 ", instant),
    ] {
        assert_eq!(parse("once", text, PARIS), Ok(Cadence::Once(once)), "{text}");
    }
    for once in [instant, local].map(Cadence::Once) {
        assert_eq!(once.next_after(now(), now(), Zone::UTC), Some(seven));
        assert_eq!(once.next_after(seven, now(), Zone::UTC), None);
    }
}

#[test]
fn once_in_a_gap_moves_to_its_end_and_in_an_overlap_is_the_first() {
    let due = |text| parse("once", text, PARIS).unwrap().next_after(now(), now(), PARIS);
    assert_eq!(due("2026-03-29 02:30"), Some(at("2026-03-29T01:00:00Z")));
    assert_eq!(due("2026-10-25 02:30"), Some(at("2026-10-25T00:30:00Z")));
}

#[test]
fn a_time_that_occurs_twice_is_the_first_that_is_still_ahead() {
    for (zone, clock, [first, between, second, after]) in [
        (
            "Europe/Berlin",
            "2026-10-25 02:30",
            [
                "2026-10-25T02:30:00+02:00",
                "2026-10-25T02:29:24+01:00",
                "2026-10-25T02:30:00+01:00",
                "2026-10-25T02:31:00+01:00",
            ],
        ),
        (
            "America/New_York",
            "2026-11-01 01:30",
            [
                "2026-11-01T01:30:00-04:00",
                "2026-11-01T01:45:00-04:00",
                "2026-11-01T01:30:00-05:00",
                "2026-11-01T01:30:00-05:00",
            ],
        ),
        (
            "Australia/Lord_Howe",
            "2026-04-05 01:45",
            [
                "2026-04-05T01:45:00+11:00",
                "2026-04-05T01:35:00+10:30",
                "2026-04-05T01:45:00+10:30",
                "2026-04-05T02:00:00+10:30",
            ],
        ),
    ] {
        let zone: Zone = zone.parse().unwrap();
        let due = |now| Cadence::parse("once", clock, zone, now, 60).map(|once| once.value());
        let before = at(first) - Span::seconds(1);
        assert_eq!(due(before), Ok(first.to_owned()), "both are ahead");
        assert_eq!(due(at(first)), Ok(second.to_owned()), "the first is now");
        assert_eq!(due(at(between)), Ok(second.to_owned()), "the first is over");
        assert!(matches!(due(at(after)), Err(CadenceError::Past { .. })), "both are over");

        assert_eq!(next_at_time_of(at(first), at(between), zone), Some(at(second)));
        assert_eq!(next_at_time_of(at(second), before, zone), Some(at(first)));
        let daily = cron(&format!("{} {} * * *", &clock[14..], &clock[11..13]));
        assert!(daily.next_after(at(between), at(between), zone) > Some(at(second)), "a daily run is over");
    }
}

/// Nine o'clock stays nine o'clock when the rules of its zone change; an instant stays an instant.
#[test]
fn once_follows_the_rules_of_its_zone() {
    let by_the_rules = |stored: &str| {
        let moved = Cadence::from_stored("once", stored, PARIS).unwrap().by_the_rules(PARIS, now());
        moved.map(|moved| moved.value())
    };
    // The stored offset comes from rules that were an hour off.
    assert_eq!(by_the_rules("2026-05-01T09:00:00+01:00").as_deref(), Some("2026-05-01T09:00:00+02:00"));
    assert_eq!(by_the_rules("2026-05-01T09:00:00+02:00"), None);
    assert_eq!(by_the_rules("2026-05-01T08:00:00Z"), None);
    // The local time occurs twice, and the second one was meant.
    assert_eq!(by_the_rules("2026-10-25T02:30:00+01:00"), None);
}

#[test]
fn years_have_four_digits() {
    for text in ["+262142-12-31T23:59:59Z", "10000-01-01 00:00", "9999-12-31 23:59", "-0001-01-01 00:00"] {
        assert_eq!(parse("once", text, TOKYO), Err(CadenceError::BadTime(text.to_owned())));
    }
    let every = Cadence::Interval { every_secs: MAX_INTERVAL_SECS };
    let last = every.upcoming(now(), now(), Zone::UTC).last().unwrap();
    assert!(last.year() > 9980, "{last}");
}

#[test]
fn refusals_name_the_field_and_show_an_example() {
    let refusal = |kind, value| parse(kind, value, PARIS).unwrap_err().to_string();
    insta::assert_snapshot!(refusal("once", "2026-01-02 12:30"), @"once: Fri 2 Jan 2026 at 12:30 (Europe/Paris) is in the past; it is now Fri 2 Jan 2026 at 13:00 (Europe/Paris)");
    insta::assert_snapshot!(refusal("once", "tomorrow"), @"once: `tomorrow` is not a date and time: write it as local time, like `2026-05-01 09:00`, or with an offset, like `2026-05-01T09:00:00+02:00`");
    insta::assert_snapshot!(refusal("interval", "soon"), @"interval: `soon` is not a length of time: write seconds, like `900`, or `90s`, `15m`, `2h`, `1d`");
    insta::assert_snapshot!(refusal("interval", "30"), @"runs would be 30 seconds apart, but the shortest interval allowed is 1 minute");
    insta::assert_snapshot!(refusal("interval", "99999999999999999999d"), @"interval: at most ten years; for yearly dates use cron, like `0 9 1 5 *`");
    insta::assert_snapshot!(refusal("cron", "0 9 * *"), @"cron: five fields are needed (minute, hour, day of month, month, weekday), like `0 9 * * 1-5`; found 4");
    insta::assert_snapshot!(refusal("cron", "61 9 * * *"), @"cron: the minute field `61` is not valid: use 0-59, for example `0`, `*/15` or `0,30`");
    insta::assert_snapshot!(refusal("cron", "0 9-5 * * *"), @"cron: the hour field `9-5` is not valid: use 0-23, for example `9`, `*/2` or `9-17`");
    insta::assert_snapshot!(refusal("cron", "0 9 L * *"), @"cron: L, W and # are not supported; the day-of-month field is `L`; use rrule, like `FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9` for the last Friday of each month");
    insta::assert_snapshot!(refusal("cron", "0 9 * * 5#2"), @"cron: L, W and # are not supported; the weekday field is `5#2`; use rrule, like `FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9` for the last Friday of each month");
    insta::assert_snapshot!(refusal("cron", "*/61 * * * *"), @"cron: the step of the minute field `*/61` is too long: at most 60");
    insta::assert_snapshot!(refusal("cron", "0 0 9 * * *"), @"cron: 6 fields are not supported, because there are no seconds or years; five fields are needed (minute, hour, day of month, month, weekday), like `0 9 * * 1-5`");
    insta::assert_snapshot!(refusal("cron", "0 9 * foo *"), @"cron: the month field `foo` is not valid: use 1-12 or JAN-DEC, for example `5` or `MAY-SEP`");
    insta::assert_snapshot!(refusal("cron", "0 9 * * 8"), @"cron: the weekday field `8` is not valid: use 0-7 (0 and 7 are Sunday) or SUN-SAT, for example `1-5` for Monday to Friday");
    insta::assert_snapshot!(refusal("cron", "0 0 31 2 *"), @"cron: `0 0 31 2 *` never happens: no month named there has such a day");
    insta::assert_snapshot!(refusal("cron", "@reboot"), @"cron: `@reboot` is not known: use @hourly, @daily, @weekly, @monthly, @yearly, or five fields");
    insta::assert_snapshot!(refusal("weekly", "MON"), @"`weekly` is not a kind of cadence: use `once`, `interval`, `cron`, `rrule` or `hook`");
    assert_eq!(refusal("cron", &"1,".repeat(200)), "cron: the expression is longer than 256 characters");
}

#[test]
fn malformed_fields_are_refused() {
    for expression in [
        "",
        "* * * * * *",
        "*/0 * * * *",
        "*/61 * * * *",
        "0 */25 * * *",
        "-1 * * * *",
        "1- * * * *",
        "1,,2 * * * *",
        "? * * * *",
        "mon * * * *",
        "0 24 * * *",
        "0 0 0 * *",
        "0 0 32 * *",
        "0 0 * 0 *",
        "0 0 * 13 *",
        "0 0 * * */0",
        "0 0 * * */8",
        "0 0 * * 5-8",
        "0 0 * * 5-1",
        "0 0 * * 7-2",
        "0 0 * * fri-mon",
        "0 0 * NOV-FEB *",
        "50-10 * * * *",
        "0 0 * * fri-",
        "0 0 * 1-13 *",
        "0 0 0-5 * *",
        "0 0 5-0 * *",
        "0 0 ?,1 * *",
        "+1 * * * *",
        "1/2/3 * * * *",
        "1-2-3 * * * *",
        "99999999999 * * * *",
        "0 0 * * 1#2",
        "0 0 * * 5L",
        "0 0 15W * *",
        "0 0 * * mo",
        "0 0 * * 1,",
        "@",
    ] {
        assert!(Cadence::from_stored("cron", expression, Zone::UTC).is_err(), "{expression}");
    }
}

#[test]
fn an_interval_counts_from_its_anchor() {
    let every = Cadence::Interval { every_secs: 900 };
    for text in ["900", "900s", "15m", "15 minutes", "15 MIN"] {
        assert_eq!(parse("interval", text, Zone::UTC), Ok(every.clone()), "{text}");
    }
    let anchor = at("2026-01-02T12:07:30Z");
    let next = |after| every.next_after(at(after), anchor, PARIS).unwrap();
    assert_eq!(next("2026-01-01T00:00:00Z"), anchor, "the first due time is the anchor");
    assert_eq!(next("2026-01-02T12:07:30Z"), at("2026-01-02T12:22:30Z"));
    assert_eq!(next("2026-01-02T12:22:29.999Z"), at("2026-01-02T12:22:30Z"));
    assert_eq!(next("2027-01-02T12:29:59Z"), at("2027-01-02T12:37:30Z"), "late runs do not drift");
}

#[test]
fn the_shortest_gap_of_the_year_counts() {
    let accept = |expression, minimum| Cadence::parse("cron", expression, PARIS, now(), minimum).is_ok();
    assert!(accept("0 9 * * *", 86_400), "a day of 23 hours does not make daily too often");
    assert!(!accept("59 23,0 * * *", 3_601), "across midnight");
    assert!(!accept("0,59 0 1 1 *", 3_541));
    assert!(accept("0,59 0 1 1 *", 3_540));
    assert!(!accept("0 0 1 * 1", 86_401), "a Monday the 2nd");
    assert!(!accept("0,1 0 1 12 *", 600), "though the first run is eleven months away");
    assert!(accept("* * * * *", 60));
    assert!(!accept("*/7 * * * *", 241), "from minute 56 to the next hour");
    assert!(accept("*/7 * * * *", 240));
    assert!(!accept("0,59 0,23 1,31 1,12 *", 61), "across New Year");
    assert_eq!(cron("0 0 29 2 *").shortest_gap(now(), Zone::UTC), None);
    let new_year_of_a_leap_year =
        cron("0,59 0,23 1,31 1,12 *").shortest_gap(at("2028-01-01T12:00:00Z"), Zone::UTC);
    assert_eq!(new_year_of_a_leap_year, Some(Duration::from_secs(60)));
}

#[test]
fn the_busiest_day_is_counted() {
    assert_eq!(cron("*/10 * * * *").runs_per_day(), 144);
    assert_eq!(cron("0 9 1 1 *").runs_per_day(), 1);
    assert_eq!(Cadence::Interval { every_secs: 7_200 }.runs_per_day(), 12);
    assert_eq!(Cadence::Interval { every_secs: 200_000 }.runs_per_day(), 1);
}

#[test]
fn stored_values_read_back_the_same() {
    for (kind, value) in [
        ("once", "2026-05-01 09:00:00.25"),
        ("interval", "2h"),
        ("cron", "*/5 9-17 * JAN-MAR,12 1-5"),
        ("cron", "@Weekly"),
        ("rrule", "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9;COUNT=5"),
    ] {
        let cadence = parse(kind, value, KATHMANDU).unwrap();
        assert_eq!(Cadence::from_stored(cadence.kind(), &cadence.value(), NEW_YORK), Ok(cadence));
    }
}

#[test]
fn weekdays_are_numbered_as_posix_does() {
    // 2026-03-02 is a Monday.
    let weekdays = |field: &str| {
        let from = at("2026-03-01T23:59:59Z");
        let week = from + Span::days(7);
        let due = cron(&format!("0 0 * * {field}"));
        let days: Vec<_> = due.upcoming(from, from, Zone::UTC).take_while(|run| *run <= week).collect();
        days.iter().map(|run| run.weekday().to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(weekdays("0"), "Sun");
    assert_eq!(weekdays("7"), "Sun");
    assert_eq!(weekdays("sunday"), "Sun");
    assert_eq!(weekdays("1-5"), "Mon Tue Wed Thu Fri");
    assert_eq!(weekdays("5-7"), "Fri Sat Sun");
    assert_eq!(weekdays("sat-sun"), "Sat Sun");
    assert_eq!(weekdays("0-2"), "Mon Tue Sun");
    assert_eq!(weekdays("0-0"), "Sun");
    assert_eq!(weekdays("0-7"), "Mon Tue Wed Thu Fri Sat Sun");
    assert_eq!(weekdays("5-0"), "Fri Sat Sun");
    assert_eq!(weekdays("Fri-Sun/2"), "Fri Sun");
    assert_eq!(weekdays("*/2"), "Tue Thu Sat Sun");
    assert_eq!(weekdays("1-7/2"), "Mon Wed Fri Sun");
    assert_eq!(weekdays("3/2"), "Wed Fri");
    assert_eq!(weekdays("MON,Wed,fri"), "Mon Wed Fri");
    assert_eq!(weekdays("?"), "Mon Tue Wed Thu Fri Sat Sun");
}

#[test]
fn nicknames() {
    for (nickname, expression) in [
        ("@hourly", "0 * * * *"),
        ("@daily", "0 0 * * *"),
        ("@Midnight", "0 0 * * *"),
        ("@weekly", "0 0 * * 0"),
        ("@monthly", "0 0 1 * *"),
        ("@yearly", "0 0 1 1 *"),
        ("@annually", "0 0 1 1 *"),
    ] {
        let year = |expression| runs(expression, PARIS, "2026-01-01", 60);
        assert_eq!(year(nickname), year(expression), "{nickname}");
    }
}

#[test]
fn day_of_month_or_weekday() {
    let both = runs("0 9 13 * 5", Zone::UTC, "2026-03-01", 6);
    assert_eq!(
        both.iter().map(|run| &run[..5]).collect::<Vec<_>>(),
        ["03-06", "03-13", "03-20", "03-27", "04-03", "04-10"]
    );
    let dates = runs("0 9 13 * ?", Zone::UTC, "2026-03-01", 2);
    assert_eq!(dates.iter().map(|run| &run[..5]).collect::<Vec<_>>(), ["03-13", "04-13"]);
    let odd_mondays = runs("0 9 */2 * 1", Zone::UTC, "2026-03-01", 4);
    assert_eq!(
        odd_mondays.iter().map(|run| &run[..5]).collect::<Vec<_>>(),
        ["03-09", "03-23", "04-13", "04-27"]
    );
    assert_eq!(runs("0 9 13 * */7", Zone::UTC, "2026-03-01", 1), ["09-13 09:00 +00:00"]);
    // An impossible date leaves only the weekdays.
    assert_eq!(runs("0 9 31 2 1", Zone::UTC, "2026-03-01", 1), ["02-01 09:00 +00:00"]);
}

#[test]
fn what_means_the_same_runs_the_same() {
    let overlap = |expression| runs(expression, PARIS, "2026-10-24", 4);
    assert_eq!(overlap("30 1-2/1 * * *"), overlap("30 1,2 * * *"));
    assert_eq!(overlap("0-59/30 2 * * *"), overlap("0,30 2 * * *"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in ".{0,40}") {
        for kind in ["once", "interval", "cron", "rrule"] {
            let _ = parse(kind, &text, PARIS);
        }
    }
}
