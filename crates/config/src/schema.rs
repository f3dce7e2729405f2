//! The JSON Schema of the configuration file. The types of the settings define the form of a value, `limits` its range,
//! and the defaults its meaning.
//!
//! The schema gives editors the usual form of each value. Other forms that the program accepts may be missing: blanks
//! around a text, a number as a text.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use toml::Table;

use super::choices::{Choice, LEVELS};
use super::limits::{self, Limit};
use super::manual::{self, Section, Setting};
use super::mcp::TAKEN;
use super::paths::{join, title};
use super::{Config, chats, rules};

/// The key under which the schemas of fields keep the name of their kind, such as "duration", until the description
/// takes it.
const KIND: &str = "$comment";

/// Returns the JSON Schema (draft 2020-12) of a configuration file.
pub fn schema() -> Value {
    let mut schema = bare();
    for section in manual::sections() {
        if let Some(target) = at(&mut schema, &section.path) {
            describe_section(target, &section);
        }
        for setting in &section.settings {
            let path = join(&section.path, &setting.key);
            if let Some(target) = at(&mut schema, &path) {
                describe(target, &path, setting, section.example.is_some());
            }
        }
    }
    schema.insert("title".to_owned(), "Adjutant's config.toml".into());
    schema.insert(
        "description".to_owned(),
        "A file needs only the settings that differ from their defaults.".into(),
    );
    Value::Object(schema)
}

/// Returns a function that describes the kind of a setting, with its limits: `a duration, at most 1h`.
pub(super) fn kinds() -> impl FnMut(&str) -> Option<String> {
    let mut schema = bare();
    move |path| at(&mut schema, path).map(|setting| kind_of(setting))
}

/// Returns the schema of the types with the limits, before the descriptions are added.
fn bare() -> Map<String, Value> {
    let generator = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = generator.into_generator().into_root_schema_for::<Config>().to_value();
    let Value::Object(mut schema) = schema else { return Map::new() };
    simplify(&mut schema);
    for (section, names) in [
        ("models", json!({ "pattern": PLAIN_NAME, "not": { "const": "default" } })),
        ("agents", json!({ "pattern": PLAIN_NAME, "not": { "const": "adjutant" } })),
        ("chats", json!({ "pattern": chats::NAME })),
        ("mcp", json!({ "pattern": "^[a-z0-9-]{1,24}$", "not": { "enum": TAKEN } })),
    ] {
        if let Some(target) = at(&mut schema, section) {
            target.insert("propertyNames".to_owned(), names);
        }
    }
    for (path, limit) in limits::all() {
        if let Some(setting) = at(&mut schema, &path) {
            restrict(setting, &limit);
        }
    }
    schema
}

/// Removes the properties that hold for a whole configuration but not for a file: a file may leave out everything, and
/// TOML has no null. Removes the descriptions, too: the code's own comments are for programmers.
fn simplify(schema: &mut Map<String, Value>) {
    for key in ["required", "description", "title", "format", "default"] {
        schema.remove(key);
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|each| each != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().filter_map(Value::as_object_mut).for_each(simplify);
    }
    // The sections whose names the operator chooses.
    if let Some(Value::Object(inner)) = schema.get_mut("additionalProperties") {
        simplify(inner);
        let inner = Value::Object(std::mem::take(inner));
        schema.insert("patternProperties".to_owned(), json!({ CHOSEN: inner }));
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}

/// The pattern for section names that the operator chooses; `propertyNames` limits them.
const CHOSEN: &str = ".";

/// The names of models and specialists.
const PLAIN_NAME: &str = "^[a-z0-9_-]{1,32}$";

/// Returns the schema of a section or a setting; `NAME` is a section whose name the operator chooses.
fn at<'s>(schema: &'s mut Map<String, Value>, path: &str) -> Option<&'s mut Map<String, Value>> {
    path.split('.').try_fold(schema, |schema, key| {
        let inner = if key == "NAME" {
            schema.get_mut("patternProperties")?.get_mut(CHOSEN)
        } else {
            schema.get_mut("properties")?.get_mut(key)
        };
        inner?.as_object_mut()
    })
}

fn restrict(setting: &mut Map<String, Value>, limit: &Limit) {
    match limit {
        Limit::WholeNumber(range) => {
            setting.insert("minimum".to_owned(), (*range.start()).into());
            if *range.end() < u64::MAX {
                setting.insert("maximum".to_owned(), (*range.end()).into());
            }
        }
        Limit::Weight => {
            setting.insert("minimum".to_owned(), 0.into());
            setting.insert("maximum".to_owned(), 1.into());
        }
        // Prices have their minimum from their kind.
        Limit::Amount if !setting.contains_key("type") => {}
        Limit::Amount => _ = setting.insert("minimum".to_owned(), 0.into()),
        Limit::Rate => _ = setting.insert("exclusiveMinimum".to_owned(), 0.into()),
        Limit::Duration { least: None, most } => {
            more(setting, &format!("at most {}", limits::written(*most)));
        }
        Limit::Duration { least: Some(least), most } => {
            more(setting, &format!("{} to {}", limits::written(*least), limits::written(*most)));
        }
        Limit::Size(most) => more(setting, &format!("at most {} MB", most >> 20)),
    }
}

/// Adds a limit that JSON Schema cannot express to the kind of a setting.
fn more(setting: &mut Map<String, Value>, limit: &str) {
    if let Some(Value::String(kind)) = setting.get_mut(KIND) {
        kind.push_str(", ");
        kind.push_str(limit);
    }
}

fn describe_section(target: &mut Map<String, Value>, section: &Section) {
    target.insert("title".to_owned(), format!("[{}]", section.path).into());
    if !section.text.is_empty() {
        target.insert("description".to_owned(), section.text.clone().into());
    }
}

fn describe(target: &mut Map<String, Value>, path: &str, setting: &Setting, is_example: bool) {
    let kind = target.remove(KIND).and_then(|kind| Some(format!(" Value: {}.", kind.as_str()?)));
    let text = format!("{}{}", setting.text, kind.unwrap_or_default());
    target.insert("title".to_owned(), title(path).into());
    target.insert("description".to_owned(), text.into());
    let line = setting.line();
    let example = if is_example { Some(&line) } else { setting.example.as_ref() };
    if !is_example && let Some(default) = value_of(&line) {
        target.insert("default".to_owned(), default);
    }
    if let Some(example) = example.and_then(|line| value_of(line)) {
        target.insert("examples".to_owned(), json!([example]));
    }
}

/// Returns the value in a line `key = value`.
fn value_of(line: &str) -> Option<Value> {
    let table: Table = toml::from_str(line).ok()?;
    serde_json::to_value(table.values().next()?).ok()
}

fn kind_of(setting: &Map<String, Value>) -> String {
    if let Some(Value::String(kind)) = setting.get(KIND) {
        return kind.clone();
    }
    if let Some(Value::Array(names)) = setting.get("enum") {
        let names: Vec<_> = names.iter().map(Value::to_string).filter(|name| name != "\"\"").collect();
        return format!("one of {}", names.join(", "));
    }
    let limits = match (setting.get("minimum"), setting.get("maximum"), setting.get("exclusiveMinimum")) {
        (_, _, Some(least)) => format!(" above {least}"),
        (Some(least), Some(most), None) => format!(", {least} to {most}"),
        (Some(least), None, None) => format!(", at least {least}"),
        _ => String::new(),
    };
    match setting.get("type").and_then(Value::as_str) {
        Some("boolean") => "true or false".to_owned(),
        Some("integer") => format!("a whole number{limits}"),
        Some("number") => format!("a number{limits}"),
        Some("array") => "a list of texts".to_owned(),
        _ => "a text".to_owned(),
    }
}

/// Returns the schema of a text of a certain form.
fn text(kind: &str, pattern: &str) -> Schema {
    json_schema!({ "type": "string", "pattern": pattern, KIND: kind })
}

/// Returns the schema of a list of texts of a certain form.
fn list(kind: &str, pattern: &str) -> Schema {
    json_schema!({ "type": "array", "items": { "type": "string", "pattern": pattern }, KIND: kind })
}

/// Returns the schema of a closed set of words.
pub(super) fn choice<T: Choice>(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<_> = T::NAMES.iter().map(|(name, _)| *name).collect();
    json_schema!({ "type": "string", "enum": names })
}

/// Like [`choice`], but also accepts an empty text for no choice.
pub(super) fn optional_choice<T: Choice>(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<_> = T::NAMES.iter().map(|(name, _)| *name).chain([""]).collect();
    json_schema!({ "type": "string", "enum": names })
}

pub(super) fn level(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": LEVELS })
}

pub(super) fn permissions(_: &mut SchemaGenerator) -> Schema {
    let names = ["read", "write", "network", "execute"];
    json_schema!({
        "type": "array",
        "items": { "type": "string", "enum": names },
        KIND: r#"a list of "read", "write", "network", "execute""#,
    })
}

/// Returns the schema of the rules. `rules.rs` reads them key by key.
pub(super) fn rules(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "tool": { "type": "string" },
                "tier": { "type": "string", "enum": ["read_only", "side_effecting", "privileged"] },
                "risk": { "type": "string", "enum": ["safe", "moderate", "high"] },
                "arguments": { "type": "object", "additionalProperties": { "type": "string", "format": "regex" } },
                "role": { "type": "string", "enum": ["owner", "approver", "member"] },
                "chat": { "type": "string", "enum": ["direct", "group"] },
                "attended": { "type": "boolean" },
                "then": { "type": "string", "enum": ["allow", "log", "ask", "owner", "deny", "off"] },
            },
            "required": [rules::EFFECT],
            "additionalProperties": false,
        },
        KIND: "a list of rules, each in braces",
    })
}

pub(super) fn secret(_: &mut SchemaGenerator) -> Schema {
    let reference = |key: &str| {
        json!({
            "type": "object",
            "properties": { key: { "type": "string" } },
            "required": [key],
            "additionalProperties": false,
        })
    };
    json_schema!({
        "anyOf": [{ "type": "string" }, reference("env"), reference("file")],
        KIND: "a secret",
    })
}

pub(super) fn database_path(_: &mut SchemaGenerator) -> Schema {
    text("file: and a path", "^file:.")
}

pub(super) fn duration(_: &mut SchemaGenerator) -> Schema {
    text("a duration", &format!("^{DURATION}$"))
}

pub(super) fn optional_duration(_: &mut SchemaGenerator) -> Schema {
    text(r#""never" or a duration"#, &format!("^(never|{DURATION})?$"))
}

/// Numbers with units, as the crate humantime reads them.
const DURATION: &str = r"([0-9][0-9.]*\s*[a-zA-Zµ]+\s*)+";

pub(super) fn size(_: &mut SchemaGenerator) -> Schema {
    text("a size", r"^[0-9]+\s*(B|KB|MB|GB)$")
}

pub(super) fn optional_amount(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "anyOf": [{ "type": "number", "minimum": 0 }, { "type": "string", "pattern": r"^[0-9.eE+-]*$" }],
        KIND: "an amount in USD",
    })
}

pub(super) fn address(_: &mut SchemaGenerator) -> Schema {
    text(ADDRESS_KIND, &format!("^{ADDRESS}$"))
}

pub(super) fn optional_address(_: &mut SchemaGenerator) -> Schema {
    text(ADDRESS_KIND, &format!("^({ADDRESS})?$"))
}

const ADDRESS_KIND: &str = "an IP address and a port";
const ADDRESS: &str = r"([0-9.]+|\[[0-9a-fA-F:.%]+\]):[0-9]{1,5}";

pub(super) fn optional_url(_: &mut SchemaGenerator) -> Schema {
    text("an address that begins with http:// or https://", "^(https?://.+)?$")
}

pub(super) fn optional_path(_: &mut SchemaGenerator) -> Schema {
    text("a path", "")
}

pub(super) fn optional_zone(_: &mut SchemaGenerator) -> Schema {
    text("a time zone of the IANA list", "^[A-Za-z0-9_+/-]*$")
}

pub(super) fn identities(_: &mut SchemaGenerator) -> Schema {
    list(r#"a list of "telegram:ID" and "discord:ID""#, "^(telegram|discord):[0-9]+$")
}

pub(super) fn admitted(_: &mut SchemaGenerator) -> Schema {
    list(
        r#"a list of "telegram:ID", "discord:ID" and "discord:role:ID""#,
        "^(telegram:|discord:|discord:role:)[0-9]+$",
    )
}

pub(super) fn channel_ids(_: &mut SchemaGenerator) -> Schema {
    list("a list of numeric ids", "^[0-9]+$")
}

pub(super) fn hosts(_: &mut SchemaGenerator) -> Schema {
    list("a list of host names", r"^(\[[0-9a-fA-F:.]+\]|[^/:*\s]+)$")
}

pub(super) fn allowed_hosts(_: &mut SchemaGenerator) -> Schema {
    list("a list of host names", r"^(\[[0-9a-fA-F:.]+\]|[^/:*\s]+)(:[0-9]{1,5})?$")
}

pub(super) fn patterns(_: &mut SchemaGenerator) -> Schema {
    list("a list of regular expressions", r"^.+$")
}

pub(super) fn absolute_paths(_: &mut SchemaGenerator) -> Schema {
    list("a list of paths that begin with /", r"^/")
}

pub(super) fn socket(_: &mut SchemaGenerator) -> Schema {
    text("a path that begins with /, of at most 107 bytes", "^/.{0,106}$")
}

pub(super) fn headers(_: &mut SchemaGenerator) -> Schema {
    list(r#"a list of "NAME: VALUE""#, "^[^:\\s]+\\s*:.*$")
}

pub(super) fn variables(_: &mut SchemaGenerator) -> Schema {
    list(r#"a list of "NAME=VALUE""#, "^[A-Za-z0-9_]+\\s*=.*$")
}

pub(super) fn servers(_: &mut SchemaGenerator) -> Schema {
    list("a list of host names with a port", r"^\S+:[0-9]{1,5}$")
}
