//! What others see of a site: the name that leads to it once it is published, and links to its drafts.

use adjutant_domain::{
    ids::{self, SiteId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::{Error, owned};
use crate::db::{Tx, params};

/// The most links to one site that work at a time; a further one takes the place of the oldest.
const MAX_PREVIEWS: i64 = 10;

/// Returns whether no site has a name.
pub async fn name_is_free(tx: &Tx, name: &str) -> Result<bool> {
    let taken: Option<i64> = tx.value("SELECT 1 AS value FROM sites WHERE name = ?1", params![name]).await?;
    Ok(taken.is_none())
}

/// Sets the name of a site that has none.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site.
pub async fn take_name(tx: &Tx, user: &UserId, site: &SiteId, name: &str) -> Result<(), Error> {
    owned(tx, user, site).await?;
    tx.execute("UPDATE sites SET name = ?2 WHERE site_id = ?1 AND name IS NULL", params![site, name]).await?;
    Ok(())
}

/// Returns the name of a user's own site, not of one of a linked user.
pub async fn name_of(tx: &Tx, user: &UserId) -> Result<Option<String>> {
    tx.value("SELECT name AS value FROM sites WHERE user_id = ?1 AND name IS NOT NULL", params![user]).await
}

/// A site that visitors see.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Served {
    pub site_id: SiteId,
    /// The owner.
    pub user_id: UserId,
}

/// Returns the published site of a name.
pub async fn served(tx: &Tx, name: &str) -> Result<Option<Served>> {
    tx.first("SELECT site_id, user_id FROM sites WHERE name = ?1 AND published IS NOT NULL", params![name])
        .await
}

/// A site that a link shows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Previewed {
    pub site_id: SiteId,
    /// The owner.
    pub user_id: UserId,
}

/// Lets a token show a site until it expires. Only its digest is stored.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site.
pub async fn add_preview(
    tx: &Tx,
    (user, site): (&UserId, &SiteId),
    token: &str,
    (now, expires_at): (Timestamp, Timestamp),
) -> Result<(), Error> {
    owned(tx, user, site).await?;
    tx.execute("DELETE FROM site_previews WHERE site_id = ?1 AND expires_at <= ?2", params![site, now])
        .await?;
    tx.execute(
        "DELETE FROM site_previews WHERE digest IN (
             SELECT digest FROM site_previews WHERE site_id = ?1 ORDER BY expires_at DESC LIMIT 100 OFFSET ?2)",
        params![site, MAX_PREVIEWS - 1],
    )
    .await?;
    tx.execute(
        "INSERT INTO site_previews (digest, site_id, expires_at) VALUES (?1, ?2, ?3)",
        params![ids::sha256(token), site, expires_at],
    )
    .await?;
    Ok(())
}

/// Returns the site that a token shows now.
pub async fn previewed(tx: &Tx, token: &str, now: Timestamp) -> Result<Option<Previewed>> {
    tx.first(
        "SELECT site_id, user_id FROM site_previews JOIN sites USING (site_id)
         WHERE digest = ?1 AND expires_at > ?2",
        params![ids::sha256(token), now],
    )
    .await
}
