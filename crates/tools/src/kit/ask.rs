//! What a person is asked before a call runs.

use adjutant_domain::tools::Decider;

/// The question that a person is asked before a call runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalRequest {
    /// What will happen, in one line of plain words.
    pub summary: String,
    /// The relevant arguments, a diff, or a preview of the result; empty where the summary says it all.
    pub preview: String,
    /// Why the tool asks.
    pub reason: String,
    /// What similar calls have in common, such as a host or a folder; `None` where nothing does.
    pub kind: Option<String>,
    /// Who has to decide.
    pub decider: Decider,
}
