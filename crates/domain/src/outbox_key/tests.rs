use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

/// Every form of key that databases hold, as stored, and the subject of its message.
const STORED: [(&str, &str); 60] = [
    ("turn-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the answer of a turn"),
    ("run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the result of a run"),
    ("export-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the files of an export, or that it failed"),
    ("sitemessage-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "what a visitor of a website has sent"),
    ("command-telegram-4711", "the answer to a command"),
    ("command-discord-1198-11", "the same: the platform's id of the event has a dash"),
    ("command-web-client-7", "the same"),
    ("claim-telegram-4711", "the answer to the owner code"),
    ("stranger-telegram-4711", "the line for a stranger"),
    ("link-typed-telegram-4711", "the answer to a stranger who typed a code"),
    ("unlinked-telegram-4711", "the notices that an account was unlinked"),
    ("note-text-telegram-4711", "the answer to the new text of a note"),
    ("noted-turn-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "that a turn will take in what came during it"),
    ("media-call-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the files that a call sends"),
    ("delegate-call-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "which specialist works"),
    ("plan-call-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the plan of a conversation"),
    ("prompt-17", "the prompt for the calls of an entry"),
    ("waits-42", "the line in the requester's chat while the prompt is in the owner's"),
    ("details-42", "the details of a prompt"),
    ("reminder-42", "the reminder of a prompt"),
    ("expired-approval-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "that approvals expired"),
    ("lost-42", "the loss notice for a message"),
    ("lost-run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the loss notice for the result of a run"),
    ("missed-run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the notice of misfires"),
    ("missed-telegram:42-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the notice of late messages"),
    ("missed-telegram:-100123-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the same in a group"),
    ("missed-telegram:-100123/7-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the same in a topic"),
    ("skipped-discord:1198-1777620000000", "that messages were not fetched"),
    ("skipped-discord:1198/1199-1777620000000", "the same in a thread"),
    ("unwritable-telegram:-100123/7-2026-05-01", "the notice that a chat did not take messages"),
    ("stopped-run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the receipts of stopped runs"),
    (
        "paused-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-schedule-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4e-1777620000000",
        "that a schedule cannot run and is paused",
    ),
    ("day-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-2026-05-01", "the warning about the daily budget"),
    ("outage-telegram-1777620000000", "that a channel is down, and that it is back"),
    ("modelkey-models.a-b:1777620000000", "that the key of a model is refused, and that it is accepted"),
    ("full-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-1777620000000", "that a limit is reached"),
    ("ownerreads-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-1777620000000", "that the owner may read"),
    ("aside-2026-05-01", "what was set aside on a day"),
    ("notes-7", "a list of notes"),
    ("schedules-7", "a list of schedules"),
    ("approvals-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-telegram:42", "a list of approvals"),
    ("approvals-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-telegram:-100123", "the same in a group"),
    ("knock-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the question whether to admit a stranger"),
    ("knocks-1777620000000", "the question whether to admit strangers"),
    ("admitted-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "that a stranger is admitted"),
    ("link-Maker-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the question to who made a code"),
    ("link-Typist-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the question to who typed it"),
    ("linked-Maker-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "that the accounts are linked"),
    ("linked-Typist-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the same, on the other side"),
    ("Photo-telegram:42-42-1777620000000", "what becomes of a picture"),
    ("Voice-telegram:-100123-42-1777620000000", "the same of a voice message, in a group"),
    ("Audio-telegram:-100123/7-42-1777620000000", "the same of sound, in a topic"),
    ("Video-discord:1198-42-1777620000000", "the same of a film"),
    ("File-web:alice-alice-1777620000000", "the same of a file"),
    ("Sticker-telegram:42-42-1777620000000", "the same of a sticker"),
    ("voice-turn-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the voice message of an answer"),
    ("voice-run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the same of the result of a run"),
    ("voiceless-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-1777620000000", "that an answer was not spoken"),
    ("heard-7", "what the recordings of a message say"),
    ("forgetting-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the question before a deletion, and its end"),
];

#[test]
fn every_form_is_listed_once() {
    let forms: HashSet<_> = STORED.iter().map(|(stored, _)| stored).collect();
    assert_eq!(forms.len(), STORED.len());
}

#[test]
fn every_stored_form_is_known_and_written_back_as_it_was() {
    for (stored, what) in STORED {
        let key = OutboxKey::parse(stored);
        assert!(!matches!(key, OutboxKey::Other(_)), "{stored}: {what}");
        assert_eq!(key.to_string(), stored, "{what}");
    }
}

#[test]
fn ids_with_dashes_are_told_apart() {
    let parsed = OutboxKey::parse;
    let user = || UserId("user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d".to_owned());
    let family = |thread: Option<&str>| ChatRef {
        channel: "telegram".to_owned(),
        chat: "-100123".to_owned(),
        thread: thread.map(str::to_owned),
    };
    let event =
        |channel: &str, id: &str| EventKey { channel: channel.to_owned(), external_id: id.to_owned() };
    assert_eq!(parsed("command-discord-1198-11"), OutboxKey::Command(event("discord", "1198-11")));
    assert_eq!(parsed("link-typed-web-client-7"), OutboxKey::LinkTyped(event("web", "client-7")));
    assert_eq!(
        parsed("missed-telegram:-100123/7-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d"),
        OutboxKey::LateMessages { chat: family(Some("7")), user: user() }
    );
    assert_eq!(
        parsed("approvals-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-telegram:-100123"),
        OutboxKey::Approvals { user: user(), channel: "telegram".to_owned(), chat: "-100123".to_owned() }
    );
    assert_eq!(
        parsed("Photo-telegram:-100123-42-1777620000000"),
        OutboxKey::Files {
            kind: AttachmentKind::Photo,
            chat: family(None),
            sender: "42".to_owned(),
            sent_at: Timestamp::from_millis(1_777_620_000_000)
        }
    );
}

#[test]
fn losses_and_last_words_are_recognised() {
    let losses = ["lost-42", "lost-run-7", "lost-042", "lost-"];
    assert!(losses.iter().all(|stored| OutboxKey::parse(stored).reports_loss()));
    assert!(OutboxKey::parse("forgetting-0f6e").is_last_word());
    for (stored, _) in STORED {
        let key = OutboxKey::parse(stored);
        assert_eq!(key.reports_loss(), stored.starts_with("lost-"), "{stored}");
        assert_eq!(key.is_last_word(), stored.starts_with("forgetting-"), "{stored}");
    }
}

#[test]
fn unknown_keys_stay_as_they_are() {
    for stored in
        ["", "-", "answer", "prompt-+7", "prompt-007", "day-user-1-2026-5-1", "link-Nobody-1", "outage-x"]
    {
        assert_eq!(OutboxKey::parse(stored), OutboxKey::Other(stored.to_owned()));
    }
}

#[test]
fn a_prefix_is_a_range_of_its_family() {
    let user = UserId("user-1".to_owned());
    let [approvals, day, paused, full, voiceless, owner_reads] =
        OutboxKey::families_of(&user).map(|prefix| prefix.to_string());
    assert_eq!([&approvals, &day, &paused], ["approvals-user-1-", "day-user-1-", "paused-user-1-"]);
    assert_eq!(
        [&full, &voiceless, &owner_reads],
        ["full-user-1-", "voiceless-user-1-", "ownerreads-user-1-"]
    );
    let telegram = OutboxKey::outages("telegram");
    assert_eq!(
        (telegram.to_string().as_str(), telegram.end().as_str()),
        ("outage-telegram-", "outage-telegram.")
    );
    let chat = ChatRef { channel: "web".to_owned(), chat: "alice".to_owned(), thread: None };
    assert_eq!(OutboxKey::about_files(&chat, "alice")[4].to_string(), "File-web:alice-alice-");
    let simple = [OutboxKey::note_lists(), OutboxKey::schedule_lists(), OutboxKey::forgettings()];
    assert_eq!(simple.map(|prefix| prefix.to_string()), ["notes-", "schedules-", "forgetting-"]);
}

#[test]
fn kinds_of_attachment_are_stored_by_name() {
    for (name, kind) in KINDS {
        assert_eq!(format!("{kind:?}"), name);
    }
}

fn id(prefix: &'static str) -> impl Strategy<Value = String> {
    any::<u128>().prop_map(move |bits| format!("{prefix}-{}", uuid::Uuid::from_u128(bits)))
}

fn user() -> impl Strategy<Value = UserId> {
    id("user").prop_map(UserId)
}

fn run() -> impl Strategy<Value = RunId> {
    id("run").prop_map(RunId)
}

fn event() -> impl Strategy<Value = EventKey> {
    ("[a-z]{1,9}", "[a-z0-9:_-]{1,12}").prop_map(|(channel, external_id)| EventKey { channel, external_id })
}

fn place() -> impl Strategy<Value = ChatRef> {
    let thread = prop::option::of("[0-9]{1,6}");
    ("[a-z]{1,9}", "-?[a-z0-9]{1,9}", thread).prop_map(|(channel, chat, thread)| ChatRef {
        channel,
        chat,
        thread,
    })
}

fn token() -> impl Strategy<Value = String> {
    "[0-9a-f]{32}"
}

fn side() -> impl Strategy<Value = LinkSide> {
    prop::sample::select(vec![LinkSide::Maker, LinkSide::Typist])
}

fn key() -> impl Strategy<Value = OutboxKey> {
    use OutboxKey as Key;
    let call = || id("call").prop_map(CallId);
    let row = || 0..i64::MAX;
    let time = || row().prop_map(Timestamp::from_millis);
    let date = (1970..9999, 1..13_u32, 1..29_u32);
    let date = date.prop_map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day).unwrap());
    let of_turns = prop_oneof![
        id("turn").prop_map(|id| Key::Turn(TurnId(id))),
        run().prop_map(Key::Run),
        token().prop_map(|token| Key::Export(format!("export-{token}"))),
        id("turn").prop_map(|id| Key::Voice(TurnId(id))),
        run().prop_map(Key::VoiceOfRun),
        (user(), time()).prop_map(|(user, at)| Key::Voiceless { user, at }),
        call().prop_map(Key::Media),
        call().prop_map(Key::Delegate),
        row().prop_map(Key::Prompt),
        row().prop_map(Key::Waits),
        row().prop_map(Key::Details),
        row().prop_map(Key::Reminder),
        id("approval").prop_map(Key::Expired),
    ];
    let of_events = prop_oneof![
        (event(), 0..6_usize).prop_map(|(event, answer)| Key::answers_to(&event)[answer].clone()),
        (prop::sample::select(KINDS.to_vec()), place(), "[a-z0-9]{1,9}", time())
            .prop_map(|((_, kind), chat, sender, sent_at)| Key::Files { kind, chat, sender, sent_at }),
        row().prop_map(Key::Heard),
        id("sitemessage").prop_map(|id| Key::SiteMessage(SiteMessageId(id))),
        id("turn").prop_map(|id| Key::Noted(TurnId(id))),
        row().prop_map(Key::NoteList),
        row().prop_map(Key::ScheduleList),
        (user(), "[a-z]{1,9}", "-?[a-z0-9]{1,9}").prop_map(|(user, channel, chat)| Key::Approvals {
            user,
            channel,
            chat
        }),
    ];
    let of_runs =
        prop_oneof![
            row().prop_map(Key::LostMessage),
            run().prop_map(Key::LostRun),
            run().prop_map(Key::Misfires),
            run().prop_map(Key::Stopped),
            (place(), user()).prop_map(|(chat, user)| Key::LateMessages { chat, user }),
            (user(), id("schedule").prop_map(ScheduleId), time())
                .prop_map(|(user, schedule, at)| Key::Paused { user, schedule, at }),
            (user(), date).prop_map(|(user, date)| Key::Day { user, date }),
            ("[a-z]{1,9}", time()).prop_map(|(channel, since)| Key::Outage { channel, since }),
            ("[a-z.-]{1,9}", time()).prop_map(|(section, since)| Key::ModelKey { section, since }),
        ];
    let of_people = prop_oneof![
        token().prop_map(Key::Knock),
        (0..i64::MAX).prop_map(Timestamp::from_millis).prop_map(Key::Knocks),
        token().prop_map(Key::Admitted),
        (side(), token()).prop_map(|(side, link_id)| Key::LinkPrompt { side, link_id }),
        (side(), token()).prop_map(|(side, link_id)| Key::Linked { side, link_id }),
        token().prop_map(Key::DeletionRequest),
    ];
    prop_oneof![of_turns, of_events, of_runs, of_people]
}

proptest! {
    #[test]
    fn a_key_is_read_as_it_was_written(key in key()) {
        prop_assert_eq!(OutboxKey::parse(&key.to_string()), key);
    }

    #[test]
    fn any_text_is_written_back_as_it_was(
        at in 0..STORED.len(), rest in "[ -~]{0,20}", cut in 0..90_usize, anything in ".{0,40}"
    ) {
        let stored = STORED[at].0;
        let text = format!("{}{rest}", &stored[..cut.min(stored.len())]);
        prop_assert_eq!(OutboxKey::parse(&text).to_string(), text);
        prop_assert_eq!(OutboxKey::parse(&anything).to_string(), anything);
    }
}
