//! What a person is asked before a call runs.

use adjutant_domain::tools::Decider;

/// What the person is asked before a call runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// What will happen, in one line of plain words.
    pub summary: String,
    /// What matters of the arguments, a diff, or what it would look like; empty where the summary says it all.
    pub preview: String,
    /// Why it asks.
    pub reason: String,
    /// What calls like this one have in common, such as a host or a folder; `None` where nothing does.
    pub kind: Option<String>,
    /// Who has to decide.
    pub decider: Decider,
}
