use adjutant_channel::{Card, Position};

use super::*;

#[test]
fn internal_rows_are_stored_with_these_origins() {
    let run = RunId("run-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d".to_owned());
    let call = CallId("call-0197a5d2-7b3e-7c41-9d52-0f6e1a2b3c4d".to_owned());
    let origins = [
        (InternalOrigin::Run { run: &run, attempt: 2 }, ("schedule", format!("{run}#2"))),
        (InternalOrigin::Approval("approval-7"), ("approval", "approval-7".to_owned())),
        (InternalOrigin::Delegated(&call), ("delegate", call.to_string())),
        (InternalOrigin::DelegatedResult(&call), ("delegation", call.to_string())),
        (InternalOrigin::Client(&call), ("client", call.to_string())),
    ];
    for (origin, columns) in origins {
        assert_eq!(origin.columns(), columns);
    }
}

#[test]
fn a_message_is_stored_with_what_its_attachments_say() {
    let older = r#"{"text":"","attachments":[{"kind":"other","file_id":"","name":"venue","size":null}]}"#;
    let stored: Message = serde_json::from_str(older).unwrap();
    assert_eq!(stored.attachments[0].card, None);

    let position = Position::new(48.208_493, -16.372_081).unwrap();
    let cards = [
        (
            Some(Card::Place { position, accuracy: Some(20), live: false }),
            r#"{"type":"place","position":{"latitude":4820849,"longitude":-1637208},"accuracy":20,"live":false}"#,
        ),
        (
            Card::venue("Home", "", position),
            r#"{"type":"venue","title":"Home","address":"","position":{"latitude":4820849,"longitude":-1637208}}"#,
        ),
        (Card::contact("Bob", "+1"), r#"{"type":"contact","name":"Bob","phone":"+1"}"#),
        (
            Card::poll("Where?", ["Here", "There"]),
            r#"{"type":"poll","question":"Where?","options":["Here","There"]}"#,
        ),
        (Card::dice("🎲", 4), r#"{"type":"dice","emoji":"🎲","value":4}"#),
    ];
    for (card, json) in cards {
        assert_eq!(serde_json::to_string(&card).unwrap(), json);
        assert_eq!(serde_json::from_str::<Option<Card>>(json).unwrap(), card);
    }
}
