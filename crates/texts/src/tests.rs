use std::time::Duration;

use adjutant_channel::{Argument, ChatKind, Command as MenuEntry, MessageId, Rich};
use adjutant_domain::{
    clock::{Doubt, Why},
    health::ChannelState,
    language::Language,
    picture::Problem,
    timestamp::Timestamp,
    zones::{
        Zone,
        data::{InUse, Origin},
    },
};
use adjutant_provider::ModelError;
use adjutant_store::{
    documents::Counts,
    inbox::{Delay, LastEvent},
    outbox::Held,
    testing::ms,
};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use super::{commands::*, health::*, *};

/// Texts that consist mostly of long graphemes, so that almost any cut falls within one.
fn dense() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&adjutant_domain::text::samples::GRAPHEMES[..]), 1..60)
        .prop_map(|all| all.concat())
}

proptest! {
    #[test]
    fn no_cut_is_within_what_people_see_as_one_character(text in dense(), most in 11_usize..200) {
        let boundaries: Vec<_> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        let beginning = beginning(&text, most);
        prop_assert!(text.starts_with(beginning) && beginning.chars().count() <= most);
        prop_assert!(boundaries.contains(&beginning.len()), "{}", beginning.len());
        // As much as fits.
        let next = boundaries.iter().find(|at| **at > beginning.len());
        prop_assert!(next.is_none_or(|next| text[..*next].chars().count() > most));
        prop_assert!(in_a_line(&text, most).trim_end_matches('…').chars().count() <= most.max(16));
    }
}

const NOW: Timestamp = Timestamp::from_millis(1_777_622_400_000);
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

#[test]
fn what_stop_did_is_said() {
    assert_eq!(stopped(false, 0, 0, (0, 0)), "There is nothing to stop.");
    assert_eq!(stopped(true, 0, 0, (0, 0)), "I have stopped.");
    assert_eq!(
        stopped(true, 0, 1, (1, 0)),
        "I have stopped. I have dropped the message that was waiting. I will not do what was waiting for your \
         approval."
    );
    assert_eq!(stopped(false, 2, 0, (0, 0)), "I have stopped the 2 scheduled tasks that were running here.");
    assert_eq!(stopped(false, 0, 3, (0, 0)), "I have dropped the 3 messages that were waiting.");
}

#[test]
fn a_command_that_does_not_exist_is_answered_with_the_nearest() {
    assert_eq!(
        unknown_command("statsu"),
        "I do not know the command /statsu. Did you mean /status? /help lists them all."
    );
    let near = [
        ("stpo", "stop"),
        ("sotp", "stop"),
        ("stopp", "stop"),
        ("halp", "help"),
        ("hlep", "help"),
        ("schedule", "schedules"),
        ("remeber", "remember"),
        ("memories", "memory"),
        ("timezome", "timezone"),
        ("aprovals", "approvals"),
        ("forgetme", "forget_me"),
        ("exprot", "export"),
    ];
    for (name, meant) in near {
        assert_eq!(
            unknown_command(name),
            format!("I do not know the command /{name}. Did you mean /{meant}? /help lists them all.")
        );
    }
    let far = [
        "wat",
        "nonsense",
        "xyz",
        "what",
        "why",
        "nothing",
        "hello",
        "yes",
        "no",
        "ok",
        "juggle",
        "stuff",
        "settings",
        "ban",
        "weather",
        "nonce",
        "n",
        "s",
        "thank_you",
    ];
    for name in far {
        assert_eq!(
            unknown_command(name),
            format!("I do not know the command /{name}. /help lists all that I know.")
        );
    }
}

#[test]
fn help_says_once_how_an_argument_is_written() {
    let about = |name: &str| help_about(menu().iter().find(|it| it.name == name).unwrap());
    assert_eq!(
        about("vault"),
        "**/vault [add]**\n\nYour secrets: see, add, delete.\n\n- add NAME SERVER; leave it out to see your secrets"
    );
    assert!(about("memory").ends_with("\n- query: What to look for, or a #tag; leave it out for all notes"));
}

#[test]
fn one_byte_is_not_several() {
    assert_eq!((bytes(1), bytes(2)), ("1 byte".to_owned(), "2 bytes".to_owned()));
    Language::German.scope_sync(|| assert_eq!(bytes(1), "1 Byte"));
}

#[test]
fn the_menus_show_these_commands_in_this_order() {
    let argument = |it: &Argument| {
        format!("\n    {}{}: {}", it.name, if it.completes { " (completed)" } else { "" }, it.description)
    };
    let entry = |it: &MenuEntry| {
        let audience = if it.private { "private" } else { "public" };
        let arguments: String = it.arguments.iter().map(argument).collect();
        format!("{} ({audience}): {}{arguments}", it.name, it.description)
    };
    let entries: Vec<_> = menu().iter().map(entry).collect();
    insta::assert_snapshot!(entries.join("\n"), @"
    start (private): What I am and what I can do
        code: The code that makes you the owner, printed when I was started
    help (private): Commands and examples
        command (completed): The command you want to know more about
    new (public): Start a new conversation
    stop (public): Stop what I am doing
    compact (public): Summarise our conversation
    status (private): How things stand
    approvals (private): What waits for a decision, and what I may do unasked
    memory (private): Your notes: see, change, delete
        query (completed): What to look for, or a #tag; leave it out for all notes
    remember (private): Save a note
        text: What I should remember, with #tags if you like
    forget (private): Delete a note
        what (completed): What the note is about; I ask before I delete it
    schedules (private): Your reminders and tasks: see, pause, run, delete
        name (completed): Part of the name; leave it out for all schedules
    files (private): Your files: get, rename, delete, bring back
        rename: rename OLD NEW; leave it out to see your files
    site (private): Your website: preview, publish, undo
        share (completed): share or unshare, in a group; leave it out to see how it stands
    vault (private): Your secrets: see, add, delete
        add: add NAME SERVER; leave it out to see your secrets
    hooks (private): Addresses that programs call: see, add, revoke
        add: add NAME, or add NAME TASK; leave it out to see your hooks
    mcp (private): Programs that use what is yours
        new: new NAME; leave it out to see your programs
    plan (private): How far our plan is
        clear (completed): clear; leave it out to see the plan
    tools (private): Which tools I have at hand
    model (private): Which model answers here: see or choose
        name (completed): Its name; “default” for the usual one
    queue (private): When you write while I work
        choice (completed): collect, steer or interrupt
    reasoning (private): What the model reasons: see or hide
        on (completed): “on” or “off”
    tables (private): How wide tables come
        form (completed): text, picture or file
    language (private): Your language
        name (completed): A language, such as Deutsch or de; “platform” for that of your app
    timezone (private): Show or set your time zone
        zone (completed): Such as Europe/Paris, or just the city; “default” is the host’s
    quiet (private): Your quiet hours, when results wait
        hours (completed): Such as 22:00-07:00; “off” for none
    usage (private): How much you have used
        days (completed): How far back: “today”, or a number of days
    console (private): Your console
        off (completed): “off” signs your browsers out
    people (private): Who uses me: admit, remove (for my owner)
    link (private): Share everything with another account of yours
        code: The code that I gave you on the other platform
    unlink (private): Stop sharing with a linked account
        account (completed): Which account, if several are linked
    export (private): Get everything I know about you, as files
    forget_me (private): Delete everything I know about you
    ");
}

#[test]
fn every_command_can_be_shown_by_every_platform() {
    let is_name = |name: &str| {
        (1..=32).contains(&name.len()) && name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_'))
    };
    let is_description = |text: &str| (1..=100).contains(&text.chars().count());
    let in_a_language = || {
        for command in menu() {
            assert!(is_name(command.name) && is_description(command.description), "{command:?}");
            for Argument { name, description, .. } in command.arguments {
                assert!(is_name(name) && is_description(description), "{command:?}");
            }
            assert!(
                help(ChatKind::Direct, false, true).contains(&format!("- /{}", command.name)),
                "{command:?}"
            );
        }
        for choice in command_choices().into_iter().chain(period_choices()) {
            assert!(is_description(&choice.label), "{choice:?}");
        }
    };
    for language in Language::ALL {
        language.scope_sync(in_a_language);
    }
    let mut names: Vec<_> = menu().iter().map(|command| command.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), menu().len(), "a name is there twice");
}

#[test]
fn menus_in_other_languages_differ_by_descriptions_alone() {
    let alike = |it: &MenuEntry| {
        let arguments: Vec<_> = it.arguments.iter().map(|it| (it.name, it.completes)).collect();
        (it.name, it.private, arguments)
    };
    let english: Vec<_> = menu().iter().map(alike).collect();
    for translated in translations() {
        assert_eq!(translated.commands.iter().map(alike).collect::<Vec<_>>(), english);
        for (theirs, ours) in translated.commands.iter().zip(menu()) {
            assert_ne!(theirs.description, ours.description, "{} in {}", ours.name, translated.language);
        }
    }
    assert_eq!(translations().iter().map(|it| it.language).collect::<Vec<_>>(), ["de", "es", "fr"]);
}

#[test]
fn what_explains_the_bot_is_one_message_in_each_language() {
    /// Discord's limit for a message, less the room that its adapter leaves for a notice, in UTF-16 code units.
    const MOST: usize = 2_000 - 64;
    for language in Language::ALL {
        for (chat, unseen, has_model) in [
            (ChatKind::Direct, false, true),
            (ChatKind::Direct, false, false),
            (ChatKind::Group, false, true),
            (ChatKind::Group, true, true),
        ] {
            let said = language.scope_sync(|| start(chat, unseen, has_model));
            // Each underscore is escaped there.
            let units = said.encode_utf16().count() + said.matches('_').count();
            assert!(units <= MOST, "{units} in {language:?}");
        }
    }
}

#[test]
fn a_command_is_explained_with_its_arguments() {
    let about = |name: &str| help_about(menu().iter().find(|it| it.name == name).unwrap());
    insta::assert_snapshot!(about("usage"), @"
    **/usage [days]**

    How much you have used.

    - days: How far back: “today”, or a number of days
    ");
    insta::assert_snapshot!(about("stop"), @"
    **/stop**

    Stop what I am doing.
    ");
}

#[test]
fn an_outage_and_its_end_are_told() {
    insta::assert_snapshot!(down("telegram", 5 * MINUTE, "cannot reach Telegram"), @"
    ⚠️ I have been unreachable on telegram for 5 min: cannot reach Telegram

    I keep trying, and will tell you when it works again.
    ");
    assert_eq!(back("telegram", 36 * HOUR), "✅ I am back on telegram, after 1 day.");
    insta::assert_snapshot!(Language::German.scope_sync(|| down("telegram", 50 * HOUR, not_connected())), @"
    ⚠️ Über telegram bin ich seit 2 Tagen nicht erreichbar: nicht verbunden

    Ich versuche es weiter und sage dir, wenn es wieder geht.
    ");
}

#[test]
fn the_status_names_what_is_wrong() {
    let all = Status {
        model: "offline".to_owned(),
        zone: Zone::of(adjutant_domain::zones::Tz::Europe__Paris),
        busy: true,
        approvals: 1,
        schedules: 2,
        skills: vec![("minutes".to_owned(), false), ("tides".to_owned(), true)],
        channels: vec![
            ChannelHealth {
                name: "discord".to_owned(),
                state: ChannelState::Up { since: NOW - 3 * HOUR },
                last: Some(LastEvent { sent_at: NOW - ms(61_400), received_at: NOW - ms(60_000) }),
            },
            ChannelHealth {
                name: "telegram".to_owned(),
                state: ChannelState::Down {
                    since: NOW - 7 * MINUTE,
                    why: "cannot reach\nTelegram".to_owned(),
                },
                last: Some(LastEvent { sent_at: NOW - 2 * DAY, received_at: NOW - 2 * DAY }),
            },
            ChannelHealth { name: "web".to_owned(), state: ChannelState::Elsewhere, last: None },
        ],
        undelivered: 3,
        held_up: Some((Held { since: NOW - MINUTE, until: NOW + MINUTE, in_doubt: true }, 2)),
        dead: 4,
        dead_reason: Some("blocked".to_owned()),
        elsewhere: Some(Elsewhere { results: 2, reason: "no permission".to_owned(), sent: true }),
        kept: Some(Kept {
            notes: 12,
            messages: MOST_MESSAGES + 1,
            files: 1 << 20,
            documents: Counts { read: 4, waiting: 1, unreadable: 2, full: 1 },
            read_since: Some(NOW - MINUTE),
            everybody: Some(Everybody { database: 34 << 20, free: 3 << 20, files: 121_000, set_aside: 0 }),
        }),
        clock: None,
        zone_data: InUse { version: "2026f".to_owned(), origin: Origin::Bundled },
        now: NOW,
    };
    insta::assert_snapshot!(status(&all), @r"
        - Model: offline
        - Now: working on your message
        - Waiting for your approval: 1
        - Active schedules: 2 (times are in Europe/Paris)
        - Active skills: minutes, tides (yours) (/tools ends them)
        - Discord: connected for 3 h; last heard from it 1 min ago
        - Telegram: unreachable for 7 min: cannot reach Telegram; last heard from it 2 days ago
        - Chat page: another process receives from it; nothing received yet
        - Messages on their way: 3
        - Waiting to be delivered here: 2 messages. The first is from 09:59:00: I do not know yet whether it has arrived, and look for it at 10:01:00
        - Messages I could not deliver here in the last week: 4 (blocked)
        - Scheduled results that I could not post where they belong, and sent to your direct chat in the last week: 2 (no permission)
        - Stored for you: 12 notes, more than 1000 messages, 1 MB of files
        - Saved documents: 4 found by what they say, 1 still to be read, 2 without a text that I can read, 1 for whose text there is no room
        - The owner can read in the console what you have written to me in direct chats since Fri 1 May, 09:59, and what I answered
        - Stored in all: a database of 34 MB (3 MB of it free), 119 KB of files
        - Time zone data: release 2026f, part of this program
        ");
    let doubt = Doubt { why: Why::Jumped, shown: NOW, other: NOW - DAY };
    let all = Status { clock: Some(doubt), ..all };
    insta::assert_snapshot!(Language::German.scope_sync(|| status(&all)), @r"
        - Modell: offline
        - Jetzt: Ich arbeite an deiner Nachricht
        - Wartet auf deine Genehmigung: 1
        - Aktive Zeitpläne: 2 (Zeiten gelten in Europe/Paris)
        - Aktive Fähigkeiten: minutes, tides (deine) (/tools beendet sie)
        - Discord: seit 3 h verbunden; zuletzt vor 1 min etwas empfangen
        - Telegram: seit 7 min nicht erreichbar: cannot reach Telegram; zuletzt vor 2 Tagen etwas empfangen
        - Chatseite: ein anderer Prozess empfängt von dort; noch nichts empfangen
        - ⚠️ Uhr: die Uhr ist auf 1. Mai 2026, 08:00 UTC gesprungen. Bis eine Plattform das bestätigt oder die Uhr eine Stunde weitergelaufen ist, gehe ich von 30. Apr. 2026, 08:00 UTC aus. Wenn die Zeit falsch ist, stell die Uhr.
        - Nachrichten auf dem Weg: 3
        - Warten hier auf Zustellung: 2 Nachrichten. Die erste ist von 09:59:00: Ich weiß noch nicht, ob sie angekommen ist, und sehe um 10:01:00 nach
        - Nachrichten, die ich in der letzten Woche hier nicht zustellen konnte: 4 (blocked)
        - Ergebnisse von Zeitplänen, die ich in der letzten Woche nicht dorthin schreiben konnte, wohin sie gehören, und in deinen direkten Chat geschickt habe: 2 (no permission)
        - Für dich aufbewahrt: 12 Notizen, mehr als 1000 Nachrichten, 1 MB in Dateien
        - Gespeicherte Dokumente: 4 über ihren Inhalt zu finden, 1 noch zu lesen, 2 ohne einen Text, den ich lesen kann, 1 mit Text, für den kein Platz ist
        - Wem der Bot gehört, kann in der Konsole lesen, was du mir in direkten Chats geschrieben hast, und was ich geantwortet habe, seit Fr., 1. Mai, 09:59
        - Insgesamt aufbewahrt: eine Datenbank von 34 MB (davon 3 MB frei), 119 KB in Dateien
        - Zeitzonendaten: Ausgabe 2026f, Teil dieses Programms
        ");
}

#[test]
fn everything_said_about_a_failed_model_says_what_to_do() {
    let errors = [
        ModelError::RateLimited { message: "429".to_owned(), retry_after: None },
        ModelError::Unavailable("reset".to_owned()),
        ModelError::Cut,
        ModelError::TooLong("200000".to_owned()),
        ModelError::AccountEmpty("402 key sk-1".to_owned()),
        ModelError::Refused("401 key sk-1".to_owned()),
    ];
    for error in &errors {
        let said = model_failed(error);
        assert!(!said.contains("sk-1"), "{said}");
        assert!(["try again", "/new", "doctor"].iter().any(|step| said.contains(step)), "{said}");
    }
}

#[test]
fn a_possible_repeat_says_so_above_the_text() {
    let body = Rich::builder().text("Here is ").bold("it").build();
    let marked = possible_repeat(body);
    assert_eq!(marked.text, "↻ This may be a repeat:\nHere is it");
}

#[test]
fn a_late_delivery_says_so_above_the_text() {
    let at = adjutant_store::testing::NOW;
    let zone: Zone = "Europe/Paris".parse().unwrap();
    let said = |language: Language| {
        language
            .scope_sync(|| late_delivery(&Rich::plain("Here."), at, at + Duration::from_hours(3), zone).text)
    };
    assert_eq!(said(Language::English), "This is from Fri 1 May, 10:00 and comes late:\nHere.");
    assert_eq!(said(Language::German), "Das ist vom Fr., 1. Mai, 10:00 und kommt verspätet:\nHere.");
}

#[test]
fn what_only_the_model_reads_is_in_english() {
    let attachment = Attachment {
        kind: AttachmentKind::Sticker,
        file_id: "f1".to_owned(),
        unique_id: None,
        name: Some("wave".to_owned()),
        size: Some(2_000_000),
        card: None,
        still: None,
        seconds: None,
    };
    let files = [StoredAttachment {
        attachment_id: AttachmentId("attachment-1".to_owned()),
        message_id: MessageId("message-1".to_owned()),
        attachment,
        untrusted: Sources::OWN,
    }];
    let limits = pictures::PictureLimits { size: 2_000_000, pixels: 1_000_000, count: 3 };
    let delay = Delay { sent_at: NOW, received_at: NOW + DAY, messages: 1 };
    let notes = || {
        [
            files_note(&files, FilesCame::WithNext),
            pictures::problem(Problem::TooLarge, limits),
            late_messages::note(&delay, Zone::UTC),
        ]
        .join("\n")
    };
    assert_eq!(Language::German.scope_sync(notes), notes());
}

#[test]
fn the_most_usual_texts_are_in_the_reader_s_language() {
    let file = Attachment {
        kind: AttachmentKind::File,
        file_id: "f1".to_owned(),
        unique_id: None,
        name: Some("tides.pdf".to_owned()),
        size: Some(30_000_000),
        card: None,
        still: None,
        seconds: None,
    };
    let texts = || {
        [
            cannot_read(&[AttachmentKind::Photo, AttachmentKind::Photo], false, true),
            too_large(&file, 20 << 20, false),
            turn_ended(StopReason::UsedUp(Measure::Cost)).to_owned(),
            model_failed(&ModelError::Cut),
            set_aside_today(2),
            preferences::quiet_off(1),
        ]
        .join("\n")
    };
    insta::assert_snapshot!(texts(), @"
    I got your pictures, but I cannot look at pictures here. I can keep them for you, or send them on: tell me what to do with them.
    I take files of at most 20 MB here, and this one is larger: file “tides.pdf”, 28.6 MB. Please send a smaller one, or write what you need.
    I stopped here: this costs more than I may spend on one answer. Write “go on” to continue.
    The model's answer broke off several times. Please try again.
    ⚠️ 2 things failed again and again today, through an error of mine, and were set aside, so that nothing else waits for them. `adjutant doctor` on my machine lists them.
    You no longer have quiet hours. 1 message that waited will be here in a moment.
    ");
    insta::assert_snapshot!(Language::German.scope_sync(texts), @"
    Ich habe deine Bilder bekommen, kann mir hier aber keine Bilder ansehen. Ich kann das alles für dich aufbewahren oder weitergeben: Sag mir, was ich damit tun soll.
    Ich nehme hier Dateien bis 20 MB an, und diese ist größer: Datei „tides.pdf“, 28,6 MB. Schick bitte eine kleinere, oder schreib, was du brauchst.
    Hier habe ich aufgehört: Es kostet mehr, als ich für eine Antwort ausgeben darf. Schreib „weiter“, dann mache ich weiter.
    Die Antwort des Modells ist mehrmals abgebrochen. Versuch es bitte noch einmal.
    ⚠️ 2 Dinge sind heute durch einen Fehler von mir immer wieder gescheitert. Ich habe sie beiseitegelegt, damit nichts anderes darauf wartet. `adjutant doctor` auf meinem Rechner zeigt sie.
    Du hast keine Ruhezeit mehr. 1 Nachricht, die gewartet hat, ist gleich da.
    ");
}

#[test]
fn sizes_are_said_as_people_do() {
    let said = [0, 999, 1_000, 123_456, 999_999, 1_500_000, 20 << 20].map(bytes);
    assert_eq!(said, ["0 bytes", "999 bytes", "1 KB", "121 KB", "977 KB", "1.4 MB", "20 MB"]);
}

#[test]
fn every_field_of_a_menu_is_written_as_the_command_reads_it() {
    let typed = |value: &str| {
        let lines = menu().iter().flat_map(|command| {
            let line = |it: &Argument| format!("/{} {}", command.name, it.typed(value));
            command.arguments.iter().map(line).collect::<Vec<_>>()
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let english = typed("yes");
    insta::assert_snapshot!(english, @"
    /start yes
    /help yes
    /memory yes
    /remember yes
    /forget yes
    /schedules yes
    /files rename yes
    /site share
    /vault add yes
    /hooks add yes
    /mcp new yes
    /plan clear
    /model yes
    /queue yes
    /reasoning yes
    /tables yes
    /language yes
    /timezone yes
    /quiet yes
    /usage yes
    /console off
    /link yes
    /unlink yes
    ");
    for language in Language::ALL {
        assert_eq!(language.scope_sync(|| typed("yes")), english);
    }
}
