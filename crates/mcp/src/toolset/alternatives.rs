//! Merges `allOf`, `anyOf` and `oneOf` into one schema that model servers accept. Constraints beyond that are left to
//! the tool's server to check.

use serde_json::{Map, Value, json};

type Schema = Map<String, Value>;

/// Puts a part into a schema: fields and required fields are added to the existing ones, any other value is replaced.
pub(super) fn put(schema: &mut Schema, key: &str, value: Value) {
    match (schema.get_mut(key), value) {
        (Some(Value::Object(there)), Value::Object(fields)) if key == "properties" => there.extend(fields),
        (Some(Value::Array(there)), Value::Array(names)) if key == "required" => unite(there, names),
        (_, value) => _ = schema.insert(key.to_owned(), value),
    }
}

/// Adds the values that are missing.
fn unite(there: &mut Vec<Value>, more: Vec<Value>) {
    for value in more {
        if !there.contains(&value) {
            there.push(value);
        }
    }
}

/// Adds a schema that must hold too: `allOf`.
pub(super) fn add(schema: &mut Schema, part: Value) {
    let Value::Object(part) = part else { return };
    for (key, value) in part {
        match key.as_str() {
            "required" => put(schema, &key, value),
            "properties" => {
                let Value::Object(mut fields) = value else { continue };
                fields.retain(|name, _| schema.get(&key).is_none_or(|there| there.get(name).is_none()));
                put(schema, &key, fields.into());
            }
            _ => _ = schema.entry(key).or_insert(value),
        }
    }
}

/// Adds schemas of which one must hold: `anyOf`, `oneOf`.
pub(super) fn choose(schema: &mut Schema, mut choices: Vec<Value>) {
    let is_null = |choice: &Value| choice["type"] == "null";
    let may_be_null = choices.iter().any(is_null);
    choices.retain(|choice| *choice != false && !is_null(choice));
    if let [only] = choices.as_mut_slice()
        && (!may_be_null
            || only.as_object_mut().is_some_and(|only| only.contains_key("type") && allow_null(only)))
    {
        return add(schema, only.take());
    }
    let is_open = |choice: &Value| choice.as_object().is_some_and(Map::is_empty);
    if !choices.is_empty() && !choices.iter().any(is_open) {
        choices.extend(may_be_null.then(|| json!({ "type": "null" })));
        schema.insert("anyOf".to_owned(), choices.into());
    }
}

/// Allows null beside what a schema allows. Returns false if it does not say what it allows.
pub(super) fn allow_null(schema: &mut Schema) -> bool {
    let values = match schema.get_mut("enum") {
        Some(Value::Array(values)) => {
            unite(values, vec![Value::Null]);
            true
        }
        _ => false,
    };
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        unite(choices, vec![json!({ "type": "null" })]);
        return true;
    }
    match schema.get_mut("type") {
        Some(kind) if kind.is_string() && *kind != "null" => {
            *kind = json!([kind.take(), "null"]);
            true
        }
        Some(_) => true,
        None => values,
    }
}

/// Merges alternatives into one schema: it has the fields of all, and requires those that all require.
pub(super) fn join(schema: &mut Schema, alternatives: Vec<Value>) {
    let requires = |it: &Value, name: &Value| {
        it.get("required").and_then(Value::as_array).is_some_and(|names| names.contains(name))
    };
    let names = alternatives.first().and_then(|it| it.get("required")).and_then(Value::as_array);
    let names = names.cloned().unwrap_or_default().into_iter();
    let in_all: Vec<_> = names.filter(|name| alternatives.iter().all(|it| requires(it, name))).collect();
    let mut fields = Schema::new();
    for (name, field) in alternatives.iter().filter_map(|it| it.get("properties")?.as_object()).flatten() {
        match fields.get_mut(name) {
            None => _ = fields.insert(name.clone(), field.clone()),
            Some(there) if there == field => {}
            Some(there) => *there = either(there.take(), field.clone()),
        }
    }
    add(schema, json!({ "properties": fields, "required": in_all }));
}

/// Returns the schema of a value that matches one schema or the other.
fn either(one: Value, other: Value) -> Value {
    let values = |it: &Value| match it.as_object() {
        Some(fields) if fields.keys().all(|key| ["enum", "type"].contains(&key.as_str())) => {
            it.get("enum")?.as_array().cloned()
        }
        _ => None,
    };
    if let (Some(mut all), Some(more)) = (values(&one), values(&other))
        && one.get("type") == other.get("type")
    {
        unite(&mut all, more);
        let mut joined = one;
        joined["enum"] = all.into();
        return joined;
    }
    let mut choices = match one {
        Value::Object(mut fields) if fields.len() == 1 && fields.contains_key("anyOf") => {
            fields.remove("anyOf")
        }
        one => Some(json!([one])),
    };
    if let Some(Value::Array(choices)) = &mut choices {
        unite(choices, vec![other]);
    }
    json!({ "anyOf": choices })
}
