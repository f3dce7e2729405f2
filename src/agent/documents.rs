//! The short documents of a turn: their text is a note beside the message that brought them. The model reads longer
//! ones with `document_read`. If a document cannot be read, the person finds the reason above the answer.

use std::sync::Arc;

use adjutant_channel::{Attachment, DownloadError};
use adjutant_domain::{
    document::{Answer, Document},
    origin::Sources,
    redact::Filter,
};
use adjutant_sandbox::Failure;
use adjutant_store::{
    attachments::{self, StoredAttachment},
    db::Scope,
    inbox, leases,
    turns::{self, Entry},
};
use adjutant_texts as texts;
use adjutant_tools::decoders::documents;
use anyhow::Result;

use super::{
    context::BYTES_PER_TOKEN,
    download,
    turn::{self, Job},
};
use crate::core::Core;

/// The largest file that is read for a short text, in bytes.
const LARGEST: u64 = 2 << 20;

/// The outcome of reading a file from a message.
enum Given {
    /// Its whole, short text.
    Whole(String),
    /// The document has no text, such as a scan.
    Empty,
    /// The reason why it cannot be read, as the end of a sentence about it.
    Unreadable(String),
    /// The file is long, or is no document.
    Nothing,
}

/// Adds the text of a turn's short documents to the transcript, once. A stopped turn skips the remaining ones.
///
/// # Errors
/// Returns an error if the database fails or another process takes the lease.
pub(super) async fn give(core: &Arc<Core>, job: &mut Job) -> Result<()> {
    // Received files are announced in notes.
    let has_notes = job.turn.entries.iter().any(|entry| matches!(entry, Entry::Note { .. }));
    if !has_notes || core.config.media.document_tokens == 0 || job.uses_built_in_assistant(core) {
        return Ok(());
    }
    let (session, turn) = (job.session.session_id.clone(), job.turn.head.turn_id.clone());
    let files = core.db.read(async move |tx| attachments::not_given(tx, &session, &turn).await).await?;
    if !files.is_empty() {
        let secrets = core.secrets_of(&job.user.user_id).await?;
        let read = async {
            let mut read = Vec::new();
            for file in files {
                let given = read_one(core, job, &file.attachment, &secrets).await;
                read.push((file, given));
            }
            read
        };
        let Some(read) = job.unless_stopped(core, read).await else { return Ok(()) };
        keep(core, job, read).await?;
        turn::reload(core, job).await?;
    }
    let (session, turn) = (job.session.session_id.clone(), job.turn.head.turn_id.clone());
    let unread = core.db.read(async move |tx| attachments::unreadable(tx, &session, &turn).await).await?;
    let lines: Vec<_> = unread.iter().map(|(file, why)| texts::files::unread(file, why)).collect();
    job.opening.unread = (!lines.is_empty()).then(|| lines.join("\n"));
    Ok(())
}

/// Returns the text of a file without these secrets.
async fn read_one(core: &Core, job: &Job, file: &Attachment, secrets: &Filter) -> Given {
    if !inbox::is_document(file) || file.size.is_some_and(|size| size > LARGEST) {
        return Given::Nothing;
    }
    let bytes = match download::fetch(core, job, file, LARGEST).await {
        Ok(bytes) => bytes,
        Err(DownloadError::TooLarge { .. }) => return Given::Nothing,
        Err(DownloadError::Gone) => return Given::Unreadable(texts::files::gone().to_owned()),
        Err(DownloadError::Failed(_)) => return Given::Unreadable(texts::files::not_fetched().to_owned()),
    };
    match documents::read(&core.sandbox.held_by(job.user.person.as_str()), &bytes).await {
        Ok(Answer::Read(document)) => {
            short_text(&document.without(secrets), core.config.media.document_tokens * BYTES_PER_TOKEN)
        }
        Ok(Answer::Unreadable(why)) => Given::Unreadable(why),
        Err(Failure::Memory | Failure::TookTooLong(_) | Failure::TooMuchOutput) => {
            Given::Unreadable(texts::files::exhausting().to_owned())
        }
        Err(error) => {
            tracing::warn!(%error, "cannot read a document");
            Given::Unreadable(texts::files::not_read().to_owned())
        }
    }
}

/// Returns the whole text of a document if it has at most `most` bytes.
fn short_text(document: &Document, most: usize) -> Given {
    let length: usize = document.parts.iter().map(|part| part.text.trim().len()).sum();
    if length == 0 {
        return Given::Empty;
    }
    if length > most || document.is_cut {
        return Given::Nothing;
    }
    let excerpt = documents::excerpt(document, (1, 0), usize::MAX, 2 * most);
    match excerpt.shown == document.parts.len() && excerpt.cut_at.is_none() {
        true => Given::Whole(excerpt.text),
        false => Given::Nothing,
    }
}

async fn keep(core: &Arc<Core>, job: &Job, read: Vec<(StoredAttachment, Given)>) -> Result<()> {
    let (core_, job, now) = (core.clone(), job.clone(), core.clock.timestamp());
    core.db
        .write_unsynced(Scope::Session(job.session.session_id.clone()), async move |tx| {
            leases::check(tx, &core_.process, &job.lease).await?;
            for (file, given) in &read {
                let id = &file.attachment_id;
                let (note, unreadable) = match given {
                    Given::Whole(text) => (Some(texts::document_note(id, text)), None),
                    Given::Empty => (Some(texts::files::without_text(id)), None),
                    Given::Unreadable(why) => (Some(texts::files::unread_note(id, why)), Some(why.as_str())),
                    Given::Nothing => (None, None),
                };
                attachments::mark_given(tx, id, unreadable).await?;
                let Some(note) = note else { continue };
                let mut sources = Sources::OWN;
                if matches!(given, Given::Whole(_)) {
                    let name =
                        file.attachment.name.as_deref().unwrap_or_else(|| texts::kind(file.attachment.kind));
                    sources = file.untrusted.clone();
                    sources.extend([texts::document(name)]);
                }
                turns::append_note(tx, &job.turn.head.turn_id, &note, &sources, now).await?;
            }
            Ok(())
        })
        .await
}
