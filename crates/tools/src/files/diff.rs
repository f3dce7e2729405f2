//! Diffs of text files, for people who decide about a change.

use std::time::Duration;

use adjutant_channel::ChatKind;
use similar::TextDiff;

use crate::kit::Context;

/// Lines around each change.
const AROUND: usize = 2;
/// The most bytes of a difference.
const MOST: usize = 20_000;
/// How long the shortest diff is searched for.
const PATIENCE: Duration = Duration::from_millis(500);

/// Returns a unified diff for the details of an approval; empty in a group, where everybody would read the file's
/// content.
pub(super) fn in_prompt(context: &Context, path: &str, before: &str, after: &str) -> String {
    if may_show(context) { unified(path, before, after) } else { String::new() }
}

/// Returns whether the person alone reads what a prompt shows.
pub(super) fn may_show(context: &Context) -> bool {
    context.session.chat_kind == ChatKind::Direct
}

/// Returns a unified diff of two versions of a text, cut after a line.
pub(crate) fn unified(path: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
    let mut text = diff.unified_diff().context_radius(AROUND).header(path, path).to_string();
    if text.len() > MOST {
        let kept = &text[..text.floor_char_boundary(MOST)];
        let end = kept.rfind('\n').unwrap_or(kept.len());
        let more = text[end..].trim().lines().count();
        text.truncate(end);
        text.push_str(&format!("\n{}", adjutant_texts::tools::files::more_lines(more)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_diff_says_how_much_is_left_out() {
        let after: String = (0..5_000).map(|number| format!("line {number}\n")).collect();
        let diff = unified("/shared/a", "", &after);
        assert!(diff.len() < MOST + 50, "{}", diff.len());
        let shown = diff.lines().filter(|line| line.starts_with("+line")).count();
        assert!(diff.ends_with(&format!("\n… and {} more lines", 5_000 - shown)), "{}", &diff[MOST - 50..]);
    }
}
