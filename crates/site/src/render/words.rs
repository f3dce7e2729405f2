//! The words that a page has of its own, in the language of the site.

use chrono::{Datelike, NaiveDate};
use serde::Serialize;

use crate::model::Language;

/// The words of one language.
#[derive(Debug, Serialize)]
pub(super) struct Words {
    pub skip: &'static str,
    pub navigation: &'static str,
    pub feed: &'static str,
    pub posts: &'static str,
    pub all_posts: &'static str,
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
    pub your_name: &'static str,
    pub your_email: &'static str,
    pub your_message: &'static str,
    pub leave_empty: &'static str,
    pub send: &'static str,
    #[serde(skip)]
    days: [&'static str; 7],
    #[serde(skip)]
    months: [&'static str; 12],
    /// What stands between the day and the month.
    #[serde(skip)]
    after_day: &'static str,
}

impl Words {
    /// The words of a language, or English where there are none in it.
    pub(super) fn of(language: &Language) -> &'static Self {
        match language.primary().as_str() {
            "de" => &GERMAN,
            _ => &ENGLISH,
        }
    }

    /// A day of the week by its place in [`crate::template::DAYS`].
    pub(super) fn day(&self, index: usize) -> Option<&'static str> {
        self.days.get(index).copied()
    }

    pub(super) fn date(&self, date: NaiveDate) -> String {
        let month = self.months.get(date.month0() as usize).copied().unwrap_or_default();
        format!("{}{} {month} {}", date.day(), self.after_day, date.year())
    }
}

static ENGLISH: Words = Words {
    skip: "Skip to content",
    navigation: "Main",
    feed: "RSS feed",
    posts: "Posts",
    all_posts: "All posts",
    no_posts: "Nothing here yet.",
    pages: "Pages",
    newer: "Newer",
    older: "Older",
    tags: "Tags",
    table: "Table",
    missing: "Page not found",
    missing_text: "There is no page at this address. It may have moved.",
    to_home: "To the home page",
    moved: "This page has moved",
    moved_text: "Go to the new address",
    day: "Day",
    hours: "Hours",
    closed: "closed",
    show_map: "Show on the map",
    your_name: "Your name",
    your_email: "Your mail address",
    your_message: "Your message",
    leave_empty: "Leave this empty",
    send: "Send",
    days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    after_day: "",
};

static GERMAN: Words = Words {
    skip: "Zum Inhalt",
    navigation: "Hauptmenü",
    feed: "RSS-Feed",
    posts: "Beiträge",
    all_posts: "Alle Beiträge",
    no_posts: "Hier ist noch nichts.",
    pages: "Seiten",
    newer: "Neuer",
    older: "Älter",
    tags: "Schlagwörter",
    table: "Tabelle",
    missing: "Seite nicht gefunden",
    missing_text: "Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen.",
    to_home: "Zur Startseite",
    moved: "Diese Seite ist umgezogen",
    moved_text: "Zur neuen Adresse",
    day: "Tag",
    hours: "Öffnungszeiten",
    closed: "geschlossen",
    show_map: "Auf der Karte zeigen",
    your_name: "Ihr Name",
    your_email: "Ihre Mailadresse",
    your_message: "Ihre Nachricht",
    leave_empty: "Bitte leer lassen",
    send: "Senden",
    days: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    months: [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    after_day: ".",
};
