//! Notes: what is saved, told and forgotten.

use std::slice;

use insta::assert_snapshot as expect;
use serde_json::{Value, json};

use super::{Conversation, PARIS, denied, note};

/// Returns a note as it was told at a time.
fn told(text: &str, at: &str) -> Value {
    json!({ "text": text, "note_id": text, "updated_at": at })
}

#[test]
fn remembers_and_recalls() {
    let mut alice = Conversation::default();
    expect!(alice.says("remember that the wifi code is 4711 #home"), @r#"> memory_save {"content":"the wifi code is 4711","tags":["home"]}"#);
    expect!(alice.returned(&[json!({ "note_id": "note-1", "message": "saved" })]), @"I'll remember: the wifi code is 4711");
    expect!(alice.says("what is the wifi code?"), @r#"> memory_search {"query":"the wifi code","top_k":5}"#);
    let hits = json!({ "matches": [note("note-1", "the wifi code is 4711"), note("note-2", "the gate code is 12")] });
    expect!(alice.returned(&[hits]), @"You told me: the wifi code is 4711");
    alice.says("what is the shoe size?");
    expect!(alice.returned(&[json!({ "matches": [note("note-3", "the ring *size* is 9")] })]), @r"
    I'm not sure. This is the closest thing you told me:
    - the ring \*size\* is 9
    ");
    alice.says("what is the shoe size?");
    expect!(alice.returned(&[json!({ "matches": [] })]), @"I have no note about the shoe size. I know only what you tell me, for example: `remember that the wifi code is 4711`");
}

#[test]
fn forgets_the_one_note_that_is_meant() {
    let mut alice = Conversation::default();
    let hits = json!({ "matches": [note("note-1", "the wifi code is 4711"), note("note-2", "the gate code is 12")] });
    alice.says("forget the wifi code");
    expect!(alice.returned(slice::from_ref(&hits)), @r#"
    This is the note: the wifi code is 4711
    > memory_delete {"note_id":"note-1"}
    "#);
    expect!(alice.returned(&[denied()]), @"All right: nothing was deleted.");
    alice.says("forget the code");
    expect!(alice.returned(&[hits]), @"
    Which one do you mean? Press it, or be more exact:
    - the wifi code is 4711
    - the gate code is 12
    ");
    expect!(alice.offered.join("\n"), @"
    [the wifi code is 4711] forget note-1
    [the gate code is 12] forget note-2
    ");
    expect!(alice.says("forget note-2"), @r#"> memory_delete {"note_id":"note-2"}"#);
    expect!(alice.returned(&[json!({ "message": "deleted" })]), @"Forgotten: I have deleted the note. Our conversation may still contain what it said; `/new` begins without it.");
}

#[test]
fn the_newest_note_comes_first_with_its_day() {
    let mut alice = Conversation::default();
    alice.request.zone = PARIS;
    alice.says("where do I live?");
    let (older, newer) = (
        told("I live in Berlin", "2026-11-03T09:00:00+00:00"),
        told("I live in Lyon now", "2026-11-21T09:00:00+00:00"),
    );
    expect!(alice.returned(&[json!({ "matches": [older, newer] })]), @"
    You told me:
    - I live in Lyon now (today)
    - I live in Berlin (on 3 November)
    ");
    alice.says("what is the wifi code?");
    let old = told("the wifi code is 4711", "2025-12-01T09:00:00+00:00");
    expect!(alice.returned(&[json!({ "matches": [old] })]), @"You told me on 1 December 2025: the wifi code is 4711");
    alice.says("what is the wifi code?");
    let recent = told("the wifi code is 4711", "2026-11-01T09:00:00+00:00");
    expect!(alice.returned(&[json!({ "matches": [recent] })]), @"You told me: the wifi code is 4711");
    alice.says("when is the yoga?");
    let relative = told("tomorrow at 9 is the yoga", "2026-11-19T09:00:00+00:00");
    expect!(alice.returned(&[json!({ "matches": [relative] })]), @"You told me on 19 November: tomorrow at 9 is the yoga");
}

#[test]
fn a_note_answers_in_other_forms_of_its_words() {
    for (question, text) in [
        ("when is my sister's birthday?", "my sisters birthday is on march 4"),
        ("when is mum's birthday", "mums birthday is on 3 May"),
        ("when is mums birthday", "mum's birthday is on 3 May"),
        ("what is Anna’s number?", "annas number is 030 1234"),
        ("when does my flight leave?", "my flight leaves at 7:40"),
        ("what does lena like?", "Lena likes tea"),
    ] {
        let mut alice = Conversation::default();
        alice.says(question);
        let told = alice.returned(&[json!({ "matches": [note("note-1", text)] })]);
        assert_eq!(told, format!("You told me: {text}"));
    }
    let mut alice = Conversation::default();
    alice.says("forget the cat");
    expect!(alice.returned(&[json!({ "matches": [note("note-1", "the category is red")] })]), @"
    Which one do you mean? Press it, or be more exact:
    - the category is red
    ");
}

#[test]
fn a_note_with_a_day_may_become_a_reminder() {
    let mut alice = Conversation::default();
    expect!(alice.says("remember I have a meeting tomorrow at 10"), @r#"> memory_save {"content":"I have a meeting tomorrow at 10"}"#);
    expect!(alice.returned(&[json!({ "note_id": "note-1" })]), @"
    I'll remember: I have a meeting tomorrow at 10

    Shall I remind you of it, too? If so, press it or say it:
    - `remind me on 2026-11-22 at 10:00 to I have a meeting`
    ");
    expect!(alice.offered.join("\n"), @"[Sunday 22 November at 10:00] remind me on 2026-11-22 at 10:00 to I have a meeting");
    alice.says("remember that tomorrow at 9 I have yoga");
    alice.returned(&[json!({ "note_id": "note-2" })]);
    expect!(alice.offered.join("\n"), @"[Sunday 22 November at 09:00] remind me on 2026-11-22 at 09:00 to I have yoga");
    alice.says("remember that bob's birthday is on 4 march");
    expect!(alice.returned(&[json!({ "note_id": "note-3" })]), @"I'll remember: bob's birthday is on 4 march");
}
