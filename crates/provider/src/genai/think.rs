//! The reasoning that some servers leave in the content of an answer: a `<think>` block at its beginning.

use std::mem;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Separates an answer from the block before it, in pieces of any size. A tag further down belongs to the answer.
#[derive(Default)]
pub(super) struct Splitter {
    place: Place,
    /// The end of what has arrived, if it may be the beginning of a tag.
    held: String,
    reasoning: String,
}

#[derive(Clone, Copy, Default)]
enum Place {
    /// Nothing but white space, and perhaps the beginning of the opening tag, has arrived.
    #[default]
    Start,
    Reasoning,
    /// The block is closed, and only white space has arrived since.
    Gap,
    Answer,
}

impl Splitter {
    /// Takes a piece and returns the part of the answer that it completes.
    pub(super) fn push(&mut self, piece: &str) -> String {
        self.held.push_str(piece);
        if let Place::Start = self.place {
            let begun = self.held.trim_start();
            if let Some(inside) = begun.strip_prefix(OPEN) {
                self.held = inside.to_owned();
                self.place = Place::Reasoning;
            } else if !OPEN.starts_with(begun) {
                self.place = Place::Answer;
            }
        }
        if let Place::Reasoning = self.place {
            self.reason();
        }
        if let Place::Gap = self.place {
            self.held = self.held.trim_start().to_owned();
            if !self.held.is_empty() {
                self.place = Place::Answer;
            }
        }
        match self.place {
            Place::Answer => mem::take(&mut self.held),
            Place::Start | Place::Reasoning | Place::Gap => String::new(),
        }
    }

    /// Returns the reasoning, and the end of the answer. A block without its closing tag is reasoning up to the end.
    pub(super) fn finish(mut self) -> (String, String) {
        if let Place::Reasoning = self.place {
            self.reasoning.push_str(&mem::take(&mut self.held));
        }
        (self.reasoning.trim().to_owned(), self.held)
    }

    /// Moves the reasoning out of `held`, up to the closing tag or to what may be its beginning.
    fn reason(&mut self) {
        if let Some((inside, after)) = self.held.split_once(CLOSE) {
            self.reasoning.push_str(inside);
            self.held = after.to_owned();
            self.place = Place::Gap;
            return;
        }
        let may_close = (1..CLOSE.len()).rev().find(|length| self.held.ends_with(&CLOSE[..*length]));
        let kept = self.held.split_off(self.held.len() - may_close.unwrap_or(0));
        self.reasoning.push_str(&mem::replace(&mut self.held, kept));
    }
}

/// Returns the reasoning and the answer of a whole content.
pub(super) fn split(content: &str) -> (String, String) {
    let mut splitter = Splitter::default();
    let mut answer = splitter.push(content);
    let (reasoning, rest) = splitter.finish();
    answer.push_str(&rest);
    (reasoning, answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &[(&str, &str, &str)] = &[
        ("<think>\nThey greet.\n</think>\n\nHello.", "They greet.", "Hello."),
        (" \n<think>They greet.</think>Hello.", "They greet.", "Hello."),
        ("<think>\n\n</think>\n\nHello.", "", "Hello."),
        ("<think>a < b </ c </thin d</think>Hello.", "a < b </ c </thin d", "Hello."),
        ("<think>It is ä</think>Ümlaut.", "It is ä", "Ümlaut."),
        // The block has no end, or nothing after it.
        ("<think>I wonder whether </thi", "I wonder whether </thi", ""),
        ("<think>I wonder.</think>\n", "I wonder.", ""),
        // Answers that mention the tag, or begin like it.
        ("`<think>x</think>` is a block.", "", "`<think>x</think>` is a block."),
        ("<think>Tags.</think><think> opens, </think> closes.", "Tags.", "<think> opens, </think> closes."),
        ("  <thin ice>", "", "  <thin ice>"),
        ("<thi", "", "<thi"),
        ("\n", "", "\n"),
        ("", "", ""),
    ];

    #[test]
    fn a_block_before_the_answer_is_reasoning() {
        for (content, reasoning, answer) in CASES {
            assert_eq!(split(content), ((*reasoning).to_owned(), (*answer).to_owned()), "{content:?}");
        }
    }

    #[test]
    fn pieces_may_end_anywhere() {
        for (content, reasoning, answer) in CASES {
            for size in 1..=content.chars().count() {
                let (mut splitter, mut shown) = (Splitter::default(), String::new());
                for piece in content.chars().collect::<Vec<_>>().chunks(size) {
                    shown += &splitter.push(&piece.iter().collect::<String>());
                }
                let (reasoned, rest) = splitter.finish();
                assert_eq!(
                    (reasoned.as_str(), shown + &rest),
                    (*reasoning, (*answer).to_owned()),
                    "{content:?}"
                );
            }
        }
    }
}
