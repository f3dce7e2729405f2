//! Copies of the database by the calendar (`[backup]`). Each is named by its due time: of several processes that share the
//! database, one makes it, since a copy never replaces a file.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use adjutant_domain::cadence::Cadence;
use adjutant_store::db::backup::backup;
use anyhow::{Context as _, Result};
use chrono::{DateTime, NaiveDateTime, Utc};
use tokio::{runtime::Handle, task::spawn_blocking};

use crate::core::Core;

/// The name of a copy begins and ends with these; between is its due time, in UTC.
const BEGINNING: &str = "adjutant-";
const END: &str = ".db";
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// The pause after a copy that failed: the disk may be full, or not mounted yet.
const AFTER_FAILURE: Duration = Duration::from_mins(10);

/// Makes copies when they are due, until shutdown. One that was due while no process ran is made at the start.
pub(super) async fn run(core: Arc<Core>) {
    let settings = &core.config.backup;
    // The settings were checked when they were read.
    let Ok(Some(cadence)) = settings.cadence(core.zone) else { return core.shutdown.cancelled().await };
    let folder = folder(&core);
    let mut after = newest(&folder).unwrap_or(core.clock.now());
    loop {
        let Some(due) = due_after(&cadence, &core, after) else { return core.shutdown.cancelled().await };
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep_until(due) => {}
        }
        match copy(&core, &folder, due).await {
            Ok(()) => after = due,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "cannot copy the database; trying again");
                tokio::select! {
                    () = core.shutdown.cancelled() => return,
                    () = core.clock.sleep(AFTER_FAILURE) => {}
                }
            }
        }
    }
}

/// Returns the folder of the copies.
fn folder(core: &Core) -> PathBuf {
    core.config.backup.folder.clone().unwrap_or_else(|| core.config.database.url.beside(".backups"))
}

/// Returns the next due time, or of those that have passed already the last one.
fn due_after(cadence: &Cadence, core: &Core, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let now = core.clock.now();
    let next = cadence.next_after(after, after, core.zone)?;
    if next > now {
        return Some(next);
    }
    cadence.upcoming(after, after, core.zone).take_while(|at| *at <= now).last()
}

/// Makes a copy unless there is one already, and deletes those that are too many.
async fn copy(core: &Arc<Core>, folder: &Path, due: DateTime<Utc>) -> Result<()> {
    let target = folder.join(format!("{BEGINNING}{}{END}", due.format(TIME)));
    let (database, keep) = (core.db.path().to_owned(), core.config.backup.keep as usize);
    // What is old is not deleted by a clock that may be wrong.
    let prunes = core.trust.doubt().is_none();
    let folder = folder.to_owned();
    let made = spawn_blocking(move || -> Result<bool> {
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let is_new = !target.exists();
        if is_new {
            Handle::current().block_on(backup(&database, &target))?;
        }
        if prunes {
            prune(&folder, keep)
                .with_context(|| format!("cannot delete old copies in {}", folder.display()))?;
        }
        Ok(is_new)
    });
    if made.await.context("the copy broke off")?? {
        tracing::info!(due = %due.format(TIME), "copied the database");
    }
    Ok(())
}

/// Returns the due time of the newest copy in a folder.
fn newest(folder: &Path) -> Option<DateTime<Utc>> {
    copies(folder).ok()?.last().map(|(due, _)| *due)
}

/// Returns the copies in a folder by their due times, oldest first. Other files are none of them.
fn copies(folder: &Path) -> io::Result<Vec<(DateTime<Utc>, PathBuf)>> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let time = name.strip_prefix(BEGINNING).and_then(|name| name.strip_suffix(END));
        let due = time.and_then(|time| NaiveDateTime::parse_from_str(time, TIME).ok());
        copies.extend(due.map(|due| (due.and_utc(), path)));
    }
    copies.sort();
    Ok(copies)
}

fn prune(folder: &Path, keep: usize) -> io::Result<()> {
    let copies = copies(folder)?;
    let too_many = copies.len().saturating_sub(keep);
    copies.iter().take(too_many).try_for_each(|(_, path)| fs::remove_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_copies_go_and_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let names =
            ["adjutant-20260503T033000Z.db", "adjutant-20260501T033000Z.db", "adjutant-20260502T033000Z.db"];
        for name in names.into_iter().chain(["adjutant-mine.db", "notes.txt"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        prune(folder.path(), 2).unwrap();
        let mut left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(
            left,
            ["adjutant-20260502T033000Z.db", "adjutant-20260503T033000Z.db", "adjutant-mine.db", "notes.txt"]
        );
        assert_eq!(newest(folder.path()).unwrap().to_rfc3339(), "2026-05-03T03:30:00+00:00");
    }
}
