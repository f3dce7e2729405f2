//! Time zones, found by the names that people type.

use chrono::{DateTime, Offset as _, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};

use super::Zone;

/// The most suggestions for an unknown name.
const SUGGESTIONS: usize = 5;
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

/// Returns the zone of this IANA name, or of the city alone: `Europe/Paris`, `paris`, `new york`.
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
        false => of_city().or_else(|| exactly(&TZ_VARIANTS)),
    };
    found.map(Zone::of).ok_or_else(|| suggestions(&wanted))
}

/// Returns zones, with many people each, whose clocks now show UTC plus this offset: `+2`, `UTC-3:30`, `GMT+1`. `None`
/// if the name is not such an offset.
pub fn at_offset(name: &str, now: DateTime<Utc>) -> Option<Vec<&'static str>> {
    let name = name.trim().to_ascii_uppercase();
    let offset = ["UTC", "GMT"].iter().find_map(|utc| name.strip_prefix(utc)).unwrap_or(&name).trim();
    let (sign, digits) = match offset.strip_prefix('+') {
        Some(digits) => (1, digits),
        None => (-1, offset.strip_prefix(['-', '−'])?),
    };
    let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let seconds = sign * (hours * 3600 + minutes * 60);
    let is_there = |zone: &Zone| now.with_timezone(zone).offset().fix().local_minus_utc() == seconds;
    Some(all().filter(is_there).map(Zone::name).take(SUGGESTIONS).collect())
}

/// Returns all zones that a name can mean, those with the most people first.
pub fn all() -> impl Iterator<Item = Zone> {
    COMMON.into_iter().chain(cities().filter(|zone| !COMMON.contains(zone))).map(Zone::of)
}

/// Returns a zone's name for people: `America/New York`.
pub fn spoken(zone: Zone) -> String {
    zone.name().replace('_', " ")
}

/// Returns the names with a part that begins with `wanted`, and then those with a similar spelling.
fn suggestions(wanted: &str) -> Vec<&'static str> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut likely: Vec<_> = cities()
        .filter_map(|zone| {
            let name = plain(zone.name());
            let begins = name.split('/').skip(1).any(|part| part.starts_with(wanted));
            let likeness = match begins {
                true => 1.0,
                false => strsim::jaro_winkler(&city(&name), &city(wanted)),
            };
            (likeness >= LIKE).then_some((zone.name(), likeness))
        })
        .collect();
    likely.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    likely.into_iter().map(|(name, _)| name).take(SUGGESTIONS).collect()
}

fn cities() -> impl Iterator<Item = Tz> {
    let is_of_part = |zone: &Tz| zone.name().split_once('/').is_some_and(|(part, _)| PARTS.contains(&part));
    TZ_VARIANTS.into_iter().filter(is_of_part)
}

/// Normalises a name: lower case, with spaces between words.
fn plain(name: &str) -> String {
    let words: Vec<_> =
        name.split(|c: char| c.is_whitespace() || c == '_').filter(|it| !it.is_empty()).collect();
    words.join(" ").to_lowercase()
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
            (
                "indiana",
                &[
                    "America/Indiana/Indianapolis",
                    "America/Indiana/Knox",
                    "America/Indiana/Marengo",
                    "America/Indiana/Petersburg",
                    "America/Indiana/Tell_City",
                ],
            ),
            ("UTC+2", &[]),
            ("xyzzy", &[]),
            ("", &[]),
        ] {
            assert_eq!(find(name), Err(names.to_vec()), "{name}");
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
