//! Every text that this channel itself shows to people.

/// The name of a thread opened at a message without words.
pub(crate) fn thread_name() -> &'static str {
    "Answer"
}

/// The placeholder of a menu without a choice.
pub(crate) fn choose() -> &'static str {
    "Choose"
}

/// A line that must be noticed.
pub(crate) fn alert(text: &str) -> String {
    format!("⚠️ {text}")
}

/// The reply to a command or press that could not be stored.
pub(crate) fn not_taken() -> &'static str {
    "That did not reach me because of a fault on my side. Please try again."
}
