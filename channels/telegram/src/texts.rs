//! Every text that this channel itself shows to people.

/// On a press whose outcome takes longer than people should wait for a sign.
pub(crate) fn working() -> &'static str {
    "Working on it…"
}

/// Labels of the button that a probe puts under a message for a moment. There are two, because a message that still
/// carries one from an interrupted probe cannot be given the same again.
pub(crate) fn probe_labels() -> [&'static str; 2] {
    ["…", "· · ·"]
}
