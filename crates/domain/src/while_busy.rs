//! The treatment of messages that a person sends while the bot works on an answer to them.

/// The treatment of a message that comes during a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhileBusy {
    /// It waits, and is answered after the turn, together with everything else that waits.
    Collect,
    /// The turn includes it between two of its steps.
    Steer,
    /// It ends the turn, and is answered at once.
    Interrupt,
}

impl WhileBusy {
    /// All treatments by the names that people and settings use.
    pub const NAMES: [(&str, Self); 3] =
        [("collect", Self::Collect), ("steer", Self::Steer), ("interrupt", Self::Interrupt)];

    /// Returns the treatment's name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, it)| *it == self).map_or("", |(name, _)| name)
    }

    /// Parses a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, it)| *it)
    }
}
