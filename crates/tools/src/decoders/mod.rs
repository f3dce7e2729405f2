//! Decoders of files that others made: a child process in a jail reads each file.

use std::time::Duration;

use adjutant_sandbox::{Failure, Limits, Sandbox};
use serde::{Serialize, de::DeserializeOwned};

pub mod archives;
pub mod documents;
pub mod pictures;

/// The limits of the child process; its program's own memory comes on top.
const LIMITS: Limits = Limits { memory: 512 << 20, cpu: 30, processes: 0, file: 0, open_files: 16 };
/// The time limit of the child process once its jail is set up.
const WITHIN: Duration = Duration::from_secs(40);

/// Runs a computation on a file in the child process. Returns the first line of its answer, and the bytes that follow;
/// the answer has at most `most` bytes.
async fn ask<T: DeserializeOwned>(
    sandbox: &Sandbox,
    (computation, limits): (&str, Limits),
    (order, bytes): (&impl Serialize, &[u8]),
    most: usize,
) -> Result<(T, Vec<u8>), Failure> {
    let broken = || Failure::Io(std::io::ErrorKind::InvalidData.into());
    // Names and numbers always have a JSON form.
    let mut given = serde_json::to_vec(order).unwrap_or_default();
    given.push(b'\n');
    given.extend_from_slice(bytes);
    let mut answered = sandbox.decode(computation, &given, limits, WITHIN, most).await?;
    let end = answered.iter().position(|byte| *byte == b'\n').ok_or_else(broken)?;
    let bytes = answered.split_off(end + 1);
    Ok((serde_json::from_slice(&answered).map_err(|_| broken())?, bytes))
}
