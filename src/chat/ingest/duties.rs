//! The duties of this process towards a channel, one of several processes that share the database.

use std::collections::BTreeSet;

use adjutant_channel::{Duty, Hold};
use adjutant_store::{
    db::{Scope, Tx},
    leases::{self, LeaseName, share},
};
use anyhow::Result;

use crate::core::Core;

/// Returns the parts of a channel that this process is to receive. Writes only if they have changed.
pub(super) async fn share(core: &Core, channel: &str, count: u32) -> Result<BTreeSet<u32>> {
    let (name, process) = (channel.to_owned(), core.process.clone());
    let share = core.db.read(async move |tx| share::look(tx, &process, &name, count).await).await?;
    let parts = if share.is_settled() {
        share.parts
    } else {
        let (name, process) = (channel.to_owned(), core.process.clone());
        let take = async move |tx: &_| share::take(tx, &process, &name, count).await;
        let parts = core.db.write_unsynced(Scope::Global, take).await?;
        if !parts.is_empty() {
            tracing::info!(channel, ?parts, of = count, "receiving");
        }
        parts
    };
    if core.set_receiving(core.channels.get(channel)?.as_ref(), !parts.is_empty()) && parts.is_empty() {
        tracing::info!(
            channel,
            "standby: other processes receive; this one takes over when one of them ends"
        );
    }
    Ok(parts)
}

/// Acquires or renews a duty, unless another process has it.
pub(super) async fn hold(core: &Core, channel: &str, duty: Duty) -> Result<Hold> {
    let (name, process) = (name_of(channel, duty), core.process.clone());
    let acquire = async move |tx: &Tx| {
        let is_unreleased = leases::is_unreleased_by_others(tx, &process, &name).await?;
        Ok(match leases::acquire(tx, &process, name.clone()).await? {
            None => Hold::Elsewhere,
            Some(_) if is_unreleased => Hold::TakenOver,
            Some(_) => Hold::Here,
        })
    };
    core.db.write_unsynced(Scope::Global, acquire).await
}

/// Releases a duty to other processes.
pub(super) async fn release(core: &Core, channel: &str, duty: Duty) -> Result<()> {
    let (name, process) = (name_of(channel, duty), core.process.clone());
    let release = async move |tx: &_| leases::release_by_name(tx, &process, name.clone()).await;
    core.db.write_unsynced(Scope::Global, release).await
}

fn name_of(channel: &str, duty: Duty) -> LeaseName {
    let channel = channel.to_owned();
    match duty {
        Duty::Part(part) => LeaseName::Part(channel, part),
        Duty::SessionStart(slot) => LeaseName::SessionStart(channel, slot),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::Room;

    #[tokio::test]
    async fn a_duty_that_a_process_did_not_release_is_taken_over() {
        let room = Room::new().await;
        let ours = async || hold(&room.core, "test", Duty::SessionStart(0)).await.unwrap();
        let other = Arc::new(room.store.other_process());
        let theirs = async || {
            let (process, name) = (other.clone(), LeaseName::SessionStart("test".to_owned(), 0));
            room.store.write(async move |tx| leases::acquire(tx, &process, name.clone()).await).await
        };
        assert!(theirs().await.is_some());
        assert_eq!(ours().await, Hold::Elsewhere);

        let (process, name) = (other.clone(), LeaseName::SessionStart("test".to_owned(), 0));
        room.store.write(async move |tx| leases::release_by_name(tx, &process, name.clone()).await).await;
        assert_eq!(ours().await, Hold::Here);
        release(&room.core, "test", Duty::SessionStart(0)).await.unwrap();

        // It is killed.
        assert!(theirs().await.is_some());
        drop(other);
        assert_eq!(ours().await, Hold::TakenOver);
        assert_eq!(ours().await, Hold::Here, "it has been told");
    }
}
