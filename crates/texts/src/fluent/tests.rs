use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use fluent_syntax::{
    ast::{CallArguments, Entry, Expression, InlineExpression, Message, Pattern, PatternElement},
    parser,
};

use super::*;

/// The variables of each message.
type Variables = BTreeMap<String, BTreeSet<String>>;

#[test]
fn each_language_has_each_text_with_the_same_variables() {
    let english = variables(Language::English);
    for language in Language::ALL {
        let theirs = variables(language);
        for (key, names) in &english {
            assert_eq!(theirs.get(key), Some(names), "{key} in {language:?}");
        }
        for key in theirs.keys() {
            assert!(english.contains_key(key), "{language:?} has {key}, and English does not");
        }
    }
}

#[test]
fn each_text_is_used_with_its_variables() {
    let (english, used) = (variables(Language::English), used());
    for (key, names) in &used {
        assert_eq!(english.get(key), Some(names), "{key}, as the sources use it");
    }
    for key in english.keys() {
        assert!(used.contains_key(key), "no source uses {key}");
    }
}

#[test]
fn a_text_is_in_the_language_of_its_reader() {
    let noted = |language: Language| language.scope_sync(|| fixed("queue-noted"));
    assert_eq!(noted(Language::English), "Noted; I will take it in.");
    assert_ne!(noted(Language::German), noted(Language::English));
}

#[test]
fn a_text_that_nobody_has_written_is_its_key() {
    assert_eq!(Language::German.scope_sync(|| filled("no-such-text", [])), "no-such-text");
}

#[test]
fn each_text_without_variables_is_ready() {
    for language in Language::ALL {
        for (key, names) in variables(language) {
            let [(_, texts), _] = language.scope_sync(in_order);
            let is_fixed = matches!(texts.get(&*key), Some(Text::Fixed(_)));
            assert_eq!(is_fixed, names.is_empty(), "{key} in {language:?}");
        }
    }
}

/// The labels of buttons that may be in one message together.
const BESIDE_EACH_OTHER: [&[&str]; 26] = [
    &["list-previous", "list-next", "button-back", "notes-none-of-these"],
    &["list-previous-part", "list-next-part", "notes-edit", "button-delete", "notes-share", "button-back"],
    &[
        "list-previous-part",
        "list-next-part",
        "notes-edit",
        "button-delete",
        "notes-do-not-share",
        "button-back",
    ],
    &["button-delete", "button-keep"],
    &["button-delete", "button-cancel"],
    &["button-remove", "button-back"],
    &["button-undo", "button-back"],
    &[
        "approval-button-approve",
        "approval-button-deny",
        "approval-button-approve-all",
        "approval-button-deny-all",
    ],
    &["approval-button-more", "approval-button-details", "approval-button-approve", "approval-button-deny"],
    &["approval-button-just-deny", "approval-button-say-why", "approval-button-back"],
    &["approval-button-approve", "approval-button-deny", "approvals-button-back"],
    &[
        "delivered-done",
        "delivered-snooze",
        "delivered-again",
        "schedules-pause",
        "schedules-resume",
        "schedules-history",
    ],
    &["delivered-ten-minutes", "delivered-hour", "delivered-tomorrow", "button-back"],
    &[
        "schedules-pause",
        "schedules-resume",
        "schedules-stop-run",
        "schedules-run-now",
        "schedules-edit",
        "button-delete",
        "schedules-history",
        "button-back",
    ],
    &["people-make-approver", "people-no-approver", "people-admit", "button-remove", "people-all"],
    &["people-yes-remove", "button-keep"],
    &["site-preview", "site-publish", "button-undo", "site-sharing", "list-previous", "list-next"],
    &["site-message-reply", "site-message-block", "site-message-unblock"],
    &["hooks-new-secret", "hooks-revoke", "button-back"],
    &["files-get", "button-delete", "button-back"],
    &["site-stop-sharing", "button-back"],
    &["links-link", "links-do-not-link"],
    &["overdue-remind-now", "overdue-drop"],
    &["overdue-do-now", "overdue-drop"],
    &["privacy-delete-everything", "privacy-keep-everything"],
    &["access-admit", "access-refuse"],
];

#[test]
fn labels_beside_each_other_differ_in_each_language() {
    for language in Language::ALL {
        for keys in BESIDE_EACH_OTHER {
            let labels: BTreeSet<_> =
                keys.iter().map(|key| language.scope_sync(|| fixed(key)).to_lowercase()).collect();
            assert_eq!(labels.len(), keys.len(), "{labels:?} in {language:?}");
        }
    }
}

#[test]
fn parts_stand_in_each_text_once_and_in_the_order_of_its_call() {
    let mut parts = BTreeMap::new();
    for (key, arguments) in calls() {
        let names = arguments.into_iter().filter(|(_, value)| value == "PART").map(|(name, _)| name);
        let names: Vec<_> = names.collect();
        if !names.is_empty() {
            parts.insert(key, names);
        }
    }
    assert_eq!(parts["clients-give-address"], ["address", "command", "variable"]);
    // A function adds its part.
    parts.insert("plan-progress".to_owned(), vec!["heading".to_owned()]);
    for language in Language::ALL {
        for (key, pattern) in messages(language) {
            let Some(names) = parts.get(&key) else { continue };
            for way in ways(&pattern) {
                let of_parts: Vec<_> = way.into_iter().filter(|name| names.contains(name)).collect();
                assert_eq!(&of_parts, names, "{key} in {language:?}");
            }
        }
    }
}

/// Returns the messages of a language with their patterns.
pub(super) fn messages(language: Language) -> Vec<(String, Pattern<&'static str>)> {
    let parsed = parser::parse(source(language)).map_err(|(_, errors)| errors);
    let parsed = parsed.unwrap_or_else(|errors| panic!("{language:?}: {errors:?}"));
    let message = |entry: Entry<&'static str>| {
        let Entry::Message(Message { id, value: Some(value), attributes, .. }) = entry else { return None };
        assert!(attributes.is_empty(), "{} has attributes", id.name);
        Some((id.name.to_owned(), value))
    };
    parsed.body.into_iter().filter_map(message).collect()
}

/// Returns the variables of a pattern, in order, for each choice of its variants.
fn ways(pattern: &Pattern<&str>) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    for element in &pattern.elements {
        let next = match element {
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => vec![vec![id.name.to_owned()]],
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                variants.iter().flat_map(|variant| ways(&variant.value)).collect()
            }
            _ => continue,
        };
        found = found.iter().flat_map(|way| next.iter().map(|next| [&way[..], next].concat())).collect();
    }
    found
}

/// Returns the variables of each message of a language.
fn variables(language: Language) -> Variables {
    let mut all = Variables::new();
    for (key, pattern) in messages(language) {
        let mut names = BTreeSet::new();
        of_pattern(&pattern, &mut names);
        assert!(all.insert(key.clone(), names).is_none(), "{key} is there twice in {language:?}");
    }
    all
}

fn of_pattern(pattern: &Pattern<&str>, names: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            of_expression(expression, names);
        }
    }
}

fn of_expression(expression: &Expression<&str>, names: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => of_inline(inline, names),
        Expression::Select { selector, variants } => {
            of_inline(selector, names);
            for variant in variants {
                of_pattern(&variant.value, names);
            }
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>, names: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            names.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => of_expression(expression, names),
        InlineExpression::FunctionReference { arguments: CallArguments { positional, .. }, .. } => {
            positional.iter().for_each(|argument| of_inline(argument, names));
        }
        _ => {}
    }
}

/// Returns the keys and variables that the sources of this crate and the files of the web pages use.
fn used() -> Variables {
    let mut all = Variables::new();
    let names = |arguments: Vec<(String, String)>| arguments.into_iter().map(|(name, _)| name).collect();
    let calls = calls().into_iter().map(|(key, arguments)| (key, names(arguments)));
    for (key, names) in calls.chain(pages::tests::used()) {
        if let Some(before) = all.insert(key.clone(), names.clone()) {
            assert_eq!(before, names, "{key} is used with different variables");
        }
    }
    all
}

/// A key, and the variables with their values as a source writes them.
type Call = (String, Vec<(String, String)>);

/// Returns the calls `text!("key", name = value, …)` in the sources of this crate.
fn calls() -> Vec<Call> {
    let mut all = Vec::new();
    of_folder(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut all);
    all
}

fn of_folder(folder: &Path, all: &mut Vec<Call>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            of_folder(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("fluent/mod.rs")
            && !path.ends_with("fluent/tests.rs")
            && !path.ends_with("pages/tests.rs")
        {
            of_source(&fs::read_to_string(&path).unwrap(), all);
        }
    }
}

fn of_source(source: &str, all: &mut Vec<Call>) {
    for call in source.split("text!(").skip(1).filter(|call| call.trim_start().starts_with('"')) {
        let inside = until_closed(call);
        let Some((key, rest)) = inside.trim_start()[1..].split_once('"') else { continue };
        let arguments = top_level(rest).into_iter().filter_map(|argument| {
            let (name, value) = argument.split_once(" = ")?;
            Some((name.trim().to_owned(), value.trim().to_owned()))
        });
        all.push((key.to_owned(), arguments.collect()));
    }
}

/// Returns the text before the bracket that closes a call.
pub(super) fn until_closed(call: &str) -> &str {
    let mut depth = 0_usize;
    let mut quoted = false;
    for (at, letter) in call.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted && depth == 0 => return &call[..at],
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    call
}

/// Returns the arguments of a call.
pub(super) fn top_level(arguments: &str) -> Vec<String> {
    let (mut depth, mut quoted) = (0_usize, false);
    let mut all = vec![String::new()];
    for letter in arguments.chars() {
        match letter {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        all.last_mut().unwrap().push(letter);
    }
    all
}
