//! Late messages, sent while the bot was away. They are answered with a line about the delay; those that are too old
//! are counted in one line that says that they are not answered.

use adjutant_channel::{ChatKind, Event, Inbound, KnownChat};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp, zones::Zone};
use adjutant_store::{
    db::Tx,
    inbox::Delay,
    people::{self, User},
};
use adjutant_texts::late_messages as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
    unanswered::{self, Unanswered},
};

/// Returns how long an event was in transit; `None` if it came in time.
pub(crate) fn delay(event: &Inbound, now: Timestamp) -> Option<Delay> {
    let delay = Delay { sent_at: event.sent_at.into(), received_at: now, messages: 1 };
    delay.is_late().then_some(delay)
}

/// Prefixes an answer to a late event with a line about the delay; `zone` is the person's.
pub(crate) fn opened(event: &Inbound, said: String, zone: Zone, now: Timestamp) -> String {
    match delay(event, now) {
        Some(delay) => format!("{}\n\n{said}", texts::opening(&delay, zone)),
        None => said,
    }
}

/// Returns whether a message or a command came too late to be answered.
pub(crate) fn is_too_old(core: &Core, event: &Inbound, now: Timestamp) -> bool {
    unanswered::is_too_old(core, event.sent_at.into(), now)
}

/// Counts an event that is too old to be answered; one line per burst and chat says how many there were.
pub(crate) async fn record_unanswered(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    now: Timestamp,
) -> Result<()> {
    let (Event::Message { message_id, .. } | Event::Command { message_id, .. }) = &event.event else {
        return Ok(());
    };
    let message = Unanswered {
        chat: &event.chat,
        chat_kind: event.chat_kind,
        user,
        message_id: Some(&message_id.0),
        sent_at: event.sent_at.into(),
    };
    unanswered::record(tx, core, &message, now).await
}

/// Says that the messages of a chat after `after` will not be fetched: in the chat itself if it is a direct one, else
/// to the owner.
pub(crate) async fn record_skipped(tx: &Tx, core: &Core, place: &KnownChat, after: Timestamp) -> Result<()> {
    let told = match place.kind {
        ChatKind::Direct => {
            let user = people::in_direct_chat(tx, &place.chat).await?;
            user.map(|user| (Address::new(place.chat.clone(), ChatKind::Direct), user, None))
        }
        ChatKind::Group => {
            let owner = people::owner(tx).await?;
            let to = Address::of(tx, core, &owner.user_id).await?;
            to.map(|to| (to, owner, Some(&place.chat)))
        }
    };
    let Some((to, user, elsewhere)) = told else { return Ok(()) };
    let source = OutboxKey::Skipped { chat: place.chat.clone(), after };
    let now = core.clock.timestamp();
    let skipped = || texts::skipped(elsewhere, after, now, user.zone(core.zone));
    let said = user.language().scope_sync(skipped);
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await
}
