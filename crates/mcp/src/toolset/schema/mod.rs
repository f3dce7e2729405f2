//! Rewrites the schemas of servers' tools for model servers: an object at the root, no references, no formats, bounded.

use adjutant_domain::shown;
use serde_json::{Map, Value, json};

use super::alternatives;

/// The deepest nesting that is kept; deeper values may be anything.
const MAX_DEPTH: usize = 10;
/// The largest schema, in bytes.
const MAX_SIZE: usize = 16 * 1024;
/// The most parts of a schema, counting the parts that references repeat.
const MAX_PARTS: usize = 1_000;
/// The longest description of an argument, in characters.
const MAX_DESCRIPTION: usize = 400;
/// The longest list of allowed values that is kept in any case.
const MAX_VALUES: usize = 100;
/// The room for all longer lists of a tool, in bytes.
const MAX_LONG_VALUES: usize = 2 * 1024;
/// The room for the first values of a list that is not kept, in the argument's description, in bytes.
const MAX_TOLD_VALUES: usize = 200;
/// The longest name of an argument.
const MAX_NAME: usize = 64;

/// The formats that the description of an argument names: not every model server accepts the field.
const FORMATS: [&str; 9] = ["date", "date-time", "duration", "email", "ipv4", "ipv6", "time", "uri", "uuid"];

/// All types of JSON schema.
const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// Returns a schema that model servers accept.
///
/// # Errors
/// Returns an error if the schema is too large, or a required argument has an unusable name.
pub(super) fn cleaned(schema: &Map<String, Value>) -> Result<Value, String> {
    let mut cleaner = Cleaner { root: schema, parts: 0, room: MAX_LONG_VALUES };
    let mut cleaned = cleaner.object(schema, 0, &mut Vec::new());
    if let Some(Value::Array(mut alternatives)) = cleaned.remove("anyOf") {
        alternatives.retain(|it| it["type"] != "null");
        // Some model servers accept no alternatives at the root.
        alternatives::join(&mut cleaned, alternatives);
    }
    cleaned.remove("enum");
    cleaned.insert("type".to_owned(), "object".into());
    let properties = cleaned.entry("properties").or_insert_with(|| json!({}));
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(name) =
        required.iter().find(|name| name.as_str().is_none_or(|it| properties.get(it).is_none()))
    {
        return Err(format!(
            "its argument {} cannot be used",
            shown::elided(&shown::line(&name.to_string()), 80)
        ));
    }
    if cleaner.parts > MAX_PARTS {
        return Err("its schema has too many parts".to_owned());
    }
    let cleaned = Value::Object(cleaned);
    let size = cleaned.to_string().len();
    if size > MAX_SIZE {
        return Err(format!("its schema takes {} KB", size >> 10));
    }
    Ok(cleaned)
}

struct Cleaner<'a> {
    root: &'a Map<String, Value>,
    parts: usize,
    /// What is left of [`MAX_LONG_VALUES`].
    room: usize,
}

impl<'a> Cleaner<'a> {
    /// `within`: the references that lead here, to detect circular ones.
    fn any(&mut self, schema: &'a Value, depth: usize, within: &mut Vec<&'a str>) -> Value {
        match schema {
            Value::Object(fields) => Value::Object(self.object(fields, depth, within)),
            Value::Bool(false) => Value::Bool(false),
            _ => json!({}),
        }
    }

    fn object(
        &mut self,
        schema: &'a Map<String, Value>,
        depth: usize,
        within: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        self.parts += 1;
        let mut cleaned = Map::new();
        if depth > MAX_DEPTH || self.parts > MAX_PARTS {
            return cleaned;
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str)
            && let Some(target) = self.target(reference).filter(|_| !within.contains(&reference))
        {
            within.push(reference);
            cleaned = self.object(target, depth + 1, within);
            within.pop();
        }
        for (key, value) in schema {
            let kept = match (key.as_str(), value) {
                ("default", value) => readable(value),
                (
                    "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
                    Value::Number(_),
                )
                | ("uniqueItems" | "additionalProperties", Value::Bool(_)) => Some(value.clone()),
                ("minItems" | "maxItems" | "minLength" | "maxLength", Value::Number(count)) => {
                    count.as_u64().map(Value::from)
                }
                ("description", Value::String(text)) => {
                    Some(shown::elided(&shown::text(text), MAX_DESCRIPTION).into())
                }
                ("type", kind) => kind_of(kind),
                ("enum", Value::Array(values)) => self.allowed(values),
                ("additionalProperties" | "items", Value::Object(_)) => {
                    Some(self.any(value, depth + 1, within))
                }
                ("properties", Value::Object(fields)) => Some(self.properties(fields, depth, within).into()),
                _ => None,
            };
            if let Some(kept) = kept {
                alternatives::put(&mut cleaned, key, kept);
            }
        }
        if let Some(format) = format(schema) {
            describe(&mut cleaned, &format!("(format: {format})"));
        }
        if let (Some(Value::Array(values)), None) = (schema.get("enum"), cleaned.get("enum"))
            && let Some(told) = told(values)
        {
            describe(&mut cleaned, &told);
        }
        // The patterns may allow further names, so additional properties must stay allowed.
        if schema.contains_key("patternProperties")
            && cleaned.get("additionalProperties") == Some(&false.into())
        {
            cleaned.remove("additionalProperties");
        }
        match schema.get("const") {
            Some(Value::Null) => _ = cleaned.insert("type".to_owned(), "null".into()),
            Some(only) => {
                cleaned.extend(plain(std::slice::from_ref(only)).map(|only| ("enum".to_owned(), only)));
            }
            None => {}
        }
        for part in members(schema, "allOf") {
            let part = self.any(part, depth + 1, within);
            alternatives::add(&mut cleaned, part);
        }
        let choices = members(schema, "anyOf").chain(members(schema, "oneOf"));
        let choices: Vec<_> = choices.map(|it| self.any(it, depth + 1, within)).collect();
        alternatives::choose(&mut cleaned, choices);
        // This is how OpenAPI allows null.
        if schema.get("nullable") == Some(&true.into()) {
            alternatives::allow_null(&mut cleaned);
        }
        if let Some(names) = required(schema, &cleaned) {
            alternatives::put(&mut cleaned, "required", names);
        }
        // Some model servers refuse an array without `items`.
        if cleaned.get("type").is_some_and(|kind| *kind == "array" || kind[0] == "array") {
            cleaned.entry("items").or_insert_with(|| json!({}));
        }
        cleaned
    }

    /// Returns the allowed values, if the model can read and repeat them and there is room for them.
    fn allowed(&mut self, values: &[Value]) -> Option<Value> {
        let values = plain(values)?;
        if values.as_array().is_some_and(|values| values.len() > MAX_VALUES) {
            self.room = self.room.checked_sub(values.to_string().len())?;
        }
        Some(values)
    }

    /// Returns the properties with usable names and values.
    fn properties(
        &mut self,
        fields: &'a Map<String, Value>,
        depth: usize,
        within: &mut Vec<&'a str>,
    ) -> Map<String, Value> {
        let is_name = |name: &str| {
            let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
            (1..=MAX_NAME).contains(&name.len()) && name.chars().all(is_allowed)
        };
        let fields = fields.iter().filter(|(name, it)| is_name(name) && **it != false);
        fields.map(|(name, it)| (name.clone(), self.any(it, depth + 1, within))).collect()
    }

    /// Returns the target of a reference within the schema.
    fn target(&self, reference: &str) -> Option<&'a Map<String, Value>> {
        let mut path = reference.strip_prefix("#/")?.split('/');
        let first = self.root.get(&unescaped(path.next()?))?;
        path.try_fold(first, |value, key| value.get(unescaped(key)))?.as_object()
    }
}

/// Returns the format of a text, also of one that may be null.
fn format(schema: &Map<String, Value>) -> Option<&str> {
    let mut choices = members(schema, "anyOf").filter(|it| it["type"] != "null");
    let only = choices.next().filter(|_| choices.next().is_none());
    let format = schema.get("format").or_else(|| only?.get("format"))?.as_str()?;
    FORMATS.contains(&format).then_some(format)
}

/// Returns the schemas in a list of them.
fn members<'a>(schema: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a Value> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the required fields of an object that were kept.
fn required(schema: &Map<String, Value>, cleaned: &Map<String, Value>) -> Option<Value> {
    let names = schema.get("required")?.as_array()?;
    let is_left = |name: &&Value| {
        name.as_str().is_some_and(|name| cleaned.get("properties").and_then(|it| it.get(name)).is_some())
    };
    Some(names.iter().filter(is_left).cloned().collect())
}

fn unescaped(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

/// Returns the type, or a type and null.
fn kind_of(kind: &Value) -> Option<Value> {
    let is_type = |kind: &&Value| kind.as_str().is_some_and(|kind| TYPES.contains(&kind));
    match kind {
        Value::Array(kinds) => {
            let others: Vec<_> = kinds.iter().filter(|kind| *kind != "null").collect();
            let [only] = others[..] else { return None };
            let may_be_null = others.len() < kinds.len();
            is_type(&only).then(|| if may_be_null { json!([only, "null"]) } else { only.clone() })
        }
        kind => Some(kind.clone()).filter(|it| is_type(&it)),
    }
}

/// Returns a value, unless it is long or has hidden characters: the model reads it.
fn readable(value: &Value) -> Option<Value> {
    let written = value.to_string();
    (written.len() <= MAX_DESCRIPTION && shown::text(&written) == written).then(|| value.clone())
}

/// Returns the allowed values, if the model can read and repeat them.
fn plain(values: &[Value]) -> Option<Value> {
    let is_plain = |value: &Value| match value {
        Value::String(text) => shown::text(text) == *text && text.len() <= MAX_DESCRIPTION,
        Value::Array(_) | Value::Object(_) => false,
        _ => true,
    };
    (!values.is_empty() && values.iter().all(is_plain)).then(|| values.into())
}

/// Returns the words for a list of allowed values that is too long to be kept: their number, and the first ones.
fn told(values: &[Value]) -> Option<String> {
    plain(values)?;
    let mut first = String::new();
    for value in values {
        let value = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        if first.len() + value.len() > MAX_TOLD_VALUES {
            break;
        }
        first = if first.is_empty() { value } else { format!("{first}, {value}") };
    }
    Some(format!("(one of {} values, such as: {first})", values.len()))
}

/// Adds a remark to the description of a value.
fn describe(cleaned: &mut Map<String, Value>, remark: &str) {
    let described = cleaned.get("description").and_then(Value::as_str);
    let described = described.map_or_else(String::new, |it| format!("{it} "));
    cleaned.insert("description".to_owned(), format!("{described}{remark}").into());
}

#[cfg(test)]
mod tests;
