//! Texts of compaction.

use adjutant_domain::text::escaped;

use super::{fluent::text, in_a_line, memory};

/// The longest shown part of a summary's first line, in characters.
const SHOWN: usize = 200;

/// The beginning of an answer in a turn that also summarised the conversation. `noted`: the facts saved meanwhile.
pub fn grown(noted: &[String]) -> String {
    with_notes(text!("compact-grown").to_owned(), noted)
}

/// The answer to `/compact` while the summary is being written.
pub fn at_work() -> &'static str {
    text!("compact-at-work")
}

/// The answer to `/compact` while an earlier request waits.
pub fn asked_already() -> &'static str {
    text!("compact-asked-already")
}

/// The answer to `/compact` at its end: the number of summarised turns, and the beginning of the summary.
pub fn done(turns: i64, summary: &str, noted: &[String]) -> String {
    let first = summary.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let first = without_ids(first.trim_start_matches(['-', '#', '*', ' ']));
    let first = escaped(&in_a_line(&first, SHOWN));
    with_notes(text!("compact-done", count = turns, beginning = first), noted)
}

/// Returns a line without the ids that tools return: the model needs them, people do not.
fn without_ids(line: &str) -> String {
    const KINDS: [&str; 6] = ["note", "schedule", "run", "call", "attachment", "session"];
    let is_id = |word: &&str| {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        bare.split_once('-').is_some_and(|(kind, rest)| {
            KINDS.contains(&kind)
                && rest.len() >= 16
                && rest.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
        })
    };
    line.split_whitespace().filter(|word| !is_id(word)).collect::<Vec<_>>().join(" ")
}

/// The answer to `/compact` if there is nothing to summarise.
pub fn nothing() -> &'static str {
    text!("compact-nothing")
}

/// The answer to a `/compact` that was stopped.
pub fn stopped() -> &'static str {
    text!("compact-stopped")
}

/// For the model: the summary, in place of the earlier turns.
pub fn for_model(summary: &str) -> String {
    format!(
        "This stands for the earlier part of the conversation; memory_search with include_conversation finds what was \
         said in it:
{summary}"
    )
}

/// Returns a text with receipts of the saved facts, in Markdown.
fn with_notes(said: String, noted: &[String]) -> String {
    let receipts: Vec<_> = noted.iter().map(|note| memory::remembered(note)).collect();
    let receipts = memory::receipts(&receipts.iter().map(String::as_str).collect::<Vec<_>>());
    if receipts.is_empty() { said } else { format!("{said}\n{receipts}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_shows_as_it_is() {
        assert_eq!(
            without_ids("asked “Oats”; Saved. (note-00112233445566778899aabbccddeeff) In note-taking."),
            "asked “Oats”; Saved. In note-taking."
        );
        let noted = ["The person likes *oats*\nand [nuts](https://example.com).".to_owned()];
        insta::assert_snapshot!(done(2, "\n# Open: *the* booking\nmore", &noted), @r"
        📚 Summarised 2 turns: “Open: \*the\* booking” Everything stays searchable.
        📝 Remembered: “The person likes \*oats\* and \[nuts\](https://example.com).”
        ");
    }
}
