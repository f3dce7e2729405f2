//! Copies of the database: scheduled ones (`[backup]`) and requested ones. Each is named by its due time or by the time
//! of the request, so that of several processes which share the database only one makes it. The two kinds are counted
//! apart: requested copies never push out scheduled ones.

use std::{
    fmt,
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

/// The beginning of the name of a copy; its time, in UTC, follows.
const BEGINNING: &str = "adjutant-";
/// The end of the name of a copy.
const END: &str = ".db";
/// The end of the name of a requested copy.
const END_ASKED: &str = "-asked.db";
/// The suffix of a copy that is still being written, after its own name.
const PART: &str = ".part";
/// The form of the time in the name of a copy.
const TIME: &str = "%Y%m%dT%H%M%SZ";
/// The file in the folder that a process locks while it makes a copy.
const LOCK: &str = ".lock";

/// The pause after a failed copy: the disk may be full, or not mounted yet.
const AFTER_FAILURE: Duration = Duration::from_mins(10);

/// How many requested copies are kept.
const ASKED_KEPT: usize = 10;

/// How far back the last due time is searched step by step. A cadence shorter than this is due within it.
const RECENTLY: TimeDelta = TimeDelta::days(1);

/// Makes copies when they are due, until shutdown. A copy that was due while no process ran is made at the start.
pub(crate) async fn run(core: Arc<Core>) {
    // The settings were checked when they were read.
    let Ok(Some(cadence)) = core.config.backup.cadence(core.zone) else {
        return core.shutdown.cancelled().await;
    };
    let folder = folder(&core.config);
    let now = core.clock.now();
    // A copy dated in the future was made while the clock was wrong.
    let mut after = newest(&folder).unwrap_or(now).min(now);
    loop {
        let next = next_due(&cadence, after, core.clock.now(), core.zone);
        let Some(due) = next else { return core.shutdown.cancelled().await };
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep_until(due) => {}
        }
        // Old copies are not deleted while the clock may be wrong.
        let keep = core.trust.doubt().is_none().then_some(core.config.backup.keep as usize);
        match copy(&core, &folder, Name { at: due, was_asked_for: false }, keep).await {
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

/// Returns the next due time after `after`; if due times have passed already, the last of them.
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

/// Returns the last due time after `after` and up to `until`.
pub(crate) fn last_due(
    cadence: &Cadence,
    after: DateTime<Utc>,
    until: DateTime<Utc>,
    zone: Zone,
) -> Option<DateTime<Utc>> {
    let last = |from| cadence.upcoming(from, from, zone).take_while(|at| *at <= until).last();
    last(after.max(until - RECENTLY)).or_else(|| last(after))
}

/// Makes a copy now, and keeps the newest ten requested copies. Returns the name of the copy.
///
/// # Errors
/// Returns an error if the folder or the copy cannot be written.
pub(crate) async fn copy_now(core: &Arc<Core>) -> Result<String> {
    let name = Name { at: core.clock.now(), was_asked_for: true };
    let keep = core.trust.doubt().is_none().then_some(ASKED_KEPT);
    copy(core, &folder(&core.config), name, keep).await?;
    Ok(name.to_string())
}

/// Makes a copy unless it exists, and deletes the oldest copies of its kind beyond `keep`.
async fn copy(core: &Arc<Core>, folder: &Path, name: Name, keep: Option<usize>) -> Result<()> {
    let (database, folder) = (core.db.path().to_owned(), folder.to_owned());
    let made = spawn_blocking(move || -> Result<bool> {
        let _lock = lock(&folder).with_context(|| format!("cannot use the folder {}", folder.display()))?;
        remove_parts(&folder).with_context(|| format!("cannot tidy {}", folder.display()))?;
        let target = folder.join(name.to_string());
        let is_new = !target.exists();
        if is_new {
            Handle::current().block_on(backup_whole(&database, &target))?;
        }
        if let Some(keep) = keep {
            prune(&folder, name, keep)
                .with_context(|| format!("cannot delete old copies in {}", folder.display()))?;
        }
        Ok(is_new)
    });
    if made.await.context("the copy broke off")?? {
        tracing::info!(copy = %name, "copied the database");
    }
    Ok(())
}

/// The time of a copy and whether it was requested, as its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    at: DateTime<Utc>,
    was_asked_for: bool,
}

impl Name {
    /// Parses the name of a copy; `None` if the name is not one.
    fn parse(name: &str) -> Option<Self> {
        let rest = name.strip_prefix(BEGINNING)?;
        let (time, was_asked_for) = match rest.strip_suffix(END_ASKED) {
            Some(time) => (time, true),
            None => (rest.strip_suffix(END)?, false),
        };
        let at = NaiveDateTime::parse_from_str(time, TIME).ok()?.and_utc();
        // The name must be exactly what its parts are written as, so that it cannot lead to another path.
        Some(Self { at, was_asked_for }).filter(|parsed| parsed.to_string() == name)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.was_asked_for { END_ASKED } else { END };
        write!(f, "{BEGINNING}{}{end}", self.at.format(TIME))
    }
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
    // A copy may be deleted meanwhile.
    let listed = found.into_iter().rev().filter_map(|(name, path)| {
        let bytes = fs::metadata(path).ok()?.len();
        Some(Listed { name: name.to_string(), at: name.at, bytes })
    });
    Ok(listed.collect())
}

/// Opens a copy for reading; `None` if no copy has this name.
///
/// # Errors
/// Returns an error if the copy cannot be read.
pub(crate) fn open(folder: &Path, asked: &str) -> io::Result<Option<File>> {
    let Some(name) = Name::parse(asked) else { return Ok(None) };
    match File::open(folder.join(name.to_string())) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        opened => opened.map(Some),
    }
}

/// Makes the folder if it is missing, and locks it for this process.
fn lock(folder: &Path) -> io::Result<File> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    lock.lock()?;
    Ok(lock)
}

/// Removes the unfinished copies of killed processes: while the folder is locked, nobody else makes one.
fn remove_parts(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.strip_suffix(PART).and_then(Name::parse).is_some() {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Returns the due time of the newest scheduled copy in a folder.
pub(crate) fn newest(folder: &Path) -> Option<DateTime<Utc>> {
    copies(folder).ok()?.into_iter().rev().find(|(name, _)| !name.was_asked_for).map(|(name, _)| name.at)
}

/// Returns the copies in a folder by their times, oldest first. Other files are left out.
fn copies(folder: &Path) -> io::Result<Vec<(Name, PathBuf)>> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        copies.extend(Name::parse(name).map(|name| (name, path)));
    }
    copies.sort();
    Ok(copies)
}

/// Deletes the oldest copies of the kind of `made` beyond `keep`. `made` itself stays: if the clock was set back, it
/// may be the oldest.
fn prune(folder: &Path, made: Name, keep: usize) -> io::Result<()> {
    let mut copies = copies(folder)?;
    copies.retain(|(name, _)| name.was_asked_for == made.was_asked_for && *name != made);
    let too_many = (copies.len() + 1).saturating_sub(keep);
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
        let asked = ["adjutant-20260401T120000Z-asked.db", "adjutant-20260504T120000Z-asked.db"];
        for name in names.into_iter().chain(asked).chain(["adjutant-mine.db", "notes.txt"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let left = || {
            let mut left: Vec<_> =
                fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
            left.sort();
            left
        };
        let made = |name: &str| Name::parse(name).unwrap();
        prune(folder.path(), made(names[0]), 2).unwrap();
        assert_eq!(
            left(),
            [asked[0], names[2], names[0], asked[1], "adjutant-mine.db", "notes.txt"],
            "what was asked for takes no place of the others"
        );
        prune(folder.path(), made(asked[0]), 1).unwrap();
        let after_a_clock_set_back = [asked[0], names[2], names[0], "adjutant-mine.db", "notes.txt"];
        assert_eq!(left(), after_a_clock_set_back, "what was just made stays");
        assert_eq!(newest(folder.path()).unwrap().to_rfc3339(), "2026-05-03T03:30:00+00:00");
    }

    #[test]
    fn what_a_killed_process_left_goes() {
        let folder = tempfile::tempdir().unwrap();
        let parts = ["adjutant-20260501T033000Z.db.part", "adjutant-20260501T120000Z-asked.db.part"];
        for name in parts.into_iter().chain(["adjutant-20260430T033000Z.db", "adjutant-mine.db.part"]) {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        remove_parts(folder.path()).unwrap();
        let mut left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["adjutant-20260430T033000Z.db", "adjutant-mine.db.part"]);
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
