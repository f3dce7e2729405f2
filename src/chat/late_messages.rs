//! Late messages, which were sent while the bot was away: answered with a line that says so or, if they are too old,
//! counted in one line that says they are not answered.

use adjutant_channel::{Event, Inbound};
use adjutant_store::{
    db::Tx,
    inbox::{Delay, LATE},
    late_messages,
    people::User,
};
use anyhow::Result;
use chrono_tz::Tz;

use crate::{
    core::Core,
    outbox::{self, Address},
    texts::late_messages as texts,
};

/// How long after the delivery of its line a burst ends, in milliseconds.
const BURST: i64 = 10 * 60_000;

/// Returns how long an event was in transit; `None` if it came in time.
pub(crate) fn delay(event: &Inbound, now: i64) -> Option<Delay> {
    let delay = Delay { sent_at: event.sent_at.timestamp_millis(), received_at: now, messages: 1 };
    delay.is_longer_than(LATE).then_some(delay)
}

/// Prefixes an answer with a line that says how late the event came, if it did; `zone` is the person's.
pub(crate) fn opened(event: &Inbound, said: String, zone: Tz, now: i64) -> String {
    match delay(event, now) {
        Some(delay) => format!("{}\n\n{said}", texts::opening(&delay, zone)),
        None => said,
    }
}

/// Returns whether a message or a command came too late to be answered.
pub(crate) fn is_too_old(core: &Core, event: &Inbound, now: i64) -> bool {
    now - event.sent_at.timestamp_millis() > answer_within(core)
}

/// Counts an event that is not answered: one line per burst and chat says how many there were.
pub(crate) async fn record_unanswered(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    now: i64,
) -> Result<()> {
    let (Event::Message { message_id, .. } | Event::Command { message_id, .. }) = &event.event else {
        return Ok(());
    };
    let whose = late_messages::Whose { chat: &event.chat, user: &user.user_id };
    let burst = late_messages::count(tx, whose, event.sent_at.timestamp_millis(), now - BURST).await?;
    let reply_to = Some(message_id.0.clone());
    let to = Address { reply_to, ..Address::new(event.chat.clone(), event.chat_kind) };
    let said = texts::unanswered(&burst, answer_within(core), user.zone(core.zone));
    outbox::say(tx, &core.channels, (&whose.source(), burst.number), &to, &said, now).await
}

/// Returns the longest delay of an answered event, in milliseconds. An event that is not even late is always
/// answered.
fn answer_within(core: &Core) -> i64 {
    i64::try_from(core.config.channels.answer_within.as_millis()).unwrap_or(i64::MAX).max(LATE)
}
