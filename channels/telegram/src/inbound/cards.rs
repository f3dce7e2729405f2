//! Content without a file: places, contacts, polls, dice. Content that cannot be parsed has no card.

use adjutant_channel::{Card, Position};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

use crate::wire::Message;

/// Returns the card of a message that has neither text nor a file.
pub(super) fn card(message: &Message) -> Option<Card> {
    // A venue comes with a location too.
    match message {
        Message { venue: Some(venue), .. } => read::<Venue>(venue)?.card(),
        Message { location: Some(location), .. } => read::<Location>(location)?.card(),
        Message { contact: Some(contact), .. } => read::<Contact>(contact)?.card(),
        Message { poll: Some(poll), .. } => read::<Poll>(poll)?.card(),
        Message { dice: Some(dice), .. } => read::<Dice>(dice)?.card(),
        _ => None,
    }
}

fn read<T: for<'a> Deserialize<'a>>(content: &Value) -> Option<T> {
    T::deserialize(content).ok()
}

/// <https://core.telegram.org/bots/api#location>
#[derive(Deserialize)]
struct Location {
    latitude: f64,
    longitude: f64,
    /// In metres, up to 1500.
    horizontal_accuracy: Option<f64>,
    /// Set while the person shares a live location.
    live_period: Option<IgnoredAny>,
}

impl Location {
    fn position(&self) -> Option<Position> {
        Position::new(self.latitude, self.longitude)
    }

    fn card(&self) -> Option<Card> {
        Some(Card::Place {
            position: self.position()?,
            accuracy: self
                .horizontal_accuracy
                .filter(|metres| *metres > 0.0)
                .map(|metres| metres.ceil() as u16),
            live: self.live_period.is_some(),
        })
    }
}

/// <https://core.telegram.org/bots/api#venue>
#[derive(Deserialize)]
struct Venue {
    location: Location,
    title: String,
    #[serde(default)]
    address: String,
}

impl Venue {
    fn card(&self) -> Option<Card> {
        Card::venue(&self.title, &self.address, self.location.position()?)
    }
}

/// <https://core.telegram.org/bots/api#contact>
#[derive(Deserialize)]
struct Contact {
    phone_number: String,
    first_name: String,
    #[serde(default)]
    last_name: String,
}

impl Contact {
    fn card(&self) -> Option<Card> {
        Card::contact(&format!("{} {}", self.first_name, self.last_name), &self.phone_number)
    }
}

/// <https://core.telegram.org/bots/api#poll>
#[derive(Deserialize)]
struct Poll {
    question: String,
    options: Vec<PollOption>,
}

#[derive(Deserialize)]
struct PollOption {
    text: String,
}

impl Poll {
    fn card(&self) -> Option<Card> {
        Card::poll(&self.question, self.options.iter().map(|option| option.text.as_str()))
    }
}

/// <https://core.telegram.org/bots/api#dice>
#[derive(Deserialize)]
struct Dice {
    emoji: String,
    value: u8,
}

impl Dice {
    fn card(&self) -> Option<Card> {
        Card::dice(&self.emoji, self.value)
    }
}
