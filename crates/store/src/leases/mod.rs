//! Leases: which process works on what, and for how long, with a fencing token that writes check. Expiry counts by the
//! database's clock, because the clocks of two machines may disagree.

use std::{fmt, time::Duration};

use adjutant_channel::Part;
use adjutant_domain::ids::{SessionId, TurnId};
use anyhow::{Result, bail};

use crate::{
    db::{Tx, params, sql::now},
    process::Process,
};

pub mod share;

/// How long a lease lasts without renewal. A process renews all of its leases far more often. The limit only matters
/// for a process that hangs, since an ended process is recognised as gone at once.
pub const TTL: Duration = Duration::from_secs(30);

/// The subject of a lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaseName {
    /// A session, and its turns.
    Session(SessionId),
    /// Receiving from a whole channel.
    Receive(String),
    /// Receiving a part of a channel.
    Part(String, Part),
    /// Being one of the processes that receive parts of a channel, with the process's id.
    Receiver(String, String),
    /// Starting a session with a channel's platform, with the number of the start's slot.
    SessionStart(String, u32),
    /// Delivering to a channel.
    Deliver(String),
    /// Indexing conversations and notes.
    Index,
    /// Exports and deletions.
    Privacy,
}

impl fmt::Display for LeaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(id) => write!(f, "{id}"),
            Self::Receive(channel) => write!(f, "receive-{channel}"),
            Self::Part(channel, part) => write!(f, "receive-{channel}/{part}"),
            Self::Receiver(channel, process) => write!(f, "receive-{channel}/{process}"),
            Self::SessionStart(channel, slot) => write!(f, "start-{channel}/{slot}"),
            Self::Deliver(channel) => write!(f, "deliver-{channel}"),
            Self::Index => f.write_str("index"),
            Self::Privacy => f.write_str("personal"),
        }
    }
}

/// A lease that this process holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    name: String,
    token: i64,
}

/// Acquires the lease if it is free, expired, held by a process that is gone, or already held by this one.
pub async fn acquire(tx: &Tx, process: &Process, name: LeaseName) -> Result<Option<Lease>> {
    let name = name.to_string();
    if let Some(token) = take(tx, process, &name, None).await? {
        return Ok(Some(Lease { name, token }));
    }
    let held: Option<String> =
        tx.value("SELECT owner AS value FROM leases WHERE name = ?1", [name.as_str()]).await?;
    let Some(owner) = held.filter(|owner| process.is_gone(owner)) else { return Ok(None) };
    let token = take(tx, process, &name, Some(&owner)).await?;
    Ok(token.map(|token| Lease { name, token }))
}

/// Takes a lease that is free, expired, this process's own, or held by `gone`. Returns its token.
async fn take(tx: &Tx, process: &Process, name: &str, gone: Option<&str>) -> Result<Option<i64>> {
    tx.value(
        concat!(
            "INSERT INTO leases (name, owner, token, expires_at) VALUES (?1, ?2, 1, ?3 + ",
            now!(),
            ") ON CONFLICT (name) DO UPDATE
                 SET token = token + (owner <> ?2), owner = ?2, expires_at = excluded.expires_at
                 WHERE owner = ?2 OR owner = ?4 OR expires_at <= ",
            now!(),
            " RETURNING token AS value",
        ),
        params![name, process.id(), TTL, gone],
    )
    .await
}

/// Returns the error [`Lost`] if another process took the lease: the caller's writes are then void.
pub async fn check(tx: &Tx, process: &Process, lease: &Lease) -> Result<()> {
    let held: Option<i64> = tx
        .value(
            "SELECT token AS value FROM leases WHERE name = ?1 AND owner = ?2 AND token = ?3",
            params![lease.name.as_str(), process.id(), lease.token],
        )
        .await?;
    if held.is_none() {
        bail!(Lost(lease.name.clone()));
    }
    Ok(())
}

/// As [`check`], for the lease under which a turn runs. Returns whether the turn was asked to stop.
pub async fn check_turn(tx: &Tx, process: &Process, lease: &Lease, turn: &TurnId) -> Result<bool> {
    let asked: Option<bool> = tx
        .value(
            "SELECT cancel_requested AS value FROM leases JOIN turns ON turn_id = ?4
             WHERE name = ?1 AND owner = ?2 AND token = ?3",
            params![lease.name.as_str(), process.id(), lease.token, turn],
        )
        .await?;
    asked.ok_or_else(|| Lost(lease.name.clone()).into())
}

/// Returns whether another process has taken the lease and not released it, even if that process is gone or the lease
/// has expired.
pub async fn is_unreleased_by_others(tx: &Tx, process: &Process, name: &LeaseName) -> Result<bool> {
    let held: Option<bool> = tx
        .value(
            "SELECT expires_at > 0 AS value FROM leases WHERE name = ?1 AND owner <> ?2",
            params![name.to_string(), process.id()],
        )
        .await?;
    Ok(held.unwrap_or(false))
}

/// Releases the lease. The row stays, so that tokens keep growing.
pub async fn release(tx: &Tx, process: &Process, lease: &Lease) -> Result<()> {
    tx.execute(
        "UPDATE leases SET expires_at = 0 WHERE name = ?1 AND owner = ?2 AND token = ?3",
        params![lease.name.as_str(), process.id(), lease.token],
    )
    .await
    .map(drop)
}

/// Releases a lease by its name, if this process holds it.
pub async fn release_by_name(tx: &Tx, process: &Process, name: LeaseName) -> Result<()> {
    tx.execute(
        "UPDATE leases SET expires_at = 0 WHERE name = ?1 AND owner = ?2",
        params![name.to_string(), process.id()],
    )
    .await
    .map(drop)
}

/// Deletes a lease that will not be used again.
pub async fn delete(tx: &Tx, name: LeaseName) -> Result<()> {
    tx.execute("DELETE FROM leases WHERE name = ?1", [name.to_string()]).await.map(drop)
}

/// Renews all leases that this process still holds, including those that expired while the machine slept.
pub async fn renew_all(tx: &Tx, process: &Process) -> Result<()> {
    tx.execute(
        concat!("UPDATE leases SET expires_at = ?2 + ", now!(), " WHERE owner = ?1 AND expires_at > 0"),
        params![process.id(), TTL],
    )
    .await
    .map(drop)
}

/// Shortens leases that last longer than a new one, because they were granted by a clock that has since been set back.
pub async fn shorten_overlong(tx: &Tx) -> Result<()> {
    tx.execute(
        concat!(
            "UPDATE leases SET expires_at = ?1 + ",
            now!(),
            " WHERE expires_at > 0 AND expires_at > ?1 + ",
            now!()
        ),
        params![TTL],
    )
    .await
    .map(drop)
}

/// The error for a lease that another process took.
#[derive(Debug, thiserror::Error)]
#[error("the lease {0} went to another process")]
pub struct Lost(String);

#[cfg(test)]
mod tests;
