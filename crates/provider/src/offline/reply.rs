//! Puts tool results into words.

use std::{cmp::Reverse, collections::HashSet};

use adjutant_domain::{cadence::Cadence, words::query_terms, zones::Zone};
use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::{Done, texts};

/// The time of an answer, and the zone for times without their own zone.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub(super) now: DateTime<Utc>,
    pub(super) zone: Zone,
    /// When the message was sent, if that was some time ago.
    pub(super) sent: Option<DateTime<Utc>>,
    /// Whether calls were made for the message before, so that its times were checked then.
    pub(super) is_resumed: bool,
}

impl Moment {
    /// Returns the time from which the times in the message count.
    pub(super) fn asked_at(self) -> DateTime<Utc> {
        self.sent.unwrap_or(self.now)
    }
}

/// The outcome of a call.
pub(super) enum Outcome<'a> {
    Value(Value),
    /// The person denied it.
    Denied,
    /// The tool's error message.
    Failed(String),
    /// A result that is not complete JSON, because the gateway cuts long results.
    Cut(&'a str),
}

/// A note, as `memory_search` returns it.
#[derive(Deserialize)]
pub(super) struct Note {
    pub(super) text: String,
    #[serde(default)]
    pub(super) note_id: Option<String>,
    /// When its text was said.
    #[serde(default)]
    pub(super) updated_at: Option<DateTime<Utc>>,
}

/// A schedule, as the schedule tools return it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Schedule {
    pub(super) schedule_id: String,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) goal: String,
    /// Whether it sends its goal; a task carries it out.
    #[serde(default)]
    pub(super) reminder: bool,
    #[serde(default)]
    pub(super) cadence_type: String,
    #[serde(default)]
    pub(super) cadence_value: String,
    #[serde(default)]
    pub(super) status: String,
    #[serde(default)]
    pub(super) urgent: bool,
    /// Whether its time had passed when it was approved, and the person is asked how to proceed.
    #[serde(default)]
    pub(super) overdue: bool,
    #[serde(default)]
    pub(super) timezone: Option<String>,
    #[serde(default)]
    pub(super) next_run_at: Option<DateTime<Utc>>,
    /// The next due times in the person's zone, like `Mon 4 May 2026 08:30:00 (Europe/Paris)`.
    #[serde(default)]
    pub(super) next_runs: Vec<String>,
    /// The cadence in words, with its zone.
    #[serde(default)]
    pub(super) description: String,
}

impl Schedule {
    /// Returns whether it can still run.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.status.as_str(), "" | "active" | "paused")
    }

    /// Returns the zone of its times.
    pub(super) fn zone(&self, moment: Moment) -> Zone {
        self.timezone.as_deref().and_then(|name| name.parse().ok()).unwrap_or(moment.zone)
    }

    /// Returns its next due time. A paused one has the time that its cadence names, which may have passed if it is due
    /// once.
    pub(super) fn next_at(&self, moment: Moment) -> Option<DateTime<Utc>> {
        self.next_run_at.or_else(|| match self.cadence(moment)? {
            Cadence::Once(once) => Some(once.at()),
            cadence => cadence.next_after(moment.now, moment.now, self.zone(moment)),
        })
    }

    /// Returns its next due time in its zone.
    pub(super) fn next_local(&self, moment: Moment) -> Option<NaiveDateTime> {
        Some(self.next_at(moment)?.with_timezone(&self.zone(moment)).naive_local())
    }

    /// Returns whether it is paused, and not due any more once it is resumed.
    pub(super) fn has_passed(&self, moment: Moment) -> bool {
        let is_past = |it: Cadence| {
            !matches!(it, Cadence::Hook(_))
                && it.next_after(moment.now, moment.now, self.zone(moment)).is_none()
        };
        self.status == "paused" && !self.overdue && self.cadence(moment).is_some_and(is_past)
    }

    /// Returns what it does and when; `None` for a result without it.
    pub(super) fn cadence(&self, moment: Moment) -> Option<Cadence> {
        Cadence::from_stored(&self.cadence_type, &self.cadence_value, self.zone(moment)).ok()
    }
}

/// A page, as `web_fetch` returns it.
#[derive(Default, Deserialize)]
pub(super) struct Page {
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) title: Option<String>,
    pub(super) content: String,
}

impl<'a> Outcome<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        match serde_json::from_str::<Value>(text) {
            Ok(value) if value["success"] != Value::Bool(false) => Self::Value(value),
            Ok(value) if value["error_code"] == "denied" => Self::Denied,
            Ok(value) => Self::Failed(value["error"].as_str().unwrap_or_default().to_owned()),
            Err(_) => Self::Cut(text),
        }
    }
}

/// Puts all results of a round into words.
pub(super) fn tell_all(results: &[Done<'_>], moment: Moment) -> String {
    let told = results.iter().map(|result| tell(*result, moment));
    let told = told.collect::<Vec<_>>().join("\n\n");
    if told.is_empty() { texts::no_result() } else { told }
}

/// Puts the result of a call into words.
pub(super) fn tell((call, text): Done<'_>, moment: Moment) -> String {
    let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
    match Outcome::of(text) {
        Outcome::Denied => texts::denied(&call.name),
        Outcome::Failed(error) => texts::failed(&error),
        Outcome::Cut(text) if call.name == "web_fetch" => texts::page(&cut_page(text, &arguments)),
        Outcome::Cut(_) => texts::unusable(),
        Outcome::Value(value) => {
            tell_value(&call.name, &arguments, &value, moment).unwrap_or_else(texts::unusable)
        }
    }
}

fn tell_value(tool: &str, arguments: &Value, value: &Value, moment: Moment) -> Option<String> {
    Some(match tool {
        "memory_save" | "memory_update" => texts::saved(arguments["content"].as_str().unwrap_or_default()),
        "memory_delete" => texts::note_deleted(),
        "memory_search" => answer(value, arguments["query"].as_str().unwrap_or_default(), None, moment),
        "scratchpad_read" => texts::scratchpad(&items(value)),
        "scratchpad_write" => texts::jotted(arguments["items"].as_array().map_or(0, Vec::len)),
        "scratchpad_clear" => texts::scratchpad_cleared(),
        "schedule_create" => texts::scheduled(&read(value)?, arguments["reminder"] == true, moment),
        "schedule_edit" => texts::schedule_changed(&read(value)?, moment),
        "schedule_search" => {
            texts::schedules(&schedules(value), value["remaining"].as_u64().unwrap_or_default(), moment)
        }
        "schedule_delete" => texts::schedule_deleted(),
        "web_fetch" => texts::page(&read(value)?),
        _ => value["message"].as_str().map_or_else(texts::done, texts::shown),
    })
}

/// Puts a change into words that a new version of a message asked for; `arguments` are those that would have made it
/// anew.
pub(super) fn replaced(arguments: &Value, changed: &Value, moment: Moment) -> String {
    match (arguments["content"].as_str(), read::<Schedule>(changed)) {
        (Some(content), _) => texts::note_changed(content),
        (None, Some(schedule)) => texts::rescheduled(&schedule, arguments["reminder"] == true, moment),
        (None, None) => texts::unusable(),
    }
}

/// Puts the new time of a schedule into words.
pub(super) fn moved(arguments: &Value, changed: &Value, moment: Moment) -> String {
    let is_resumed = !arguments["status"].is_null();
    read(changed).map_or_else(texts::unusable, |schedule| texts::moved(&schedule, is_resumed, moment))
}

/// Answers from the notes that were found for the query; `asked` is the question, if the query alone is no answer to
/// "about what?".
pub(super) fn answer(found: &Value, query: &str, asked: Option<&str>, moment: Moment) -> String {
    let notes = notes(found);
    if notes.is_empty() {
        return texts::nothing_remembered(query, asked);
    }
    match matching(&notes, query) {
        matching if matching.is_empty() => texts::perhaps_remembered(&notes),
        matching => texts::remembered(&matching, moment),
    }
}

pub(super) fn notes(value: &Value) -> Vec<Note> {
    let mut seen = HashSet::new();
    let notes = value["matches"].as_array().into_iter().flatten().filter_map(read::<Note>);
    notes.filter(|note| seen.insert(note.text.clone())).collect()
}

/// Returns the notes that contain every informative word of `query`, the newest first.
pub(super) fn matching<'a>(notes: &'a [Note], query: &str) -> Vec<&'a Note> {
    let mut matching: Vec<_> = notes.iter().filter(|note| has_all(&note.text, query)).collect();
    matching.sort_by_key(|note| Reverse(note.updated_at));
    matching
}

/// Returns whether a text contains every informative word of `query`, in any order and form: "sister's" and "sisters"
/// are one.
pub(super) fn has_all(text: &str, query: &str) -> bool {
    let query = query.to_lowercase();
    let words = query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let informative: Vec<_> = words.filter(|word| !texts::FILLERS.contains(word)).collect();
    // The full stop ends the last word, which would else stand for longer ones, too.
    let terms = query_terms(&format!("{}.", informative.join(" ")));
    !informative.is_empty() && terms.word_coverage(text) >= 1.0
}

/// Returns the schedules that can still run, in the order in which they are numbered.
pub(super) fn schedules(value: &Value) -> Vec<Schedule> {
    all_schedules(value).filter(Schedule::is_open).collect()
}

/// Returns the schedules of a result, also those that are over.
pub(super) fn all_schedules(value: &Value) -> impl Iterator<Item = Schedule> {
    value["schedules"].as_array().into_iter().flatten().filter_map(read::<Schedule>)
}

/// Returns the name that people see of a schedule.
pub(super) fn title(schedule: &Schedule) -> &str {
    if schedule.name.is_empty() { &schedule.goal } else { &schedule.name }
}

/// Returns the items of a scratchpad.
pub(super) fn items(pad: &Value) -> Vec<String> {
    let items = pad["items"].as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

pub(super) fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

/// Returns the readable part of a page from a cut-off result.
fn cut_page(json: &str, arguments: &Value) -> Page {
    let url = arguments["url"].as_str().unwrap_or_default();
    let content = string_field(json, "content").unwrap_or_default();
    Page { url: url.to_owned(), title: string_field(json, "title"), content }
}

/// Returns the string field `name` of a JSON object, up to the end of the text.
fn string_field(json: &str, name: &str) -> Option<String> {
    let (_, rest) = json.split_once(&format!("\"{name}\""))?;
    let raw = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    let end = raw.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    let raw = &raw[..end.unwrap_or(raw.len())];
    // The cut and the note about it may have left raw line ends and half an escape.
    let raw = raw.split('\n').next()?;
    let whole = (0..=MAX_ESCAPE_LEN).filter_map(|tail| raw.get(..raw.len().checked_sub(tail)?));
    whole.into_iter().find_map(|raw| serde_json::from_str(&format!("\"{raw}\"")).ok())
}

/// The longest escape in a JSON string, in bytes: a pair of surrogates, `\ud83d\ude00`.
const MAX_ESCAPE_LEN: usize = 12;
