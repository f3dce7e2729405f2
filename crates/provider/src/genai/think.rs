//! The reasoning that some servers leave in the content of an answer: a `<think>` block at its beginning. Where the
//! template of a model puts the opening tag into the prompt, only the closing tag arrives.

use std::mem;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Separates an answer from the block before it, in pieces of any size. A tag in quotation marks or in code, and a tag
/// further down, belong to the answer.
#[derive(Default)]
pub(super) struct Splitter {
    place: Place,
    /// The end of what has arrived, if it may be the beginning of a tag.
    held: String,
    reasoning: String,
    answer: String,
    /// Whether the model has been seen to begin within a block: what arrives is held back until the block ends.
    expects_block: bool,
    /// Whether a block without an opening tag has ended.
    has_unopened: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    /// Nothing but white space, and perhaps the beginning of the opening tag, has arrived.
    #[default]
    Start,
    Reasoning,
    /// No tag has arrived: this is the answer, or a block that the prompt has opened.
    Either,
    /// The block is closed, and only white space has arrived since.
    Gap,
    Answer,
}

/// A content in its two parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Separated {
    pub reasoning: String,
    pub answer: String,
    /// Whether the content began within a block; `None` if it does not show that.
    pub began_within: Option<bool>,
}

impl Splitter {
    /// `expects_block`: whether the model has been seen to begin within a block.
    pub(super) fn new(expects_block: bool) -> Self {
        Self { expects_block, ..Self::default() }
    }

    /// Takes a piece. Returns the answer so far if it has changed: it is empty again where what seemed to be the answer
    /// turns out to be reasoning.
    pub(super) fn push(&mut self, piece: &str) -> Option<&str> {
        let before = self.shown().len();
        let had_unopened = self.has_unopened;
        self.held.push_str(piece);
        if self.place == Place::Start {
            self.begin();
        }
        if self.place == Place::Reasoning {
            self.reason();
        }
        if self.place == Place::Either {
            self.look_for_end(false);
        }
        if self.place == Place::Gap {
            self.held = self.held.trim_start().to_owned();
            if !self.held.is_empty() {
                self.place = Place::Answer;
            }
        }
        if self.place == Place::Answer {
            self.answer.push_str(&mem::take(&mut self.held));
        }
        let is_changed = self.shown().len() != before || self.has_unopened != had_unopened && before > 0;
        is_changed.then(|| self.shown())
    }

    /// Returns the parts. `is_cut`: whether the model reached its limit. A block without its closing tag is reasoning
    /// up to the end.
    pub(super) fn finish(mut self, is_cut: bool) -> Separated {
        if self.place == Place::Either {
            self.look_for_end(true);
        }
        let rest = mem::take(&mut self.held);
        match self.place {
            Place::Reasoning => self.reasoning.push_str(&rest),
            _ => self.answer.push_str(&rest),
        }
        let is_open = self.place == Place::Either && self.expects_block && is_cut;
        if is_open {
            self.reasoning = mem::take(&mut self.answer);
        }
        let began_within = match self.place {
            _ if self.has_unopened => Some(true),
            Place::Either if !is_cut && !self.answer.trim().is_empty() => Some(false),
            _ => None,
        };
        Separated { reasoning: self.reasoning.trim().to_owned(), answer: self.answer, began_within }
    }

    /// Returns the answer so far, as [`Self::push`] does.
    pub(super) fn shown(&self) -> &str {
        if self.place == Place::Either && self.expects_block { "" } else { &self.answer }
    }

    fn begin(&mut self) {
        let begun = self.held.trim_start();
        if let Some(inside) = begun.strip_prefix(OPEN) {
            self.held = inside.to_owned();
            self.place = Place::Reasoning;
        } else if !OPEN.starts_with(begun) {
            self.place = Place::Either;
        }
    }

    /// Moves the reasoning out of `held`, up to the closing tag or to what may be its beginning.
    fn reason(&mut self) {
        if let Some((inside, after)) = self.held.split_once(CLOSE) {
            self.reasoning.push_str(inside);
            self.held = after.to_owned();
            self.place = Place::Gap;
            return;
        }
        let kept = self.held.split_off(self.held.len() - begun_at_end(&self.held, CLOSE));
        self.reasoning.push_str(&mem::replace(&mut self.held, kept));
    }

    /// Moves the answer out of `held`, up to a tag or to what may be its beginning. A closing tag ends a block that the
    /// prompt has opened: what seemed to be the answer was reasoning. After an opening tag, a closing one is its pair.
    fn look_for_end(&mut self, is_whole: bool) {
        while let Some((at, tag)) = first_tag(&self.held) {
            let after = &self.held[at + tag.len()..];
            if after.is_empty() && !is_whole {
                // The next character may be a quotation mark.
                self.answer.extend(self.held.drain(..at));
                return;
            }
            let is_quoted = after.starts_with(is_mark);
            self.answer.extend(self.held.drain(..at));
            // A model that begins within a block may write in there whatever it likes.
            let is_mentioned =
                !self.expects_block && is_in_code(&self.answer) || self.expects_block && tag == OPEN;
            if is_quoted || is_mentioned || self.answer.ends_with(is_mark) {
                self.answer.extend(self.held.drain(..tag.len()));
            } else if tag == OPEN {
                self.place = Place::Answer;
                return;
            } else {
                self.held.drain(..tag.len());
                self.reasoning = mem::take(&mut self.answer);
                (self.has_unopened, self.place) = (true, Place::Gap);
                return;
            }
        }
        let kept = begun_at_end(&self.held, OPEN).max(begun_at_end(&self.held, CLOSE));
        let kept = if is_whole { 0 } else { kept };
        self.answer.extend(self.held.drain(..self.held.len() - kept));
    }
}

/// Returns the place of the first tag in a text, and the tag.
fn first_tag(text: &str) -> Option<(usize, &'static str)> {
    [OPEN, CLOSE].into_iter().filter_map(|tag| Some((text.find(tag)?, tag))).min()
}

/// Returns how many bytes at the end of a text may be the beginning of a tag.
fn begun_at_end(text: &str, tag: &str) -> usize {
    (1..tag.len()).rev().find(|length| text.ends_with(&tag[..*length])).unwrap_or(0)
}

fn is_mark(c: char) -> bool {
    matches!(c, '`' | '"' | '\'' | '“' | '”' | '„' | '«' | '»')
}

/// Returns whether the end of a text is within a block of code.
fn is_in_code(text: &str) -> bool {
    text.matches("```").count() % 2 == 1
}

/// Returns the parts of a whole content; see [`Splitter::finish`].
pub(super) fn split(content: &str, is_cut: bool, expects_block: bool) -> Separated {
    let mut splitter = Splitter::new(expects_block);
    splitter.push(content);
    splitter.finish(is_cut)
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
        // The prompt has opened the block.
        ("They greet.\n</think>\n\nHello.", "They greet.", "Hello."),
        ("They greet.</think>Hello.", "They greet.", "Hello."),
        (
            "They want `</think>`. a < b </ c\n</think>\nHello </think>.",
            "They want `</think>`. a < b </ c",
            "Hello </think>.",
        ),
        ("</think>\n\nHello.", "", "Hello."),
        ("They greet.\n</think>", "They greet.", ""),
        // Answers that quote the tag, or begin like it.
        ("`<think>x</think>` is a block.", "", "`<think>x</think>` is a block."),
        ("<think>Tags.</think><think> opens, </think> closes.", "Tags.", "<think> opens, </think> closes."),
        ("The tag `</think>` ends it.", "", "The tag `</think>` ends it."),
        ("“</think>” ends it", "", "“</think>” ends it"),
        ("  <thin ice>", "", "  <thin ice>"),
        ("<thi", "", "<thi"),
        ("It ends with </think", "", "It ends with </think"),
        ("\n", "", "\n"),
        ("", "", ""),
    ];

    #[test]
    fn a_block_before_the_answer_is_reasoning() {
        for (content, reasoning, answer) in CASES {
            for expects_block in [false, true] {
                let parts = split(content, false, expects_block);
                assert_eq!(
                    (parts.reasoning.as_str(), parts.answer.as_str()),
                    (*reasoning, *answer),
                    "{content:?}"
                );
            }
        }
    }

    #[test]
    fn an_answer_may_show_a_block_and_reasoning_may_too() {
        for content in ["A block: <think>x</think> it is.", "So:\n```\nx\n</think>\n```\nIt is."] {
            assert_eq!(split(content, false, false).answer, content);
            assert_eq!(split(content, false, true).began_within, Some(true), "{content}");
        }
    }

    #[test]
    fn pieces_may_end_anywhere() {
        for (content, reasoning, answer) in CASES {
            for size in 1..=content.chars().count() {
                let (mut splitter, mut shown) = (Splitter::default(), String::new());
                for piece in content.chars().collect::<Vec<_>>().chunks(size) {
                    if let Some(so_far) = splitter.push(&piece.iter().collect::<String>()) {
                        so_far.clone_into(&mut shown);
                    }
                }
                let parts = splitter.finish(false);
                assert_eq!(
                    (parts.reasoning.as_str(), parts.answer.as_str()),
                    (*reasoning, *answer),
                    "{content:?}"
                );
                // A tag at the very end is only known at the end.
                assert!(answer.is_empty() || answer.starts_with(&shown), "{content:?}: {shown:?}");
            }
        }
    }

    #[test]
    fn a_model_that_begins_within_a_block_shows_nothing_before_its_end() {
        let mut splitter = Splitter::new(true);
        assert_eq!(splitter.push("They greet."), None);
        assert_eq!(splitter.push("</think>\n\nHel"), Some("Hel"));
        assert_eq!(splitter.push("lo."), Some("Hello."));
        assert_eq!(splitter.finish(false).began_within, Some(true));
        // It answered without a block, or came to its limit within it.
        for (is_cut, reasoning, answer, began_within) in
            [(false, "", "Hello.", Some(false)), (true, "Hello.", "", None)]
        {
            let (reasoning, answer) = (reasoning.to_owned(), answer.to_owned());
            assert_eq!(split("Hello.", is_cut, true), Separated { reasoning, answer, began_within });
        }
    }

    #[test]
    fn what_seemed_to_be_the_answer_is_taken_back() {
        let mut splitter = Splitter::default();
        assert_eq!(splitter.push("They greet.\n</thi"), Some("They greet.\n"));
        assert_eq!(splitter.push("nk>\n"), Some(""));
        assert_eq!(splitter.push("\nHello."), Some("Hello."));
    }
}
