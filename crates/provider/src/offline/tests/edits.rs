//! Edited messages.

use insta::assert_snapshot as expect;
use serde_json::{Value, json};

use super::{Conversation, PARIS};
use crate::{Edit, ToolCall};

impl Conversation {
    /// Sends the new version of a message, whose earlier version these calls had answered.
    fn edits(&mut self, before: &str, text: &str, done: &[(&str, Value, Value)]) -> String {
        let done = done.iter().map(|(name, arguments, result)| {
            let call =
                ToolCall { id: "1".to_owned(), name: (*name).to_owned(), arguments: arguments.to_string() };
            (call, result.to_string())
        });
        let (text, before) = (text.to_owned(), vec![before.to_owned()]);
        self.request.edits = vec![Edit { text: text.clone(), before, done: done.collect() }];
        self.says(&text)
    }
}

fn alice() -> Conversation {
    let mut alice = Conversation::default();
    alice.request.zone = PARIS;
    alice
}

fn at_17(id: &str, goal: &str) -> (&'static str, Value, Value) {
    let arguments = json!({ "goal": goal, "cadence_type": "once", "cadence_value": "2026-11-21T16:00:00Z" });
    ("schedule_create", arguments, reminder(id, goal, 16))
}

fn reminder(id: &str, goal: &str, hour: u32) -> Value {
    json!({
        "schedule_id": id, "name": goal, "goal": goal, "reminder": true, "cadence_type": "once", "status": "active",
        "timezone": "Europe/Paris", "next_run_at": format!("2026-11-21T{hour}:00:00Z"),
    })
}

#[test]
fn an_edited_reminder_is_changed() {
    let mut alice = alice();
    let made = [at_17("schedule-1", "call bob")];
    expect!(alice.edits("remind me at 17:00 to call bob", "remind me at 18:00 to call bob", &made), @r#"> schedule_edit {"goal":"call bob","name":"call bob","cadence_type":"once","cadence_value":"2026-11-21 18:00:00","timezone":"Europe/Paris","urgent":false,"status":"active","schedule_id":"schedule-1"}"#);
    expect!(alice.returned(&[reminder("schedule-1", "call bob", 17)]), @"Changed. I'll remind you in 3 hours and 58 minutes, at 18:00 (Europe/Paris): call bob");
}

#[test]
fn a_reminder_that_is_gone_is_made_anew() {
    let mut alice = alice();
    let made = [at_17("schedule-1", "call bob")];
    alice.edits("remind me at 17:00 to call bob", "remind me at 18:00 to call bob", &made);
    let gone = json!({ "success": false, "error_code": "not_found", "error": "there is no schedule" });
    expect!(alice.returned(&[gone]), @r#"> schedule_create {"goal":"call bob","name":"call bob","cadence_type":"once","cadence_value":"2026-11-21 18:00:00","reminder":true}"#);
    expect!(alice.returned(&[reminder("schedule-2", "call bob", 17)]), @"I'll remind you in 3 hours and 58 minutes, at 18:00 (Europe/Paris): call bob");
}

#[test]
fn each_reminder_of_a_message_is_found_again() {
    let mut alice = alice();
    let made = [at_17("schedule-1", "call bob"), at_17("schedule-2", "eat")];
    let before = "remind me at 17:00 to call bob\nremind me at 17:00 to eat";
    expect!(alice.edits(before, "remind me at 18:00 to eat", &made), @r#"> schedule_edit {"goal":"eat","name":"eat","cadence_type":"once","cadence_value":"2026-11-21 18:00:00","timezone":"Europe/Paris","urgent":false,"status":"active","schedule_id":"schedule-2"}"#);
    expect!(alice.returned(&[reminder("schedule-2", "eat", 17)]), @"
    Changed. I'll remind you in 3 hours and 58 minutes, at 18:00 (Europe/Paris): eat

    This stays from your message before the edit:
    - the reminder “call bob”: `cancel call bob` ends it
    ");
}

#[test]
fn what_the_new_version_does_not_replace_is_named() {
    let mut alice = alice();
    let made = [at_17("schedule-1", "call bob")];
    expect!(alice.edits("remind me at 17:00 to call bob", "thanks", &made), @"
    You're welcome!

    This stays from your message before the edit:
    - the reminder “call bob”: `cancel call bob` ends it
    ");
    expect!(alice.edits("remind me at 17:00 to call bob", "write me a poem", &made), @"
    I didn't understand that. I follow simple commands, in English only, such as:
    - `remind me in 20 minutes to stretch`
    - `remember that the wifi code is 4711`
    - `list reminders`

    /help shows more. A language model would understand you: whoever runs me can connect one.

    This stays from your message before the edit:
    - the reminder “call bob”: `cancel call bob` ends it
    ");
    expect!(alice.edits("remind me at 17:00 to call bob", "remind me at 5 to call bob", &made), @"
    I have set nothing: 5 o'clock may be 05:00 or 17:00.

    Do you mean one of these? Press it, or say it in other words:
    - `remind me on 2026-11-21 at 17:00 to call bob`
    - `remind me on 2026-11-22 at 05:00 to call bob`

    This stays from your message before the edit:
    - the reminder “call bob”: `cancel call bob` ends it
    ");
}

#[test]
fn a_reminder_made_by_a_suggestion_is_changed() {
    let mut alice = alice();
    let (call, result) = (
        ToolCall {
            id: "1".to_owned(),
            name: "schedule_create".to_owned(),
            arguments: at_17("", "").1.to_string(),
        },
        reminder("schedule-1", "buy milk", 16).to_string(),
    );
    alice.request.edits = vec![Edit {
        text: "remind me at 18:00 to buy milk".to_owned(),
        before: vec![
            "remind me to buy milk".to_owned(),
            "remind me on 2026-11-21 at 17:00 to buy milk".to_owned(),
        ],
        done: vec![(call, result)],
    }];
    expect!(alice.says("remind me at 18:00 to buy milk"), @r#"> schedule_edit {"goal":"buy milk","name":"buy milk","cadence_type":"once","cadence_value":"2026-11-21 18:00:00","timezone":"Europe/Paris","urgent":false,"status":"active","schedule_id":"schedule-1"}"#);
}

#[test]
fn an_edited_note_is_changed() {
    let mut alice = alice();
    let saved = ("memory_save", json!({ "content": "buy milk" }), json!({ "note_id": "note-1" }));
    expect!(alice.edits("note: buy milk", "note: buy oat milk", &[saved]), @r#"> memory_update {"content":"buy oat milk","tags":[],"note_id":"note-1"}"#);
    expect!(alice.returned(&[json!({ "note_id": "note-1" })]), @"I have changed the note: buy oat milk");
    // A note that had said the same before the message does not change with it.
    let known =
        ("memory_save", json!({ "content": "buy milk" }), json!({ "note_id": "note-1", "existed": true }));
    expect!(alice.edits("note: buy milk", "note: buy oat milk", &[known]), @r#"> memory_save {"content":"buy oat milk"}"#);
}

#[test]
fn an_edited_line_of_the_scratchpad_is_changed() {
    let mut alice = alice();
    let written = ("scratchpad_write", json!({ "items": ["tea", "milk"] }), json!({ "updated": true }));
    expect!(alice.edits("jot milk", "jot oat milk", std::slice::from_ref(&written)), @"> scratchpad_read {}");
    let pad = json!({ "items": ["tea", "milk", "rice"] });
    expect!(alice.returned(&[pad]), @r#"> scratchpad_write {"items":["tea","oat milk","rice"]}"#);
    alice.returned(&[json!({ "updated": true })]);
    expect!(alice.edits("jot milk", "thanks", &[written]), @"
    You're welcome!

    This stays from your message before the edit:
    - milk on the scratchpad: `cross out …` removes it
    ");
}

#[test]
fn what_cannot_be_taken_back_is_said() {
    let mut alice = alice();
    let deleted =
        ("schedule_delete", json!({ "schedule_id": "schedule-1" }), json!({ "message": "Deleted." }));
    expect!(alice.edits("cancel stretch", "thanks", &[deleted]), @"
    You're welcome!

    What I did for your message before the edit stays as it is.
    ");
}
