//! Limits on how many messages and conversations of one person are accepted at a time. At a limit, one line tells the
//! person; their message is stored with its event but not answered.

use std::time::Duration;

use adjutant_channel::Inbound;
use adjutant_domain::{ids::UserId, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    arrival::{self, Arrival},
    db::Tx,
    outbox as rows,
    people::User,
    sessions,
};
use adjutant_texts::limits as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// For this long, one line in a chat covers all messages that a limit has kept out there.
const BURST: Duration = Duration::from_mins(10);

/// Returns the refusal if a person may not begin a conversation here; `None` if they may, or have begun it before.
pub(crate) async fn no_conversation(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
) -> Result<Option<String>> {
    let most = core.config.limits.conversations;
    if sessions::find(tx, &event.chat, &user.user_id).await?.is_some()
        || sessions::count_conversations(tx, &user.user_id, most.into()).await? < i64::from(most)
    {
        return Ok(None);
    }
    Ok(Some(texts::too_many_conversations(most)))
}

/// Returns the limits on waiting messages, beyond which counting stops.
pub(crate) fn counted(core: &Core) -> arrival::Limits {
    let limits = &core.config.limits;
    arrival::Limits { waiting: limits.waiting_messages.into(), undelivered: limits.undelivered.into() }
}

/// Returns the refusal if no further message of a person may wait here; `None` if it may.
pub(crate) fn no_message(core: &Core, meets: &Arrival) -> Option<String> {
    let limits = &core.config.limits;
    let (waiting, undelivered) = (limits.waiting_messages, limits.undelivered);
    if meets.waiting >= i64::from(waiting) {
        return Some(texts::too_many_waiting(waiting));
    }
    (meets.undelivered >= i64::from(undelivered)).then(|| texts::too_many_undelivered(undelivered))
}

/// Says in the event's chat that a limit is reached, once per burst.
pub(crate) async fn say(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &UserId,
    said: &str,
    now: Timestamp,
) -> Result<()> {
    let burst = BURST.as_millis() as i64;
    let at = Timestamp::from_millis(now.as_millis() / burst * burst);
    let source = OutboxKey::Full { user: user.clone(), at };
    let before = rows::of_source(tx, &source).await?;
    if before.iter().any(|row| row.chat() == event.chat) {
        return Ok(());
    }
    let slot = Slot { source: &source, segment: before.len() as i64 };
    let to = Address::new(event.chat.clone(), event.chat_kind);
    outbox::post_text(tx, &core.channels, slot, &to, said, now).await
}
