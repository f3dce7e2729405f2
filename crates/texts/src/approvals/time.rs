//! Texts about the time that approvals have: the reminder, and the expiry.

use std::time::Duration;

use adjutant_channel::{Rich, rich::Unit};
use adjutant_domain::{shown::elided, text::escaped, timestamp::Timestamp, zones::Zone};
use adjutant_store::approvals::Approval;
use chrono::{DateTime, Utc};

use super::MESSAGE;

pub fn expired(summaries: &[&str], after: Duration) -> String {
    let list: Vec<_> =
        summaries.iter().map(|summary| format!("- {}", escaped(&elided(summary, 300)))).collect();
    format!("Nobody decided within {}, so this was not done:\n\n{}", span(after), list.join("\n"))
}

/// The button that sends the person's message once more.
pub fn ask_again() -> &'static str {
    "Ask again"
}

/// The reminder before approvals expire.
pub fn still_waiting(approvals: &[Approval], zone: Zone, now: DateTime<Utc>) -> Rich {
    let summaries: Vec<_> = approvals.iter().map(|approval| elided(&approval.summary, 200)).collect();
    let end = if approvals.iter().any(|approval| approval.summary.ends_with('?')) { "" } else { "." };
    let expires = approvals.iter().map(|approval| approval.expires_at).min().unwrap_or_default();
    let left = (expires.to_utc() - now).to_std().unwrap_or_default();
    let for_what = match approvals.iter().all(|approval| approval.question.is_some()) {
        true => "your answer",
        false => "a decision",
    };
    Rich::builder()
        .text(format!("⏳ This still waits for {for_what}: "))
        .bold(summaries.join("; "))
        .text(format!("{end} It expires in {}, on {}.", span(left), moment(expires, zone)))
        .build()
        .truncate(MESSAGE, Unit::Chars)
}

/// Returns a length of time as people say it: in whole hours, or if shorter in minutes, rounded up.
pub(super) fn span(time: Duration) -> String {
    match time.as_secs() {
        secs if secs >= 3600 => format!("{} h", secs / 3600),
        secs => format!("{} min", secs.div_ceil(60)),
    }
}

pub(super) fn moment(at: Timestamp, zone: Zone) -> String {
    at.to_utc().with_timezone(&zone).format("%-d %B %Y, %H:%M %Z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expiry_says_how_long_nobody_decided() {
        let said = |minutes: u64| expired(&["Fetch https://example.com/"], Duration::from_secs(minutes * 60));
        assert_eq!(
            said(24 * 60),
            "Nobody decided within 24 h, so this was not done:\n\n- Fetch https://example.com/"
        );
        assert_eq!(
            said(5),
            "Nobody decided within 5 min, so this was not done:\n\n- Fetch https://example.com/"
        );
    }
}
