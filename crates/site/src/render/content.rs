//! The content of a section in the form for its template.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use minijinja::Value;
use serde_json::{Map, Value as Json};

use super::{page::Place, views::LinkView};
use crate::{
    model::Section,
    template::{DAYS, Field, FieldKind},
};

impl Place<'_, '_> {
    /// Returns the values of the fields by name, without missing and invalid ones. `below` is the level of headings
    /// within texts, `named` is the section's name in problems, and choices add classes to the section.
    pub(super) fn content(
        &self,
        fields: &[Field],
        section: &Section,
        below: u8,
        named: &str,
        classes: &mut Vec<String>,
    ) -> Value {
        for field in fields {
            if let FieldKind::Choice { values } = &field.kind
                && let Some(chosen) = section.content.get(&*field.name).and_then(Json::as_str)
                && values.iter().any(|value| value == chosen)
            {
                classes.push(format!("{}-{chosen}", field.name));
            }
        }
        self.object(fields, &section.content, below, &format!("{named}: "))
    }

    fn object(&self, fields: &[Field], content: &Map<String, Json>, below: u8, prefix: &str) -> Value {
        let mut values = BTreeMap::new();
        for field in fields {
            let path = format!("{prefix}{}", field.name);
            let value = match (&field.kind, content.get(&*field.name)) {
                (FieldKind::Flag, Some(Json::Bool(flag))) => Some((*flag).into()),
                (FieldKind::List { fields, .. }, Some(Json::Array(entries))) => {
                    let entries = entries.iter().enumerate().filter_map(|(index, entry)| {
                        let below = (below + 1).min(6);
                        Some(self.object(fields, entry.as_object()?, below, &format!("{path}[{index}].")))
                    });
                    Some(entries.collect())
                }
                (kind, Some(Json::String(text))) if !text.trim().is_empty() => {
                    self.text(kind, text.trim(), below, &path)
                }
                _ => None,
            };
            values.extend(value.map(|value| (field.name.to_string(), value)));
        }
        Value::from(values)
    }

    fn text(&self, kind: &FieldKind, text: &str, below: u8, path: &str) -> Option<Value> {
        match kind {
            FieldKind::Line { .. } | FieldKind::Time => Some(text.into()),
            FieldKind::Text { .. } => Some(self.markdown(text, below, path)),
            FieldKind::Image => self.picture(text, path).map(Value::from_object),
            FieldKind::Collection => self.collection(text, below, path),
            FieldKind::Link => self.link(text, path).map(|href| link(href, text)),
            FieldKind::Email => Some(link(format!("mailto:{text}"), text)),
            FieldKind::Phone => {
                let number: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
                Some(link(format!("tel:{number}"), text))
            }
            FieldKind::Date => {
                let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
                Some(Value::from_serialize(self.rendering.words.date_view(date)))
            }
            FieldKind::Choice { values } => {
                let value = values.iter().find(|value| *value == text)?;
                let day =
                    DAYS.iter().position(|day| day == value).and_then(|day| self.rendering.words.day(day));
                let text = day.unwrap_or(value);
                Some(Value::from_iter([("key", &**value), ("text", text)]))
            }
            FieldKind::List { .. } | FieldKind::Flag => None,
        }
    }
}

fn link(href: String, text: &str) -> Value {
    Value::from_object(LinkView { href, text: text.to_owned() })
}
