//! The names of groups, platforms and accounts.

use adjutant_channel::{ChatRef, Rich, rich::Style};

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

/// Names a group, or a topic of one, in the form after “in”; `is_elsewhere`: the reader uses another platform.
pub fn named_place(chat: &ChatRef, is_elsewhere: bool) -> String {
    let (noun, id) = (group_noun(&chat.channel), &chat.chat);
    let place = match chat.thread {
        Some(_) => text!("place-topic", noun = noun, chat = id),
        None => text!("place-group", noun = noun, chat = id),
    };
    if is_elsewhere { format!("{place} ({})", platform(&chat.channel)) } else { place }
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

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    #[test]
    fn a_topic_is_named_by_its_group() {
        let chat = |thread: Option<&str>| ChatRef {
            channel: "telegram".to_owned(),
            chat: "-100200".to_owned(),
            thread: thread.map(str::to_owned),
        };
        let names = || [named_place(&chat(Some("7")), false), named_place(&chat(None), true)];
        assert_eq!(names(), ["a topic of the group -100200", "the group -100200 (Telegram)"]);
        let german = Language::German.scope_sync(names);
        assert_eq!(german, ["einem Thema der Gruppe -100200", "der Gruppe -100200 (Telegram)"]);
    }
}
