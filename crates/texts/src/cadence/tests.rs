use adjutant_domain::{language::Language, zones::Tz};

use super::*;

const PARIS: Zone = Zone::of(Tz::Europe__Paris);

/// A Saturday.
fn now() -> DateTime<Utc> {
    "2026-11-28T11:32:00Z".parse().unwrap()
}

fn rule(rule: &str) -> String {
    let rule = Cadence::set_at("rrule", rule, PARIS, now()).unwrap();
    in_words_for(&rule, PARIS, PARIS, now())
}

fn cron(expression: &str) -> Cadence {
    Cadence::from_stored("cron", expression, PARIS).unwrap()
}

#[test]
fn cadences_are_told_in_words() {
    let words = |expression| in_words(&cron(expression), PARIS, None);
    insta::assert_snapshot!(words("0 9 * * 1-5"), @"every weekday at 09:00 (Europe/Paris)");
    insta::assert_snapshot!(words("@daily"), @"every day at 00:00 (Europe/Paris)");
    insta::assert_snapshot!(words("@hourly"), @"every hour");
    insta::assert_snapshot!(words("@weekly"), @"every Sunday at 00:00 (Europe/Paris)");
    insta::assert_snapshot!(words("@monthly"), @"on the 1st of every month at 00:00 (Europe/Paris)");
    insta::assert_snapshot!(words("@yearly"), @"on the 1st of January at 00:00 (Europe/Paris)");
    insta::assert_snapshot!(words("* * * * *"), @"every minute");
    insta::assert_snapshot!(words("*/15 * * * *"), @"every 15 minutes");
    insta::assert_snapshot!(words("*/60 */24 * * *"), @"every day at 00:00 (Europe/Paris)");
    insta::assert_snapshot!(words("0 9 */10 * 1"), @"every Monday, but only on the 1st, 11th, 21st and 31st of every month at 09:00 (Europe/Paris)");
    insta::assert_snapshot!(words("*/15 9-17 * * 1-5"), @"every 15 minutes from 09:00 to 17:45 on weekdays (Europe/Paris)");
    insta::assert_snapshot!(words("30 * * 5 *"), @"every hour at minute 30 in May (Europe/Paris)");
    insta::assert_snapshot!(words("30 8-18 * * 6,0"), @"every hour from 08:30 to 18:30 on Saturdays and Sundays (Europe/Paris)");
    insta::assert_snapshot!(words("0 */2 * * *"), @"every 2 hours from 00:00 to 22:00 (Europe/Paris)");
    insta::assert_snapshot!(words("0 8,12,20 * * 1,4"), @"every Monday and Thursday at 08:00, 12:00 and 20:00 (Europe/Paris)");
    insta::assert_snapshot!(words("0 9 1,15 * *"), @"on the 1st and 15th of every month at 09:00 (Europe/Paris)");
    insta::assert_snapshot!(words("0 9 13 6-8 5"), @"on the 13th of June, July and August and also every Friday in June, July and August at 09:00 (Europe/Paris)");
    insta::assert_snapshot!(words("5,20 9-12,15 * * *"), @"every day at minutes 5 and 20 of hours 9, 10, 11, 12 and 15 (Europe/Paris)");
    insta::assert_snapshot!(words("0 22,23,0-6 * * FRI-SUN"), @"every Friday, Saturday and Sunday at minute 0 of hours 0, 1, 2, 3, 4, 5, 6, 22 and 23 (Europe/Paris)");
    insta::assert_snapshot!(words("*/7 * 22,23 12 *"), @"on the 22nd and 23rd of December at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of every hour (Europe/Paris)");
    let interval = |every_secs| in_words(&Cadence::Interval { every_secs }, PARIS, None);
    assert_eq!(
        [90, 900, 3_600, 86_400, 172_800].map(interval),
        ["every 90 seconds", "every 15 minutes", "every hour", "every 24 hours", "every 2 days"]
    );
    let once = Cadence::from_stored("once", "2026-05-01T07:00:00Z", PARIS).unwrap();
    assert_eq!(in_words(&once, PARIS, None), "once on Fri 1 May 2026 at 09:00 (Europe/Paris)");
    let hook = Cadence::from_stored("hook", "doorbell", PARIS).unwrap();
    assert_eq!(in_words(&hook, PARIS, None), "whenever the hook doorbell is called");
}

#[test]
fn the_zone_is_left_out_for_those_who_are_in_it() {
    let daily = cron("@daily");
    assert_eq!(in_words_for(&daily, PARIS, PARIS, now()), "every day at 00:00");
    assert_eq!(in_words_for(&daily, PARIS, Zone::UTC, now()), "every day at 00:00 (Europe/Paris)");
}

#[test]
fn cadences_are_told_in_the_reader_s_language() {
    let told = |language: Language| {
        language.scope_sync(|| {
            let crons = [
                "0 9 * * 1-5",
                "@hourly",
                "*/15 9-17 * * 1-5",
                "30 8-18 * * 6,0",
                "0 8,12 1,15 * *",
                "0 9 13 6-8 5",
                "0 9 */10 * 1",
                "5,20 9-12,15 * 5 *",
            ];
            let interval = |every_secs| in_words(&Cadence::Interval { every_secs }, PARIS, None);
            let once = Cadence::from_stored("once", "2026-05-01T07:00:00Z", PARIS).unwrap();
            let crons = crons.into_iter().map(|expression| in_words(&cron(expression), PARIS, None));
            let others = [60, 172_800].map(interval).into_iter().chain([in_words(&once, PARIS, None)]);
            crons.chain(others).collect::<Vec<_>>().join("\n")
        })
    };
    insta::assert_snapshot!(told(Language::German), @"
    von Montag bis Freitag um 09:00 (Europe/Paris)
    jede Stunde
    alle 15 Minuten von 09:00 bis 17:45, von Montag bis Freitag (Europe/Paris)
    jede Stunde von 08:30 bis 18:30, samstags und sonntags (Europe/Paris)
    am 1. und 15. jedes Monats um 08:00 und 12:00 (Europe/Paris)
    am 13. im Juni, Juli und August und auch jeden Freitag im Juni, Juli und August um 09:00 (Europe/Paris)
    jeden Montag, aber nur am 1., 11., 21. und 31. jedes Monats um 09:00 (Europe/Paris)
    jeden Tag im Mai zu den Minuten 5 und 20 der Stunden 9, 10, 11, 12 und 15 (Europe/Paris)
    jede Minute
    alle 2 Tage
    einmal, am Fr., 1. Mai 2026 um 09:00 (Europe/Paris)
    ");
    insta::assert_snapshot!(told(Language::Spanish), @"
    de lunes a viernes a las 09:00 (Europe/Paris)
    cada hora
    cada 15 minutos de 09:00 a 17:45, de lunes a viernes (Europe/Paris)
    cada hora de 08:30 a 18:30, los sábados y los domingos (Europe/Paris)
    los días 1 y 15 de cada mes a las 08:00 y 12:00 (Europe/Paris)
    los días 13 de junio, julio y agosto y también cada viernes en junio, julio y agosto a las 09:00 (Europe/Paris)
    cada lunes, pero solo los días 1, 11, 21 y 31 de cada mes a las 09:00 (Europe/Paris)
    cada día en mayo en los minutos 5 y 20 de las horas 9, 10, 11, 12 y 15 (Europe/Paris)
    cada minuto
    cada 2 días
    una vez, el vie 1 may 2026 a las 09:00 (Europe/Paris)
    ");
    insta::assert_snapshot!(told(Language::French), @"
    du lundi au vendredi à 09:00 (Europe/Paris)
    chaque heure
    toutes les 15 minutes de 09:00 à 17:45, du lundi au vendredi (Europe/Paris)
    chaque heure de 08:30 à 18:30, le samedi et le dimanche (Europe/Paris)
    le 1er et 15 de chaque mois à 08:00 et 12:00 (Europe/Paris)
    le 13, en juin, juillet et août et aussi chaque vendredi en juin, juillet et août à 09:00 (Europe/Paris)
    chaque lundi, mais seulement le 1er, 11, 21 et 31 de chaque mois à 09:00 (Europe/Paris)
    chaque jour en mai aux minutes 5 et 20 des heures 9, 10, 11, 12 et 15 (Europe/Paris)
    chaque minute
    tous les 2 jours
    une fois, le ven. 1er mai 2026 à 09:00 (Europe/Paris)
    ");
}

#[test]
fn rules_are_told_in_words() {
    insta::assert_snapshot!(rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9"), @"every other Tuesday at 09:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9"), @"on the first Monday of each month at 09:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18"), @"on the last day of the month at 18:00");
    insta::assert_snapshot!(rule("DTSTART:20270101T090000 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1"), @"every 3 months on the 1st at 09:00, from 1 January 2027");
    insta::assert_snapshot!(rule("FREQ=DAILY;BYHOUR=8;UNTIL=20261224"), @"every day at 08:00 until 24 December 2026");
    insta::assert_snapshot!(rule("FREQ=DAILY;BYHOUR=8;COUNT=5"), @"every day at 08:00, 5 times");
    insta::assert_snapshot!(rule("FREQ=DAILY;BYHOUR=8,20;UNTIL=20261224T100000"), @"every day at 08:00 and 20:00 until 24 December 2026 at 10:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=17"), @"on the last working day of each month at 17:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1;BYHOUR=17"), @"on the last Friday of each month at 17:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYDAY=1MO,3MO;BYHOUR=9"), @"on the first Monday and third Monday of each month at 09:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYMONTHDAY=15,-1;BYHOUR=9"), @"on the 15th and last day of each month at 09:00");
    insta::assert_snapshot!(rule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9"), @"every weekday at 09:00");
    insta::assert_snapshot!(rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=9"), @"every other week on Mondays and Thursdays at 09:00");
    insta::assert_snapshot!(rule("FREQ=WEEKLY;INTERVAL=3;BYDAY=MO;BYHOUR=9;BYMONTH=6,7"), @"every 3 weeks on Mondays, but only in June and July at 09:00");
    insta::assert_snapshot!(rule("FREQ=DAILY;INTERVAL=2;BYHOUR=9"), @"every other day at 09:00");
    insta::assert_snapshot!(rule("FREQ=DAILY;INTERVAL=3;BYHOUR=9;BYDAY=MO,TU,WE,TH,FR"), @"every 3 days, but only on weekdays at 09:00");
    insta::assert_snapshot!(rule("FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYMONTHDAY=1;BYHOUR=9"), @"every other year on the 1st of May at 09:00");
    insta::assert_snapshot!(rule("FREQ=YEARLY;BYMONTH=5;BYDAY=2SU;BYHOUR=9"), @"on the second Sunday of May at 09:00");
    insta::assert_snapshot!(rule("FREQ=YEARLY;BYDAY=20MO,-1FR;BYHOUR=9"), @"on the 20th Monday and last Friday of each year at 09:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;BYHOUR=9"), @"every Friday, but only on the 13th of every month at 09:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;INTERVAL=2;BYDAY=FR;BYMONTHDAY=13;BYHOUR=9"), @"every other month on Fridays, but only on the 13th at 09:00");
    insta::assert_snapshot!(rule("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;BYHOUR=9"), @"every month, on the last of these days: on the 28th, 29th and 30th of each month at 09:00");
    insta::assert_snapshot!(rule("FREQ=YEARLY;BYMONTH=3,9;BYDAY=FR;BYSETPOS=-1;BYHOUR=9"), @"every year, on the last of these days: every Friday in March and September at 09:00");
    insta::assert_snapshot!(rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9,10,11,12;BYMINUTE=0,30"), @"every 30 minutes from 09:00 to 12:30 every other Tuesday");
}

#[test]
fn a_rule_says_when_it_begins_unless_that_is_next() {
    let tuesdays = "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU";
    assert_eq!(rule(&format!("DTSTART:20261201T090000 {tuesdays}")), "every other Tuesday at 09:00");
    assert_eq!(rule(&format!("DTSTART:20261117T090000 {tuesdays}")), "every other Tuesday at 09:00");
    let later = "every other Tuesday at 09:00, from 8 December 2026";
    assert_eq!(rule(&format!("DTSTART:20261208T090000 {tuesdays}")), later);
    // The start is no Tuesday.
    assert_eq!(rule(&format!("DTSTART:20261207T090000 {tuesdays}")), later);
    let exact = Cadence::from_stored("rrule", &format!("DTSTART:20261201T090000 {tuesdays}"), PARIS).unwrap();
    assert_eq!(
        in_words(&exact, PARIS, None),
        "every other Tuesday at 09:00, from 1 December 2026 (Europe/Paris)"
    );
}

#[test]
fn rules_are_told_in_the_reader_s_language() {
    let told = |language: Language| {
        let rules = [
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9",
            "FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9",
            "FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18",
            "DTSTART:20270101T090000 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1",
            "FREQ=DAILY;BYHOUR=8;UNTIL=20261224",
            "FREQ=DAILY;INTERVAL=2;BYHOUR=8;COUNT=5",
            "FREQ=DAILY;BYHOUR=8,20;UNTIL=20261224T100000",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=17",
            "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TH;BYHOUR=9;BYMONTH=6,7",
            "FREQ=YEARLY;INTERVAL=2;BYMONTH=5;BYDAY=-2SU;BYHOUR=9",
            "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;BYHOUR=9",
        ];
        language.scope_sync(|| rules.map(rule).join("\n"))
    };
    insta::assert_snapshot!(told(Language::German), @"
    alle zwei Wochen am Dienstag um 09:00
    am ersten Montag jedes Monats um 09:00
    am letzten Tag des Monats um 18:00
    alle 3 Monate am 1. um 09:00, ab 1. Januar 2027
    jeden Tag um 08:00 bis 24. Dezember 2026
    jeden zweiten Tag um 08:00, 5-mal
    jeden Tag um 08:00 und 20:00 bis 24. Dezember 2026 um 10:00
    am letzten Arbeitstag jedes Monats um 17:00
    alle 3 Wochen montags und donnerstags, aber nur im Juni und Juli um 09:00
    jedes zweite Jahr am vorletzten Sonntag im Mai um 09:00
    jeden Monat am letzten dieser Tage: am 28., 29. und 30. jedes Monats um 09:00
    ");
    insta::assert_snapshot!(told(Language::Spanish), @"
    cada dos semanas el martes a las 09:00
    el primer lunes de cada mes a las 09:00
    el último día del mes a las 18:00
    cada 3 meses el 1 a las 09:00, desde el 1 de enero de 2027
    cada día a las 08:00 hasta el 24 de diciembre de 2026
    cada 2 días a las 08:00, 5 veces
    cada día a las 08:00 y 20:00 hasta el 24 de diciembre de 2026 a las 10:00
    el último día laborable de cada mes a las 17:00
    cada 3 semanas los lunes y los jueves, pero solo en junio y julio a las 09:00
    cada 2 años el penúltimo domingo de mayo a las 09:00
    cada mes, el último día de entre estos: el 28, 29 y 30 de cada mes a las 09:00
    ");
    insta::assert_snapshot!(told(Language::French), @"
    un mardi sur deux à 09:00
    le premier lundi de chaque mois à 09:00
    le dernier jour du mois à 18:00
    tous les 3 mois le 1er à 09:00, à partir du 1er janvier 2027
    chaque jour à 08:00 jusqu’au 24 décembre 2026
    un jour sur deux à 08:00, 5 fois
    chaque jour à 08:00 et 20:00 jusqu’au 24 décembre 2026 à 10:00
    le dernier jour ouvré de chaque mois à 17:00
    toutes les 3 semaines le lundi et le jeudi, mais seulement en juin et juillet à 09:00
    une année sur deux le pénultième dimanche, en mai à 09:00
    chaque mois, le dernier jour parmi ceux-ci : le 28, 29 et 30 de chaque mois à 09:00
    ");
}
