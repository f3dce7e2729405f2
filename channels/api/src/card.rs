//! Attachments without a file: a place on the map, a contact, a poll, a dice.

use serde::{Deserialize, Serialize};

/// The most characters of a name, an address, a question or an option; the rest is cut off. Notes about them show less.
const MAX_TEXT: usize = 1_000;
/// The most options of a poll; the rest is left out.
const MAX_OPTIONS: usize = 20;
/// The steps of a coordinate in a degree: one step is about a metre.
const STEPS: f64 = 100_000.0;

/// An attachment without a file. Its texts are as the platform sends them, at most 1,000 characters each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Card {
    /// Where the person is, or a place that they picked on the map.
    Place {
        /// The place.
        position: Position,
        /// How far off the position may be, in metres, if the platform tells.
        accuracy: Option<u16>,
        /// The person is there now, and their device keeps the position in the chat up to date.
        live: bool,
    },
    /// A place with a name.
    Venue {
        /// Its name.
        title: String,
        /// Its address; may be empty.
        address: String,
        /// Where it is.
        position: Position,
    },
    /// An entry of the person's address book.
    Contact {
        /// The name; may be empty.
        name: String,
        /// The phone number; may be empty.
        phone: String,
    },
    /// A question with options to choose from.
    Poll {
        /// The question.
        question: String,
        /// The options, at most 20.
        options: Vec<String>,
    },
    /// A die, a dart or a slot machine, for which the platform has drawn a value.
    Dice {
        /// The emoji that was thrown.
        emoji: String,
        /// The value, from 1.
        value: u8,
    },
}

impl Card {
    /// Returns a place with a name; `None` without the name.
    pub fn venue(title: &str, address: &str, position: Position) -> Option<Self> {
        let (title, address) = (cut(title), cut(address));
        (!title.is_empty()).then_some(Self::Venue { title, address, position })
    }

    /// Returns a contact; `None` without a name and a number.
    pub fn contact(name: &str, phone: &str) -> Option<Self> {
        let (name, phone) = (cut(name), cut(phone));
        (!name.is_empty() || !phone.is_empty()).then_some(Self::Contact { name, phone })
    }

    /// Returns a poll; `None` without a question. Empty options are left out.
    pub fn poll<'a>(question: &str, options: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let question = cut(question);
        let options = options.into_iter().map(cut).filter(|option| !option.is_empty());
        let options = options.take(MAX_OPTIONS).collect();
        (!question.is_empty()).then_some(Self::Poll { question, options })
    }

    /// Returns a thrown dice; `None` without an emoji.
    pub fn dice(emoji: &str, value: u8) -> Option<Self> {
        let emoji = cut(emoji);
        (!emoji.is_empty()).then_some(Self::Dice { emoji, value })
    }

    /// Returns the card with changed texts.
    #[must_use]
    pub fn with_texts(mut self, change: impl Fn(&str) -> String) -> Self {
        let texts = match &mut self {
            Self::Place { .. } => Vec::new(),
            Self::Venue { title, address, .. } => vec![title, address],
            Self::Contact { name, phone } => vec![name, phone],
            Self::Poll { question, options } => std::iter::once(question).chain(options).collect(),
            Self::Dice { emoji, .. } => vec![emoji],
        };
        for text in texts {
            *text = change(text);
        }
        self
    }
}

/// A position on the Earth, about as exact as a metre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// In 100,000ths of a degree; south is negative.
    latitude: i32,
    /// In 100,000ths of a degree; west is negative.
    longitude: i32,
}

impl Position {
    /// Returns the position with this latitude and longitude in degrees; `None` if the Earth has none.
    pub fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let is_on_earth = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        let steps = |degrees: f64| (degrees * STEPS).round() as i32;
        is_on_earth.then(|| Self { latitude: steps(latitude), longitude: steps(longitude) })
    }

    /// Returns the latitude in degrees, from -90 to 90.
    pub fn latitude(self) -> f64 {
        f64::from(self.latitude) / STEPS
    }

    /// Returns the longitude in degrees, from -180 to 180.
    pub fn longitude(self) -> f64 {
        f64::from(self.longitude) / STEPS
    }
}

fn cut(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_exact_to_a_metre_and_on_the_earth() {
        let vienna = Position::new(48.208_493, 16.372_081).unwrap();
        assert_eq!((vienna.latitude(), vienna.longitude()), (48.20849, 16.37208));
        for there_is_one in [(90.0, 180.0), (-90.0, -180.0), (0.0, -0.0)] {
            assert!(Position::new(there_is_one.0, there_is_one.1).is_some());
        }
        for there_is_none in [(90.1, 0.0), (0.0, -180.1), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            assert_eq!(Position::new(there_is_none.0, there_is_none.1), None);
        }
    }

    #[test]
    fn texts_and_options_are_bounded() {
        let long = "é".repeat(MAX_TEXT + 1);
        let Some(Card::Poll { question, options }) = Card::poll(&long, vec!["a"; 50]) else { panic!() };
        assert_eq!((question.chars().count(), question.ends_with('…')), (MAX_TEXT + 1, true));
        assert_eq!(options.len(), MAX_OPTIONS);
        assert_eq!(Card::poll("  ", ["a"]), None);
        assert_eq!(Card::contact(" ", ""), None);
    }
}
