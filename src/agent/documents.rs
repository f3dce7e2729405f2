//! The short documents of a turn: their text is a note beside the message with which they came. Longer ones the model reads
//! with `document_read`.

use std::sync::Arc;

use adjutant_domain::{
    document::{Answer, Document},
    origin::Sources,
};
use adjutant_store::{
    attachments::{self, StoredAttachment},
    db::Scope,
    inbox, leases,
    turns::{self, Entry},
};
use adjutant_texts as texts;
use adjutant_tools::documents;
use anyhow::Result;

use super::{
    context::BYTES_PER_TOKEN,
    turn::{self, Job},
};
use crate::core::Core;

/// The largest file that may have a short text, in bytes.
const LARGEST: u64 = 2 << 20;

/// Gives the model the text of the short documents of a turn, once. A turn that is stopped leaves the rest.
///
/// # Errors
/// Returns an error if the database fails or another process takes the lease.
pub(super) async fn give(core: &Arc<Core>, job: &mut Job) -> Result<()> {
    // Files that came are told in notes.
    let has_notes = job.turn.entries.iter().any(|entry| matches!(entry, Entry::Note { .. }));
    if !has_notes || core.config.media.document_tokens == 0 || job.uses_built_in_assistant(core) {
        return Ok(());
    }
    let (session, turn) = (job.session.session_id.clone(), job.turn.head.turn_id.clone());
    let files = core.db.read(async move |tx| attachments::not_given(tx, &session, &turn).await).await?;
    if files.is_empty() {
        return Ok(());
    }
    let read = async {
        let mut read = Vec::new();
        for file in files {
            let text = text_of(core, job, &file).await;
            read.push((file, text));
        }
        read
    };
    let read = tokio::select! {
        biased;
        () = job.stop.cancelled() => return Ok(()),
        () = core.shutdown.cancelled() => return Ok(()),
        read = read => read,
    };
    keep(core, job, read).await?;
    turn::reload(core, job).await
}

/// Returns the text of a document if it is short. One that cannot be read has none: `document_read` says why.
async fn text_of(core: &Core, job: &Job, file: &StoredAttachment) -> Option<String> {
    let file = &file.attachment;
    if !inbox::is_document(file) || file.size.is_some_and(|size| size > LARGEST) {
        return None;
    }
    let channel = core.channels.get(&job.session.chat().channel).ok()?;
    let bytes = channel.download(file, LARGEST).await.ok()?;
    match documents::read(&core.sandbox, &bytes).await.ok()? {
        Answer::Read(document) => short_text(&document, core.config.media.document_tokens * BYTES_PER_TOKEN),
        Answer::Unreadable(_) => None,
    }
}

/// Returns the whole text of a document if it has one, and that has at most so many bytes.
fn short_text(document: &Document, most: usize) -> Option<String> {
    let length: usize = document.parts.iter().map(|part| part.text.trim().len()).sum();
    if length == 0 || length > most || document.is_cut {
        return None;
    }
    let excerpt = documents::excerpt(document, (1, 0), usize::MAX, 2 * most);
    (excerpt.shown == document.parts.len() && excerpt.cut_at.is_none()).then_some(excerpt.text)
}

async fn keep(core: &Arc<Core>, job: &Job, read: Vec<(StoredAttachment, Option<String>)>) -> Result<()> {
    let (core_, job, now) = (core.clone(), job.clone(), core.clock.timestamp());
    core.db
        .write_unsynced(Scope::Session(job.session.session_id.clone()), async move |tx| {
            leases::check(tx, &core_.process, &job.lease).await?;
            for (file, text) in &read {
                attachments::mark_given(tx, &file.attachment_id).await?;
                let Some(text) = text else { continue };
                let note = texts::document_note(&file.attachment_id, text);
                let note = turns::append_note(tx, &job.turn.head.turn_id, &note, now).await?;
                let name =
                    file.attachment.name.as_deref().unwrap_or_else(|| texts::kind(file.attachment.kind));
                let mut sources: Sources = file.untrusted.clone();
                sources.extend([texts::document(name)]);
                turns::mark_untrusted(tx, note, &sources).await?;
            }
            Ok(())
        })
        .await
}
