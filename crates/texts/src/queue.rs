//! The bot's texts about messages that arrive while it works on an answer.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, text::escaped, while_busy::WhileBusy};

use super::{button, fluent::text};

/// The treatment of such messages in this conversation, and the number of waiting ones; with a button for each other
/// choice.
pub fn listing(chosen: WhileBusy, waiting: usize) -> Content {
    let mut body = Rich::builder().text(text!("queue-title")).text("\n");
    for (name, choice) in WhileBusy::NAMES {
        let state = if choice == chosen { format!(" {}", text!("queue-chosen-mark")) } else { String::new() };
        body = body.text("\n- ").bold(name).text(format!("{state}: {}", meaning(choice)));
    }
    if waiting > 0 {
        body = body.text("\n\n").text(text!("queue-waiting", count = waiting));
    }
    let body = body.text("\n\n").text(text!("queue-exceptions")).build();
    let others = WhileBusy::NAMES.into_iter().filter(|(_, choice)| *choice != chosen);
    let others = others.map(|(name, choice)| button(name, Button::WhileBusy(choice), ButtonStyle::Plain));
    Content { body, buttons: vec![others.collect()], ..Content::default() }
}

fn meaning(choice: WhileBusy) -> &'static str {
    match choice {
        WhileBusy::Collect => text!("queue-collect"),
        WhileBusy::Steer => text!("queue-steer"),
        WhileBusy::Interrupt => text!("queue-interrupt"),
    }
}

/// The answer to a choice by name.
pub fn chosen(choice: WhileBusy) -> String {
    text!("queue-from-now-on", meaning = meaning(choice))
}

/// The answer if no choice has this name.
pub fn unknown(name: &str) -> String {
    text!("queue-unknown", name = escaped(name))
}

/// Says that the running turn reads the newest messages.
pub fn noted() -> &'static str {
    text!("queue-noted")
}

/// Marks a message whose text continues below the messages that arrived during the turn.
pub fn goes_on() -> &'static str {
    text!("queue-goes-on")
}

/// Marks an answer that was interrupted by the next message.
pub fn interrupted() -> &'static str {
    text!("queue-interrupted")
}

/// For the model: the following text arrived during the turn.
pub fn steered_note() -> &'static str {
    "The user wrote the following while you were working. Take it into account, and go on."
}

/// For the model: the following message interrupted the turn.
pub fn interrupted_note() -> &'static str {
    "The user's next message interrupted you here. What was done so far stands; go on with it only as far as they still \
     want it."
}
