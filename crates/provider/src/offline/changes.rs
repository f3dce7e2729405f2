//! Changes of schedules: how they are asked for, which one is meant, and what is done with it.

use chrono::{NaiveTime, Timelike as _};
use serde_json::json;

use super::{
    followup::time_alone,
    moved,
    parse::{Action, Command, Target, some_text},
    plan::{Call, Slot, Then, call},
    readings::whole,
    reply::{self, Moment, Schedule},
    suggest,
    talk::Talk,
    texts,
    when::Cadence,
    words::{is_end, ordinal, skip_any, take, take_any, take_end, trim_end},
};

/// "pause stretch", "cancel reminder 2", "delete the reminder to call alice".
pub(super) fn request(text: &str) -> Option<Command> {
    let text = skip_any(skip_any(text, CORRECTIONS), CORRECTIONS);
    let ended = take(text, "stop reminding me")
        .or_else(|| take(text, "stop").filter(|rest| is_named(rest)))
        .or_else(|| any_more(take_any(text, &["don't remind me", "do not remind me"])?))
        .or_else(|| take(text, "stop").filter(|rest| trim_end(rest).ends_with("reminders") && is_all(rest)));
    let verb = VERBS.iter().find_map(|(verb, action)| Some((action.clone(), take(text, verb)?)));
    let (action, rest) = verb.or_else(|| Some((Action::Delete, ended?)))?;
    // "pause all until monday".
    let has_end = ["until", "till", "for"].iter().any(|word| {
        rest.match_indices(&format!(" {word} "))
            .any(|(at, it)| time_alone(trim_end(&rest[at + it.len()..])).is_some())
    });
    if action == Action::Pause && has_end {
        return Some(Command::Talk(Talk::SkipOnce));
    }
    let is_bare = is_end(rest) && take(text, "stop reminding me").is_none();
    let target = target(rest).filter(|_| !is_bare)?;
    // "turn off the oven at 9" is something to do.
    let names_one = !matches!(target, Target::Words(_)) || NAMES.iter().any(|name| rest.contains(name));
    if take_any(text, FOR_DEVICES).is_some() && !names_one {
        return None;
    }
    Some(Command::Change { action, target })
}

/// Reads the name of a schedule in a request: "the dentist reminder", "reminder 2", "it".
pub(super) fn target(text: &str) -> Option<Target> {
    let rest = skip_any(skip_any(text, &["the", "my"]), &NOUNS);
    let rest = trim_end(skip_any(rest, &["to", "about", "for", "called", "named", "number", "no."]));
    if rest.is_empty() {
        return Some(Target::It);
    }
    named(NOUNS.iter().find_map(|noun| take_end(rest, noun)).unwrap_or(rest))
}

fn is_all(name: &str) -> bool {
    ALL.iter().any(|all| trim_end(name).eq_ignore_ascii_case(all))
}

fn named(rest: &str) -> Option<Target> {
    let name = some_text(rest).filter(|name| !name.contains('\n'))?;
    Some(if is_all(&name) {
        Target::All
    } else if let Some(numbers) = numbers(&name) {
        Target::Numbers(numbers)
    } else if BOTH.iter().any(|both| name.eq_ignore_ascii_case(both)) {
        Target::Both
    } else if let Ok(number) = name.trim_start_matches('#').parse() {
        Target::Number(number)
    } else if let Some(place) = place(&name) {
        place
    } else if looks_like_id(&name) {
        Target::Ids(vec![name])
    } else if IT.iter().any(|it| name.eq_ignore_ascii_case(it)) {
        Target::It
    } else {
        Target::Words(take_end(&name, "one").unwrap_or(&name).to_owned())
    })
}

/// "the timer", "the daily water reminder".
fn is_named(rest: &str) -> bool {
    let rest = skip_any(rest, &["the", "my"]);
    take_any(rest, &["timer", "alarm"]).is_some_and(is_end)
        || take_end(trim_end(rest), "reminder").is_some()
        || take(rest, "reminder").is_some_and(|number| !is_end(number))
}

/// "1 and 2", "1, 2 and 3": places in the list of schedules.
fn numbers(name: &str) -> Option<Vec<usize>> {
    let parts = name.split([',', '&']).flat_map(|part| part.split(" and ")).map(str::trim);
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    let numbers = parts.iter().map(|part| part.trim_start_matches('#').parse().ok());
    numbers.collect::<Option<Vec<_>>>().filter(|numbers| numbers.len() > 1)
}

/// Returns the time of day that is all of a name: "9am", "at 9".
pub(super) fn clock(name: &str) -> Option<NaiveTime> {
    let when = whole(name).or_else(|| whole(&format!("at {name}")))?;
    let is_clock = matches!(when.cadence, Cadence::At { day: None, .. }) && !when.lacks_time;
    when.times().first().filter(|_| is_clock).copied()
}

/// "second one", "3rd", "last one": a place in the list of schedules.
fn place(name: &str) -> Option<Target> {
    let ends = |rest: &str| is_end(skip_any(rest, &["one"]));
    if take(name, "last").is_some_and(ends) {
        return Some(Target::Last);
    }
    let (number, _) = ordinal(name).filter(|(_, rest)| ends(rest))?;
    Some(Target::Number(number.try_into().ok()?))
}

/// Returns the text before "any more"; without these words, "don't remind me …" may mean one reminder only.
fn any_more(text: &str) -> Option<&str> {
    ["any more", "anymore", "again"].iter().find_map(|words| take_end(trim_end(text), words))
}

fn looks_like_id(name: &str) -> bool {
    let parts = name.contains('-') && name.contains(|c: char| c.is_ascii_digit());
    parts && name.len() >= 8 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Returns the calls that change the schedules that are meant, or the question which one is.
pub(super) fn change(
    action: &Action,
    target: &Target,
    (listed, schedules): (&[String], &[Schedule]),
    moment: Moment,
) -> Vec<Slot> {
    let having =
        |is_meant: &dyn Fn(&Schedule) -> bool| schedules.iter().filter(|it| is_meant(it)).collect::<Vec<_>>();
    let chosen = match target {
        Target::Ids(ids) => having(&|it| ids.contains(&it.schedule_id)),
        Target::It => Vec::new(),
        Target::Number(number) => {
            let index = number.wrapping_sub(1);
            let id = listed.get(index).or_else(|| schedules.get(index).map(|it| &it.schedule_id));
            having(&|it| Some(&it.schedule_id) == id)
        }
        Target::Numbers(numbers) => {
            let id = |number: &usize| {
                let index = number.wrapping_sub(1);
                listed.get(index).or_else(|| schedules.get(index).map(|it| &it.schedule_id))
            };
            let ids: Vec<_> = numbers.iter().filter_map(id).collect();
            having(&|it| ids.contains(&&it.schedule_id))
        }
        Target::Last => {
            let id = listed.last().or_else(|| schedules.last().map(|it| &it.schedule_id));
            having(&|it| Some(&it.schedule_id) == id)
        }
        Target::Words(name) => match named_so(name, schedules, moment) {
            none if none.is_empty() => each_of(name, schedules, moment),
            found => found,
        },
        Target::All | Target::Both => having(&|it| action.changes(&it.status)),
    };
    let is_each = match target {
        Target::All => true,
        Target::Numbers(numbers) => chosen.len() == numbers.len(),
        Target::Both => chosen.len() == 2,
        Target::Words(name) => named_so(name, schedules, moment).is_empty(),
        _ => false,
    };
    match chosen.as_slice() {
        [] => vec![Slot::Said(texts::no_such_schedule(action))],
        [schedule] if is_each || !matches!(target, Target::Numbers(_) | Target::Both) => {
            vec![changed(action, schedule, moment)]
        }
        several if is_each && several.len() <= MOST_AT_ONCE => {
            several.iter().map(|schedule| changed(action, schedule, moment)).collect()
        }
        several if is_each => vec![Slot::Said(texts::too_many_at_once(several.len()))],
        several => {
            let several = &several[..several.len().min(MOST_OFFERED)];
            let offered = suggest::changes(action, several, moment);
            vec![Slot::Asked(texts::which_schedule(several, moment), offered)]
        }
    }
}

/// Returns the schedules with this name, or else with its words, or with this time.
fn named_so<'s>(name: &str, schedules: &'s [Schedule], moment: Moment) -> Vec<&'s Schedule> {
    let having =
        |is_meant: &dyn Fn(&Schedule) -> bool| schedules.iter().filter(|it| is_meant(it)).collect::<Vec<_>>();
    let exact = having(&|it| it.name.eq_ignore_ascii_case(name));
    if exact.len() == 1 {
        return exact;
    }
    let with_words = having(&|it| has_words(&it.name, name));
    if !with_words.is_empty() {
        return with_words;
    }
    match having(&|it| reply::has_all(&it.name, name)) {
        none if none.is_empty() => having(&|it| clock(name).is_some_and(|time| is_due_at(it, time, moment))),
        found => found,
    }
}

/// "the dentist and the car": returns the schedules of each part; none unless each part names one.
fn each_of<'s>(name: &str, schedules: &'s [Schedule], moment: Moment) -> Vec<&'s Schedule> {
    let parts = name
        .split(", ")
        .flat_map(|part| part.split(" and "))
        .map(|part| skip_any(part, &["the", "my", "and"]));
    let found = parts.map(|part| match named_so(part, schedules, moment).as_slice() {
        [one] => Some(*one),
        _ => None,
    });
    found.collect::<Option<Vec<_>>>().filter(|found| found.len() > 1).unwrap_or_default()
}

/// Returns whether the schedule is next due at this time of day.
fn is_due_at(schedule: &Schedule, time: NaiveTime, moment: Moment) -> bool {
    let local = schedule.next_local(moment).map(|at| at.time());
    local.is_some_and(|local| (local.hour(), local.minute()) == (time.hour(), time.minute()))
}

/// Returns whether the name contains the words, as whole words in this order: "all" is not in "call mum".
pub(super) fn has_words(name: &str, words: &str) -> bool {
    let split = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (name, words) = (split(name), split(words));
    !words.is_empty() && name.windows(words.len()).any(|window| window == words)
}

fn changed(action: &Action, schedule: &Schedule, moment: Moment) -> Slot {
    let id = &schedule.schedule_id;
    match action {
        Action::Pause => call("schedule_edit", json!({ "schedule_id": id, "status": "paused" })),
        Action::Resume if schedule.has_passed(moment) => Slot::Said(texts::has_passed(schedule)),
        Action::Resume => call("schedule_edit", json!({ "schedule_id": id, "status": "active" })),
        Action::Move(how) => moved::moved(how, schedule, moment),
        Action::Delete => Slot::Called(Call {
            tool: "schedule_delete",
            arguments: json!({ "schedule_id": id }),
            then: Then::Tell,
            lead: Some(texts::schedule_to_delete(schedule)),
        }),
    }
}

/// The most schedules offered for choice if several match.
const MOST_OFFERED: usize = 10;
/// The most schedules that one command changes.
const MOST_AT_ONCE: usize = 10;
/// Words with which a change corrects something: "no, cancel it".
const CORRECTIONS: &[&str] =
    &["actually", "no", "oh", "ok", "wait", "sorry", "please", "never mind", "nevermind", "nvm"];
const VERBS: [(&str, Action); 14] = [
    ("pause", Action::Pause),
    ("turn off", Action::Pause),
    ("switch off", Action::Pause),
    ("disable", Action::Pause),
    ("mute", Action::Pause),
    ("resume", Action::Resume),
    ("unpause", Action::Resume),
    ("turn on", Action::Resume),
    ("enable", Action::Resume),
    ("cancel", Action::Delete),
    ("delete", Action::Delete),
    ("del", Action::Delete),
    ("get rid of", Action::Delete),
    ("remove", Action::Delete),
];
/// Verbs that are also for devices, and the names that show that a schedule is meant.
const FOR_DEVICES: &[&str] = &["turn off", "switch off", "disable", "mute", "turn on", "enable"];
const NAMES: [&str; 5] = ["reminder", "alarm", "timer", "schedule", "task"];
const NOUNS: [&str; 4] = ["reminder", "schedule", "scheduled task", "task"];
/// What the conversation was last about.
const IT: [&str; 9] = ["it", "that", "this", "them", "that one", "this one", "these", "the same", "those"];
/// Both of two schedules.
const BOTH: [&str; 4] = ["both", "both of them", "both reminders", "both of the reminders"];
/// All schedules.
const ALL: &[&str] = &[
    "all",
    "everything",
    "reminders",
    "my reminders",
    "the reminders",
    "all reminders",
    "all my reminders",
    "all the reminders",
    "all of them",
    "schedules",
    "all schedules",
    "all my schedules",
];
