//! Advice for error messages: the name that the operator probably meant by an unknown one, and how a setting is
//! written.

use toml::{Table, Value};

use super::load::PREFIX;
use super::manual;
use super::mcp::TAKEN;
use super::paths::{find, join, leaves, split};

/// The least similarity (Jaro-Winkler, 0 to 1) at which a name counts as a misspelling of a known one.
const SIMILAR: f64 = 0.8;

pub(super) fn unknown_key(defaults: &Table, section: &str, key: &str) -> String {
    let place = if section.is_empty() { "above all sections".to_owned() } else { format!("in [{section}]") };
    let known = names(defaults, section, |value| !value.is_table());
    let elsewhere = leaves(defaults).into_iter().find(|path| split(path).1 == key);
    let advice = match (nearest(key, known.iter().cloned()), elsewhere) {
        (Some(name), _) => format!("did you mean {name:?}?"),
        (None, Some(path)) => format!("it belongs in [{}]", split(&path).0),
        (None, None) if known.is_empty() => "every key belongs in a section such as [model]".to_owned(),
        (None, None) => format!("known keys: {}", known.join(", ")),
    };
    format!("unknown key {key:?} {place}; {advice}")
}

pub(super) fn unknown_section(defaults: &Table, section: &str, key: &str) -> String {
    let known = names(defaults, section, Value::is_table);
    let title = |key: &str| format!("[{}]", join(section, key));
    let advice = match nearest(key, known.iter().cloned()) {
        Some(name) => format!("did you mean {}?", title(&name)),
        None if known.is_empty() => format!("[{section}] has no sections of its own"),
        None => {
            let known: Vec<_> = known.iter().map(|name| title(name)).collect();
            format!("known sections: {}", known.join(", "))
        }
    };
    format!("unknown section {}; {advice}", title(key))
}

pub(super) fn agent_name(name: &str) -> String {
    format!(
        "[agents.{name}] is not allowed: a specialist's name is 1 to 32 characters of a-z, 0-9, _ and -, and not \"adjutant\""
    )
}

pub(super) fn model_name(name: &str) -> String {
    format!(
        "[models.{name}] is not allowed: a model's name is 1 to 32 characters of a-z, 0-9, _ and -, and not \"default\""
    )
}

pub(super) fn chat_name(name: &str) -> String {
    format!(
        "[chats.\"{name}\"] is not allowed: a chat is \"telegram:ID\", \"discord:ID\" or \"web:main\", with \"/ID\" behind \
         it for one topic or thread; the log names each chat so"
    )
}

/// Returns the end of a sentence about a setting that names a model without a section.
pub(super) fn unknown_model(name: &str, known: impl Iterator<Item = String>) -> String {
    let meant = nearest(name, known).map(|known| format!("; did you mean {known:?}?")).unwrap_or_default();
    format!("names {name:?}, and there is no [models.{name}]{meant}")
}

pub(super) fn mcp_name(name: &str) -> String {
    let must = match TAKEN.contains(&name) {
        true => "tools of the bot itself have this name",
        false => "an MCP server's name is 1 to 24 characters of a-z, 0-9 and -",
    };
    format!("[mcp.{name}] is not allowed: {must}")
}

pub(super) fn unknown_rule_key(key: &str, known: &[&str]) -> String {
    match nearest(key, known.iter().map(|&known| known.to_owned())) {
        Some(name) => format!("unknown key {key:?} (did you mean {name:?}?)"),
        None => format!("unknown key {key:?} (known keys: {})", known.join(", ")),
    }
}

pub(super) fn unknown_variable(name: &str, known: impl Iterator<Item = String>) -> String {
    // All variables begin alike, which would make any two of them similar.
    let setting = |name: &str| name.strip_prefix(PREFIX).unwrap_or(name).to_owned();
    match nearest(&setting(name), known.map(|known| setting(&known))) {
        Some(known) => format!("is not a setting; did you mean {PREFIX}{known}?"),
        None => "is not a setting; `adjutant config --reference` lists all settings".to_owned(),
    }
}

/// Returns the problem of a list with an unknown word, as the end of a sentence, if the parser's message is about one.
pub(super) fn unknown_word(message: &str) -> Option<String> {
    let mut words = message.strip_prefix("unknown variant `")?.split('`').step_by(2);
    let (unknown, known) = (words.next()?, words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>());
    Some(format!("must not have {unknown:?}: the words are {}", known.join(", ")))
}

/// Returns the warning that no channel is configured.
pub(super) fn no_channel() -> String {
    "no channel is configured, so nobody can write to the bot; enable one in [channels]".to_owned()
}

/// Returns how the setting is written: the manual's example if there is one, else the default.
pub(super) fn example(path: &str) -> String {
    let (section, key) = split(path);
    manual::example(section, key).map(|line| format!("; example: {line}")).unwrap_or_default()
}

/// Returns the keys of a section whose values satisfy `kind`.
fn names(defaults: &Table, section: &str, kind: impl Fn(&Value) -> bool) -> Vec<String> {
    let table = find(defaults, section).and_then(Value::as_table).unwrap_or(defaults);
    table.iter().filter(|(_, value)| kind(value)).map(|(name, _)| name.clone()).collect()
}

/// Returns the most similar name, if any is similar enough.
fn nearest(name: &str, known: impl Iterator<Item = String>) -> Option<String> {
    known
        .map(|each| (strsim::jaro_winkler(name, &each), each))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, each)| each)
}
