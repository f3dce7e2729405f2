//! Front matter: YAML between two lines of three dashes at the beginning of a text, as in skills and the pages of
//! websites.

use serde::de::DeserializeOwned;

mod write;

pub(crate) use write::yaml;

/// The line before and after the YAML.
pub(crate) const FENCE: &str = "---";

/// Returns the YAML and the text below it; `None` if the two lines of dashes are missing.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    let (first, rest) = text.trim_start_matches('\u{feff}').split_once('\n')?;
    if first.trim_end() != FENCE {
        return None;
    }
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == FENCE {
            return Some((&rest[..end], &rest[end + line.len()..]));
        }
        end += line.len();
    }
    None
}

/// Reads the YAML.
///
/// # Errors
/// Returns what is wrong with the YAML and where, on one line; lines count from its first one.
pub(crate) fn parse<T: DeserializeOwned>(yaml: &str) -> Result<T, String> {
    serde_saphyr::from_str(yaml)
        .map_err(|error| error.to_string().lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;

    fn read(value: &Value) -> Value {
        let written = yaml(value);
        parse(&written).unwrap_or_else(|error| panic!("{error} in\n{written}"))
    }

    #[test]
    fn yaml_is_written_as_people_would() {
        let value = json!({
            "title": "Opening hours",
            "draft": false,
            "weight": 2,
            "description": "",
            "tags": ["boats", "2024", "no", "a: b"],
            "sections": [
                { "template": "hero", "content": { "heading": "Welcome", "text": "One.\n\n- two\n- *three*" } },
                { "template": "hours", "content": {} },
            ],
            "aliases": [],
        });
        insta::assert_snapshot!(yaml(&value), @r#"
        title: Opening hours
        aliases: []
        description: ""
        draft: false
        tags:
          - boats
          - "2024"
          - "no"
          - "a: b"
        weight: 2
        sections:
          - template: hero
            content:
              heading: Welcome
              text: |-
                One.

                - two
                - *three*
          - template: hours
            content: {}
        "#);
        assert_eq!(read(&value), value);
    }

    #[test]
    fn texts_that_look_like_something_else_stay_texts() {
        for text in [
            "",
            " ",
            "~",
            "null",
            "Null",
            "true",
            "Yes",
            "off",
            "1",
            "1.5",
            "0x10",
            "1e3",
            "1_000",
            ".inf",
            "2024-05-01",
            "-",
            "- a",
            "a: b",
            "a:",
            "a #b",
            "#a",
            "&a",
            "*a",
            "!a",
            "%a",
            "@a",
            "`a",
            "'a'",
            "\"a\"",
            "[a]",
            "{a}",
            "|",
            ">",
            "?",
            "---",
            "...",
            "a\n",
            "a\n\n",
            "\na",
            " a\nb",
            "a\n b",
            "a\n  \nb",
            "a\r\nb",
            "\ta\nb",
            "a\tb",
            "\u{feff}a",
            "\u{85}",
            "a\u{2028}b",
            "\u{7f}",
            "\u{0}",
            "\u{fffe}",
            "12:30",
            "=",
            "<<",
            "a\n---\nb",
            "a\n\tb",
            "é…",
            "🙂",
        ] {
            assert_eq!(
                read(&json!({ "text": text, "list": [text, [text]] })),
                json!({ "text": text, "list": [text, [text]] })
            );
            assert!(
                split(&format!("---\n{}---\nrest", yaml(&json!({ "text": text }))))
                    .is_some_and(|(_, rest)| rest == "rest")
            );
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let texts = prop_oneof![
            r"[ -~]{0,12}",
            r"(\PC|\n|\t|\r|:|#|-| |'){0,12}",
            any::<String>(),
            r"([a-z*-]{1,5}\n){0,4}[a-z]{0,3}",
        ];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            texts.clone().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, move |inner| {
            let map = prop::collection::btree_map(
                prop_oneof![r"[a-z_]{1,6}".boxed(), any::<String>().boxed()],
                inner.clone(),
                0..4,
            );
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(Value::from),
                map.prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_it_was(value in values()) {
            let value = Value::Object(Map::from_iter([("value".to_owned(), value)]));
            prop_assert_eq!(read(&value), value);
        }
    }
}
