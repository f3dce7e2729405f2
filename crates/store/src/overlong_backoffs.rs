//! Backoffs that became too long. A backoff is stored as its end time, which is far away if the clock has been set back
//! since it began.

use std::time::Duration;

use adjutant_domain::{timestamp::Timestamp, wake::Wake};
use anyhow::Result;

use super::leases;
use crate::db::{Tx, params};

/// The longest backoff that the gateway sets itself. A platform may ask for a longer one, and then asks again.
const LONGEST: Duration = Duration::from_hours(1);

/// How soon after the clock was set back [`end`] runs. Messages that came before that, but after an attempt
/// whose outcome is unknown, must have later times than the attempt.
const NOTICED_WITHIN: Duration = Duration::from_mins(1);

/// Ends backoffs that end later than any new one could, and checks results held in quiet hours again. Times announced
/// to a person stay as they are.
pub async fn end(tx: &Tx, now: Timestamp) -> Result<()> {
    let overlong = now + LONGEST;
    let ends = [
        "UPDATE outbox SET not_before = ?1
         WHERE state IN ('pending', 'sending', 'unknown') AND not_before > ?2",
        "UPDATE runs SET resume_at = ?1 WHERE status = 'retrying' AND resume_at > ?2",
        "UPDATE exports SET not_before = ?1 WHERE not_before > ?2",
        "UPDATE unindexed SET not_before = ?1
         WHERE part IN ('words', 'vector') AND attempts > 0 AND not_before > ?2
         -- scan: what failed, when the clock was set back",
    ];
    for sql in ends {
        tx.execute(sql, params![now, overlong]).await?;
    }
    tx.execute(
        "UPDATE outbox SET attempt_at = ?2
         WHERE state IN ('pending', 'sending', 'unknown') AND attempt_at > ?1",
        params![now, now - NOTICED_WITHIN],
    )
    .await?;
    leases::shorten_overlong(tx).await?;
    tx.execute("UPDATE runs SET deliver_at = ?1 WHERE delivery = 'held' AND deliveries = 0", [now]).await?;
    tx.wake(Wake::Schedules);
    Ok(())
}
