//! The fields of a file's front matter, in the spellings of this and other website generators.

use adjutant_domain::{timestamp::Timestamp, zones::Zone};
use adjutant_site::Slug;
use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeZone as _};
use serde_json::{Map, Value};

use super::mistake::Fault;

/// The most characters of a value that a fault quotes.
const QUOTED: usize = 60;

/// Describes a valid slug.
pub(super) const SLUG: &str = "a name of the letters a to z, digits and single hyphens, of at most 80 characters, which the site itself does not use,";

/// The fields of one file; reading a field removes it.
pub(super) struct Fields {
    left: Map<String, Value>,
    pub(super) faults: Vec<Fault>,
}

impl Fields {
    pub(super) fn new(fields: Map<String, Value>) -> Self {
        Self { left: fields, faults: Vec::new() }
    }

    /// Returns the names of the fields that were not read.
    pub(super) fn unread(self) -> Vec<String> {
        self.left.into_iter().map(|(name, _)| name).collect()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.left.contains_key(name)
    }

    /// Takes out the first of these fields that is present, with its name.
    pub(super) fn take<'a>(&mut self, names: &[&'a str]) -> Option<(&'a str, Value)> {
        let found = names.iter().find_map(|name| Some((*name, self.left.remove(*name)?)));
        found.filter(|(_, value)| !value.is_null())
    }

    pub(super) fn fault(&mut self, field: &str, given: impl Into<String>, fits: impl Into<String>) {
        self.faults.push(Fault::of(field, given, fits));
    }

    /// Takes out a text on one line of at most `most` characters; empty if the field is missing.
    pub(super) fn line(&mut self, names: &[&str], most: usize) -> String {
        let Some((name, value)) = self.take(names) else { return String::new() };
        let fits = format!("a text of at most {most} characters");
        match line_of(&value) {
            Some(text) if text.chars().count() <= most => text,
            Some(text) => {
                self.fault(name, format!("a text of {} characters", text.chars().count()), fits);
                String::new()
            }
            None => {
                self.fault(name, described(&value), format!("{fits}, in quotation marks,"));
                String::new()
            }
        }
    }

    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        match self.take(&[name])?.1 {
            Value::Bool(flag) => Some(flag),
            value => {
                self.fault(name, described(&value), "true or false");
                None
            }
        }
    }

    pub(super) fn number(&mut self, name: &str) -> Option<i64> {
        let (_, value) = self.take(&[name])?;
        let number = value.as_i64();
        if number.is_none() {
            self.fault(name, described(&value), "a whole number");
        }
        number
    }

    /// Takes out one of the known values, by its name.
    pub(super) fn one_of<T: Copy>(&mut self, name: &str, known: &[(&str, T)]) -> Option<T> {
        let (_, value) = self.take(&[name])?;
        let found = known.iter().find(|(known, _)| value.as_str() == Some(known));
        if found.is_none() {
            let known: Vec<_> = known.iter().map(|(name, _)| *name).collect();
            self.fault(name, described(&value), format!("one of {}", known.join(", ")));
        }
        found.map(|(_, value)| *value)
    }

    /// Takes out texts: a list, or a text that is split at commas, or else at spaces.
    pub(super) fn texts(&mut self, names: &[&str], most: usize) -> Vec<String> {
        let Some((name, value)) = self.take(names) else { return Vec::new() };
        let entries = match value {
            Value::Array(entries) => entries,
            Value::String(text) if text.contains(',') => text.split(',').map(Value::from).collect(),
            Value::String(text) => text.split_whitespace().map(Value::from).collect(),
            other => vec![other],
        };
        let mut texts = Vec::new();
        for entry in entries {
            match line_of(&entry) {
                Some(text) if text.is_empty() || texts.contains(&text) => {}
                Some(text) if text.chars().count() <= most => texts.push(text),
                Some(_) | None => {
                    self.fault(
                        name,
                        described(&entry),
                        format!("a list of texts of at most {most} characters"),
                    );
                }
            }
        }
        texts
    }

    pub(super) fn slug(&mut self, name: &str) -> Option<Slug> {
        let (_, value) = self.take(&[name])?;
        let text = line_of(&value).unwrap_or_default();
        let parsed = Slug::parse(text.trim_matches('/'));
        if parsed.is_err() {
            self.fault(name, described(&value), SLUG);
        }
        parsed.ok()
    }

    /// Takes out a time: `2024-05-01`, `2024-05-01 10:00:00 +0200`, `2024-05-01T10:00:00Z`. A time without an offset is
    /// in `zone`.
    pub(super) fn date(&mut self, names: &[&str], zone: Zone) -> Option<Timestamp> {
        let (name, value) = self.take(names)?;
        let parsed = value.as_str().and_then(|text| date_of(text.trim(), zone));
        if parsed.is_none() {
            self.fault(name, described(&value), "a date such as 2024-05-01 or 2024-05-01 10:00:00 +0200");
        }
        parsed
    }
}

pub(super) fn date_of(text: &str, zone: Zone) -> Option<Timestamp> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.into());
    }
    for format in ["%Y-%m-%d %H:%M:%S%.f %z", "%Y-%m-%d %H:%M %z", "%Y-%m-%d %H:%M:%S%.f%:z"] {
        if let Ok(at) = DateTime::parse_from_str(text, format) {
            return Some(at.into());
        }
    }
    let formats = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];
    let local = formats.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok());
    let local = local.or_else(|| day_of(text)?.and_hms_opt(0, 0, 0))?;
    match zone.from_local_datetime(&local).earliest() {
        Some(at) => Some(at.into()),
        // The clocks skipped this time.
        None => zone.gap(local).map(|gap| gap.end.into()),
    }
}

fn day_of(text: &str) -> Option<NaiveDate> {
    (text.len() == 10).then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())?
}

/// Returns a text on one line. A whole number becomes its digits: `title: 2024`.
pub(super) fn line_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Value::Number(number) if number.is_i64() => Some(number.to_string()),
        _ => None,
    }
}

pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a group of fields".to_owned(),
        Value::String(text) => format!("{:?}", adjutant_texts::in_a_line(text, QUOTED)),
        other => other.to_string(),
    }
}
