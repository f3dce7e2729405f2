//! Arguments as models write them: a value of the wrong type that has exactly one reading becomes the right one.

use std::cell::Cell;

use serde_json::{Map, Number, Value};

/// The most schemas that one call looks at.
const MOST_STEPS: u32 = 20_000;
/// The most schemas within each other: others' schemas may refer to themselves.
const MOST_DEPTH: u32 = 24;
/// From this size on, not every whole number has its own floating-point value.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Marks in a text that could be several items.
const SEPARATORS: [char; 3] = [',', ';', '\n'];

/// Parses JSON as models write it: also in a code fence, with a comma after the last item, or as text within a string.
/// Nothing at all and null are an object without fields.
pub(super) fn parse(text: &str) -> serde_json::Result<Value> {
    let text = without_fence(text);
    Ok(match json(if text.is_empty() { "{}" } else { text })? {
        Value::Null => Value::Object(Map::new()),
        Value::String(inner) if inner.trim_start().starts_with(['{', '`']) => {
            json(without_fence(&inner)).unwrap_or(Value::String(inner))
        }
        value => value,
    })
}

/// Parses JSON in which a comma may follow the last item.
fn json(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(text)
        .or_else(|error| serde_json::from_str(&without_last_commas(text)).map_err(|_| error))
}

/// Removes a code fence around a text.
fn without_fence(text: &str) -> &str {
    let text = text.trim();
    let Some(fenced) = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) else {
        return text;
    };
    fenced.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).trim()
}

/// Removes each comma after the last item of a list or an object.
fn without_last_commas(json: &str) -> String {
    let (mut kept, mut in_string, mut escaped) = (String::with_capacity(json.len()), false, false);
    for (at, c) in json.char_indices() {
        let is_last = || json[at + 1..].trim_start().starts_with(['}', ']']);
        if c != ',' || in_string || !is_last() {
            kept.push(c);
        }
        (in_string, escaped) = match c {
            _ if escaped => (in_string, false),
            '\\' => (in_string, in_string),
            '"' => (!in_string, false),
            _ => (in_string, false),
        };
    }
    kept
}

/// Changes values of the wrong type into what the schema wants, if they have exactly one reading: numbers, booleans,
/// lists and objects written as text, one item for a list of such items, a whole number for a text, and a choice in
/// another case. Removes optional arguments that are empty where an empty text is no value.
pub(super) fn fit(arguments: &mut Value, schema: &Value) {
    Fitting { root: schema, steps: Cell::new(0), depth: Cell::new(0) }.fit(arguments, schema);
}

struct Fitting<'a> {
    root: &'a Value,
    steps: Cell<u32>,
    depth: Cell<u32>,
}

impl<'a> Fitting<'a> {
    fn fit(&self, value: &mut Value, schema: &'a Value) {
        let schema = self.resolved(schema);
        if let Some(kinds) = self.kinds(schema)
            && let Some(read) = self.within(|| self.reading(value, &kinds, schema))
        {
            *value = read;
        }
        match value {
            Value::Object(fields) => {
                if let Some(schema) = self.alternative(schema, "object") {
                    self.fit_fields(fields, schema);
                }
            }
            Value::Array(items) => {
                if let Some(schema) = self.items(schema) {
                    items.iter_mut().for_each(|item| self.fit(item, schema));
                }
            }
            _ => {}
        }
    }

    /// Looks at a schema within another one; gives up where that does not end.
    fn within<T>(&self, look: impl FnOnce() -> Option<T>) -> Option<T> {
        let (steps, depth) = (self.steps.get() + 1, self.depth.get());
        if steps > MOST_STEPS || depth >= MOST_DEPTH {
            return None;
        }
        self.steps.set(steps);
        self.depth.set(depth + 1);
        let seen = look();
        self.depth.set(depth);
        seen
    }

    fn fit_fields(&self, fields: &mut Map<String, Value>, schema: &'a Value) {
        let of = |name: &str| schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        for (name, value) in fields.iter_mut() {
            self.fit(value, of(name));
        }
        fields
            .retain(|name, value| required.iter().any(|it| it == name) || !self.is_left_out(value, of(name)));
    }

    /// Returns whether a value only says that the argument is left out.
    fn is_left_out(&self, value: &Value, schema: &'a Value) -> bool {
        let Some(text) = value.as_str().map(str::trim) else { return false };
        let schema = self.resolved(schema);
        match (self.choices(schema), self.kinds(schema)) {
            (Some(choices), _) => text.is_empty() && !choices.contains(&value),
            (None, Some(kinds)) => {
                !kinds.contains(&"string") && (text.is_empty() || text.eq_ignore_ascii_case("null"))
            }
            (None, None) => false,
        }
    }

    /// Returns the only reading of a value that does not fit; `None` if it fits, or has none or several.
    fn reading(&self, value: &Value, kinds: &[&str], schema: &'a Value) -> Option<Value> {
        if let Some(choices) = self.choices(schema) {
            return choice(value, &choices);
        }
        if let Some(whole) = whole(value).filter(|_| !kinds.contains(&"number")) {
            return kinds.contains(&"integer").then_some(whole);
        }
        if is_among(kinds, value) {
            return None;
        }
        let read = match value {
            Value::String(text) => literal(text).map(|read| whole(&read).unwrap_or(read)),
            Value::Number(number) if !number.is_f64() => Some(number.to_string().into()),
            _ => None,
        };
        read.filter(|read| is_among(kinds, read)).or_else(|| self.only_item(value, kinds, schema))
    }

    /// Returns the list of this value, if the schema wants a list of such items.
    fn only_item(&self, value: &Value, kinds: &[&str], schema: &'a Value) -> Option<Value> {
        let is_one = match value {
            Value::String(text) => {
                let text = text.trim();
                !text.is_empty() && !text.starts_with(['[', '{']) && !text.contains(SEPARATORS)
            }
            value => !value.is_null(),
        };
        let items = self.items(schema).filter(|_| is_one && kinds.contains(&"array"))?;
        let mut item = value.clone();
        self.fit(&mut item, items);
        is_among(&self.kinds(items)?, &item).then(|| Value::Array(vec![item]))
    }

    /// Returns the schema of a list's items.
    fn items(&self, schema: &'a Value) -> Option<&'a Value> {
        self.alternative(schema, "array")?.get("items").map(|items| self.resolved(items))
    }

    /// Returns the schema for values of a type: the schema itself, or its only alternative that allows them.
    fn alternative(&self, schema: &'a Value, kind: &str) -> Option<&'a Value> {
        let Some(choices) = alternatives(schema) else { return Some(schema) };
        let allows = |one: &&Value| self.kinds(one).is_none_or(|kinds| kinds.contains(&kind));
        let mut allowing = choices.iter().map(|one| self.resolved(one)).filter(allows);
        allowing.next().filter(|_| allowing.next().is_none())
    }

    /// Returns the types that a schema allows; `None` if it does not say.
    fn kinds(&self, schema: &'a Value) -> Option<Vec<&'a str>> {
        let schema = self.resolved(schema);
        match &schema["type"] {
            Value::String(kind) => Some(vec![kind]),
            Value::Array(kinds) => kinds.iter().map(Value::as_str).collect(),
            _ => match self.choices(schema) {
                Some(choices) => Some(choices.into_iter().map(kind).collect()),
                None => {
                    let each = alternatives(schema)?.iter().map(|one| self.within(|| self.kinds(one)));
                    Some(each.collect::<Option<Vec<_>>>()?.concat())
                }
            },
        }
    }

    /// Returns the values of a schema that lists them.
    fn choices(&self, schema: &'a Value) -> Option<Vec<&'a Value>> {
        let schema = self.resolved(schema);
        if let Some(values) = schema.get("enum") {
            return Some(values.as_array()?.iter().collect());
        }
        if let Some(value) = schema.get("const") {
            return Some(vec![value]);
        }
        if schema["type"] == "null" {
            return Some(vec![&Value::Null]);
        }
        let each = alternatives(schema)?.iter().map(|one| self.within(|| self.choices(one)));
        Some(each.collect::<Option<Vec<_>>>()?.concat())
    }

    /// Follows a reference within the schema.
    fn resolved(&self, schema: &'a Value) -> &'a Value {
        let target = schema["$ref"].as_str().and_then(|target| self.root.pointer(target.strip_prefix('#')?));
        target.unwrap_or(schema)
    }
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    ["anyOf", "oneOf"].iter().find_map(|word| schema.get(word)?.as_array())
}

/// Returns the choice that a value means: one with the same letters in another case, or the same number as text.
fn choice(value: &Value, choices: &[&Value]) -> Option<Value> {
    if choices.contains(&value) {
        return None;
    }
    let text = match value {
        Value::String(text) => text.trim().to_lowercase(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let is_meant = |choice: &&&Value| match choice {
        Value::String(known) => known.to_lowercase() == text,
        Value::Number(_) | Value::Bool(_) => value.is_string() && literal(&text).as_ref() == Some(**choice),
        _ => false,
    };
    let mut meant = choices.iter().filter(is_meant);
    meant.next().filter(|_| meant.next().is_none()).map(|choice| (*choice).clone())
}

/// Returns the value that a text writes in JSON; true and false also in another case.
fn literal(text: &str) -> Option<Value> {
    let text = text.trim();
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => json(text).ok(),
    }
}

/// Returns a floating-point number without a fraction as a whole number.
fn whole(value: &Value) -> Option<Value> {
    let number = value.as_number().filter(|number| number.is_f64()).and_then(Number::as_f64)?;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
    (number.fract() == 0.0 && number.abs() < EXACT).then(|| (number as i64).into())
}

fn is_among(kinds: &[&str], value: &Value) -> bool {
    kinds.iter().any(|known| *known == kind(value) || *known == "number" && value.is_number())
}

/// Returns the type of a value, as schemas call it.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fitted(mut value: Value, schema: &Value) -> Value {
        let schema = json!({ "type": "object", "properties": { "it": schema }, "required": ["it"] });
        value = json!({ "it": value });
        fit(&mut value, &schema);
        value["it"].take()
    }

    #[test]
    fn json_is_parsed_as_models_write_it() {
        let expected = json!({ "a": ["x,]", "\",}"] });
        for text in [
            r#"{"a":["x,]","\",}"]}"#,
            "```json\n{\"a\":[\"x,]\",\"\\\",}\",],\n}\n```",
            r#"{"a":["x,]","\",}", ] , }"#,
            r#""{\"a\":[\"x,]\",\"\\\",}\"]}""#,
        ] {
            assert_eq!(parse(text).unwrap(), expected, "{text}");
        }
        for nothing in ["", " ", "null", "```\n```", "{}"] {
            assert_eq!(parse(nothing).unwrap(), json!({}), "{nothing}");
        }
        assert_eq!(
            parse(r#"{"a": "#).unwrap_err().to_string(),
            "EOF while parsing a value at line 1 column 5"
        );
    }

    #[test]
    fn what_has_one_reading_is_read_so() {
        let texts = json!({ "type": "array", "items": { "type": "string" } });
        let numbers = json!({ "type": "array", "items": { "type": "number" } });
        let part = json!({ "type": "object", "properties": { "n": { "type": "integer" } } });
        let parts = json!({ "type": "array", "items": part });
        let choice = json!({ "enum": ["active", "paused", null] });
        let either = json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] });
        let documented = json!({ "oneOf": [{ "const": "skip" }, { "const": "once" }] });
        for (given, schema, read) in [
            (json!("5"), json!({ "type": "integer" }), json!(5)),
            (json!(5.0), json!({ "type": "integer" }), json!(5)),
            (json!("5.0"), either.clone(), json!(5)),
            (json!("null"), either, Value::Null),
            (json!("1.5"), json!({ "type": "number" }), json!(1.5)),
            (json!(" True"), json!({ "type": "boolean" }), json!(true)),
            (json!(4711), json!({ "type": ["string", "null"] }), json!("4711")),
            (json!("home"), texts.clone(), json!(["home"])),
            (json!("[\"home\", 7,]"), texts, json!(["home", "7"])),
            (json!("5"), numbers.clone(), json!([5])),
            (json!(5), numbers, json!([5])),
            (json!({ "n": "1" }), parts.clone(), json!([{ "n": 1 }])),
            (json!("{\"n\": 1}"), part, json!({ "n": 1 })),
            (json!("[{\"n\": 1}]"), parts, json!([{ "n": 1 }])),
            (json!("Active"), choice, json!("active")),
            (json!("ONCE"), documented, json!("once")),
        ] {
            assert_eq!(fitted(given.clone(), &schema), read, "{given} for {schema}");
        }
    }

    #[test]
    fn what_fits_or_has_several_readings_stays() {
        let texts = json!({ "type": "array", "items": { "type": "string" } });
        let twice = json!({ "enum": ["a", "A"] });
        for (given, schema) in [
            (json!("5"), json!({ "type": "string" })),
            (json!("5"), json!({ "type": ["string", "integer"] })),
            (json!("[1]"), json!({ "anyOf": [texts, { "type": "string" }] })),
            (json!("home, garden"), texts.clone()),
            (json!("[\"home\""), texts.clone()),
            (json!([1.5]), texts.clone()),
            (Value::Null, texts),
            (json!("yes"), json!({ "type": "boolean" })),
            (json!(1), json!({ "type": "boolean" })),
            (json!("5.5"), json!({ "type": "integer" })),
            (json!("05"), json!({ "type": "integer" })),
            (json!(1.1), json!({ "type": "string" })),
            (json!(true), json!({ "type": "string" })),
            (json!(5.0), json!({ "type": "number" })),
            (json!("á"), twice),
            (json!("5"), json!({})),
            (json!(""), json!({ "type": "integer" })),
        ] {
            assert_eq!(fitted(given.clone(), &schema), given, "{given} for {schema}");
        }
        assert_eq!(fitted(json!(1e300), &json!({ "type": "integer" })), json!(1e300));
    }

    #[test]
    fn an_optional_argument_that_is_empty_is_left_out() {
        let schema = json!({ "type": "object", "required": ["must"], "properties": {
            "must": { "enum": ["a"] }, "choice": { "enum": ["a"] }, "count": { "type": "integer" },
            "none": { "type": "integer" }, "text": { "type": "string" }, "empty": { "enum": ["", "a"] },
        }});
        let mut arguments = json!({
            "must": "", "choice": " ", "count": "", "none": "null", "text": "", "empty": "", "unknown": "",
        });
        fit(&mut arguments, &schema);
        assert_eq!(arguments, json!({ "must": "", "text": "", "empty": "", "unknown": "" }));
    }

    #[test]
    fn others_schemas_may_refer_to_themselves() {
        let schema = json!({
            "$defs": {
                "Kind": { "enum": ["lamp", "door"] },
                "Loop": { "anyOf": vec![json!({ "$ref": "#/$defs/Loop" }); 50] },
                "Lists": { "type": "array", "items": { "$ref": "#/$defs/Lists" } },
            },
            "type": "object",
            "properties": {
                "kind": { "$ref": "#/$defs/Kind" },
                "loop": { "$ref": "#/$defs/Loop" },
                "lists": { "$ref": "#/$defs/Lists" },
            },
        });
        let mut arguments = json!({ "kind": "Lamp", "loop": "5", "lists": 5 });
        fit(&mut arguments, &schema);
        assert_eq!(arguments, json!({ "kind": "lamp", "loop": "5", "lists": 5 }));
    }
}
