//! Calls that do not fit their prompt: the messages above it, or a file, show the tools' texts in full. A tool may
//! leave out a part of long arguments, and says how much; the details contain that part.

use adjutant_channel::Rich;

use super::{CALLS, Share};
use crate::fluent::text;

/// By how much a call may exceed [`CALLS`]: on a platform with its own markup, escapes before punctuation take room
/// too.
const MARKS: usize = 100;

/// Returns whether a prompt shows all of these calls on every platform: the summary, the preview and the reason of
/// each.
pub fn fits<'a>(calls: impl IntoIterator<Item = [&'a str; 3]>) -> bool {
    let whole = Share::WHOLE;
    let mut room = CALLS + MARKS;
    calls.into_iter().all(|[summary, preview, reason]| {
        let texts = [(summary, whole.summary), (preview, whole.preview), (reason, whole.reason)];
        let units = |text: &str| text.encode_utf16().count();
        let marks = |text: &str| text.chars().filter(char::is_ascii_punctuation).count();
        // The preview is code, in which nothing is escaped.
        let takes =
            texts.map(|(text, _)| units(text) + 1).iter().sum::<usize>() + marks(summary) + marks(reason);
        let is_left = room >= takes;
        room = room.saturating_sub(takes);
        is_left && texts.iter().all(|(text, most)| text.chars().count() <= *most)
    })
}

/// The calls that do not fit the prompt, in Markdown: the whole summary, preview and reason of each.
pub fn in_whole<'a>(calls: impl IntoIterator<Item = [&'a str; 3]>) -> String {
    let each = calls.into_iter().map(|texts| {
        let text = texts.map(str::trim_end).into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
        let text = text.join("\n\n");
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
        let fence = "`".repeat(longest.max(2) + 1);
        format!("{fence}\n{text}\n{fence}")
    });
    format!("{}\n\n{}", text!("approval-whole-above"), each.collect::<Vec<_>>().join("\n\n"))
}

/// The line below the beginning of a text that is too long for messages.
pub fn whole_in_file(beginning: &Rich) -> Rich {
    Rich::builder().rich(beginning).text("\n\n").italic(text!("approval-whole-in-file")).build()
}

/// The line of a prompt that shows only a part of its calls.
pub(super) fn above() -> &'static str {
    text!("approval-part-above")
}

/// The line of a list that shows only a part of a call.
pub(super) fn below_its_prompt() -> &'static str {
    text!("approval-part-below-its-prompt")
}

/// The answer to a press that would approve a call that nobody could read in full.
pub fn not_shown() -> &'static str {
    text!("approval-not-shown")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_marks_make_too_long_does_not_fit() {
        assert!(fits([["a".repeat(500).as_str(), "", "why"]]));
        assert!(!fits([["a".repeat(501).as_str(), "", "why"]]));
        let (plain, marked) = ("a".repeat(500), "*".repeat(500));
        let preview = "-".repeat(600);
        assert!(fits([[plain.as_str(), &preview, "why"]]));
        assert!(!fits([[marked.as_str(), &preview, "why"]]));
        let two = [plain.as_str(), "", "why"];
        assert!(fits([two, two]) && !fits([two, two, two]));
    }

    #[test]
    fn no_text_ends_its_block() {
        assert_eq!(
            in_whole([["Run: echo ```", "", "It can."]]),
            "More of what I ask about below:\n\n````\nRun: echo ```\n\nIt can.\n````"
        );
    }
}
