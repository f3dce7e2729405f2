//! What a message says, in the transcript of the turn that answers it.

use adjutant_domain::{ids::TurnId, timestamp::Timestamp, zones::Zone};
use adjutant_store::{
    db::Tx,
    inbox::{Delay, LATE, Message},
    turns,
};
use adjutant_texts as texts;
use anyhow::Result;

/// Notes how long a message was on its way, if it is late.
pub(super) async fn note_delay(
    tx: &Tx,
    turn: &TurnId,
    delay: &Delay,
    zone: Zone,
    now: Timestamp,
) -> Result<()> {
    if delay.is_longer_than(LATE) {
        turns::append_note(tx, turn, &texts::late_messages::note(delay, zone), now).await?;
    }
    Ok(())
}

/// Appends the text of a message, if it has one.
pub(super) async fn append(tx: &Tx, turn: &TurnId, message: &Message, now: Timestamp) -> Result<()> {
    if message.text.trim().is_empty() {
        return Ok(());
    }
    if let Some(old) = &message.corrects {
        turns::append_note(tx, turn, &texts::edited_note(old), now).await?;
    }
    if message.forwarded {
        turns::append_note(tx, turn, texts::forwarded_note(), now).await?;
    }
    let entry = turns::append_user(tx, turn, &message.text, now).await?;
    if message.forwarded {
        turns::mark_untrusted(tx, entry, &texts::FORWARDED.into()).await?;
    }
    Ok(())
}
