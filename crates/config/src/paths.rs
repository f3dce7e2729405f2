//! The paths of settings, such as `channels.web.bind`: a section and a key.

use toml::{Table, Value};

/// Returns the paths of all settings.
pub(super) fn leaves(table: &Table) -> Vec<String> {
    let mut paths = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => paths.extend(leaves(inner).iter().map(|path| join(key, path))),
            _ => paths.push(key.clone()),
        }
    }
    paths
}

/// Returns the value at a path such as `channels.web.bind`.
pub(super) fn find<'a>(table: &'a Table, path: &str) -> Option<&'a Value> {
    let mut keys = path.split('.');
    let first = table.get(keys.next()?)?;
    keys.try_fold(first, |value, key| value.as_table()?.get(key))
}

/// Sets a value if its section exists.
pub(super) fn put(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        None => _ = table.insert(path.to_owned(), value),
        Some((key, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(key) {
                put(inner, rest, value);
            }
        }
    }
}

pub(super) fn join(section: &str, key: &str) -> String {
    if section.is_empty() { key.to_owned() } else { format!("{section}.{key}") }
}

/// Splits a path into section and key.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}

/// Returns the name of a setting for messages: `[model] name`.
pub(super) fn title(path: &str) -> String {
    let (section, key) = split(path);
    match section.split_once('.') {
        // TOML requires quotes around such a name.
        Some((parent, name)) if name.contains(':') => format!("[{parent}.{name:?}] {key}"),
        _ => format!("[{section}] {key}"),
    }
}
