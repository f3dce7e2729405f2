//! The messages of a person that a session takes up together: for the turn that answers them, or the turn that takes
//! them in.

use adjutant_domain::{ids::TurnId, origin::Sources, timestamp::Timestamp, zones::Zone};
use adjutant_store::{
    attachments,
    db::Tx,
    inbox::{self, Delay, Message, Waiting},
    open_toolsets,
    people::User,
    sessions::Session,
    turns,
};
use adjutant_texts::{self as texts, FilesCame};
use anyhow::Result;

use super::{album::Sent, edited, hear, received};
use crate::{
    agent::{pictures, quoted},
    core::Core,
    unanswered::{self, Unanswered},
};

/// Begins the turn that answers messages, at least one of which needs an answer.
pub(super) async fn begin(
    tx: &Tx,
    core: &Core,
    messages: Vec<Sent<'_>>,
    (session, user): (&Session, &User),
    now: Timestamp,
) -> Result<TurnId> {
    let reply_to = messages.last().and_then(|sent| sent.first().message_id.as_deref());
    let turn = turns::open(tx, &session.session_id, reply_to, now).await?.turn_id;
    append(tx, core, &turn, messages, (session, user), now).await?;
    Ok(turn)
}

/// Appends messages to a turn, with their files and the messages that they reply to, and takes them out of the inbox.
pub(in crate::agent) async fn append(
    tx: &Tx,
    core: &Core,
    turn: &TurnId,
    messages: Vec<Sent<'_>>,
    whose @ (session, user): (&Session, &User),
    now: Timestamp,
) -> Result<()> {
    let (id, zone) = (&session.session_id, user.zone(core.zone));
    let files = attachments::untold(tx, id).await?;
    let (with, before): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| messages.iter().any(|sent| sent.brought(file)));
    received::note_before(tx, session, (turn, &before), now).await?;
    let mut concerns_files = !(with.is_empty() && before.is_empty());
    if concerns_files {
        attachments::mark_told(tx, id).await?;
    }
    let came =
        if messages.iter().any(Sent::has_text) { FilesCame::WithNext } else { FilesCame::WithoutAWord };
    for sent in messages {
        for row in &sent.rows {
            inbox::take(tx, row.inbox_id, turn).await?;
        }
        let message = &sent.message;
        note_delay(tx, turn, &sent.first().delay(), zone, now).await?;
        let files = sent.in_order(&with);
        if !files.is_empty() {
            let mut sources: Sources = files.iter().map(|file| &file.untrusted).collect();
            sources.extend(
                pictures::add(tx, core, turn, whose, &files).await?.then(|| texts::PICTURE.to_owned()),
            );
            turns::append_note(tx, turn, &texts::files_note(&files, came), &sources, now).await?;
        }
        concerns_files |= edited::note(tx, core, (whose, turn), (&sent, !files.is_empty()), now).await?;
        if let Some(quoted) = &message.reply_to {
            concerns_files |= quoted::note(tx, whose, (turn, quoted), core, now).await?;
        }
        received::append_cards(tx, core, (turn, user), message, now).await?;
        hear::append(tx, core, (turn, user), message, now).await?;
        append_text(tx, core, (turn, user), message, now).await?;
    }
    if concerns_files {
        open_toolsets::open(tx, id, &core.tools.opened_by_files(), now).await?;
    }
    Ok(())
}

/// Notes the delay of a message that came late.
async fn note_delay(tx: &Tx, turn: &TurnId, delay: &Delay, zone: Zone, now: Timestamp) -> Result<()> {
    if delay.is_late() {
        let said = texts::late_messages::note(delay, zone);
        turns::append_note(tx, turn, &said, &Sources::OWN, now).await?;
    }
    Ok(())
}

/// Appends the text of a message, if it has one. Other people's words are without secrets; the person's own stay as
/// they are.
async fn append_text(
    tx: &Tx,
    core: &Core,
    (turn, user): (&TurnId, &User),
    message: &Message,
    now: Timestamp,
) -> Result<()> {
    if message.text.trim().is_empty() {
        return Ok(());
    }
    if !message.forwarded {
        return turns::append_user(tx, turn, &message.text, &Sources::OWN, now).await.map(drop);
    }
    turns::append_note(tx, turn, texts::forwarded_note(), &Sources::OWN, now).await?;
    let secrets = core.secrets_in(tx, &user.user_id).await?;
    let said = secrets.redact(&message.text);
    turns::append_user(tx, turn, &said, &texts::FORWARDED.into(), now).await.map(drop)
}

/// Records that a message is left unanswered because it waited too long: its person was not served meanwhile, or the
/// gateway did not run.
pub(super) async fn leave_unanswered(
    tx: &Tx,
    core: &Core,
    row: &Waiting,
    (session, user): (&Session, &User),
    now: Timestamp,
) -> Result<()> {
    inbox::discard(tx, row.inbox_id).await?;
    let message = Unanswered {
        chat: &session.chat(),
        chat_kind: session.chat_kind,
        user,
        message_id: row.message_id.as_deref(),
        sent_at: row.delay().sent_at,
    };
    unanswered::record(tx, core, &message, now).await
}
