//! Points to the buttons if somebody types a yes or a no below a prompt: only presses decide.

use adjutant_channel::Inbound;
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    approvals::{self as rows, Approval, State},
    db::Tx,
    outbox::{self as outbox_rows, Row},
    people::User,
};
use adjutant_texts::approvals as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// The newest messages that are searched for the last one that is no such pointer.
const LOOKED_AT: i64 = 8;

/// Answers a yes or a no that follows a prompt which its sender may decide. Returns whether the message was one: after
/// any other message of the bot, a yes or a no answers that message.
pub async fn point_to_buttons(
    tx: &Tx,
    core: &Core,
    (event, user): (&Inbound, &User),
    text: &str,
    now: Timestamp,
) -> Result<bool> {
    if !texts::is_yes_or_no(text) {
        return Ok(false);
    }
    let is_pointer = |row: &Row| row.content().is_ok_and(|said| texts::is_press_instead(&said.body.text));
    let newest = outbox_rows::delivered_to(tx, &event.chat, i64::MAX, LOOKED_AT).await?;
    let Some(newest) = newest.into_iter().find(|row| !is_pointer(row)) else { return Ok(false) };
    let prompt = match newest.source {
        OutboxKey::Reminder(prompt) => prompt,
        _ => newest.outbox_id,
    };
    let approvals = rows::of_prompt(tx, prompt).await?;
    let waits = |approval: &Approval| {
        approval.state == State::Pending
            && approval.expires_at > now
            && approval.question.is_none()
            && approval.may_be_decided_by(user)
    };
    if !approvals.iter().any(waits) {
        return Ok(false);
    }
    let reply_to = outbox_rows::get(tx, prompt).await?.and_then(|row| row.message_id);
    let to = Address { reply_to, ..Address::new(event.chat.clone(), event.chat_kind) };
    let source = OutboxKey::answering(event);
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, texts::press_instead(), now).await?;
    Ok(true)
}
