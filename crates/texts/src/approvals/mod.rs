//! Texts of approvals: the prompt and its buttons, details, reminders, outcomes, grants.

use std::time::Duration;

use adjutant_channel::{
    Button, ButtonStyle, ChatKind, Content, Rich,
    rich::{RichBuilder, Unit},
};
use adjutant_domain::{
    buttons::{self, ApprovalPress, CallChoice, PromptChoice},
    origin::Sources,
    timestamp::Timestamp,
    tools::{Decider, Pattern},
};
use adjutant_store::approvals::{Approval, Scope, State};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::{button, clip};

mod details;
mod overview;

pub use details::{details, details_in_markdown, details_in_private, details_shown};
pub use overview::{ApprovalOverview, no_such_grant, revoked, standing};

/// The longest text composed here, in characters: it fits one message of any platform.
const MESSAGE: usize = 1_900;

/// The part of [`MESSAGE`] for the calls of a prompt, in characters; the rest is for the lines below them.
const CALLS: usize = 1_600;

/// The longest label of a button, in characters: telephones show no more.
const LABEL: usize = 40;

// The prompt ---------------------------------------------------------------------------------------------------

/// The prompt for one or more calls, with buttons for the undecided ones. `id` is its row in the outbox.
pub fn prompt(id: i64, approvals: &[Approval]) -> Content {
    let several = approvals.len() > 1;
    let share = CALLS / approvals.len().max(1);
    let mut body = Rich::builder();
    for (i, approval) in approvals.iter().enumerate() {
        let number = if several { format!("{}. ", i + 1) } else { String::new() };
        body = call(body.text(if i > 0 { "\n\n" } else { "" }).text(&number), approval, share);
    }
    if approvals.iter().any(is_pending) {
        for line in [untrusted(approvals), asked_by(approvals), who_decides(approvals)].into_iter().flatten()
        {
            body = body.text(if several { "\n\n" } else { "\n" }).text(line);
        }
    }
    let body = body.build().truncate(MESSAGE, Unit::Chars);
    Content { body, buttons: buttons(id, approvals), media: None }
}

/// Adds one call: its summary, its preview, the reason for asking, and the outcome.
fn call(mut body: RichBuilder, approval: &Approval, share: usize) -> RichBuilder {
    body = body.bold(clip(&approval.summary, share / 3));
    let preview = clip(approval.preview.trim_end(), share / 3);
    if preview.contains('\n') {
        body = body.text("\n").pre("", preview);
    } else if !preview.is_empty() {
        body = body.text("\n").code(preview);
    }
    body = body.text("\n").text(clip(&approval.reason, share / 4));
    if !is_pending(approval) {
        return body.text("\n").italic(outcome(approval));
    }
    if approval.why_from.is_none() {
        return body;
    }
    body.text("\n").italic(match approval.prompt_kind() {
        ChatKind::Direct => "Send me the reason in your next message.",
        ChatKind::Group => "Reply to this message with the reason.",
    })
}

fn untrusted(approvals: &[Approval]) -> Option<String> {
    let sources: Sources = approvals.iter().map(|approval| &approval.untrusted).collect();
    (!sources.is_empty()).then(|| untrusted_line(&clip(&sources.to_string(), 80)))
}

fn untrusted_line(source: &str) -> String {
    format!("I have read text from {source}, which may try to steer me.")
}

/// The line for the owner: who asks, and where.
fn asked_by(approvals: &[Approval]) -> Option<String> {
    let approval = approvals.iter().find(|approval| approval.is_decided_elsewhere())?;
    let place = match approval.chat_kind {
        ChatKind::Direct => "their chat with me".to_owned(),
        ChatKind::Group => format!("the group {}", approval.chat),
    };
    Some(format!("{} asks for this, in {place} ({}).", approval.requester_name, approval.channel))
}

fn who_decides(approvals: &[Approval]) -> Option<String> {
    let approval = approvals.iter().find(|approval| approval.decider == Decider::Requester)?;
    (approval.chat_kind == ChatKind::Group)
        .then(|| format!("Only {} or an approver can decide.", approval.requester_name))
}

/// The reason for asking, with the schedule if the call is for one rather than for the person's own message.
pub fn reason(why: &str, schedule: Option<&str>) -> String {
    match schedule {
        Some(name) => format!("For the schedule “{name}”. {why}"),
        None => why.to_owned(),
    }
}

/// The reason for asking, with the sources that the model knows from earlier in the conversation.
pub fn from_earlier(why: &str, sources: &Sources) -> String {
    format!("{why} Earlier messages here hold words from {}.", clip(&sources.to_string(), 80))
}

fn is_pending(approval: &Approval) -> bool {
    approval.state == State::Pending
}

/// Replaces hidden characters: those that reverse writing, have no width or are tags could make a text look different
/// from what is decided.
pub fn visible(text: &str) -> String {
    let hides = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            || matches!(c, '\u{e0000}'..='\u{e01ef}')
    };
    text.chars().map(|c| if hides(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The same on one line, so that no part of it passes for a line of the bot's.
pub fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

// Buttons ------------------------------------------------------------------------------------------------------

fn buttons(id: i64, approvals: &[Approval]) -> Vec<Vec<Button>> {
    let pending = approvals.iter().enumerate().filter(|(_, approval)| is_pending(approval));
    let pending: Vec<_> = pending.collect();
    let Some((_, first)) = pending.first() else { return Vec::new() };
    let mut rows = Vec::new();
    for (i, approval) in &pending {
        let number = if approvals.len() > 1 { format!("{}. ", i + 1) } else { String::new() };
        if approval.why_from.is_some() {
            let deny = on_call(approval, CallChoice::Deny);
            rows.push(vec![button(&format!("{number}Just deny"), deny, ButtonStyle::Danger)]);
        } else if approval.expanded {
            rows.extend(all_choices(approval, &number));
        } else {
            rows.push(usual_choices(approval, &number));
        }
    }
    let on_prompt = |choice| buttons::Button::Approval(ApprovalPress::Prompt(id, choice));
    if first.expanded || pending.iter().any(|(_, approval)| approval.why_from.is_some()) {
        rows.push(vec![button("Back", on_prompt(PromptChoice::Back), ButtonStyle::Plain)]);
        return rows;
    }
    if pending.len() > 1 {
        rows.push(vec![
            button("Approve all", on_prompt(PromptChoice::ApproveAll), ButtonStyle::Primary),
            button("Deny all", on_prompt(PromptChoice::DenyAll), ButtonStyle::Danger),
        ]);
    }
    rows.push(vec![
        button("More choices", on_prompt(PromptChoice::More), ButtonStyle::Plain),
        button("Details", on_prompt(PromptChoice::Details), ButtonStyle::Plain),
    ]);
    rows
}

fn usual_choices(approval: &Approval, number: &str) -> Vec<Button> {
    let (approve, deny) = (on_call(approval, CallChoice::Once), on_call(approval, CallChoice::Deny));
    vec![
        button(&format!("{number}Approve"), approve, ButtonStyle::Primary),
        button(&format!("{number}Deny"), deny, ButtonStyle::Danger),
    ]
}

fn all_choices(approval: &Approval, number: &str) -> Vec<Vec<Button>> {
    let plain = |words: String, choice| {
        let label = clip(&format!("{number}{words}"), LABEL);
        button(&label, on_call(approval, choice), ButtonStyle::Plain)
    };
    let mut rows = Vec::new();
    if let Some(Pattern { label, .. }) = approval.conversation_pattern() {
        rows.push(vec![plain(format!("This conversation: {label}"), CallChoice::Conversation)]);
    }
    if let Some(Pattern { label, .. }) = approval.widest_pattern() {
        rows.push(vec![plain(format!("For 1 hour: {label}"), CallChoice::Hour)]);
    }
    for (i, Pattern { label, .. }) in approval.lasting_patterns() {
        rows.push(vec![plain(format!("Always: {label}"), CallChoice::Always(i))]);
    }
    let say_why = on_call(approval, CallChoice::SayWhy);
    rows.push(vec![button(&format!("{number}Deny and say why"), say_why, ButtonStyle::Danger)]);
    rows
}

fn on_call(approval: &Approval, choice: CallChoice) -> buttons::Button<'_> {
    buttons::Button::Approval(ApprovalPress::Call(&approval.approval_id, choice))
}

// Outcomes -----------------------------------------------------------------------------------------------------

fn outcome(approval: &Approval) -> String {
    let by = decided_by(approval);
    match (approval.state, &approval.why) {
        (State::Approved, _) => format!("✅ Approved{by}{}", extent(approval)),
        (State::Denied, Some(why)) => format!("❌ Denied{by}; nothing was done: “{}”", clip(why, 200)),
        (State::Denied, None) => format!("❌ Denied{by}; nothing was done"),
        (State::Expired, _) => "⌛ Expired; nothing was done".to_owned(),
        (State::Cancelled, _) => "🚫 Withdrawn; nothing was done".to_owned(),
        (State::Pending, _) => "Waiting for a decision".to_owned(),
    }
}

/// Returns who decided, if that can be somebody other than the reader.
fn decided_by(approval: &Approval) -> String {
    match &approval.decided_by_name {
        Some(name) if approval.chat_kind == ChatKind::Group || approval.decider == Decider::Owner => {
            format!(" by {name}")
        }
        _ => String::new(),
    }
}

/// Returns what was allowed beyond the call.
fn extent(approval: &Approval) -> String {
    let allowed = clip(approval.allowed.as_deref().unwrap_or_default(), 80);
    match approval.scope {
        Some(Scope::Conversation) => format!(" for this conversation: {allowed}"),
        Some(Scope::Hour) => format!(" for 1 hour: {allowed}"),
        Some(Scope::Always) => format!(", always: {allowed}"),
        Some(Scope::Once) | None => String::new(),
    }
}

/// The answer to a press: the outcome on record.
pub fn pressed(approval: &Approval) -> String {
    match approval.state {
        State::Approved => format!("Approved{}.", extent(approval)),
        State::Denied => "Denied. Nothing was done.".to_owned(),
        State::Expired => "Too late: this had expired. Nothing was done.".to_owned(),
        State::Cancelled => "This was withdrawn. Nothing was done.".to_owned(),
        State::Pending => "Nothing has changed.".to_owned(),
    }
}

pub fn pressed_again(approval: &Approval) -> String {
    format!("This was already decided. {}", pressed(approval))
}

/// The answer to a decision on all calls of a prompt: it decided `decided` of them, and came too late for `not`.
pub fn pressed_all(approved: bool, decided: usize, not: usize) -> String {
    let done = match (approved, decided) {
        (true, 1) => "Approved 1 request.".to_owned(),
        (true, _) => format!("Approved {decided} requests."),
        (false, 1) => "Denied 1 request. It was not done.".to_owned(),
        (false, _) => format!("Denied {decided} requests. None of them was done."),
    };
    match not {
        0 => done,
        _ => format!("{done} It was too late for {not} more."),
    }
}

pub fn all_decided() -> &'static str {
    "All of this was already decided. Nothing has changed."
}

/// The reason why this person cannot decide.
pub fn not_yours(approval: &Approval) -> &'static str {
    match (approval.decider, approval.chat_kind) {
        (Decider::Owner, _) => "Only the owner can decide this. Nothing has changed.",
        (_, ChatKind::Direct) => super::not_yours(),
        (_, ChatKind::Group) => {
            "Only the person who asked for this, or an approver, can decide. Nothing has changed."
        }
    }
}

/// The answer to an approver who tries to allow somebody else more than calls in this conversation.
pub fn scope_not_permitted(approval: &Approval) -> String {
    format!(
        "Only {} can allow that, because it would also hold in their own chats. You can approve this call alone, or \
         allow it for this conversation.",
        one_line(&approval.requester_name)
    )
}

pub fn arguments_changed() -> &'static str {
    "This request has changed since I asked you. Nothing was done."
}

pub fn choices_shown(all: bool) -> &'static str {
    if all { "These are all the choices." } else { "These are the usual choices." }
}

pub fn ask_for_reason(chat: ChatKind) -> &'static str {
    match chat {
        ChatKind::Direct => "Send me the reason in your next message.",
        ChatKind::Group => "Reply to the question with the reason.",
    }
}

/// The message in the chat that asked: that the owner has yet to decide, and later how they did.
pub fn owner_pending(approvals: &[Approval]) -> Content {
    let mut body = Rich::builder();
    for (i, approval) in approvals.iter().enumerate() {
        let line = match approval.state {
            State::Pending => "This waits for the owner’s approval.".to_owned(),
            _ => outcome(approval),
        };
        let summary = clip(&approval.summary, CALLS / 2 / approvals.len().max(1));
        body = body.text(if i > 0 { "\n\n" } else { "" }).bold(summary).text("\n").italic(line);
    }
    Content::text(body.build().truncate(MESSAGE, Unit::Chars))
}

// Time ---------------------------------------------------------------------------------------------------------

pub fn expired(summaries: &[&str], after: Duration) -> String {
    let list: Vec<_> = summaries.iter().map(|summary| format!("- {summary}")).collect();
    format!("Nobody decided within {}, so this was not done:\n\n{}", span(after), list.join("\n"))
}

/// The reminder before approvals expire.
pub fn still_waiting(approvals: &[Approval], zone: Tz, now: DateTime<Utc>) -> Rich {
    let summaries: Vec<_> = approvals.iter().map(|approval| clip(&approval.summary, 200)).collect();
    let expires = approvals.iter().map(|approval| approval.expires_at).min().unwrap_or_default();
    let left = (expires.to_utc() - now).to_std().unwrap_or_default();
    Rich::builder()
        .text("⏳ This still waits for a decision: ")
        .bold(summaries.join("; "))
        .text(format!(". It expires in {}, on {}.", span(left), moment(expires, zone)))
        .build()
        .truncate(MESSAGE, Unit::Chars)
}

/// Returns a length of time as people say it: in whole hours, or if shorter in minutes, rounded up.
fn span(time: Duration) -> String {
    match time.as_secs() {
        secs if secs >= 3600 => format!("{} h", secs / 3600),
        secs => format!("{} min", secs.div_ceil(60)),
    }
}

fn moment(at: Timestamp, zone: Tz) -> String {
    at.to_utc().with_timezone(&zone).format("%-d %B %Y, %H:%M %Z").to_string()
}

// For the model ------------------------------------------------------------------------------------------------

/// The result of a call that was denied.
pub fn denied_for_model(why: Option<&str>) -> String {
    let error = match why {
        Some(why) => format!("the person denied this and said: {why}"),
        None => "the person denied this; do not try it again unless they ask".to_owned(),
    };
    refusal("denied", &error)
}

/// The result of a call that expired or was withdrawn.
pub fn not_decided_for_model(state: State) -> String {
    match state {
        State::Expired => refusal("expired", "nobody decided in time; it was not done"),
        _ => refusal("cancelled", "the person withdrew it; it was not done"),
    }
}

fn refusal(code: &str, error: &str) -> String {
    let error = serde_json::Value::from(error);
    format!(r#"{{"success":false,"error_code":"{code}","error":{error}}}"#)
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

    #[test]
    fn what_is_decided_about_is_what_is_seen() {
        assert_eq!(
            visible("a\u{202e}b\u{200b}c\u{e0041}\r\n\td"),
            "a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}\n\td"
        );
        for ordinary in ["مرحبا\u{200f}", "👨\u{200d}👩\u{200d}👧", "Grüße", "می\u{200c}خواهم"]
        {
            assert_eq!(visible(ordinary), ordinary);
        }
        assert_eq!(
            one_line("Remember: “oats\n\n✅ Approved by  carol”"),
            "Remember: “oats ✅ Approved by carol”"
        );
    }

    #[test]
    fn what_a_person_said_reaches_the_model_as_json() {
        assert_eq!(
            denied_for_model(Some(r#"not "now""#)),
            r#"{"success":false,"error_code":"denied","error":"the person denied this and said: not \"now\""}"#
        );
    }
}
