//! Retention: deletes data that has been kept long enough, and shrinks the database file.
//!
//! Every pass works in small steps, in transactions of a few milliseconds between which others write. A pass can break
//! off anywhere, and several processes can run one at the same time.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_config::RetentionSettings;
use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    db::{self, Scope, Tx},
    file_origins::{self, SavedFile},
    outbox, people,
    retention::{self, Old, TurnCursor},
    site,
};
use adjutant_tools::vault::SECRET_COPIES;
use adjutant_workspace::room::Room;
use anyhow::{Result, anyhow};
use chrono::{DateTime, TimeDelta, Utc};
use futures::FutureExt;

use crate::{
    agent::clients,
    chat::{links, sign_in},
    core::Core,
};

/// The pause between two passes.
const EVERY: Duration = Duration::from_hours(1);
/// The pause between two transactions, in which other processes can write.
const PAUSE: Duration = Duration::from_millis(1);
/// How long edits, deletions and presses are remembered; platforms deliver them again within a day.
const PASSING: TimeDelta = TimeDelta::days(2);
/// How long the outcome of a link's code is remembered.
const LINKS: TimeDelta = TimeDelta::days(1);

/// How long versions of files are kept.
const VERSIONS: TimeDelta = TimeDelta::days(30);

/// How long the file of a website's picture is kept while nothing refers to it.
const UNNAMED: TimeDelta = TimeDelta::days(1);

/// The most rows deleted in one transaction.
const ROWS: u64 = 100;
/// The most rows in one transaction if they are large, or if other tables refer to them.
const LARGE: u64 = 10;
/// The most turns deleted together.
const TURNS: usize = 4;
/// The most of their entries in one transaction: updating the indexes takes time.
const ENTRIES: usize = 4;
/// The most turns searched for at once; this only reads, so it blocks no writer.
const TURNS_AT_ONCE: usize = 400;

/// Runs a pass every hour until shutdown.
pub(crate) async fn run(core: Arc<Core>) {
    while !core.shutdown.is_cancelled() {
        let next = core.clock.now() + EVERY;
        // More rows may be old by then.
        let mut corrections = core.trust.corrections();
        let passed = AssertUnwindSafe(run_pass(&core)).catch_unwind().await;
        match passed.unwrap_or_else(|_| Err(anyhow!("the pass panicked"))) {
            Ok(Done { rows: 0, .. }) => {}
            Ok(Done { rows, transactions }) => tracing::debug!(rows, transactions, "deleted old rows"),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "retention pass failed; retrying in an hour");
            }
        }
        tokio::select! {
            () = core.shutdown.cancelled() => {}
            () = core.clock.sleep_until(next) => {}
            // The clock may be set back meanwhile.
            () = core.clock.sleep(EVERY) => {}
            _ = corrections.changed() => {}
        }
    }
}

/// The amount of work that a pass has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    rows: u64,
    transactions: u64,
}

/// Runs one pass. Rows that cannot be deleted do not prevent the deletion of others.
///
/// # Errors
/// Returns the last error after all other work, or at once if the database fails.
async fn run_pass(core: &Arc<Core>) -> Result<Done> {
    // A clock that may be wrong makes nothing old.
    let now = core.clock.certain().to_utc();
    let keep = &core.config.retention;
    let mut pass = Pass { core, done: Done::default() };
    let mut failed = None;
    if let Some(before) = before(keep.run_outputs, now) {
        failed = db::unless_storage_failed(pass.forget_old(Old::RunOutputs, before, ROWS).await)?;
    }
    if let Some(before) = before(keep.transcripts, now) {
        failed = db::unless_storage_failed(pass.forget_transcripts(before).await)?.or(failed);
    }
    for (what, before, most) in aged(keep, now) {
        failed = db::unless_storage_failed(pass.forget_old(what, before, most).await)?.or(failed);
    }
    let done = pass.done;
    let expired = core.db.write(Scope::Global, async move |tx| {
        clients::hide_expired(tx, now.into()).await?;
        sign_in::expire(tx, now.into()).await?;
        links::expire(tx, (now - LINKS).into(), now.into()).await
    });
    failed = db::unless_storage_failed(expired.await)?.or(failed);
    if let Some(keep) = keep.files {
        failed = db::unless_storage_failed(remove_files(core, now - keep).await)?.or(failed);
    }
    failed = db::unless_storage_failed(remove_versions(core, now - VERSIONS).await)?.or(failed);
    failed = db::unless_storage_failed(remove_site_files(core, now - UNNAMED).await)?.or(failed);
    failed = db::unless_storage_failed(count_files(core).await)?.or(failed);
    for channel in core.channels.all() {
        channel.remove_expired(now).await;
    }
    core.db.shrink().await?;
    failed.map_or(Ok(done), Err)
}

/// Returns the kinds of rows deleted by age alone, with the time before which they are old and the most deleted at
/// once. Prompts were deleted with their turns; lists with buttons are deleted after the messages that showed them.
fn aged(keep: &RetentionSettings, now: DateTime<Utc>) -> impl Iterator<Item = (Old, Timestamp, u64)> {
    let not_longer_than_transcripts =
        |keep_it: Option<Duration>| before([keep_it, keep.transcripts].into_iter().flatten().min(), now);
    let messages = not_longer_than_transcripts(keep.messages);
    [
        (Old::Passing, Some((now - PASSING).into()), ROWS),
        (Old::Outputs, Some(now.into()), LARGE),
        (Old::Events, messages, ROWS),
        (Old::Delivered, messages, ROWS),
        (Old::Dead, not_longer_than_transcripts(keep.dead_letters), ROWS),
        (Old::SetAside, not_longer_than_transcripts(keep.dead_letters), ROWS),
        (Old::Strangers, messages, ROWS),
        (Old::HookCalls, messages, ROWS),
        (Old::SiteMessages, messages, ROWS),
        (Old::NoteLists, messages, ROWS),
        (Old::ScheduleLists, messages, ROWS),
        (Old::Schedules, before(keep.transcripts, now), ROWS),
        (Old::Attachments, before(keep.attachments, now), ROWS),
    ]
    .into_iter()
    .filter_map(|(what, before, most)| Some((what, before?, most)))
}

/// Returns the time before which rows are old.
fn before(keep: Option<Duration>, now: DateTime<Utc>) -> Option<Timestamp> {
    keep.map(|keep| (now - keep).into())
}

struct Pass<'a> {
    core: &'a Arc<Core>,
    done: Done,
}

impl Pass<'_> {
    /// Deletes rows older than `before`, at most `most` at once.
    async fn forget_old(&mut self, what: Old, before: Timestamp, most: u64) -> Result<()> {
        let mut from = Timestamp::EPOCH;
        while from < before && !self.core.shutdown.is_cancelled() {
            let window = async move |tx: &Tx| retention::window(tx, what, from, before).await;
            let window = self.core.db.read(window).await?;
            while self.some(async move |tx| retention::forget(tx, what, window, most).await).await? >= most {}
            from = window.until;
        }
        Ok(())
    }

    /// Deletes the turns that ended before `before`, and the remaining rows of runs.
    async fn forget_transcripts(&mut self, before: Timestamp) -> Result<()> {
        self.forget_turns(before).await?;
        self.forget_old(Old::RunSessions, before, LARGE).await?;
        self.forget_old(Old::Runs, before, ROWS).await
    }

    /// Deletes the entries of finished turns that ended before `before`.
    async fn forget_turns(&mut self, before: Timestamp) -> Result<()> {
        let mut seen = TurnCursor::default();
        loop {
            let after = seen.clone();
            let find = async move |tx: &Tx| retention::turns(tx, before, &after, TURNS_AT_ONCE).await;
            let turns = self.core.db.read(find).await?;
            for turns in turns.chunks(TURNS) {
                let turns: Arc<[TurnCursor]> = turns.into();
                let mut entries = ENTRIES as u64;
                while entries >= ENTRIES as u64 {
                    let turns = turns.clone();
                    entries = self
                        .some(async move |tx| Ok(retention::forget_turns(tx, &turns, ENTRIES).await? as u64))
                        .await?;
                }
            }
            match turns.last() {
                Some(last) if turns.len() == TURNS_AT_ONCE => seen = last.clone(),
                _ => return Ok(()),
            }
        }
    }

    /// Runs one transaction, then pauses. Does nothing once shutdown has begun.
    async fn some<F>(&mut self, some: F) -> Result<u64>
    where
        F: AsyncFn(&Tx) -> Result<u64> + Send + 'static,
    {
        if self.core.shutdown.is_cancelled() {
            return Ok(0);
        }
        let rows = self.core.db.write_unsynced(Scope::Global, some).await?;
        self.done.rows += rows;
        self.done.transactions += 1;
        tokio::time::sleep(PAUSE).await;
        Ok(rows)
    }
}

/// Removes old files of `/tmp`, and old incoming and outgoing files.
async fn remove_files(core: &Arc<Core>, before: DateTime<Utc>) -> Result<()> {
    let (people, on_their_way) = core
        .db
        .read(async |tx| Ok((people::ids(tx).await?, outbox::folders_of_open_media(tx).await?)))
        .await?;
    let (blobs, before) = (core.blobs.clone(), before.into());
    let copied_before = (core.clock.timestamp() - SECRET_COPIES).to_utc().into();
    tokio::task::spawn_blocking(move || {
        for person in people {
            let removed = blobs
                .remove_expired(&person, before, &on_their_way)
                .and_then(|()| blobs.remove_secrets(&person, copied_before));
            if let Err(error) = removed {
                tracing::error!(user = %person, %error, "cannot remove old files");
            }
        }
    })
    .await?;
    Ok(())
}

/// Removes old versions of replaced files.
async fn remove_versions(core: &Arc<Core>, before: DateTime<Utc>) -> Result<()> {
    let (people, blobs) = (core.db.read(people::ids).await?, core.blobs.clone());
    tokio::task::spawn_blocking(move || {
        for person in people {
            if let Err(error) = blobs.remove_versions(&person, before.into()) {
                tracing::error!(user = %person, %error, "cannot remove old versions of files");
            }
        }
    })
    .await?;
    Ok(())
}

/// Removes the files of pictures that no website refers to any more.
async fn remove_site_files(core: &Arc<Core>, before: DateTime<Utc>) -> Result<()> {
    for owner in core.db.read(site::owners).await? {
        let (whose, blobs) = (owner.clone(), core.blobs.clone());
        let kept = core.db.read(async move |tx| site::pictures::files(tx, &whose).await).await?;
        let user = owner.clone();
        let removed = move || blobs.remove_site_files(&user, before.into(), &kept);
        if let Err(error) = tokio::task::spawn_blocking(removed).await? {
            tracing::error!(user = %owner, %error, "cannot remove files of a website");
        }
    }
    Ok(())
}

/// Counts the size of people's files, since some have just been removed and an interrupted save may have left the
/// number wrong, and forgets the sources of deleted files.
async fn count_files(core: &Arc<Core>) -> Result<()> {
    for user in core.db.read(people::ids).await? {
        let room = Room { db: &core.db, blobs: &core.blobs, user: &user };
        if let Err(error) = room.count(core.clock.timestamp()).await {
            tracing::error!(%user, error = format!("{error:#}"), "cannot count files");
        }
        forget_origins(core, user).await?;
    }
    Ok(())
}

/// Forgets the sources of deleted files.
async fn forget_origins(core: &Arc<Core>, user: UserId) -> Result<()> {
    let (person, blobs) = (Scope::Person(user.clone()), core.blobs.clone());
    let whose = user.clone();
    let saved = core.db.read(async move |tx| file_origins::of(tx, &whose).await).await?;
    if saved.is_empty() {
        return Ok(());
    }
    let gone = tokio::task::spawn_blocking(move || {
        let is_gone = |file: &SavedFile| blobs.has(&user, &file.path).is_ok_and(|found| !found);
        saved.into_iter().filter(is_gone).collect::<Vec<_>>()
    });
    for gone in gone.await?.chunks(ROWS as usize) {
        let gone = gone.to_vec();
        let forget = async move |tx: &Tx| {
            for file in &gone {
                file_origins::forget(tx, file).await?;
            }
            Ok(())
        };
        core.db.write_unsynced(person.clone(), forget).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
