//! The spoken form of an answer: its text as people would read it aloud.

use adjutant_channel::rich::{self, Rich, Style};

use super::fluent::text;

/// The markers at the beginning of a line that nobody reads aloud.
const MARKERS: [&str; 4] = ["• ", "☐ ", "☑ ", "> "];
/// The ends of sentences.
const ENDS: [char; 8] = ['.', '!', '?', '…', '。', '！', '？', '\n'];

/// Returns the spoken form of a Markdown text, in at most `most` characters; `None` if there is nothing to say.
pub fn spoken(markdown: &str, most: usize) -> Option<String> {
    let text = without_code(&rich::from_markdown(markdown));
    let lines = text.lines().map(line).filter(|line| line.chars().any(char::is_alphanumeric));
    let mut said = String::new();
    for line in lines {
        // Consecutive blocks share one remark.
        if !said.ends_with(&line) || ![code(), table()].contains(&line.as_str()) {
            said.push_str(if said.is_empty() { "" } else { "\n" });
            said.push_str(&line);
        }
    }
    (!said.is_empty()).then(|| shortened(said, most))
}

/// The message when an answer could not be spoken.
pub fn not_spoken() -> &'static str {
    text!("voice-not-spoken")
}

/// Says that an answer is not spoken because of the cost.
pub fn not_paid_for() -> &'static str {
    text!("voice-too-dear")
}

/// The words in place of a block of code.
fn code() -> &'static str {
    text!("voice-code")
}

fn table() -> &'static str {
    text!("voice-table")
}

/// The words in place of an address.
fn link() -> &'static str {
    text!("voice-link")
}

/// Returns the text with a remark in place of code and tables.
fn without_code(rich: &Rich) -> String {
    let mut said = String::new();
    let (mut at, mut skipped_to) = (0, 0);
    let blocks: Vec<_> =
        rich.entities.iter().filter(|entity| matches!(entity.style, Style::Pre { .. })).collect();
    for letter in rich.text.chars() {
        if let Some(block) = blocks.iter().find(|block| block.offset == at) {
            skipped_to = block.offset + block.length;
            said.push_str(if is_table(rich, at) { table() } else { code() });
        }
        if at >= skipped_to {
            said.push(letter);
        }
        at += letter.len_utf16();
    }
    said
}

/// Returns whether the block at this offset is a table: its second line is a drawn rule.
fn is_table(rich: &Rich, offset: usize) -> bool {
    let mut at = 0;
    let block = rich.text.chars().skip_while(|letter| {
        at += letter.len_utf16();
        at <= offset
    });
    let block: String = block.collect();
    let drawn = block.lines().nth(1).unwrap_or_default();
    drawn.contains('-') && drawn.chars().all(|letter| matches!(letter, '-' | '+'))
}

/// Returns a line without its list marker, and with words in place of addresses.
fn line(line: &str) -> String {
    let mut rest = line.trim();
    while let Some(after) = MARKERS.iter().find_map(|marker| rest.strip_prefix(marker)) {
        rest = after.trim_start();
    }
    let words = rest.split_whitespace().filter_map(word);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a word in its spoken form; `None` for an address in brackets, which follows its label.
fn word(word: &str) -> Option<String> {
    let Some(start) = ["http://", "https://", "www."].iter().find_map(|scheme| word.find(scheme)) else {
        return Some(word.to_owned());
    };
    let (before, address) = word.split_at(start);
    let end = address.trim_end_matches([')', ']', '>', '.', ',', ';', ':', '!', '?']).len();
    let after = &address[end..];
    match before.ends_with(['(', '<', '[']) {
        true => {
            let kept = before.trim_end_matches(['(', '<', '[']).to_owned()
                + after.trim_start_matches([')', '>', ']']);
            (!kept.is_empty()).then_some(kept)
        }
        false => Some(format!("{before}{}{after}", link())),
    }
}

/// Returns a text that is too long up to the end of a sentence, or of a word, with the remark that there is more.
fn shortened(said: String, most: usize) -> String {
    if said.chars().count() <= most {
        return said;
    }
    let rest = text!("voice-rest");
    let room = most.saturating_sub(rest.chars().count() + 1);
    let beginning: String = said.chars().take(room).collect();
    let sentence =
        beginning.rfind(ENDS).map(|at| at + beginning[at..].chars().next().map_or(0, char::len_utf8));
    // A sentence that ends much earlier would cut too much.
    let end = sentence.filter(|end| *end > beginning.len() / 2).or_else(|| beginning.rfind(' '));
    let kept = beginning[..end.unwrap_or(beginning.len())].trim_end();
    format!("{kept}\n{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 4000;

    #[test]
    fn markup_code_tables_and_addresses_are_not_read_aloud() {
        let markdown = "# Tides\n\n**High tide** is at `nine` 😀, see [the table](https://example.org/t).\n\n\
            - [x] oats, from https://example.org/oats.\n- tea\n\n> Quoted *words*\n\n```sh\nls -la\n```\n\n```\nrm x\n```\n\n\
            | Day | High |\n|---|---|\n| Mon | 9 |\n\n---\n\nThat is all.";
        insta::assert_snapshot!(spoken(markdown, MOST).unwrap(), @"
        Tides
        High tide is at nine 😀, see the table.
        oats, from a link.
        tea
        Quoted words
        The code is in the text.
        The table is in the text.
        That is all.
        ");
    }

    #[test]
    fn there_may_be_nothing_to_say() {
        for markdown in ["", "---", "👍", "<https://example.org>"] {
            assert!(spoken(markdown, MOST).is_none_or(|said| said == link()), "{markdown}");
        }
        assert_eq!(spoken("```\nx\n```", MOST).as_deref(), Some(code()));
    }

    #[test]
    fn a_long_answer_is_cut_at_the_end_of_a_sentence() {
        let long = "Oats are in the pantry. ".repeat(100);
        let said = spoken(&long, 200).unwrap();
        assert!(said.ends_with("pantry.\nThe rest is in the text."), "{said}");
        assert!((150..=200).contains(&said.chars().count()), "{said}");
        let words = spoken(&"öats ".repeat(100), 100).unwrap();
        assert!(words.ends_with("öats\nThe rest is in the text."), "{words}");
        let one = spoken(&"ö".repeat(500), 100).unwrap();
        assert_eq!(one.chars().count(), 100);
    }
}
