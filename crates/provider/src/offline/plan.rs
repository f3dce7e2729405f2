//! Plans the tool calls of commands, from one round of results to the next.

use std::mem;

use serde_json::{Value, json};

use super::{
    super::Suggestion,
    Done,
    again::{self, Past},
    agenda, answers, arguments, changes, edits, notes, pages,
    parse::{Action, Command, Kind, Target},
    reply::{self, Moment, Outcome, Schedule},
    scratchpad::{self, Crossed},
    suggest, texts,
    when::{Timing, When},
    words::take_any,
};

/// The commands of one exchange, with the progress of each.
pub(super) struct Plan {
    /// Each with the moment of its message.
    slots: Vec<(Slot, Moment)>,
    /// Schedule ids in the order of the numbered list.
    listed: Vec<String>,
}

/// A tool call, and the next step after its result.
pub(super) struct Call {
    pub(super) tool: &'static str,
    pub(super) arguments: Value,
    pub(super) then: Then,
    /// Text that accompanies the call.
    pub(super) lead: Option<String>,
}

pub(super) enum Slot {
    Waiting(Command),
    Called(Call),
    Said(String),
    /// A question, with the messages that answer it.
    Asked(String, Vec<Suggestion>),
}

/// The next step after a result. Every path ends in `Tell` after one more call, or one for each page of a list.
pub(super) enum Then {
    /// Report it.
    Tell,
    /// Answer this question from the notes in it.
    Answer { query: String, asked: String },
    /// Show the note in it, or ask when this reminder is wanted.
    Recall { query: String, text: String },
    /// Delete the one note in it.
    DeleteNote { words: String },
    /// Look for these among all schedules: `found` are those of the pages before.
    Look { wanted: Wanted, found: Vec<Schedule> },
    /// Report that a schedule has another time.
    Moved,
    /// Write the scratchpad in it back with these items added, in the place of others.
    Append { items: Vec<String>, instead_of: Vec<String> },
    /// Write the scratchpad in it back without these items.
    CrossOut { items: String },
    /// Report that these items were crossed out.
    CrossedOut(Crossed),
    /// Report that this note is saved, and offer the reminder that it may call for.
    Saved { content: String },
    /// Report the result of this sum.
    Sum { asked: String },
    /// Report the change, or make it anew with this call if it is gone.
    Replaced { tool: &'static str, arguments: Value },
}

/// What the schedules are looked through for.
pub(super) enum Wanted {
    /// Those that change.
    Change { action: Action, target: Target },
    /// Those that are due in a period.
    Due { period: String },
    /// The reminder that shall come again.
    Last { when: Option<When>, of: Past },
    /// Those that answer "when is …?", or else this text.
    Asked { query: String, or_else: String },
}

impl Plan {
    /// Plans commands. `remark` is said below their answers.
    pub(super) fn new(
        commands: Vec<(Command, Moment)>,
        remark: Option<(String, Moment)>,
        listed: Vec<String>,
    ) -> Self {
        let waiting = commands.into_iter().map(|(command, moment)| (Slot::Waiting(command), moment));
        let said = remark.map(|(text, moment)| (Slot::Said(text), moment));
        let mut plan = Self { slots: waiting.chain(said).collect(), listed };
        plan.start_next();
        plan
    }

    /// Handles the results of all open calls. Returns false if they belong to other calls, which a model made.
    pub(super) fn proceed(&mut self, results: &[Done<'_>]) -> bool {
        if !self.calls().map(|call| call.tool).eq(results.iter().map(|(call, _)| call.name.as_str())) {
            return false;
        }
        let mut results = results.iter();
        for (mut slot, moment) in mem::take(&mut self.slots) {
            if let Slot::Called(Call { then, .. }) = &mut slot
                && let Some(result) = results.next()
            {
                let then = mem::replace(then, Then::Tell);
                let next = after(then, *result, &self.listed, moment);
                self.slots.extend(next.into_iter().map(|slot| (slot, moment)));
            } else {
                self.slots.push((slot, moment));
            }
        }
        if self.calls().next().is_none() {
            self.start_next();
        }
        true
    }

    /// Returns the open calls.
    pub(super) fn calls(&self) -> impl Iterator<Item = &Call> {
        self.slots.iter().filter_map(|(slot, _)| match slot {
            Slot::Called(call) => Some(call),
            _ => None,
        })
    }

    /// Returns the text to say now: with the open calls, or at the end.
    pub(super) fn text(&self) -> String {
        let is_done = self.calls().next().is_none();
        let paragraphs = self.slots.iter().filter_map(|(slot, _)| match slot {
            Slot::Said(text) | Slot::Asked(text, _) if is_done => Some(text.as_str()),
            Slot::Called(call) => call.lead.as_deref(),
            _ => None,
        });
        paragraphs.collect::<Vec<_>>().join("\n\n")
    }

    /// Returns the messages that the person may send next: with the text at the end.
    pub(super) fn suggestions(&self) -> Vec<Suggestion> {
        if self.calls().next().is_some() {
            return Vec::new();
        }
        let of = |(slot, _): &(Slot, Moment)| match slot {
            Slot::Asked(_, suggestions) => suggestions.clone(),
            _ => Vec::new(),
        };
        self.slots.iter().flat_map(of).collect()
    }

    /// Starts the commands that may run side by side, in order, up to the first that depends on an earlier one.
    fn start_next(&mut self) {
        let mut started: Vec<Command> = Vec::new();
        let mut slots = mem::take(&mut self.slots).into_iter();
        for slot in slots.by_ref() {
            let (Slot::Waiting(command), moment) = slot else {
                self.slots.push(slot);
                continue;
            };
            if started.iter().any(|earlier| must_follow(&command, earlier)) {
                self.slots.push((Slot::Waiting(command), moment));
                break;
            }
            self.slots.extend(first(&command, moment).into_iter().map(|slot| (slot, moment)));
            started.push(command);
        }
        self.slots.extend(slots);
    }
}

/// Returns whether the command must wait for the earlier one: both use the same store in different ways ("remember X"
/// and "what is X?"), or the command replaces all of the store.
fn must_follow(command: &Command, earlier: &Command) -> bool {
    let same_way = mem::discriminant(command) == mem::discriminant(earlier);
    let replaces_all = store(command) == Store::Scratchpad && !matches!(command, Command::ShowScratchpad);
    store(command) == store(earlier) && (!same_way || replaces_all)
}

#[derive(PartialEq, Eq)]
enum Store {
    Notes,
    Schedules,
    Scratchpad,
    Nothing,
}

fn store(command: &Command) -> Store {
    match command {
        Command::Save { .. }
        | Command::Search { .. }
        | Command::Recall { .. }
        | Command::Forget { .. }
        | Command::DeleteNote { .. } => Store::Notes,
        Command::Schedule { .. }
        | Command::Unclear { .. }
        | Command::ListSchedules
        | Command::Agenda { .. }
        | Command::About { .. }
        | Command::Again { .. }
        | Command::Change { .. } => Store::Schedules,
        Command::Jot { .. }
        | Command::CrossOut { .. }
        | Command::ShowScratchpad
        | Command::ClearScratchpad => Store::Scratchpad,
        Command::Instead { command, .. } => store(command),
        _ => Store::Nothing,
    }
}

/// Returns the first steps of a command: usually one.
fn first(command: &Command, moment: Moment) -> Vec<Slot> {
    vec![match command {
        Command::Save { content, tags } => {
            let mut arguments = json!({ "content": content });
            if !tags.is_empty() {
                arguments["tags"] = json!(tags);
            }
            lookup("memory_save", arguments, Then::Saved { content: content.clone() })
        }
        Command::Search { query, asked } => {
            let answer = |asked: &String| Then::Answer { query: query.clone(), asked: asked.clone() };
            search(query, asked.as_ref().map_or(Then::Tell, answer))
        }
        Command::Recall { query, text } => {
            search(query, Then::Recall { query: query.clone(), text: text.clone() })
        }
        Command::NoGoal { text } => Slot::Said(texts::remind_of_what(text)),
        Command::NotUnderstood { texts } => Slot::Said(texts::not_understood(texts)),
        Command::Among { understood } => {
            let requests = suggest::alone(understood);
            Slot::Asked(texts::understood_a_part(&requests), requests)
        }
        Command::Statement { text } => {
            let note = suggest::alone(&[format!("remember that {text}")]);
            Slot::Asked(texts::perhaps_a_note(&note), note)
        }
        Command::Item { text, is_done } => {
            let verb = if *is_done { "cross out" } else { "jot" };
            let change = suggest::alone(&[format!("{verb} {text}")]);
            Slot::Asked(texts::perhaps_an_item(*is_done, &change), change)
        }
        Command::Appointment { text } => {
            let readings = suggest::of_appointment(text, moment);
            Slot::Asked(texts::no_calendar(suggest::goal(text), &readings), readings)
        }
        Command::Day { days } => Slot::Said(answers::days(days, moment)),
        Command::ClockIn { zone } => Slot::Said(answers::clock_in(*zone, moment)),
        Command::DeleteNote { id } => call("memory_delete", json!({ "note_id": id })),
        Command::Forget { words } => search(words, Then::DeleteNote { words: words.clone() }),
        Command::Schedule { goal, when, kind, urgent } => {
            return match creations(goal, when, (*kind, *urgent), moment) {
                Ok(creations) => creations.into_iter().map(|it| call("schedule_create", it)).collect(),
                Err(question) => vec![*question],
            };
        }
        Command::Unclear { text, words, urgent } => {
            let readings = suggest::reminders(text, *urgent, moment);
            let goal = (suggest::goal(text), suggest::names_condition(text));
            Slot::Asked(texts::unclear_when(words.as_deref(), goal, &readings), readings)
        }
        Command::ListSchedules => call(LIST_TOOL, pages::shown_list()),
        Command::Change { action, target } => {
            let wanted = Wanted::Change { action: action.clone(), target: target.clone() };
            look(wanted)
        }
        Command::Agenda { period } => look(Wanted::Due { period: period.clone() }),
        Command::About { query } => {
            let or_else = texts::no_reminder_about(query);
            look(Wanted::Asked { query: query.clone(), or_else })
        }
        Command::Again { when, of } => look(Wanted::Last { when: when.clone(), of: of.clone() }),
        Command::Jot { items } => {
            if items.iter().any(|item| item.chars().count() > MAX_ITEM_CHARS) {
                return vec![Slot::Said(texts::item_too_long(MAX_ITEM_CHARS))];
            }
            lookup(
                "scratchpad_read",
                json!({}),
                Then::Append { items: items.clone(), instead_of: Vec::new() },
            )
        }
        Command::CrossOut { items } => {
            lookup("scratchpad_read", json!({}), Then::CrossOut { items: items.clone() })
        }
        Command::Instead { of, command } => return edits::steps(of, command, moment),
        Command::ShowScratchpad => call("scratchpad_read", json!({})),
        Command::ClearScratchpad => call("scratchpad_clear", json!({})),
        Command::Fetch { url } => call("web_fetch", json!({ "url": url })),
        Command::Calculate { asked, code } => {
            lookup("run_code", json!({ "code": code }), Then::Sum { asked: asked.clone() })
        }
        Command::Talk(talk) => Slot::Said(answers::answer(*talk, moment)),
    }]
}

/// Returns the arguments that create the schedules, one for each time.
///
/// # Errors
/// Returns the question about a time that cannot be booked.
pub(super) fn creations(
    goal: &str,
    when: &When,
    (kind, urgent): (Kind, bool),
    moment: Moment,
) -> Result<Vec<Value>, Box<Slot>> {
    let timings = when.timings_of(moment).map_err(|misfit| {
        let readings = suggest::instead(when, misfit, (goal, kind, urgent), moment);
        Box::new(Slot::Asked(texts::misfit(misfit, goal, &readings), readings))
    })?;
    let create = |timing: Timing| {
        let mut arguments = json!({
            "goal": goal,
            "name": texts::shortened(goal, texts::MAX_NAME_CHARS),
            "cadence_type": timing.cadence_type,
            "cadence_value": timing.cadence_value,
            "reminder": kind == Kind::Reminder,
        });
        if let Some(zone) = when.zone {
            arguments["timezone"] = zone.name().into();
        }
        if urgent {
            arguments["urgent"] = true.into();
        }
        arguments
    };
    Ok(timings.into_iter().map(create).collect())
}

/// Returns the steps after a result: usually one.
fn after(then: Then, result: Done<'_>, listed: &[String], moment: Moment) -> Vec<Slot> {
    let outcome = Outcome::of(result.1);
    match (then, outcome) {
        (Then::Answer { query, asked }, Outcome::Value(found)) => {
            let or_else = reply::answer(&found, &query, Some(&asked), moment);
            // A reminder may answer it, too.
            let is_known = !reply::matching(&reply::notes(&found), &query).is_empty();
            match take_any(&asked, &["when", "when's"]).filter(|_| !is_known) {
                Some(_) => vec![look(Wanted::Asked { query, or_else })],
                None => vec![Slot::Said(or_else)],
            }
        }
        (Then::Recall { query, text }, Outcome::Value(found)) => {
            vec![notes::recall(&query, &text, &found, moment)]
        }
        (Then::DeleteNote { words }, Outcome::Value(found)) => vec![notes::delete(&words, &found)],
        (Then::Saved { content }, Outcome::Value(_)) => vec![notes::saved(&content, moment)],
        (Then::Look { wanted, mut found }, Outcome::Value(page)) => {
            let asked = arguments(result.0);
            found.extend(reply::all_schedules(&page));
            match pages::next(&wanted, &asked, (&page, found.last()), moment) {
                Some(next) => vec![lookup(LIST_TOOL, next, Then::Look { wanted, found })],
                None => among(wanted, found, listed, moment),
            }
        }
        (Then::Moved, Outcome::Value(changed)) => {
            vec![Slot::Said(reply::moved(&arguments(result.0), &changed, moment))]
        }
        (Then::Append { items, instead_of }, Outcome::Value(pad)) => {
            vec![scratchpad::append(items, &instead_of, &pad)]
        }
        (Then::CrossOut { items }, Outcome::Value(pad)) => vec![scratchpad::cross_out(&items, &pad)],
        (Then::CrossedOut(crossed), Outcome::Value(_)) => vec![Slot::Said(texts::crossed_out(&crossed))],
        (Then::Sum { asked }, Outcome::Value(it)) => vec![Slot::Said(texts::sum(&asked, &it["value"]))],
        (Then::Replaced { tool, arguments }, Outcome::Failed(_)) => vec![call(tool, arguments)],
        (Then::Replaced { arguments, .. }, Outcome::Value(changed)) => {
            vec![Slot::Said(reply::replaced(&arguments, &changed, moment))]
        }
        _ => vec![Slot::Said(reply::tell(result, moment))],
    }
}

/// Returns the steps once all schedules are known.
fn among(wanted: Wanted, mut found: Vec<Schedule>, listed: &[String], moment: Moment) -> Vec<Slot> {
    match wanted {
        Wanted::Change { action, target } => {
            found.retain(Schedule::is_open);
            changes::change(&action, &target, (listed, &found), moment)
        }
        Wanted::Due { period } => vec![agenda::answer(&period, &found, moment)],
        Wanted::Last { when, of } => again::again(when.as_ref(), &of, &found, moment),
        Wanted::Asked { query, or_else } => {
            let is_meant = |it: &&Schedule| it.is_open() && reply::has_all(&it.goal, &query);
            let meant: Vec<_> = found.iter().filter(is_meant).collect();
            vec![Slot::Said(if meant.is_empty() { or_else } else { texts::when_it_is(&meant, moment) })]
        }
    }
}

/// Returns the call for the first page of the schedules.
fn look(wanted: Wanted) -> Slot {
    lookup(LIST_TOOL, pages::first(&wanted), Then::Look { wanted, found: Vec::new() })
}

pub(super) fn call(tool: &'static str, arguments: Value) -> Slot {
    lookup(tool, arguments, Then::Tell)
}

fn search(query: &str, then: Then) -> Slot {
    lookup("memory_search", json!({ "query": query, "top_k": TOP_K }), then)
}

pub(super) fn lookup(tool: &'static str, arguments: Value, then: Then) -> Slot {
    Slot::Called(Call { tool, arguments, then, lead: None })
}

/// The tool that lists schedules.
pub(super) const LIST_TOOL: &str = "schedule_search";
/// Notes requested per search.
const TOP_K: usize = 5;
/// The scratchpad tool's own limit for an item, in characters.
const MAX_ITEM_CHARS: usize = 240;
