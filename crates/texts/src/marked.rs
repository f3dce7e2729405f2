//! Messages with an addition: a mark, or a mention.

use adjutant_channel::{
    Rich,
    rich::{Entity, Style},
};
use adjutant_domain::{timestamp::Timestamp, zones::Zone};

use super::{fluent::text, in_a_line, times::day_and_time};

/// The longest shown part of a mentioned person's name, in characters. A message has that much room above it.
const MENTIONED_NAME: usize = 24;

/// Marks an answer that goes to the direct chat because the topic where it was asked for is closed.
pub fn from_closed_topic(body: Rich) -> Rich {
    Rich::builder().italic(format!("↪ {}", text!("marked-closed-topic"))).text("\n").rich(&body).build()
}

/// Marks a file that a group did not accept.
pub fn file_for_group(caption: Rich) -> Rich {
    let line = format!("↪ {}", text!("marked-file-for-group"));
    Rich::builder().italic(line).text("\n").rich(&caption).build()
}

/// Mentions the person to whom a message in a group is addressed, by the platform's id, so that they are notified.
pub fn to_person(id: &str, name: &str, body: &Rich) -> Rich {
    let person = Style::Person { id: id.to_owned(), notify: true };
    Rich::builder().styled(person, in_a_line(name, MENTIONED_NAME)).text(" ").rich(body).build()
}

/// Repeats the mention at the beginning of a message when the message is redrawn.
pub fn to_same_person(before: &Rich, body: Rich) -> Rich {
    match before.entities.first() {
        Some(Entity { offset: 0, length, style: Style::Person { id, notify: true } }) => {
            let name: Vec<u16> = before.text.encode_utf16().take(*length).collect();
            to_person(id, &String::from_utf16_lossy(&name), &body)
        }
        _ => body,
    }
}

/// Marks a message from `at` whose delivery was late, at `now`.
pub fn late_delivery(body: &Rich, at: Timestamp, now: Timestamp, zone: Zone) -> Rich {
    let line = text!("marked-late", at = day_and_time(at, now, zone));
    Rich::builder().italic(line).text("\n").rich(body).build()
}

/// Marks the beginning of an answer whose rest was given up.
pub fn incomplete_answer(beginning: &Rich) -> Rich {
    Rich::builder().rich(beginning).text("…\n\n").italic(text!("incomplete-answer")).build()
}

/// Marks a message that may have arrived before.
pub fn possible_repeat(body: Rich) -> Rich {
    Rich::builder().italic(format!("↻ {}", text!("marked-repeat"))).text("\n").rich(&body).build()
}
