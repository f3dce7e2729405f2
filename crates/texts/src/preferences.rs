//! Texts about time zones and quiet hours.

use adjutant_channel::Choice;
use adjutant_domain::{quiet_hours::QuietHours, text::escaped, zones::Zone, zones::spoken};
use chrono::{DateTime, Utc};

use super::{count, in_a_line};

/// Resets the zone to the host's.
pub const DEFAULT: &str = "default";
/// Turns quiet hours off.
pub const OFF: &str = "off";

/// The most of an unknown zone's name that is shown, in characters.
const NAME: usize = 40;
/// The quiet hours that are offered.
const USUAL: [&str; 3] = ["22:00-07:00", "23:00-08:00", "21:00-06:00"];

// `/timezone` --------------------------------------------------------------------------------------------------

/// The answer to `/timezone`: the zone, whether the person has `chosen` it, and how to change it.
pub fn zone(zone: Zone, chosen: bool, quiet: Option<QuietHours>, now: DateTime<Utc>) -> String {
    let whose = match chosen {
        true => "Your time zone is",
        false => "You have not set a time zone, so I use the host’s:",
    };
    let quiet = quiet.map_or_else(|| "none".to_owned(), |quiet| quiet.to_string());
    format!(
        "{whose} {}.\n\n\
         - Quiet hours: {quiet}\n\
         - Another zone: “/timezone Europe/Paris”, or just the city; “/timezone {DEFAULT}” for the host’s\n\
         - Other quiet hours: “/quiet {}”, or “/quiet {OFF}”",
        with_time(zone, now),
        USUAL[0]
    )
}

/// The answer when a zone was set. `elsewhere`: the number of schedules in other zones; `by_model`: a model changes
/// them, in the person's own words.
pub fn zone_set(zone: Zone, chosen: bool, (elsewhere, by_model): (i64, bool), now: DateTime<Utc>) -> String {
    let whose = if chosen { "in" } else { "in the host’s zone again," };
    let schedules = match (elsewhere, by_model) {
        (0, _) => String::new(),
        (1, true) => "\n\n1 schedule keeps its own time zone; tell me if I should change it.".to_owned(),
        (1, false) => "\n\n1 schedule keeps the time zone it was made in; /schedules shows which.".to_owned(),
        (more, true) => {
            format!("\n\n{more} schedules keep their own time zones; tell me if I should change them.")
        }
        (more, false) => {
            format!("\n\n{more} schedules keep the time zones they were made in; /schedules shows which.")
        }
    };
    format!("From now on your times are {whose} {}.{schedules}", with_time(zone, now))
}

pub fn unknown_zone(name: &str, suggestions: &[&str]) -> String {
    let name = escaped(&in_a_line(name, NAME));
    let names: Vec<_> = suggestions.iter().map(|name| escaped(name)).collect();
    match names.split_last() {
        None => format!(
            "I know no time zone called “{name}”. Time zones have names like Europe/Paris; the city alone will do."
        ),
        Some((only, [])) => format!("I know no time zone called “{name}”. Did you mean {only}?"),
        Some((last, others)) => {
            format!("I know no time zone called “{name}”. Did you mean {} or {last}?", others.join(", "))
        }
    }
}

/// The reply to an offset instead of a zone; `there`: zones whose clocks show it now.
pub fn at_offset(offset: &str, there: &[&str]) -> String {
    let offset = escaped(&in_a_line(offset, NAME));
    let names: Vec<_> = there.iter().map(|name| escaped(name)).collect();
    match names.first() {
        None => format!("No time zone is at {offset} now. Tell me your city: “/timezone Paris”"),
        Some(first) => format!(
            "An offset changes with daylight saving time, so I need your city. At {offset} now: {}. Send, for example, \
             “/timezone {first}”",
            names.join(", ")
        ),
    }
}

/// Returns the host's zone as a completion.
pub fn default_choice(host: Zone) -> Choice {
    Choice { label: format!("{DEFAULT}: the host’s, {}", spoken(host)), value: DEFAULT.to_owned() }
}

fn with_time(zone: Zone, now: DateTime<Utc>) -> String {
    let now = now.with_timezone(&zone).format("%a %-d %b, %H:%M");
    format!("{}, where it is {now}", escaped(zone.name()))
}

// `/quiet` -----------------------------------------------------------------------------------------------------

pub fn quiet(quiet: Option<QuietHours>, zone: Zone) -> String {
    let usual = USUAL[0];
    match quiet {
        Some(quiet) => format!(
            "Your quiet hours are {quiet} ({}). Schedules still run then, but results and reminders wait until the \
             quiet hours are over, unless they are urgent. “/quiet {OFF}” turns them off; “/quiet {usual}” changes the \
             hours.",
            escaped(zone.name())
        ),
        None => format!(
            "You have no quiet hours: reminders and results come at any time. With “/quiet {usual}” they wait until the \
             night is over."
        ),
    }
}

pub fn quiet_set(quiet: QuietHours, zone: Zone) -> String {
    format!(
        "From now on your quiet hours are {quiet} ({}). Reminders and results that come up then wait until the quiet \
         hours are over. If one must not wait, tell me to make it urgent.",
        escaped(zone.name())
    )
}

/// The answer when quiet hours were switched off. `held`: the number of results that waited for their end.
pub fn quiet_off(held: i64) -> String {
    let waited = match held {
        0 => String::new(),
        held => format!(" {} that waited will be here in a moment.", count(held, "message")),
    };
    format!("You no longer have quiet hours.{waited}")
}

pub fn no_hours() -> String {
    format!(
        "I do not understand those hours. Write “/quiet {}”, with two different times of the day, or “/quiet {OFF}”.",
        USUAL[0]
    )
}

/// Returns the usual quiet hours, and none, as completions.
pub fn quiet_choices() -> Vec<Choice> {
    let choice = |value: &str| Choice { label: value.to_owned(), value: value.to_owned() };
    let off = Choice { label: format!("{OFF}: no quiet hours"), value: OFF.to_owned() };
    USUAL.into_iter().map(choice).chain([off]).collect()
}
