//! Messages that waited: their times count from when they were sent.

use insta::assert_snapshot as expect;
use serde_json::{Value, json};

use super::{Conversation, PARIS};
use crate::{ModelMessage, Sent};

impl Conversation {
    /// Sends messages that are answered only now, each at its own time.
    fn said(&mut self, messages: &[(&str, &str)]) -> String {
        for (at, text) in messages {
            let sent = Sent { text: (*text).to_owned(), at: at.parse().unwrap() };
            let note = ModelMessage::Note { text: "The next message was sent a while ago.".to_owned() };
            self.request.messages.extend([note, ModelMessage::User { text: sent.text.clone() }]);
            self.request.sent.push(sent);
        }
        self.next()
    }
}

fn alice() -> Conversation {
    let mut alice = Conversation::default();
    alice.request.zone = PARIS;
    alice
}

/// The evening before, 22:08 in Paris.
const YESTERDAY: &str = "2026-11-20T21:08:00Z";
/// Two hours before the answer.
const AT_NOON: &str = "2026-11-21T11:02:00Z";

fn call_bob(at: &str) -> Value {
    json!({
        "schedule_id": "schedule-1", "name": "call bob", "goal": "call bob", "cadence_type": "once",
        "timezone": "Europe/Paris", "status": "active", "next_run_at": at,
    })
}

#[test]
fn tomorrow_is_the_day_after_the_message() {
    let mut alice = alice();
    expect!(alice.said(&[(YESTERDAY, "remind me tomorrow at 4pm to call bob")]), @r#"> schedule_create {"goal":"call bob","name":"call bob","cadence_type":"once","cadence_value":"2026-11-21 16:00:00","reminder":true}"#);
    expect!(alice.returned(&[call_bob("2026-11-21T15:00:00Z")]), @"I'll remind you in 1 hour and 58 minutes, on Saturday 21 November 2026 at 16:00 (Europe/Paris): call bob");
    alice.request.sent.clear();
    expect!(alice.says("remind me tomorrow at 4pm to call bob"), @r#"> schedule_create {"goal":"call bob","name":"call bob","cadence_type":"once","cadence_value":"2026-11-22 16:00:00","reminder":true}"#);
}

#[test]
fn a_span_begins_with_the_message() {
    let mut alice = alice();
    expect!(alice.said(&[(AT_NOON, "remind me in 3 hours to call bob")]), @r#"> schedule_create {"goal":"call bob","name":"call bob","cadence_type":"once","cadence_value":"2026-11-21T14:02:00Z","reminder":true}"#);
    expect!(alice.returned(&[call_bob("2026-11-21T14:02:00Z")]), @"I'll remind you in 1 hour, on Saturday 21 November 2026 at 15:02 (Europe/Paris): call bob");
}

#[test]
fn a_time_that_passed_meanwhile_is_not_set() {
    let mut alice = alice();
    expect!(alice.said(&[(AT_NOON, "remind me in 10 minutes to take the cake out")]), @"
    I have set nothing: 21 November 2026 at 12:12 has passed.

    Say it again with a time, for example: `remind me tomorrow at 9:30 to take the cake out`
    ");
    assert!(alice.offered.is_empty());
    alice.request.sent.clear();
    expect!(alice.says("in 5 minutes"), @r#"> schedule_create {"goal":"take the cake out","name":"take the cake out","cadence_type":"once","cadence_value":"2026-11-21T13:07:00Z","reminder":true}"#);
    let mut alice = self::alice();
    expect!(alice.said(&[(YESTERDAY, "remind me at 23:00 to lock up")]), @"
    I have set nothing: 20 November 2026 at 23:00 has passed.

    Say it again with a time, for example: `remind me tomorrow at 9:30 to lock up`
    ");
}

#[test]
fn each_message_has_its_own_time() {
    let mut alice = alice();
    let messages = [
        (YESTERDAY, "remind me tomorrow at 4pm to call bob"),
        (AT_NOON, "remind me in 10 minutes to eat"),
        (AT_NOON, "remind me tomorrow at 4pm to call eve"),
    ];
    expect!(alice.said(&messages), @r#"
    > schedule_create {"goal":"call bob","name":"call bob","cadence_type":"once","cadence_value":"2026-11-21 16:00:00","reminder":true}
    > schedule_create {"goal":"call eve","name":"call eve","cadence_type":"once","cadence_value":"2026-11-22 16:00:00","reminder":true}
    "#);
}

#[test]
fn what_is_suggested_means_the_same_now() {
    let mut alice = alice();
    alice.said(&[(YESTERDAY, "remind me tomorrow at 5 to call bob")]);
    expect!(alice.offered.join("\n"), @"[Saturday 21 November at 17:00] remind me on 2026-11-21 at 17:00 to call bob");
    let mut alice = self::alice();
    alice.said(&[(AT_NOON, "remind me in like 3 hours to call bob")]);
    expect!(alice.offered.join("\n"), @"[Saturday 21 November at 15:02] remind me on 2026-11-21 at 15:02 to call bob");
    let mut alice = self::alice();
    alice.said(&[(YESTERDAY, "remember that I have yoga tomorrow at 18:00")]);
    alice.returned(&[json!({ "note_id": "note-1" })]);
    expect!(alice.offered.join("\n"), @"[Saturday 21 November at 18:00] remind me on 2026-11-21 at 18:00 to I have yoga");
}

#[test]
fn after_midnight_tomorrow_is_named() {
    let mut alice = alice();
    alice.now = Some("2026-11-21T23:30:00Z".parse().unwrap());
    alice.says("remind me tomorrow at 9am to call bob");
    expect!(alice.returned(&[call_bob("2026-11-23T08:00:00Z")]), @"I'll remind you on Monday 23 November 2026 at 09:00 (Europe/Paris): call bob");
}
