//! Giving up messages, and the notices about that.

use adjutant_channel::{Content, SendError, rich::Unit};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    db::Tx,
    outbox::{self as rows, Row},
    runs,
    sessions::Place,
};
use adjutant_texts as texts;
use anyhow::Result;

use super::{Address, Slot, elsewhere, outgoing::language_of, post_text};
use crate::core::Core;

/// The outbox segment of the end of a draft, beside the notice of the loss.
const DRAFT: i64 = 1;

/// Makes a message a dead letter, and posts `said` as a loss notice if the chat can still be written to.
pub(super) async fn give_up(
    tx: &Tx,
    core: &Core,
    row: &Row,
    error: &SendError,
    said: &str,
    now: Timestamp,
) -> Result<()> {
    let (chat, text) = (row.chat(), error.to_string());
    match error {
        SendError::ChatGone(_) => return give_up_place(tx, core, Place::whole(&chat), &text, now).await,
        SendError::ThreadGone(_) => {
            elsewhere::move_answers(tx, core, Place::topic(&chat), now).await?;
            return give_up_place(tx, core, Place::topic(&chat), &text, now).await;
        }
        SendError::NotAllowed(_) if elsewhere::send_file(tx, core, row, &text, now).await? => return Ok(()),
        _ => {}
    }
    rows::dead_letter(tx, row.outbox_id, &text).await?;
    if row.source.reports_loss() && row.segment == DRAFT {
        // The answer itself counts as lost already.
        return rows::drop_dead_letter(tx, row.outbox_id).await.map(drop);
    }
    // Three losses go unreported: that of a loss notice, any after the end of a /forget_me, and that of a voice
    // message, whose text was sent.
    if row.source.needs_no_loss_notice() {
        tx.wake(Wake::Privacy);
        return Ok(());
    }
    let to = Address::new(chat, row.chat_kind);
    let source = OutboxKey::LostMessage(row.outbox_id);
    post_text(tx, &core.channels, Slot::first(&source), &to, said, now).await?;
    end_draft(tx, row, &source, now).await
}

/// Has the draft of an answer that was given up say that it is incomplete. What the draft shows is not stored; it
/// becomes the first half of its message.
async fn end_draft(tx: &Tx, row: &Row, source: &OutboxKey, now: Timestamp) -> Result<()> {
    let (OutboxKey::Turn(_), Some(_)) = (&row.source, &row.message_id) else { return Ok(()) };
    let (body, language) = (row.content()?.body, language_of(tx, row).await?);
    let half = body.text.chars().count() / 2;
    if half == 0 {
        return Ok(());
    }
    let beginning = body.split(half, Unit::Chars).swap_remove(0);
    let content = Content::text(language.scope_sync(|| texts::incomplete_answer(&beginning)));
    rows::post_edit(tx, (source, DRAFT), row, &content, now).await
}

/// Turns every message that waits for a place into a dead letter, pauses the schedules that report there, and tells
/// their owners what they lost.
pub(crate) async fn give_up_place(
    tx: &Tx,
    core: &Core,
    place: Place<'_>,
    error: &str,
    now: Timestamp,
) -> Result<()> {
    let lost = runs::in_delivery_to(tx, place).await?;
    rows::dead_letter_place(tx, place, error).await?;
    if !lost.is_empty() {
        elsewhere::tell_owner_of_place(tx, core, place, error, now).await?;
    }
    match core.handlers() {
        Some(handlers) => (handlers.place_lost)(tx, core, place, &lost, now).await,
        None => Ok(()),
    }
}
