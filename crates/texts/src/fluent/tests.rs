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
            let [texts, _] = language.scope_sync(in_order);
            assert_eq!(texts.fixed.contains_key(&key), names.is_empty(), "{key} in {language:?}");
        }
    }
}

/// Returns the messages of a language.
fn variables(language: Language) -> Variables {
    let parsed = parser::parse(source(language)).map_err(|(_, errors)| errors);
    let parsed = parsed.unwrap_or_else(|errors| panic!("{language:?}: {errors:?}"));
    let mut all = Variables::new();
    for entry in parsed.body {
        let Entry::Message(Message { id, value: Some(value), attributes, .. }) = entry else { continue };
        assert!(attributes.is_empty(), "{} has attributes", id.name);
        let mut names = BTreeSet::new();
        of_pattern(&value, &mut names);
        assert!(
            all.insert(id.name.to_owned(), names).is_none(),
            "{} is there twice in {language:?}",
            id.name
        );
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

/// Returns what the sources of this crate ask for: `text!("key", name = …)`.
fn used() -> Variables {
    let mut all = Variables::new();
    of_folder(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut all);
    all
}

fn of_folder(folder: &Path, all: &mut Variables) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            of_folder(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("fluent/mod.rs")
            && !path.ends_with("fluent/tests.rs")
        {
            of_source(&fs::read_to_string(&path).unwrap(), all);
        }
    }
}

fn of_source(source: &str, all: &mut Variables) {
    for call in source.split("text!(").skip(1).filter(|call| call.trim_start().starts_with('"')) {
        let inside = until_closed(call);
        let Some((key, rest)) = inside.trim_start()[1..].split_once('"') else { continue };
        let names = top_level(rest).into_iter().filter_map(|argument| {
            let (name, _) = argument.split_once(" = ")?;
            Some(name.trim().to_owned())
        });
        let names: BTreeSet<_> = names.collect();
        if let Some(before) = all.insert(key.to_owned(), names.clone()) {
            assert_eq!(before, names, "{key} is used with different variables");
        }
    }
}

/// Returns what stands before the bracket that closes a call.
fn until_closed(call: &str) -> &str {
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
fn top_level(arguments: &str) -> Vec<String> {
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
