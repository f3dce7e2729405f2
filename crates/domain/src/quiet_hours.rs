//! Quiet hours and their ends: pure functions of times of day, an instant and a time zone.

use std::fmt;

use crate::zones::Zone;
use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::cadence;

/// The separators between the two times, the clearest first.
const BETWEEN: [&str; 4] = ["-", "–", "—", " "];
/// Words between the two times.
const UNTIL: [&str; 13] =
    ["to", "until", "till", "and", "bis", "und", "à", "a", "au", "et", "hasta", "y", "jusqu'à"];
/// Words that say nothing more about the times.
const AROUND: [&str; 15] = [
    "from", "between", "von", "zwischen", "de", "desde", "entre", "du", "las", "la", "uhr", "h", "hs",
    "heures", "horas",
];
const HOUR: u32 = 60;
const DAY: u32 = 24 * HOUR;

/// The hours of each day in which results are held: from one time of day to another, past midnight if the other is
/// earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    /// In minutes after midnight, like `until`; the two differ.
    from: u32,
    until: u32,
}

impl QuietHours {
    /// Returns the quiet hours between two times of day, in minutes after midnight; `None` if they are equal, or not
    /// times of day.
    pub fn from_minutes(from: i64, until: i64) -> Option<Self> {
        let minute = |minutes: i64| u32::try_from(minutes).ok().filter(|minute| *minute < DAY);
        Self::between(minute(from)?, minute(until)?)
    }

    /// Parses `22:00-07:00`, `22h-7h`, `22:00 to 07:00`, `from 10pm until 6:30 am` or `von 22 bis 7 Uhr`. Returns
    /// `None` for other texts, and if both times are the same.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_lowercase().replace('’', "'");
        let words = text.split_whitespace().filter(|word| !AROUND.contains(word));
        let words: Vec<_> = words.map(|word| if UNTIL.contains(&word) { "-" } else { word }).collect();
        let text = words.join(" ");
        let (from, until) = BETWEEN.iter().find_map(|by| text.split_once(by))?;
        Self::between(time_of_day(from)?, time_of_day(until)?)
    }

    fn between(from: u32, until: u32) -> Option<Self> {
        (from != until).then_some(Self { from, until })
    }

    /// Returns the start and the end, in minutes after midnight.
    pub fn minutes(self) -> (i64, i64) {
        (self.from.into(), self.until.into())
    }

    /// Returns the end of the quiet hours that contain `at`; `None` if none do. Local times become instants by the
    /// rules for cadences, so quiet hours that the clock jumps over do not exist.
    pub fn end(self, at: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
        let today = at.with_timezone(&zone).date_naive();
        [today.pred_opt(), Some(today)].into_iter().flatten().find_map(|day| {
            let last_day = if self.from < self.until { day } else { day.checked_add_days(Days::new(1))? };
            let (from, until) = (instant(day, self.from, zone)?, instant(last_day, self.until, zone)?);
            (from..until).contains(&at).then_some(until)
        })
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, until] = [self.from, self.until].map(|it| format!("{:02}:{:02}", it / HOUR, it % HOUR));
        write!(f, "{from}–{until}")
    }
}

fn instant(day: NaiveDate, minutes: u32, zone: Zone) -> Option<DateTime<Utc>> {
    let local = day.and_hms_opt(0, 0, 0)? + TimeDelta::minutes(minutes.into());
    Some(cadence::local::resolve(local, zone)?.first)
}

/// Parses `7`, `07:30`, `7.30`, `7h30`, `7h`, `10 pm`, or `24:00` for midnight. Returns minutes after midnight.
fn time_of_day(text: &str) -> Option<u32> {
    let text = text.trim();
    let half = [("am", 0), ("a.m.", 0), ("pm", 12), ("p.m.", 12)];
    let (text, half) = match half.iter().find_map(|(name, from)| Some((text.strip_suffix(name)?, *from))) {
        Some((text, from)) => (text.trim_end(), Some(from)),
        None => (text, None),
    };
    let number = |digits: &str| match digits.len() {
        1 | 2 if digits.bytes().all(|digit| digit.is_ascii_digit()) => digits.parse::<u32>().ok(),
        _ => None,
    };
    let text = text.strip_suffix('h').unwrap_or(text);
    let (hour, minute) = text.split_once([':', '.', 'h']).unwrap_or((text, "00"));
    let (hour, minute) = (number(hour)?, number(minute)?);
    let hour = match half {
        Some(from) => (1..=12).contains(&hour).then_some(hour % 12 + from)?,
        None => hour,
    };
    let minutes = hour * HOUR + minute;
    (minute < HOUR && minutes <= DAY).then_some(minutes % DAY)
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDateTime;
    use chrono_tz::{America::New_York, Australia::Lord_Howe, Europe::Paris, Pacific::Apia};

    use super::*;

    /// Parses a local time like `2026-05-01 22:00`; a final `+` selects the second occurrence of a time that occurs
    /// twice.
    fn at(text: &str, zone: Zone) -> DateTime<Utc> {
        let (text, second) = text.strip_suffix('+').map_or((text, false), |text| (text, true));
        let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
        let found = local.and_local_timezone(zone);
        let found = if second { found.latest() } else { found.earliest() };
        found.unwrap().to_utc()
    }

    #[test]
    fn hours_are_read_as_people_write_them() {
        for text in [
            "22:00-06:30",
            "10pm to 6:30am",
            "from 10 pm until 6.30 am",
            "between 22 and 6:30",
            "10 p.m. - 6:30 a.m.",
            "22h-6h30",
            "22h - 6h30",
            "von 22 bis 6:30",
            "von 22 Uhr bis 6.30 Uhr",
            "zwischen 22 und 6:30",
            "de 22h à 6h30",
            "entre 22 h et 6h30",
            "22h jusqu’à 6h30",
            "de 22 a 6:30",
            "desde las 22 hasta las 6:30",
            "entre las 22:00 y las 6:30 h",
        ] {
            assert_eq!(QuietHours::parse(text), QuietHours::from_minutes(22 * 60, 6 * 60 + 30), "{text}");
        }
        assert_eq!(QuietHours::parse("12am-12pm"), QuietHours::from_minutes(0, 12 * 60));
        for text in [
            "13pm to 6am",
            "0am to 6am",
            "10pm",
            "10pm to",
            "soon to late",
            "22:00-22:00",
            "bis 7 von 22",
            "h-7",
            "von bis",
        ] {
            assert_eq!(QuietHours::parse(text), None, "{text}");
        }
    }

    #[test]
    fn quiet_hours_end_when_the_clock_says_so() {
        let table = [
            // Past midnight.
            ("22:00-07:00", Paris, "2026-05-01 21:59", None),
            ("22:00-07:00", Paris, "2026-05-01 22:00", Some("2026-05-02 07:00")),
            ("22:00-07:00", Paris, "2026-05-02 00:00", Some("2026-05-02 07:00")),
            ("22:00-07:00", Paris, "2026-05-02 06:59", Some("2026-05-02 07:00")),
            ("22:00-07:00", Paris, "2026-05-02 07:00", None),
            // Within a day.
            ("12:30-14:00", Paris, "2026-05-01 12:29", None),
            ("12:30-14:00", Paris, "2026-05-01 12:30", Some("2026-05-01 14:00")),
            ("12:30-14:00", Paris, "2026-05-01 14:00", None),
            // Up to midnight, and all but a minute.
            ("20:00-24:00", Paris, "2026-05-01 23:59", Some("2026-05-02 00:00")),
            ("00:00-23:59", Paris, "2026-05-01 23:59", None),
            ("07:01-07:00", Paris, "2026-05-01 07:01", Some("2026-05-02 07:00")),
            // A night of 23 hours, and one of 25.
            ("22:00-07:00", Paris, "2026-03-28 22:00", Some("2026-03-29 07:00")),
            ("22:00-07:00", New_York, "2026-11-01 01:30+", Some("2026-11-01 07:00")),
            // 02:30 does not exist on 29 March: it is 03:00, the first instant after the gap.
            ("22:00-02:30", Paris, "2026-03-29 01:59", Some("2026-03-29 03:00")),
            ("22:00-02:30", Paris, "2026-03-29 03:00", None),
            ("02:30-05:00", Paris, "2026-03-29 01:59", None),
            ("02:30-05:00", Paris, "2026-03-29 03:00", Some("2026-03-29 05:00")),
            // Quiet hours entirely within the gap.
            ("02:10-02:50", Paris, "2026-03-29 03:00", None),
            // 02:30 occurs twice on 25 October: the first is meant.
            ("22:00-02:30", Paris, "2026-10-25 02:29", Some("2026-10-25 02:30")),
            ("22:00-02:30", Paris, "2026-10-25 02:15+", None),
            ("02:30-05:00", Paris, "2026-10-25 02:15+", Some("2026-10-25 05:00")),
            // Half an hour of daylight saving; a day that was skipped.
            ("22:00-02:15", Lord_Howe, "2026-10-04 01:59", Some("2026-10-04 02:30")),
            ("22:00-07:00", Apia, "2011-12-29 23:00", Some("2011-12-31 00:00")),
            ("22:00-07:00", Apia, "2011-12-31 06:00", Some("2011-12-31 07:00")),
        ];
        for (hours, zone, instant, end) in table {
            let zone = Zone::of(zone);
            let quiet = QuietHours::parse(hours).unwrap();
            let end = end.map(|end| at(end, zone));
            assert_eq!(quiet.end(at(instant, zone), zone), end, "{hours} {zone} {instant}");
        }
    }

    #[test]
    fn quiet_hours_are_read_as_people_write_them() {
        for text in ["22:00-07:00", " 22-7 ", "22:00 – 07:00", "22 to 7", "22:00 TO 7:00", "22:00 07:00"] {
            assert_eq!(
                QuietHours::parse(text).map(|it| it.to_string()).as_deref(),
                Some("22:00–07:00"),
                "{text}"
            );
        }
        assert_eq!(QuietHours::parse("12:05-24:00").unwrap().minutes(), (725, 0));
        for text in
            ["", "22:00", "22:00-22:00", "0-24", "25-7", "22:60-7", "24:01-7", "-1-7", "+1-7", "a-b", "007-8"]
        {
            assert_eq!(QuietHours::parse(text), None, "{text}");
        }
    }
}
