//! Every text that this channel itself shows to people.

/// The answer to a press whose outcome takes too long to wait for.
pub(crate) fn working() -> &'static str {
    "Working on it…"
}

/// The labels of the button that a probe briefly puts under a message. Two, because a message that still carries one
/// from an interrupted probe cannot be given the same again.
pub(crate) fn probe_labels() -> [&'static str; 2] {
    ["…", "· · ·"]
}
