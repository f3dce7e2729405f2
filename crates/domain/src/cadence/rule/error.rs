//! Why a recurrence rule was refused.

use super::{MAX_CHARS, MAX_COUNT, MAX_INTERVAL, calendar::YEARS};

/// The reason why a rule was refused, with an example that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    #[error(
        "rrule: `{0}` is not a part of a rule: write NAME=VALUE with semicolons between, like \
         `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9`"
    )]
    BadPart(String),
    #[error("rrule: {0} occurs twice; one rule has one of each, like `FREQ=MONTHLY;BYDAY=1MO,3MO;BYHOUR=9`")]
    Twice(String),
    #[error(
        "rrule: FREQ is missing: use DAILY, WEEKLY, MONTHLY or YEARLY, like `FREQ=DAILY;INTERVAL=3;BYHOUR=9`"
    )]
    NoFrequency,
    #[error(
        "rrule: FREQ={0} is not supported: use DAILY, WEEKLY, MONTHLY or YEARLY; for less than a day use interval, like \
         `90m`, or cron, like `*/15 9-17 * * *`"
    )]
    TooFine(String),
    #[error("rrule: `{name}={value}` is not valid: {allowed}")]
    BadValue { name: &'static str, value: String, allowed: &'static str },
    #[error(
        "rrule: {0} is not supported: choose days with BYMONTH, BYMONTHDAY, BYDAY and BYSETPOS, like \
         `FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;BYHOUR=9`"
    )]
    Unsupported(String),
    #[error(
        "rrule: {0} is not supported: one rule has no exceptions and no additional dates, like \
         `FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=9`; make a schedule for each rule, or one of the kind once for a single date"
    )]
    Dates(String),
    #[error("rrule: `{0}` is not a date and time: write local time, like `DTSTART:20261201T090000`")]
    BadTime(String),
    #[error("rrule: `{0}` has seconds, but due times are whole minutes, like `20261201T090000`")]
    Seconds(String),
    #[error(
        "rrule: the year of `{0}` is not between {first} and {last}, as in `DTSTART:20261201T090000`",
        first = YEARS.start(), last = YEARS.end()
    )]
    Year(String),
    #[error(
        "rrule: DTSTART is in the time zone `{given}`, but the schedule is in {zone}: write local time without TZID, like \
         `DTSTART:20261201T090000`"
    )]
    OtherZone { given: String, zone: String },
    #[error(
        "rrule: the time of day is missing: add BYHOUR, like `FREQ=WEEKLY;BYDAY=TU;BYHOUR=9;BYMINUTE=30`, or DTSTART, like \
         `DTSTART:20261201T093000`"
    )]
    NoTime,
    #[error(
        "rrule: the interval of `INTERVAL={0}` is not 1 to {MAX_INTERVAL}, like `FREQ=DAILY;INTERVAL=3;BYHOUR=9`"
    )]
    Interval(String),
    #[error("rrule: the number of `COUNT={0}` is not 1 to {MAX_COUNT}, like `FREQ=DAILY;COUNT=5;BYHOUR=9`")]
    Count(String),
    #[error("rrule: COUNT and UNTIL exclude each other: use one of them, like `FREQ=DAILY;COUNT=5;BYHOUR=9`")]
    TwoEnds,
    #[error(
        "rrule: the number in `BYDAY={0}` needs a month or a year: use FREQ=MONTHLY or FREQ=YEARLY, like \
         `FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9`"
    )]
    NthOfWeek(String),
    #[error(
        "rrule: BYMONTHDAY does not go with FREQ=WEEKLY: use FREQ=MONTHLY, like `FREQ=MONTHLY;BYMONTHDAY=1,15;BYHOUR=9`"
    )]
    DateOfWeek,
    #[error(
        "rrule: BYSETPOS goes with one time of day, like `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=18`; make a \
         schedule for each time"
    )]
    PositionOfTimes,
    #[error("rrule: the rule is longer than {MAX_CHARS} characters; use more than one schedule")]
    TooLong,
    #[error(
        "rrule: `{0}` never happens: there is no such day; the last day of a month is `FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18`"
    )]
    Never(String),
    #[error(
        "rrule: it ends before it is due for the first time, {first}: use a later UNTIL, like `UNTIL=20991231`, or none"
    )]
    EndsBefore { first: String },
    #[error("rrule: it ended on {last}; it is now {now}: use a later UNTIL or DTSTART, or more with COUNT")]
    Ended { last: String, now: String },
}
