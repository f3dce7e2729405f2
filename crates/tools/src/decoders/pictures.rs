//! Pictures for models and for websites: a child process in a jail redraws them.

use adjutant_domain::picture::{
    Answer, DrawnFile, FOR_SITE, NAME as FOR_MODELS, Order, Picture, Problem, SiteAnswer,
};
use adjutant_sandbox::{Failure, Limits, Sandbox};
use serde::de::DeserializeOwned;

/// The limits of the child process: pixels take more memory than the text of documents.
const LIMITS: Limits = Limits { memory: 1 << 30, ..super::LIMITS };
/// The most bytes of the child's answer. A picture in the size for models takes far less.
const LONGEST_ANSWER: usize = 8 << 20;
/// The most bytes of all files of a picture for a website. The files of a transparent picture are PNGs.
const LONGEST_FOR_SITE: usize = 48 << 20;

/// Redraws a picture, or a page of a PDF, for a model.
///
/// # Errors
/// Returns why it cannot be drawn.
pub async fn redraw(sandbox: &Sandbox, bytes: &[u8], order: Order) -> Result<Picture, Problem> {
    match ask(sandbox, FOR_MODELS, (bytes, order), LONGEST_ANSWER).await? {
        (Answer::Drawn(size), bytes) => Ok(Picture { size, bytes }),
        (Answer::Refused(problem), _) => Err(problem),
    }
}

/// Draws the files of a picture for a website.
///
/// # Errors
/// Returns why they cannot be drawn.
pub async fn draw_for_site(
    sandbox: &Sandbox,
    bytes: &[u8],
    max_pixels: u64,
) -> Result<Vec<(DrawnFile, Vec<u8>)>, Problem> {
    let order = Order { max_pixels, page: None };
    let (files, drawn) = match ask(sandbox, FOR_SITE, (bytes, order), LONGEST_FOR_SITE).await? {
        (SiteAnswer::Drawn(files), drawn) => (files, drawn),
        (SiteAnswer::Refused(problem), _) => return Err(problem),
    };
    let mut rest = &drawn[..];
    let mut taken = Vec::with_capacity(files.len());
    for file in files {
        let (bytes, more) = rest.split_at_checked(file.bytes).ok_or(Problem::Failed)?;
        taken.push((file, bytes.to_vec()));
        rest = more;
    }
    Ok(taken)
}

/// Runs a computation on a picture in the child process; returns the first line of its answer, and the bytes that
/// follow.
async fn ask<T: DeserializeOwned>(
    sandbox: &Sandbox,
    computation: &str,
    (bytes, order): (&[u8], Order),
    most: usize,
) -> Result<(T, Vec<u8>), Problem> {
    super::ask(sandbox, (computation, LIMITS), (&order, bytes), most).await.map_err(|failure| {
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
    })
}
