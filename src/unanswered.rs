//! Messages that are too old to be answered, because they arrived late or waited too long until their sender was served
//! again. One line per burst and chat says how many there were.

use std::time::Duration;

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{db::Tx, inbox::LATE, late_messages, people::User};
use adjutant_texts::late_messages as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// A burst ends this long after its line was delivered.
const BURST: Duration = Duration::from_mins(10);

/// A message that is too old to be answered.
pub(crate) struct Unanswered<'a> {
    pub chat: &'a ChatRef,
    pub chat_kind: ChatKind,
    pub user: &'a User,
    pub message_id: Option<&'a str>,
    pub sent_at: Timestamp,
}

/// Counts a message that is too old to be answered, and posts or revises the line about its burst.
pub(crate) async fn record(tx: &Tx, core: &Core, message: &Unanswered<'_>, now: Timestamp) -> Result<()> {
    let &Unanswered { chat, chat_kind, user, message_id, sent_at } = message;
    let whose = late_messages::Whose { chat, user: &user.user_id };
    let burst = late_messages::count(tx, whose, sent_at, now - BURST).await?;
    let reply_to = message_id.map(str::to_owned);
    let to = Address { reply_to, late: true, ..Address::new(chat.clone(), chat_kind) };
    let unanswered = || texts::unanswered(&burst, answer_within(core), now, user.zone(core.zone));
    let said = user.language().scope_sync(unanswered);
    let (source, segment) = (whose.source(), burst.number);
    outbox::post_text(tx, &core.channels, Slot { source: &source, segment }, &to, &said, now).await
}

/// Returns whether a message sent at `sent_at` is certainly too old to be answered.
pub(crate) fn is_too_old(core: &Core, sent_at: Timestamp, now: Timestamp) -> bool {
    now.min(core.clock.certain()).since(sent_at) > answer_within(core)
}

/// Returns the longest delay at which an event is still answered. An event that is not even late is always answered.
pub(crate) fn answer_within(core: &Core) -> Duration {
    core.config.channels.answer_within.max(LATE)
}
