//! Deletes a schedule and cancels its snoozed results.

use adjutant_domain::{
    ids::{ScheduleId, UserId},
    outbox_key::OutboxKey,
};
use adjutant_store::{
    db::Tx,
    outbox,
    runs::{self, Run},
    schedules,
};
use adjutant_texts::schedule_list::delivered;
use anyhow::Result;

/// Deletes one of a person's schedules. Its snoozed results do not come again, and their messages say so. Returns false
/// if there is no such schedule.
pub async fn delete(tx: &Tx, user: &UserId, id: &ScheduleId) -> Result<bool> {
    let snoozed = runs::snoozed(tx, id).await?;
    if !schedules::delete(tx, user, id).await? {
        return Ok(false);
    }
    show_withdrawn(tx, &snoozed, delivered::deleted()).await?;
    Ok(true)
}

/// Shows in the messages of these runs why their snoozed results do not come again.
pub(super) async fn show_withdrawn(tx: &Tx, snoozed: &[Run], why: &str) -> Result<()> {
    for run in snoozed {
        let rows = outbox::of_source(tx, &OutboxKey::from(&run.run_id)).await?;
        let shown =
            rows.into_iter().filter(|row| row.segment == run.deliveries - 1).max_by_key(|row| row.part);
        if let Some(row) = shown {
            outbox::update_content(tx, row.outbox_id, &delivered::withdrawn(&row.content()?, why)).await?;
        }
    }
    Ok(())
}
