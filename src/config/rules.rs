//! The operator's rules, read one by one and key by key: a rule that is misunderstood may be one that forbids.

use adjutant_domain::policy::Rule;
use serde::{Deserialize, Deserializer, de::Error as _};
use toml::{Table, Value};

use super::advice;

const KEYS: [&str; 8] = ["tool", "tier", "risk", "arguments", "role", "chat", "attended", "then"];

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
    if !table.contains_key("then") {
        return Err("it does not say what happens then".to_owned());
    }
    for (key, value) in &table {
        let mut alone: Table = [("then".to_owned(), Value::from("ask"))].into_iter().collect();
        alone.insert(key.clone(), value.clone());
        if let Err(error) = Rule::deserialize(alone) {
            return Err(format!("{key}: {}", error.message()));
        }
    }
    Rule::deserialize(table).map_err(|error| error.message().to_owned())
}
