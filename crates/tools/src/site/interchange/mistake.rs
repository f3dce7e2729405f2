//! The mistakes in a file of an import.

use std::fmt;

/// A field, or a line, that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// `field `date``, `its text`.
    pub(super) subject: String,
    /// The description of the value, to be read after "is". It may quote the file.
    pub(super) given: String,
    /// The description of a valid value, to be read before "fits".
    pub(super) fits: String,
}

impl Fault {
    pub(super) fn of(field: &str, given: impl Into<String>, fits: impl Into<String>) -> Self {
        Self { subject: format!("the field `{field}`"), given: given.into(), fits: fits.into() }
    }
}

/// A fault and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// The file's path within the import.
    pub(super) file: String,
    /// The file's number among the Markdown files by path, from 1.
    pub(super) number: usize,
    /// Whether no words in the file are other people's. The message about a file with others' words neither quotes nor
    /// names it, because an error is not marked as untrusted.
    pub(super) is_own: bool,
    pub(super) fault: Fault,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, number, is_own, fault: Fault { subject, given, fits } } = self;
        match is_own {
            true => write!(f, "{file}: {subject} is {given}; {fits} fits"),
            false => write!(
                f,
                "Markdown file {number} by path, which holds other people's words: something does not fit in it; {fits} fits"
            ),
        }
    }
}
