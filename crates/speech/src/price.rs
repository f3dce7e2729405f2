//! The prices of transcripts and voices. Pure.

use std::time::Duration;

use adjutant_config::{SpeechSettings, VoiceSettings};

/// Returns the price of transcribing a recording of this length, in millionths of a US dollar, rounded up.
pub fn of_recording(settings: &SpeechSettings, length: Duration) -> i64 {
    (settings.price_per_minute * 1e6 * length.as_secs_f64() / 60.0).ceil() as i64
}

/// Returns the price of speaking a text, in millionths of a US dollar, rounded up.
pub fn of_text(settings: &VoiceSettings, text: &str) -> i64 {
    // The price of a million characters in dollars is the price of one character in millionths of a dollar.
    (settings.price_per_million_characters * text.chars().count() as f64).ceil() as i64
}
