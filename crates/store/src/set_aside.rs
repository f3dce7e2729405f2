//! Items that failed repeatedly, for a reason other than the database: they are set aside so that nothing else waits
//! for them. A row counts all failures of one item, across processes and restarts.

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Tx, params};

/// The failures after which an item is set aside.
pub const ATTEMPTS: i64 = 3;

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An event of a channel.
    Event,
    /// The next inbox row of a session.
    Inbox,
    /// A turn that cannot be taken up or ended.
    Turn,
    /// An approval that cannot expire, or whose reminder cannot be posted.
    Approval,
    /// A schedule that cannot be claimed.
    Schedule,
    /// A run that cannot start, be released or be reported.
    Run,
    /// A row of the outbox.
    Message,
    /// A person's export.
    Export,
    /// A person's deletion, which is retried at longer intervals instead.
    Deletion,
}

impl Kind {
    /// Returns the column's value.
    pub fn text(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Inbox => "inbox",
            Self::Turn => "turn",
            Self::Approval => "approval",
            Self::Schedule => "schedule",
            Self::Run => "run",
            Self::Message => "message",
            Self::Export => "export",
            Self::Deletion => "deletion",
        }
    }
}

/// The owner of an item, so that the item is deleted with the rest of a person's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A user's.
    User(UserId),
    /// Sent by this identity, which need not belong to a user.
    Sender { channel: String, id: String },
    /// No particular person's.
    Nobody,
}

/// Something that can fail again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: Kind,
    /// Its id, unique among its kind.
    pub id: String,
    pub whose: Whose,
}

impl Item {
    /// Returns an item without a particular owner.
    pub fn new(kind: Kind, id: impl ToString) -> Self {
        Self { kind, id: id.to_string(), whose: Whose::Nobody }
    }

    /// Returns the same item, owned by a user.
    #[must_use]
    pub fn of(self, user: &UserId) -> Self {
        Self { whose: Whose::User(user.clone()), ..self }
    }
}

/// Counts failures of an item, and returns how many there are now.
pub async fn count_failures(tx: &Tx, item: &Item, failures: i64, error: &str, now: Timestamp) -> Result<i64> {
    let (user, channel, sender) = match &item.whose {
        Whose::User(user) => (Some(user.as_str()), None, None),
        Whose::Sender { channel, id } => (None, Some(channel.as_str()), Some(id.as_str())),
        Whose::Nobody => (None, None, None),
    };
    let (kind, id) = (item.kind.text(), item.id.as_str());
    tx.execute(
        "INSERT INTO set_aside (kind, item, user_id, channel, sender, attempts, error, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (kind, item) DO UPDATE SET attempts = attempts + excluded.attempts, error = excluded.error,
             at = excluded.at",
        params![kind, id, user, channel, sender, failures, error, now],
    )
    .await?;
    tx.value("SELECT attempts AS value FROM set_aside WHERE kind = ?1 AND item = ?2", params![kind, id])
        .await?
        .context("the counted failure is missing")
}

/// The failures of an item so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Failures {
    pub attempts: i64,
    /// When it failed last.
    pub at: Timestamp,
}

/// Returns the failures of an item; `None` if it has not failed.
pub async fn of(tx: &Tx, kind: Kind, item: &str) -> Result<Option<Failures>> {
    tx.first("SELECT attempts, at FROM set_aside WHERE kind = ?1 AND item = ?2", params![kind.text(), item])
        .await
}

/// Deletes the failures of an item that has succeeded after all.
pub async fn clear(tx: &Tx, kind: Kind, item: &str) -> Result<()> {
    tx.execute("DELETE FROM set_aside WHERE kind = ?1 AND item = ?2", params![kind.text(), item])
        .await
        .map(drop)
}

/// Returns how many items were set aside since a time.
pub async fn count_since(tx: &Tx, since: Timestamp) -> Result<i64> {
    let count = tx
        .value(
            "SELECT count(*) AS value FROM set_aside WHERE at >= ?1 AND attempts >= ?2",
            params![since, ATTEMPTS],
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// An item that was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Listed {
    pub kind: String,
    pub item: String,
    pub attempts: i64,
    pub error: String,
    /// When it failed last.
    pub at: Timestamp,
}

/// Returns up to `limit` items that were set aside, the latest first.
pub async fn list(tx: &Tx, limit: i64) -> Result<Vec<Listed>> {
    tx.all(
        "SELECT kind, item, attempts, error, at FROM set_aside WHERE attempts >= ?1 ORDER BY at DESC LIMIT ?2",
        params![ATTEMPTS, limit],
    )
    .await
}
