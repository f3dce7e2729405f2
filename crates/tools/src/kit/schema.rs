//! JSON Schemas of arguments and results, and validation errors in words that a model can act on.

use jsonschema::{
    JsonType, ValidationError, Validator,
    error::{TypeKind, ValidationErrorKind},
};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

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
/// check of the arguments needs, and what everybody would expect. Unknown names are refused with a list of the known
/// ones, so `additionalProperties` is left out, too.
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

/// The most known names or choices that an error lists.
const LISTED: usize = 20;

/// Removes the arguments that are null although the schema does not allow null, or does not know them: models write
/// null for an argument that they leave out. A required argument is missing then.
pub(super) fn drop_refused_nulls(validator: &Validator, arguments: &mut Value) {
    let given = &*arguments;
    let nulls = validator.iter_errors(given).flat_map(|error| {
        let path = error.instance_path().to_string();
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                unexpected.iter().map(|name| (path.clone(), name.clone())).collect()
            }
            // Where no field is known, the error names the object, and holds its first value.
            ValidationErrorKind::FalseSchema => {
                let names = given.pointer(&path).and_then(Value::as_object).into_iter().flat_map(Map::keys);
                names.map(|name| (path.clone(), name.clone())).collect()
            }
            _ if error.instance().is_null() => path.rsplit_once('/').map(unescaped).into_iter().collect(),
            _ => Vec::new(),
        }
    });
    let nulls: Vec<(String, String)> = nulls.collect();
    for (object, name) in nulls {
        if let Some(Value::Object(fields)) = arguments.pointer_mut(&object) {
            fields.retain(|field, value| *field != name || !value.is_null());
        }
    }
}

/// Returns the path of an object, and the name of its field.
fn unescaped((object, name): (&str, &str)) -> (String, String) {
    (object.to_owned(), name.replace("~1", "/").replace("~0", "~"))
}

/// Returns a validation error in words.
pub(super) fn explain(error: &ValidationError<'_>, schema: &Value) -> String {
    let place = error.instance_path().to_string();
    let why = match error.kind() {
        ValidationErrorKind::Required { property } => {
            return format!(
                "missing required field '{}' in arguments",
                property.as_str().unwrap_or_default()
            );
        }
        ValidationErrorKind::FalseSchema => return "this tool takes no arguments".to_owned(),
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let known = error.schema_path().to_string();
            let known =
                known.rsplit_once('/').and_then(|(object, _)| schema.pointer(object)?.get("properties"));
            return unknown(unexpected, known, place.trim_start_matches('/'));
        }
        kind => match choices(kind) {
            Some(choices) => format!("{} is not one of {}", error.instance(), list(&choices)),
            None => error.to_string(),
        },
    };
    match place.trim_start_matches('/') {
        "" => format!("{why} in arguments"),
        place => format!("field '{place}' in arguments: {why}"),
    }
}

fn unknown(names: &[String], known: Option<&Value>, place: &str) -> String {
    let quoted = |name: &String| format!("'{name}'");
    let unknown: Vec<_> = names.iter().map(quoted).collect();
    let known: Vec<_> =
        known.and_then(Value::as_object).into_iter().flat_map(Map::keys).map(quoted).collect();
    let there_are = if known.is_empty() { "none".to_owned() } else { list(&known) };
    let place = if place.is_empty() { "arguments".to_owned() } else { format!("'{place}' in arguments") };
    format!("there is no field {} in {place}; there are {there_are}", list(&unknown))
}

/// Returns the values that the schema allows, without null, if it lists them.
fn choices(kind: &ValidationErrorKind) -> Option<Vec<String>> {
    let of = |value: &Value| (!value.is_null()).then(|| value.to_string());
    match kind {
        ValidationErrorKind::Enum { options } => Some(options.as_array()?.iter().filter_map(of).collect()),
        ValidationErrorKind::Constant { expected_value } => Some(of(expected_value).into_iter().collect()),
        ValidationErrorKind::Type { kind: TypeKind::Single(JsonType::Null) } => Some(Vec::new()),
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            let each = context.iter().flatten().map(|error| choices(error.kind()));
            Some(each.collect::<Option<Vec<_>>>()?.concat()).filter(|all| !all.is_empty())
        }
        _ => None,
    }
}

/// Lists texts with commas; of many, only the first.
fn list(all: &[String]) -> String {
    let more = if all.len() > LISTED { ", …" } else { "" };
    all.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ") + more
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
            "strict": { "type": "object", "additionalProperties": false },
            "deep": { "type": "object", "properties": { "may": { "anyOf": [text, { "type": "integer" }] } } },
        }});
        let validator = jsonschema::validator_for(&schema).unwrap();
        let mut arguments = json!({
            "must": null, "may": null, "null": null, "a/b": null, "list": [null], "deep": { "may": null },
            "strict": { "unknown": null, "other": 1 },
        });
        drop_refused_nulls(&validator, &mut arguments);
        assert_eq!(arguments, json!({ "null": null, "list": [null], "deep": {}, "strict": { "other": 1 } }));
        let left: Vec<_> = validator.iter_errors(&arguments).map(|error| explain(&error, &schema)).collect();
        assert_eq!(left[0], "missing required field 'must' in arguments");
    }

    #[test]
    fn a_refusal_names_what_there_is() {
        let many: Vec<_> = (1..30).map(|number| format!("n{number}")).collect();
        let schema = json!({ "type": "object", "properties": {
            "choice": { "type": ["string", "null"], "enum": ["a", "b", "c", "d", null] },
            "either": { "anyOf": [{ "enum": ["a", "b"] }, { "const": "c" }, { "type": "null" }] },
            "many": { "enum": many },
            "deep": { "type": "array", "items": {
                "type": "object", "additionalProperties": false, "properties": { "old": {}, "new": {} },
            }},
        }});
        let validator = jsonschema::validator_for(&schema).unwrap();
        let arguments =
            json!({ "choice": "all", "either": "all", "many": "all", "deep": [{ "form": 1, "old": 2 }] });
        let told: Vec<_> = validator.iter_errors(&arguments).map(|error| explain(&error, &schema)).collect();
        insta::assert_snapshot!(told.join("\n"), @r#"
        field 'choice' in arguments: "all" is not one of "a", "b", "c", "d"
        field 'either' in arguments: "all" is not one of "a", "b", "c"
        field 'many' in arguments: "all" is not one of "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13", "n14", "n15", "n16", "n17", "n18", "n19", "n20", …
        there is no field 'form' in 'deep/0' in arguments; there are 'old', 'new'
        "#);
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
