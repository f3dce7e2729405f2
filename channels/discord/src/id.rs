//! Discord's ids.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, de::Visitor};

/// Discord's epoch, the start of 2015, in milliseconds since 1970.
const EPOCH: i64 = 1_420_070_400_000;
/// The number of bits below an id's time.
const TIME_SHIFT: u32 = 22;

/// An id ("snowflake"). Ids sort by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(pub(crate) u64);

impl Id {
    /// Returns the smallest id of anything created at `time`.
    pub(crate) fn at(time: DateTime<Utc>) -> Self {
        let millis = u64::try_from(time.timestamp_millis() - EPOCH).unwrap_or(0);
        Self(millis << TIME_SHIFT)
    }

    /// Returns the creation time of the object with this id.
    pub(crate) fn time(self) -> DateTime<Utc> {
        let millis = i64::try_from(self.0 >> TIME_SHIFT).unwrap_or(i64::MAX);
        DateTime::from_timestamp_millis(millis.saturating_add(EPOCH)).unwrap_or(DateTime::UNIX_EPOCH)
    }

    /// Parses an id in the gateway's text form.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an id")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
                Id::parse(text).ok_or_else(|| E::custom("not an id"))
            }

            fn visit_u64<E>(self, id: u64) -> Result<Id, E> {
                Ok(Id(id))
            }
        }
        deserializer.deserialize_any(Digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_its_time() {
        let id = Id(175_928_847_299_117_063);
        assert_eq!(id.time().to_rfc3339(), "2016-04-30T11:18:25.796+00:00");
        assert_eq!(Id::at(id.time()), Id(id.0 >> TIME_SHIFT << TIME_SHIFT));
        assert_eq!(Id::at(DateTime::UNIX_EPOCH), Id(0));
        assert!(Id(u64::MAX).time() > id.time());
    }
}
