//! `/approvals`: pending approvals, waiting strangers, and grants.

use std::time::Duration;

use adjutant_channel::{ButtonStyle, ChatKind, Content, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::{ApprovalListPress, Button, ListedChoice},
    timestamp::Timestamp,
    tools::Decider,
    zones::Zone,
};
use adjutant_store::{
    approvals::{Approval, Scope},
    grants::Grant,
    people::{Stranger, User},
};
use chrono::{DateTime, Utc};

use super::{
    ALLOWED, MESSAGE, NAME, Share, call, call_of, every, fits, is_every, prompt_ending, question, room_for,
    sources::named, span, whole,
};
use crate::{access, button, elided::elided, fluent::text, in_a_line, list::as_many, times};

/// The longest list, in characters. Shorter than a message, because some platforms count escapes.
const LIST: usize = MESSAGE - 200;

/// The room for calls that are shown in full, in characters.
const WHOLE: usize = 800;

/// The longest shown part of any other call, in characters.
const SUMMARY: usize = 100;
/// The longest shown part of a grant's label, in characters.
const GRANT: usize = 80;
/// The longest shown part of the details of a grant's call, in characters.
const DETAILS: usize = 120;

/// The contents of `/approvals`.
pub struct ApprovalOverview<'a> {
    pub reader: &'a User,
    /// The approvals shown, and the number of others.
    pub pending: &'a [Approval],
    pub more_pending: usize,
    /// The waiting strangers, for the owner, and the number of others.
    pub knocks: &'a [Stranger],
    pub more_knocks: i64,
    pub grants: &'a [ListedGrant],
    pub more_grants: usize,
    /// In a group, only entries of that group are listed.
    pub kind: ChatKind,
    pub zone: Zone,
    pub now: DateTime<Utc>,
}

/// A grant in the list.
pub struct ListedGrant {
    pub grant: Grant,
    /// Whether it applies to its tool in its present form. It does not once the tool's server has changed the tool.
    pub applies: bool,
}

/// The list, with buttons to decide pending approvals and to revoke each grant. Everything that has a button is shown.
pub fn overview(overview: &ApprovalOverview<'_>) -> Content {
    let mut list = Listing::default();
    list.heading(match overview.pending.is_empty() {
        true => text!("approvals-nothing-waits"),
        false => text!("approvals-waiting"),
    });
    let mut whole = WHOLE;
    let listed = |approval| entry(&mut list, overview, approval, &mut whole);
    let shown = overview.pending.iter().map_while(listed).count();
    list.more(overview.pending.len() - shown + overview.more_pending);
    list.gap();
    if !overview.knocks.is_empty() {
        list.heading(text!("approvals-strangers"));
        let knocks = overview.knocks.iter().map_while(|stranger| {
            let number = list.item(|item| access::knock(item, stranger))?;
            list.buttons.push(access::choice(stranger, &format!("{number}. ")));
            Some(())
        });
        let left_out = overview.knocks.len() - knocks.count();
        list.more(left_out + usize::try_from(overview.more_knocks).unwrap_or_default());
        list.gap();
    }
    list.heading(match (overview.grants.is_empty(), overview.kind) {
        (true, ChatKind::Direct) => text!("approvals-no-grants"),
        (true, ChatKind::Group) => text!("approvals-no-grants-here"),
        (false, _) => text!("approvals-grants"),
    });
    let mut revoke = Vec::new();
    for listed @ ListedGrant { grant, .. } in overview.grants {
        let Some(number) = list.item(|item| item.text(grant_line(listed, (overview.now, overview.zone))))
        else {
            break;
        };
        let button_ = Button::RevokeGrant(&grant.grant_id);
        let label = text!("approvals-button-revoke", number = number);
        revoke.push(button(&label, button_, ButtonStyle::Danger));
    }
    list.more(overview.grants.len() - revoke.len() + overview.more_grants);
    list.buttons.extend(revoke.chunks(4).map(<[_]>::to_vec));
    if overview.kind == ChatKind::Group {
        list.body = list.body.text("\n\n").text(text!("approvals-in-group"));
    }
    Content { body: list.body.build(), buttons: list.buttons, ..Content::default() }
}

/// A list under construction: numbered items, none of them cut.
struct Listing {
    body: RichBuilder,
    buttons: Vec<Vec<adjutant_channel::Button>>,
    items: usize,
    room: usize,
}

impl Default for Listing {
    fn default() -> Self {
        Self { body: Rich::builder(), buttons: Vec::new(), items: 0, room: LIST }
    }
}

impl Listing {
    /// Adds a heading, or a sentence if no items follow.
    fn heading(&mut self, heading: &str) {
        let body = std::mem::replace(&mut self.body, Rich::builder());
        self.body = if heading.ends_with('.') { body.text(heading) } else { body.bold(heading) };
        self.room = self.room.saturating_sub(heading.chars().count());
    }

    /// Adds an item, and returns its number; `None` if there is no room for it.
    fn item(&mut self, write: impl FnOnce(RichBuilder) -> RichBuilder) -> Option<usize> {
        let number = self.items + 1;
        let item = write(Rich::builder().text(format!("\n{number}. "))).build();
        self.room = self.room.checked_sub(item.text.chars().count())?;
        self.items = number;
        self.body = std::mem::replace(&mut self.body, Rich::builder()).rich(&item);
        Some(number)
    }

    fn gap(&mut self) {
        let body = std::mem::replace(&mut self.body, Rich::builder());
        self.body = body.text("\n\n");
    }

    /// Adds a line with the number of items left out.
    fn more(&mut self, number: usize) {
        if number > 0 {
            let body = std::mem::replace(&mut self.body, Rich::builder());
            self.body = body.text("\n").text(text!("approvals-more", count = number));
        }
    }
}

/// Adds a pending call. A call shown in full can be decided in the list. Any other has a button that shows it in full
/// and alone, and so has a call through which other people's text could cause an action.
fn entry(
    list: &mut Listing,
    overview: &ApprovalOverview<'_>,
    approval: &Approval,
    whole: &mut usize,
) -> Option<()> {
    let takes = room_for(&approval.summary, &approval.preview, &approval.reason);
    let is_question = approval.question.is_some();
    let is_whole = approval.untrusted.is_empty() && fits([approval.texts()]) && takes <= *whole;
    let when = waits(approval, overview);
    let number = list.item(|item| match is_whole {
        _ if is_question => {
            let question = item.bold(elided(&approval.summary, SUMMARY)).text("\n").text(question::listed());
            question.text("\n").text(when)
        }
        true => call(item, approval, &Share::WHOLE).text("\n").text(when),
        false => item.bold(elided(&approval.summary, SUMMARY)).text("\n").text(when),
    })?;
    let here = overview.kind == ChatKind::Direct || !approval.is_decided_elsewhere();
    // A question is answered in its own message.
    if approval.may_be_decided_by(overview.reader) && here && !is_question {
        let choices = match is_whole {
            true => decision(approval, &format!("{number}. ")),
            false => {
                let label = format!("{number}. {}", text!("approvals-button-show"));
                vec![choice(approval, &label, ListedChoice::Show, ButtonStyle::Plain)]
            }
        };
        list.buttons.push(choices);
    }
    if is_whole && !is_question {
        *whole -= takes;
    }
    Some(())
}

/// Shows one call of the list in place of the list. A call that does not fit can only be denied here.
pub fn listed_call(approval: &Approval) -> Content {
    let usual = Approval { expanded: false, why_from: None, ..approval.clone() };
    let back = Button::ApprovalList(ApprovalListPress::List);
    let mut decision = decision(approval, "");
    if !fits([approval.texts()]) {
        decision.remove(0);
    }
    let buttons = vec![decision, vec![button(text!("approvals-button-back"), back, ButtonStyle::Plain)]];
    Content { buttons, ..prompt_ending(&[usual], whole::below_its_prompt()) }
}

fn decision(approval: &Approval, number: &str) -> Vec<adjutant_channel::Button> {
    let approve = format!("{number}{}", text!("approval-button-approve"));
    let deny = format!("{number}{}", text!("approval-button-deny"));
    vec![
        choice(approval, &approve, ListedChoice::Approve, ButtonStyle::Primary),
        choice(approval, &deny, ListedChoice::Deny, ButtonStyle::Danger),
    ]
}

fn choice(
    approval: &Approval,
    label: &str,
    choice: ListedChoice,
    style: ButtonStyle,
) -> adjutant_channel::Button {
    button(label, Button::ApprovalList(ApprovalListPress::Call(&approval.approval_id, choice)), style)
}

/// `Asked by bob 5 min ago. Expires in 23 h.`
fn waits(approval: &Approval, overview: &ApprovalOverview<'_>) -> String {
    let since = |from: DateTime<Utc>, to: DateTime<Utc>| (to - from).to_std().unwrap_or_default();
    let waited = since(approval.created_at.to_utc(), overview.now);
    let asked = if waited < Duration::from_mins(1) { "now" } else { "before" };
    let left = span(since(overview.now, approval.expires_at.to_utc()));
    let times = match approval.requester_person == overview.reader.person {
        true => text!("approvals-asked", asked = asked, ago = span(waited), left = left),
        false => {
            let name = elided(&approval.requester_name, NAME);
            text!("approvals-asked-by", name = name, asked = asked, ago = span(waited), left = left)
        }
    };
    match (approval.may_be_decided_by(overview.reader), approval.decider) {
        (true, _) => times,
        (false, Decider::Reviewer) => format!("{times} {}", text!("approvals-reviewer-decides")),
        (false, _) => format!("{times} {}", text!("approvals-owner-decides")),
    }
}

/// `example.com (page), for 1 hour; given 1 May, 10:00, until 1 May, 11:00, last used 1 May, 10:20`.
fn grant_line(ListedGrant { grant, applies }: &ListedGrant, local: (DateTime<Utc>, Zone)) -> String {
    let scope = match grant.scope {
        Scope::Conversation => "conversation",
        Scope::Hour => "hour",
        Scope::Once | Scope::Always if grant.for_everybody => "everybody",
        Scope::Once | Scope::Always => "always",
    };
    let is = |there: bool| if there { "yes" } else { "no" };
    let day = |at: Option<Timestamp>| at.map(|at| day(at, local)).unwrap_or_default();
    let sources: Vec<_> = grant.sources.iter().map(named).collect();
    let line = text!(
        "approvals-grant",
        what = allowed_with(grant),
        scope = scope,
        foreign = is(!grant.sources.is_empty()),
        sources = as_many(sources.iter().map(String::as_str), ", ", GRANT),
        given = day(Some(grant.created_at)),
        ends = is(grant.expires_at.is_some()),
        until = day(grant.expires_at),
        used = is(grant.last_used_at.is_some()),
        last = day(grant.last_used_at),
    );
    if *applies { line } else { text!("approvals-grant-over", grant = line) }
}

/// The calls that a grant allows. For a single call, also its details, shortened.
fn allowed_with(grant: &Grant) -> String {
    let what = allowed(grant, GRANT);
    let details = grant.preview.as_deref().map(str::trim).filter(|details| !details.is_empty());
    match details.filter(|_| grant.as_pattern().is_exact()) {
        Some(details) => text!("approvals-grant-with", what = what, arguments = in_a_line(details, DETAILS)),
        None => what,
    }
}

/// The calls that a grant allows, in full.
pub fn grant_allows(grant: &Grant) -> String {
    allowed(grant, MESSAGE)
}

pub fn revoked(grant: &Grant) -> String {
    text!("approvals-revoked", what = allowed(grant, ALLOWED))
}

/// The calls that a grant allows, such as `example.com (page)`: all calls of a tool, or those that its label names. At
/// most `most` characters of the label are shown.
fn allowed(grant: &Grant, most: usize) -> String {
    match is_every(&grant.label, &grant.tool) {
        true => elided(&every(&grant.tool), most),
        false => format!("{} ({})", elided(&grant.label, most), call_of(&grant.tool)),
    }
}

pub fn no_such_grant() -> &'static str {
    text!("approvals-no-such-grant")
}

/// `1 May, 10:00`, with the year if it is not the current one.
fn day(at: Timestamp, (now, zone): (DateTime<Utc>, Zone)) -> String {
    times::date_and_time(at, now.into(), zone)
}

#[cfg(test)]
mod tests {
    use adjutant_domain::{ids::UserId, origin::Sources, tools::Pattern};
    use adjutant_store::people::Role;

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
            for_everybody: false,
            sources: Sources::OWN,
            by_owner: false,
            preview: None,
            created_at: Timestamp::EPOCH,
            expires_at: Some(Timestamp::from_millis(3_600_000)),
            last_used_at: Some(Timestamp::from_millis(60_000)),
        };
        let applies = |grant: Grant| ListedGrant { grant, applies: true };
        let grants: Vec<_> = (0..20).map(|number| applies(grant(number))).collect();
        let reader = User {
            user_id: UserId("user-alice".to_owned()),
            person: UserId("user-alice".to_owned()),
            role: Role::Member,
            name: "alice".to_owned(),
            approver: false,
            timezone: None,
            quiet_from: None,
            quiet_until: None,
            language: None,
            platform_language: None,
        };
        let listed = |grants: &[ListedGrant]| {
            let now = Timestamp::from_millis(120_000).to_utc();
            overview(&ApprovalOverview {
                reader: &reader,
                pending: &[],
                more_pending: 0,
                knocks: &[],
                more_knocks: 0,
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
        assert!(all.body.text.contains(&format!("\n{revocable}. a label")), "{}", all.body.text);
        assert!(all.body.text.ends_with(&format!("\nand {} more", 27 - revocable)), "{}", all.body.text);
        assert_eq!(listed(&grants[..3]).buttons.concat().len(), 3);
        let exact = Grant {
            pattern: Pattern::exact("{}").while_same("0123").pattern,
            label: "exactly “Use add of calc”".to_owned(),
            preview: Some(format!(
                "a: 1
b: {}",
                "2".repeat(200)
            )),
            ..grant(0)
        };
        let text = listed(&[ListedGrant { grant: exact, applies: false }]).body.text;
        insta::assert_snapshot!(text, @"
        Nothing waits for a decision.

        Allowed without asking
        1. exactly “Use add of calc” (“schedule manage”): a: 1 b: 2222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222…, for 1 hour; given 1 Jan, 00:00, until 1 Jan, 01:00, last used 1 Jan, 00:01. No longer applies: the tool has changed since.
        and 7 more
        ");
    }
}
