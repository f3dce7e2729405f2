use std::fmt;

use serde::Serialize;

/// A value that does not fit: its place, what was given, and what fits there. It displays as one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The path of the field, such as `items[2].title`, with the page before it if a whole site was checked.
    pub field: String,
    /// What was given, to be read after "is": `missing`, `a text of 130 characters`.
    pub given: String,
    /// What fits, to be read before "fits": `a line of at most 80 characters`.
    pub fits: String,
}

impl Problem {
    pub(crate) fn new(field: impl Into<String>, given: impl Into<String>, fits: impl Into<String>) -> Self {
        Self { field: field.into(), given: given.into(), fits: fits.into() }
    }

    /// Returns the same problem with `within` put before its field.
    pub(crate) fn within(mut self, within: &str) -> Self {
        self.field = format!("{within}: {}", self.field);
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is {}; {} fits.", self.field, self.given, self.fits)
    }
}
