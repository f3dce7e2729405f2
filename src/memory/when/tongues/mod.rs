//! How times are said in each language: folded, as the words of a query are compared. Names that a phrase may have
//! are listed; where one begins like another, the longer comes first.

mod dutch;
mod english;
mod french;
mod german;
mod italian;
mod portuguese;
mod spanish;

/// The words for times in a language.
pub(super) struct Tongue {
    /// Its name in English.
    pub(super) language: &'static str,
    /// Phrases for days near to today: from that many days away, until that many.
    pub(super) near_days: &'static [(&'static str, i64, i64)],
    /// The same, of words that are something else in other languages: `hier` is "here" in German and Dutch.
    pub(super) doubtful_days: &'static [(&'static str, i64, i64)],
    /// What comes before or after "two weeks" when they are ago.
    pub(super) ago_before: &'static [&'static str],
    pub(super) ago_after: &'static [&'static str],
    pub(super) last: &'static [&'static str],
    pub(super) this: &'static [&'static str],
    /// "la semaine dernière": what is last may be named first.
    pub(super) last_may_follow: bool,
    /// Between the parts of a date.
    pub(super) of: &'static [&'static str],
    /// What makes a time of a month, a season or a year.
    pub(super) within: &'static [&'static str],
    /// What makes a time of a day of the week; an empty phrase where nothing has to.
    pub(super) on: &'static [&'static str],
    /// Day, week, month, year.
    pub(super) units: [&'static [&'static str]; 4],
    pub(super) weekend: &'static [&'static str],
    /// From Monday.
    pub(super) weekdays: [&'static [&'static str]; 7],
    /// From January.
    pub(super) months: [&'static [&'static str]; 12],
    /// From spring.
    pub(super) seasons: [&'static [&'static str]; 4],
    /// From one.
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
