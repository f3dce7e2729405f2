//! JSON Schemas of arguments and results, and validation errors in words that a model can act on.

use jsonschema::{ValidationError, error::ValidationErrorKind};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

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

/// Describes a validation error.
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
