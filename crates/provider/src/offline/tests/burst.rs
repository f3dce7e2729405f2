//! Messages that arrive together, and the lines of one message.

use insta::assert_snapshot as expect;
use serde_json::json;

use super::Conversation;
use crate::ModelMessage;

impl Conversation {
    /// Sends messages that arrive together.
    fn says_at_once(&mut self, messages: &[&str]) -> String {
        let said = messages.iter().map(|text| ModelMessage::User { text: (*text).to_owned() });
        self.request.messages.extend(said);
        self.next()
    }
}

#[test]
fn what_is_no_command_hides_no_other_message() {
    let mut alice = Conversation::default();
    let messages = [
        "thanks",
        "remind me tomorrow at 11am to water the plants",
        "la la la",
        "remember that the gate code is 99",
        "oh and also",
    ];
    expect!(alice.says_at_once(&messages), @r#"
    > schedule_create {"goal":"water the plants","name":"water the plants","cadence_type":"once","cadence_value":"2026-11-22 11:00:00","reminder":true}
    > memory_save {"content":"the gate code is 99"}
    "#);
    let created = json!({
        "schedule_id": "schedule-1", "name": "water the plants", "goal": "water the plants",
        "cadence_type": "once", "timezone": "UTC", "status": "active", "next_run_at": "2026-11-22T11:00:00Z",
    });
    expect!(alice.returned(&[created, json!({ "note_id": "note-1" })]), @"
    You're welcome!

    I'll remind you in 21 hours and 58 minutes, tomorrow at 11:00 (UTC): water the plants

    I'll remember: the gate code is 99

    I didn't understand “la la la” and “oh and also”. `help` shows what I can do.
    ");
}

#[test]
fn what_an_earlier_turn_left_unanswered_is_not_done_later() {
    let mut alice = Conversation::default();
    alice.request.messages.push(ModelMessage::User { text: "remember that bob is here".to_owned() });
    alice.request.messages.push(ModelMessage::Note { text: "The person got no answer.".to_owned() });
    alice.request.earlier = 2;
    expect!(alice.says("remember that eve is here"), @r#"> memory_save {"content":"eve is here"}"#);
}

#[test]
fn a_goal_ends_with_its_message() {
    let mut alice = Conversation::default();
    expect!(alice.says_at_once(&["remind me tomorrow at 11am to water the plants", "lol ok then"]), @r#"> schedule_create {"goal":"water the plants","name":"water the plants","cadence_type":"once","cadence_value":"2026-11-22 11:00:00","reminder":true}"#);
    alice.returned(&[json!({ "schedule_id": "schedule-1", "goal": "water the plants" })]);
    expect!(alice.says_at_once(&["remind me at", "11pm to", "water the plants"]), @r#"> schedule_create {"goal":"water the plants","name":"water the plants","cadence_type":"once","cadence_value":"2026-11-21 23:00:00","reminder":true}"#);
}

#[test]
fn a_message_behind_a_reminder_moves_it() {
    for (messages, expected) in [
        (["remind me tomorrow at 9am to call bob", "no, at 10am"], "once 2026-11-22 10:00:00"),
        (["remind me tomorrow at 9am to call bob", "sorry, on friday"], "once 2026-11-27 09:00:00"),
        (["remind me tomorrow to call bob", "at 10am"], "once 2026-11-22 10:00:00"),
        (["remind me tomorrow at 5 to call bob", "5pm"], "once 2026-11-22 17:00:00"),
        (["remind me in 5 minutes to call bob", "I mean in 10 minutes"], "once 2026-11-21T13:12:00Z"),
        (["remind me every day at 9am to call bob", "no, at 10am"], "cron 0 10 * * *"),
        (["remind me to call bob", "tomorrow at 10am"], "once 2026-11-22 10:00:00"),
    ] {
        let step = Conversation::default().says_at_once(&messages);
        let arguments: serde_json::Value =
            serde_json::from_str(step.strip_prefix("> schedule_create ").unwrap_or_else(|| panic!("{step}")))
                .unwrap();
        let timing = format!("{} {}", arguments["cadence_type"], arguments["cadence_value"]);
        assert_eq!((timing.replace('"', "").as_str(), &arguments["goal"]), (expected, &json!("call bob")));
    }
}

#[test]
fn the_lines_of_a_message_are_read_alone() {
    let mut alice = Conversation::default();
    expect!(alice.says("hello\nremind me tomorrow at 11am to feed the cat\noh and also\nremind me tomorrow at 3pm to feed the dog"), @r#"
    > schedule_create {"goal":"feed the cat","name":"feed the cat","cadence_type":"once","cadence_value":"2026-11-22 11:00:00","reminder":true}
    > schedule_create {"goal":"feed the dog","name":"feed the dog","cadence_type":"once","cadence_value":"2026-11-22 15:00:00","reminder":true}
    "#);
    // Without a further request, lines go on with what the first says.
    expect!(Conversation::default().says("remember that the address is\nBaker Street\nwhat a nice place"), @r#"> memory_save {"content":"the address is\nBaker Street\nwhat a nice place"}"#);
    expect!(Conversation::default().says("remember the plan:\njot milk\nand bread"), @r#"> memory_save {"content":"the plan:\njot milk\nand bread"}"#);
}
