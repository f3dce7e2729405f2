//! Conversion of values between the language and JSON.

use std::str::FromStr;

use rhai::{Array, Dynamic, Map};
use rust_decimal::Decimal;
use serde_json::{Number, Value};

use crate::dates::Date;

/// Returns a value as JSON.
///
/// # Errors
/// Returns a text if the value is of a kind without a JSON form.
pub(crate) fn to_json(value: &Dynamic) -> Result<Value, String> {
    if value.is_unit() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.as_bool() {
        return Ok(Value::Bool(flag));
    }
    if let Ok(number) = value.as_int() {
        return Ok(number.into());
    }
    if let Ok(number) = value.as_decimal() {
        return Ok(decimal(number));
    }
    if let Ok(letter) = value.as_char() {
        return Ok(letter.to_string().into());
    }
    if let Ok(text) = value.as_immutable_string_ref() {
        return Ok(text.as_str().into());
    }
    if let Ok(list) = value.as_array_ref() {
        return list.iter().map(to_json).collect::<Result<_, _>>().map(Value::Array);
    }
    if let Ok(map) = value.as_map_ref() {
        let fields = map.iter().map(|(name, value)| Ok((name.to_string(), to_json(value)?)));
        return fields.collect::<Result<_, String>>().map(Value::Object);
    }
    if let Some(date) = value.read_lock::<Date>() {
        return Ok(date.to_string().into());
    }
    if value.is::<std::ops::Range<i64>>() || value.is::<std::ops::RangeInclusive<i64>>() {
        return Ok(value.to_string().into());
    }
    Err(format!(
        "a value of type {} cannot be returned; return text, numbers, lists or maps",
        value.type_name()
    ))
}

/// Returns a number as JSON; as text, if a JSON number would lose digits.
fn decimal(number: Decimal) -> Value {
    let number = number.normalize();
    let text = number.to_string();
    if let Ok(whole) = i64::from_str(&text) {
        return whole.into();
    }
    let kept = f64::from_str(&text).ok().and_then(Number::from_f64);
    match kept.filter(|kept| Decimal::from_str(&kept.to_string()) == Ok(number)) {
        Some(kept) => Value::Number(kept),
        None => text.into(),
    }
}

/// Returns JSON as a value.
pub(crate) fn from_json(value: &Value) -> Dynamic {
    match value {
        Value::Null => Dynamic::UNIT,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => number.into(),
            None => parsed(&number.to_string()).unwrap_or_else(|| number.to_string().into()),
        },
        Value::String(text) => text.into(),
        Value::Array(list) => list.iter().map(from_json).collect::<Array>().into(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.into(), from_json(value)));
            fields.collect::<Map>().into()
        }
    }
}

/// Parses a number in JSON's form; `None` if the text is not one.
pub(crate) fn parsed(number: &str) -> Option<Dynamic> {
    if let Ok(whole) = i64::from_str(number) {
        return Some(whole.into());
    }
    let exact = Decimal::from_str(number).or_else(|_| Decimal::from_scientific(number));
    exact.ok().map(Dynamic::from_decimal)
}
