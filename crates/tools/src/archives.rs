//! The files of a ZIP archive: a child process in a jail unpacks them.

use std::time::Duration;

use adjutant_domain::archive::{Answer, Entry, NAME as COMPUTATION, Order, Problem};
use adjutant_sandbox::{Failure, Limits, Sandbox};

/// The limits of the child process; its program's own memory comes on top.
const LIMITS: Limits = Limits { memory: 512 << 20, cpu: 30, processes: 0, file: 0, open_files: 16 };
/// The time limit of the child process once its jail is set up.
const WITHIN: Duration = Duration::from_secs(40);
/// The longest file name that the child returns, in bytes.
const LONGEST_NAME: usize = 1 << 10;

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error(transparent)]
    Archive(Problem),
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// Unpacks an archive. Returns the names of all its files, and the content of those with a wanted ending.
///
/// # Errors
/// Returns an error if the archive cannot be unpacked.
pub async fn unpack(
    sandbox: &Sandbox,
    bytes: &[u8],
    order: &Order,
) -> Result<Vec<(String, Option<Vec<u8>>)>, Refusal> {
    let broken = || Failure::Io(std::io::ErrorKind::InvalidData.into());
    // Names and numbers always have a JSON form.
    let mut given = serde_json::to_vec(order).unwrap_or_default();
    given.push(b'\n');
    given.extend_from_slice(bytes);
    let most = order.max_bytes + order.max_files * LONGEST_NAME;
    let answered = sandbox.decode(COMPUTATION, &given, LIMITS, WITHIN, most).await?;
    drop(given);
    let end = answered.iter().position(|byte| *byte == b'\n').ok_or_else(broken)?;
    let entries = match serde_json::from_slice(&answered[..end]).map_err(|_| broken())? {
        Answer::Unpacked(entries) => entries,
        Answer::Refused(problem) => return Err(Refusal::Archive(problem)),
    };
    let mut rest = &answered[end + 1..];
    let mut files = Vec::with_capacity(entries.len());
    for Entry { path, bytes } in entries {
        let bytes = match bytes {
            Some(bytes) => {
                let (bytes, more) = rest.split_at_checked(bytes).ok_or_else(broken)?;
                rest = more;
                Some(bytes.to_vec())
            }
            None => None,
        };
        files.push((path, bytes));
    }
    Ok(files)
}
