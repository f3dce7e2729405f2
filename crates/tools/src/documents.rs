//! The text of documents: a child process in a jail reads it.

use std::time::Duration;

use adjutant_domain::document::{Answer, Document, MOST_TEXT, NAME as COMPUTATION};
use adjutant_sandbox::{Failure, Limits, Sandbox};

/// What the child may use. It has its program's own memory besides.
const LIMITS: Limits = Limits { memory: 512 << 20, cpu: 30, processes: 0, file: 0, open_files: 16 };
/// How long the child may take once its jail holds.
const WITHIN: Duration = Duration::from_secs(40);
/// The most bytes of its answer: of text, JSON takes up to twice as many.
const LONGEST_ANSWER: usize = 2 * MOST_TEXT + (64 << 10);

/// Reads a document.
///
/// # Errors
/// Returns an error if no child process can read it.
pub async fn read(sandbox: &Sandbox, bytes: &[u8]) -> Result<Answer, Failure> {
    let answer = sandbox.decode(COMPUTATION, bytes, LIMITS, WITHIN, LONGEST_ANSWER).await?;
    serde_json::from_slice(&answer).map_err(|error| Failure::Io(error.into()))
}

/// Returns what the jail lacks in which documents and pictures are read, and why; `None` if nothing.
///
/// # Errors
/// Returns an error if no child process can read them.
pub async fn lacking(sandbox: &Sandbox) -> Result<Option<String>, Failure> {
    sandbox.lacking(COMPUTATION, LIMITS).await
}

/// Returns at most `limit` parts of a document from the part `first` on, and how many they are: about `most` bytes, and the
/// last of them may be cut. Above each is a line such as `[page 4]`.
pub fn excerpt(document: &Document, first: usize, limit: usize, most: usize) -> (String, usize) {
    let (mut text, mut shown) = (String::new(), 0);
    let unit = document.kind.part();
    for (number, part) in (1..).zip(&document.parts).skip(first - 1).take(limit) {
        if text.len() >= most {
            break;
        }
        let name = part.name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
        if document.parts.len() > 1 || part.name.is_some() {
            text.push_str(&format!("[{unit} {number}{name}]\n"));
        }
        let room = most.saturating_sub(text.len());
        text.push_str(&part.text[..part.text.floor_char_boundary(room)]);
        text.push_str(if room < part.text.len() { "…\n" } else { "\n" });
        shown += 1;
    }
    (text, shown)
}
