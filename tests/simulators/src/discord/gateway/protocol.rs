//! The payloads that clients may send to the gateway. Pure.

use std::str::FromStr;

use serde_json::Value;

use super::{End, close};
use crate::discord::Settings;

/// The longest payload of a client, in bytes.
const MAX_PAYLOAD: usize = 4096;
/// All existing intents.
const ALL_INTENTS: u64 = 0b11_0011_0001_1111_1111_1111_1111;
/// `GUILD_MEMBERS` and `GUILD_PRESENCES`, which no simulated application has.
const OTHER_PRIVILEGED: u64 = 1 << 1 | 1 << 8;
/// `MESSAGE_CONTENT`.
const MESSAGE_CONTENT: u64 = 1 << 15;

/// A client's parameters in the gateway's URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Handshake {
    version: String,
    encoding: String,
    compress: bool,
}

impl Handshake {
    /// Reads the query string, the part after `?`.
    pub(super) fn read(query: &str) -> Self {
        let find = |wanted: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned())
        };
        Self {
            version: find("v").unwrap_or_default(),
            encoding: find("encoding").unwrap_or_else(|| "json".to_owned()),
            compress: find("compress").is_some(),
        }
    }

    /// Checks that the version is 10 and the encoding JSON. Compressed transport is not simulated.
    pub(super) fn check(&self) -> Result<(), End> {
        if self.version != "10" {
            return Err(close(4012, "Invalid API version."));
        }
        if self.encoding != "json" || self.compress {
            return Err(close(4002, "Error while decoding payload."));
        }
        Ok(())
    }
}

/// A client's payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Heartbeat,
    Identify {
        token: String,
        intents: u64,
        shard: Option<(u64, u64)>,
    },
    Resume {
        token: String,
        session: String,
        seq: u64,
    },
    /// Presence, voice and member requests: accepted without effect.
    Other,
}

impl Command {
    /// Parses a payload.
    pub(super) fn read(text: &str) -> Result<Self, End> {
        let malformed = || close(4002, "Error while decoding payload.");
        if text.len() > MAX_PAYLOAD {
            return Err(malformed());
        }
        let payload = Value::from_str(text).map_err(|_| malformed())?;
        let data = &payload["d"];
        match payload["op"].as_u64().ok_or_else(malformed)? {
            1 if data.is_null() || data.is_u64() => Ok(Self::Heartbeat),
            2 => identify(data).ok_or_else(malformed),
            3 | 4 | 8 | 31 => Ok(Self::Other),
            6 => resume(data).ok_or_else(malformed),
            1 => Err(malformed()),
            _ => Err(close(4001, "Unknown opcode.")),
        }
    }
}

fn identify(data: &Value) -> Option<Command> {
    data["properties"].as_object()?;
    let shard = match &data["shard"] {
        Value::Null => None,
        shard => Some((shard[0].as_u64()?, shard[1].as_u64()?)),
    };
    Some(Command::Identify {
        token: data["token"].as_str()?.to_owned(),
        intents: data["intents"].as_u64()?,
        shard,
    })
}

fn resume(data: &Value) -> Option<Command> {
    let text = |key: &str| data[key].as_str().map(str::to_owned);
    Some(Command::Resume { token: text("token")?, session: text("session_id")?, seq: data["seq"].as_u64()? })
}

/// Returns the shard of a session. Stricter than the platform, which accepts fewer shards than it recommends, except
/// from the largest bots.
pub(super) fn check_shard(settings: &Settings, shard: Option<(u64, u64)>) -> Result<(u64, u64), End> {
    let (shard, shards) = shard.unwrap_or((0, 1));
    if shard >= shards {
        return Err(close(4010, "Invalid shard."));
    }
    if shards < settings.shards {
        return Err(close(4011, "Sharding required."));
    }
    Ok((shard, shards))
}

/// Checks that the application may have these intents.
pub(super) fn check_intents(settings: &Settings, intents: u64) -> Result<(), End> {
    let privileged =
        if settings.message_content { OTHER_PRIVILEGED } else { OTHER_PRIVILEGED | MESSAGE_CONTENT };
    if intents & !ALL_INTENTS != 0 {
        return Err(close(4013, "Invalid intent(s)."));
    }
    if intents & privileged != 0 {
        return Err(close(4014, "Disallowed intent(s)."));
    }
    Ok(())
}

/// Returns whether a close code means a fault of the client, whatever its settings. Such a fault fails the test.
pub(super) fn is_bug(code: u16) -> bool {
    matches!(code, 4001 | 4002 | 4003 | 4005 | 4007 | 4008 | 4010 | 4012 | 4013)
}
