//! Time zones: "Europe/Paris", "(UTC)", "New York time", "Pacific time".

use adjutant_domain::zones::{self, Zone};

use super::super::words::{end_of_word, skip_any, take};

/// Reads a zone by its IANA name, or by its city.
pub(in super::super) fn zone(text: &str) -> Option<(Zone, &str)> {
    by_name(text).or_else(|| of_city(text))
}

fn by_name(text: &str) -> Option<(Zone, &str)> {
    let text = skip_any(text, &["in"]);
    let text = text.strip_prefix('(').unwrap_or(text);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+');
    let (name, rest) = text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()));
    let is_utc = |name: &str| ["utc", "gmt"].iter().any(|utc| name.eq_ignore_ascii_case(utc));
    let zone = match name.split_at_checked(3) {
        Some((utc, offset)) if is_utc(utc) && !offset.is_empty() => zones::fixed(name)?,
        _ => Zone::from_name(name).filter(|_| name.contains('/') || is_utc(name))?,
    };
    Some((zone, end_of_word(rest.strip_prefix(')').unwrap_or(rest))?))
}

/// Reads "New York time": the last part of a zone's name.
fn of_city(text: &str) -> Option<(Zone, &str)> {
    let ends = text.match_indices(' ').take(MOST_WORDS).map(|(end, _)| end);
    let (city, rest) = ends.filter_map(|end| Some((&text[..end], take(&text[end..], "time")?))).next()?;
    let name = REGIONS.iter().find(|(region, _)| region.eq_ignore_ascii_case(city)).map(|(_, name)| *name);
    let is_meant = |zone: &Zone| match name {
        Some(name) => zone.name() == name,
        None => zone.name().rsplit('/').next().is_some_and(|last| is_same(last, city)),
    };
    Some((zones::all().find(is_meant)?, rest))
}

fn is_same(last: &str, city: &str) -> bool {
    last.len() == city.len()
        && last.chars().zip(city.chars()).all(|(a, b)| a.eq_ignore_ascii_case(&b) || (a == '_' && b == ' '))
}

/// The most words of a city's name.
const MOST_WORDS: usize = 3;
/// Regions with a name of their own, each with the IANA name of its zone.
const REGIONS: [(&str, &str); 5] = [
    ("eastern", "America/New_York"),
    ("central", "America/Chicago"),
    ("mountain", "America/Denver"),
    ("pacific", "America/Los_Angeles"),
    ("uk", "Europe/London"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_in_whole_hours_are_read_as_they_are_shown() {
        let read = |text| zone(text).map(|(zone, rest)| (zone.to_string(), rest));
        let is = |zone: &str, rest| Some((zone.to_owned(), rest));
        assert_eq!(read("UTC+2 tea"), is("UTC+2", "tea"));
        assert_eq!(read("(GMT-11)"), is("UTC-11", ""));
        assert_eq!(read("utc"), is("UTC", ""));
        assert_eq!(read("+2 tea"), None);
        assert_eq!(read("UTC+15"), None);
    }
}
