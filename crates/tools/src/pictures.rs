//! Pictures for models: a child process in a jail redraws them.

use std::time::Duration;

use adjutant_domain::picture::{Answer, NAME as COMPUTATION, Order, Picture, Problem};
use adjutant_sandbox::{Failure, Limits, Sandbox};

/// What the child may use. It has its program's own memory besides.
const LIMITS: Limits = Limits { memory: 1 << 30, cpu: 30, processes: 0, file: 0, open_files: 16 };
/// How long the child may take once its jail holds.
const WITHIN: Duration = Duration::from_secs(40);
/// The most bytes of its answer. A picture of the size that models get takes far less.
const LONGEST_ANSWER: usize = 8 << 20;

/// Redraws a picture, or a page of a PDF, for a model.
///
/// # Errors
/// Returns why it cannot be drawn.
pub async fn redraw(sandbox: &Sandbox, bytes: &[u8], order: Order) -> Result<Picture, Problem> {
    // Numbers always have a JSON form.
    let mut given = serde_json::to_vec(&order).unwrap_or_default();
    given.push(b'\n');
    given.extend_from_slice(bytes);
    let answered = sandbox.decode(COMPUTATION, &given, LIMITS, WITHIN, LONGEST_ANSWER).await;
    let answered = answered.map_err(|failure| {
        tracing::warn!(%failure, "cannot redraw a picture");
        match failure {
            Failure::Unavailable(_) => Problem::NoJail,
            Failure::Io(_) => Problem::Failed,
            Failure::Sidecar(_) | Failure::Ended(_) => Problem::Crashed,
            Failure::TookTooLong(_)
            | Failure::Memory
            | Failure::Processes
            | Failure::Nameless
            | Failure::TooMuchOutput => Problem::Exhausting,
        }
    })?;
    let end = answered.iter().position(|byte| *byte == b'\n').ok_or(Problem::Failed)?;
    match serde_json::from_slice(&answered[..end]).map_err(|_| Problem::Failed)? {
        Answer::Drawn(size) => Ok(Picture { size, bytes: answered[end + 1..].to_vec() }),
        Answer::Refused(problem) => Err(problem),
    }
}
