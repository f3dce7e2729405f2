//! Commands in a short notation.

use chrono::{DateTime, Utc};

use super::{
    super::{
        super::Suggestion,
        again::Past,
        burst::commands,
        parse::{Action, Command, Kind, Target},
        reply::Moment,
        suggest,
        talk::Talk,
        when::When,
    },
    PARIS,
};

/// A Saturday, 14:02:30 in Paris.
fn now() -> DateTime<Utc> {
    "2026-11-21T13:02:30Z".parse().unwrap()
}

/// Returns a message's commands in a short notation; "-" if it is none.
pub(super) fn read(text: &str) -> String {
    let Some(commands) = commands(&[text]) else { return "-".to_owned() };
    commands.iter().map(short).collect::<Vec<_>>().join(" + ")
}

pub(super) fn short(command: &Command) -> String {
    let target = |target: &Target| match target {
        Target::Ids(ids) => format!("id:{}", ids.join(" ")),
        Target::It => "it".to_owned(),
        Target::Number(number) => format!("#{number}"),
        Target::Words(words) => words.clone(),
        Target::Numbers(numbers) => format!("{numbers:?}"),
        Target::Both => "both".to_owned(),
        Target::Last => "last".to_owned(),
        Target::All => "*".to_owned(),
    };
    match command {
        Command::Save { content, tags } if tags.is_empty() => format!("save [{content}]"),
        Command::Save { content, tags } => format!("save [{content}] {}", tags.join(" ")),
        Command::Search { query, asked: None } => format!("search [{query}]"),
        Command::Search { query, asked: Some(asked) } => format!("search [{query}] for [{asked}]"),
        Command::Recall { query, text } => {
            format!("recall [{query}] or {}", asks(&suggest::reminders(text, false, moment())))
        }
        Command::NoGoal { text } => format!("of what [{text}]"),
        Command::NotUnderstood { texts } => format!("what is [{}]", texts.join("|")),
        Command::Among { understood } => format!("among [{}]", understood.join("|")),
        Command::Statement { text } => format!("perhaps [{text}]"),
        Command::Item { text, is_done: false } => format!("perhaps jot [{text}]"),
        Command::Item { text, is_done: true } => format!("perhaps cross [{text}]"),
        Command::Appointment { text } => {
            format!("no calendar, {}", asks(&suggest::of_appointment(text, moment())))
        }
        Command::Day { days } => {
            let day =
                |when: &When| format!("day {:?}", when.date("2026-11-21T00:00:00".parse().unwrap()).unwrap());
            days.iter().map(day).collect::<Vec<_>>().join(" or ")
        }
        Command::ClockIn { zone } => format!("clock in {zone}"),
        Command::About { query } => format!("about [{query}]"),
        Command::Agenda { period } => format!("agenda [{period}]"),
        Command::Again { when, of } => {
            let timing = when.as_ref().map_or_else(
                || "?".to_owned(),
                |when| match when.timings(now(), PARIS) {
                    Ok(timings) => {
                        timings.iter().map(|it| it.cadence_value.as_str()).collect::<Vec<_>>().join(" + ")
                    }
                    Err(misfit) => format!("{misfit:?}"),
                },
            );
            match of {
                Past::Named(name) => format!("again [{name}] {timing}"),
                Past::It => format!("again it {timing}"),
                Past::Last(_) => format!("again {timing}"),
            }
        }
        Command::Forget { words } => format!("forget [{words}]"),
        Command::DeleteNote { id } => format!("delete note [{id}]"),
        Command::Schedule { goal, when, kind, urgent } => {
            let timings = match when.timings(now(), PARIS) {
                Ok(timings) => timings,
                Err(misfit) => {
                    return asks(&suggest::instead(when, misfit, (goal, *kind, *urgent), moment()));
                }
            };
            let kind = if *kind == Kind::Reminder { "remind" } else { "task" };
            let urgent = if *urgent { " urgent" } else { "" };
            let zone = when.zone.map_or_else(String::new, |zone| format!(" {zone}"));
            let timings = timings.iter().map(|it| format!("{} {}", it.cadence_type, it.cadence_value));
            format!("{kind} [{goal}] {}{zone}{urgent}", timings.collect::<Vec<_>>().join(" + "))
        }
        Command::Unclear { text, urgent, .. } => asks(&suggest::reminders(text, *urgent, moment())),
        Command::ListSchedules => "list".to_owned(),
        Command::Change { action, target: what } => {
            let verb = match action {
                Action::Pause => "pause",
                Action::Resume => "resume",
                Action::Delete => "delete",
                Action::Move(how) => return format!("move [{}]{}", target(what), how.words()),
            };
            format!("{verb} [{}]", target(what))
        }
        Command::Jot { items } => format!("jot [{}]", items.join("|")),
        Command::CrossOut { items } => format!("cross [{items}]"),
        Command::Instead { command, .. } => short(command),
        Command::ShowScratchpad => "show".to_owned(),
        Command::ClearScratchpad => "clear".to_owned(),
        Command::Fetch { url } => format!("fetch {url}"),
        Command::Calculate { code, .. } => format!("calculate {code}"),
        Command::Talk(Talk::Greeting) => "hello".to_owned(),
        Command::Talk(talk) => format!("{talk:?}").to_lowercase(),
    }
}

/// Returns the question and the goal of its first suggestion, after a check that the assistant understands each of
/// them.
fn asks(suggestions: &[Suggestion]) -> String {
    for suggestion in suggestions {
        let understood = matches!(
            commands(&[&suggestion.message]).as_deref(),
            Some([Command::Schedule { when, .. }]) if when.timings(now(), PARIS).is_ok()
        );
        assert!(understood, "{suggestion:?}");
    }
    let labels: Vec<_> = suggestions.iter().map(|it| it.label.as_str()).collect();
    let labels = labels.join(" | ");
    match suggestions.first().and_then(|first| commands(&[&first.message])).as_deref() {
        Some([Command::Schedule { goal, .. }]) => format!("ask [{labels}] about [{goal}]"),
        _ => format!("ask [{labels}]"),
    }
}

fn moment() -> Moment {
    Moment { now: now(), zone: PARIS, sent: None, is_resumed: false }
}
