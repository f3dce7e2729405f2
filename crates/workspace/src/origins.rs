//! Records of files' origins, whose words the files hold. The records follow the files when they move.

use adjutant_domain::{ids::UserId, origin::Sources};
use adjutant_store::{db::Tx, file_origins};
use anyhow::Result;

use crate::{
    Replaced,
    blobs::{trashed, versions_of},
};

/// Records that a user's file or folder was moved. `also` holds the sources whose words chose the new path.
pub async fn moved(tx: &Tx, user: &UserId, (from, to): (&str, &str), also: &Sources) -> Result<()> {
    file_origins::rename(tx, user, (from, to), also).await?;
    file_origins::rename(tx, user, (&versions_of(from), &versions_of(to)), &Sources::OWN).await
}

/// Records that the file or folder at a path was moved to the trash under this id.
pub async fn discarded(tx: &Tx, user: &UserId, path: &str, id: &str) -> Result<()> {
    file_origins::rename(tx, user, (path, &trashed(id)), &Sources::OWN).await
}

/// Records that the item in the trash under this id was restored to a path.
pub async fn restored(tx: &Tx, user: &UserId, id: &str, path: &str) -> Result<()> {
    file_origins::rename(tx, user, (&trashed(id), path), &Sources::OWN).await
}

/// Records that a file was replaced; its former content is the version `before`.
pub async fn replaced(tx: &Tx, user: &UserId, path: &str, before: Option<&str>) -> Result<()> {
    match before {
        Some(version) => file_origins::copy(tx, user, (path, version)).await,
        None => Ok(()),
    }
}

/// Records that a version, given by its own path, has replaced a file.
pub async fn brought_back(tx: &Tx, user: &UserId, version: &str, placed: &Replaced) -> Result<()> {
    let path = &placed.file.path;
    replaced(tx, user, path, placed.before.as_deref()).await?;
    file_origins::copy(tx, user, (version, path)).await
}
