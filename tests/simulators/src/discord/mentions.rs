//! Mentions: the people whom a message notifies.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    errors::{ApiError, bad_length, invalid},
    state::{ChannelState, Mentions, Message, State},
};

/// The longest list of users or roles that may be notified.
const MAX_LISTED: usize = 100;
/// The flag of a message that notifies nobody.
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// The permitted mentions of a content: an `allowed_mentions` object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Allowed {
    users: Who,
    roles: Who,
    everyone: bool,
    replied_user: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    All,
    These(Vec<u64>),
}

/// One mention in a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mention {
    User(u64),
    Role(u64),
    Everyone,
}

impl Default for Allowed {
    /// Permits all mentions, as when the field is omitted.
    fn default() -> Self {
        Self { users: Who::All, roles: Who::All, everyone: true, replied_user: true }
    }
}

impl Allowed {
    /// Parses the object.
    pub(crate) fn read(object: &Value) -> Result<Self, ApiError> {
        let parse = object["parse"].as_array().into_iter().flatten();
        let parse: Vec<&str> = parse.filter_map(Value::as_str).collect();
        if parse.iter().any(|kind| !["users", "roles", "everyone"].contains(kind)) {
            let message = "Value must be one of ('users', 'roles', 'everyone').";
            return Err(invalid("allowed_mentions.parse", "BASE_TYPE_CHOICES", message));
        }
        Ok(Self {
            users: Who::read(object, &parse, "users")?,
            roles: Who::read(object, &parse, "roles")?,
            everyone: parse.contains(&"everyone"),
            replied_user: object["replied_user"] == true,
        })
    }
}

impl Who {
    fn read(object: &Value, parse: &[&str], kind: &str) -> Result<Self, ApiError> {
        let field = format!("allowed_mentions.{kind}");
        let listed = object[kind].as_array().into_iter().flatten();
        let listed: Option<Vec<u64>> = listed.map(|id| id.as_str()?.parse().ok()).collect();
        let listed =
            listed.ok_or_else(|| invalid(&field, "NUMBER_TYPE_COERCE", "Value is not a snowflake."))?;
        match parse.contains(&kind) {
            _ if listed.len() > MAX_LISTED => Err(bad_length(&field, 0, MAX_LISTED)),
            true if !listed.is_empty() => {
                let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
                Err(invalid("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message))
            }
            true => Ok(Self::All),
            false => Ok(Self::These(listed)),
        }
    }

    fn includes(&self, id: u64) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(&id),
        }
    }
}

/// Returns whether a content could notify somebody if permitted.
pub(crate) fn could_notify(content: &str) -> bool {
    !find(content).is_empty()
}

impl State {
    /// Returns the permitted mentions of a message, by its content and the message it replies to.
    pub(crate) fn mentions(&self, message: &Message, allowed: &Allowed) -> Mentions {
        let guild = self.channels.get(&message.channel).and_then(ChannelState::guild);
        let guild = guild.and_then(|guild| self.guilds.get(&guild));
        let original = message.reply_to.filter(|_| allowed.replied_user);
        let original = original.and_then(|id| self.message(message.channel, id));
        let mut mentions = Mentions::default();
        for mention in find(&message.content) {
            match mention {
                Mention::User(id) if allowed.users.includes(id) && self.users.contains_key(&id) => {
                    push_new(&mut mentions.users, id);
                }
                Mention::Role(id)
                    if allowed.roles.includes(id)
                        && guild.is_some_and(|guild| guild.roles.contains_key(&id)) =>
                {
                    push_new(&mut mentions.roles, id);
                }
                Mention::Everyone if allowed.everyone && guild.is_some() => mentions.everyone = true,
                _ => {}
            }
        }
        if let Some(original) = original.filter(|original| original.author != message.author) {
            push_new(&mut mentions.users, original.author);
        }
        mentions
    }

    /// Returns the people who are notified: in a guild its members, in a direct chat the other person.
    pub(crate) fn notified(&self, message: &Message) -> Vec<u64> {
        if message.flags & SUPPRESS_NOTIFICATIONS != 0 {
            return Vec::new();
        }
        let Mentions { users, roles, everyone } = &message.mentions;
        let mut notified: BTreeSet<u64> = users.iter().copied().collect();
        let guild = self.channels.get(&message.channel).and_then(ChannelState::guild);
        if let Some(guild) = guild.and_then(|guild| self.guilds.get(&guild)) {
            notified.retain(|user| guild.members.contains_key(user));
            let has_role = |held: &BTreeSet<u64>| roles.iter().any(|role| held.contains(role));
            let members = guild.members.iter().filter(|(_, held)| *everyone || has_role(held));
            notified.extend(members.map(|(user, _)| *user));
        }
        notified.remove(&message.author);
        notified.into_iter().collect()
    }
}

fn find(content: &str) -> Vec<Mention> {
    let content = outside_code(content);
    let mut mentions = Vec::new();
    if content.contains("@everyone") || content.contains("@here") {
        mentions.push(Mention::Everyone);
    }
    for tag in content.split("<@").skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
        let (digits, is_role) = match tag.strip_prefix('&') {
            Some(digits) => (digits, true),
            None => (tag.strip_prefix('!').unwrap_or(tag), false),
        };
        if let Ok(id) = digits.parse() {
            mentions.push(if is_role { Mention::Role(id) } else { Mention::User(id) });
        }
    }
    mentions
}

/// Returns the content without code, in which nothing is a mention.
fn outside_code(content: &str) -> String {
    let mut outside = String::new();
    let mut rest = content;
    while let Some(start) = rest.find('`') {
        let fence = if rest[start..].starts_with("```") { "```" } else { "`" };
        let inner = start + fence.len();
        let Some(end) = rest[inner..].find(fence) else { break };
        outside.push_str(&rest[..start]);
        outside.push(' ');
        rest = &rest[inner + end + fence.len()..];
    }
    outside + rest
}

fn push_new(list: &mut Vec<u64>, id: u64) {
    if !list.contains(&id) {
        list.push(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found_outside_of_code() {
        let found = find("<@1> <@!2> <@&3> `<@4>` ```\n<@5> @everyone\n``` <#6> @here <@x>");
        let expected = [Mention::Everyone, Mention::User(1), Mention::User(2), Mention::Role(3)];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_open_fence_is_no_code() {
        assert!(could_notify("``` <@1>"));
        assert!(!could_notify("``` <@1> ```"));
    }
}
