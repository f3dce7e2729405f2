//! Whole exchanges: the person's message, the tools' results, and the assistant's answer.

mod burst;
mod cadences;
mod changes;
mod conversations;
mod edits;
mod followup;
mod grammar;
mod late;
mod notation;
mod notes;
mod scratchpad;
mod talk;

use std::{slice, sync::Arc};

use adjutant_clock::ManualClock;
use adjutant_domain::zones::{Tz, Zone};
use chrono::{DateTime, Utc};
use insta::assert_snapshot as expect;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{
    super::{ModelMessage, ModelReply, ModelRequest, Provider, ToolCall},
    Offline, respond,
};

const PARIS: Zone = Zone::of(Tz::Europe__Paris);

/// A conversation with the assistant at 14:02 on a Saturday in Paris; the tests play the tools.
#[derive(Default)]
struct Conversation {
    request: ModelRequest,
    /// The suggestions of the last reply: each label, and the message that a press sends.
    offered: Vec<String>,
    /// The time of the answers, if it is another one.
    now: Option<DateTime<Utc>>,
}

impl Conversation {
    /// Sends a message of the person; returns the assistant's text and calls.
    fn says(&mut self, text: &str) -> String {
        self.request.messages.push(ModelMessage::User { text: text.to_owned() });
        self.next()
    }

    /// Returns these results for the open calls, in order; returns the assistant's next step.
    fn returned(&mut self, results: &[Value]) -> String {
        let Some(ModelMessage::Assistant { calls, .. }) = self.request.messages.last() else {
            panic!("no call")
        };
        assert_eq!(calls.len(), results.len());
        let results = calls.iter().zip(results).map(|(call, result)| {
            let text = result.as_str().map_or_else(|| result.to_string(), str::to_owned);
            ModelMessage::Tool { call_id: call.id.clone(), text }
        });
        let results: Vec<_> = results.collect();
        self.request.messages.extend(results);
        self.next()
    }

    fn next(&mut self) -> String {
        let reply = respond(&self.request, self.now.unwrap_or_else(now));
        let calls = reply.calls.iter().map(|call| format!("> {} {}", call.name, call.arguments));
        let shown = Some(reply.text.clone()).filter(|text| !text.is_empty()).into_iter().chain(calls);
        let shown = shown.collect::<Vec<_>>().join("\n");
        let offered = reply.suggestions.iter().map(|it| format!("[{}] {}", it.label, it.message));
        self.offered = offered.collect();
        self.request.messages.push(ModelMessage::Assistant { text: reply.text, calls: reply.calls });
        shown
    }
}

fn now() -> DateTime<Utc> {
    "2026-11-21T13:02:00Z".parse().unwrap()
}

fn note(id: &str, text: &str) -> Value {
    json!({ "text": text, "source": "note", "score": 0.9, "note_id": id, "tags": [], "created_at": null })
}

fn stretch(status: &str) -> Value {
    json!({
        "schedule_id": "schedule-1", "name": "stretch", "goal": "stretch", "cadence_type": "interval",
        "cadence_value": "900", "timezone": "Europe/Paris", "notification": "always", "status": status,
        "next_run_at": "2026-11-21T13:17:00Z", "description": "every 15 minutes", "next_runs": [],
    })
}

fn other(name: &str, status: &str) -> Value {
    json!({ "schedule_id": format!("schedule-{name}"), "name": name, "status": status })
}

fn denied() -> Value {
    json!({ "success": false, "error_code": "denied", "error": "the person said no" })
}

#[test]
fn reminds_once() {
    let mut alice = Conversation::default();
    expect!(alice.says("remind me in one minute to stretch"), @r#"> schedule_create {"goal":"stretch","name":"stretch","cadence_type":"once","cadence_value":"2026-11-21T13:03:00Z","reminder":true}"#);
    let created = json!({
        "schedule_id": "schedule-1", "name": "stretch", "goal": "stretch", "cadence_type": "once",
        "timezone": "Europe/Paris", "status": "active", "next_run_at": "2026-11-21T13:03:00Z",
    });
    expect!(alice.returned(slice::from_ref(&created)), @"I'll remind you in 1 minute, at 14:03 (Europe/Paris): stretch");
    expect!(alice.says("list reminders"), @r#"> schedule_search {"status":"open"}"#);
    let all = json!({ "schedules": [created, stretch("paused")], "total": 2, "remaining": 0, "hint": "" });
    expect!(alice.returned(&[all]), @"
    Your reminders:
    1. stretch: in 1 minute, at 14:03 (Europe/Paris)
    2. stretch (paused): every 15 minutes. Next: at 14:17 (Europe/Paris)

    Times are in UTC.
    ");
    alice.says("remind me at 25 to stretch");
    expect!(alice.says("remind me at 9 on 2020-01-01 to stretch"), @"
    I have set nothing: 1 January 2020 at 09:00 has passed.

    Do you mean this? Press it, or say it in other words:
    - `remind me on 2027-01-01 at 09:00 to stretch`
    ");
    expect!(alice.says("remind me on monday 27 november to stretch"), @"
    I have set nothing: 27 November 2026 is a Friday.

    Do you mean one of these? Press it, or say it in other words:
    - `remind me on 2026-11-27 at 09:00 to stretch`
    - `remind me on 2026-11-30 at 09:00 to stretch`
    ");
    expect!(alice.says("remind me at 9 EST to stretch"), @"
    I have set nothing: I can't tell whether “EST” belongs to the time.

    Do you mean this? Press it, or say it in other words:
    - `remind me on 2026-11-21 at 09:00 America/New_York to stretch`
    ");
    expect!(alice.says("remind me not to eat after 8pm"), @r#"
    I have set nothing: I can't tell when.

    Do you mean this? Press it, or say it in other words:
    - `remind me on 2026-11-21 at 20:00 "not to eat after 8pm"`
    "#);
    expect!(alice.says("remind me at sunset to stretch"), @"
    I have set nothing: I can't tell when.

    Say it again with a time, for example: `remind me tomorrow at 9:30 to stretch`
    ");
    expect!(alice.says("remind me at quarter to five to leave"), @"
    I have set nothing: 4:45 may be 04:45 or 16:45.

    Do you mean one of these? Press it, or say it in other words:
    - `remind me on 2026-11-21 at 16:45 to leave`
    - `remind me on 2026-11-22 at 04:45 to leave`
    ");
    expect!(alice.says("remind me at 5 to leave"), @"
    I have set nothing: 5 o'clock may be 05:00 or 17:00.

    Do you mean one of these? Press it, or say it in other words:
    - `remind me on 2026-11-21 at 17:00 to leave`
    - `remind me on 2026-11-22 at 05:00 to leave`
    ");
    alice.says("remind me in a minute to stretch");
    expect!(alice.returned(&[json!({ "success": false, "error": "the time is in the past", "error_code": "invalid" })]), @"That did not work: the time is in the past");
}

#[test]
fn tells_the_day_and_the_zone_that_was_named() {
    let mut alice = Conversation::default();
    expect!(alice.says("every weekday at 9 Asia/Tokyo: wave"), @r#"> schedule_create {"goal":"wave","name":"wave","cadence_type":"cron","cadence_value":"0 9 * * MON-FRI","reminder":true,"timezone":"Asia/Tokyo"}"#);
    let created = json!({
        "schedule_id": "schedule-1", "name": "wave", "goal": "wave", "cadence_type": "cron", "timezone": "Asia/Tokyo",
        "status": "active", "next_run_at": "2026-11-23T00:00:00Z", "description": "every weekday at 09:00 (Asia/Tokyo)",
        "next_runs": ["Mon 23 Nov 2026 01:00:00 (Europe/Paris)", "Tue 24 Nov 2026 01:00:00 (Europe/Paris)"],
    });
    expect!(alice.returned(&[created]), @"I'll remind you every weekday at 09:00 (Asia/Tokyo): wave. Next: on Monday 23 November 2026 at 01:00 and on Tuesday 24 November 2026 at 01:00 (Europe/Paris)");
}

#[test]
fn changes_the_one_schedule_that_is_meant() {
    let mut alice = Conversation::default();
    let search = |schedules: Value| json!({ "schedules": schedules, "total": 1, "remaining": 0 });
    expect!(alice.says("pause stretch"), @r#"> schedule_search {"name":"stretch","status":"open"}"#);
    expect!(alice.returned(&[search(json!([stretch("active")]))]), @r#"> schedule_edit {"schedule_id":"schedule-1","status":"paused"}"#);
    expect!(alice.returned(&[stretch("paused")]), @"Paused: stretch. To go on, say `resume stretch`");
    expect!(alice.says("cancel 1"), @r#"> schedule_search {"limit":50,"status":"open"}"#);
    expect!(alice.returned(&[search(json!([stretch("active")]))]), @r#"
    This is the one: stretch (every 15 minutes)
    > schedule_delete {"schedule_id":"schedule-1"}
    "#);
    expect!(alice.returned(&[denied()]), @"All right: nothing was cancelled, it stays as it is.");
    alice.says("cancel yoga");
    expect!(alice.returned(&[search(json!([]))]), @"I found no such reminder. `list reminders` shows all of them; `cross out milk` takes milk off the scratchpad.");
    expect!(alice.says("cancel the call to eve"), @r#"> schedule_search {"limit":50,"status":"open"}"#);
    let eve = json!([other("call eve", "active"), stretch("active")]);
    expect!(alice.returned(&[search(eve)]), @r#"
    This is the one: call eve
    > schedule_delete {"schedule_id":"schedule-call eve"}
    "#);
    alice.returned(&[denied()]);
    alice.says("pause all");
    let others = json!([other("call mum", "active"), stretch("active"), other("eat", "paused")]);
    expect!(alice.returned(&[search(others)]), @r#"
    > schedule_edit {"schedule_id":"schedule-call mum","status":"paused"}
    > schedule_edit {"schedule_id":"schedule-1","status":"paused"}
    "#);
    expect!(alice.returned(&[stretch("paused"), stretch("paused")]), @r#"
    Paused: stretch. To go on, say `resume stretch`

    Paused: stretch. To go on, say `resume stretch`
    "#);
    alice.says("pause at");
    expect!(alice.returned(&[search(json!([other("feed the cat", "active")]))]), @"I found no such reminder. `list reminders` shows all of them.");
    alice.says("cancel 2");
    let first_page = json!({ "schedules": [stretch("active")], "total": 2, "remaining": 1 });
    expect!(alice.returned(&[first_page]), @r#"> schedule_search {"limit":50,"status":"open","offset":1}"#);
    expect!(alice.returned(&[search(json!([other("eat", "active")]))]), @r#"
    This is the one: eat
    > schedule_delete {"schedule_id":"schedule-eat"}
    "#);
    alice.returned(&[denied()]);
    alice.says("cancel reminder 2");
    expect!(alice.returned(&[search(json!([stretch("active")]))]), @"I found no such reminder. `list reminders` shows all of them; `cross out milk` takes milk off the scratchpad.");
}

#[test]
fn schedules_with_one_name_are_told_apart_by_their_times() {
    let mut alice = Conversation::default();
    let once = |id: &str, at: &str| json!({ "schedule_id": id, "name": "stretch", "goal": "stretch", "cadence_type": "once", "status": "active", "next_run_at": at });
    let (first, second) =
        (once("schedule-2", "2026-11-21T13:30:00Z"), once("schedule-3", "2026-11-22T09:00:00Z"));
    alice.says("pause stretch");
    let found = json!({ "schedules": [stretch("active"), first, second, second], "remaining": 0 });
    expect!(alice.returned(&[found]), @"
    Which one do you mean? Press it, or use its number in `list reminders`. Times are in UTC:
    - stretch: every 15 minutes. Next: at 14:17 (Europe/Paris)
    - stretch: in 28 minutes, at 13:30
    - stretch: in 19 hours and 58 minutes, tomorrow at 09:00
    - stretch: in 19 hours and 58 minutes, tomorrow at 09:00
    ");
    expect!(alice.offered.join("\n"), @"
    [stretch: every 15 minutes] pause schedule-1
    [stretch: at 13:30] pause schedule-2
    [stretch: tomorrow at 09:00] pause schedule-3
    [stretch: tomorrow at 09:00 (2)] pause schedule-3
    ");
    expect!(alice.says("pause schedule-3"), @r#"> schedule_search {"limit":50,"status":"open"}"#);
}

#[test]
fn numbers_mean_the_list_that_was_seen() {
    let mut alice = Conversation::default();
    let other = json!({ "schedule_id": "schedule-2", "name": "drink", "status": "active" });
    alice.says("list reminders");
    alice.returned(&[json!({ "schedules": [stretch("active"), other], "remaining": 0 })]);
    alice.says("pause 1");
    expect!(alice.returned(&[json!({ "schedules": [other, stretch("active")] })]), @r#"> schedule_edit {"schedule_id":"schedule-1","status":"paused"}"#);
    alice.returned(&[stretch("paused")]);
    alice.says("cancel 0");
    expect!(alice.returned(&[json!({ "schedules": [other] })]), @"I found no such reminder. `list reminders` shows all of them; `cross out milk` takes milk off the scratchpad.");
    alice.says("cancel 1");
    expect!(alice.returned(&[json!({ "schedules": [other] })]), @"I found no such reminder. `list reminders` shows all of them; `cross out milk` takes milk off the scratchpad.");
    alice.says("pause the second one");
    expect!(alice.returned(&[json!({ "schedules": [other, stretch("active")] })]), @r#"> schedule_edit {"schedule_id":"schedule-2","status":"paused"}"#);
    alice.returned(&[stretch("paused")]);
    alice.says("pause the last one");
    expect!(alice.returned(&[json!({ "schedules": [other, stretch("active")] })]), @r#"> schedule_edit {"schedule_id":"schedule-2","status":"paused"}"#);
}

#[test]
fn fetches_pages_even_when_the_result_is_cut() {
    let mut alice = Conversation::default();
    expect!(alice.says("https://example.org"), @r#"> web_fetch {"url":"https://example.org/"}"#);
    let page = json!({ "url": "https://example.org/", "title": "Example", "content": "# Hello\n\nworld", "truncated": false });
    expect!(alice.returned(&[page]), @"
    **Example**

    # Hello

    world
    ");
    alice.says("fetch example.org");
    let cut = r#"{"content":"Say \"hi\" \ud83d\ude00 \ud83d\u"#.to_owned()
        + "\n\n[output truncated — original size: 142,857 bytes]";
    expect!(alice.returned(&[cut.into()]), @r#"
    **https://example.org/**

    Say "hi" 😀
    "#);
    alice.says("fetch example.org");
    expect!(alice.returned(&[denied()]), @"All right: I did not fetch the page.");
    alice.says("fetch example.org");
    expect!(alice.returned(&[json!({ "success": false, "error_code": "timeout", "error": "timed out" })]), @"That did not work: timed out");
}

#[test]
fn answers_several_questions() {
    let mut alice = Conversation::default();
    alice.request.zone = PARIS;
    expect!(alice.says("what time is it and what are my reminders?"), @r#"> schedule_search {"status":"open"}"#);
    let none = json!({ "schedules": [], "remaining": 0 });
    expect!(alice.returned(&[none]), @"
    It is 14:02 on Saturday 21 November 2026 (Europe/Paris). `/timezone` changes your time zone.

    You have no reminders. To make one, say for example: `remind me in 20 minutes to stretch`
    ");
}

#[test]
fn carries_out_a_burst_in_its_order() {
    let mut alice = Conversation::default();
    alice.request.messages.push(ModelMessage::User { text: "remember the cat is Tom".to_owned() });
    alice.request.messages.push(ModelMessage::User { text: "jot milk".to_owned() });
    expect!(alice.says("what is the cat?"), @r#"
    > memory_save {"content":"the cat is Tom"}
    > scratchpad_read {}
    "#);
    let saved = json!({ "note_id": "note-1", "message": "saved" });
    expect!(alice.returned(&[saved, json!({ "items": [] })]), @r#"> scratchpad_write {"items":["milk"]}"#);
    expect!(alice.returned(&[json!({ "updated": true })]), @r#"> memory_search {"query":"the cat","top_k":5}"#);
    expect!(alice.returned(&[json!({ "matches": [note("note-1", "the cat is Tom")] })]), @"
    I'll remember: the cat is Tom

    Jotted down: it is the only thing on the scratchpad.

    You told me: the cat is Tom
    ");
}

#[test]
fn tells_the_results_of_calls_that_a_model_made() {
    let call = ToolCall { id: "1".to_owned(), name: "memory_search".to_owned(), arguments: "{".to_owned() };
    let messages = vec![
        ModelMessage::User { text: "how do I get online?".to_owned() },
        ModelMessage::Assistant { text: String::new(), calls: vec![call] },
        ModelMessage::Tool {
            call_id: "1".to_owned(),
            text: json!({ "matches": [note("n", "the wifi code is 4711")] }).to_string(),
        },
    ];
    let mut model = Conversation {
        request: ModelRequest { messages, zone: PARIS, ..ModelRequest::default() },
        offered: Vec::new(),
        now: None,
    };
    expect!(model.next(), @r"
    I'm not sure. This is the closest thing you told me:
    - the wifi code is 4711
    ");
}

#[tokio::test]
#[expect(clippy::disallowed_methods, reason = "the provider is what is tested")]
async fn streams_its_text_in_one_piece() {
    let offline = Offline { clock: Arc::new(ManualClock::new(now())) };
    let messages = vec![ModelMessage::User { text: "thanks".to_owned() }];
    let request = ModelRequest { messages, zone: PARIS, ..ModelRequest::default() };
    let mut pieces = Vec::new();
    let reply = offline.respond(&request, &mut |piece| pieces.push(piece.to_owned())).await.unwrap();
    assert_eq!(pieces, [reply.text]);
}

/// Commands with unusual ends, and arbitrary text.
fn said() -> impl Strategy<Value = String> {
    let verbs = "(remember|forget|remind me|every|jot|fetch|cancel|what is|in|at|on|to|9|:30|twenty|-|monday|minutes|\
                 1st|may|2026-05-01|UTC|#|\n|’|é|😀| )";
    prop_oneof![proptest::string::string_regex(&format!("({verbs} ?){{0,12}}")).unwrap(), any::<String>()]
}

fn returned() -> impl Strategy<Value = String> {
    let known = [
        json!({ "matches": [note("note-1", "the cat")] }),
        json!({ "schedules": [stretch("active")], "remaining": 1 }),
        json!({ "items": ["a", 1, null] }),
        stretch("active"),
        denied(),
        json!({ "content": "\\\"é😀", "title": null }),
    ];
    let known = prop::sample::select(known.map(|value| value.to_string()).to_vec());
    let cut = (known.clone(), any::<prop::sample::Index>())
        .prop_map(|(text, at)| text.chars().take(at.index(text.chars().count())).collect());
    prop_oneof![known, cut, any::<String>()]
}

proptest! {
    #[test]
    fn every_exchange_ends(said in prop::collection::vec(said(), 0..3), results in prop::collection::vec(returned(), 40)) {
        let messages = said.into_iter().map(|text| ModelMessage::User { text }).collect();
        let mut request = ModelRequest { messages, zone: PARIS, ..ModelRequest::default() };
        let mut results = results.into_iter().cycle();
        let most_rounds = 2 * 16 * 3;
        for _ in 0..=most_rounds {
            let ModelReply { text, calls, .. } = respond(&request, now());
            if calls.is_empty() {
                prop_assert!(!text.is_empty());
                return Ok(());
            }
            request.messages.push(ModelMessage::Assistant { text, calls: calls.clone() });
            for call in calls {
                let text = results.next().unwrap_or_default();
                request.messages.push(ModelMessage::Tool { call_id: call.id, text });
            }
        }
        prop_assert!(false, "no end");
    }

    #[test]
    fn any_arguments_and_any_result_are_answered(
        name in prop::sample::select(vec![
            "memory_save", "memory_search", "memory_delete", "scratchpad_read", "scratchpad_write", "schedule_create",
            "schedule_edit", "schedule_search", "schedule_delete", "web_fetch", "notify",
        ]),
        arguments in any::<String>(),
        text in returned(),
        said in said(),
    ) {
        let call = ToolCall { id: "1".to_owned(), name: name.to_owned(), arguments };
        let messages = vec![
            ModelMessage::User { text: said },
            ModelMessage::Assistant { text: String::new(), calls: vec![call] },
            ModelMessage::Tool { call_id: "1".to_owned(), text },
        ];
        respond(&ModelRequest { messages, zone: PARIS, ..ModelRequest::default() }, now());
    }
}

#[test]
fn a_sum_is_calculated() {
    let mut alice = Conversation::default();
    expect!(alice.says("What is 15% of 80?"), @r#"> run_code {"code":"15 / 100 * 80"}"#);
    expect!(alice.returned(&[json!({ "message": "Calculated.", "value": 12 })]), @"15% of 80 = 12");
    expect!(alice.says("was ist 12*3"), @r#"> run_code {"code":"12 * 3"}"#);
    expect!(alice.returned(&[json!({ "message": "Calculated.", "value": 36 })]), @r"12\*3 = 36");
}
