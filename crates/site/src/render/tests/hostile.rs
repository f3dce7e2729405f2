//! Content that tries to become markup.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Map;

use super::*;
use crate::template::{DAYS, Field, FieldKind};

/// Texts that try to become markup.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "\"><evil evil=1>",
        "' evil='1",
        "<script>evil()</script>",
        "<img src=x evil=1>",
        "</section></main></title></style>",
        "<!-- ",
        "-->",
        "]]>",
        "](javascript:evil)",
        "[x](",
        "![x](",
        "<javascript:evil>",
        "javascript:evil()",
        "data:text/html,<evil>",
        "https://example.org/\"evil=1",
        "&lt;evil&gt;",
        "&#60;evil&#62;",
        "{{ evil }}",
        "{% evil %}",
        "\n\n",
        "\n    ",
        "\n| a | b |\n|:-:|--|\n| c | d |\n",
        "```evil\" evil=1\n",
        "# ",
        "\u{0}",
        "\u{b}",
        "\u{85}",
        "\u{202e}",
        "`",
        "\\",
        "a b",
    ]);
    prop::collection::vec(pieces, 1..6).prop_map(|pieces| pieces.concat())
}

/// Content with a hostile text in every field that can hold one.
fn hostile_content(fields: &[Field], texts: &mut impl Iterator<Item = String>) -> Map<String, Value> {
    let mut content = Map::new();
    for field in fields {
        let text = texts.next().unwrap();
        let value = match &field.kind {
            FieldKind::List { fields, .. } => {
                Value::Array((0..2).map(|_| Value::Object(hostile_content(fields, texts))).collect())
            }
            FieldKind::Flag => true.into(),
            FieldKind::Image if text.len().is_multiple_of(2) => "court".into(),
            FieldKind::Collection if text.len().is_multiple_of(2) => "c-1".into(),
            FieldKind::Date if text.len().is_multiple_of(2) => "2026-03-01".into(),
            FieldKind::Choice { .. } if text.len().is_multiple_of(2) => DAYS[0].into(),
            _ => text.into(),
        };
        content.insert(field.name.to_string(), value);
    }
    content
}

/// Checks that a page has only elements and attributes that this crate uses.
pub(super) fn assert_harmless(path: &str, html: &str) {
    let tags: BTreeSet<&str> = "html head meta title link body a header p nav ul ol li main footer section article div h1 \
                                h2 h3 h4 h5 h6 picture source img figure figcaption blockquote cite span details summary \
                                address strong em del br hr form input label textarea button table thead tbody tr th td \
                                small time pre code"
        .split_whitespace()
        .collect();
    let names: BTreeSet<&str> = "lang charset name content rel href type title class id aria-label aria-current alt src \
                                 srcset sizes width height loading decoding datetime role tabindex scope method action \
                                 value for rows maxlength required disabled autocomplete property http-equiv start aria-invalid \
                                 aria-describedby"
        .split_whitespace()
        .collect();
    for (tag, attributes) in elements(html) {
        assert!(tags.contains(&*tag), "{path} has <{tag}>: {html}");
        for (name, value) in attributes {
            assert!(names.contains(&*name), "{path} has {name}={value:?} in <{tag}>: {html}");
            let address = matches!(&*name, "href" | "src" | "action");
            let scheme = value
                .split_once(':')
                .map(|(scheme, _)| scheme)
                .filter(|scheme| !scheme.contains(['/', '#', '?']));
            let fits = scheme.is_none_or(|scheme| matches!(scheme, "http" | "https" | "mailto" | "tel"));
            assert!(!address || fits, "{path} has {name}={value:?}: {html}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn hostile_values_stay_texts(texts in prop::collection::vec(hostile(), 24)) {
        let mut texts = texts.into_iter().cycle();
        let sections = templates().iter().map(|template| Section {
            id: texts.next().unwrap(),
            template: template.key.to_string(),
            content: hostile_content(&template.fields, &mut texts),
        });
        let mut site = site(sections.collect());
        let mut next = || texts.next().unwrap();
        site.title = next();
        site.description = next();
        site.pages[1].title = next();
        site.pages[1].description = Some(next());
        site.pictures[0].alt = next();
        site.pictures[0].caption = Some(next());
        site.collections[0].description = Some(next());
        for entry in &mut site.collections[0].entries {
            let (title, summary, body) = (next(), Some(next()), Some(next()));
            *entry = Entry { title, summary, body, link: Some(next()), ..entry.clone() };
        }
        site.contact_form = Some(Url::parse("https://bot.example/?a=\"b&c='d'").unwrap());
        site.posts = vec![Post {
            title: next(), excerpt: Some(next()), body: next(), author: Some(next()), tags: vec![next()], ..post("new", 3)
        }];
        site.navigation = (0..3)
            .map(|_| NavigationItem { label: next(), target: NavigationTarget::Url(next()) })
            .collect();
        for mode in [Mode::Published, Mode::Preview] {
            for (path, content) in render(&site, mode).files {
                let content = String::from_utf8(content).unwrap();
                if path.ends_with(".html") {
                    assert_harmless(&path, &content);
                } else {
                    prop_assert!(!content.contains("<evil") && !content.contains("<script"), "{}: {}", path, content);
                }
            }
        }
    }
}
