//! Buttons and menus under a message, and the platform's rules for them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::errors::{ApiError, bad_length, invalid};

/// Component types.
const ACTION_ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
/// The style of a button that opens a URL; lower styles send an interaction.
const LINK: u64 = 5;

const MAX_ROWS: usize = 5;
const MAX_BUTTONS: usize = 5;
const MAX_OPTIONS: usize = 25;
/// Limits in characters.
const MAX_CUSTOM_ID: usize = 100;
const MAX_LABEL: usize = 80;
const MAX_OPTION_TEXT: usize = 100;
const MAX_PLACEHOLDER: usize = 150;

/// Checks the `components` of a message: action rows of buttons or with one menu.
pub(crate) fn check(components: &[Value]) -> Result<(), ApiError> {
    if components.len() > MAX_ROWS {
        return Err(bad_length("components", 0, MAX_ROWS));
    }
    let mut ids = BTreeSet::new();
    for (index, row) in components.iter().enumerate() {
        check_row(row, &format!("components.{index}"), &mut ids)?;
    }
    Ok(())
}

/// Checks a custom id: 1 to 100 characters, unique in its message or form.
pub(crate) fn check_custom_id<'a>(
    component: &'a Value,
    field: &str,
    ids: &mut BTreeSet<&'a str>,
) -> Result<(), ApiError> {
    let field = format!("{field}.custom_id");
    let id = text(component, "custom_id", &field, 1, MAX_CUSTOM_ID)?;
    if !ids.insert(id) {
        let message = "Component custom id cannot be duplicated";
        return Err(invalid(&field, "COMPONENT_CUSTOM_ID_DUPLICATED", message));
    }
    Ok(())
}

/// Returns the components as the platform stores them, each with a number.
pub(crate) fn numbered(components: &[Value]) -> Vec<Value> {
    fn number(components: &mut [Value], next: &mut u64) {
        for component in components {
            component["id"] = (*next).into();
            *next += 1;
            if let Some(inner) = component["components"].as_array_mut() {
                number(inner, next);
            }
        }
    }
    let mut components = components.to_vec();
    number(&mut components, &mut 1);
    components
}

fn check_row<'a>(row: &'a Value, field: &str, ids: &mut BTreeSet<&'a str>) -> Result<(), ApiError> {
    if row["type"] != ACTION_ROW {
        return Err(unknown_type(field));
    }
    let field = format!("{field}.components");
    let members = row["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !(1..=MAX_BUTTONS).contains(&members.len()) {
        return Err(bad_length(&field, 1, MAX_BUTTONS));
    }
    for (index, component) in members.iter().enumerate() {
        let field = format!("{field}.{index}");
        match component["type"].as_u64() {
            Some(BUTTON) => check_button(component, &field, ids)?,
            Some(STRING_SELECT) if members.len() == 1 => check_menu(component, &field, ids)?,
            Some(STRING_SELECT) => {
                let message = "The specified component exceeds the maximum width";
                return Err(invalid(&field, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message));
            }
            _ => return Err(unknown_type(&field)),
        }
    }
    Ok(())
}

fn check_button<'a>(button: &'a Value, field: &str, ids: &mut BTreeSet<&'a str>) -> Result<(), ApiError> {
    if button["emoji"].is_null() || !button["label"].is_null() {
        text(button, "label", &format!("{field}.label"), 1, MAX_LABEL)?;
    }
    match (button["style"].as_u64(), button["url"].as_str(), button["custom_id"].is_null()) {
        (Some(LINK), Some(url), true) if url.starts_with("http") => Ok(()),
        (Some(1..LINK), None, false) => check_custom_id(button, field, ids),
        _ => {
            let message = "A button has a style from 1 to 4 and a custom id, or style 5 and a url";
            Err(invalid(field, "BUTTON_COMPONENT_INVALID", message))
        }
    }
}

fn check_menu<'a>(menu: &'a Value, field: &str, ids: &mut BTreeSet<&'a str>) -> Result<(), ApiError> {
    check_custom_id(menu, field, ids)?;
    if !menu["placeholder"].is_null() {
        text(menu, "placeholder", &format!("{field}.placeholder"), 0, MAX_PLACEHOLDER)?;
    }
    let options = menu["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    let field = format!("{field}.options");
    if !(1..=MAX_OPTIONS).contains(&options.len()) {
        return Err(bad_length(&field, 1, MAX_OPTIONS));
    }
    let mut values = BTreeSet::new();
    for (index, option) in options.iter().enumerate() {
        let field = format!("{field}.{index}");
        text(option, "label", &format!("{field}.label"), 1, MAX_OPTION_TEXT)?;
        let value = text(option, "value", &format!("{field}.value"), 1, MAX_OPTION_TEXT)?;
        if !option["description"].is_null() {
            text(option, "description", &format!("{field}.description"), 1, MAX_OPTION_TEXT)?;
        }
        if !values.insert(value) {
            let message = "The specified option value is already used";
            return Err(invalid(&field, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message));
        }
    }
    Ok(())
}

/// Reads a text of `min` to `max` characters.
fn text<'a>(object: &'a Value, key: &str, field: &str, min: usize, max: usize) -> Result<&'a str, ApiError> {
    let text = object[key].as_str().filter(|text| (min..=max).contains(&text.chars().count()));
    text.ok_or_else(|| bad_length(field, min, max))
}

fn unknown_type(field: &str) -> ApiError {
    invalid(&format!("{field}.type"), "UNION_TYPE_CHOICES", "Value of field \"type\" is not simulated.")
}
