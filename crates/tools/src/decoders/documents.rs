//! The text of documents: a child process in a jail reads it.

use adjutant_domain::document::{Answer, Document, MOST_TEXT, NAME as COMPUTATION};
use adjutant_sandbox::{Failure, Sandbox};

use super::{LIMITS, WITHIN};

/// The most bytes of the child's answer: JSON can make the text up to twice as long.
const LONGEST_ANSWER: usize = 2 * MOST_TEXT + (64 << 10);

/// Reads a document.
///
/// # Errors
/// Returns an error if no child process can read it.
pub async fn read(sandbox: &Sandbox, bytes: &[u8]) -> Result<Answer, Failure> {
    let answer = sandbox.decode(COMPUTATION, bytes, LIMITS, WITHIN, LONGEST_ANSWER).await?;
    serde_json::from_slice(&answer).map_err(|error| Failure::Io(error.into()))
}

/// Returns what is missing in the jail for documents and pictures, and why; `None` if nothing is.
///
/// # Errors
/// Returns an error if no child process can read them.
pub async fn lacking(sandbox: &Sandbox) -> Result<Option<String>, Failure> {
    sandbox.lacking(COMPUTATION, LIMITS).await
}

/// Some parts of a document, or a piece of one.
#[derive(Debug, Default)]
pub struct Excerpt {
    /// Above each part is a line such as `[page 4]`.
    pub text: String,
    /// How many parts it shows.
    pub shown: usize,
    /// Where the last part is cut, in bytes from its beginning; `None` if it is shown to its end.
    pub cut_at: Option<usize>,
}

/// Returns at most `limit` parts of a document, about `most` bytes. The excerpt begins at the part `first`, without
/// that part's first `offset` bytes.
pub fn excerpt(document: &Document, (first, offset): (usize, usize), limit: usize, most: usize) -> Excerpt {
    let Excerpt { mut text, mut shown, mut cut_at } = Excerpt::default();
    let unit = document.kind.part();
    for (number, part) in (1..).zip(&document.parts).skip(first - 1).take(limit) {
        if text.len() >= most {
            break;
        }
        let name = part.name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
        if document.parts.len() > 1 || part.name.is_some() {
            text.push_str(&format!("[{unit} {number}{name}]\n"));
        }
        let begin = if number == first { part.text.floor_char_boundary(offset) } else { 0 };
        let end = part.text.floor_char_boundary(begin.saturating_add(most.saturating_sub(text.len())));
        text.push_str(&part.text[begin..end]);
        cut_at = (end < part.text.len()).then_some(end);
        text.push_str(if cut_at.is_some() { "…\n" } else { "\n" });
        shown += 1;
    }
    Excerpt { text, shown, cut_at }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::document::{Kind, Part};

    use super::*;

    #[test]
    fn a_part_that_is_too_long_is_read_in_pieces() {
        let part = |text: &str| Part { name: None, text: text.to_owned() };
        let document = Document {
            kind: Kind::Book,
            parts: vec![part("one"), part("grüße"), part("end")],
            is_cut: false,
        };
        let piece = |from, most| {
            let Excerpt { text, shown, cut_at } = excerpt(&document, from, 9, most);
            (text, shown, cut_at)
        };
        let whole = "[chapter 1]\none\n[chapter 2]\ngrüße\n[chapter 3]\nend\n".to_owned();
        assert_eq!(piece((1, 0), 99), (whole, 3, None));
        assert_eq!(piece((2, 0), 15), ("[chapter 2]\ngr…\n".to_owned(), 1, Some(2)));
        assert_eq!(piece((2, 2), 16), ("[chapter 2]\nüß…\n".to_owned(), 1, Some(6)));
        assert_eq!(piece((2, 6), 99), ("[chapter 2]\ne\n[chapter 3]\nend\n".to_owned(), 2, None));
    }
}
