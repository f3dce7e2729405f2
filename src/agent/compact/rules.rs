//! Summaries by rules: for each turn the request, the actions, and the ids involved.

use adjutant_store::{calls::Call, turns::Entry};
use adjutant_texts::in_a_line;

use super::part::Part;
use crate::agent::entities;

/// Characters kept of a request, or of the answer if there is no request.
const SAID: usize = 160;
/// Characters kept of the description of a call.
const DONE: usize = 100;
/// Calls listed for one turn.
const CALLS: usize = 5;

/// Returns the previous summary plus one line for each turn of the part, at most `bound` bytes. The oldest lines are
/// dropped first.
pub(super) fn summary(former: Option<&str>, part: &Part, bound: usize) -> String {
    let told: Vec<_> = part.turns.iter().filter_map(|it| turn(&it.entries, part)).collect();
    let lines: Vec<_> = former.unwrap_or_default().lines().chain(told.iter().map(String::as_str)).collect();
    let mut room = bound;
    let fit = lines.iter().rev().take_while(|line| match room.checked_sub(line.len() + 1) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    });
    let kept = fit.count();
    lines[lines.len() - kept..].join("\n")
}

/// Returns a turn as one line; `None` if it contains nothing that was said.
fn turn(entries: &[Entry], part: &Part) -> Option<String> {
    let asked = entries.iter().filter_map(|entry| match entry {
        Entry::User { text, .. } => Some(in_a_line(text, SAID)),
        _ => None,
    });
    let mut told: Vec<String> = asked.map(|asked| format!("asked “{asked}”")).collect();
    if told.is_empty() {
        let said = entries.iter().find_map(|entry| match entry {
            Entry::Assistant { text, .. } if !text.is_empty() => Some(in_a_line(text, SAID)),
            _ => None,
        });
        told.push(format!("told the person “{}”", said?));
    }
    let calls = entries.iter().flat_map(|entry| match entry {
        Entry::Assistant { calls, .. } => calls.as_slice(),
        _ => &[],
    });
    let succeeded = calls.filter(|call| call.error_code.is_none());
    told.extend(succeeded.take(CALLS).map(|call| deed(call, part)));
    Some(format!("- {}", told.join("; ")))
}

/// Describes what a call did. Leaves out the title if the result is untrusted, because the title may name a page.
fn deed(call: &Call, part: &Part) -> String {
    if !call.untrusted.is_empty() {
        return format!("called {} ({})", call.tool, call.call_id);
    }
    let title = part.titles.get(&call.call_id).filter(|title| !title.is_empty()).unwrap_or(&call.tool);
    let shown = entities::shown(&call.result);
    let ids = shown.things.into_iter().chain(shown.list).map(|thing| thing.id);
    let ids: Vec<_> = ids.filter(|id| !id.is_empty()).collect();
    match ids.is_empty() {
        true => in_a_line(title, DONE),
        false => format!("{} ({})", in_a_line(title, DONE), ids.join(", ")),
    }
}
