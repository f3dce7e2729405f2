//! Holidays: "christmas eve", "good friday", "easter monday", "black friday". A name that means different days, such as
//! "thanksgiving", is not read.

use chrono::{Datelike as _, Days, NaiveDate, Weekday};

use super::{super::words::take, Day};

/// A holiday whose date differs from year to year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Feast {
    /// So many days after Easter Sunday.
    Easter(i64),
    /// So many days after the fourth Thursday of November.
    Thanksgiving(u64),
    /// The second Monday of October.
    CanadianThanksgiving,
}

/// Reads the name of a holiday.
pub(super) fn feast(text: &str) -> Option<(Day, &str)> {
    let fixed = || {
        let of_year = |(name, month, day): &(&str, u32, u32)| {
            Some((Day::OfYear { month: *month, day: *day }, take(text, name)?))
        };
        FIXED.iter().find_map(of_year)
    };
    let moving = || MOVING.iter().find_map(|(name, feast)| Some((Day::Feast(*feast), take(text, name)?)));
    fixed().or_else(moving)
}

impl Feast {
    /// Returns its date in a year.
    pub(super) fn date(self, year: i32) -> Option<NaiveDate> {
        match self {
            Self::Easter(days) => {
                let sunday = easter(year)?;
                let distance = Days::new(days.unsigned_abs());
                if days < 0 { sunday.checked_sub_days(distance) } else { sunday.checked_add_days(distance) }
            }
            Self::Thanksgiving(days) => NaiveDate::from_weekday_of_month_opt(year, 11, Weekday::Thu, 4)?
                .checked_add_days(Days::new(days)),
            Self::CanadianThanksgiving => NaiveDate::from_weekday_of_month_opt(year, 10, Weekday::Mon, 2),
        }
    }

    /// Returns its first date that fits, of this year or the next.
    pub(super) fn next(self, today: NaiveDate, fits: impl Fn(&NaiveDate) -> bool) -> Option<NaiveDate> {
        (today.year()..=today.year() + 1).filter_map(|year| self.date(year)).find(fits)
    }
}

/// Returns Easter Sunday by the calendar of the western churches: the rule of Meeus, Jones and Butcher.
fn easter(year: i32) -> Option<NaiveDate> {
    let (lunar, century, of_century) = (year % 19, year / 100, year % 100);
    let correction = (century - (century + 8) / 25 + 1) / 3;
    let moon = (19 * lunar + century - century / 4 - correction + 15) % 30;
    let weekday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - moon - of_century % 4) % 7;
    let late = (lunar + 11 * moon + 22 * weekday) / 451;
    let days = moon + weekday - 7 * late + 114;
    NaiveDate::from_ymd_opt(year, u32::try_from(days / 31).ok()?, u32::try_from(days % 31 + 1).ok()?)
}

/// Holidays with the same date each year: name, month, day.
const FIXED: [(&str, u32, u32); 31] = [
    ("christmas eve", 12, 24),
    ("christmas day", 12, 25),
    ("christmas", 12, 25),
    ("xmas eve", 12, 24),
    ("xmas day", 12, 25),
    ("xmas", 12, 25),
    ("boxing day", 12, 26),
    ("new year's eve", 12, 31),
    ("new years eve", 12, 31),
    ("new year eve", 12, 31),
    ("nye", 12, 31),
    ("new year's day", 1, 1),
    ("new years day", 1, 1),
    ("new year's", 1, 1),
    ("new years", 1, 1),
    ("new year", 1, 1),
    ("epiphany", 1, 6),
    ("groundhog day", 2, 2),
    ("valentine's day", 2, 14),
    ("valentines day", 2, 14),
    ("valentine's", 2, 14),
    ("valentines", 2, 14),
    ("st patrick's day", 3, 17),
    ("st. patrick's day", 3, 17),
    ("st patricks day", 3, 17),
    ("april fools' day", 4, 1),
    ("april fool's day", 4, 1),
    ("april fools day", 4, 1),
    ("may day", 5, 1),
    ("halloween", 10, 31),
    ("st nicholas day", 12, 6),
];

/// Holidays of other dates each year. A longer name stands before its beginning.
const MOVING: [(&str, Feast); 17] = [
    ("shrove tuesday", Feast::Easter(-47)),
    ("pancake day", Feast::Easter(-47)),
    ("ash wednesday", Feast::Easter(-46)),
    ("palm sunday", Feast::Easter(-7)),
    ("maundy thursday", Feast::Easter(-3)),
    ("good friday", Feast::Easter(-2)),
    ("easter sunday", Feast::Easter(0)),
    ("easter monday", Feast::Easter(1)),
    ("ascension day", Feast::Easter(39)),
    ("whit sunday", Feast::Easter(49)),
    ("pentecost", Feast::Easter(49)),
    ("whit monday", Feast::Easter(50)),
    ("us thanksgiving", Feast::Thanksgiving(0)),
    ("american thanksgiving", Feast::Thanksgiving(0)),
    ("black friday", Feast::Thanksgiving(1)),
    ("cyber monday", Feast::Thanksgiving(4)),
    ("canadian thanksgiving", Feast::CanadianThanksgiving),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn easter_is_known() {
        for (year, month, day) in
            [(2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2027, 3, 28), (2038, 4, 25), (2285, 3, 22)]
        {
            assert_eq!(easter(year), NaiveDate::from_ymd_opt(year, month, day), "{year}");
        }
    }
}
