//! The date of a post.

use adjutant_domain::{cadence::parse_time, timestamp::Timestamp};
use chrono::NaiveDate;

use crate::{
    kit::{Context, ToolError},
    site::{misfit, shared},
};

const FIELD: &str = "published_at";

/// Parses a time in RFC 3339, or a day, whose beginning counts in the zone in which pages show dates.
///
/// A draft may have a date, too: a text that is older than the website keeps its own date when it is published. A
/// future time is refused: it would look like a schedule, and publish nothing.
pub(super) fn date(context: &Context, text: &str) -> Result<Timestamp, ToolError> {
    let (text, zone) = (text.trim(), shared::zone(context));
    let at = match text.parse::<NaiveDate>() {
        Ok(day) => parse_time(&format!("{day}T00:00"), zone),
        Err(_) => parse_time(text, zone),
    };
    let at: Timestamp = at
        .ok_or_else(|| misfit(FIELD, &format!("{text:?}"), "RFC 3339, or a day such as 2026-04-30,"))?
        .into();
    match at > context.clock.timestamp() {
        true => Err(misfit(
            FIELD,
            &format!("{text:?}, which is yet to come"),
            "a time that has come (site_publish_post in a schedule publishes later)",
        )),
        false => Ok(at),
    }
}
