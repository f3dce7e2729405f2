//! The files of a ZIP archive: a child process in a jail unpacks them.

use adjutant_domain::archive::{Answer, Entry, NAME as COMPUTATION, Order, Problem};
use adjutant_sandbox::{Failure, Sandbox};

use super::LIMITS;

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
    let most = order.max_bytes + order.max_files * LONGEST_NAME;
    let (entries, unpacked) = match super::ask(sandbox, (COMPUTATION, LIMITS), (order, bytes), most).await? {
        (Answer::Unpacked(entries), unpacked) => (entries, unpacked),
        (Answer::Refused(problem), _) => return Err(Refusal::Archive(problem)),
    };
    let broken = || Failure::Io(std::io::ErrorKind::InvalidData.into());
    let mut rest = &unpacked[..];
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
