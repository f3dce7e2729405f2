//! Time zones, found by the names that people type.

use chrono::{DateTime, Days, Offset as _, TimeZone as _, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};

use super::{Zone, cities as known_cities};
use crate::words;

/// The most suggestions for an unknown name.
const SUGGESTIONS: usize = 3;
/// The most zones that are named for an offset or an abbreviation.
const NAMED: usize = 5;
/// The lowest similarity of a suggested name, where 1 is equality.
const LIKE: f64 = 0.85;

/// The regions of the list whose entries are cities. Its other entries are old names, and offsets with misleading
/// signs.
const PARTS: [&str; 10] = [
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
];

/// One city for each zone where many people live, west to east.
const COMMON: [Tz; 22] = [
    Tz::UTC,
    Tz::America__Los_Angeles,
    Tz::America__Denver,
    Tz::America__Chicago,
    Tz::America__Mexico_City,
    Tz::America__New_York,
    Tz::America__Bogota,
    Tz::America__Sao_Paulo,
    Tz::Europe__London,
    Tz::Europe__Paris,
    Tz::Europe__Berlin,
    Tz::Africa__Lagos,
    Tz::Africa__Johannesburg,
    Tz::Europe__Istanbul,
    Tz::Asia__Dubai,
    Tz::Asia__Karachi,
    Tz::Asia__Kolkata,
    Tz::Asia__Jakarta,
    Tz::Asia__Shanghai,
    Tz::Asia__Tokyo,
    Tz::Australia__Sydney,
    Tz::Pacific__Auckland,
];

/// Abbreviations in German, with the English ones that the zones use.
const TRANSLATED: [(&str, &str); 2] = [("MEZ", "CET"), ("MESZ", "CEST")];
/// Abbreviations that are also IANA names of zones without daylight saving time.
const WITHOUT_SUMMER: [&str; 2] = ["EST", "MST"];

/// Returns the zone of this IANA name, or of the city alone, in any spelling of the known languages: `Europe/Paris`,
/// `paris`, `new york`, `München`.
///
/// # Errors
/// Returns the likeliest names, perhaps none, if the name is unknown or ambiguous.
pub fn find(name: &str) -> Result<Zone, Vec<&'static str>> {
    let wanted = plain(name);
    let is_wanted = |zone: &&Tz| plain(zone.name()) == wanted;
    // Some cities are in the list twice, with the same clock (a test ensures this): the more exact name is the newer
    // one.
    let of_city = || {
        cities()
            .filter(|zone| city(zone.name()) == wanted)
            .max_by_key(|zone| (zone.name().split('/').count(), zone.name()))
    };
    let exactly = |zones: &'static [Tz]| zones.iter().find(is_wanted).copied();
    let found = match wanted.contains('/') {
        true => exactly(&TZ_VARIANTS),
        false => of_city().or_else(|| known_cities::zone_of(&wanted)).or_else(|| exactly(&TZ_VARIANTS)),
    };
    found.map(Zone::of).ok_or_else(|| suggestions(&wanted))
}

/// Returns the zone whose clocks always show UTC plus this offset: `+2`, `UTC-3`, `GMT+01:00`. `None` if the name is
/// not such an offset, or if there is no zone for it: there are some for whole hours only.
pub fn fixed(name: &str) -> Option<Zone> {
    let seconds = offset(name)?;
    match seconds / 3600 {
        _ if seconds % 3600 != 0 => None,
        0 => Some(Zone::UTC),
        // These names count the hours from the local time to UTC.
        hours => Zone::from_name(&format!("Etc/GMT{:+}", -hours)),
    }
}

/// Returns zones, with many people each, whose clocks now show UTC plus this offset: `+2`, `UTC-3:30`, `GMT+1`. `None`
/// if the name is not such an offset.
pub fn at_offset(name: &str, now: DateTime<Utc>) -> Option<Vec<&'static str>> {
    let seconds = offset(name)?;
    let is_there = |zone: &Zone| seconds_east(*zone, now) == seconds;
    Some(all().filter(is_there).map(Zone::name).take(NAMED).collect())
}

/// Returns zones whose clocks now agree with those of `fixed` and do not in some other part of the year, those with big
/// cities first.
pub fn changing_beside(fixed: Zone, now: DateTime<Utc>) -> Vec<&'static str> {
    let offset = seconds_east(fixed, now);
    let changes = |zone: Zone| seasons(now).any(|at| seconds_east(zone, at) != offset);
    let of_big_cities = known_cities::names().map(|(_, zone)| zone);
    let mut found = Vec::new();
    for zone in COMMON.into_iter().chain(of_big_cities).chain(cities()).map(Zone::of) {
        let is_new = found.len() < NAMED && !found.contains(&zone.name());
        if is_new && seconds_east(zone, now) == offset && changes(zone) {
            found.push(zone.name());
        }
    }
    found
}

/// Returns zones that use this abbreviation for their clocks in some part of the year, such as `CEST`: `likely` first
/// if it is one, then those with the most people. `None` if the name is no such abbreviation, or a zone of the list
/// with the same clocks.
pub fn abbreviated(name: &str, likely: Zone, now: DateTime<Utc>) -> Option<Vec<&'static str>> {
    let name = name.trim().to_ascii_uppercase();
    let is_zone = Zone::from_name(&name).is_some() && !WITHOUT_SUMMER.contains(&name.as_str());
    if is_zone || !(2..=5).contains(&name.len()) || !name.bytes().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let name =
        TRANSLATED.iter().find(|(german, _)| *german == name).map_or(name.as_str(), |(_, english)| english);
    let uses = |zone: &Zone| {
        seasons(now)
            .map(|at| zone.offset_from_utc_datetime(&at.naive_utc()))
            .any(|offset| offset.to_string() == name)
    };
    let common = COMMON.into_iter().map(Zone::of).filter(|zone| *zone != likely);
    let mut found: Vec<_> = std::iter::once(likely).chain(common).filter(uses).collect();
    if found.is_empty() {
        found.extend(all().filter(uses).take(NAMED));
    }
    let found: Vec<_> = found.into_iter().map(Zone::name).collect();
    (!found.is_empty()).then_some(found)
}

/// Returns all zones that a name can mean, those with the most people first.
pub fn all() -> impl Iterator<Item = Zone> {
    COMMON.into_iter().chain(cities().filter(|zone| !COMMON.contains(zone))).map(Zone::of)
}

/// Returns a zone's name for people: `America/New York`.
pub fn spoken(zone: Zone) -> String {
    zone.to_string().replace('_', " ")
}

/// Parses an offset from UTC, and returns its seconds: `+2`, `UTC-3:30`, `GMT+0100`.
fn offset(name: &str) -> Option<i32> {
    let name = name.trim().to_ascii_uppercase();
    let offset = ["UTC", "GMT"].iter().find_map(|utc| name.strip_prefix(utc)).unwrap_or(&name).trim();
    let (sign, digits) = match offset.strip_prefix('+') {
        Some(digits) => (1, digits),
        None => (-1, offset.strip_prefix(['-', '−'])?),
    };
    let digits = digits.trim();
    let (hours, minutes) = match digits.split_once(':') {
        Some(both) => both,
        None if digits.len() > 2 => digits.split_at_checked(digits.len() - 2)?,
        None => (digits, "0"),
    };
    let number = |text: &str| text.parse::<u16>().ok().map(i32::from);
    Some(sign * (number(hours)? * 3600 + number(minutes)? * 60))
}

fn seconds_east(zone: Zone, at: DateTime<Utc>) -> i32 {
    at.with_timezone(&zone).offset().fix().local_minus_utc()
}

/// Returns a moment in each season of the year from `now` on.
fn seasons(now: DateTime<Utc>) -> impl Iterator<Item = DateTime<Utc>> {
    (0..365).step_by(91).map(move |days| now + Days::new(days))
}

/// Returns the zones with a part that begins with `wanted`, and then those with a similar spelling.
fn suggestions(wanted: &str) -> Vec<&'static str> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let last = city(wanted);
    let zones = cities().map(|zone| {
        let name = plain(zone.name());
        let begins = name.split('/').skip(1).any(|part| part.starts_with(wanted));
        (zone.name(), if begins { 1.0 } else { strsim::jaro_winkler(&city(&name), &last) })
    });
    let others = known_cities::names().map(|(name, zone)| (zone.name(), strsim::jaro_winkler(name, &last)));
    let mut likely: Vec<_> = zones.chain(others).filter(|(_, likeness)| *likeness >= LIKE).collect();
    likely.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut names: Vec<_> = Vec::new();
    for (name, _) in likely {
        if names.len() < SUGGESTIONS && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn cities() -> impl Iterator<Item = Tz> {
    let is_of_part = |zone: &Tz| zone.name().split_once('/').is_some_and(|(part, _)| PARTS.contains(&part));
    TZ_VARIANTS.into_iter().filter(is_of_part)
}

/// Normalises a name: lower case, without accents, with spaces between words.
fn plain(name: &str) -> String {
    let parts: Vec<_> =
        name.split(|c: char| c.is_whitespace() || c == '_').filter(|it| !it.is_empty()).collect();
    words::folded(&parts.join(" "))
}

fn city(name: &str) -> String {
    plain(name.rsplit('/').next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Days, Utc};

    use super::*;

    #[test]
    fn zones_are_found_by_name_and_by_city() {
        for (name, zone) in [
            ("Europe/Paris", Tz::Europe__Paris),
            ("europe/paris", Tz::Europe__Paris),
            ("paris", Tz::Europe__Paris),
            ("  New   York ", Tz::America__New_York),
            ("new_york", Tz::America__New_York),
            ("america/new york", Tz::America__New_York),
            ("buenos aires", Tz::America__Argentina__Buenos_Aires),
            ("port-au-prince", Tz::America__PortauPrince),
            ("singapore", Tz::Asia__Singapore),
            ("istanbul", Tz::Europe__Istanbul),
            ("US/Eastern", Tz::US__Eastern),
            ("utc", Tz::UTC),
            ("gmt", Tz::GMT),
            ("München", Tz::Europe__Berlin),
            ("MUNICH", Tz::Europe__Berlin),
            ("Köln", Tz::Europe__Berlin),
            ("hamburg", Tz::Europe__Berlin),
            ("Zürich", Tz::Europe__Zurich),
            ("wien", Tz::Europe__Vienna),
            ("São Paulo", Tz::America__Sao_Paulo),
            ("barcelona", Tz::Europe__Madrid),
            ("lyon", Tz::Europe__Paris),
            ("San Francisco", Tz::America__Los_Angeles),
            ("mumbai", Tz::Asia__Kolkata),
            ("shenzhen", Tz::Asia__Shanghai),
        ] {
            assert_eq!(find(name), Ok(Zone::of(zone)), "{name}");
        }
    }

    #[test]
    fn what_is_not_known_brings_what_is_like_it() {
        for (name, names) in [
            ("new", &["America/New_York", "America/North_Dakota/New_Salem"][..]),
            ("pariss", &["Europe/Paris"]),
            ("Europe/Pris", &["Europe/Paris"]),
            ("kolkatta", &["Asia/Kolkata"]),
            ("indiana", &["America/Indiana/Indianapolis", "America/Indiana/Knox", "America/Indiana/Marengo"]),
            ("munchn", &["Europe/Berlin"]),
            ("barcelonna", &["Europe/Madrid"]),
            ("UTC+2", &[]),
            ("xyzzy", &[]),
            ("", &[]),
        ] {
            assert_eq!(find(name), Err(names.to_vec()), "{name}");
        }
    }

    #[test]
    fn an_offset_of_whole_hours_is_a_zone() {
        for (offset, zone, shown) in [
            ("UTC+2", Tz::Etc__GMTMinus2, "UTC+2"),
            (" gmt-3 ", Tz::Etc__GMTPlus3, "UTC-3"),
            ("+02:00", Tz::Etc__GMTMinus2, "UTC+2"),
            ("UTC +0200", Tz::Etc__GMTMinus2, "UTC+2"),
            ("UTC−11", Tz::Etc__GMTPlus11, "UTC-11"),
            ("+14", Tz::Etc__GMTMinus14, "UTC+14"),
            ("UTC+0", Tz::UTC, "UTC"),
        ] {
            let found = fixed(offset);
            assert_eq!(found, Some(Zone::of(zone)), "{offset}");
            assert_eq!(found.unwrap().to_string(), shown, "{offset}");
        }
        for other in ["UTC+5:30", "-0330", "+15", "-13", "+99999", "UTC", "2", "Paris", "UTC+x", "+", ""] {
            assert_eq!(fixed(other), None, "{other}");
        }
    }

    #[test]
    fn zones_beside_an_offset_are_those_whose_clocks_change() {
        let summer: DateTime<Utc> = "2026-07-01T12:00:00Z".parse().unwrap();
        let beside = |name, at| changing_beside(fixed(name).unwrap(), at);
        assert_eq!(
            beside("+2", summer),
            ["Europe/Paris", "Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "Europe/Madrid"]
        );
        let winter: DateTime<Utc> = "2026-12-01T12:00:00Z".parse().unwrap();
        assert_eq!(
            beside("+2", winter),
            ["Europe/Helsinki", "Europe/Bucharest", "Europe/Athens", "Europe/Kyiv", "Asia/Jerusalem"]
        );
        assert!(beside("+14", winter).is_empty());
        assert!(at_offset("UTC+5:30", winter).unwrap().contains(&"Asia/Kolkata"));
        assert_eq!(at_offset("UTC", winter), None);
    }

    #[test]
    fn abbreviations_name_the_zones_that_use_them() {
        let now: DateTime<Utc> = "2026-11-28T12:00:00Z".parse().unwrap();
        let at = |name| abbreviated(name, Zone::of(Tz::Europe__Vienna), now);
        let of_summer = vec!["Europe/Vienna", "Europe/Paris", "Europe/Berlin"];
        assert_eq!(at("CEST"), Some(of_summer.clone()));
        assert_eq!(at("mesz"), Some(of_summer));
        assert_eq!(at("AKST").unwrap()[0], "America/Anchorage");
        assert_eq!(at("EST").unwrap()[0], "America/New_York");
        assert_eq!(at("PDT").unwrap()[0], "America/Los_Angeles");
        assert_eq!(at("IST").unwrap()[0], "Asia/Kolkata");
        for name in ["UTC", "GMT", "CET", "Paris", "Rome", "xyz", "", "+03"] {
            assert_eq!(at(name), None, "{name}");
        }
    }

    #[test]
    fn names_of_cities_are_folded_and_mean_one_zone() {
        let mut seen = std::collections::BTreeSet::new();
        for (name, _) in known_cities::names() {
            assert_eq!(name, plain(name));
            assert!(seen.insert(name), "{name} is there twice");
            assert!(!cities().any(|zone| city(zone.name()) == name), "{name} is a zone");
        }
    }

    #[test]
    fn zones_of_one_city_have_the_same_clock() {
        let offset = |zone: Tz, at: DateTime<Utc>| at.with_timezone(&Zone::of(zone)).offset().fix();
        let first: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().unwrap();
        for zone in cities() {
            for other in cities().filter(|other| city(other.name()) == city(zone.name())) {
                for days in (0..730).step_by(10) {
                    let at = first + Days::new(days);
                    assert_eq!(offset(zone, at), offset(other, at), "{zone} {other} {at}");
                }
            }
        }
    }
}
