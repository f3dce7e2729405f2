//! Keys and tables that occur twice in a file. The parser reports the position of the second; this module finds the
//! first.

use std::ops::Range;

use toml::de::{DeTable, DeValue, Error};

use super::paths::{split, title};

/// Returns a message with both lines if `error` is about a key or a table that occurs twice in `text`.
pub(super) fn explain(text: &str, error: &Error) -> Option<String> {
    let is_duplicate =
        error.message() == "duplicate key" || error.message().starts_with("cannot extend value of type");
    let second = error.span().filter(|_| is_duplicate)?;
    let first = first(text, &second)?;
    let (from, to) = (line_of(text, first.span.start), line_of(text, second.start));
    let (section, key) = split(&first.path);
    let is_section = is_header(text, second.start) || first.is_section;
    let subject = if is_section {
        format!("[{}]", first.path)
    } else if section.is_empty() {
        key.to_owned()
    } else {
        title(&first.path)
    };
    let remedy = if is_section && first.is_table { "merge them into one" } else { "keep one of them" };
    if from == to {
        return Some(format!("{subject} stands twice in line {from}: {remedy}"));
    }
    let written = dotted(text, &first.span).map(|keys| format!(" (as {keys})")).unwrap_or_default();
    Some(format!("{subject} stands in line {from}{written} and again in line {to}: {remedy}"))
}

/// The line of a byte offset, from 1.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// The first of two equal keys.
struct First {
    /// Such as `channels.telegram`.
    path: String,
    span: Range<usize>,
    /// Whether its value is a table.
    is_table: bool,
    /// Whether it is a table with a header, and not an inline table in braces.
    is_section: bool,
}

/// Finds the first of two equal keys: renames the second to a name that occurs nowhere else, and parses again. The key
/// that still has the old name, in the table of the new one, is the first.
fn first(text: &str, second: &Range<usize>) -> Option<First> {
    let key = format!("{} = 0", text.get(second.clone())?);
    let name = DeTable::parse(&key).ok()?.get_ref().keys().next()?.get_ref().to_string();
    let mut probe = "probe".to_owned();
    while text.contains(&probe) {
        probe.push('_');
    }
    // Parses no further than that line: a third table of that name would take the first key's place.
    let end = text[second.end..].find('\n').map_or(text.len(), |length| second.end + length);
    let renamed = format!("{}{probe}{}", &text[..second.start], &text[second.end..end]);
    let (table, _) = DeTable::parse_recoverable(&renamed);
    let (mut path, beside) = table_with(table.get_ref(), &probe)?;
    let (key, value) = beside.iter().find(|(key, _)| key.get_ref() == name.as_str())?;
    path.push(name);
    let is_table = value.get_ref().is_table();
    let is_section = is_table && !text.get(key.span().end..)?.trim_start().starts_with('=');
    let first = First { path: path.join("."), span: key.span(), is_table, is_section };
    (first.span.end <= second.start).then_some(first)
}

/// Returns the table with that key, and its path.
fn table_with<'t, 'i>(table: &'t DeTable<'i>, name: &str) -> Option<(Vec<String>, &'t DeTable<'i>)> {
    if table.keys().any(|key| key.get_ref() == name) {
        return Some((Vec::new(), table));
    }
    table.iter().find_map(|(key, value)| {
        let (mut path, found) = within(value.get_ref(), name)?;
        path.insert(0, key.get_ref().to_string());
        Some((path, found))
    })
}

fn within<'t, 'i>(value: &'t DeValue<'i>, name: &str) -> Option<(Vec<String>, &'t DeTable<'i>)> {
    match value {
        DeValue::Table(table) => table_with(table, name),
        DeValue::Array(items) => items.iter().find_map(|item| within(item.get_ref(), name)),
        _ => None,
    }
}

/// Returns whether the line at an offset is a table's header.
fn is_header(text: &str, offset: usize) -> bool {
    text[line_start(text, offset)..offset].trim_start().starts_with('[')
}

/// Returns the whole dotted key, such as `model.name`, if the text at `span` is a part of it but not the last.
fn dotted<'t>(text: &'t str, span: &Range<usize>) -> Option<&'t str> {
    let has_more = text[span.end..].trim_start().starts_with('.') && !is_header(text, span.start);
    has_more
        .then(|| text[line_start(text, span.start)..].split(['=', '\n']).next().unwrap_or_default().trim())
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the messages about the errors in a text.
    fn told(text: &str) -> Vec<String> {
        let (_, errors) = DeTable::parse_recoverable(text);
        errors
            .iter()
            .map(|error| explain(text, error).unwrap_or_else(|| error.message().to_owned()))
            .collect()
    }

    #[test]
    fn a_table_that_stands_twice_is_told_with_both_lines() {
        for (text, expected) in [
            (
                "[model]\nname = 'a'\n\n[agent]\n[model]\ntimeout = '1s'\n",
                "[model] stands in line 1 and again in line 5: merge them into one",
            ),
            (
                "[ channels . web ]\n[channels]\n# [channels.web]\n[channels.\"web\"]\n",
                "[channels.web] stands in line 1 and again in line 4: merge them into one",
            ),
            (
                "model.name = 'a'\n\n[model]\ntimeout = '1s'",
                "[model] stands in line 1 (as model.name) and again in line 3: merge them into one",
            ),
            (
                "channels.telegram.token = 'a'\n[channels.web]\n[channels.telegram]\n",
                "[channels.telegram] stands in line 1 (as channels.telegram.token) and again in line 3: merge them \
                 into one",
            ),
            (
                "[tools.web]\nallow_hosts = []\n[tools]\nweb.allow_private_hosts = []\n",
                "[tools.web] stands in line 1 and again in line 4: merge them into one",
            ),
            (
                "model = { name = 'a' }\n[model]\n",
                "[model] stands in line 1 and again in line 2: merge them into one",
            ),
            ("model = 'a'\n\n[model]\n", "[model] stands in line 1 and again in line 3: keep one of them"),
            ("model = 'a'\n\n[model.x]\n", "[model] stands in line 1 and again in line 3: keep one of them"),
            (
                "[tools]\nrules = []\n[[tools.rules]]\nthen = 'ask'\n",
                "[tools.rules] stands in line 2 and again in line 3: keep one of them",
            ),
        ] {
            assert_eq!(told(text)[..1], [expected], "{text}");
        }
    }

    #[test]
    fn a_key_that_stands_twice_is_told_with_both_lines() {
        for (text, expected) in [
            (
                "[model]\nprovider = 'x'\nname = 'a'\n\n[agent]\nname = 'c'\n[model.x]\nname = 'b'\nname = 'd'\n",
                "[model.x] name stands in line 8 and again in line 9: keep one of them",
            ),
            ("name = 'a'\n\"name\" = 'b'\n", "name stands in line 1 and again in line 2: keep one of them"),
            (
                "model.name = 'a'\nagent.max_steps = 1\nmodel.name = 'b'\n",
                "[model] name stands in line 1 and again in line 3: keep one of them",
            ),
            (
                "[model]\napi_key = { env = 'A' }\napi_key = { env = 'B' }\n",
                "[model] api_key stands in line 2 and again in line 3: keep one of them",
            ),
            (
                "[model]\nname = 'a'\nname.x = 'b'\n",
                "[model] name stands in line 2 and again in line 3: keep one of them",
            ),
            (
                "model.name = 'a'\nmodel = 'b'\n",
                "[model] stands in line 1 (as model.name) and again in line 2: merge them into one",
            ),
            (
                "[tools]\nrules = [\n  { tool = 'web', then = 'ask', tool = 'http' },\n]\n",
                "[tools.rules] tool stands twice in line 3: keep one of them",
            ),
            (
                "[[tools.rules]]\nthen = 'ask'\n[[tools.rules]]\nthen = 'ask'\ntool = 'a'\nthen = 'deny'\n",
                "[tools.rules] then stands in line 4 and again in line 6: keep one of them",
            ),
            // Multi-line values and non-ASCII letters do not shift the positions.
            (
                "[agent]\ninstructions = \"\"\"\nname = 'é'\n\"\"\"\n# ü name\nname = '''\n[model]\n'''\nname = '''\nx\n'''\n",
                "[agent] name stands in line 6 and again in line 9: keep one of them",
            ),
            (
                "[tools]\nrules = [\n  { then = 'ask' },\n]\nrules = [\n  { then = 'deny' },\n]\n",
                "[tools] rules stands in line 2 and again in line 5: keep one of them",
            ),
        ] {
            assert_eq!(told(text), [expected], "{text}");
        }
    }

    #[test]
    fn each_of_several_duplicates_is_told() {
        let text = "[model]\nname = 'a'\n[model]\nname = 'b'\n[agent]\n[model]\n";
        assert_eq!(
            told(text),
            [
                "[model] stands in line 1 and again in line 3: merge them into one",
                "[model] name stands in line 2 and again in line 4: keep one of them",
                "[model] stands in line 3 and again in line 6: merge them into one",
            ]
        );
    }

    #[test]
    fn other_mistakes_are_told_as_they_are() {
        assert_eq!(told("[model\nname = 'a'\n"), ["unclosed table, expected `]`"]);
        assert_eq!(told("[model]\nname = \n"), ["string values must be quoted, expected literal string"]);
    }
}
