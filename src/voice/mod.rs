//! Spoken answers: a voice message below the text of an answer, never instead of it and never before it.
//!
//! The transaction that posts the text also stores the words to speak. The voice message is made afterwards, and the
//! transaction that posts it removes that row. So if the process ends in between, the voice message is made again from
//! the row, and no answer is spoken twice.

mod make;

use adjutant_channel::ChatKind;
use adjutant_config::ReplyWithVoice;
use adjutant_domain::{ids::TurnId, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{db::Tx, inbox, sessions::Session, voice_answers};
use adjutant_texts::voice as texts;
use anyhow::Result;

pub(crate) use self::make::run;
use crate::{core::Core, outbox::Slot};

/// Queues the answer of a turn to be spoken, if the settings and the person's message ask for that.
pub(crate) async fn speak_answer(
    tx: &Tx,
    core: &Core,
    (session, turn): (&Session, &TurnId),
    text: (Slot<'_>, &str),
    now: Timestamp,
) -> Result<()> {
    let is_wanted = match core.config.media.reply_with_voice {
        ReplyWithVoice::Off => false,
        ReplyWithVoice::Mirror => {
            session.chat_kind == ChatKind::Direct && inbox::is_answer_to_voice(tx, turn).await?
        }
        ReplyWithVoice::Always => true,
    };
    if is_wanted { speak(tx, core, text, now).await } else { Ok(()) }
}

/// Queues the result of a run to be spoken, if the settings ask for that.
pub(crate) async fn speak_result(tx: &Tx, core: &Core, text: (Slot<'_>, &str), now: Timestamp) -> Result<()> {
    match core.config.media.reply_with_voice {
        ReplyWithVoice::Always => speak(tx, core, text, now).await,
        ReplyWithVoice::Off | ReplyWithVoice::Mirror => Ok(()),
    }
}

async fn speak(tx: &Tx, core: &Core, (slot, markdown): (Slot<'_>, &str), now: Timestamp) -> Result<()> {
    let most = core.config.media.voice.max_characters as usize;
    match texts::spoken(markdown, most) {
        Some(said) => voice_answers::add(tx, (slot.source, slot.segment), &said, now).await,
        None => Ok(()),
    }
}

/// Returns the key of the voice message of a text; `None` if such texts are not spoken.
fn key_of(text: &OutboxKey) -> Option<OutboxKey> {
    match text {
        OutboxKey::Turn(turn) => Some(OutboxKey::Voice(turn.clone())),
        OutboxKey::Run(run) => Some(OutboxKey::VoiceOfRun(run.clone())),
        _ => None,
    }
}
