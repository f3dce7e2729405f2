//! The scratchpad: what is jotted down, shown and crossed out.

use serde_json::{Value, json};

use super::{
    changes::has_words,
    parse::{Command, some_text},
    plan::{Slot, Then, call, lookup},
    reply, suggest, texts,
    words::{is_end, skip_any, take_any, take_end, trim_end},
};

/// "jot down milk", "show my scratchpad", "clear the scratchpad", "cross out milk".
pub(super) fn scratchpad(text: &str) -> Option<Command> {
    if let Some(item) = take_any(text, JOT).or_else(|| titled(text)) {
        return some_text(item).map(|item| Command::Jot { items: listed(&item) });
    }
    if let Some(items) = added(text) {
        return Some(Command::Jot { items });
    }
    let is_scratchpad = |rest: &str| {
        let rest = skip_any(rest, &["my", "the", "your"]);
        take_any(rest, &["scratchpad", "scratch pad"]).is_some_and(is_end)
    };
    let is_list = |rest: &str| take_any(rest, PADS).is_some_and(is_end);
    if take_any(text, &["clear", "empty", "wipe"]).is_some_and(|rest| is_scratchpad(rest) || is_list(rest)) {
        return Some(Command::ClearScratchpad);
    }
    let asked = take_any(text, SHOW);
    let is_it = take_any(text, ON_IT).is_some_and(is_end);
    if is_scratchpad(asked.unwrap_or(text)) || asked.is_some_and(is_list) || is_it {
        return Some(Command::ShowScratchpad);
    }
    crossed_out(text).map(|items| Command::CrossOut { items })
}

/// "shopping list: milk, eggs".
fn titled(text: &str) -> Option<&str> {
    let (title, items) = text.split_once(':')?;
    TITLES.iter().any(|it| title.trim().eq_ignore_ascii_case(it)).then_some(items)
}

/// "add milk and eggs to my shopping list", "put bread on the list".
fn added(text: &str) -> Option<Vec<String>> {
    let rest = trim_end(take_any(text, &["add", "put"])?);
    let rest = take_end(rest, "too").unwrap_or(rest);
    let before = PADS.iter().find_map(|pad| take_end(rest, pad))?;
    let things = ["to", "on", "onto"].iter().find_map(|word| take_end(before, word))?;
    Some(parts(things).into_iter().filter_map(some_text).collect()).filter(|items: &Vec<_>| !items.is_empty())
}

/// "cross out milk", "cross milk off my list", "remove milk from the scratchpad".
fn crossed_out(text: &str) -> Option<String> {
    let text = trim_end(text);
    let certain = take_any(text, &["cross out", "cross off", "strike out", "tick off", "check off", "tick"]);
    let rest = certain.or_else(|| take_any(text, &["remove", "delete", "take", "cross", "strike"]))?;
    let before_pad = PADS.iter().find_map(|pad| take_end(rest, pad));
    let on = certain.map(|_| "on");
    let item = before_pad.and_then(|rest| FROM.into_iter().chain(on).find_map(|word| take_end(rest, word)));
    let alone = || certain.or_else(|| take_end(take_any(text, &["cross", "strike"])?, "off"));
    some_text(skip_any(item.or_else(alone)?, &["the item", "item", "the", "my"]))
        .filter(|item| !item.contains('\n'))
}

/// Returns the call that writes the scratchpad with these items added. The first of them take the places of items that
/// they replace.
pub(super) fn append(items: Vec<String>, instead_of: &[String], pad: &Value) -> Slot {
    let mut all = reply::items(pad);
    let mut items = items.into_iter();
    for old in instead_of {
        if let Some(at) = all.iter().position(|item| item == old) {
            match items.next() {
                Some(item) => all[at] = item,
                None => drop(all.remove(at)),
            }
        }
    }
    all.extend(items);
    if all.len() > MAX_ITEMS {
        return Slot::Said(texts::scratchpad_full(MAX_ITEMS));
    }
    call("scratchpad_write", json!({ "items": all }))
}

/// What is crossed out, and what stays.
pub(super) struct Crossed {
    pub(super) gone: Vec<String>,
    /// Items that lost only a part: "milk and eggs".
    pub(super) shortened: Vec<String>,
    /// All items that stay.
    pub(super) left: Vec<String>,
}

/// Returns the call that writes the scratchpad without these items, or asks which are meant.
pub(super) fn cross_out(items: &str, pad: &Value) -> Slot {
    let all = reply::items(pad);
    let crossed = match found(&all, items).as_slice() {
        [_] => each(&all, &[items]),
        [] => each(&all, &parts(items)),
        several => {
            let several: Vec<_> = several.iter().map(|&at| all[at].as_str()).collect();
            return Slot::Asked(texts::which_item(&several), suggest::crossings(&several));
        }
    };
    let Some(crossed) = crossed else {
        return Slot::Said(texts::not_on_scratchpad(items, &all));
    };
    let (tool, arguments) = match crossed.left.is_empty() {
        true => ("scratchpad_clear", json!({})),
        false => ("scratchpad_write", json!({ "items": crossed.left })),
    };
    lookup(tool, arguments, Then::CrossedOut(crossed))
}

/// Returns the places of the items that words mean: the first that says just that, or else all that contain the words.
fn found(all: &[String], words: &str) -> Vec<usize> {
    match all.iter().position(|item| is_same(item, words)) {
        Some(exact) => vec![exact],
        None => (0..all.len()).filter(|&at| has_words(&all[at], words)).collect(),
    }
}

fn is_same(item: &str, words: &str) -> bool {
    trim_end(item).eq_ignore_ascii_case(trim_end(words))
}

/// Crosses out several items: "milk, eggs and tea". `None` unless each of them means one.
fn each(all: &[String], items: &[&str]) -> Option<Crossed> {
    let mut crossed = Crossed { gone: Vec::new(), shortened: Vec::new(), left: all.to_vec() };
    for words in items {
        let &[at] = found(&crossed.left, words).as_slice() else { return None };
        let item = crossed.left.remove(at);
        let was_shortened = crossed.shortened.iter().position(|it| *it == item);
        was_shortened.map(|at| crossed.shortened.remove(at));
        match without(&item, words) {
            Some((gone, rest)) => {
                crossed.gone.push(gone);
                crossed.left.insert(at, rest.clone());
                crossed.shortened.push(rest);
            }
            None => crossed.gone.push(item),
        }
    }
    (!items.is_empty()).then_some(crossed)
}

/// Returns the part of an item that words mean, and the rest; `None` if they mean all of it.
fn without(item: &str, words: &str) -> Option<(String, String)> {
    let wanted = parts(words);
    let is_wanted = |part: &&str| wanted.iter().any(|words| has_words(part, words));
    let (gone, rest): (Vec<_>, Vec<_>) = parts(item).into_iter().partition(is_wanted);
    let is_part = !is_same(item, words) && !gone.is_empty() && !rest.is_empty();
    is_part.then(|| (gone.join(", "), rest.join(", ")))
}

/// Returns the parts of an item that names several things: "milk, eggs and tea".
fn parts(item: &str) -> Vec<&str> {
    let parts = item.split(", ").flat_map(|part| part.split(" and ")).flat_map(str::lines);
    let parts = parts.map(|part| skip_any(part.trim_start_matches(BULLETS), &["and"]).trim());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns the items of a list: a line each, or short things between commas. Other text is one item.
fn listed(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let line = line.trim().trim_start_matches(BULLETS).trim();
        let parts = parts(line);
        let is_list =
            line.contains(", ") && parts.iter().all(|part| part.split_whitespace().count() <= MOST_WORDS);
        if is_list { parts } else { vec![line] }.into_iter().filter_map(some_text).collect::<Vec<_>>()
    };
    text.lines().flat_map(line).collect()
}

const JOT: &[&str] = &["jot down", "jot", "todo", "to-do"];
/// Titles of lists before their items.
const TITLES: [&str; 9] = [
    "to do",
    "todo list",
    "to-do list",
    "shopping list",
    "shopping",
    "groceries",
    "grocery list",
    "list",
    "my list",
];
/// Words that ask for the scratchpad before its name.
const SHOW: &[&str] =
    &["show me", "show", "read", "list", "what's on", "whats on", "what is on", "what's in", "what is in"];
const ON_IT: &[&str] = &["what's on it", "whats on it", "what is on it"];
/// The names of the scratchpad.
const PADS: &[&str] = &[
    "the scratchpad",
    "my scratchpad",
    "scratchpad",
    "the scratch pad",
    "my scratch pad",
    "my shopping list",
    "the shopping list",
    "my list",
    "the list",
    "list",
    "shopping list",
    "my groceries",
    "the groceries",
    "my grocery list",
    "the grocery list",
    "my todo list",
    "the todo list",
    "my to-do list",
    "the to-do list",
];
const BULLETS: [char; 4] = ['-', '*', '•', ' '];
/// The most words of a thing in a list.
const MOST_WORDS: usize = 4;
const FROM: [&str; 3] = ["from", "off", "out of"];
/// The scratchpad tool's own limit.
const MAX_ITEMS: usize = 32;
