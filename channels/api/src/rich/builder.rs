//! Messages composed in code.

use super::{
    Rich, Style,
    span::{Span, assemble},
};

/// Appends styled pieces one after the other; see [`Rich::builder`].
///
/// The pieces are shown verbatim: nothing in them is markup.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct RichBuilder {
    text: String,
    spans: Vec<Span>,
}

impl RichBuilder {
    /// Appends plain text.
    pub fn text(mut self, text: impl AsRef<str>) -> Self {
        self.text.push_str(text.as_ref());
        self
    }

    /// Appends bold text.
    pub fn bold(self, text: impl AsRef<str>) -> Self {
        self.styled(Style::Bold, text)
    }

    /// Appends italic text.
    pub fn italic(self, text: impl AsRef<str>) -> Self {
        self.styled(Style::Italic, text)
    }

    /// Appends code inside a line.
    pub fn code(self, text: impl AsRef<str>) -> Self {
        self.styled(Style::Code, text)
    }

    /// Appends a block of code in `language`, which may be empty. Line breaks around it are up to the caller.
    pub fn pre(self, language: impl Into<String>, text: impl AsRef<str>) -> Self {
        self.styled(Style::Pre { language: language.into() }, text)
    }

    /// Appends a link.
    pub fn link(self, text: impl AsRef<str>, url: impl Into<String>) -> Self {
        self.styled(Style::Link { url: url.into() }, text)
    }

    /// Appends a quotation.
    pub fn quote(self, text: impl AsRef<str>) -> Self {
        self.styled(Style::Quote, text)
    }

    /// Appends text in one style.
    pub fn styled(mut self, style: Style, text: impl AsRef<str>) -> Self {
        let start = self.text.len();
        self.text.push_str(text.as_ref());
        self.spans.push(Span { start, end: self.text.len(), style });
        self
    }

    /// Appends another message with its entities.
    pub fn rich(mut self, rich: &Rich) -> Self {
        let base = self.text.len();
        self.text.push_str(&rich.text);
        self.spans.extend(rich.spans().into_iter().map(|span| Span {
            start: base + span.start,
            end: base + span.end,
            style: span.style,
        }));
        self
    }

    /// Returns the message.
    pub fn build(self) -> Rich {
        assemble(self.text, self.spans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rich::{Entity, from_markdown};

    #[test]
    fn pieces_become_entities_in_utf16_units() {
        let rich = Rich::builder()
            .text("👋 ")
            .bold(" Fetch ")
            .text("from ")
            .code("example.org")
            .italic("")
            .text("\n")
            .rich(&from_markdown("*🦀* and ~~C~~"))
            .build();

        assert_eq!(rich.text, "👋  Fetch from example.org\n🦀 and C");
        assert_eq!(
            rich.entities,
            [
                Entity { offset: 4, length: 5, style: Style::Bold },
                Entity { offset: 15, length: 11, style: Style::Code },
                Entity { offset: 27, length: 2, style: Style::Italic },
                Entity { offset: 34, length: 1, style: Style::Strike },
            ]
        );
    }
}
