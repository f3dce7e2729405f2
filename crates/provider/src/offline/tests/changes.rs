//! Changes of several schedules, and of those that are named by their time.

use std::slice;

use insta::assert_snapshot as expect;
use serde_json::{Value, json};

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
        assert_eq!(alice.says(said), r#"> schedule_search {"limit":50,"status":"open"}"#);
        let step = alice.returned(slice::from_ref(&list));
        assert_eq!(step, r#"> schedule_edit {"schedule_id":"walk","status":"paused"}"#);
        alice.returned(&[at("walk", "2026-11-22T08:00:00Z")]);
    }
}

#[test]
fn reminders_that_are_over_are_looked_through_as_far_back_as_a_day_and_only_for_one_that_shall_come_again() {
    let page = |schedules: Value, remaining: u64| json!({ "schedules": schedules, "remaining": remaining });
    let came = |name: &str, at: &str| {
        json!({
            "schedule_id": name, "name": name, "goal": name, "status": "completed", "reminder": true,
            "cadence_type": "once", "cadence_value": at, "timezone": "UTC",
        })
    };
    let mut alice = Conversation::default();
    alice.says("cancel the call to eve");
    expect!(alice.returned(&[page(json!([other("call eve", "active")]), 0)]), @r#"
    This is the one: call eve
    > schedule_delete {"schedule_id":"schedule-call eve"}
    "#);
    let mut alice = Conversation::default();
    expect!(alice.says("snooze run for an hour"), @r#"> schedule_search {"limit":50,"status":"active"}"#);
    let active = json!([other("eat", "active")]);
    expect!(alice.returned(&[page(active.clone(), 1)]), @r#"> schedule_search {"limit":50,"status":"active","offset":1}"#);
    expect!(alice.returned(&[page(active, 0)]), @r#"> schedule_search {"limit":50,"status":"completed"}"#);
    let today = json!([came("stretch", "2026-11-21T12:00:00Z")]);
    expect!(alice.returned(&[page(today, 500)]), @r#"> schedule_search {"limit":50,"status":"completed","offset":1}"#);
    let before = json!([came("run", "2026-11-21T11:00:00Z"), came("walk", "2026-11-20T11:00:00Z")]);
    expect!(alice.returned(&[page(before, 498)]), @r#"> schedule_create {"goal":"run","name":"run","cadence_type":"once","cadence_value":"2026-11-21T14:02:00Z","reminder":true}"#);
}
