//! Edited messages: the new version changes what the earlier version made, instead of making it a second time.

use serde_json::{Value, json};

use super::{
    super::Edit,
    burst::commands,
    parse::{Command, Kind},
    plan::{Slot, Then, creations, lookup},
    reply::{Moment, Outcome, Schedule, read},
    texts,
};

/// Something that was made for the earlier version of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Schedule {
        id: String,
        goal: String,
        kind: Kind,
    },
    Note {
        id: String,
        content: String,
    },
    /// Items of the scratchpad.
    Items(Vec<String>),
    /// A change that no new version takes back, such as a deletion.
    Change,
}

/// Returns what was made for the earlier versions of messages.
pub(super) fn made(edits: &[Edit]) -> Vec<Made> {
    let mut found: Vec<Made> = Vec::new();
    for edit in edits {
        // The turn may have answered other messages, too.
        let commands: Vec<_> =
            edit.before.iter().flat_map(|said| commands(&[said]).unwrap_or_default()).collect();
        for (call, text) in &edit.done {
            if let Outcome::Value(result) = Outcome::of(text)
                && let Some(made) = made_by(&call.name, (&call.arguments, &result), &commands)
                && !found.contains(&made)
            {
                found.push(made);
            }
        }
    }
    found
}

/// Returns what a call made, if one of the commands asked for it.
fn made_by(tool: &str, (arguments, result): (&str, &Value), commands: &[Command]) -> Option<Made> {
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let asked = |is_meant: &dyn Fn(&Command) -> bool| commands.iter().any(is_meant);
    match tool {
        "schedule_create" | "schedule_edit" if arguments["cadence_value"].is_string() => {
            let Schedule { schedule_id: id, goal, .. } = read(result)?;
            let kind = if result["reminder"] == true { Kind::Reminder } else { Kind::Task };
            asked(&|it| matches!(it, Command::Schedule { goal: own, .. } if *own == goal))
                .then_some(Made::Schedule { id, goal, kind })
        }
        "memory_save" | "memory_update" if result["existed"] != true => {
            let id = result["note_id"].as_str()?.to_owned();
            let content = arguments["content"].as_str()?.to_owned();
            asked(&|it| matches!(it, Command::Save { content: own, .. } if *own == content))
                .then_some(Made::Note { id, content })
        }
        "scratchpad_write" => {
            let jotted = commands.iter().find_map(|command| match command {
                Command::Jot { items } => Some(items.clone()),
                _ => None,
            });
            let written =
                |item: &String| arguments["items"].as_array().is_some_and(|all| all.contains(&json!(item)));
            jotted
                .filter(|items| items.iter().all(written))
                .map(Made::Items)
                .or_else(|| asked(&|it| matches!(it, Command::CrossOut { .. })).then_some(Made::Change))
        }
        "schedule_edit" | "schedule_delete" => {
            asked(&|it| matches!(it, Command::Change { .. })).then_some(Made::Change)
        }
        "memory_delete" => asked(&|it| matches!(it, Command::Forget { .. } | Command::DeleteNote { .. }))
            .then_some(Made::Change),
        "scratchpad_clear" => asked(&|it| matches!(it, Command::ClearScratchpad | Command::CrossOut { .. }))
            .then_some(Made::Change),
        _ => None,
    }
}

/// Turns the commands of a new version into changes of what the earlier version made. Returns them with what stays as
/// it is. The same goal or content is found again first; what is left is taken in order.
pub(super) fn replace(commands: Vec<Command>, mut made: Vec<Made>) -> (Vec<Command>, Vec<Made>) {
    let mut of: Vec<Vec<Made>> =
        commands.iter().map(|command| take(&mut made, |it| is_same(it, command))).collect();
    for (of, command) in of.iter_mut().zip(&commands) {
        if of.is_empty()
            && let Some(at) = made.iter().position(|it| is_of_one_kind(it, command))
        {
            of.push(made.remove(at));
        }
    }
    let instead = |(of, command): (Vec<Made>, Command)| match of.is_empty() {
        true => command,
        false => Command::Instead { of, command: Box::new(command) },
    };
    (of.into_iter().zip(commands).map(instead).collect(), made)
}

/// Takes everything out of a list that fits.
fn take(made: &mut Vec<Made>, fits: impl Fn(&Made) -> bool) -> Vec<Made> {
    let (taken, left) = made.drain(..).partition(fits);
    *made = left;
    taken
}

fn is_same(made: &Made, command: &Command) -> bool {
    is_of_one_kind(made, command)
        && match (made, command) {
            (Made::Schedule { goal: old, .. }, Command::Schedule { goal, .. }) => old == goal,
            (Made::Note { content: old, .. }, Command::Save { content, .. }) => old == content,
            _ => true,
        }
}

fn is_of_one_kind(made: &Made, command: &Command) -> bool {
    match (made, command) {
        (Made::Schedule { kind: old, .. }, Command::Schedule { kind, .. }) => old == kind,
        (Made::Note { .. }, Command::Save { .. }) | (Made::Items(_), Command::Jot { .. }) => true,
        _ => false,
    }
}

/// Returns the first steps of a command that changes what its earlier version made.
pub(super) fn steps(of: &[Made], command: &Command, moment: Moment) -> Vec<Slot> {
    match command {
        Command::Save { content, tags } => {
            let saved = json!({ "content": content, "tags": tags });
            let ids = of.iter().filter_map(|made| match made {
                Made::Note { id, .. } => Some(id),
                _ => None,
            });
            ids.map(|id| change("memory_update", ("note_id", id), ("memory_save", saved.clone()))).collect()
        }
        Command::Jot { items } => {
            let instead_of = of.iter().flat_map(|made| match made {
                Made::Items(items) => items.clone(),
                _ => Vec::new(),
            });
            let then = Then::Append { items: items.clone(), instead_of: instead_of.collect() };
            vec![lookup("scratchpad_read", json!({}), then)]
        }
        Command::Schedule { goal, when, kind, urgent } => {
            match creations(goal, when, (*kind, *urgent), moment) {
                Ok(creations) => schedules(of, creations, moment),
                Err(question) => vec![*question, Slot::Said(texts::stays(of))],
            }
        }
        _ => Vec::new(),
    }
}

/// Returns the steps that set schedules: the earlier ones are changed, further ones are made.
fn schedules(of: &[Made], creations: Vec<Value>, moment: Moment) -> Vec<Slot> {
    let ids: Vec<_> = of
        .iter()
        .filter_map(|made| match made {
            Made::Schedule { id, .. } => Some(id),
            _ => None,
        })
        .collect();
    let left =
        of.get(creations.len()..).filter(|left| !left.is_empty()).map(|left| Slot::Said(texts::stays(left)));
    let steps = creations.into_iter().enumerate().map(|(at, mut arguments)| match ids.get(at) {
        Some(id) => {
            let created = arguments.clone();
            if let Some(fields) = arguments.as_object_mut() {
                // Whether it is a reminder does not change. What the new version does not say is as in a new schedule.
                fields.remove("reminder");
                fields.entry("timezone").or_insert_with(|| moment.zone.name().into());
                fields.entry("urgent").or_insert(false.into());
                fields.insert("status".to_owned(), "active".into());
                fields.insert("schedule_id".to_owned(), id.as_str().into());
            }
            lookup("schedule_edit", arguments, Then::Replaced { tool: "schedule_create", arguments: created })
        }
        None => lookup("schedule_create", arguments, Then::Tell),
    });
    steps.chain(left).collect()
}

/// Returns the call that changes something by its id. If that is gone, it is made anew.
fn change(tool: &'static str, (key, id): (&str, &str), (anew, arguments): (&'static str, Value)) -> Slot {
    let mut changed = arguments.clone();
    changed[key] = id.into();
    lookup(tool, changed, Then::Replaced { tool: anew, arguments })
}
