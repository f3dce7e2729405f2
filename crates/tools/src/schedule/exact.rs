//! Exact cadences: words such as "tomorrow at 9am" or "in 10 minutes" become the time that they mean now.

use adjutant_domain::{
    cadence::{Cadence, CadenceError, HOOK, moment},
    text::beginning,
    zones::Zone,
};
use adjutant_provider::offline::cadences::{self, Timing, Unread};
use chrono::{DateTime, Utc};

use super::change::Author;
use crate::kit::{Changed, ToolError};

/// The longest shown part of a cadence that is refused, in characters.
const SHOWN: usize = 40;

/// Parses a cadence as the model or the person wrote it.
pub(super) fn parse(author: &Author<'_>, kind: &str, value: &str, zone: Zone) -> Result<Cadence, ToolError> {
    let (minimum, now) = (author.config.scheduler.min_interval_secs, author.now);
    let exact = timing(kind, value, zone, now)?;
    let (kind, value) = exact.as_ref().map_or((kind, value), |it| (it.cadence_type, &it.cadence_value));
    match Cadence::parse(kind, value, zone, now, minimum) {
        Err(CadenceError::Past { .. }) if author.approved => Cadence::from_stored(kind, value, zone),
        parsed => parsed,
    }
    .map_err(|error| ToolError::rejected(error.to_string()))
}

/// Returns the arguments that differ where a cadence is in words: its kind and its value.
pub(super) fn arguments(
    (kind, value): (&str, &str),
    zone: Zone,
    now: DateTime<Utc>,
) -> Result<Changed, ToolError> {
    let exact = timing(kind, value, zone, now)?;
    Ok(exact.map_or_else(Changed::new, |Timing { cadence_type, cadence_value }| {
        vec![("cadence_type", cadence_type.into()), ("cadence_value", cadence_value.into())]
    }))
}

/// Returns the exact form of a cadence in words; `None` if it is exact as it is.
fn timing(kind: &str, value: &str, zone: Zone, now: DateTime<Utc>) -> Result<Option<Timing>, ToolError> {
    let Err(error) = Cadence::set_at(kind, value, zone, now) else { return Ok(None) };
    if kind == HOOK {
        return Err(ToolError::rejected(error.to_string()));
    }
    let why = match cadences::read(kind, value, zone, now) {
        Ok(timing) => return Ok(Some(timing)),
        Err(Unread::Unknown) => error.to_string(),
        Err(why) => format!("{kind}: `{}` is not exact: {why}", beginning(value.trim(), SHOWN)),
    };
    Err(ToolError::rejected(match kind {
        "once" => format!("{why}; it is now {}", moment(now, zone)),
        _ => why,
    }))
}
