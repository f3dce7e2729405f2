use std::{borrow::Cow, fmt};

use serde::Serialize;

/// The longest id of a picture or a collection, in characters.
pub const MAX_PICTURE_ID: usize = 100;

/// A field of a section, or of an entry in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    pub name: Cow<'static, str>,
    pub label: Cow<'static, str>,
    pub required: bool,
    /// The purpose of the field, if the label does not name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Cow<'static, str>>,
    /// The field without which this one has no effect: a button's link needs its label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Cow<'static, str>>,
    #[serde(flatten)]
    pub kind: FieldKind,
}

/// The kind of a field's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FieldKind {
    /// Plain text in one line of at most `max` characters.
    Line {
        max: usize,
    },
    /// Markdown of at most `max` characters.
    Text {
        max: usize,
    },
    /// The id of a picture.
    Image,
    /// The id of a collection.
    Collection,
    /// A link as [`crate::Link::parse`] reads it.
    Link,
    Email,
    Phone,
    /// `2026-11-30`
    Date,
    /// `19:30`
    Time,
    /// Entries with fields of their own.
    List {
        fields: Vec<Field>,
        min: usize,
        max: usize,
    },
    Choice {
        values: Vec<Cow<'static, str>>,
    },
    Flag,
}

impl Field {
    pub(super) fn new(name: &'static str, label: &'static str, kind: FieldKind) -> Self {
        Self { name: name.into(), label: label.into(), required: false, hint: None, needs: None, kind }
    }

    pub(super) fn required(self) -> Self {
        Self { required: true, ..self }
    }

    pub(super) fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(super) fn needs(self, name: &'static str) -> Self {
        Self { needs: Some(name.into()), ..self }
    }
}

/// Shows what fits, for problems: `a line of at most 80 characters`.
impl fmt::Display for FieldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { max } => write!(f, "a line of at most {max} characters"),
            Self::Text { max } => write!(f, "a Markdown text of at most {max} characters"),
            Self::Image => f.write_str("the id of a picture"),
            Self::Collection => f.write_str("the id of a collection"),
            Self::Link => f.write_str(crate::link::FITS),
            Self::Email => f.write_str("a mail address such as alice@example.org"),
            Self::Phone => f.write_str("a telephone number such as +49 30 123456"),
            Self::Date => f.write_str("a date such as 2026-11-30"),
            Self::Time => f.write_str("a time such as 19:30"),
            Self::List { fields, min, max } => {
                let names: Vec<_> = fields.iter().map(|field| &*field.name).collect();
                write!(f, "a list of {min} to {max} entries, each an object with {}", names.join(", "))
            }
            Self::Choice { values } => write!(f, "one of {}", values.join(", ")),
            Self::Flag => f.write_str("true or false"),
        }
    }
}
