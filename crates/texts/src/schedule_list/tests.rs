use std::time::Duration;

use adjutant_domain::{
    ids::{ScheduleId, SessionId, UserId},
    language::Language,
};

use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_777_622_400_000);
const HOUR: Duration = Duration::from_hours(1);

fn timed() -> Timed {
    let id = (ScheduleId("schedule-1".into()), UserId("user-1".into()), SessionId("session-1".into()));
    let schedule = Schedule {
        name: "Gießen".to_owned(),
        goal: "Gieß die Pflanzen.".to_owned(),
        reminder: true,
        missed: MisfirePolicy::All,
        grace_secs: 7_200,
        overlap: Overlap::Queue,
        previous_outputs: 3,
        ..Schedule::new(id.0, id.1, id.2, NOW)
    };
    let upcoming = vec![(NOW + HOUR).to_utc(), (NOW + 2 * HOUR).to_utc()];
    Timed { schedule, zone: Zone::UTC, now: NOW, words: Some("every hour".to_owned()), upcoming }
}

fn told() -> String {
    let active = timed();
    let mut paused = timed();
    paused.schedule.status = Status::Paused;
    let by_me = |paused: &mut Timed| {
        let why = Language::English.scope_sync(crate::runs::failed_too_often);
        paused.schedule.paused_why = Some(why.to_owned());
        state(paused)
    };
    let mut lines = vec![about(&active)];
    lines.extend(facts(&active, None));
    lines.extend([about(&paused), state(&paused), by_me(&mut paused)]);
    lines.join("\n")
}

#[test]
fn a_schedule_is_told_in_the_reader_s_language() {
    insta::assert_snapshot!(told(), @"
    every hour · next on Fri 1 May, 09:00
    Reminder, every hour
    State: active
    Next: Fri 1 May, 09:00 and 10:00
    Times are in UTC
    Results: you get each one
    Missed runs still run, if they are at most 2 hours late
    A run that is due while another is at work waits for it
    Each run sees what the last 3 said
    every hour · paused
    paused by you
    paused by me, because it failed five times in a row
    ");
    insta::assert_snapshot!(Language::German.scope_sync(told), @"
    every hour · das nächste Mal Fr., 1. Mai, 09:00
    Erinnerung, every hour
    Stand: aktiv
    Als Nächstes: Fr., 1. Mai, 09:00 und 10:00
    Zeiten gelten in UTC
    Ergebnisse: du bekommst jedes
    Verpasste Läufe werden nachgeholt, wenn sie höchstens 2 Stunden zu spät sind
    Ein Lauf, der fällig wird, während ein anderer arbeitet, wartet auf ihn
    Jeder Lauf sieht, was die letzten 3 gesagt haben
    every hour · angehalten
    von dir angehalten
    von mir angehalten, denn er ist fünfmal in Folge fehlgeschlagen
    ");
}

#[test]
fn a_snooze_is_taken_back_in_whichever_language_it_was_told() {
    let message = "⏰ Gieß die Pflanzen.";
    for language in Language::ALL {
        let told = language.scope_sync(|| delivered::snoozed_until(NOW + HOUR, NOW, Zone::UTC));
        assert!(told.ends_with(" 09:00"), "{told}");
        let snoozed = Rich::plain(format!("{message}\n\n{told}"));
        for reader in Language::ALL {
            assert_eq!(reader.scope_sync(|| delivered::without_snooze(&snoozed)).text, message);
        }
    }
}
