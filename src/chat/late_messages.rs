//! Late messages, which were sent while the bot was away: answered with a line that says so or, if they are too old,
//! counted in one line that says they are not answered.

use std::time::Duration;

use adjutant_channel::{Event, Inbound};
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Tx,
    inbox::{Delay, LATE},
    late_messages,
    people::User,
};
use adjutant_texts::late_messages as texts;
use anyhow::Result;
use chrono_tz::Tz;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// How long after the delivery of its line a burst ends.
const BURST: Duration = Duration::from_mins(10);

/// Returns how long an event was in transit; `None` if it came in time.
pub(crate) fn delay(event: &Inbound, now: Timestamp) -> Option<Delay> {
    let delay = Delay { sent_at: event.sent_at.into(), received_at: now, messages: 1 };
    delay.is_longer_than(LATE).then_some(delay)
}

/// Prefixes an answer with a line that says how late the event came, if it did; `zone` is the person's.
pub(crate) fn opened(event: &Inbound, said: String, zone: Tz, now: Timestamp) -> String {
    match delay(event, now) {
        Some(delay) => format!("{}\n\n{said}", texts::opening(&delay, zone)),
        None => said,
    }
}

/// Returns whether a message or a command came too late to be answered.
pub(crate) fn is_too_old(core: &Core, event: &Inbound, now: Timestamp) -> bool {
    now.since(event.sent_at.into()) > answer_within(core)
}

/// Counts an event that is not answered: one line per burst and chat says how many there were.
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
    let whose = late_messages::Whose { chat: &event.chat, user: &user.user_id };
    let burst = late_messages::count(tx, whose, event.sent_at.into(), now - BURST).await?;
    let reply_to = Some(message_id.0.clone());
    let to = Address { reply_to, ..Address::new(event.chat.clone(), event.chat_kind) };
    let said = texts::unanswered(&burst, answer_within(core), user.zone(core.zone));
    outbox::post_text(
        tx,
        &core.channels,
        Slot { source: &whose.source(), segment: burst.number },
        &to,
        &said,
        now,
    )
    .await
}

/// Returns the longest delay of an answered event. An event that is not even late is always
/// answered.
fn answer_within(core: &Core) -> Duration {
    core.config.channels.answer_within.max(LATE)
}
