//! Watches channel health as this process sees it, and notifies the owner of an outage through another channel.
//!
//! The outbox records whether the owner was notified, so that neither a restart nor another process notifies them
//! twice.

use std::{collections::HashSet, sync::Arc, time::Duration};

use adjutant_channel::{Channel, ChatKind, ChatRef};
use adjutant_domain::{health::ChannelState, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::{Scope, SyncedTx, Tx},
    outbox as rows, people,
};
use adjutant_texts as texts;
use anyhow::Result;

use crate::{
    core::{
        Core,
        channel_health::{News, Told},
    },
    outbox::{self, Address, Slot},
};

/// How often channel health is checked.
const WATCH_EVERY: Duration = Duration::from_secs(5);

/// Checks channel health until shutdown.
pub(crate) async fn watch(core: Arc<Core>) {
    let mut reachable = HashSet::new();
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(WATCH_EVERY) => {}
        }
        for channel in core.channels.all() {
            if let Err(error) = end_pauses(&core, channel.as_ref(), &mut reachable).await {
                let (channel, error) = (channel.name(), format!("{error:#}"));
                tracing::error!(channel, error, "cannot end the pauses of deliveries");
            }
            if let Err(error) = look(&core, channel.as_ref()).await {
                let (channel, error) = (channel.name(), format!("{error:#}"));
                tracing::error!(channel, error, "cannot notify the owner of channel health");
            }
        }
    }
}

/// Ends the pauses of deliveries once a channel is reachable again: after a long outage, the next attempts would be
/// minutes away. `reachable` holds the channels for which that is done.
async fn end_pauses(
    core: &Arc<Core>,
    channel: &dyn Channel,
    reachable: &mut HashSet<&'static str>,
) -> Result<()> {
    let (name, now) = (channel.name(), core.clock.timestamp());
    if !matches!(core.channel_health.state(channel, now), ChannelState::Up { .. }) {
        reachable.remove(name);
        return Ok(());
    }
    if !reachable.contains(name) {
        let in_flight = channel.limits().in_flight;
        let end = async move |tx: &Tx| rows::end_pauses(tx, name, in_flight, now).await;
        core.db.write_unsynced(Scope::Global, end).await?;
        reachable.insert(name);
    }
    Ok(())
}

async fn look(core: &Arc<Core>, channel: &dyn Channel) -> Result<()> {
    let (name, now) = (channel.name(), core.clock.timestamp());
    let Some(news) = core.channel_health.news(channel, now) else { return Ok(()) };
    let told = if news == News::Back { Told::Back } else { Told::Down };
    let teller = core.clone();
    let tell = async move |tx: &SyncedTx| {
        let owner = people::owner(tx).await?;
        people::speaking_to(tx, &owner.user_id, tell(tx, &teller, name, &news, now)).await
    };
    if core.db.write(Scope::Global, tell).await? {
        core.channel_health.told(channel, told);
    }
    Ok(())
}

/// Notifies the owner once of each outage and once of its end. Returns false if no other channel can reach them.
async fn tell(tx: &Tx, core: &Core, channel: &str, news: &News, now: Timestamp) -> Result<bool> {
    let open = rows::last_of(tx, &OutboxKey::outages(channel), DOWN).await?;
    match (news, open) {
        (News::Down { since, why }, None) => {
            let Some(chat) = another_way(tx, core, channel, now).await? else { return Ok(false) };
            let source = OutboxKey::Outage { channel: channel.to_owned(), since: *since };
            let to = Address::new(chat, ChatKind::Direct);
            let said = texts::health::down(channel, now.since(*since), why);
            outbox::post_text(tx, &core.channels, Slot { source: &source, segment: DOWN }, &to, &said, now)
                .await?;
        }
        (News::Back, Some(row)) => {
            let since = match row.source {
                OutboxKey::Outage { since, .. } => since,
                _ => row.created_at,
            };
            let said = texts::health::back(channel, now.since(since));
            let to = Address::new(row.chat(), ChatKind::Direct);
            outbox::post_text(
                tx,
                &core.channels,
                Slot { source: &row.source, segment: BACK },
                &to,
                &said,
                now,
            )
            .await?;
        }
        (News::Down { .. }, Some(_)) | (News::Back, None) => {}
    }
    Ok(true)
}

/// The outbox segments of an outage's notifications.
const DOWN: i64 = 0;
const BACK: i64 = 1;

/// Returns a direct chat of the owner on another channel that is not known to be down.
async fn another_way(tx: &Tx, core: &Core, channel: &str, now: Timestamp) -> Result<Option<ChatRef>> {
    let owner = people::owner(tx).await?;
    let chats = people::direct_chats(tx, &owner.user_id, channel, &core.config.access.listed()).await?;
    let works = |chat: &ChatRef| {
        let other = core.channels.get(&chat.channel);
        other.is_ok_and(|other| {
            !matches!(core.channel_health.state(other.as_ref(), now), ChannelState::Down { .. })
        })
    };
    Ok(chats.into_iter().find(|chat| chat.channel != channel && works(chat)))
}

#[cfg(test)]
mod tests;
