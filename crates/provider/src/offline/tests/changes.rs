//! Changes of several schedules, and of those that are named by their time.

use std::slice;

use insta::assert_snapshot as expect;
use serde_json::json;

use super::{Conversation, other};

#[test]
fn several_schedules_are_changed_at_once() {
    let list =
        json!({ "schedules": [other("stretch", "active"), other("eat", "active"), other("run", "active")] });
    let mut alice = Conversation::default();
    alice.says("list reminders");
    alice.returned(slice::from_ref(&list));
    alice.says("pause 1 and 3");
    expect!(alice.returned(slice::from_ref(&list)), @r#"
    > schedule_edit {"schedule_id":"schedule-stretch","status":"paused"}
    > schedule_edit {"schedule_id":"schedule-run","status":"paused"}
    "#);
    alice.returned(&[other("stretch", "paused"), other("run", "paused")]);
    // One of these is not there, and "both" names two of three.
    for said in ["pause 1 and 4", "pause both"] {
        alice.says(said);
        let asked = alice.returned(slice::from_ref(&list));
        assert!(asked.starts_with("Which one do you mean?"), "{asked}");
    }
    let two = json!({ "schedules": [other("stretch", "active"), other("eat", "active")] });
    alice.says("pause both");
    expect!(alice.returned(&[two]), @r#"
    > schedule_edit {"schedule_id":"schedule-stretch","status":"paused"}
    > schedule_edit {"schedule_id":"schedule-eat","status":"paused"}
    "#);
}

#[test]
fn a_schedule_is_found_by_its_time() {
    let at = |id: &str, at: &str| {
        json!({
            "schedule_id": id, "name": id, "status": "active", "timezone": "Europe/Paris", "next_run_at": at,
            "cadence_type": "once",
        })
    };
    let list =
        json!({ "schedules": [at("walk", "2026-11-22T08:00:00Z"), at("eat", "2026-11-22T11:00:00Z")] });
    let mut alice = Conversation::default();
    for said in ["pause my 9am reminder", "pause the reminder at 9:00"] {
        assert_eq!(alice.says(said), r#"> schedule_search {"limit":50}"#);
        let step = alice.returned(slice::from_ref(&list));
        assert_eq!(step, r#"> schedule_edit {"schedule_id":"walk","status":"paused"}"#);
        alice.returned(&[at("walk", "2026-11-22T08:00:00Z")]);
    }
}
