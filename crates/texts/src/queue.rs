//! What the bot says of messages that come while it works on an answer.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, text::escaped, while_busy::WhileBusy};

use super::{button, count};

/// What becomes of such messages in this conversation, and how many wait; with a button for
/// each other choice.
pub fn listing(chosen: WhileBusy, waiting: usize) -> Content {
    let mut body = Rich::builder().text("When you write while I work on an answer:\n");
    for (name, choice) in WhileBusy::NAMES {
        let state = if choice == chosen { " (chosen)" } else { "" };
        body = body.text("\n- ").bold(name).text(format!("{state}: {}", meaning(choice)));
    }
    let waits = match waiting {
        0 => String::new(),
        1 => "\n\nOne message waits now.".to_owned(),
        n => format!("\n\n{} wait now.", count(n as i64, "message")),
    };
    let waits = format!(
        "{waits}\n\nWhile I wait for your decision or for a specialist, a new message begins an answer of its own."
    );
    let others = WhileBusy::NAMES.into_iter().filter(|(_, choice)| *choice != chosen);
    let others = others.map(|(name, choice)| button(name, Button::WhileBusy(choice), ButtonStyle::Plain));
    Content { body: body.text(waits).build(), buttons: vec![others.collect()], ..Content::default() }
}

fn meaning(choice: WhileBusy) -> &'static str {
    match choice {
        WhileBusy::Collect => "it waits, and I answer all that has come together.",
        WhileBusy::Steer => "I take it in before my next step.",
        WhileBusy::Interrupt => "I stop there, keep what I have, and answer it at once.",
    }
}

/// The answer when a choice was named.
pub fn chosen(choice: WhileBusy) -> String {
    format!("From now on, when you write while I work on an answer: {}", meaning(choice))
}

/// The answer when there is no choice of this name.
pub fn unknown(name: &str) -> String {
    format!(
        "There is no choice “{}”. The choices are collect, steer and interrupt; /queue says what they mean.",
        escaped(name)
    )
}

/// Says that the running turn takes in what has just come.
pub fn noted() -> &'static str {
    "Noted; I will take it in."
}

/// Marks a message whose text goes on below those that came during the turn.
pub fn goes_on() -> &'static str {
    "*(continued below)*"
}

/// Marks an answer that the next message ended.
pub fn interrupted() -> &'static str {
    "*(interrupted)*"
}

/// For the model: the words that follow came during the turn.
pub fn steered_note() -> &'static str {
    "The user wrote the following while you were working. Take it into account, and go on."
}

/// For the model: the turn was ended by the message that follows.
pub fn interrupted_note() -> &'static str {
    "The user's next message interrupted you here. What was done so far stands; go on with it only as far as they still \
     want it."
}
