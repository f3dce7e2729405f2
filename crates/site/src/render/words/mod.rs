//! The words that the renderer adds to pages, in the language of the site.

use chrono::{Datelike, NaiveDate};
use serde::Serialize;

use crate::model::Language;

mod languages;

/// The words of one language.
#[derive(Debug, Serialize)]
pub(super) struct Words {
    pub skip: &'static str,
    pub navigation: &'static str,
    pub feed: &'static str,
    pub posts: &'static str,
    pub all_posts: &'static str,
    pub read_more: &'static str,
    pub no_posts: &'static str,
    pub pages: &'static str,
    pub newer: &'static str,
    pub older: &'static str,
    pub tags: &'static str,
    pub table: &'static str,
    pub missing: &'static str,
    pub missing_text: &'static str,
    pub to_home: &'static str,
    pub moved: &'static str,
    pub moved_text: &'static str,
    pub day: &'static str,
    pub hours: &'static str,
    pub closed: &'static str,
    pub show_map: &'static str,
    /// Before the name of the photographer.
    pub photo_by: &'static str,
    /// Between that name and the source of the picture.
    pub photo_on: &'static str,
    pub your_name: &'static str,
    pub your_email: &'static str,
    pub your_message: &'static str,
    pub leave_empty: &'static str,
    pub send: &'static str,
    pub sent: &'static str,
    pub sent_text: &'static str,
    pub not_sent: &'static str,
    pub put_right: &'static str,
    pub name_fits: &'static str,
    pub email_fits: &'static str,
    pub message_fits: &'static str,
    pub too_many: &'static str,
    pub refused: &'static str,
    pub failed: &'static str,
    #[serde(skip)]
    days: [&'static str; 7],
    #[serde(skip)]
    months: [&'static str; 12],
    /// The texts between the day and the month, and between the month and the year.
    #[serde(skip)]
    between: [&'static str; 2],
}

impl Words {
    /// Returns the words of a language; English if it has none.
    pub(super) fn of(language: &Language) -> &'static Self {
        match language.primary().as_str() {
            "de" => &languages::GERMAN,
            "es" => &languages::SPANISH,
            "fr" => &languages::FRENCH,
            "it" => &languages::ITALIAN,
            "nl" => &languages::DUTCH,
            _ => &languages::ENGLISH,
        }
    }

    /// Returns a day of the week by its index in [`crate::template::DAYS`].
    pub(super) fn day(&self, index: usize) -> Option<&'static str> {
        self.days.get(index).copied()
    }

    pub(super) fn date(&self, date: NaiveDate) -> String {
        let month = self.months.get(date.month0() as usize).copied().unwrap_or_default();
        let [after_day, after_month] = self.between;
        format!("{}{after_day}{month}{after_month}{}", date.day(), date.year())
    }
}
