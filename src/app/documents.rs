//! Reads saved documents in the background, a few passages at a time, so that `memory_search` finds their contents.

use std::{io::Read as _, panic::AssertUnwindSafe, time::Duration};

use adjutant_domain::{
    backoff::doubled,
    document::{Answer, MOST_READ},
    passages::{self, Passage},
    timestamp::Timestamp,
};
use adjutant_memory::indexer::Step;
use adjutant_sandbox::Failure;
use adjutant_store::{
    db::{Scope, Tx},
    documents::{self, Outcome, ToDo},
};
use adjutant_tools::decoders::documents as tools;
use anyhow::Result;
use futures::FutureExt as _;

use crate::core::Core;

/// The most passages that one transaction stores: other writers wait for it.
const STORED: usize = 2;
/// The most passages that one transaction removes: it updates the index entry of each word.
const REMOVED: i64 = 2;
/// The longest pause after a transaction. The reader pauses for as long as the transaction took.
const LONGEST_REST: Duration = Duration::from_secs(1);
/// The pause after the first failure to read a document; it doubles with each further failure.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause after a failure to read a document.
const LONGEST_PAUSE: Duration = Duration::from_hours(1);
/// The attempts after which a missing file counts as gone. A file that is being moved is found at the next attempt.
const ATTEMPTS: u32 = 6;

/// The background worker. It runs in the process that leads the indexing.
#[derive(Default)]
pub(super) struct Reader {
    /// The document read last, while some of its passages are not stored yet.
    read: Option<Passages>,
    /// Whether documents that exceeded the limit were tried again: the operator may have raised it.
    has_retried: bool,
}

struct Passages {
    document_id: i64,
    all: Vec<Passage>,
    stored: usize,
}

/// The outcome of reading a file.
enum Text {
    Passages(Vec<Passage>),
    /// The operator has disabled this.
    Unwanted,
    /// The file is missing, or is not the one that was saved.
    Missing,
    Unreadable,
    /// No file can be read now, for this reason.
    Later(String),
}

impl Reader {
    /// Stores some passages of a document, reads the next document, or removes some passages of a deleted one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn step(&mut self, core: &Core) -> Result<Step> {
        let began = core.clock.uptime();
        if !self.has_retried {
            core.db.write_unsynced(Scope::Global, documents::retry_full).await?;
            self.has_retried = true;
        }
        if let Some(read) = self.read.take() {
            self.read = store(core, read).await?;
        } else {
            let now = core.clock.timestamp();
            let Some(next) = core.db.read(async move |tx| documents::next(tx, now).await).await? else {
                return Ok(Step::Idle);
            };
            if !clear(core, &next).await? && !next.is_gone() {
                self.read = match AssertUnwindSafe(read(core, &next)).catch_unwind().await {
                    Ok(read) => read?,
                    // The log describes the panic.
                    Err(_) => put_off(core, &next).await?,
                };
            }
        }
        Ok(Step::Worked(core.clock.uptime().saturating_sub(began).min(LONGEST_REST)))
    }
}

/// Removes some passages of a deleted document, or of one whose reading was interrupted. Returns false if there are
/// none.
async fn clear(core: &Core, next: &ToDo) -> Result<bool> {
    let (document, is_gone) = (next.document_id, next.is_gone());
    let clear = async move |tx: &Tx| {
        if documents::remove_passages(tx, document, REMOVED).await? {
            return Ok(true);
        }
        if is_gone {
            documents::remove(tx, document).await?;
        }
        Ok(false)
    };
    core.db.write_unsynced(Scope::Global, clear).await
}

/// Reads a document. Returns its passages, or `None` if there is nothing to store.
async fn read(core: &Core, next: &ToDo) -> Result<Option<Passages>> {
    let document_id = next.document_id;
    let outcome = match text(core, next).await? {
        Text::Passages(all) => {
            let (user, most) = (next.user_id.clone(), i64::from(core.config.memory.document_passages));
            let count = async move |tx: &Tx| documents::count_passages(tx, &user, most).await;
            if core.db.read(count).await? + all.len() as i64 <= most {
                return Ok(Some(Passages { document_id, all, stored: 0 }));
            }
            Outcome::Full
        }
        Text::Unwanted => Outcome::Full,
        Text::Unreadable => Outcome::Unreadable,
        Text::Missing if next.attempts >= ATTEMPTS => {
            core.db
                .write_unsynced(Scope::Global, async move |tx| documents::give_up(tx, document_id).await)
                .await?;
            return Ok(None);
        }
        Text::Missing => return put_off(core, next).await,
        Text::Later(why) => {
            tracing::warn!(error = why, "a saved document cannot be read now; trying again later");
            return put_off(core, next).await;
        }
    };
    core.db
        .write_unsynced(Scope::Global, async move |tx| documents::done(tx, document_id, outcome).await)
        .await?;
    Ok(None)
}

/// Returns the passages of a file without secrets, read by a child process.
async fn text(core: &Core, next: &ToDo) -> Result<Text> {
    if core.config.memory.document_passages == 0 {
        return Ok(Text::Unwanted);
    }
    let (blobs, user, path) = (core.blobs.clone(), next.user_id.clone(), next.path.clone());
    let opened = tokio::task::spawn_blocking(move || {
        let Some(opened) = blobs.read(&user, &path)? else { return Ok(None) };
        let mut bytes = Vec::new();
        opened.content.take(MOST_READ as u64 + 1).read_to_end(&mut bytes)?;
        std::io::Result::Ok(Some((opened.file, bytes)))
    });
    let (file, bytes) = match opened.await? {
        Ok(Some((file, bytes))) if next.is(file.size, file.modified_at()) => (file, bytes),
        Ok(_) => return Ok(Text::Missing),
        Err(error) => return Ok(Text::Later(error.to_string())),
    };
    if file.size > MOST_READ as u64 {
        return Ok(Text::Unreadable);
    }
    let secrets = core.secrets_of(&next.user_id).await?;
    Ok(match tools::read(&core.sandbox.held_by(next.user_id.as_str()), &bytes).await {
        Ok(Answer::Read(document)) => match passages::of(&document.without(&secrets)) {
            none if none.is_empty() => Text::Unreadable,
            some => Text::Passages(some),
        },
        Err(failure @ (Failure::Unavailable(_) | Failure::Io(_))) => Text::Later(failure.to_string()),
        Ok(Answer::Unreadable(_)) | Err(_) => Text::Unreadable,
    })
}

/// Counts an attempt, and postpones the next one.
async fn put_off(core: &Core, next: &ToDo) -> Result<Option<Passages>> {
    let pause = doubled(FIRST_PAUSE, next.attempts.into(), LONGEST_PAUSE);
    let (document, not_before): (_, Timestamp) = (next.document_id, core.clock.timestamp() + pause);
    let put_off = async move |tx: &Tx| documents::put_off(tx, document, not_before).await;
    core.db.write_unsynced(Scope::Global, put_off).await?;
    Ok(None)
}

/// Stores the next passages. Returns the remaining ones; `None` if all are stored, or the document is gone.
async fn store(core: &Core, Passages { document_id, all, stored }: Passages) -> Result<Option<Passages>> {
    let end = all.len().min(stored + STORED);
    let some = all[stored..end].to_vec();
    let (first, is_last) = (stored as i64 + 1, end == all.len());
    let store = async move |tx: &Tx| {
        let is_wanted = documents::add(tx, document_id, first, &some).await?;
        if is_wanted && is_last {
            documents::done(tx, document_id, Outcome::Read).await?;
        }
        Ok(is_wanted)
    };
    let is_wanted = core.db.write_unsynced(Scope::Global, store).await?;
    Ok((is_wanted && !is_last).then_some(Passages { document_id, all, stored: end }))
}
