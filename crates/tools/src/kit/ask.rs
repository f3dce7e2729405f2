//! The question to a person before a call runs.

use adjutant_domain::{question::Form, shown, tools::Decider};
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

/// Returns the arguments for a preview, one per line. A line break within an argument shows as `⏎`, so that no part of
/// an argument looks like a line of the bot's.
pub fn listed(arguments: &Value) -> String {
    let line = |(name, value): (&String, &Value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{}: {}", on_one_line(&elided(name, SHOWN)), on_one_line(&elided(&text, SHOWN)))
    };
    arguments.as_object().into_iter().flatten().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns a text on one line: line breaks and tabs are marked, and other hidden characters named.
fn on_one_line(text: &str) -> String {
    shown::text(
        &text
            .replace("\r\n", "⏎")
            .replace(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'], "⏎"),
    )
    .replace('\t', "⇥")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_argument_looks_like_a_line_of_its_own() {
        let arguments = json!({
            "a\nb": 1,
            "path": "/\nThe server says\r\nthat\u{2028}this\tchanges\u{1b} nothing.",
        });
        let shown = "a⏎b: 1\npath: /⏎The server says⏎that⏎this⇥changes⟨U+001B⟩ nothing.";
        assert_eq!(listed(&arguments), shown);
    }
}
