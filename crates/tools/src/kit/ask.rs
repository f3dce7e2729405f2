//! The question to a person before a call runs.

use adjutant_domain::{question::Form, tools::Decider};
use adjutant_texts::elided;
use serde_json::Value;

/// Characters of an argument shown in an approval prompt, unless the tool writes its own summary.
const SHOWN: usize = 300;

/// The question to a person before a call runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalRequest {
    /// What will happen, in one line of plain words.
    pub summary: String,
    /// The relevant arguments, a diff, or a preview of the result; empty if the summary is enough.
    pub preview: String,
    /// Why the tool asks.
    pub reason: String,
    /// The common property of similar calls, such as a host or a folder; `None` if there is none.
    pub kind: Option<String>,
    /// Who has to decide.
    pub decider: Decider,
    /// A digest of the present state of what the call would change; `None` if it changes nothing that exists.
    pub basis: Option<String>,
    /// The form of the answer, if the summary is a question of the model: the call then only returns the answer.
    pub question: Option<Form>,
}

/// Returns the arguments for a preview, one per line.
pub fn listed(arguments: &Value) -> String {
    let line = |(name, value): (&String, &Value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{name}: {}", elided(&text, SHOWN))
    };
    arguments.as_object().into_iter().flatten().map(line).collect::<Vec<_>>().join("\n")
}
