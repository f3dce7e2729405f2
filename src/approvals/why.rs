//! “Deny and say why”: takes the message with the reason.

use adjutant_channel::{ChatKind, ChatRef, Quoted};
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{approvals as rows, db::Tx, outbox as outbox_rows, people::User};
use anyhow::Result;

use super::press::{Outcome, Wish, decide, go_on};

/// Longest reason that is kept, in characters.
const REASON: usize = 1_000;

/// Takes a message as the reason for a denial, if it is the one that was asked for. In a direct chat that is the
/// person's next message, unless it replies to something else; in a group, where people also talk about other things,
/// only a reply to the prompt. A message can deny, never approve.
pub async fn take_reason(
    tx: &Tx,
    user: &User,
    chat: &ChatRef,
    (text, reply_to): (&str, Option<&Quoted>),
    now: Timestamp,
) -> Result<bool> {
    let Some(approval) = rows::awaiting_denial_reason(tx, &user.user_id, chat, now).await? else {
        return Ok(false);
    };
    if !approval.may_be_decided_by(user) {
        return Ok(false);
    }
    let prompt = outbox_rows::get(tx, approval.outbox_id).await?;
    let prompt = prompt.filter(|row| row.chat().chat == chat.chat).and_then(|row| row.message_id);
    let is_meant = match reply_to {
        Some(quoted) => prompt.as_deref() == Some(quoted.message_id.0.as_str()),
        None => approval.prompt_kind() == ChatKind::Direct,
    };
    if !is_meant {
        return Ok(false);
    }
    let reason: String = text.trim().chars().take(REASON).collect();
    match decide(tx, user, &approval, Wish::Deny(Some(&reason)), now).await? {
        Outcome::Decided(approval) => go_on(tx, &approval, now).await.map(|()| true),
        Outcome::Not(_) => Ok(false),
    }
}
