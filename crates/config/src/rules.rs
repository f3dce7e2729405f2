//! The operator's rules, read one by one and key by key. An error names the rule and the key: a misread rule may be one
//! that forbids something.

use adjutant_domain::policy::Rule;
use serde::{Deserialize, Deserializer, de::Error as _};
use toml::{Table, Value};

use super::advice;

/// The key that every rule needs.
pub(super) const EFFECT: &str = "then";
/// The keys of a rule.
pub(super) const KEYS: [&str; 8] = ["tool", "tier", "risk", "arguments", "role", "chat", "attended", EFFECT];

pub(super) fn rules<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Rule>, D::Error> {
    let tables = Vec::<Table>::deserialize(deserializer)
        .map_err(|_| D::Error::custom("must be a list of rules, each in braces"))?;
    let numbered = tables.into_iter().zip(1..);
    numbered
        .map(|(table, number)| {
            rule(table)
                .map_err(|wrong| D::Error::custom(format!("must be corrected in rule {number}: {wrong}")))
        })
        .collect()
}

fn rule(table: Table) -> Result<Rule, String> {
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(advice::unknown_rule_key(key, &KEYS));
    }
    if !table.contains_key(EFFECT) {
        return Err("the key \"then\" is missing, which says what happens".to_owned());
    }
    for (key, value) in &table {
        let mut alone: Table = [(EFFECT.to_owned(), Value::from("ask"))].into_iter().collect();
        alone.insert(key.clone(), value.clone());
        if let Err(error) = Rule::deserialize(alone) {
            return Err(format!("{key}: {}", error.message()));
        }
    }
    Rule::deserialize(table).map_err(|error| error.message().to_owned())
}
