//! JSON Schemas of arguments and results, and validation errors in words that a model can act on.

use jsonschema::{ValidationError, Validator, error::ValidationErrorKind};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Value, json};

/// Returns the schema of a type, without references: not every model server follows them.
pub(super) fn of<T: JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator()
        .into_root_schema_for::<T>();
    schema.remove("title");
    schema.remove("description");
    schema.to_value()
}

/// Returns a schema in the form that the model is shown. The model pays for each word, so this leaves out what only the
/// check of the arguments needs, and what everybody would expect.
pub(super) fn for_model(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(key, value)| !goes_without_saying(key, value));
            fields.map(|(key, value)| (key.clone(), shortened(key, value))).collect()
        }
        other => other.clone(),
    }
}

/// Returns a schema in which no argument that may be left out may be null: not every model server accepts a type that
/// allows null.
pub(super) fn without_nulls(schema: &Value) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let required = fields.get("required").and_then(Value::as_array);
    let is_required = |name: &String| required.is_some_and(|names| names.iter().any(|it| it == name));
    let shown = fields.iter().map(|(key, value)| {
        let shown = match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let shown = properties.iter().map(|(name, schema)| {
                    let mut schema = without_nulls(schema);
                    if !is_required(name) {
                        drop_null(&mut schema);
                    }
                    (name.clone(), schema)
                });
                shown.collect()
            }
            ("items" | "additionalProperties", value) => without_nulls(value),
            ("anyOf", Value::Array(choices)) => choices.iter().map(without_nulls).collect(),
            _ => value.clone(),
        };
        (key.clone(), shown)
    });
    shown.collect()
}

/// Removes null from the values that a schema allows.
fn drop_null(schema: &mut Value) {
    let Value::Object(fields) = schema else { return };
    if fields.get("default") == Some(&Value::Null) {
        fields.remove("default");
    }
    if let Some(Value::Array(values)) = fields.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
    }
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|kind| *kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
}

fn goes_without_saying(key: &str, value: &Value) -> bool {
    match key {
        "format" => true,
        "additionalProperties" => value == false || *value == json!({ "type": "string" }),
        "default" => value == false || value == 0 || value.as_array().is_some_and(Vec::is_empty),
        "minLength" | "minItems" => value == 1,
        "minimum" | "maximum" | "maxLength" | "maxItems" => true,
        _ => false,
    }
}

fn shortened(key: &str, value: &Value) -> Value {
    match (key, value) {
        // An argument that may be null may also be left out.
        ("type", Value::Array(types)) if types.len() == 2 && types[1] == "null" => types[0].clone(),
        ("enum", Value::Array(values)) => values.iter().filter(|value| !value.is_null()).cloned().collect(),
        // The line breaks are those of the source.
        ("description", Value::String(text)) => text.replace('\n', " ").into(),
        ("properties", Value::Object(fields)) => {
            fields.iter().map(|(name, schema)| (name.clone(), property(name, schema))).collect()
        }
        _ => for_model(value),
    }
}

/// Arguments whose names say what they are, wherever they occur. People read their descriptions in the documentation.
const PLAIN: [&str; 11] = [
    "body",
    "cadence_type",
    "content_type",
    "headers",
    "limit",
    "max_chars",
    "offset",
    "query",
    "status",
    "top_k",
    "url",
];

/// Returns the schema of an argument for the model. An argument that another tool describes keeps only its type. An id
/// or an argument with a plain name loses its description, and its default if that is a number.
fn property(name: &str, schema: &Value) -> Value {
    let mut schema = for_model(schema);
    if let Value::Object(fields) = &mut schema {
        let described = fields.get("description").and_then(Value::as_str).unwrap_or_default();
        if described.starts_with(AS_IN) {
            fields.retain(|key, _| matches!(key.as_str(), "type" | "items"));
        } else if name.ends_with("_id") || PLAIN.contains(&name) {
            fields.remove("description");
            if fields.get("default").is_some_and(Value::is_number) {
                fields.remove("default");
            }
        }
    }
    schema
}

/// The beginning of a description that refers to another tool's.
const AS_IN: &str = "As in ";

/// Removes the arguments that are null although the schema does not allow null: models write null for an argument that
/// they leave out. A required argument is missing then.
pub(super) fn drop_refused_nulls(validator: &Validator, arguments: &mut Value) {
    let nulls = validator.iter_errors(arguments).filter(|error| error.instance().is_null());
    let nulls: Vec<_> = nulls.map(|error| error.instance_path().to_string()).collect();
    for path in nulls {
        let Some((object, name)) = path.rsplit_once('/') else { continue };
        let name = name.replace("~1", "/").replace("~0", "~");
        if let Some(Value::Object(fields)) = arguments.pointer_mut(object) {
            fields.retain(|field, value| *field != name || !value.is_null());
        }
    }
}

/// Returns a validation error in words.
pub(super) fn explain(error: &ValidationError<'_>) -> String {
    let place = error.instance_path().to_string();
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            format!("missing required field '{}' in arguments", property.as_str().unwrap_or_default())
        }
        ValidationErrorKind::FalseSchema => "this tool takes no arguments".to_owned(),
        _ if place.is_empty() => format!("{error} in arguments"),
        _ => format!("field '{}' in arguments: {error}", place.trim_start_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_shown_null_only_where_it_must_say_something() {
        let nullable = json!({ "type": ["string", "null"], "enum": ["a", null], "default": null });
        let either = json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] });
        let schema = json!({ "type": "object", "required": ["must"], "properties": {
            "must": nullable, "may": nullable, "either": either,
            "deep": { "type": "array", "items": { "type": "object", "properties": { "may": nullable } } },
        }});
        let plain = json!({ "type": "string", "enum": ["a"] });
        assert_eq!(
            without_nulls(&schema),
            json!({ "type": "object", "required": ["must"], "properties": {
                "must": nullable, "may": plain,
                "either": { "anyOf": [{ "type": "string" }, { "type": "integer" }] },
                "deep": { "type": "array", "items": { "type": "object", "properties": { "may": plain } } },
            }})
        );
    }

    #[test]
    fn an_argument_that_may_not_be_null_is_left_out() {
        let text = json!({ "type": "string" });
        let schema = json!({ "type": "object", "required": ["must"], "properties": {
            "must": text, "may": text, "null": { "type": ["string", "null"] }, "a/b": { "enum": ["x"] },
            "list": { "type": "array", "items": text },
            "deep": { "type": "object", "properties": { "may": { "anyOf": [text, { "type": "integer" }] } } },
        }});
        let validator = jsonschema::validator_for(&schema).unwrap();
        let mut arguments = json!({
            "must": null, "may": null, "null": null, "a/b": null, "list": [null], "deep": { "may": null },
        });
        drop_refused_nulls(&validator, &mut arguments);
        assert_eq!(arguments, json!({ "null": null, "list": [null], "deep": {} }));
        let left: Vec<_> = validator.iter_errors(&arguments).map(|error| explain(&error)).collect();
        assert_eq!(left[0], "missing required field 'must' in arguments");
    }

    #[test]
    fn the_model_reads_no_description_of_what_a_name_or_another_tool_says() {
        let described = |text: &str| json!({ "type": "string", "description": text });
        let schema = json!({ "type": "object", "additionalProperties": false, "properties": {
            "note_id": described("From memory_search."),
            "url": described("http or https."),
            "missed": { "type": "string", "enum": ["skip", "once"], "default": "once",
                "description": "As in schedule_create." },
            "limit": { "type": "integer", "default": 20, "minimum": 1, "maximum": 50 },
            "grace_secs": { "type": "integer", "default": 3600, "minimum": 60 },
            "headers": { "type": "object", "additionalProperties": { "type": "string" } },
            "goal": described("What to do,\nor to say."),
        }});
        assert_eq!(
            for_model(&schema),
            json!({ "type": "object", "properties": {
                "note_id": { "type": "string" },
                "url": { "type": "string" },
                "missed": { "type": "string" },
                "limit": { "type": "integer" },
                "grace_secs": { "type": "integer", "default": 3600 },
                "headers": { "type": "object" },
                "goal": { "type": "string", "description": "What to do, or to say." },
            }})
        );
    }
}
