//! The authorship of quoted messages. Only the bot's answers to this person in an untainted turn or run, and the
//! person's own messages, count as the person's words. Other messages of the bot may show anybody's words: a stranger's
//! name in a knock, the body of a request in a prompt, an answer to somebody else. So the row of the message is looked
//! up, and a message without a row counts as somebody else's.

use adjutant_channel::{ChatKind, Quoted};
use adjutant_domain::{
    ids::{RunId, TurnId},
    origin::Sources,
    outbox_key::OutboxKey,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    attachments,
    db::Tx,
    inbox,
    outbox::{self, Row},
    people::{self, User},
    runs, schedules,
    sessions::Session,
    turns,
};
use adjutant_texts::{self as texts, quoted as words};
use anyhow::Result;

use super::{pictures, session::hear};
use crate::core::Core;

/// Notes the quoted message, to which the turn's next message replies, and the result of the run if that message
/// delivered one. Returns whether the quoted message has files.
pub(super) async fn note(
    tx: &Tx,
    whose @ (session, _): (&Session, &User),
    (turn, quoted): (&TurnId, &Quoted),
    core: &Core,
    now: Timestamp,
) -> Result<bool> {
    let row = match quoted.from_bot {
        true => outbox::by_message(tx, &session.chat(), &quoted.message_id).await?,
        false => None,
    };
    let untrusted = match quoted.from_bot {
        true => of_bot(tx, session, quoted, row.as_ref()).await?,
        false => of_person(tx, session, quoted).await?,
    };
    let mut quoted = as_stored(quoted, row.as_ref())?;
    quoted.text = core.secrets_in(tx, &session.user_id).await?.redact(&quoted.text).into_owned();
    let quoted = &quoted;
    let sent = match row.as_ref() {
        Some(row) => sent_files(tx, session, row, quoted).await?,
        None => None,
    };
    let files = attachments::of_message(tx, &session.session_id, &quoted.message_id).await?;
    let untrusted = files.iter().fold(untrusted, |all, file| all.and(&file.untrusted));
    let shows = pictures::add(tx, core, turn, whose, &files).await?;
    let untrusted = if shows { untrusted.and(&texts::PICTURE.into()) } else { untrusted };
    let said = words::note(quoted, sent.as_deref(), &files);
    turns::append_note(tx, turn, &said, &untrusted, now).await?;
    note_run(tx, session, (turn, quoted), core.zone, now).await?;
    Ok(!files.is_empty())
}

/// Notes the result of the run whose delivery the person quotes, if the run is theirs. The conversation may have
/// continued since that result, or have been started anew.
async fn note_run(
    tx: &Tx,
    session: &Session,
    (turn, quoted): (&TurnId, &Quoted),
    host: Zone,
    now: Timestamp,
) -> Result<()> {
    if !quoted.from_bot {
        return Ok(());
    }
    let (user, chat, chars) = (&session.user_id, session.chat(), texts::runs::OUTPUT_READ);
    let Some(run) = runs::delivered_by(tx, user, &chat, &quoted.message_id, chars).await? else {
        return Ok(());
    };
    let schedule = schedules::of_run(tx, &run.run_id).await?;
    let zone = people::zone(tx, user, host).await?;
    let said = texts::runs::replied_note(&run, schedule.as_ref(), zone);
    turns::append_note(tx, turn, &said, &run.untrusted, now).await.map(drop)
}

/// Names the files that a call sent with a message; if the message is one of an album, only its own file. `None` in a
/// group: people do not see a picture's name there, and the picture may be another person's.
async fn sent_files(tx: &Tx, session: &Session, row: &Row, quoted: &Quoted) -> Result<Option<String>> {
    let (ChatKind::Direct, OutboxKey::Media(_)) = (session.chat_kind, &row.source) else { return Ok(None) };
    let content = row.content()?;
    if content.media.is_none() {
        return Ok(None);
    }
    let place = match outbox::album(tx, row.outbox_id).await? {
        more if more.is_empty() => None,
        more => Some(more.iter().position(|id| *id == quoted.message_id).map_or(0, |at| at + 1)),
    };
    Ok(Some(words::sent_files(content.files().map(|file| file.name.as_str()), place)))
}

/// Returns the sources of a quoted message that is not the bot's. In a direct chat it is the person's own, unless they
/// have forwarded it.
async fn of_person(tx: &Tx, session: &Session, quoted: &Quoted) -> Result<Sources> {
    if session.chat_kind == ChatKind::Group {
        return Ok(texts::QUOTED.into());
    }
    Ok(match inbox::was_forwarded(tx, &session.chat(), &quoted.message_id).await? {
        Some(false) => Sources::OWN,
        Some(true) => texts::FORWARDED.into(),
        None => words::UNKNOWN.into(),
    })
}

/// Returns the sources of a quoted message of the bot.
async fn of_bot(tx: &Tx, session: &Session, quoted: &Quoted, row: Option<&Row>) -> Result<Sources> {
    match row.map(|row| &row.source) {
        Some(OutboxKey::Turn(turn)) => of_turn(tx, session, turn).await,
        Some(OutboxKey::Run(run)) => of_run(tx, session, Some(run), quoted).await,
        Some(OutboxKey::Heard(row)) => of_recording(tx, session, *row).await,
        Some(key) => Ok(words::source(key).into()),
        // The row of a delivery may be deleted before the run's row.
        None => of_run(tx, session, None, quoted).await,
    }
}

/// Returns the sources of a recording's transcript. The person's own voice message counts as their words, so that a
/// reply can correct it.
async fn of_recording(tx: &Tx, session: &Session, row: i64) -> Result<Sources> {
    Ok(match inbox::by_id(tx, &session.user_id, row).await? {
        Some(message) => hear::sources(&message),
        None => words::ELSEWHERE.into(),
    })
}

/// Returns the sources of the answer of a turn.
async fn of_turn(tx: &Tx, session: &Session, turn: &TurnId) -> Result<Sources> {
    Ok(match turns::sources_for(tx, &session.user_id, turn).await? {
        Some(sources) => sources,
        None => words::ELSEWHERE.into(),
    })
}

/// Returns the sources of a run's result. They are unknown once its output is deleted.
async fn of_run(tx: &Tx, session: &Session, run: Option<&RunId>, quoted: &Quoted) -> Result<Sources> {
    let found = runs::delivered_by(tx, &session.user_id, &session.chat(), &quoted.message_id, 1).await?;
    Ok(match (found, run) {
        (Some(found), _) if !found.output.is_empty() || found.error.is_some() => found.untrusted,
        (None, Some(_)) => words::ELSEWHERE.into(),
        _ => words::UNKNOWN.into(),
    })
}

/// Returns the quoted message with the stored words, if the bot wrote it. A quotation that is a part of the stored
/// words stays unchanged. The stored text replaces any other, such as one with platform markup, and an empty one: the
/// words of an album are below its first file. The model's reasoning is left out, because another model might answer
/// now.
fn as_stored(quoted: &Quoted, row: Option<&Row>) -> Result<Quoted> {
    let Some(row) = row else { return Ok(quoted.clone()) };
    let stored = row.content()?.body.unfolded();
    let is_part = !quoted.text.is_empty() && letters(&stored).contains(&letters(&quoted.text));
    let text = if is_part { quoted.text.clone() } else { stored };
    Ok(Quoted { text, ..quoted.clone() })
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}
