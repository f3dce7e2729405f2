//! Texts about the limits on one person's work under way.

use super::fluent::text;

pub fn too_many_conversations(most: u32) -> String {
    text!("limit-conversations", most = most)
}

pub fn too_many_waiting(most: u32) -> String {
    text!("limit-waiting", most = most)
}

/// The text in place of results of schedules, while too many messages wait for an unreachable chat.
pub fn results_not_kept(most: u32) -> String {
    text!("limit-results-not-kept", most = most)
}

pub fn too_many_undelivered(most: u32) -> String {
    text!("limit-undelivered", most = most)
}

/// The line with which the bot stops answering other bots in a chat.
pub fn bots_in_a_row(most: u32) -> String {
    text!("limit-bots", most = most)
}
