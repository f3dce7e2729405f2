//! Links written out: the address follows the label.

use super::{
    Rich, Style,
    span::{Span, assemble},
};

impl Rich {
    /// Returns the message with the address of each link that `which` selects written out: "the guide (https://…)".
    pub fn with_links_written_out(&self, which: impl Fn(&str) -> bool) -> Self {
        let mut spans = self.spans();
        let mut links: Vec<(Span, String)> = Vec::new();
        spans.retain(|span| match &span.style {
            Style::Link { url } if which(url) => {
                links.push((span.clone(), url.clone()));
                false
            }
            _ => true,
        });
        let mut text = self.text.clone();
        // From the end, so that earlier positions stay valid.
        for (link, url) in links.iter().rev() {
            if shows(&self.text[link.start..link.end], url) {
                continue;
            }
            let address = format!(" ({url})");
            text.insert_str(link.end, &address);
            for span in &mut spans {
                if span.start >= link.end {
                    span.start += address.len();
                }
                if span.end > link.end {
                    span.end += address.len();
                }
            }
        }
        assemble(text, spans)
    }
}

/// Returns whether a label is the address itself.
fn shows(label: &str, url: &str) -> bool {
    let bare = |address: &str| {
        let address = address.trim().trim_end_matches('/').to_lowercase();
        address.split_once("://").map_or(address.clone(), |(_, rest)| rest.to_owned())
    };
    bare(label) == bare(url.strip_prefix("mailto:").unwrap_or(url))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rich::from_markdown;

    #[test]
    fn addresses_stand_behind_their_labels_and_styles_stay_where_they_were() {
        let rich = from_markdown(
            "See **[the guide](https://a.example/x), *now***, or [b.example](https://b.example/).",
        );
        let plain = rich.with_links_written_out(|_| true);
        assert_eq!(plain.text, "See the guide (https://a.example/x), now, or b.example.");
        assert_eq!(plain, {
            let written = Rich::builder().text("See ").bold("the guide (https://a.example/x), now");
            let whole = written.text(", or b.example.").build();
            let mut entities = whole.entities;
            entities.extend(plain.entities.iter().filter(|entity| entity.style == Style::Italic).cloned());
            Rich { text: whole.text, entities }
        });
        let italic = plain.entities.iter().find(|entity| entity.style == Style::Italic).unwrap();
        assert_eq!(&plain.text[italic.offset..italic.offset + italic.length], "now");
    }

    #[test]
    fn only_the_chosen_links_are_written_out() {
        let rich = from_markdown("[one](https://a.example) and [two](https://b.example)");
        let some = rich.with_links_written_out(|url| url.contains("b.example"));
        assert_eq!(some.text, "one and two (https://b.example)");
        assert_eq!(some.entities.len(), 1);
    }
}
