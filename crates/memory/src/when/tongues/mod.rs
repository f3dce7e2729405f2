//! The words for times in each language, folded like the words of a query. Where one phrase is a prefix of another, the
//! longer comes first.

mod dutch;
mod english;
mod french;
mod german;
mod italian;
mod portuguese;
mod spanish;

/// One language's words for times.
pub(super) struct Tongue {
    /// The language's name in English.
    pub(super) language: &'static str,
    /// Phrases for days near today, as the first day and the exclusive last, counted from today.
    pub(super) near_days: &'static [(&'static str, i64, i64)],
    /// Phrases like `near_days` that mean something else in other languages: `hier` is "here" in German and Dutch.
    pub(super) ambiguous_days: &'static [(&'static str, i64, i64)],
    /// Words before or after "two weeks" that place it in the past.
    pub(super) ago_before: &'static [&'static str],
    pub(super) ago_after: &'static [&'static str],
    pub(super) last: &'static [&'static str],
    pub(super) this: &'static [&'static str],
    /// "la semaine dernière": the word for "last" may follow the unit.
    pub(super) last_may_follow: bool,
    /// Words between the parts of a date.
    pub(super) of: &'static [&'static str],
    /// Words before a month, a season or a year that make it a time.
    pub(super) within: &'static [&'static str],
    /// Words before a weekday that make it a time; an empty phrase where none is needed.
    pub(super) on: &'static [&'static str],
    /// Names of the units: day, week, month, year.
    pub(super) units: [&'static [&'static str]; 4],
    pub(super) weekend: &'static [&'static str],
    /// Names from Monday on.
    pub(super) weekdays: [&'static [&'static str]; 7],
    /// Names from January on.
    pub(super) months: [&'static [&'static str]; 12],
    /// Names from spring on.
    pub(super) seasons: [&'static [&'static str]; 4],
    /// Names from one on.
    pub(super) numbers: &'static [&'static [&'static str]],
}

pub(super) static TONGUES: [Tongue; 7] = [
    english::ENGLISH,
    german::GERMAN,
    french::FRENCH,
    spanish::SPANISH,
    italian::ITALIAN,
    portuguese::PORTUGUESE,
    dutch::DUTCH,
];
