//! Messages from visitors through the contact form of a published site, and the senders that its owner has blocked.
//! Visitors' network addresses are not stored, only digests of them.

use std::time::Duration;

use adjutant_domain::{
    ids::{SiteId, SiteMessageId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::own_sites;
use crate::db::{Tx, params};

/// The most senders that a site can block; a further one replaces the oldest.
const MAX_BLOCKED: i64 = 1_000;

/// A message of a visitor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Message {
    pub message_id: SiteMessageId,
    pub site_id: SiteId,
    /// The title of the page with the form; empty if it is unknown.
    pub page: String,
    pub name: String,
    pub email: String,
    pub message: String,
    /// A digest of the visitor's network address, with a key of the site.
    pub address: String,
    /// A digest of the name, mail address and text.
    pub content: String,
    pub received_at: Timestamp,
}

/// Stores a message.
pub async fn put(tx: &Tx, message: &Message) -> Result<()> {
    tx.execute(
        "INSERT INTO site_messages (message_id, site_id, page, name, email, message, address, content, received_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            &message.message_id,
            &message.site_id,
            message.page.as_str(),
            message.name.as_str(),
            message.email.as_str(),
            message.message.as_str(),
            message.address.as_str(),
            message.content.as_str(),
            message.received_at
        ],
    )
    .await
    .map(drop)
}

/// Returns whether a site has received this content since a time.
pub async fn is_repeated(tx: &Tx, site: &SiteId, content: &str, since: Timestamp) -> Result<bool> {
    let before: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM site_messages WHERE site_id = ?1 AND content = ?2 AND received_at > ?3",
            params![site, content, since],
        )
        .await?;
    Ok(before.is_some())
}

/// Returns when a site accepts messages again; `None` unless it received `most` within `span`.
pub async fn full_until(
    tx: &Tx,
    site: &SiteId,
    (most, span): (i64, Duration),
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let oldest: Option<Timestamp> = tx
        .value(
            "SELECT received_at AS value FROM site_messages WHERE site_id = ?1 AND received_at > ?2
             ORDER BY received_at DESC LIMIT 1 OFFSET ?3",
            params![site, now - span, most - 1],
        )
        .await?;
    Ok(oldest.map(|at| at + span))
}

/// Returns when a site accepts messages from an address again; `None` unless it received `most` from it within `span`.
pub async fn address_full_until(
    tx: &Tx,
    (site, address): (&SiteId, &str),
    (most, span): (i64, Duration),
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let oldest: Option<Timestamp> = tx
        .value(
            "SELECT received_at AS value FROM site_messages WHERE site_id = ?1 AND address = ?2 AND received_at > ?3
             ORDER BY received_at DESC LIMIT 1 OFFSET ?4",
            params![site, address, now - span, most - 1],
        )
        .await?;
    Ok(oldest.map(|at| at + span))
}

/// Returns a message that came through a person's site.
pub async fn get(tx: &Tx, user: &UserId, id: &SiteMessageId) -> Result<Option<Message>> {
    tx.first(
        concat!("SELECT * FROM site_messages WHERE message_id = ?2 AND site_id IN ", own_sites!()),
        params![user, id],
    )
    .await
}

/// Returns the messages that came through a person's sites, the newest first.
pub async fn list(tx: &Tx, user: &UserId, limit: i64, offset: i64) -> Result<Vec<Message>> {
    tx.all(
        concat!(
            "SELECT * FROM site_messages WHERE site_id IN ",
            own_sites!(),
            " ORDER BY received_at DESC, message_id LIMIT ?2 OFFSET ?3"
        ),
        params![user, limit, offset],
    )
    .await
}

/// Returns whether a site has blocked a mail address or a network address.
pub async fn is_blocked(tx: &Tx, site: &SiteId, email: &str, address: &str) -> Result<bool> {
    let by_email: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM site_blocked_senders WHERE site_id = ?1 AND email = ?2",
            params![site, email.to_lowercase()],
        )
        .await?;
    let by_address: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM site_blocked_senders WHERE site_id = ?1 AND address = ?2",
            params![site, address],
        )
        .await?;
    Ok(by_email.or(by_address).is_some())
}

/// Blocks the sender of a message. Does nothing if the sender is blocked already.
pub async fn block(tx: &Tx, message: &Message, now: Timestamp) -> Result<()> {
    tx.execute(
        "DELETE FROM site_blocked_senders WHERE message_id IN (
             SELECT message_id FROM site_blocked_senders WHERE site_id = ?1 ORDER BY blocked_at DESC LIMIT 100 OFFSET ?2)",
        params![&message.site_id, MAX_BLOCKED - 1],
    )
    .await?;
    tx.execute(
        "INSERT INTO site_blocked_senders (message_id, site_id, email, address, blocked_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (message_id) DO NOTHING",
        params![
            &message.message_id,
            &message.site_id,
            message.email.to_lowercase(),
            message.address.as_str(),
            now
        ],
    )
    .await
    .map(drop)
}

/// Unblocks the sender of a message. Returns their mail address; `None` if they were not blocked.
pub async fn unblock(tx: &Tx, user: &UserId, id: &SiteMessageId) -> Result<Option<String>> {
    let email: Option<String> = tx
        .value(
            concat!(
                "SELECT email AS value FROM site_blocked_senders WHERE message_id = ?2 AND site_id IN ",
                own_sites!()
            ),
            params![user, id],
        )
        .await?;
    if email.is_some() {
        tx.execute("DELETE FROM site_blocked_senders WHERE message_id = ?1", params![id]).await?;
    }
    Ok(email)
}

/// Returns the sealed key for a site's digests of addresses.
pub async fn address_key(tx: &Tx, site: &SiteId) -> Result<Option<String>> {
    tx.value("SELECT sealed AS value FROM site_address_keys WHERE site_id = ?1", params![site]).await
}

/// Replaces the sealed key for a site's digests of addresses; digests by the former key become useless.
pub async fn put_address_key(tx: &Tx, site: &SiteId, sealed: &str) -> Result<()> {
    tx.execute(
        "INSERT INTO site_address_keys (site_id, sealed) VALUES (?1, ?2)
         ON CONFLICT (site_id) DO UPDATE SET sealed = ?2",
        params![site, sealed],
    )
    .await
    .map(drop)
}
