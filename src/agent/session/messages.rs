//! The messages of a person that a session takes up together: the turn that answers them.

use adjutant_domain::{ids::TurnId, origin::Sources, timestamp::Timestamp};
use adjutant_store::{
    attachments,
    db::Tx,
    inbox::{self, Waiting},
    open_toolsets,
    people::User,
    sessions::Session,
    turns,
};
use adjutant_texts::{self as texts, FilesCame};
use anyhow::Result;

use super::{album::Sent, hear, received};
use crate::{
    agent::{pictures, quoted, words},
    core::Core,
    unanswered::{self, Unanswered},
};

/// Begins the turn that answers messages, of which at least one says something.
pub(super) async fn begin(
    tx: &Tx,
    core: &Core,
    messages: Vec<Sent<'_>>,
    (session, user): (&Session, &User),
    now: Timestamp,
) -> Result<TurnId> {
    let (id, zone) = (&session.session_id, user.zone(core.zone));
    let reply_to = messages.last().and_then(|sent| sent.first().message_id.as_deref());
    let turn = turns::open(tx, id, reply_to, now).await?.turn_id;
    let files = attachments::untold(tx, id).await?;
    let (with, before): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| messages.iter().any(|sent| sent.brought(file)));
    received::note_before(tx, session, (&turn, &before), now).await?;
    let mut concerns_files = !(with.is_empty() && before.is_empty());
    if concerns_files {
        attachments::mark_told(tx, id).await?;
    }
    let came =
        if messages.iter().any(Sent::has_text) { FilesCame::WithNext } else { FilesCame::WithoutAWord };
    for sent in messages {
        for row in &sent.rows {
            inbox::take(tx, row.inbox_id, &turn).await?;
        }
        let message = &sent.message;
        words::note_delay(tx, &turn, &sent.first().delay(), zone, now).await?;
        let files = sent.in_order(&with);
        if !files.is_empty() {
            let note = turns::append_note(tx, &turn, &texts::files_note(&files, came), now).await?;
            let mut sources: Sources = files.iter().map(|file| &file.untrusted).collect();
            sources.extend(pictures::add(tx, core, &turn, &files).await?.then(|| texts::PICTURE.to_owned()));
            turns::mark_untrusted(tx, note, &sources).await?;
        }
        if let Some(quoted) = &message.reply_to {
            concerns_files |= quoted::note(tx, session, (&turn, quoted), core, now).await?;
        }
        received::append_cards(tx, &turn, message, now).await?;
        hear::append(tx, &turn, message, now).await?;
        words::append(tx, &turn, message, now).await?;
    }
    if concerns_files {
        open_toolsets::open(tx, id, &core.tools.opened_by_files(), now).await?;
    }
    Ok(turn)
}

/// Records that a message is not answered, which has waited too long: its person was not served meanwhile, or the gateway
/// did not run.
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
