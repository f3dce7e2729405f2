//! The public side of a site: the name in its address, and links to its drafts.

use adjutant_domain::{
    ids::{self, SiteId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::{Error, owned};
use crate::db::{Tx, params};

/// The most valid links to one site's drafts; a further one replaces the oldest.
const MAX_PREVIEWS: i64 = 10;

/// Returns whether no site has this name.
pub async fn name_is_free(tx: &Tx, name: &str) -> Result<bool> {
    let taken: Option<i64> = tx.value("SELECT 1 AS value FROM sites WHERE name = ?1", params![name]).await?;
    Ok(taken.is_none())
}

/// Sets the name of a site, if it has none.
///
/// # Errors
/// [`Error::Missing`] if the person has no such site.
pub async fn take_name(tx: &Tx, user: &UserId, site: &SiteId, name: &str) -> Result<(), Error> {
    owned(tx, user, site).await?;
    tx.execute("UPDATE sites SET name = ?2 WHERE site_id = ?1 AND name IS NULL", params![site, name]).await?;
    Ok(())
}

/// Returns the name of a user's own site, not that of a linked user's.
pub async fn name_of(tx: &Tx, user: &UserId) -> Result<Option<String>> {
    tx.value("SELECT name AS value FROM sites WHERE user_id = ?1 AND name IS NOT NULL", params![user]).await
}

/// A published site.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Served {
    pub site_id: SiteId,
    /// The owner.
    pub user_id: UserId,
}

/// Returns the published site with this name.
pub async fn served(tx: &Tx, name: &str) -> Result<Option<Served>> {
    tx.first("SELECT site_id, user_id FROM sites WHERE name = ?1 AND published IS NOT NULL", params![name])
        .await
}

/// A site whose drafts a link shows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Previewed {
    pub site_id: SiteId,
    /// The owner.
    pub user_id: UserId,
}

/// Adds a link to the drafts of a site: a token that is valid until it expires. Only its digest is stored.
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

/// Returns whether the site with this name is withheld, because its owner is not served.
pub async fn is_withheld(tx: &Tx, name: &str) -> Result<bool> {
    let away: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM sites t JOIN away w ON w.user_id = t.user_id WHERE t.name = ?1",
            params![name],
        )
        .await?;
    Ok(away.is_some())
}

/// Returns the site for a token that is valid now. `None` also if its owner is not served.
pub async fn previewed(tx: &Tx, token: &str, now: Timestamp) -> Result<Option<Previewed>> {
    tx.first(
        "SELECT t.site_id, t.user_id FROM site_previews p JOIN sites t ON t.site_id = p.site_id
         WHERE p.digest = ?1 AND p.expires_at > ?2
             AND NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = t.user_id)",
        params![ids::sha256(token), now],
    )
    .await
}
