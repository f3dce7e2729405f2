//! What is wrong with a file that is to be imported.

use std::fmt;

/// A field, or a line, that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// `field `date``, `its text`.
    pub(super) subject: String,
    /// What it is, to be read after "is". It may quote the file.
    pub(super) given: String,
    /// To be read before "fits".
    pub(super) fits: String,
}

impl Fault {
    pub(super) fn of(field: &str, given: impl Into<String>, fits: impl Into<String>) -> Self {
        Self { subject: format!("the field `{field}`"), given: given.into(), fits: fits.into() }
    }
}

/// A fault, and the file that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    /// Its path within what is imported.
    pub(super) file: String,
    /// Its place among the Markdown files by path, from 1.
    pub(super) number: usize,
    /// Whether no words in it are other people's. What is said of others neither quotes nor names the file: an error is not
    /// marked as their words.
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
