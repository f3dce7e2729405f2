//! Texts about time zones and quiet hours.

use adjutant_channel::Choice;
use adjutant_domain::{
    quiet_hours::QuietHours,
    text::escaped,
    timestamp::Timestamp,
    zones::{Zone, changing_beside, spoken},
};
use chrono::{DateTime, Utc};

use super::{
    fluent::{alternatives, text},
    in_a_line,
    times::day_and_time,
};

/// The argument that resets the zone to the host's.
pub const DEFAULT: &str = "default";
/// The argument that turns quiet hours off.
pub const OFF: &str = "off";

/// The longest shown part of an unknown zone's name, in characters.
const NAME: usize = 40;
/// The suggested quiet hours.
const USUAL: [&str; 3] = ["22:00-07:00", "23:00-08:00", "21:00-06:00"];

// `/timezone` --------------------------------------------------------------------------------------------------

/// The answer to `/timezone`: the zone, whether the person has `chosen` it, and how to change it.
pub fn zone(zone: Zone, chosen: bool, quiet: Option<QuietHours>, now: DateTime<Utc>) -> String {
    let zone = match chosen {
        true => text!("timezone-yours", zone = with_time(zone, now)),
        false => text!("timezone-of-host", zone = with_time(zone, now)),
    };
    let quiet = match quiet {
        Some(quiet) => text!("timezone-quiet-hours", hours = quiet.to_string()),
        None => text!("timezone-no-quiet-hours").to_owned(),
    };
    let another = text!("timezone-another", default = DEFAULT);
    let other_hours = text!("timezone-other-quiet-hours", hours = USUAL[0], off = OFF);
    format!("{zone}\n\n- {quiet}\n- {another}\n- {other_hours}")
}

/// The answer to setting a zone. `elsewhere`: the number of schedules in other zones; `by_model`: a model can change
/// them, on a request in the person's own words.
pub fn zone_set(zone: Zone, chosen: bool, (elsewhere, by_model): (i64, bool), now: DateTime<Utc>) -> String {
    let set = match chosen {
        true => text!("timezone-set", zone = with_time(zone, now)),
        false => text!("timezone-reset", zone = with_time(zone, now)),
    };
    let set = match zone.fixed_hours() {
        Some(_) if chosen => format!("{set}\n\n{}", without_summer_time(zone, now)),
        _ => set,
    };
    match (elsewhere, by_model) {
        (0, _) => set,
        (more, true) => format!("{set}\n\n{}", text!("timezone-schedules-by-model", count = more)),
        (more, false) => format!("{set}\n\n{}", text!("timezone-schedules", count = more)),
    }
}

/// Says that the clocks of a fixed offset never change, and names cities at the same offset whose clocks do.
fn without_summer_time(zone: Zone, now: DateTime<Utc>) -> String {
    let cities: Vec<_> = changing_beside(zone, now).into_iter().map(escaped).collect();
    let zone = escaped(&zone.to_string());
    match cities.first() {
        None => text!("timezone-fixed", zone = zone),
        Some(first) => text!("timezone-fixed-beside", zone = zone, names = cities.join(", "), first = first),
    }
}

pub fn unknown_zone(name: &str, suggestions: &[&str]) -> String {
    let name = escaped(&in_a_line(name, NAME));
    let names: Vec<_> = suggestions.iter().map(|name| escaped(name)).collect();
    match names.is_empty() {
        true => text!("timezone-unknown", name = name),
        false => text!("timezone-unknown-but-near", name = name, names = alternatives(&names)),
    }
}

/// The reply to an offset instead of a zone; `there`: the zones whose clocks have this offset now.
pub fn at_offset(offset: &str, there: &[&str]) -> String {
    let offset = escaped(&in_a_line(offset, NAME));
    let names: Vec<_> = there.iter().map(|name| escaped(name)).collect();
    match names.first() {
        None => text!("timezone-none-at-offset", offset = offset),
        Some(first) => text!("timezone-at-offset", offset = offset, names = names.join(", "), first = first),
    }
}

/// The reply to an abbreviation instead of a zone; `there`: the zones that use it in some part of the year.
pub fn abbreviation(name: &str, there: &[&str]) -> String {
    let names: Vec<_> = there.iter().map(|name| escaped(name)).collect();
    let first = names.first().map_or("", String::as_str);
    text!("timezone-abbreviation", name = in_a_line(name, NAME), names = names.join(", "), first = first)
}

/// Returns the host's zone as a completion.
pub fn default_choice(host: Zone) -> Choice {
    Choice {
        label: text!("timezone-choice-default", default = DEFAULT, zone = spoken(host)),
        value: DEFAULT.to_owned(),
    }
}

fn with_time(zone: Zone, now: DateTime<Utc>) -> String {
    let now = Timestamp::from(now);
    text!("timezone-with-time", zone = escaped(&zone.to_string()), now = day_and_time(now, now, zone))
}

// `/quiet` -----------------------------------------------------------------------------------------------------

pub fn quiet(quiet: Option<QuietHours>, zone: Zone) -> String {
    let usual = USUAL[0];
    match quiet {
        Some(quiet) => text!(
            "quiet-hours",
            hours = quiet.to_string(),
            zone = escaped(&zone.to_string()),
            off = OFF,
            usual = usual
        ),
        None => text!("quiet-no-hours", usual = usual),
    }
}

pub fn quiet_set(quiet: QuietHours, zone: Zone) -> String {
    text!("quiet-set", hours = quiet.to_string(), zone = escaped(&zone.to_string()))
}

/// The answer to switching quiet hours off. `held`: the number of results that waited for their end.
pub fn quiet_off(held: i64) -> String {
    match held {
        0 => text!("quiet-off").to_owned(),
        held => format!("{} {}", text!("quiet-off"), text!("quiet-held", count = held)),
    }
}

pub fn no_hours() -> String {
    text!("quiet-not-understood", usual = USUAL[0], off = OFF)
}

/// Returns the suggested quiet hours, and the argument to turn them off, as completions.
pub fn quiet_choices() -> Vec<Choice> {
    let choice = |value: &str| Choice { label: value.to_owned(), value: value.to_owned() };
    let off = Choice { label: text!("quiet-choice-off", off = OFF), value: OFF.to_owned() };
    USUAL.into_iter().map(choice).chain([off]).collect()
}

#[cfg(test)]
mod tests {
    use adjutant_domain::zones;
    use insta::assert_snapshot;

    use super::*;

    #[test]
    fn a_fixed_offset_is_said_to_know_no_summer_time() {
        let set = |offset: &str| {
            let now = "2026-07-01T10:00:00Z".parse().unwrap();
            zone_set(zones::fixed(offset).unwrap(), true, (0, true), now)
        };
        assert_snapshot!(set("GMT+2"), @"
        From now on your times are in UTC+2, where it is Wed 1 Jul, 12:00.

        UTC+2 knows no daylight saving time. If your clocks change, send me your city instead. At this offset now, with daylight saving time: Europe/Paris, Europe/Berlin, Europe/Vienna, Europe/Zurich, Europe/Madrid. For example “/timezone Europe/Paris”
        ");
        assert_snapshot!(set("+14:00"), @"
        From now on your times are in UTC+14, where it is Thu 2 Jul, 00:00.

        UTC+14 knows no daylight saving time. If your clocks change, send me your city instead, for example “/timezone Paris”
        ");
        assert_snapshot!(set("UTC+0"), @"From now on your times are in UTC, where it is Wed 1 Jul, 10:00.");
    }
}
