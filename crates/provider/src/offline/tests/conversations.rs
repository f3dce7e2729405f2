//! Whole conversations with tools that keep what they are told, and a clock that goes on.

use adjutant_domain::{cadence::Cadence, zones::Zone};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{Conversation, PARIS, now};
use crate::ModelMessage;

/// Conversations as they happen: `alice: …`, and below it the answer; `[in 20 minutes]` lets time pass. An empty line
/// and a heading begin a new one, at 14:02 on Saturday 21 November 2026 in Paris.
const CONVERSATIONS: &str = include_str!("conversations.txt");

#[test]
fn conversations_go_on() {
    let played = played(CONVERSATIONS);
    let differs = CONVERSATIONS.lines().zip(played.lines()).find(|(expected, played)| expected != played);
    assert_eq!(differs, None);
    assert_eq!(CONVERSATIONS.lines().count(), played.lines().count());
}

/// Returns the conversations with the answers that are given.
fn played(text: &str) -> String {
    let mut desk = Desk::default();
    let mut out = String::new();
    for line in text.lines() {
        if let Some(said) = line.strip_prefix("alice: ") {
            out += &format!("{line}\n{}", desk.answers(&said.replace("\\n", "\n")));
        } else if let Some(pause) = line.strip_prefix("[in ").and_then(|it| it.strip_suffix(" minutes]")) {
            desk.waits(pause.parse().unwrap());
            out += &format!("{line}\n");
        } else if line.starts_with('#') || line.is_empty() {
            desk = Desk::default();
            out += &format!("{line}\n");
        }
    }
    out
}

/// A conversation with what its tools keep.
struct Desk {
    talk: Conversation,
    now: DateTime<Utc>,
    schedules: Vec<Value>,
    notes: Vec<Value>,
    pad: Vec<Value>,
    made: usize,
}

impl Default for Desk {
    fn default() -> Self {
        let mut talk = Conversation::default();
        talk.request.zone = PARIS;
        Self { talk, now: now(), schedules: Vec::new(), notes: Vec::new(), pad: Vec::new(), made: 0 }
    }
}

impl Desk {
    /// Returns the answer to a message, each line with an indent, and the suggestions.
    fn answers(&mut self, said: &str) -> String {
        self.talk.now = Some(self.now);
        self.talk.request.earlier = self.talk.request.messages.len();
        self.talk.says(said);
        let mut steps = 0;
        while let Some(ModelMessage::Assistant { calls, .. }) = self.talk.request.messages.last()
            && !calls.is_empty()
        {
            let results: Vec<_> = calls
                .clone()
                .iter()
                .map(|call| self.result(&call.name, &serde_json::from_str(&call.arguments).unwrap()))
                .collect();
            self.talk.returned(&results);
            steps += 1;
            assert!(steps < 9, "{said}");
        }
        let Some(ModelMessage::Assistant { text, .. }) = self.talk.request.messages.last() else { panic!() };
        let lines = text.lines().filter(|line| !line.is_empty()).map(|line| format!("    {line}\n"));
        let offered = self.talk.offered.iter().map(|it| format!("    {}\n", &it[..=it.find(']').unwrap()]));
        lines.chain(offered).collect()
    }

    fn waits(&mut self, minutes: i64) {
        self.now += TimeDelta::minutes(minutes);
        for schedule in &mut self.schedules {
            if schedule["status"] == "active" {
                let next = next(schedule, self.now);
                schedule["next_run_at"] = json!(next);
                schedule["status"] = if next.is_some() { "active" } else { "completed" }.into();
            }
        }
    }

    fn result(&mut self, tool: &str, arguments: &Value) -> Value {
        match tool {
            "schedule_create" => {
                self.made += 1;
                let mut schedule = json!({ "status": "active", "timezone": "Europe/Paris", "next_runs": [] });
                for (name, value) in arguments.as_object().unwrap() {
                    schedule[name] = value.clone();
                }
                schedule["schedule_id"] = format!("schedule-{}", self.made).into();
                self.due(&mut schedule);
                self.schedules.push(schedule.clone());
                schedule
            }
            "schedule_edit" => {
                let id = &arguments["schedule_id"];
                let at = self.schedules.iter().position(|it| it["schedule_id"] == *id).unwrap();
                let mut schedule = self.schedules[at].clone();
                for (name, value) in arguments.as_object().unwrap() {
                    schedule[name] = value.clone();
                }
                self.due(&mut schedule);
                if schedule["status"] == "active" && schedule["next_run_at"].is_null() {
                    return json!({ "success": false, "error": "it has no due time any more" });
                }
                self.schedules[at] = schedule.clone();
                schedule
            }
            "schedule_delete" => {
                self.schedules.retain(|it| it["schedule_id"] != arguments["schedule_id"]);
                json!({ "message": "Deleted." })
            }
            "schedule_search" => {
                let is_wanted = |it: &Value| match arguments["status"].as_str() {
                    Some("open") => it["status"] != "completed",
                    Some(status) => it["status"] == status,
                    None => true,
                };
                let mut all = self.schedules.clone();
                all.retain(is_wanted);
                all.sort_by_key(|it| it["next_run_at"].as_str().unwrap_or("9").to_owned());
                json!({ "schedules": all, "remaining": 0 })
            }
            "memory_save" => {
                let id = format!("note-{}", self.notes.len() + 1);
                self.notes.push(super::note(&id, arguments["content"].as_str().unwrap()));
                json!({ "note_id": id, "message": "saved" })
            }
            "memory_search" => json!({ "matches": self.notes }),
            "memory_delete" => {
                self.notes.retain(|it| it["note_id"] != arguments["note_id"]);
                json!({ "message": "Deleted." })
            }
            "scratchpad_read" => json!({ "items": self.pad }),
            "scratchpad_write" => {
                self.pad = arguments["items"].as_array().unwrap().clone();
                json!({ "updated": true })
            }
            "scratchpad_clear" => {
                self.pad.clear();
                json!({ "updated": true })
            }
            _ => json!({ "message": tool, "value": 0 }),
        }
    }

    /// Sets when a schedule is due, and says it. A paused one is not.
    fn due(&self, schedule: &mut Value) {
        let next = next(schedule, self.now).filter(|_| schedule["status"] != "paused");
        schedule["next_run_at"] = json!(next);
        let words = ["cadence_type", "cadence_value"].map(|name| schedule[name].as_str().unwrap().to_owned());
        schedule["description"] = words.join(" ").into();
        schedule["cadence_value"] = cadence(schedule, self.now).value().into();
    }
}

fn cadence(schedule: &Value, now: DateTime<Utc>) -> Cadence {
    let zone: Zone = schedule["timezone"].as_str().unwrap().parse().unwrap();
    let (kind, value) =
        (schedule["cadence_type"].as_str().unwrap(), schedule["cadence_value"].as_str().unwrap());
    Cadence::set_at(kind, value, zone, now).unwrap_or_else(|error| panic!("{value}: {error}"))
}

fn next(schedule: &Value, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let zone: Zone = schedule["timezone"].as_str().unwrap().parse().unwrap();
    let cadence = cadence(schedule, now);
    let anchor = match cadence {
        Cadence::Interval { every_secs } => now + TimeDelta::seconds(every_secs as i64),
        _ => now,
    };
    cadence.next_after(now, anchor, zone)
}
