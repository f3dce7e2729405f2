//! The time zone database of the machine: files in a folder that updates of the machine replace.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use adjutant_domain::zones::data::{self, ZoneData};

/// The folder, unless the environment variable `TZDIR` names another.
const FOLDER: &str = "/usr/share/zoneinfo";
/// The most bytes of a zone's file that is read; the longest files have about 4,000.
const MOST_BYTES: u64 = 64 * 1024;

/// The folder with the machine's time zone database.
#[derive(Clone, Debug)]
pub struct ZoneFiles(PathBuf);

impl ZoneFiles {
    /// Returns the folder of this machine.
    pub fn of_machine() -> Self {
        Self::in_folder(env::var_os("TZDIR").map_or_else(|| FOLDER.into(), PathBuf::from))
    }

    /// Returns this folder.
    pub fn in_folder(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Puts the machine's data into use if they are newer than the compiled-in data, and these otherwise. Returns
    /// whether the release in use changes.
    pub fn install_newest(&self) -> bool {
        let bundled = ZoneData::bundled();
        let newest = match self.release().filter(|release| release.as_str() > bundled.version()) {
            Some(release) => {
                let folder = self.0.clone();
                let shown = folder.display().to_string();
                ZoneData::of_system(release, shown, move |name| read(&folder.join(name)))
            }
            None => bundled,
        };
        let changes = newest.version() != data::in_use().version;
        if changes {
            data::install(newest);
        }
        changes
    }

    /// Returns the release of the folder's data, such as `2026f`; `None` if it is not stated.
    fn release(&self) -> Option<String> {
        let head = fs::read(self.0.join("tzdata.zi")).ok()?;
        let head = String::from_utf8_lossy(&head[..head.len().min(100)]).into_owned();
        let release = head.lines().next()?.strip_prefix("# version ")?.trim().to_owned();
        let (year, letters) = release.split_at_checked(4)?;
        let is_release = year.bytes().all(|byte| byte.is_ascii_digit())
            && letters.bytes().all(|byte| byte.is_ascii_lowercase());
        is_release.then_some(release)
    }
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let is_short = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= MOST_BYTES);
    is_short.then(|| fs::read(path).ok())?
}

#[cfg(test)]
mod tests {
    use adjutant_domain::zones::{Tz, Zone, data::Origin};
    use chrono::{DateTime, Utc};

    use super::*;

    /// A TZif file of a zone that is always three hours ahead of UTC.
    fn three_hours_ahead() -> Vec<u8> {
        let block = |version: u8| {
            let mut bytes = [b"TZif".as_slice(), &[version], &[0; 15]].concat();
            // Counts: UT indicators, standard indicators, leap seconds, transitions, types, characters.
            for count in [0_u32, 0, 0, 0, 1, 4] {
                bytes.extend(count.to_be_bytes());
            }
            bytes.extend(10_800_i32.to_be_bytes());
            bytes.extend([0, 0]);
            bytes.extend(b"ABC\0");
            bytes
        };
        [block(b'2'), block(b'2'), b"\nABC-3\n".to_vec()].concat()
    }

    /// All in one test, because the data are shared by the whole process. No other test uses these zones.
    #[test]
    fn the_newest_data_count() {
        let folder = tempfile::tempdir().unwrap();
        let files = ZoneFiles::in_folder(folder.path().to_owned());
        let shown = |zone: Tz| {
            let at: DateTime<Utc> = "2026-11-24T12:00:00Z".parse().unwrap();
            at.with_timezone(&Zone::of(zone)).format("%H:%M %Z").to_string()
        };
        let release = |text: &str| fs::write(folder.path().join("tzdata.zi"), text).unwrap();

        assert!(!files.install_newest(), "an empty folder");
        release("# version 2025b\n");
        assert!(!files.install_newest(), "older data");
        release("something else\n");
        assert!(!files.install_newest(), "no release");
        assert_eq!(shown(Tz::Antarctica__Vostok), "17:00 +05");

        fs::create_dir(folder.path().join("Antarctica")).unwrap();
        fs::write(folder.path().join("Antarctica/Vostok"), three_hours_ahead()).unwrap();
        fs::write(folder.path().join("Antarctica/Casey"), "no rules").unwrap();
        release("# version 2099a\n# more\n");
        assert!(files.install_newest());
        assert!(!files.install_newest(), "the same release");
        assert_eq!(data::in_use().origin, Origin::System(folder.path().display().to_string()));
        assert_eq!(shown(Tz::Antarctica__Vostok), "15:00 ABC");
        assert_eq!(shown(Tz::Antarctica__Casey), "20:00 +08", "a file that is none");
        assert_eq!(shown(Tz::Antarctica__Davis), "19:00 +07", "a file that is not there");

        fs::remove_file(folder.path().join("tzdata.zi")).unwrap();
        assert!(files.install_newest());
        assert_eq!(shown(Tz::Antarctica__Vostok), "17:00 +05");
    }
}
