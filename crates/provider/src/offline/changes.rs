//! Changes of schedules: which one is meant, and what is done with it.

use serde_json::{Value, json};

use super::{
    parse::{Action, Target},
    plan::{Call, Slot, Then, call},
    reply::{self, Moment, Schedule},
    suggest, texts,
};

/// Returns the calls that change the schedules that are meant, or the question which one is.
pub(super) fn change(
    action: Action,
    target: &Target,
    (listed, schedules): (&[String], &[Schedule]),
    moment: Moment,
) -> Vec<Slot> {
    let having =
        |is_meant: &dyn Fn(&Schedule) -> bool| schedules.iter().filter(|it| is_meant(it)).collect::<Vec<_>>();
    let chosen = match target {
        Target::Id(id) => having(&|it| it.schedule_id == *id),
        Target::Number(number) => {
            let index = number.wrapping_sub(1);
            let id = listed.get(index).or_else(|| schedules.get(index).map(|it| &it.schedule_id));
            having(&|it| Some(&it.schedule_id) == id)
        }
        Target::Last => {
            let id = listed.last().or_else(|| schedules.last().map(|it| &it.schedule_id));
            having(&|it| Some(&it.schedule_id) == id)
        }
        Target::Words(name) => match having(&|it| it.name.eq_ignore_ascii_case(name)) {
            exact if exact.len() == 1 => exact,
            _ => match having(&|it| has_words(&it.name, name)) {
                none if none.is_empty() => having(&|it| reply::has_all(&it.name, name)),
                found => found,
            },
        },
        Target::All => having(&|it| action.changes(&it.status)),
    };
    match chosen.as_slice() {
        [] => vec![Slot::Said(texts::no_such_schedule(action))],
        [schedule] => vec![changed(action, schedule)],
        several if *target == Target::All && several.len() <= MOST_AT_ONCE => {
            several.iter().map(|schedule| changed(action, schedule)).collect()
        }
        several if *target == Target::All => vec![Slot::Said(texts::too_many_at_once(several.len()))],
        several => {
            let several = &several[..several.len().min(MOST_OFFERED)];
            let offered = suggest::changes(action, several, moment);
            vec![Slot::Asked(texts::which_schedule(several, moment), offered)]
        }
    }
}

/// Whether the name contains the words, as whole words in this order: "all" is not in "call mum".
pub(super) fn has_words(name: &str, words: &str) -> bool {
    let split = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let (name, words) = (split(name), split(words));
    !words.is_empty() && name.windows(words.len()).any(|window| window == words)
}

fn changed(action: Action, schedule: &Schedule) -> Slot {
    let id = &schedule.schedule_id;
    match action {
        Action::Pause => call("schedule_edit", json!({ "schedule_id": id, "status": "paused" })),
        Action::Resume => call("schedule_edit", json!({ "schedule_id": id, "status": "active" })),
        Action::Delete => Slot::Called(Call {
            tool: "schedule_delete",
            arguments: json!({ "schedule_id": id }),
            then: Then::Tell,
            lead: Some(texts::schedule_to_delete(schedule)),
        }),
    }
}

/// Returns the arguments for listing the schedules that may include the target, from `offset` on. The tool finds a name
/// by one piece of it, so several words are looked for among all names.
pub(super) fn page(target: &Target, offset: u64) -> Value {
    let mut arguments = match target {
        Target::Words(name) if !name.contains(' ') => json!({ "name": name }),
        _ => json!({ "limit": MOST_SCHEDULES }),
    };
    if offset > 0 {
        arguments["offset"] = offset.into();
    }
    arguments
}

/// The most schedules that one search returns, by the tool's own limit.
const MOST_SCHEDULES: usize = 50;
/// The most schedules offered for choice if several match.
const MOST_OFFERED: usize = 10;
/// The most schedules that one command changes.
const MOST_AT_ONCE: usize = 10;
