//! The names of groups, platforms and accounts.

use adjutant_channel::{Rich, rich::Style};

use super::fluent::text;

/// The name of the channel whose groups are servers.
pub(crate) const DISCORD: &str = "discord";

/// The platform's own noun for a chat of several people, which texts are chosen by.
pub(crate) fn group_noun(channel: &str) -> &'static str {
    if channel == DISCORD { "server" } else { "group" }
}

/// Names a group in the form after a preposition such as “in” or “with”; on Discord, where a group is a channel or
/// thread of a server, as a mention.
pub(crate) fn group(channel: &str, chat: &str) -> Rich {
    let name = text!("place-group", noun = group_noun(channel), chat = chat);
    let id = chat.rsplit('/').next().unwrap_or(chat).to_owned();
    match channel {
        DISCORD => Rich::builder().styled(Style::Place { id }, name).build(),
        _ => Rich::plain(name),
    }
}

/// Returns the name of a channel's platform, as people know it.
pub fn platform(channel: &str) -> &str {
    match channel {
        "telegram" => "Telegram",
        DISCORD => "Discord",
        "web" => text!("place-chat-page"),
        other => other,
    }
}

/// Returns an account, `channel:id`, as people know it: `Telegram account 42`, `the chat page`.
pub fn account(identity: &str) -> String {
    match identity.split_once(':') {
        Some(("web", _)) => platform("web").to_owned(),
        Some((channel, id)) => text!("place-account", platform = platform(channel), id = id),
        None => identity.to_owned(),
    }
}
