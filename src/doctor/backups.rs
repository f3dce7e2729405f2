//! Checks whether the copies of the database are made.

use std::path::Path;

use adjutant_config::Config;
use adjutant_domain::zones::Zone;
use anyhow::Result;
use chrono::{DateTime, TimeDelta, Utc};

use super::{Check, Finding, Outcome, may_write};
use crate::backups::{folder, last_due, newest};

/// How long a copy may take, and how far back a missed copy is looked for.
const MAY_TAKE: TimeDelta = TimeDelta::hours(1);
const LOOKS_BACK: TimeDelta = TimeDelta::days(400);

/// Returns whether the newest copy is that of the last due time, if copies are scheduled.
pub fn examine_backups(config: &Config, now: DateTime<Utc>, zone: Zone) -> Option<Finding> {
    // The settings were checked when they were read.
    let cadence = config.backup.cadence(zone).ok()??;
    let (folder, until) = (folder(config), now - MAY_TAKE);
    let due = last_due(&cadence, until - LOOKS_BACK, until, zone);
    let said = |at: DateTime<Utc>| at.with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string();
    let shown = folder.display();
    let outcome = match (newest(&folder), due) {
        _ if let Err(error) = may_hold_copies(&folder) => {
            Outcome::Warning(format!("no copy can be made in {shown}: {error:#}"))
        }
        (Some(newest), Some(due)) if newest < due => Outcome::Warning(format!(
            "the newest copy in {shown} is that of {}, and one was due on {}; unless no gateway ran then, its log says why",
            said(newest),
            said(due)
        )),
        (Some(newest), _) => Outcome::Fine(format!("the newest copy in {shown} is that of {}", said(newest))),
        (None, _) => {
            Outcome::Warning(format!("there is no copy in {shown} yet; the gateway makes it when it is due"))
        }
    };
    Some(Finding { check: Check::Backups, outcome })
}

/// Returns an error unless copies can be made in a folder, or the folder can be made.
fn may_hold_copies(folder: &Path) -> Result<()> {
    let there = folder.ancestors().find(|it| it.as_os_str().is_empty() || it.symlink_metadata().is_ok());
    may_write(there.filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_copy_that_is_missing_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let now = "2026-05-03T10:00:00Z".parse().unwrap();
        let mut config = Config::default();
        assert!(examine_backups(&config, now, Zone::UTC).is_none());
        config.backup.schedule = "30 3 * * *".to_owned();
        config.backup.folder = Some(folder.path().to_owned());
        let said = || {
            let said = examine_backups(&config, now, Zone::UTC).unwrap().to_string();
            said.replace(folder.path().to_str().unwrap(), "FOLDER")
        };
        assert_eq!(
            said(),
            "warning  backups: there is no copy in FOLDER yet; the gateway makes it when it is due"
        );
        fs::write(folder.path().join("adjutant-20260502T033000Z.db"), "").unwrap();
        fs::write(folder.path().join("adjutant-20260503T033000Z.db.part"), "").unwrap();
        assert_eq!(
            said(),
            "warning  backups: the newest copy in FOLDER is that of 2026-05-02 03:30, and one was due on 2026-05-03 03:30; \
             unless no gateway ran then, its log says why"
        );
        fs::write(folder.path().join("adjutant-20260503T033000Z.db"), "").unwrap();
        assert_eq!(said(), "ok       backups: the newest copy in FOLDER is that of 2026-05-03 03:30");
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        config.backup.folder = Some(file.join("backups"));
        let said = examine_backups(&config, now, Zone::UTC).unwrap().to_string();
        assert_eq!(
            said.replace(folder.path().to_str().unwrap(), "FOLDER"),
            "warning  backups: no copy can be made in FOLDER/file/backups: FOLDER/file is no folder that can be written"
        );
    }
}
