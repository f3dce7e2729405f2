//! How groups are called.

use adjutant_channel::{Rich, rich::Style};

/// The name of the channel whose groups are servers.
pub(crate) const DISCORD: &str = "discord";

/// The platform's own word for a chat of several people.
pub(crate) fn group_noun(channel: &str) -> &'static str {
    if channel == DISCORD { "server" } else { "group" }
}

/// Names a group; on Discord, where it is a channel or thread of a server, as a mention.
pub(crate) fn group(channel: &str, chat: &str) -> Rich {
    let name = format!("the {} {chat}", group_noun(channel));
    let id = chat.rsplit('/').next().unwrap_or(chat).to_owned();
    match channel {
        DISCORD => Rich::builder().styled(Style::Place { id }, name).build(),
        _ => Rich::plain(name),
    }
}
