//! Replaces the mentions in a text with the names that people see: Discord's own form holds an id.

use super::MessageContext;
use crate::wire::{Id, User};

/// The text that Discord itself shows for a channel that the reader cannot see.
const UNKNOWN_CHANNEL: &str = "#unknown";
/// The same for a role.
const UNKNOWN_ROLE: &str = "@unknown-role";

/// Returns a text of a guild, or of a direct chat, with the names of the people, channels, roles, commands and custom
/// emoji that it mentions. Only people that come with the message are known.
pub(super) fn with_names(
    text: &str,
    mentioned: &[User],
    guild: Option<Id>,
    context: &MessageContext<'_>,
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let mention = rest.find('>').map(|end| &rest[1..end]);
        let named = mention.and_then(|mention| Some((mention, name_of(mention, mentioned, guild, context)?)));
        match named {
            Some((mention, name)) => {
                out.push_str(&name);
                rest = &rest[mention.len() + 2..];
            }
            None => {
                out.push('<');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Returns the name for the text between the angle brackets of a mention; `None` if it is no mention, or of an unknown
/// person.
fn name_of(
    mention: &str,
    mentioned: &[User],
    guild: Option<Id>,
    context: &MessageContext<'_>,
) -> Option<String> {
    let known = |of: &dyn Fn(Id) -> Option<String>| guild.and_then(of).filter(|name| !name.is_empty());
    if let Some(id) = mention.strip_prefix("@&") {
        let role = Id::parse(id)?;
        let name = known(&|guild| context.channels.role_name(guild, role));
        return Some(name.map_or_else(|| UNKNOWN_ROLE.to_owned(), |name| format!("@{name}")));
    }
    if let Some(id) = mention.strip_prefix('#') {
        let channel = Id::parse(id)?;
        let name = known(&|guild| context.channels.channel_name(guild, channel));
        return Some(name.map_or_else(|| UNKNOWN_CHANNEL.to_owned(), |name| format!("#{name}")));
    }
    if let Some(id) = mention.strip_prefix('@') {
        let person = Id::parse(id.strip_prefix('!').unwrap_or(id))?;
        let user = mentioned.iter().find(|user| user.id == person)?;
        return Some(format!("@{}", user.shown_name()));
    }
    // A command, `/name:id`, or an emoji: `:name:id`, or `a:name:id` if it is animated.
    let (shown, id) = mention.rsplit_once(':')?;
    Id::parse(id)?;
    match shown.strip_prefix('a').unwrap_or(shown) {
        emoji if emoji.len() > 1 && emoji.starts_with(':') => Some(format!("{emoji}:")),
        _ if shown.len() > 1 && shown.starts_with('/') => Some(shown.to_owned()),
        _ => None,
    }
}
