//! Forms: rows with one text input each.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::discord::{
    components::check_custom_id,
    errors::{ApiError, bad_length, invalid},
};

const ACTION_ROW: u64 = 1;
const TEXT_INPUT: u64 = 4;
const MAX_ROWS: usize = 5;
/// The longest title of a form and label of an input, in characters.
const MAX_LABEL: usize = 45;

/// A form that the bot opened for somebody.
#[derive(Clone, Debug)]
pub struct Modal {
    /// Its custom id.
    pub custom_id: String,
    /// The title above the form.
    pub title: String,
    /// The custom id and label of each input.
    pub inputs: Vec<(String, String)>,
    /// The interaction that it answered.
    pub(super) opened_by: u64,
}

impl Modal {
    pub(super) fn read(data: &Value, opened_by: u64) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let inputs = inputs(data).map(|input| (text(&input["custom_id"]), text(&input["label"])));
        Self {
            custom_id: text(&data["custom_id"]),
            title: text(&data["title"]),
            inputs: inputs.collect(),
            opened_by,
        }
    }
}

/// Checks a form.
pub(super) fn check(data: &Value) -> Result<(), ApiError> {
    check_custom_id(data, "data", &mut BTreeSet::new())?;
    check_label(&data["title"], "data.title")?;
    let rows = data["components"].as_array().map_or(&[][..], Vec::as_slice);
    if !(1..=MAX_ROWS).contains(&rows.len()) {
        return Err(bad_length("data.components", 1, MAX_ROWS));
    }
    let mut ids = BTreeSet::new();
    for (index, row) in rows.iter().enumerate() {
        let field = format!("data.components.{index}");
        let input = &row["components"][0];
        if row["type"] != ACTION_ROW || input["type"] != TEXT_INPUT || !row["components"][1].is_null() {
            let message = "The simulator has only rows with one text input each.";
            return Err(invalid(&format!("{field}.type"), "UNION_TYPE_CHOICES", message));
        }
        let field = format!("{field}.components.0");
        check_custom_id(input, &field, &mut ids)?;
        check_label(&input["label"], &format!("{field}.label"))?;
        if !matches!(input["style"].as_u64(), Some(1 | 2)) {
            return Err(invalid(
                &format!("{field}.style"),
                "BASE_TYPE_CHOICES",
                "Value must be one of (1, 2).",
            ));
        }
    }
    Ok(())
}

fn check_label(label: &Value, field: &str) -> Result<(), ApiError> {
    let length = label.as_str().unwrap_or_default().chars().count();
    if (1..=MAX_LABEL).contains(&length) { Ok(()) } else { Err(bad_length(field, 1, MAX_LABEL)) }
}

fn inputs(data: &Value) -> impl Iterator<Item = &Value> {
    data["components"].as_array().into_iter().flatten().map(|row| &row["components"][0])
}
