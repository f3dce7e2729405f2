//! What was sent while the bot was away: answered, and said to be late; or, after too long, one line that it is not.

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

/// How long after its line was delivered a burst is over, in milliseconds.
const BURST: i64 = 10 * 60_000;

/// How long an event was on its way; `None` for one that came in time.
pub(crate) fn delay(event: &Inbound, now: i64) -> Option<Delay> {
    let delay = Delay { sent_at: event.sent_at.timestamp_millis(), received_at: now, messages: 1 };
    delay.is_longer_than(LATE).then_some(delay)
}

/// An answer to an event, which begins by saying so where that came late; `zone` is the person's.
pub(crate) fn opened(event: &Inbound, said: String, zone: Tz, now: i64) -> String {
    match delay(event, now) {
        Some(delay) => format!("{}\n\n{said}", texts::opening(&delay, zone)),
        None => said,
    }
}

/// Whether a message or a command came so late that it is not answered.
pub(crate) fn is_too_old(core: &Core, event: &Inbound, now: i64) -> bool {
    now - event.sent_at.timestamp_millis() > answer_within(core)
}

/// Says that an event is not answered: one line in its chat for all of a burst, which counts them.
pub(crate) async fn pass_over(tx: &Tx, core: &Core, event: &Inbound, user: &User, now: i64) -> Result<()> {
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

/// In milliseconds. What is not even late is always answered.
fn answer_within(core: &Core) -> i64 {
    i64::try_from(core.config.channels.answer_within.as_millis()).unwrap_or(i64::MAX).max(LATE)
}
