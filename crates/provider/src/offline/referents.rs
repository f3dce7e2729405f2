//! What "it" means: the reminder or the note that the conversation was last about.

use serde_json::Value;

use super::{
    super::ModelMessage,
    Exchange,
    again::{Past, at_its_time},
    arguments,
    parse::{Action, Command, Kind, Target},
    plan::LIST_TOOL,
    reply::{self, Moment, Outcome, Schedule, read},
    talk::Talk,
    texts,
    when::When,
};

/// What the conversation was last about.
enum Referent {
    Schedules(Vec<Schedule>),
    Note { id: Option<String>, content: String },
}

/// Replaces "it" by what the conversation was last about.
pub(super) fn resolved(commands: Vec<Command>, before: &[ModelMessage], moment: Moment) -> Vec<Command> {
    let mut is_first = true;
    let mut resolve = |command: Command| {
        // Behind another command, "it" is what that one makes, which is not known yet.
        let passes = matches!(command, Command::Change { action: Action::Delete, .. });
        let referent = || last(before, passes).filter(|_| is_first);
        let command = resolved_one(command, &referent, || is_just_made(before), moment);
        is_first = false;
        command
    };
    commands.into_iter().map(&mut resolve).collect()
}

fn resolved_one(
    command: Command,
    referent: &dyn Fn() -> Option<Referent>,
    is_just_made: impl Fn() -> bool,
    moment: Moment,
) -> Command {
    match command {
        Command::Change { action, target: Target::It } => match (referent(), &action) {
            (Some(Referent::Schedules(all)), _) => {
                let ids = all.into_iter().map(|it| it.schedule_id).collect();
                Command::Change { action, target: Target::Ids(ids) }
            }
            (Some(Referent::Note { id: Some(id), .. }), Action::Delete) => Command::DeleteNote { id },
            (_, Action::Move(_)) => Command::Talk(Talk::MoveWhich),
            _ => Command::Talk(Talk::DeleteWhich),
        },
        Command::Talk(Talk::TakeBack | Talk::Undo) if is_just_made() => {
            let deletion = Command::Change { action: Action::Delete, target: Target::It };
            resolved_one(deletion, referent, is_just_made, moment)
        }
        Command::Again { when, of: Past::Last(None) } => {
            let of = Past::Last(referent().and_then(|it| goal(&it, moment)));
            Command::Again { when, of }
        }
        Command::Again { when: Some(when), of: Past::It } => {
            let of_it = referent().and_then(|it| again(&it, &when, moment));
            of_it.unwrap_or(Command::Again { when: Some(when), of: Past::It })
        }
        command => command,
    }
}

/// Returns the goal of a reminder of it: the words of a note, or what a reminder says that has not come yet.
fn goal(referent: &Referent, moment: Moment) -> Option<String> {
    match referent {
        Referent::Note { content, .. } => Some(content.clone()),
        Referent::Schedules(all) => match all.as_slice() {
            [one] if one.next_run_at.is_some_and(|at| at > moment.now) => Some(one.goal.clone()),
            _ => None,
        },
    }
}

/// Returns a reminder of it at this time.
fn again(referent: &Referent, when: &When, moment: Moment) -> Option<Command> {
    let goal = goal(referent, moment)?;
    let is_once = |it: &Schedule| it.cadence_type == "once";
    let when = match referent {
        // "At 8pm too" may mean every day.
        Referent::Schedules(all) if !all.iter().all(is_once) && !when.repeats() => {
            return Some(Command::Unclear {
                text: format!("remind me to {goal}"),
                words: None,
                urgent: false,
            });
        }
        Referent::Schedules(all) => at_its_time(when, all.first()?.next_run_at?, all.first()?, moment),
        Referent::Note { .. } => when.clone(),
    };
    Some(Command::Schedule { goal, when, kind: Kind::Reminder, urgent: false })
}

/// Returns what the last exchange about a reminder or a note was about. A question that is open since then may mean
/// something else, unless the search `passes` it: deletions ask once more.
fn last(before: &[ModelMessage], passes: bool) -> Option<Referent> {
    let mut rest = before;
    for _ in 0..MOST_EXCHANGES {
        let exchange = Exchange::last(rest, 0);
        let text = answer(rest);
        let mut rounds = exchange.rounds.iter().rev();
        if let Some(found) = rounds.find_map(|round| of_round(round, text)) {
            return found;
        }
        let is_question = texts::offered_in(text).next().is_some() || texts::says_that_nothing_is_set(text);
        if (is_question && !passes) || exchange.before.len() >= rest.len() {
            return None;
        }
        rest = exchange.before;
    }
    None
}

/// Returns whether the last exchange made or changed something.
fn is_just_made(before: &[ModelMessage]) -> bool {
    let exchange = Exchange::last(before, 0);
    exchange.rounds.last().is_some_and(|round| {
        round.iter().any(|(call, text)| {
            MAKING.contains(&call.name.as_str()) && matches!(Outcome::of(text), Outcome::Value(_))
        })
    })
}

/// Returns the assistant's answer at the end of a conversation.
fn answer(messages: &[ModelMessage]) -> &str {
    let text = messages.iter().rev().find_map(|message| match message {
        ModelMessage::Assistant { text, calls } if calls.is_empty() => Some(text.as_str()),
        _ => None,
    });
    text.unwrap_or_default()
}

/// Returns what a round of calls was about; the inner value is `None` where that is gone. `answer` tells which
/// schedules of a list were shown.
fn of_round(round: &[(&super::ToolCall, &str)], answer: &str) -> Option<Option<Referent>> {
    let results = |tools: &[&str]| -> Vec<(Value, Value)> {
        let calls = round.iter().filter(|(call, _)| tools.contains(&call.name.as_str()));
        calls
            .filter_map(|(call, text)| match Outcome::of(text) {
                Outcome::Value(value) => Some((arguments(call), value)),
                _ => None,
            })
            .collect()
    };
    if !results(&["schedule_delete", "memory_delete"]).is_empty() {
        return Some(None);
    }
    let made: Vec<Schedule> = results(&MAKING[..2]).iter().filter_map(|(_, value)| read(value)).collect();
    if !made.is_empty() {
        return Some(Some(Referent::Schedules(made)));
    }
    if let Some((said, value)) = results(&MAKING[2..]).pop() {
        let id = value["note_id"].as_str().map(str::to_owned);
        return Some(Some(Referent::Note { id, content: said["content"].as_str()?.to_owned() }));
    }
    let found = results(&[LIST_TOOL]);
    let listed = found.iter().flat_map(|(_, value)| reply::schedules(value));
    let shown: Vec<_> = listed.filter(|it| answer.contains(&texts::title(it))).collect();
    (!shown.is_empty()).then_some(Some(Referent::Schedules(shown)))
}

/// The tools that make or change schedules, and those for notes.
const MAKING: [&str; 4] = ["schedule_create", "schedule_edit", "memory_save", "memory_update"];
/// The most exchanges that are looked through.
const MOST_EXCHANGES: usize = 6;
