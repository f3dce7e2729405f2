//! Patterns in texts, as linear-time regular expressions.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use regex::{Regex, RegexBuilder};
use rhai::{Array, Dynamic, Engine};

use crate::engine::Raw;

/// The most bytes that a compiled pattern takes.
const LARGEST: usize = 1 << 20;
/// The most compiled patterns that are kept.
const KEPT: usize = 64;

/// The compiled patterns.
#[derive(Clone, Default)]
struct Patterns(Rc<RefCell<HashMap<String, Regex>>>);

impl Patterns {
    fn get(&self, pattern: &str) -> Raw<Regex> {
        let mut compiled = self.0.borrow_mut();
        if let Some(found) = compiled.get(pattern) {
            return Ok(found.clone());
        }
        if compiled.len() >= KEPT {
            compiled.clear();
        }
        let built = RegexBuilder::new(pattern).size_limit(LARGEST).dfa_size_limit(LARGEST).build();
        let built = built.map_err(|error| format!("the pattern {pattern:?} is wrong: {error}"))?;
        compiled.insert(pattern.to_owned(), built.clone());
        Ok(built)
    }
}

pub(crate) fn register(engine: &mut Engine) {
    let all = Patterns::default();
    let patterns = all.clone();
    engine.register_fn("matches", move |text: &str, pattern: &str| -> Raw<bool> {
        Ok(patterns.get(pattern)?.is_match(text))
    });
    let patterns = all.clone();
    engine.register_fn("find", move |text: &str, pattern: &str| -> Raw<Dynamic> {
        let pattern = patterns.get(pattern)?;
        let found = pattern.find(text);
        Ok(found.map_or(Dynamic::UNIT, |found| found.as_str().into()))
    });
    let patterns = all.clone();
    engine.register_fn("find_all", move |text: &str, pattern: &str| -> Raw<Array> {
        let pattern = patterns.get(pattern)?;
        let found = pattern.find_iter(text).map(|found| found.as_str().into());
        Ok(found.collect::<Array>())
    });
    // The whole match comes first; a group that matched nothing is ().
    let patterns = all.clone();
    engine.register_fn("groups", move |text: &str, pattern: &str| -> Raw<Array> {
        let pattern = patterns.get(pattern)?;
        let found = pattern.captures(text).map(|found| {
            let groups = found.iter().map(|group| group.map_or(Dynamic::UNIT, |group| group.as_str().into()));
            groups.collect::<Array>()
        });
        Ok(found.unwrap_or_default())
    });
    let patterns = all.clone();
    engine.register_fn("replace_all", move |text: &str, pattern: &str, with: &str| -> Raw<String> {
        Ok(patterns.get(pattern)?.replace_all(text, with).into_owned())
    });
    engine.register_fn("split_by", move |text: &str, pattern: &str| -> Raw<Array> {
        let pattern = all.get(pattern)?;
        Ok(pattern.split(text).map(Into::into).collect::<Array>())
    });
    engine.register_fn("lines", |text: &str| text.lines().map(Into::into).collect::<Array>());
    engine.register_fn("join", |list: Array, between: &str| {
        list.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
    });
}
