//! What recordings and voices cost. Pure.

use std::time::Duration;

use adjutant_config::{SpeechSettings, VoiceSettings};

/// Returns what writing down a recording of this length costs, in millionths of a US dollar, rounded up.
pub fn of_recording(settings: &SpeechSettings, length: Duration) -> i64 {
    (settings.price_per_minute * 1e6 * length.as_secs_f64() / 60.0).ceil() as i64
}

/// Returns what speaking a text costs, in millionths of a US dollar, rounded up.
pub fn of_text(settings: &VoiceSettings, text: &str) -> i64 {
    // A millionth of the price of a million characters is that of one.
    (settings.price_per_million_characters * text.chars().count() as f64).ceil() as i64
}
