//! Checks whether the content of a section fits the fields of its template.

use chrono::{NaiveDate, NaiveTime};
use serde_json::{Map, Value};

use super::{
    closest,
    field::{Field, FieldKind, MAX_PICTURE_ID},
};
use crate::{
    link::{FITS, Link},
    markdown,
    problem::Problem,
};

/// The most characters of a value that a problem quotes.
const MAX_QUOTED: usize = 60;

pub(super) fn check(fields: &[Field], content: &Map<String, Value>) -> Vec<Problem> {
    let mut problems = Vec::new();
    check_object(fields, content, "", &mut problems);
    problems
}

/// Checks an object. `prefix` is its path, with a dot at its end, or empty for the section itself.
fn check_object(fields: &[Field], content: &Map<String, Value>, prefix: &str, problems: &mut Vec<Problem>) {
    for field in fields {
        let path = format!("{prefix}{}", field.name);
        match given(content, &field.name) {
            None if field.required => problems.push(Problem::new(path, "missing", field.kind.to_string())),
            None => {}
            Some(value) => {
                check_value(&field.kind, value, &path, problems);
                if let Some(needed) = field.needs.as_deref().filter(|needed| given(content, needed).is_none())
                {
                    let other = fields.iter().find(|field| field.name == needed);
                    let fits = other.map(|field| field.kind.to_string()).unwrap_or_default();
                    let needed = format!("{prefix}{needed}");
                    problems.push(Problem::new(needed, format!("missing, and `{path}` needs it"), fits));
                }
            }
        }
    }
    for (name, value) in content {
        if !value.is_null() && !fields.iter().any(|field| field.name == *name) {
            let names: Vec<_> = fields.iter().map(|field| &*field.name).collect();
            let closest = closest(names.iter().copied(), name);
            let fits = format!("one of the fields {} (`{closest}` is the closest)", names.join(", "));
            problems.push(Problem::new(
                format!("{prefix}{}", quoted(name)),
                "no field of this section",
                fits,
            ));
        }
    }
}

/// Returns the value of a field; `None` if it is missing, null or blank.
pub(super) fn given<'a>(content: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    content
        .get(name)
        .filter(|value| !value.is_null() && value.as_str().is_none_or(|text| !text.trim().is_empty()))
}

fn check_value(kind: &FieldKind, value: &Value, path: &str, problems: &mut Vec<Problem>) {
    let mut refuse = |given: String| problems.push(Problem::new(path, given, kind.to_string()));
    match (kind, value) {
        (FieldKind::Flag, Value::Bool(_)) => {}
        (FieldKind::List { fields, min, max }, Value::Array(entries)) => {
            if !(*min..=*max).contains(&entries.len()) {
                refuse(format!("a list of {}", counted(entries.len(), "entry", "entries")));
            }
            for (index, entry) in entries.iter().enumerate().take(*max) {
                let path = format!("{path}[{index}]");
                match entry {
                    Value::Object(entry) => check_object(fields, entry, &format!("{path}."), problems),
                    other => {
                        let names: Vec<_> = fields.iter().map(|field| &*field.name).collect();
                        let fits = format!("an object with {}", names.join(", "));
                        problems.push(Problem::new(path, described(other), fits));
                    }
                }
            }
        }
        (FieldKind::List { .. } | FieldKind::Flag, other) => refuse(described(other)),
        (FieldKind::Text { max }, Value::String(text)) => {
            if let Some(given) = beyond(text, *max) {
                refuse(given);
            }
            for link in markdown::links(text).into_iter().filter(|link| Link::parse(link).is_err()) {
                problems.push(Problem::new(path, format!("a text with the link {}", quoted(&link)), FITS));
            }
        }
        (kind, Value::String(text)) => {
            if let Some(given) = refused_text(kind, text) {
                refuse(given);
            }
        }
        (_, other) => refuse(described(other)),
    }
}

/// Describes a text that does not fit.
fn refused_text(kind: &FieldKind, text: &str) -> Option<String> {
    let fits = match kind {
        FieldKind::Line { max } => {
            if let Some(given) = beyond(text, *max) {
                return Some(given);
            }
            if text.trim().contains(['\n', '\r', '\u{2028}', '\u{2029}']) {
                return Some("a text of several lines".to_owned());
            }
            !text.trim().chars().any(char::is_control)
        }
        FieldKind::Image | FieldKind::Collection => {
            text.chars().count() <= MAX_PICTURE_ID && !text.chars().any(char::is_control)
        }
        FieldKind::Link => Link::parse(text).is_ok(),
        FieldKind::Email => is_email(text.trim()),
        FieldKind::Phone => is_phone(text.trim()),
        FieldKind::Date => text.len() == 10 && NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok(),
        FieldKind::Time => text.len() == 5 && NaiveTime::parse_from_str(text, "%H:%M").is_ok(),
        FieldKind::Choice { values } => values.iter().any(|value| value == text),
        // Texts are checked above, and the other kinds are not strings.
        FieldKind::Text { .. } | FieldKind::List { .. } | FieldKind::Flag => true,
    };
    (!fits).then(|| quoted(text))
}

fn beyond(text: &str, max: usize) -> Option<String> {
    let length = text.chars().count();
    (length > max).then(|| format!("a text of {length} characters"))
}

pub(crate) fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let plain = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let host_fits = host.contains('.') && host.split('.').all(|label| !label.is_empty());
    !name.is_empty()
        && text.len() <= 254
        && name.chars().all(plain)
        && host_fits
        && host.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-'))
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (3..=20).contains(&digits)
        && text.len() <= 40
        && text
            .chars()
            .enumerate()
            .all(|(at, c)| c.is_ascii_digit() || " ()-/.".contains(c) || (c == '+' && at == 0))
}

fn described(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Bool(flag) => format!("the value {flag}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {}", quoted(text)),
        Value::Array(entries) => format!("a list of {}", counted(entries.len(), "entry", "entries")),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Returns a text in quotation marks, shortened if it is long.
pub(crate) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_QUOTED).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}
