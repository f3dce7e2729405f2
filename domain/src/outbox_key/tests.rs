use std::collections::HashSet;

use adjutant_channel::AttachmentKind;

/// Every form of key that databases hold, as stored, and what the message is.
const STORED: [(&str, &str); 45] = [
    ("turn-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the answer of a turn"),
    ("run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the result of a run"),
    ("export-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the files of an export, or that it failed"),
    ("command-telegram-4711", "the answer to a command"),
    ("command-discord-1198-11", "the same: the platform's id of the event has a dash"),
    ("command-web-client-7", "the same"),
    ("claim-telegram-4711", "the answer to the owner code"),
    ("stranger-telegram-4711", "the line for a stranger"),
    ("link-typed-telegram-4711", "the answer to a stranger who typed a code"),
    ("unlinked-telegram-4711", "the notices that an account was unlinked"),
    ("note-text-telegram-4711", "the answer to the new text of a note"),
    ("media-call-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the files that a call sends"),
    ("delegate-call-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "which specialist works"),
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
    ("stopped-run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d", "the receipts of stopped runs"),
    (
        "paused-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-schedule-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4e-1777620000000",
        "that a schedule cannot run and is paused",
    ),
    ("day-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-2026-05-01", "the warning about the daily budget"),
    ("outage-telegram-1777620000000", "that a channel is down, and that it is back"),
    ("notes-7", "a list of notes"),
    ("schedules-7", "a list of schedules"),
    ("approvals-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-telegram:42", "a list of approvals"),
    ("approvals-user-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d-telegram:-100123", "the same in a group"),
    ("knock-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the question whether to admit a stranger"),
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
    ("forgetting-0f6e1a2b3c4d4e5f8a9b0c1d2e3f4a5b", "the question before a deletion, and its end"),
];

/// The names of the kinds of attachment are part of keys, and so must not change.
const KINDS: [(AttachmentKind, &str); 7] = [
    (AttachmentKind::Photo, "Photo"),
    (AttachmentKind::Voice, "Voice"),
    (AttachmentKind::Audio, "Audio"),
    (AttachmentKind::Video, "Video"),
    (AttachmentKind::File, "File"),
    (AttachmentKind::Sticker, "Sticker"),
    (AttachmentKind::Other, "Other"),
];

#[test]
fn every_form_is_listed_once() {
    let forms: HashSet<_> = STORED.iter().map(|(stored, _)| stored).collect();
    assert_eq!(forms.len(), STORED.len());
}

#[test]
fn kinds_of_attachment_are_stored_by_name() {
    for (kind, name) in KINDS {
        assert_eq!(format!("{kind:?}"), name);
    }
}
