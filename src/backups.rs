//! Copies of the database, by the calendar (`[backup]`) and when asked for. Each is named by its due time, or by when it
//! was asked for, so that of several processes which share the database one makes it.

use std::{
    fs::{self, DirBuilder, File},
    io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use adjutant_config::Config;
use adjutant_domain::{cadence::Cadence, zones::Zone};
use adjutant_store::db::backup::backup_whole;
use anyhow::{Context as _, Result};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use tokio::{runtime::Handle, task::spawn_blocking};

use crate::core::Core;

/// The name of a copy begins and ends with these; between is its due time, in UTC.
const BEGINNING: &str = "adjutant-";
const END: &str = ".db";
const TIME: &str = "%Y%m%dT%H%M%SZ";
/// The file in the folder that whoever makes a copy has locked.
const LOCK: &str = ".lock";

/// The pause after a copy that failed: the disk may be full, or not mounted yet.
const AFTER_FAILURE: Duration = Duration::from_mins(10);

/// How far back the last due time is looked for one by one. What is due more often than once in it, is due in it.
const RECENTLY: TimeDelta = TimeDelta::days(1);

/// Makes copies when they are due, until shutdown. One that was due while no process ran is made at the start.
pub(crate) async fn run(core: Arc<Core>) {
    // The settings were checked when they were read.
    let Ok(Some(cadence)) = core.config.backup.cadence(core.zone) else {
        return core.shutdown.cancelled().await;
    };
    let folder = folder(&core.config);
    let now = core.clock.now();
    // A copy of a time to come was made while the clock was wrong.
    let mut after = newest(&folder).unwrap_or(now).min(now);
    loop {
        let next = next_due(&cadence, after, core.clock.now(), core.zone);
        let Some(due) = next else { return core.shutdown.cancelled().await };
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep_until(due) => {}
        }
        // What is old is not deleted by a clock that may be wrong.
        let keep = core.trust.doubt().is_none().then_some(core.config.backup.keep as usize);
        match copy(&core, &folder, due, keep).await {
            Ok(_) => after = due,
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
pub(crate) fn folder(config: &Config) -> PathBuf {
    config.backup.folder.clone().unwrap_or_else(|| config.database.url.beside(".backups"))
}

/// Returns the next due time after this one, or of those that have passed already the last one.
fn next_due(
    cadence: &Cadence,
    after: DateTime<Utc>,
    now: DateTime<Utc>,
    zone: Zone,
) -> Option<DateTime<Utc>> {
    cadence.next_after(after, after, zone).map(|next| match next > now {
        true => next,
        false => last_due(cadence, after, now, zone).unwrap_or(next),
    })
}

/// Returns the last due time in between.
pub(crate) fn last_due(
    cadence: &Cadence,
    after: DateTime<Utc>,
    until: DateTime<Utc>,
    zone: Zone,
) -> Option<DateTime<Utc>> {
    let last = |from| cadence.upcoming(from, from, zone).take_while(|at| *at <= until).last();
    last(after.max(until - RECENTLY)).or_else(|| last(after))
}

/// Makes a copy now, and deletes none: pressed often, a button would leave nothing that is old. Returns the name of the
/// copy.
///
/// # Errors
/// Returns an error if the folder or the copy cannot be written.
pub(crate) async fn copy_now(core: &Arc<Core>) -> Result<String> {
    let now = core.clock.now();
    copy(core, &folder(&core.config), now, None).await?;
    Ok(name(now))
}

/// Makes a copy unless there is one already, and deletes the oldest of more than `keep`.
async fn copy(core: &Arc<Core>, folder: &Path, due: DateTime<Utc>, keep: Option<usize>) -> Result<()> {
    let (database, folder) = (core.db.path().to_owned(), folder.to_owned());
    let made = spawn_blocking(move || -> Result<bool> {
        let _lock = lock(&folder).with_context(|| format!("cannot use the folder {}", folder.display()))?;
        let target = folder.join(name(due));
        let is_new = !target.exists();
        if is_new {
            Handle::current().block_on(backup_whole(&database, &target))?;
        }
        if let Some(keep) = keep {
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

fn name(due: DateTime<Utc>) -> String {
    format!("{BEGINNING}{}{END}", due.format(TIME))
}

/// Returns what a copy is of, if this is the name of one.
fn named(name: &str) -> Option<DateTime<Utc>> {
    let time = name.strip_prefix(BEGINNING)?.strip_suffix(END)?;
    NaiveDateTime::parse_from_str(time, TIME).ok().map(|time| time.and_utc())
}

/// A copy in the folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) at: DateTime<Utc>,
    pub(crate) bytes: u64,
}

/// Lists the copies in a folder, the newest first; none if there is no folder.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<Listed>> {
    let found = match copies(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        found => found?,
    };
    // One may be deleted meanwhile.
    let listed = found
        .into_iter()
        .rev()
        .filter_map(|(at, path)| Some(Listed { name: name(at), at, bytes: fs::metadata(path).ok()?.len() }));
    Ok(listed.collect())
}

/// Opens a copy to be read; `None` if no copy has this name.
///
/// # Errors
/// Returns an error if it cannot be read.
pub(crate) fn open(folder: &Path, asked: &str) -> io::Result<Option<File>> {
    // The path is made of the time alone: a name leads nowhere else.
    let Some(at) = named(asked).filter(|at| name(*at) == asked) else { return Ok(None) };
    match File::open(folder.join(name(at))) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        opened => opened.map(Some),
    }
}

/// Makes the folder if there is none, and lets one process at a time work in it.
fn lock(folder: &Path) -> io::Result<File> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    lock.lock()?;
    Ok(lock)
}

/// Returns the due time of the newest copy in a folder.
pub(crate) fn newest(folder: &Path) -> Option<DateTime<Utc>> {
    copies(folder).ok()?.last().map(|(due, _)| *due)
}

/// Returns the copies in a folder by their due times, oldest first. Other files are none of them.
fn copies(folder: &Path) -> io::Result<Vec<(DateTime<Utc>, PathBuf)>> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        copies.extend(named(name).map(|due| (due, path)));
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

    #[test]
    fn only_copies_are_opened() {
        let all = tempfile::tempdir().unwrap();
        let folder = all.path().join("copies");
        assert_eq!(list(&folder).unwrap(), []);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("adjutant-20260501T033000Z.db"), "four").unwrap();
        fs::write(folder.join("adjutant-20260502T033000Z.db.part"), "half").unwrap();
        fs::write(all.path().join("adjutant-20260503T033000Z.db"), "elsewhere").unwrap();
        let listed: Vec<_> = list(&folder).unwrap().into_iter().map(|copy| (copy.name, copy.bytes)).collect();
        assert_eq!(listed, [("adjutant-20260501T033000Z.db".to_owned(), 4)]);
        let opens = |name: &str| open(&folder, name).unwrap().is_some();
        assert!(opens("adjutant-20260501T033000Z.db"));
        for name in [
            "adjutant-20260502T033000Z.db.part",
            "adjutant-20260502T033000Z.db",
            "../adjutant-20260503T033000Z.db",
            "adjutant-2026050 1T033000Z.db",
            "adjutant-.db",
            "",
        ] {
            assert!(!opens(name), "{name}");
        }
    }

    #[test]
    fn of_what_was_missed_the_last_is_due() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let (after, now) = (at("2016-05-01T00:00:00Z"), at("2026-05-01T10:00:30Z"));
        let next = |expression: &str, after| {
            let cadence = Cadence::from_stored("cron", expression, Zone::UTC).unwrap();
            next_due(&cadence, after, now, Zone::UTC).unwrap().to_rfc3339()
        };
        assert_eq!(next("* * * * *", after), "2026-05-01T10:00:00+00:00");
        assert_eq!(next("30 3 * * *", after), "2026-05-01T03:30:00+00:00");
        assert_eq!(next("0 4 1 1 *", after), "2026-01-01T04:00:00+00:00");
        assert_eq!(next("30 3 * * *", at("2026-05-01T03:30:00Z")), "2026-05-02T03:30:00+00:00");
    }
}
