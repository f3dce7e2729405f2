//! The names that operators may give to specialists and models.

/// Returns whether a specialist may have this name.
pub(super) fn is_agent_name(name: &str) -> bool {
    is_plain_name(name) && name != "adjutant"
}

/// Returns whether a model may have this name. `/model default` chooses `[model]`.
pub(super) fn is_model_name(name: &str) -> bool {
    is_plain_name(name) && name != "default"
}

fn is_plain_name(name: &str) -> bool {
    let is_allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
    (1..=32).contains(&name.len()) && name.bytes().all(is_allowed)
}
