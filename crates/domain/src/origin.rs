//! The sources of content that is not the person's own.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most sources that are distinguished. A text with more of them also has the source [`MANY`].
const MAX_SOURCES: usize = 32;
/// The most characters of one source.
const MAX_SOURCE: usize = 200;
/// The stored name for all sources beyond the first `MAX_SOURCES`.
pub const MANY: &str = "many others";

/// The sources of a text that other people may have written, in the order in which they were met, each once:
/// `example.com`, `a forwarded message`. Empty if all of it is the person's own, or the program's.
///
/// The stored form is one source per line, or NULL if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources(Vec<String>);

impl Sources {
    /// The sources of a person's own text.
    pub const OWN: Self = Self(Vec::new());

    /// Returns these sources and those of `others`.
    #[must_use]
    pub fn and(mut self, others: &Self) -> Self {
        self.extend(others.0.iter().cloned());
        self
    }

    /// Returns these sources without those of `others`.
    #[must_use]
    pub fn without(&self, others: &Self) -> Self {
        Self(self.0.iter().filter(|source| !others.0.contains(source)).cloned().collect())
    }

    /// Returns whether there are no sources: all of the text is the person's own.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the sources in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Returns whether `others` includes all of these sources. This is never so for [`MANY`].
    pub fn are_within(&self, others: &Self) -> bool {
        self.0.iter().all(|source| source != MANY && others.0.contains(source))
    }

    /// Returns the stored form.
    pub fn stored(&self) -> Option<String> {
        (!self.is_empty()).then(|| self.0.join("\n"))
    }

    fn add(&mut self, source: &str) {
        let source: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
        let source: String = source.chars().take(MAX_SOURCE).collect();
        if source.is_empty() || self.0.contains(&source) {
            return;
        }
        match self.0.len() {
            MAX_SOURCES.. => {}
            len if len + 1 == MAX_SOURCES => self.0.push(MANY.to_owned()),
            _ => self.0.push(source),
        }
    }
}

impl From<&str> for Sources {
    /// Returns the one source with this name, on one line.
    fn from(source: &str) -> Self {
        let mut sources = Self::OWN;
        sources.add(source);
        sources
    }
}

impl From<String> for Sources {
    fn from(source: String) -> Self {
        source.as_str().into()
    }
}

impl Extend<String> for Sources {
    fn extend<T: IntoIterator<Item = String>>(&mut self, sources: T) {
        for source in sources {
            self.add(&source);
        }
    }
}

impl<'a> FromIterator<&'a Self> for Sources {
    fn from_iter<T: IntoIterator<Item = &'a Self>>(all: T) -> Self {
        all.into_iter().fold(Self::OWN, Self::and)
    }
}

/// Reads the stored form.
impl<'de> Deserialize<'de> for Sources {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Option::<String>::deserialize(deserializer)?.unwrap_or_default();
        let mut sources = Self::OWN;
        sources.extend(stored.lines().map(str::to_owned));
        Ok(sources)
    }
}

/// Writes the list that people and models read; the stored form is [`Sources::stored`].
impl Serialize for Sources {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Lists the sources for people: `example.com, a forwarded message`.
impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sources: &[&str]) -> Sources {
        sources.iter().map(|source| Sources::from(*source)).collect::<Vec<_>>().iter().collect()
    }

    #[test]
    fn each_source_is_listed_once_in_order() {
        let all = of(&["example.com", "a forwarded message", "example.com"]);
        assert_eq!(all.to_string(), "example.com, a forwarded message");
        assert_eq!(all.stored().as_deref(), Some("example.com\na forwarded message"));
    }

    #[test]
    fn the_stored_form_is_read_back() {
        for sources in [Sources::OWN, of(&["example.com"]), of(&["example.com", "the file a.pdf"])] {
            let stored = serde_json::json!(sources.stored());
            assert_eq!(serde_json::from_value::<Sources>(stored).unwrap(), sources);
        }
    }

    #[test]
    fn a_source_cannot_pass_for_two() {
        assert_eq!(
            Sources::from("example.com\nexample.org").stored().as_deref(),
            Some("example.com example.org")
        );
        assert!(Sources::from(" \n").is_empty());
    }

    #[test]
    fn sources_are_within_those_that_name_them_all() {
        let both = of(&["example.com", "example.org"]);
        assert!(Sources::OWN.are_within(&Sources::OWN));
        assert!(Sources::from("example.org").are_within(&both));
        assert!(!both.are_within(&Sources::from("example.org")));
    }

    #[test]
    fn too_many_sources_are_within_nothing() {
        let hosts: Vec<_> = (0..100).map(|i| format!("{i}.example.com")).collect();
        let many = of(&hosts.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(many.iter().count(), MAX_SOURCES);
        assert!(many.to_string().ends_with(MANY));
        assert!(!many.are_within(&many));
    }
}
