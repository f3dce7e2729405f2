//! Texts about the time limit of approvals: the reminders, and the expiry.

use std::time::Duration;

use adjutant_channel::{Rich, rich::Unit};
use adjutant_domain::{text::escaped, timestamp::Timestamp, zones::Zone};
use adjutant_store::approvals::Approval;
use chrono::{DateTime, Utc};

use super::MESSAGE;
use crate::{
    elided::elided,
    fluent::{PART, text, with_part},
    times,
};

pub fn expired(summaries: &[&str], after: Duration) -> String {
    let list: Vec<_> =
        summaries.iter().map(|summary| format!("- {}", escaped(&elided(summary, 300)))).collect();
    format!("{}\n\n{}", text!("approval-nobody-decided", time = span(after)), list.join("\n"))
}

/// The button that sends the person's message once more.
pub fn ask_again() -> &'static str {
    text!("approval-ask-again")
}

/// The reminder before approvals expire.
pub fn still_waiting(approvals: &[Approval], zone: Zone, now: DateTime<Utc>) -> Rich {
    let summaries: Vec<_> = approvals.iter().map(|approval| elided(&approval.summary, 200)).collect();
    let end =
        if approvals.iter().any(|approval| approval.summary.ends_with('?')) { "question" } else { "other" };
    let expires = approvals.iter().map(|approval| approval.expires_at).min().unwrap_or_default();
    let left = (expires.to_utc() - now).to_std().unwrap_or_default();
    let for_what = match approvals.iter().all(|approval| approval.question.is_some()) {
        true => "answer",
        false => "decision",
    };
    let said = text!(
        "approval-still-waits",
        wanted = for_what,
        what = PART,
        end = end,
        left = span(left),
        moment = moment(expires, zone)
    );
    let summaries = Rich::builder().bold(summaries.join("; ")).build();
    with_part(&said, &summaries).truncate(MESSAGE, Unit::Chars)
}

/// The notice below a prompt that was posted again.
pub fn posted_again() -> &'static str {
    text!("approval-posted-again")
}

/// Returns a duration as people say it: in whole hours, or if shorter in minutes, rounded up, or below a minute in
/// seconds. The symbols of the units are the same in all four languages.
pub(super) fn span(time: Duration) -> String {
    match time.as_secs() {
        secs if secs >= 3600 => format!("{} h", secs / 3600),
        secs @ ..60 => format!("{} s", secs.max(1)),
        secs => format!("{} min", secs.div_ceil(60)),
    }
}

pub(super) fn moment(at: Timestamp, zone: Zone) -> String {
    times::in_full(at, zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expiry_says_how_long_nobody_decided() {
        let said = |minutes: u64| expired(&["Fetch https://example.com/"], Duration::from_secs(minutes * 60));
        assert_eq!(
            (span(Duration::from_secs(12)), span(Duration::from_secs(61))),
            ("12 s".into(), "2 min".into())
        );
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
