//! Texts of approvals: the prompt and its buttons, details, reminders, outcomes, grants.

use adjutant_channel::{
    ChatKind, Content, Rich,
    rich::{RichBuilder, Unit},
};
use adjutant_domain::{
    language::Language,
    origin::Sources,
    tools::{Decider, ErrorCode},
};
use adjutant_store::{
    approvals::{Approval, Scope, State},
    schedules::Schedule,
};

use super::{elided::elided, fluent::text};

mod choices;
mod decider;
mod details;
mod labels;
mod overview;
mod question;
pub(crate) mod sources;
mod time;
mod typed;
mod whole;

use choices::{buttons, choices_in_full};
use decider::{asked_by, who_decides};
pub use details::{Details, details_file_failed, details_in_file, details_in_private, details_shown};
pub use labels::{STOCK_PHOTOS, WEB_SEARCHES, at_server_with, exactly_this, of_kind, with_call_label};
pub use overview::{
    ApprovalOverview, ListedGrant, grant_allows, listed_call, no_such_grant, overview, revoked,
};
pub use question::{nothing_marked, options_by_number, unanswered_for_model};
use sources::listed;
pub use time::{ask_again, expired, posted_again, still_waiting};
use time::{moment, span};
pub use typed::{is_press_instead, is_yes_or_no, press_instead};
pub use whole::{fits, in_whole, not_shown, whole_in_file};

/// The longest text composed here, in characters: it fits one message on any platform.
const MESSAGE: usize = 1_900;

/// The room for the calls of a prompt, in characters; the lines below them take the rest of the message.
pub const CALLS: usize = 1_400;

/// The room for the names of sources, in characters.
const SOURCES: usize = 150;
/// The room for the name of a person, in characters.
const NAME: usize = 60;
/// The room for the label of a grant, in characters.
const ALLOWED: usize = 100;

// The prompt ---------------------------------------------------------------------------------------------------

/// The prompt for one or more calls, with buttons for the undecided ones. It marks texts that are cut; the messages
/// above it show them in full.
pub fn prompt(approvals: &[Approval]) -> Content {
    prompt_ending(approvals, whole::above())
}

/// `elsewhere`: the line that says where to read a call that does not fit.
fn prompt_ending(approvals: &[Approval], elsewhere: &str) -> Content {
    if let [Approval { question: Some(form), .. }] = approvals {
        return question::prompt(&approvals[0], form, elsewhere);
    }
    let several = approvals.len() > 1;
    let share = Share::of(approvals);
    let mut body = Rich::builder();
    for (i, approval) in approvals.iter().enumerate() {
        let number = if several { format!("{}. ", i + 1) } else { String::new() };
        body = call(body.text(if i > 0 { "\n\n" } else { "" }).text(&number), approval, &share);
    }
    if approvals.iter().any(is_pending) {
        let (from, who) = (untrusted(approvals).map(Rich::plain), who_decides(approvals).map(Rich::plain));
        let part =
            (!fits(approvals.iter().map(Approval::texts))).then(|| Rich::builder().italic(elsewhere).build());
        let lines = [part, from, asked_by(approvals), who].into_iter().flatten();
        for line in lines.chain(choices_in_full(approvals).into_iter().map(Rich::plain)) {
            body = body.text(if several { "\n\n" } else { "\n" }).rich(&line);
        }
    }
    let body = body.build().truncate(MESSAGE, Unit::Chars);
    Content { body, buttons: buttons(approvals), ..Content::default() }
}

/// Returns the room for a call with these texts in a prompt, in characters; [`CALLS`] is the room for all calls.
pub fn room_for(summary: &str, preview: &str, reason: &str) -> usize {
    let whole = Share::WHOLE;
    [(summary, whole.summary), (preview, whole.preview), (reason, whole.reason)]
        .map(|(text, most)| text.chars().count().min(most) + 1)
        .iter()
        .sum()
}

/// The room for the texts of each call of a prompt, in characters.
struct Share {
    summary: usize,
    preview: usize,
    reason: usize,
}

impl Share {
    /// The room for a call if there is enough.
    const WHOLE: Self = Self { summary: 500, preview: 600, reason: 250 };

    fn of(approvals: &[Approval]) -> Self {
        let takes = |approval: &Approval| {
            let outcome = if is_pending(approval) { 0 } else { outcome(approval).chars().count() };
            room_for(&approval.summary, &approval.preview, &approval.reason) + outcome
        };
        if approvals.iter().map(takes).sum::<usize>() <= CALLS + Self::WHOLE.reason {
            return Self::WHOLE;
        }
        // Prompts of earlier versions contain several calls of any length, and outcomes take room too.
        let each = CALLS / approvals.len().max(1);
        Self { summary: each / 3, preview: each / 4, reason: each / 4 }
    }
}

/// Adds one call: its summary, its preview, the reason for asking, and the outcome.
fn call(mut body: RichBuilder, approval: &Approval, share: &Share) -> RichBuilder {
    body = body.bold(elided(&approval.summary, share.summary));
    let preview = elided(approval.preview.trim_end(), share.preview);
    if preview.contains('\n') {
        body = body.text("\n").pre("", preview);
    } else if !preview.is_empty() {
        body = body.text("\n").code(preview);
    }
    body = body.text("\n").text(elided(&approval.reason, share.reason));
    if !is_pending(approval) {
        return body.text("\n").italic(outcome(approval));
    }
    if approval.why_from.is_none() {
        return body;
    }
    body.text("\n").italic(match approval.prompt_kind() {
        ChatKind::Direct => text!("approval-why-direct"),
        ChatKind::Group => text!("approval-why-group"),
    })
}

fn untrusted(approvals: &[Approval]) -> Option<String> {
    let sources: Sources = approvals.iter().map(|approval| &approval.untrusted).collect();
    (!sources.is_empty()).then(|| untrusted_line(&listed(&sources)))
}

fn untrusted_line(source: &str) -> String {
    text!("approval-untrusted", source = source)
}

/// The reason for asking, with the schedule if the call is for one rather than for the person's own message.
pub fn reason(why: &str, schedule: Option<&Schedule>) -> String {
    match schedule {
        Some(Schedule { name, next_run_at: Some(_), .. }) => {
            text!("approval-reason-blocked-schedule", name = name, why = why)
        }
        Some(Schedule { name, .. }) => text!("approval-reason-schedule", name = name, why = why),
        None => why.to_owned(),
    }
}

/// The reason for asking, with the sources that the model knows from earlier in the conversation.
pub fn from_earlier(why: &str, sources: &Sources) -> String {
    text!("approval-reason-earlier", why = why, sources = listed(sources))
}

fn is_pending(approval: &Approval) -> bool {
    approval.state == State::Pending
}

// Outcomes -----------------------------------------------------------------------------------------------------

fn outcome(approval: &Approval) -> String {
    if let Some(form) = &approval.question {
        return question::outcome(approval, form);
    }
    let done = match approval.state {
        State::Approved => match decided_by(approval) {
            Some(name) => with_extent(&text!("approval-approved-by", name = name), approval),
            None => with_extent(text!("approval-approved"), approval),
        },
        State::Denied => match decided_by(approval) {
            Some(name) => text!("approval-denied-by", name = name),
            None => text!("approval-denied").to_owned(),
        },
        State::Expired => text!("approval-expired").to_owned(),
        State::Cancelled => text!("approval-withdrawn").to_owned(),
        State::Pending => text!("approval-waiting").to_owned(),
    };
    match (approval.state, &approval.why) {
        (State::Approved, _) => format!("✅ {done}"),
        (State::Denied, Some(why)) => {
            let why = elided(why, 200);
            format!("❌ {}", text!("approval-denied-because", denied = done, why = why))
        }
        (State::Denied, None) => format!("❌ {done}"),
        (State::Expired, _) => format!("⌛ {done}"),
        (State::Cancelled, _) => format!("🚫 {done}"),
        (State::Pending, _) => done,
    }
}

/// Returns the name of the decider, if it can be somebody other than the reader.
fn decided_by(approval: &Approval) -> Option<String> {
    let name = approval.decided_by_name.as_ref()?;
    let by_others = approval.chat_kind == ChatKind::Group || approval.decider == Decider::Owner;
    by_others.then(|| elided(name, NAME))
}

/// Returns the outcome of an approved call, with the grant that came with it.
fn with_extent(approved: &str, approval: &Approval) -> String {
    let allowed = elided(approval.allowed.as_deref().unwrap_or_default(), ALLOWED);
    match approval.scope {
        Some(Scope::Conversation) => {
            text!("approval-for-conversation", approved = approved, what = allowed)
        }
        Some(Scope::Hour) => text!("approval-for-hour", approved = approved, what = allowed),
        Some(Scope::Always) => text!("approval-always", approved = approved, what = allowed),
        Some(Scope::Once) | None => approved.to_owned(),
    }
}

/// The label of a grant that applies to everybody.
pub fn for_everybody(label: &str) -> String {
    text!("approval-for-everybody", what = label)
}

/// The answer to a press: the outcome on record.
pub fn pressed(approval: &Approval) -> String {
    if let Some(form) = &approval.question {
        return question::pressed(approval, form);
    }
    match approval.state {
        State::Approved => format!("{}.", with_extent(text!("approval-approved"), approval)),
        State::Denied => text!("approval-pressed-denied").to_owned(),
        State::Expired => text!("approval-pressed-expired").to_owned(),
        State::Cancelled => text!("approval-pressed-withdrawn").to_owned(),
        State::Pending => text!("approval-pressed-pending").to_owned(),
    }
}

pub fn pressed_again(approval: &Approval) -> String {
    let already = match approval.question.is_some() {
        true => text!("question-is-over"),
        false => text!("approval-already-decided"),
    };
    format!("{already} {}", pressed(approval))
}

/// The answer to a decision on all calls of a prompt: it decided `decided` calls, and came too late for `not` calls.
pub fn pressed_all(approved: bool, decided: usize, not: usize) -> String {
    let done = match approved {
        true => text!("approval-all-approved", count = decided),
        false => text!("approval-all-denied", count = decided),
    };
    match not {
        0 => done,
        _ => format!("{done} {}", text!("approval-too-late-for", count = not)),
    }
}

pub fn all_decided() -> &'static str {
    text!("approval-all-decided")
}

/// The reason why this person cannot decide.
pub fn not_yours(approval: &Approval) -> &'static str {
    if approval.question.is_some() {
        return question::not_yours();
    }
    match (approval.decider, approval.chat_kind) {
        (Decider::Owner, _) => text!("approval-not-yours-owner"),
        (Decider::Reviewer, _) => text!("approval-not-yours-reviewer"),
        (_, ChatKind::Direct) => super::not_yours(),
        (Decider::OnlyRequester, ChatKind::Group) => text!("approval-not-yours-requester"),
        (_, ChatKind::Group) => text!("approval-not-yours-approver"),
    }
}

/// The answer to a press below somebody else's list.
pub fn list_not_yours() -> &'static str {
    text!("approvals-not-yours")
}

/// The answer to an approver who tries to allow another person more than calls in this conversation.
pub fn scope_not_permitted(approval: &Approval) -> String {
    text!("approval-scope-not-permitted", name = elided(&approval.requester_name, NAME))
}

pub fn no_longer_valid() -> &'static str {
    text!("approval-no-longer-valid")
}

pub fn arguments_changed() -> &'static str {
    text!("approval-arguments-changed")
}

pub fn choices_shown(all: bool) -> &'static str {
    if all { text!("approval-more-choices-shown") } else { text!("approval-usual-choices-shown") }
}

/// Names all calls of a tool, for the label of a button.
pub fn every(tool: &str) -> String {
    text!("approval-every-call", tool = tool, name = tool.replace('_', " "))
}

/// Returns whether a label names all calls of a tool, in any language.
fn is_every(label: &str, tool: &str) -> bool {
    Language::ALL.into_iter().any(|language| language.scope_sync(|| every(tool)) == label)
}

/// Names a call of a tool.
fn call_of(tool: &str) -> String {
    text!("approval-call", tool = tool, name = tool.replace('_', " "))
}

pub fn ask_for_reason(chat: ChatKind) -> &'static str {
    match chat {
        ChatKind::Direct => text!("approval-why-direct"),
        ChatKind::Group => text!("approval-why-in-group"),
    }
}

/// The message in the requester's chat: first that the owner has yet to decide, later the owner's decision.
pub fn owner_pending(approvals: &[Approval]) -> Content {
    let mut body = Rich::builder();
    for (i, approval) in approvals.iter().enumerate() {
        let line = match approval.state {
            State::Pending => text!("approval-waits-for-owner").to_owned(),
            _ => outcome(approval),
        };
        let summary = elided(&approval.summary, CALLS / 2 / approvals.len().max(1));
        body = body.text(if i > 0 { "\n\n" } else { "" }).bold(summary).text("\n").italic(line);
    }
    Content::text(body.build().truncate(MESSAGE, Unit::Chars))
}

// For the model ------------------------------------------------------------------------------------------------

/// The result of a call that was denied, which has the code [`ErrorCode::Denied`].
pub fn denied_for_model(why: Option<&str>) -> String {
    let error = match why {
        Some(why) => format!("the person denied this and said: {why}"),
        None => "the person denied this; do not try it again unless they ask".to_owned(),
    };
    refusal(ErrorCode::Denied, &error)
}

/// The code and the result of a call that expired or was withdrawn.
pub fn not_decided_for_model(state: State) -> (ErrorCode, String) {
    let (code, why) = match state {
        State::Expired => (ErrorCode::Expired, "nobody decided in time; it was not done"),
        _ => (ErrorCode::Cancelled, "the person withdrew it; it was not done"),
    };
    (code, refusal(code, why))
}

/// Why a call is refused that shows the requester's own data and that only the owner may allow.
pub fn two_deciders() -> &'static str {
    "it would show the person's own things here, which only they may release, and the operator lets only the owner \
     decide about it; suggest doing it in a direct chat"
}

/// Why a call is refused that both a website's reviewers and the bot's owner would have to decide.
pub fn reviewers_and_owner() -> &'static str {
    "it is for the owner and the reviewers of the website to decide, and the operator lets only the owner of the bot decide \
     about it; suggest that the website's owner does it in a direct chat"
}

fn refusal(code: ErrorCode, error: &str) -> String {
    let error = serde_json::Value::from(error);
    let code = code.as_str();
    format!(r#"{{"success":false,"error_code":"{code}","error":{error}}}"#)
}

#[cfg(test)]
mod tests;
