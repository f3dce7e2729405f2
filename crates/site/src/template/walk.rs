//! Finds pictures, links and words in the content of a section.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{
    check::given,
    field::{Field, FieldKind},
};
use crate::markdown;

pub(super) fn pictures(fields: &[Field], content: &Map<String, Value>) -> Vec<(String, String)> {
    let mut ids = Vec::new();
    walk(fields, content, "", &mut |kind, path, text| match kind {
        FieldKind::Image => ids.push((path.to_owned(), text.to_owned())),
        FieldKind::Text { .. } => {
            ids.extend(markdown::pictures(text).into_iter().map(|id| (path.to_owned(), id)));
        }
        _ => {}
    });
    ids
}

/// Replaces a picture wherever the content shows it; returns the number of places.
pub(super) fn replace_picture(
    fields: &[Field],
    content: &mut Map<String, Value>,
    old: &str,
    new: &str,
) -> usize {
    let mut replaced = 0;
    for field in fields {
        match (&field.kind, content.get_mut(&*field.name)) {
            (FieldKind::Image, Some(Value::String(id))) if id == old => {
                new.clone_into(id);
                replaced += 1;
            }
            (FieldKind::Text { .. }, Some(Value::String(text))) => {
                replaced += markdown::replace_picture(text, old, new);
            }
            (FieldKind::List { fields, .. }, Some(Value::Array(entries))) => {
                let entries = entries.iter_mut().filter_map(Value::as_object_mut);
                replaced += entries.map(|entry| replace_picture(fields, entry, old, new)).sum::<usize>();
            }
            _ => {}
        }
    }
    replaced
}

pub(super) fn links(fields: &[Field], content: &Map<String, Value>) -> Vec<(String, String)> {
    let mut links = Vec::new();
    walk(fields, content, "", &mut |kind, path, text| match kind {
        FieldKind::Link => links.push((path.to_owned(), text.to_owned())),
        FieldKind::Text { .. } => {
            links.extend(markdown::links(text).into_iter().map(|link| (path.to_owned(), link)));
        }
        _ => {}
    });
    links
}

pub(super) fn collections(fields: &[Field], content: &Map<String, Value>) -> Vec<(String, String)> {
    let mut ids = Vec::new();
    walk(fields, content, "", &mut |kind, path, text| {
        if *kind == FieldKind::Collection {
            ids.push((path.to_owned(), text.to_owned()));
        }
    });
    ids
}

pub(super) fn replace_collection(fields: &[Field], content: &mut Map<String, Value>, old: &str, new: &str) {
    for field in fields {
        match (&field.kind, content.get_mut(&*field.name)) {
            (FieldKind::Collection, Some(Value::String(id))) if id == old => new.clone_into(id),
            (FieldKind::List { fields, .. }, Some(Value::Array(entries))) => {
                for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
                    replace_collection(fields, entry, old, new);
                }
            }
            _ => {}
        }
    }
}

pub(super) fn words(fields: &[Field], content: &Map<String, Value>) -> String {
    let mut words: Vec<String> = Vec::new();
    walk(fields, content, "", &mut |kind, _, text| match kind {
        FieldKind::Text { .. } => words.push(markdown::words(text)),
        kind if is_text(kind) => words.push(text.trim().to_owned()),
        _ => {}
    });
    words.join("\n")
}

pub(super) fn written(fields: &[Field], content: &Map<String, Value>) -> String {
    let mut written = Vec::new();
    walk(fields, content, "", &mut |kind, _, text| {
        if is_text(kind) || matches!(kind, FieldKind::Choice { .. } | FieldKind::Link) {
            written.push(text.trim());
        }
    });
    written.join("\n")
}

pub(super) fn texts(fields: &[Field], content: &Map<String, Value>) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    walk(fields, content, "", &mut |kind, path, text| {
        if is_text(kind) {
            texts.insert(path.to_owned(), text.trim().to_owned());
        }
    });
    texts
}

pub(super) fn options(fields: &[Field], content: &Map<String, Value>) -> BTreeMap<String, String> {
    let mut options = BTreeMap::new();
    walk(fields, content, "", &mut |kind, path, text| {
        if matches!(
            kind,
            FieldKind::Collection | FieldKind::Link | FieldKind::Choice { .. } | FieldKind::Flag
        ) {
            options.insert(path.to_owned(), text.trim().to_owned());
        }
    });
    options
}

fn is_text(kind: &FieldKind) -> bool {
    match kind {
        FieldKind::Line { .. }
        | FieldKind::Text { .. }
        | FieldKind::Email
        | FieldKind::Phone
        | FieldKind::Date
        | FieldKind::Time => true,
        FieldKind::Image
        | FieldKind::Collection
        | FieldKind::Link
        | FieldKind::Choice { .. }
        | FieldKind::List { .. }
        | FieldKind::Flag => false,
    }
}

/// Calls `each` with every string of the content, and with `true` for flags that are set, each after the kind and the
/// path of its field.
fn walk<'a>(
    fields: &'a [Field],
    content: &'a Map<String, Value>,
    prefix: &str,
    each: &mut impl FnMut(&'a FieldKind, &str, &'a str),
) {
    for field in fields {
        let path = format!("{prefix}{}", field.name);
        match (&field.kind, given(content, &field.name)) {
            (FieldKind::List { fields, .. }, Some(Value::Array(entries))) => {
                for (index, entry) in entries.iter().enumerate() {
                    if let Value::Object(entry) = entry {
                        walk(fields, entry, &format!("{path}[{index}]."), each);
                    }
                }
            }
            (kind, Some(Value::String(text))) => each(kind, &path, text),
            (kind, Some(Value::Bool(true))) => each(kind, &path, "true"),
            _ => {}
        }
    }
}
