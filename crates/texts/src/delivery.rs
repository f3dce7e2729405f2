//! Texts about messages that could not be delivered as they were.

use super::fluent::text;

/// The notice that the chat refused an answer.
pub fn undeliverable() -> &'static str {
    text!("undeliverable")
}

/// The notice about a message that was given up because the platform was unreachable for too long.
pub fn out_of_reach() -> &'static str {
    text!("out-of-reach")
}

/// The notice that a message which people see could not be changed.
pub fn not_updated() -> &'static str {
    text!("not-updated")
}

/// The line below the beginning of an answer that is too long for messages.
pub fn continued_in_file() -> &'static str {
    text!("continued-in-file")
}
