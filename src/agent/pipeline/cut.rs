//! Cuts a long result so that the rest is still valid JSON: between two values, or within a long text.

/// Marks a text that was cut.
const ELLIPSIS: &str = "…";

/// Returns the beginning of a result longer than `max_bytes`, closed so that it is valid JSON, with the original size
/// and a hint how to read on. Returns `None` if the result is short enough.
pub(super) fn cut(result: &str, max_bytes: usize, call_id: &str) -> Option<String> {
    if result.len() <= max_bytes {
        return None;
    }
    let (kept, end) = beginning(result, max_bytes);
    let (offset, size) = (result[..kept].chars().count(), with_commas(result.len()));
    Some(format!(
        "{}{end}\n[to read on: tool_output with call_id '{call_id}' and offset {offset}]\n\
         [output truncated — original size: {size} bytes]",
        &result[..kept]
    ))
}

/// Returns how many bytes of a JSON text are kept, at most `max_bytes`, and the text that closes them.
fn beginning(json: &str, max_bytes: usize) -> (usize, String) {
    let limit = json.floor_char_boundary(max_bytes);
    let mut open = Vec::new();
    // The end of the last whole value, and the brackets that are open there.
    let mut whole = (0, Vec::new());
    // Where the unfinished text begins; for a field's name, which is never cut, this is the limit.
    let mut text = None;
    let mut before = b' ';
    let mut bytes = json.bytes().enumerate().take(limit);
    while let Some((at, byte)) = bytes.next() {
        match (text, byte) {
            (Some(_), b'\\') => {
                let rest = if json.as_bytes().get(at + 1) == Some(&b'u') { 5 } else { 1 };
                if at + rest >= limit {
                    return closed_at(whole, (text, at), &open, limit);
                }
                bytes.by_ref().take(rest).for_each(drop);
            }
            (Some(_), b'"') => text = None,
            (Some(_), _) => {}
            (None, b'"') => {
                let is_name = open.last() == Some(&'}') && before != b':';
                text = Some(if is_name { limit } else { at });
            }
            (None, b'{' | b'[') => {
                open.push(if byte == b'{' { '}' } else { ']' });
                whole = (at + 1, open.clone());
            }
            (None, b'}' | b']') => {
                open.pop();
                whole = (at + 1, open.clone());
            }
            (None, b',') => whole = (at, open.clone()),
            (None, _) => {}
        }
        before = byte;
    }
    closed_at(whole, (text, limit), &open, limit)
}

/// Closes a beginning: at `between` if the text that begins at `text` is a long one, else after the last whole value.
fn closed_at(
    (whole, open_there): (usize, Vec<char>),
    (text, between): (Option<usize>, usize),
    open: &[char],
    limit: usize,
) -> (usize, String) {
    let closing = |open: &[char]| open.iter().rev().collect::<String>();
    match text {
        Some(begins) if limit - begins > limit / 2 => (between, format!("{ELLIPSIS}\"{}", closing(open))),
        _ => (whole, closing(&open_there)),
    }
}

fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn shown(result: &str, max_bytes: usize) -> String {
        cut(result, max_bytes, "call-1").unwrap().lines().next().unwrap().to_owned()
    }

    #[test]
    fn a_list_is_cut_between_its_items() {
        let list = r#"{"success":true,"items":[{"id":1,"name":"oats"},{"id":22,"name":"milk"}],"total":2}"#;
        let table = [
            (82, r#"{"success":true,"items":[{"id":1,"name":"oats"},{"id":22,"name":"milk"}]}"#),
            (71, r#"{"success":true,"items":[{"id":1,"name":"oats"},{"id":22,"name":"milk"}]}"#),
            (69, r#"{"success":true,"items":[{"id":1,"name":"oats"},{"id":22}]}"#),
            (53, r#"{"success":true,"items":[{"id":1,"name":"oats"},{}]}"#),
            (47, r#"{"success":true,"items":[{"id":1,"name":"oats"}]}"#),
            (25, r#"{"success":true,"items":[]}"#),
            (20, r#"{"success":true}"#),
            (3, "{}"),
            (0, ""),
        ];
        for (max, wanted) in table {
            assert_eq!(shown(list, max), wanted, "{max}");
        }
        assert_eq!(cut(list, list.len(), "call-1"), None);
    }

    #[test]
    fn a_long_text_is_cut_between_its_characters() {
        let text = r#"{"m":"a\"b\u00e9c🙂d","n":1}"#;
        let table = [
            (21, r#"{"m":"a\"b\u00e9c🙂…"}"#),
            (20, r#"{"m":"a\"b\u00e9c…"}"#),
            (16, r#"{"m":"a\"b\u00e9…"}"#),
            (15, r#"{"m":"a\"b…"}"#),
        ];
        for (max, wanted) in table {
            assert_eq!(shown(text, max), wanted, "{max}");
        }
    }

    #[test]
    fn whatever_the_limit_what_is_left_is_json_and_tells_where_to_read_on() {
        let results = [
            json!({"success": true, "message": "x\n\"🙂\\".repeat(20), "total": 3}),
            json!({"items": [[1, 2.5, null], {"a": {"b": ["c", "dé", true]}}, "e"], "path": "/shared/ä.pdf"}),
        ];
        for result in results.map(|result| result.to_string()) {
            for max in 1..result.len() {
                let cut = cut(&result, max, "call-1").unwrap();
                let (kept, hint) =
                    cut.split_once("\n[to read on: tool_output with call_id 'call-1'").unwrap();
                serde_json::from_str::<Value>(kept).unwrap_or_else(|error| panic!("{error} in {kept}"));
                let offset: usize = hint.split([' ', ']']).nth(3).unwrap().parse().unwrap();
                let begins: String = result.chars().take(offset).collect();
                assert!(kept.starts_with(&begins) && begins.len() <= max, "{max}: {kept}");
            }
        }
    }

    #[test]
    fn the_size_is_easy_to_read() {
        for (number, shown) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(with_commas(number), shown);
        }
    }
}
