//! The scratchpad: what is jotted down, shown and crossed out.

use serde_json::{Value, json};

use super::{
    parse::{Command, some_text},
    plan::{Slot, Then, call, has_words, lookup},
    reply, suggest, texts,
    words::{is_end, skip_any, take_any, take_end, trim_end},
};

/// "jot down milk", "show my scratchpad", "clear the scratchpad", "cross out milk".
pub(super) fn scratchpad(text: &str) -> Option<Command> {
    if let Some(item) = take_any(text, &["jot down", "jot"]) {
        return some_text(item).map(|item| Command::Jot { items: vec![item] });
    }
    let is_scratchpad = |rest: &str| {
        let rest = skip_any(rest, &["my", "the", "your"]);
        take_any(rest, &["scratchpad", "scratch pad"]).is_some_and(is_end)
    };
    if take_any(text, &["clear", "empty", "wipe"]).is_some_and(is_scratchpad) {
        return Some(Command::ClearScratchpad);
    }
    let rest = skip_any(text, &["show me", "show", "read", "list", "what's on", "what is on", "what's in"]);
    if is_scratchpad(rest) {
        return Some(Command::ShowScratchpad);
    }
    crossed_out(text).map(|items| Command::CrossOut { items })
}

/// "cross out milk", "cross milk off my list", "remove milk from the scratchpad".
fn crossed_out(text: &str) -> Option<String> {
    let text = trim_end(text);
    let certain = take_any(text, &["cross out", "cross off", "strike out", "tick off", "check off"]);
    let rest =
        certain.or_else(|| take_any(text, &["remove", "delete", "take", "cross", "strike", "tick"]))?;
    let before_pad = PADS.iter().find_map(|pad| take_end(rest, pad));
    let on = certain.map(|_| "on");
    let item = before_pad.and_then(|rest| FROM.into_iter().chain(on).find_map(|word| take_end(rest, word)));
    let alone = || certain.or_else(|| take_end(take_any(text, &["cross", "strike", "tick"])?, "off"));
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

/// Returns the call that writes the scratchpad without these items, or asks which are meant.
pub(super) fn cross_out(items: &str, pad: &Value) -> Slot {
    let all = reply::items(pad);
    let gone = match found(&all, items).as_slice() {
        [one] => vec![*one],
        [] => match each(&all, items) {
            Some(several) => several,
            None => return Slot::Said(texts::not_on_scratchpad(items, &all)),
        },
        several => {
            let several: Vec<_> = several.iter().map(|&at| all[at].as_str()).collect();
            return Slot::Asked(texts::which_item(&several), suggest::crossings(&several));
        }
    };
    let (gone, left): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(at, _)| gone.contains(at));
    let text =
        |items: Vec<(usize, &String)>| items.into_iter().map(|(_, item)| item.clone()).collect::<Vec<_>>();
    let (gone, left) = (text(gone), text(left));
    let then = Then::CrossedOut { left: left.len(), items: gone };
    match left.is_empty() {
        true => lookup("scratchpad_clear", json!({}), then),
        false => lookup("scratchpad_write", json!({ "items": left }), then),
    }
}

/// Returns the places of the items that words mean: the first that says just that, or else all that contain the words.
fn found(all: &[String], words: &str) -> Vec<usize> {
    let says_just_that = |item: &String| trim_end(item).eq_ignore_ascii_case(trim_end(words));
    match all.iter().position(says_just_that) {
        Some(exact) => vec![exact],
        None => (0..all.len()).filter(|&at| has_words(&all[at], words)).collect(),
    }
}

/// Returns the places of several items: "milk, eggs and tea". `None` unless each of them means one.
fn each(all: &[String], items: &str) -> Option<Vec<usize>> {
    let items = items.replace(" and ", ",");
    let one = |words: &str| match found(all, words).as_slice() {
        [one] => Some(*one),
        _ => None,
    };
    items.split(',').map(str::trim).filter(|item| !item.is_empty()).map(one).collect()
}

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
];
const FROM: [&str; 3] = ["from", "off", "out of"];
/// The scratchpad tool's own limit.
const MAX_ITEMS: usize = 32;
