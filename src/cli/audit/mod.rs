//! `adjutant audit`: prints the audit log of decisions, grants and privileged calls, for people and for programs.

use std::io::{ErrorKind, Write};

use adjutant_domain::{redact::Redactor, shown, timestamp::Timestamp, zones::Zone};
use adjutant_store::{
    audit::{self, Entry},
    db::Db,
    people,
};
use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde_json::{Value, json};

/// The most events read at once; an audit log may be larger than memory.
const BATCH_SIZE: i64 = 500;

/// The selection and format of the output.
pub struct Selection {
    /// Only events since this time: a date in the zone (`2026-05-01`), or a length of time before now (`7d`).
    pub since: Option<String>,
    /// Only events of this person: an id, a name, or an identity such as `telegram:42`.
    pub user: Option<String>,
    /// Prints a JSON object for each event, instead of a line for people.
    pub json: bool,
}

/// Writes the selected events, oldest first and without secrets. A closed `out` is not an error.
///
/// # Errors
/// Returns an error if the selection is invalid, the database cannot be read, or `out` cannot be written.
pub async fn print(
    db: &Db,
    redactor: &Redactor,
    selection: Selection,
    (now, zone): (DateTime<Utc>, Zone),
    out: &mut impl Write,
) -> Result<()> {
    let since = selection.since.as_deref().map_or(Ok(Timestamp::EPOCH), |since| moment(since, now, zone))?;
    let people = match selection.user {
        Some(name) => {
            let known = name.clone();
            let people = db.read(async move |tx| people::called(tx, &known).await).await?;
            ensure!(
                !people.is_empty(),
                "no person matches {name:?}; give an id, a name, or an identity such as telegram:42"
            );
            Some(people)
        }
        None => None,
    };
    let mut after = 0;
    loop {
        let people = people.clone();
        let page = db
            .read(async move |tx| audit::page(tx, after, since, people.as_deref(), BATCH_SIZE).await)
            .await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.audit_id;
        for entry in &page {
            let line = if selection.json { for_programs(entry) } else { for_people(entry) };
            match writeln!(out, "{}", redactor.redact(&line)) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
                written => written.context("cannot write to standard output")?,
            }
        }
    }
}

/// Formats an event for people, for example:
///
/// `2026-05-01 08:00:00Z  decision    alice  web_fetch  approved by bob: Fetch https://example.com/ (hour,
/// example.com)`.
fn for_people(entry: &Entry) -> String {
    let detail = detail(entry);
    // Names and summaries come from people and models: they must neither begin a line of their own nor control a
    // terminal.
    let word = |key: &str| detail[key].as_str().map(shown::line);
    let name = |name: &Option<String>, id: &str| shown::line(name.as_deref().unwrap_or(id));
    let mut line = format!(
        "{}  {:<10}  {}  {}  {}",
        entry.at.to_utc().format("%Y-%m-%d %H:%M:%SZ"),
        entry.kind.text(),
        name(&entry.user_name, entry.user_id.as_str()),
        entry.tool,
        entry.outcome,
    );
    if let Some(actor) = entry.actor.as_ref().filter(|actor| **actor != entry.user_id) {
        line.push_str(&format!(" by {}", name(&entry.actor_name, actor.as_str())));
    }
    let what = word("summary").or_else(|| word("label")).or_else(|| word("title"));
    line.extend(what.map(|what| format!(": {what}")));
    let further: Vec<_> = ["scope", "allowed", "why"].into_iter().filter_map(word).collect();
    if !further.is_empty() {
        line.push_str(&format!(" ({})", further.join(", ")));
    }
    line
}

fn for_programs(entry: &Entry) -> String {
    json!({
        "id": entry.audit_id,
        "at": entry.at.to_utc(),
        "kind": entry.kind,
        "user": { "id": entry.user_id, "name": entry.user_name },
        "actor": entry.actor.as_ref().map(|id| json!({ "id": id, "name": entry.actor_name })),
        "session": entry.session_id,
        "call": entry.call_id,
        "tool": entry.tool,
        "outcome": entry.outcome,
        "detail": detail(entry),
    })
    .to_string()
}

fn detail(entry: &Entry) -> Value {
    serde_json::from_str(&entry.detail).unwrap_or_default()
}

/// Parses a date, or a length of time before now.
fn moment(text: &str, now: DateTime<Utc>, zone: Zone) -> Result<Timestamp> {
    if let Ok(date) = text.parse::<NaiveDate>() {
        // In some zones, one day of the year starts at one o'clock.
        let hours = (0..3).filter_map(|hour| date.and_hms_opt(hour, 0, 0));
        let midnight = hours.filter_map(|time| time.and_local_timezone(zone).earliest()).next();
        return Ok(midnight.with_context(|| format!("{text} is out of range"))?.into());
    }
    let ago = humantime::parse_duration(text).ok().and_then(|ago| TimeDelta::from_std(ago).ok());
    match ago.and_then(|ago| now.checked_sub_signed(ago)) {
        Some(time) => Ok(time.into()),
        None => {
            bail!("--since must be a date such as 2026-05-01, or a length of time such as 7d, not {text:?}")
        }
    }
}

#[cfg(test)]
mod tests;
