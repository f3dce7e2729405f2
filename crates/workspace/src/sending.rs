//! Keeps files for sending as they are now: a message refers to its file by name, and must find the same bytes when it
//! is delivered.

use std::io;

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::file_usage::{NewFile, Reserved};
use anyhow::Result;

use crate::{
    Blob, Listed,
    kinds::{self, Looked},
    room::Room,
};

/// Why a file cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The file no longer exists.
    Missing,
    Empty,
    /// The file is larger than the platform accepts; its size in bytes.
    TooLarge(u64),
    /// The person has been deleted meanwhile.
    NoPerson,
}

/// Keeps a file of `owner` under the name of a blob, if it can be sent. The platform accepts at most `limit` bytes.
///
/// # Errors
/// Returns an error if the database or the disk fails.
pub async fn keep(
    room: Room<'_>,
    (owner, file): (&UserId, &Listed),
    blob: &Blob,
    limit: u64,
    now: Timestamp,
) -> Result<Result<Looked, Unfit>> {
    match file.size {
        0 => return Ok(Err(Unfit::Empty)),
        size if size > limit => return Ok(Err(Unfit::TooLarge(size))),
        _ => {}
    }
    // A second name for the file takes no room.
    if room.reserve(NewFile { bytes: 0, room: None }, now).await? == Reserved::Gone {
        return Ok(Err(Unfit::NoPerson));
    }
    let (blobs, owner, path, blob) = (room.blobs.clone(), owner.clone(), file.path.clone(), blob.clone());
    let keep = move || {
        blobs.keep(&owner, &path, &blob, now.to_utc().into())?;
        kinds::look(&blobs.local(&blob)?)
    };
    let kept = tokio::task::spawn_blocking(keep).await?;
    room.settle(0, now).await?;
    match kept {
        Err(gone) if gone.kind() == io::ErrorKind::NotFound => Ok(Err(Unfit::Missing)),
        kept => Ok(Ok(kept?)),
    }
}
