use adjutant_channel::AttachmentKind;
use adjutant_domain::{
    ids::{ScheduleId, SessionId, UserId},
    language::Language,
    timestamp::Timestamp,
    tools::Pattern,
};
use adjutant_store::schedules::{MisfirePolicy, Schedule};

use super::*;
use crate::{
    approvals::{STOCK_PHOTOS, WEB_SEARCHES, at_server_with, exactly_this, of_kind, with_call_label},
    elided,
};

fn lines(all: &[&str]) -> String {
    all.join("\n")
}

#[test]
fn what_calls_would_do_is_in_the_reader_s_language() {
    let asked = || {
        lines(&[
            &files::delete_folder("/shared/old", 2, 12_000),
            &files::delete_folder("/shared/new", 0, 0),
            &files::replace("/shared/plan.md", 900, 1_500_000),
            files::are_seen(1),
            &files::saving(AttachmentKind::Voice),
            &notes::remember("Tea at four", &["tea".to_owned()]),
            &notes::delete("Tea at four"),
            &schedules::delete("Tides", "every day at 09:00"),
            &web::search("high tide"),
            &web::port_not_allowed("example.com", 8080),
            &web::research("Oats", 3, 12),
            &shell::run("/shared", "ls", false),
            &helpers::helper("Oats", &[]),
            policy::in_group(),
        ])
    };
    insta::assert_snapshot!(Language::English.scope_sync(asked), @"
    Delete the folder /shared/old with 2 files, 12 KB
    Delete the folder /shared/new with no files
    Replace /shared/plan.md, 900 bytes, with 1.4 MB
    It is one of your own files, and everybody here will see it.
    Saving the voice message
    Remember: “Tea at four” (tags: tea)
    Delete the note “Tea at four”
    Delete the schedule “Tides” (every day at 09:00)
    Search the web for “high tide”
    The host example.com is allowed, but not its port 8080.
    Research “Oats”: 3 searches, up to 12 pages, a report as a file
    In /shared, run: ls …
    Let a helper work on “Oats”, with no tools
    Where others read along, I ask before I change anything.
    ");
    insta::assert_snapshot!(Language::German.scope_sync(asked), @"
    Den Ordner /shared/old löschen, mit 2 Dateien, 12 KB
    Den Ordner /shared/new löschen, mit keinen Dateien
    /shared/plan.md ersetzen, 900 Bytes durch 1,4 MB
    Das ist eine deiner eigenen Dateien, und alle hier werden sie sehen.
    Ich speichere die Sprachnachricht
    Merken: „Tea at four“ (Stichwörter: tea)
    Die Notiz „Tea at four“ löschen
    Den Zeitplan „Tides“ löschen (every day at 09:00)
    Im Web nach „high tide“ suchen
    Der Server example.com ist erlaubt, aber nicht sein Port 8080.
    Zu „Oats“ recherchieren: 3 Suchen, bis zu 12 Seiten, ein Bericht als Datei
    In /shared ausführen: ls …
    Einen Helfer an „Oats“ arbeiten lassen, ohne Werkzeuge
    Wo andere mitlesen, frage ich, bevor ich etwas ändere.
    ");
}

#[test]
fn a_prompt_says_how_long_a_note_is_that_it_cuts() {
    let asked = || notes::delete(&"a".repeat(300));
    assert_eq!(asked(), format!("Delete the note “{}… (300 characters in all)”", "a".repeat(200)));
    assert!(Language::French.scope_sync(asked).ends_with("… (300 caractères au total)\u{a0}»"));
}

#[test]
fn a_schedule_is_described_in_the_reader_s_language() {
    let (id, user, session) = ("schedule-1", "user-alice", "session-1");
    let mut schedule = Schedule::new(
        ScheduleId(id.to_owned()),
        UserId(user.to_owned()),
        SessionId(session.to_owned()),
        Timestamp::EPOCH,
    );
    schedule.missed = MisfirePolicy::Once;
    let described = || schedules::details(&schedule, "default").join("\n");
    insta::assert_snapshot!(described(), @"
    results: always
    in quiet hours: wait until they are over
    missed due times: once, within 1 hour
    due while its last run is not over: skip
    last outputs that a run is given: 0
    model: default
    ");
    schedule.missed = MisfirePolicy::Skip;
    let described = || schedules::details(&schedule, "default").join("\n");
    assert!(described().contains("missed due times: skip\n"), "{}", described());
    insta::assert_snapshot!(Language::German.scope_sync(described), @"
    Ergebnisse: immer
    während der Ruhezeit: warten, bis sie vorbei ist
    verpasste Läufe: entfallen
    fällig, während der letzte Lauf noch dauert: entfällt
    letzte Ergebnisse, die ein Lauf bekommt: 0
    Modell: default
    ");
}

#[test]
fn what_is_allowed_is_named_in_any_language_and_compared_in_none() {
    let secrets = at_server_with("https://api.example.com", "github");
    let kinds = [WEB_SEARCHES, STOCK_PHOTOS, &secrets, &servers::held_by("notes"), "example.com"];
    let of_kinds = || kinds.map(of_kind);
    let (english, german) = (of_kinds(), Language::German.scope_sync(of_kinds));
    for (kind, (english, german)) in kinds.into_iter().zip(english.iter().zip(&german)) {
        assert_eq!(*english, Pattern::kind(kind));
        assert_eq!(german.pattern, english.pattern);
    }
    assert_eq!(
        german.each_ref().map(|it| it.label.as_str()),
        [
            "Suchen im Web",
            "Suchen nach Fotos",
            "https://api.example.com mit github",
            "was der Server notes bereithält",
            "example.com"
        ]
    );
    let exactly = || with_call_label(&exactly_this("{}"), "Run it");
    let (english, german) = (exactly(), Language::German.scope_sync(exactly));
    assert_eq!(english.pattern, german.pattern);
    assert_eq!([&*english.label, &*german.label], ["exactly “Run it”", "genau „Run it“"]);
    assert_eq!(exactly_this("{}"), Pattern::exact("{}"));
}

#[test]
fn what_is_left_out_of_a_text_is_said_in_the_reader_s_language_within_its_room() {
    let text = "word ".repeat(20_000);
    for language in Language::ALL {
        let cut = language.scope_sync(|| elided(&text, 100));
        assert!(cut.chars().count() <= 100, "{language:?}: {cut}");
    }
    assert_eq!(elided(&text, 100), adjutant_domain::shown::elided(&text, 100));
    assert!(Language::German.scope_sync(|| elided(&text, 100)).ends_with("… (noch 99930 Zeichen)"));
    assert_eq!(elided("short", 5), "short");
}

#[test]
fn the_answer_to_a_typed_yes_is_known_in_any_language() {
    let german = Language::German.scope_sync(|| crate::approvals::press_instead().to_owned());
    assert!(crate::approvals::is_press_instead(&german));
    assert!(crate::approvals::is_press_instead(crate::approvals::press_instead()));
    assert!(!crate::approvals::is_press_instead("yes"));
}
