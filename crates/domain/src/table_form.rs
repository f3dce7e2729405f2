//! The form in which a table is sent that is too wide for a phone.

/// The form of wide tables in a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableForm {
    /// Columns in the message.
    #[default]
    Text,
    /// A picture below the message.
    Picture,
    /// A file for spreadsheets below the message.
    File,
}

impl TableForm {
    /// All forms by the names that people use.
    pub const NAMES: [(&str, Self); 3] =
        [("text", Self::Text), ("picture", Self::Picture), ("file", Self::File)];

    /// Returns the form's name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }

    /// Parses a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, it)| *it)
    }
}
