//! Text with entities: a message's text, free of any markup language.

mod builder;
mod links;
mod markdown;
mod span;
mod split;
mod table;
#[cfg(test)]
mod testing;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use self::span::{Span, assemble};

pub use builder::RichBuilder;
pub use markdown::{from_markdown, tables};
pub use pulldown_cmark::Alignment;
pub use split::Unit;
pub use table::Table;

/// Plain text, and its spans that look different.
///
/// Everything that creates a `Rich` here keeps to the rules of the strictest platform, Telegram:
/// - spans are ordered by offset, outer before inner; of two that overlap, one contains the other;
/// - a span is inside the text, on character boundaries, not empty, and neither begins nor ends with white space
///   (but a [`Style::Pre`] keeps the indentation of its first line, and a [`Style::Quote`] that begins with one, too);
/// - [`Style::Code`] and [`Style::Pre`] contain no span and are inside none but a [`Style::Quote`];
/// - no style is inside itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rich {
    /// The text as people read it.
    pub text: String,
    /// The spans.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<Entity>,
}

/// A span of the text. Offsets and lengths are UTF-16 code units, the unit of Telegram and of browsers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// The offset of its first character.
    pub offset: usize,
    /// Its length.
    pub length: usize,
    /// Its style.
    #[serde(flatten)]
    pub style: Style,
}

/// How a span looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "style", rename_all = "snake_case")]
pub enum Style {
    /// Bold.
    Bold,
    /// Italic.
    Italic,
    /// Struck through.
    Strike,
    /// Code inside a line.
    Code,
    /// A block of code, or a table set in columns.
    Pre {
        /// The language named on the fence; empty for none.
        language: String,
    },
    /// A link.
    Link {
        /// The target URL.
        url: String,
    },
    /// A quotation.
    Quote,
    /// A folded remark, which a person opens to read in full. It contains no span.
    Folded,
    /// A person; the text is their name. A platform that knows the person shows a mention.
    Person {
        /// The platform's id of the person.
        id: String,
        /// Whether the message notifies them.
        notify: bool,
    },
    /// A channel of the platform; the text is its name.
    Place {
        /// The platform's id of the channel.
        id: String,
    },
}

impl Rich {
    /// Returns text without entities.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), entities: Vec::new() }
    }

    /// Returns the message with more spans, by byte offsets. They may be inside others, but contain none.
    pub fn with_spans(&self, more: impl IntoIterator<Item = (Range<usize>, Style)>) -> Self {
        let mut spans = self.spans();
        spans.extend(more.into_iter().map(|(range, style)| Span {
            start: range.start,
            end: range.end,
            style,
        }));
        assemble(self.text.clone(), spans)
    }

    /// Returns the text without its folded spans.
    pub fn unfolded(&self) -> String {
        let mut text = self.text.clone();
        for span in self.spans().into_iter().rev().filter(|span| span.style == Style::Folded) {
            text.replace_range(span.start..span.end, "");
        }
        text.trim().to_owned()
    }

    /// Returns a builder that composes a message from styled pieces.
    pub fn builder() -> RichBuilder {
        RichBuilder::default()
    }
}
