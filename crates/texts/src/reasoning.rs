//! The bot's texts about its models' reasoning, and the form in which it is shown.

use adjutant_channel::{ButtonStyle, Content, Rich, rich::Style};
use adjutant_domain::{
    buttons::Button,
    text::{beginning, escaped},
};

use super::{button, fluent::text};

/// The arguments of `/reasoning`.
pub const ON: &str = "on";
pub const OFF: &str = "off";

/// The longest shown part of a reasoning, in characters.
const SHOWN: usize = 1_000;

/// Returns whether the model's reasoning is shown in the conversation, with a button for the other choice.
pub fn state(shows: bool) -> Content {
    let (text, label) = match shows {
        true => (text!("reasoning-shown"), text!("reasoning-button-hide")),
        false => (text!("reasoning-hidden"), text!("reasoning-button-show")),
    };
    let press = button(label, Button::Reasoning { shows: !shows }, ButtonStyle::Plain);
    Content { buttons: vec![vec![press]], ..Content::text(Rich::plain(text)) }
}

/// The answer to any other argument.
pub fn neither(argument: &str) -> String {
    text!("reasoning-neither", argument = escaped(argument), on = ON, off = OFF)
}

/// A model's reasoning before an answer, folded; `None` if there is none. The export contains all of it.
pub fn folded(reasoned: &[String]) -> Option<Rich> {
    let lines = reasoned.iter().flat_map(|text| text.lines()).map(str::trim_end);
    let text = lines.filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n");
    let shown = beginning(&text, SHOWN);
    let cut = if shown.len() < text.len() { "…" } else { "" };
    (!text.is_empty())
        .then(|| Rich::builder().styled(Style::Folded, format!("💭 {}{cut}", shown.trim())).build())
}
