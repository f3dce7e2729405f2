//! Points to the buttons if somebody types a yes or a no below a prompt: only presses decide.

use adjutant_channel::{ChatRef, Inbound, Quoted};
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

/// Answers a yes or a no that replies to a prompt which its sender may decide, or follows one. Returns whether the
/// message was one: a yes or a no to any other message of the bot answers that message.
pub async fn point_to_buttons(
    tx: &Tx,
    core: &Core,
    (event, user): (&Inbound, &User),
    (text, reply_to): (&str, Option<&Quoted>),
    now: Timestamp,
) -> Result<bool> {
    if !texts::is_yes_or_no(text) {
        return Ok(false);
    }
    let Some(answered) = answered(tx, &event.chat, reply_to).await? else { return Ok(false) };
    let prompt = match answered.source {
        OutboxKey::Reminder(prompt) => prompt,
        _ => answered.outbox_id,
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

/// Returns the message of the bot that a message answers: the one to which it replies, or else the newest. Pointers to
/// buttons do not count.
async fn answered(tx: &Tx, chat: &ChatRef, reply_to: Option<&Quoted>) -> Result<Option<Row>> {
    let is_pointer = |row: &Row| row.content().is_ok_and(|said| texts::is_press_instead(&said.body.text));
    if let Some(quoted) = reply_to {
        let row = outbox_rows::by_message(tx, chat, &quoted.message_id).await?;
        if !row.as_ref().is_some_and(is_pointer) {
            return Ok(row);
        }
    }
    let newest = outbox_rows::delivered_to(tx, chat, i64::MAX, LOOKED_AT).await?;
    Ok(newest.into_iter().find(|row| !is_pointer(row)))
}
