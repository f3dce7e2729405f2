use std::time::Duration;

use adjutant_domain::{
    timestamp::Timestamp,
    zones::{Tz, Zone},
};
use proptest::prelude::*;

use super::*;

const SAO_PAULO: Zone = Zone::of(Tz::America__Sao_Paulo);
const BEIRUT: Zone = Zone::of(Tz::Asia__Beirut);
const BERLIN: Zone = Zone::of(Tz::Europe__Berlin);
const APIA: Zone = Zone::of(Tz::Pacific__Apia);

/// Returns the first and the last day that a question names, asked at noon on `today`.
fn days(question: &str, today: &str) -> String {
    let noon = format!("{today}T12:00:00").parse().unwrap();
    days_at(question, BERLIN.from_local_datetime(&noon).unwrap())
}

fn days_at(question: &str, now: DateTime<Zone>) -> String {
    let Some(period) = period(question, now) else { return String::new() };
    let local = |at: Timestamp| at.to_utc().with_timezone(&now.timezone());
    let (from, last) = (local(period.from), local(period.until - Duration::from_millis(1)));
    assert!(from.date_naive() <= last.date_naive());
    match (from.date_naive(), last.date_naive()) {
        (from, last) if from == last => from.to_string(),
        (from, last) => format!("{from}..{last}"),
    }
}

/// Checks questions asked on Thursday, 14 May 2026.
fn check(expected: &[(&str, &str)]) {
    let wrong: Vec<_> = expected
        .iter()
        .map(|(question, expected)| (*question, *expected, days(question, "2026-05-14")))
        .filter(|(_, expected, found)| expected != found)
        .collect();
    assert_eq!(wrong, []);
}

#[test]
fn times_in_english() {
    check(&[
        ("What did I say today?", "2026-05-14"),
        ("what did we talk about yesterday", "2026-05-13"),
        ("the day before yesterday", "2026-05-12"),
        ("what did I eat last night", "2026-05-13..2026-05-14"),
        ("this morning's meeting", "2026-05-14"),
        ("Where was I last week?", "2026-05-04..2026-05-10"),
        ("this week", "2026-05-11..2026-05-17"),
        ("What happened last month?", "2026-04-01..2026-04-30"),
        ("this month", "2026-05-01..2026-05-31"),
        ("last year", "2025-01-01..2025-12-31"),
        ("this year", "2026-01-01..2026-12-31"),
        ("last weekend", "2026-05-09..2026-05-10"),
        ("last Monday", "2026-05-11"),
        ("last Thursday", "2026-05-07"),
        ("on Thursday", "2026-05-14"),
        ("What did Bob want on Friday?", "2026-05-08"),
        ("in May", "2026-05-01..2026-05-31"),
        ("in June", "2025-06-01..2025-06-30"),
        ("last May", "2025-05-01..2025-05-31"),
        ("May 2025", "2025-05-01..2025-05-31"),
        ("in March of 2024", "2024-03-01..2024-03-31"),
        ("in May last year", "2025-05-01..2025-05-31"),
        ("on 3 May", "2026-05-03"),
        ("on the 3rd of May", "2026-05-03"),
        ("on May 20th", "2025-05-20"),
        ("May 3, 2025", "2025-05-03"),
        ("3 May 2025", "2025-05-03"),
        ("on 29 February", "2024-02-29"),
        ("the notes of 2025-05-03", "2025-05-03"),
        ("the notes of 2025-05", "2025-05-01..2025-05-31"),
        ("two days ago", "2026-05-12"),
        ("3 weeks ago", "2026-04-20..2026-04-26"),
        ("a couple of months ago", "2026-03-01..2026-03-31"),
        ("a year ago", "2025-01-01..2025-12-31"),
        ("in the last 3 days", "2026-05-11..2026-05-14"),
        ("over the past two weeks", "2026-04-30..2026-05-14"),
        ("in 2024", "2024-01-01..2024-12-31"),
        ("last summer", "2025-06-01..2025-08-31"),
        ("last spring", "2025-03-01..2025-05-31"),
        ("this spring", "2026-03-01..2026-05-31"),
        ("in the winter of 2023", "2023-12-01..2024-02-29"),
    ]);
}

#[test]
fn times_in_german() {
    check(&[
        ("Was habe ich heute gesagt?", "2026-05-14"),
        ("Worüber haben wir gestern gesprochen?", "2026-05-13"),
        ("vorgestern", "2026-05-12"),
        ("letzte Woche", "2026-05-04..2026-05-10"),
        ("Was war in der letzten Woche?", "2026-05-04..2026-05-10"),
        ("diese Woche", "2026-05-11..2026-05-17"),
        ("letzten Monat", "2026-04-01..2026-04-30"),
        ("im vergangenen Jahr", "2025-01-01..2025-12-31"),
        ("dieses Jahr", "2026-01-01..2026-12-31"),
        ("letztes Wochenende", "2026-05-09..2026-05-10"),
        ("letzten Montag", "2026-05-11"),
        ("am Montag", "2026-05-11"),
        ("im Mai", "2026-05-01..2026-05-31"),
        ("im März", "2026-03-01..2026-03-31"),
        ("Ma\u{308}rz 2025", "2025-03-01..2025-03-31"),
        ("Mai 2025", "2025-05-01..2025-05-31"),
        ("am 3. Mai", "2026-05-03"),
        ("am 3. Mai 2025", "2025-05-03"),
        ("am 3.5.2025", "2025-05-03"),
        ("vor zwei Tagen", "2026-05-12"),
        ("vor 3 Wochen", "2026-04-20..2026-04-26"),
        ("vor einem Monat", "2026-04-01..2026-04-30"),
        ("in den letzten drei Tagen", "2026-05-11..2026-05-14"),
        ("im Jahr 2024", "2024-01-01..2024-12-31"),
        ("letzten Sommer", "2025-06-01..2025-08-31"),
        ("im Herbst 2024", "2024-09-01..2024-11-30"),
        ("Was habe ich hier gesagt?", ""),
    ]);
}

#[test]
fn times_in_other_languages() {
    check(&[
        ("Qu'est-ce que j'ai dit hier ?", "2026-05-13"),
        ("avant-hier", "2026-05-12"),
        ("aujourd’hui", "2026-05-14"),
        ("la semaine dernière", "2026-05-04..2026-05-10"),
        ("l'année dernière", "2025-01-01..2025-12-31"),
        ("ce mois", "2026-05-01..2026-05-31"),
        ("il y a trois jours", "2026-05-11"),
        ("les 3 derniers jours", "2026-05-11..2026-05-14"),
        ("lundi dernier", "2026-05-11"),
        ("en mai 2025", "2025-05-01..2025-05-31"),
        ("le 1er mai", "2026-05-01"),
        ("l'été dernier", "2025-06-01..2025-08-31"),
        ("¿Qué dije ayer?", "2026-05-13"),
        ("la semana pasada", "2026-05-04..2026-05-10"),
        ("el año pasado", "2025-01-01..2025-12-31"),
        ("hace dos semanas", "2026-04-27..2026-05-03"),
        ("el lunes", "2026-05-11"),
        ("el 3 de mayo de 2025", "2025-05-03"),
        ("en mayo", "2026-05-01..2026-05-31"),
        ("ieri", "2026-05-13"),
        ("la settimana scorsa", "2026-05-04..2026-05-10"),
        ("l'anno scorso", "2025-01-01..2025-12-31"),
        ("due giorni fa", "2026-05-12"),
        ("a maggio", "2026-05-01..2026-05-31"),
        ("nel 2024", "2024-01-01..2024-12-31"),
        ("lunedì", "2026-05-11"),
        ("ontem", "2026-05-13"),
        ("na semana passada", "2026-05-04..2026-05-10"),
        ("há três dias", "2026-05-11"),
        ("na segunda-feira", "2026-05-11"),
        ("em maio de 2025", "2025-05-01..2025-05-31"),
        ("gisteren", "2026-05-13"),
        ("vorige week", "2026-05-04..2026-05-10"),
        ("twee weken geleden", "2026-04-27..2026-05-03"),
        ("op maandag", "2026-05-11"),
        ("in mei", "2026-05-01..2026-05-31"),
    ]);
}

#[test]
fn what_only_looks_like_a_time_is_none() {
    check(&[
        ("May I go out?", ""),
        ("it may be in the kitchen", ""),
        ("the march to the sea", ""),
        ("the second one", ""),
        ("next week", ""),
        ("next May", ""),
        ("the 2024 budget", ""),
        ("the last page", ""),
        ("in 3 minutes", ""),
        ("192.168.1.10", ""),
        ("version 1.2.3", ""),
        ("on 31 February", ""),
        ("3.13.2025", ""),
        ("999999999999 days ago", ""),
        ("9999-99-99", ""),
        ("", ""),
    ]);
}

#[test]
fn the_words_that_said_so_are_named() {
    let question = "Was war letzte Woche los?";
    let period = period(question, BERLIN.with_ymd_and_hms(2026, 5, 14, 12, 0, 0).unwrap()).unwrap();
    assert_eq!(&question[period.said], "letzte Woche");
}

#[test]
fn a_week_begins_on_monday_and_a_weekend_is_over_after_sunday() {
    assert_eq!(days("last week", "2026-05-11"), "2026-05-04..2026-05-10");
    assert_eq!(days("last week", "2026-05-10"), "2026-04-27..2026-05-03");
    assert_eq!(days("last weekend", "2026-05-10"), "2026-05-02..2026-05-03");
    assert_eq!(days("last month", "2026-01-31"), "2025-12-01..2025-12-31");
    assert_eq!(days("last winter", "2026-01-15"), "2024-12-01..2025-02-28");
    assert_eq!(days("this winter", "2026-01-15"), "2025-12-01..2026-02-28");
}

#[test]
fn days_are_those_of_the_persons_zone() {
    // 23:30 in UTC is the next day in Berlin.
    let late = BERLIN.with_ymd_and_hms(2026, 5, 15, 1, 30, 0).unwrap();
    assert_eq!(days_at("yesterday", late), "2026-05-14");

    let length = |now: DateTime<Zone>| {
        let period = period("today", now).unwrap();
        (period.until - period.from).num_hours()
    };
    assert_eq!(length(BERLIN.with_ymd_and_hms(2026, 3, 29, 12, 0, 0).unwrap()), 23);
    assert_eq!(length(BERLIN.with_ymd_and_hms(2026, 10, 25, 12, 0, 0).unwrap()), 25);
    // Days without a midnight.
    assert_eq!(length(SAO_PAULO.with_ymd_and_hms(2018, 11, 4, 12, 0, 0).unwrap()), 23);
    assert_eq!(length(BEIRUT.with_ymd_and_hms(2022, 3, 27, 12, 0, 0).unwrap()), 23);
    // A day that Samoa skipped.
    assert_eq!(period("yesterday", APIA.with_ymd_and_hms(2011, 12, 31, 12, 0, 0).unwrap()), None);
}

proptest! {
    #[test]
    fn no_question_is_too_strange(
        parts in prop::collection::vec(
            prop_oneof![
                any::<String>(),
                "[0-9]{1,12}",
                prop::sample::select(vec![
                    "last", "this", "on", "in", "of", "may", "3", "31", "2025", "week", "year", "ago", "vor", "-", ".",
                    "rd", "il y a", "derniers", "jours", "de", "mayo", "Montag", "0", "\u{301}", "the",
                ]).prop_map(str::to_owned),
            ],
            0..10,
        ),
        now in -60_000_000_000_i64..250_000_000_000,
        spaced in any::<bool>(),
    ) {
        let question = parts.join(if spaced { " " } else { "" });
        if let Some(period) = period(&question, BERLIN.timestamp_opt(now, 0).unwrap()) {
            prop_assert!(period.from < period.until);
            prop_assert!(!question[period.said].is_empty());
        }
    }
}
