use adjutant_domain::{language::Language, zones::Tz};

use super::*;

const PARIS: Zone = Zone::of(Tz::Europe__Paris);

fn cron(expression: &str) -> Cadence {
    Cadence::from_stored("cron", expression, PARIS).unwrap()
}

#[test]
fn cadences_are_told_in_words() {
    let words = |expression| in_words(&cron(expression), PARIS);
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
    let interval = |every_secs| in_words(&Cadence::Interval { every_secs }, PARIS);
    assert_eq!(
        [90, 900, 3_600, 86_400, 172_800].map(interval),
        ["every 90 seconds", "every 15 minutes", "every hour", "every 24 hours", "every 2 days"]
    );
    let once = Cadence::from_stored("once", "2026-05-01T07:00:00Z", PARIS).unwrap();
    assert_eq!(in_words(&once, PARIS), "once on Fri 1 May 2026 at 09:00 (Europe/Paris)");
    let hook = Cadence::from_stored("hook", "doorbell", PARIS).unwrap();
    assert_eq!(in_words(&hook, PARIS), "whenever the hook doorbell is called");
}

#[test]
fn the_zone_is_left_out_for_those_who_are_in_it() {
    let daily = cron("@daily");
    assert_eq!(in_words_for(&daily, PARIS, PARIS), "every day at 00:00");
    assert_eq!(in_words_for(&daily, PARIS, Zone::UTC), "every day at 00:00 (Europe/Paris)");
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
            let interval = |every_secs| in_words(&Cadence::Interval { every_secs }, PARIS);
            let once = Cadence::from_stored("once", "2026-05-01T07:00:00Z", PARIS).unwrap();
            let crons = crons.into_iter().map(|expression| in_words(&cron(expression), PARIS));
            let others = [60, 172_800].map(interval).into_iter().chain([in_words(&once, PARIS)]);
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
