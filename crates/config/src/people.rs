//! People, roles and channels, by their ids on the platforms.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// An entry of the `allow` list: a person, or everybody with a role of a Discord server, e.g. `discord:role:7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admitted {
    Person(Identity),
    /// A role, by its id on the platform, and its channel.
    Role {
        channel: &'static str,
        id: String,
    },
}

impl fmt::Display for Admitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(identity) => identity.fmt(f),
            Self::Role { channel, id } => write!(f, "{channel}:role:{id}"),
        }
    }
}

impl Admitted {
    /// The only channel with roles.
    const WITH_ROLES: &'static str = "discord";

    /// Returns whether the entry admits a person on a channel, by the person's id and roles.
    pub fn fits(&self, channel: &str, id: &str, roles: &[String]) -> bool {
        match self {
            Self::Person(identity) => identity.channel == channel && identity.id == id,
            Self::Role { channel: own, id } => *own == channel && roles.contains(id),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("discord:role:") {
            Some(id) => Some(Self::Role { channel: Self::WITH_ROLES, id: number(id)? }),
            None => Identity::parse(text).map(Self::Person),
        }
    }
}

impl<'de> Deserialize<'de> for Admitted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            D::Error::custom(format!(
                "must list \"telegram:ID\", \"discord:ID\" or \"discord:role:ID\" with numeric ids, not {text:?}"
            ))
        })
    }
}

/// A person, as a platform identifies them, e.g. `telegram:42`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The name of the channel.
    pub channel: String,
    /// The person's id on the platform: digits without leading zeros.
    pub id: String,
}

impl Identity {
    /// The channels whose people have numeric ids.
    const CHANNELS: [&str; 2] = ["telegram", "discord"];

    /// Parses an account such as `telegram:42`.
    pub fn parse(text: &str) -> Option<Self> {
        let (channel, id) = text.split_once(':')?;
        let id = number(id)?;
        Self::CHANNELS.contains(&channel).then(|| Self { channel: channel.to_owned(), id })
    }
}

/// Parses a platform's id and returns its digits without leading zeros.
fn number(text: &str) -> Option<String> {
    text.parse::<u64>().ok().filter(|&number| number > 0).map(|number| number.to_string())
}

pub(super) fn channel_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let id = |text: String| {
        number(&text)
            .ok_or_else(|| D::Error::custom(format!("must list numeric ids of channels, not {text:?}")))
    };
    texts.into_iter().map(id).collect()
}

impl<'de> Deserialize<'de> for Identity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            D::Error::custom(format!(
                "must list people as \"telegram:ID\" or \"discord:ID\" with their numeric id, not {text:?}"
            ))
        })
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.channel, self.id)
    }
}
