//! A pause is kept as the time at which it ends. Where the clock has been set back since it began, that is far away.

use adjutant_domain::wake::Wake;
use anyhow::Result;

use super::leases;
use crate::db::{Tx, params};

/// No pause of ours is longer, in milliseconds. One that a platform asks for may be; it asks again then.
const LONGEST: i64 = 3_600_000;

/// Ends pauses that end later than they could if they had begun now, and has what is held in quiet hours looked at again.
/// What a person was told to expect at a time stays at that time.
pub async fn end_overlong(tx: &Tx, now: i64) -> Result<()> {
    let overlong = now + LONGEST;
    let ends = [
        "UPDATE outbox SET not_before = ?1
         WHERE state IN ('pending', 'sending', 'unknown') AND not_before > ?2",
        "UPDATE runs SET resume_at = ?1 WHERE status = 'retrying' AND resume_at > ?2",
        "UPDATE exports SET not_before = ?1 WHERE not_before > ?2",
        "UPDATE unindexed SET not_before = ?1
         WHERE part IN ('words', 'vector') AND attempts > 0 AND not_before > ?2",
    ];
    for sql in ends {
        tx.execute(sql, params![now, overlong]).await?;
    }
    tx.execute(
        "UPDATE outbox SET attempt_at = ?1
         WHERE state IN ('pending', 'sending', 'unknown') AND attempt_at > ?1",
        [now],
    )
    .await?;
    tx.execute("UPDATE leases SET expires_at = ?1 WHERE expires_at > ?1", [now + leases::TTL]).await?;
    tx.execute("UPDATE runs SET deliver_at = ?1 WHERE delivery = 'held' AND deliveries = 0", [now]).await?;
    tx.wake(Wake::Schedules);
    Ok(())
}
