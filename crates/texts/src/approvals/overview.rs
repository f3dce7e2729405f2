//! `/approvals`: pending approvals and grants.

use std::time::Duration;

use adjutant_channel::{ButtonStyle, ChatKind, Content, Rich};
use adjutant_domain::{buttons::Button, shown::elided, timestamp::Timestamp, tools::Decider, zones::Zone};
use adjutant_store::{
    approvals::{Approval, Scope},
    grants::Grant,
};
use chrono::{DateTime, Datelike as _, Utc};

use super::{ALLOWED, MESSAGE, NAME, span};
use crate::{button, list::as_many};

/// The longest list, in characters. Shorter than a message, because some platforms count escapes.
const LIST: usize = MESSAGE - 200;

/// The most that is shown of what a call will do, and of what a grant is for, in characters.
const SUMMARY: usize = 100;
const GRANT: usize = 80;

/// The contents of `/approvals`.
pub struct ApprovalOverview<'a> {
    /// The approvals that are shown, and the number of others.
    pub pending: &'a [Approval],
    pub more_pending: usize,
    pub grants: &'a [Grant],
    pub more_grants: usize,
    /// Where others read along, only what belongs to that chat is listed.
    pub kind: ChatKind,
    pub zone: Zone,
    pub now: DateTime<Utc>,
}

/// The pending approvals and the grants, with a button to revoke each grant.
pub fn standing(standing: &ApprovalOverview<'_>) -> Content {
    let mut body = Rich::builder();
    if standing.pending.is_empty() {
        body = body.text("Nothing waits for a decision.");
    } else {
        body = body.bold("Waiting for a decision");
    }
    for approval in standing.pending {
        let left = (approval.expires_at.to_utc() - standing.now).to_std().unwrap_or_default();
        body =
            body.text(format!("\n• {}: {}", elided(&approval.summary, SUMMARY), waits_for(approval, left)));
    }
    body = body.text(more(standing.more_pending)).text("\n\n");
    if standing.grants.is_empty() {
        body = body.text(match standing.kind {
            ChatKind::Direct => "You have allowed nothing beyond single calls.",
            ChatKind::Group => "You have allowed nothing beyond single calls here.",
        });
    } else {
        body = body.bold("Allowed without asking");
    }
    let lines = standing.grants.iter().enumerate();
    let lines =
        lines.map(|(i, grant)| format!("\n{}. {}", i + 1, grant_line(grant, (standing.now, standing.zone))));
    let mut room = LIST.saturating_sub(body.clone().build().text.chars().count());
    let fits = |line: &String| {
        let fits = line.chars().count() <= room;
        room = room.saturating_sub(line.chars().count());
        fits
    };
    let lines: Vec<_> = lines.take_while(fits).collect();
    // A grant has a button only if the list shows what it is.
    let (shown, others) = standing.grants.split_at(lines.len());
    body = body.text(lines.concat()).text(more(others.len() + standing.more_grants));
    if standing.kind == ChatKind::Group {
        body = body.text("\n\n").text(GROUP);
    }
    let revoke = |(i, grant): (usize, &Grant)| {
        button(&format!("Revoke {}", i + 1), Button::RevokeGrant(&grant.grant_id), ButtonStyle::Danger)
    };
    let buttons: Vec<_> = shown.iter().enumerate().map(revoke).collect();
    Content { body: body.build(), buttons: buttons.chunks(4).map(<[_]>::to_vec).collect(), media: None }
}

/// The reason why the list may be shorter than the person expects.
const GROUP: &str = "Here, where others can read along, I only list what belongs to this chat.";

fn waits_for(approval: &Approval, left: Duration) -> String {
    let whom = match approval.decider {
        Decider::Owner => format!("for the owner, asked by {}, ", elided(&approval.requester_name, NAME)),
        Decider::Requester | Decider::OnlyRequester => String::new(),
    };
    format!("{whom}{} left", span(left))
}

/// `web_fetch: example.com, for 1 hour; given 1 May, 10:00, until 1 May, 11:00, last used 1 May, 10:20`.
fn grant_line(grant: &Grant, local: (DateTime<Utc>, Zone)) -> String {
    let scope = match grant.scope {
        Scope::Conversation => "for a conversation",
        Scope::Hour => "for 1 hour",
        Scope::Once | Scope::Always => "always",
    };
    let until = grant.expires_at.map_or(String::new(), |at| format!(", until {}", day(at, local)));
    let used = match grant.last_used_at {
        Some(at) => format!("last used {}", day(at, local)),
        None => "not used yet".to_owned(),
    };
    let (label, given) = (elided(&grant.label, GRANT), day(grant.created_at, local));
    let words = match grant.sources.is_empty() {
        true => String::new(),
        false => format!(", also with words from {}", as_many(grant.sources.iter(), ", ", GRANT)),
    };
    format!("{}: {label}, {scope}{words}; given {given}{until}, {used}", grant.tool)
}

fn more(number: usize) -> String {
    if number == 0 { String::new() } else { format!("\nand {number} more") }
}

pub fn revoked(grant: &Grant) -> String {
    format!(
        "Revoked: {}, {}. I will ask again before the next call.",
        grant.tool,
        elided(&grant.label, ALLOWED)
    )
}

pub fn no_such_grant() -> &'static str {
    "This permission is already gone, or is not yours. Nothing has changed."
}

/// `1 May, 10:00`, and with the year if that is another than now.
fn day(at: Timestamp, (now, zone): (DateTime<Utc>, Zone)) -> String {
    let [at, now] = [at.to_utc(), now].map(|at| at.with_timezone(&zone));
    let format = if at.year() == now.year() { "%-d %b, %H:%M" } else { "%-d %b %Y, %H:%M" };
    at.format(format).to_string()
}

#[cfg(test)]
mod tests {
    use adjutant_domain::{ids::UserId, origin::Sources};

    use super::*;

    #[test]
    fn each_grant_that_can_be_revoked_can_be_read() {
        let grant = |number: usize| Grant {
            grant_id: number.to_string(),
            user_id: UserId("user-alice".to_owned()),
            tool: "schedule_manage".to_owned(),
            pattern: "kind:create".to_owned(),
            label: "a label that is as long as labels are in lists".to_owned(),
            scope: Scope::Hour,
            sources: Sources::OWN,
            by_owner: false,
            created_at: Timestamp::EPOCH,
            expires_at: Some(Timestamp::from_millis(3_600_000)),
            last_used_at: Some(Timestamp::from_millis(60_000)),
        };
        let grants: Vec<_> = (0..20).map(grant).collect();
        let listed = |grants: &[Grant]| {
            let now = Timestamp::from_millis(120_000).to_utc();
            standing(&ApprovalOverview {
                pending: &[],
                more_pending: 0,
                grants,
                more_grants: 7,
                kind: ChatKind::Direct,
                zone: Zone::UTC,
                now,
            })
        };
        let all = listed(&grants);
        assert!(all.body.text.chars().count() <= MESSAGE, "{}", all.body.text);
        let revocable = all.buttons.concat().len();
        assert!(all.body.text.contains(&format!("\n{revocable}. schedule_manage")), "{}", all.body.text);
        assert!(all.body.text.ends_with(&format!("\nand {} more", 27 - revocable)), "{}", all.body.text);
        assert_eq!(listed(&grants[..3]).buttons.concat().len(), 3);
    }
}
