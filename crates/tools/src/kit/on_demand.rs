//! Toolsets on demand: the description of a toolset before its tools are shown to the model.

use adjutant_domain::words;

/// The tool that opens toolsets.
pub const OPENER: &str = "toolset_open";

/// The longest part of a message that is searched for words that open a toolset, in bytes.
const MAX_SAID: usize = 8 * 1024;

/// A toolset whose tools are shown to the model once it is opened for a conversation. Its core tools are always shown.
#[derive(Clone, Debug, Default)]
pub struct OnDemand {
    /// The purpose of the toolset: one line, for the model and for people.
    pub summary: String,
    /// The names of its core tools.
    pub core: &'static [&'static str],
    /// Search words besides those of its summary and its tools, separated by spaces.
    pub tags: &'static str,
    /// Search words in other languages than English, a line for each language.
    pub words: &'static str,
    /// Whether a file from a person opens the toolset.
    pub by_files: bool,
    /// Whether the operator's settings leave the toolset nothing to offer.
    pub lacks_settings: bool,
    by_links: bool,
    /// Words and phrases, folded.
    by_words: Vec<String>,
}

impl OnDemand {
    /// Builds a toolset that only the model opens.
    pub fn new(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }

    /// Sets the core tools.
    pub fn core(mut self, tools: &'static [&'static str]) -> Self {
        self.core = tools;
        self
    }

    /// Sets the search words.
    pub fn tags(mut self, tags: &'static str) -> Self {
        self.tags = tags;
        self
    }

    /// Sets the search words in other languages, a line for each language.
    pub fn words(mut self, words: &'static str) -> Self {
        self.words = words;
        self
    }

    /// Sets whether the operator's settings leave the toolset nothing to offer.
    pub fn lacks_settings(mut self, lacks: bool) -> Self {
        self.lacks_settings = lacks;
        self
    }

    /// Sets the words and phrases that open the toolset when a message has them.
    pub fn opened_by(mut self, words: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.by_words = words.into_iter().map(|word| in_words(word.as_ref())).collect();
        self
    }

    /// Makes any web address in a message open the toolset.
    pub fn opened_by_links(mut self) -> Self {
        self.by_links = true;
        self
    }

    /// Makes any file from a person open the toolset.
    pub fn opened_by_files(mut self) -> Self {
        self.by_files = true;
        self
    }

    /// Returns whether a message plainly needs the toolset.
    pub fn is_needed_by(&self, said: &Said) -> bool {
        self.by_links && said.has_link || self.by_words.iter().any(|words| said.words.contains(words))
    }
}

/// A person's message in the form that toolsets read.
#[derive(Debug)]
pub struct Said {
    /// The words, folded, with one space before and after each.
    words: String,
    has_link: bool,
}

impl Said {
    /// Reads a message, or only the beginning of a long one.
    pub fn of(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(MAX_SAID)];
        let is_link = |word: &str| {
            let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            ["http://", "https://", "www."].iter().any(|start| bare.starts_with(start))
        };
        Self { words: in_words(text), has_link: text.split_whitespace().any(is_link) }
    }
}

/// Returns the words of a text, folded, with one space before and after each.
fn in_words(text: &str) -> String {
    let folded = words::folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| all + word + " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toolset_is_needed_by_whole_words_phrases_and_links() {
        let web = OnDemand::new("").opened_by(["website", "look up", "Märkte"]).opened_by_links();
        let needs = |text: &str| web.is_needed_by(&Said::of(text));
        for text in [
            "Which WEBSITE was it?",
            "please look  up: tides",
            "die markte",
            "read (https://example.com/a)",
            "www.example.com!",
        ] {
            assert!(needs(text), "{text}");
        }
        for text in ["websites", "look it up", "the look: upwards", "httpd", "awww.", ""] {
            assert!(!needs(text), "{text}");
        }
        assert!(!OnDemand::new("").is_needed_by(&Said::of("https://example.com")));
        let long = format!("{} website", "x".repeat(MAX_SAID));
        assert!(!needs(&long), "the work is bounded");
    }
}
