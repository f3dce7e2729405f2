//! The buttons of a prompt. A label never cuts off the end of a host, which tells its owner.

use std::borrow::Cow;

use adjutant_channel::{Button, ButtonStyle};
use adjutant_domain::{
    buttons::{self, ApprovalPress, CallChoice, PromptChoice},
    shown::host_within,
    tools::Pattern,
};
use adjutant_store::approvals::Approval;

use super::{MESSAGE, is_pending};
use crate::{button, elided::elided, fluent::text};

/// The longest label of a button, in characters: phones show no more.
pub(super) const LABEL: usize = 40;

/// The buttons for the undecided calls of a prompt.
pub(super) fn buttons(approvals: &[Approval]) -> Vec<Vec<Button>> {
    let pending: Vec<_> = approvals.iter().enumerate().filter(|(_, approval)| is_pending(approval)).collect();
    let Some((_, first)) = pending.first() else { return Vec::new() };
    let mut rows = Vec::new();
    for (i, approval) in &pending {
        let number = number(approvals, *i);
        if approval.why_from.is_some() {
            let deny = on_call(approval, CallChoice::Deny);
            let label = format!("{number}{}", text!("approval-button-just-deny"));
            rows.push(vec![button(&label, deny, ButtonStyle::Danger)]);
        } else if approval.expanded {
            rows.extend(all_choices(approval, &number));
        } else {
            rows.push(usual_choices(approval, &number));
        }
    }
    let on_prompt = |choice| {
        buttons::Button::Approval(match &first.prompt {
            Some(token) => ApprovalPress::Whole(token, choice),
            None => ApprovalPress::Prompt(first.outbox_id, choice),
        })
    };
    if first.expanded || pending.iter().any(|(_, approval)| approval.why_from.is_some()) {
        rows.push(vec![button(
            text!("approval-button-back"),
            on_prompt(PromptChoice::Back),
            ButtonStyle::Plain,
        )]);
        return rows;
    }
    if pending.len() > 1 {
        let (approve, deny) = styles(pending.iter().any(|(_, approval)| deletes(&approval.tool)));
        rows.push(vec![
            button(text!("approval-button-approve-all"), on_prompt(PromptChoice::ApproveAll), approve),
            button(text!("approval-button-deny-all"), on_prompt(PromptChoice::DenyAll), deny),
        ]);
    }
    rows.push(vec![
        button(text!("approval-button-more"), on_prompt(PromptChoice::More), ButtonStyle::Plain),
        button(text!("approval-button-details"), on_prompt(PromptChoice::Details), ButtonStyle::Plain),
    ]);
    rows
}

/// The full text of the choices whose button labels are cut.
pub(super) fn choices_in_full(approvals: &[Approval]) -> Vec<String> {
    let expanded =
        approvals.iter().enumerate().filter(|(_, approval)| is_pending(approval) && approval.expanded);
    let mut lines = Vec::new();
    for (i, approval) in expanded {
        let number = number(approvals, i);
        // The longest text before the host in a label.
        let words = format!("{number}{}", text!("approval-button-conversation", what = ""));
        let is_cut = |label: &str| matches!(shortened(&words, label), Cow::Owned(_));
        let cut = approval.patterns.iter().filter(|pattern| is_cut(&pattern.label));
        // A label is a host, or a name of the tool's own: anything longer is of no use.
        lines.extend(cut.map(|pattern| {
            let label = elided(&pattern.label, MESSAGE / 6);
            format!("{number}{}", text!("approval-more-choices-about", what = label))
        }));
    }
    lines
}

fn number(approvals: &[Approval], i: usize) -> String {
    if approvals.len() > 1 { format!("{}. ", i + 1) } else { String::new() }
}

fn usual_choices(approval: &Approval, number: &str) -> Vec<Button> {
    let (approve, deny) = styles(deletes(&approval.tool));
    vec![
        button(
            &format!("{number}{}", text!("approval-button-approve")),
            on_call(approval, CallChoice::Once),
            approve,
        ),
        button(
            &format!("{number}{}", text!("approval-button-deny")),
            on_call(approval, CallChoice::Deny),
            deny,
        ),
    ]
}

/// Returns the styles of approving and of denying: a deletion must not look like the safe choice.
fn styles(deletes: bool) -> (ButtonStyle, ButtonStyle) {
    match deletes {
        true => (ButtonStyle::Danger, ButtonStyle::Plain),
        false => (ButtonStyle::Primary, ButtonStyle::Danger),
    }
}

/// Returns whether a tool deletes something, judged by its name: nothing else is known of a tool here.
fn deletes(tool: &str) -> bool {
    tool.split('_').any(|word| matches!(word, "delete" | "remove"))
}

fn all_choices(approval: &Approval, number: &str) -> Vec<Vec<Button>> {
    let plain = |named: fn(&str) -> String, label: &str, choice| {
        let label = named(&shortened(&format!("{number}{}", named("")), label));
        button(&format!("{number}{label}"), on_call(approval, choice), ButtonStyle::Plain)
    };
    let mut rows = Vec::new();
    if let Some(Pattern { label, .. }) = approval.conversation_pattern() {
        let named = |what: &str| text!("approval-button-conversation", what = what);
        rows.push(vec![plain(named, label, CallChoice::Conversation)]);
    }
    if let Some(Pattern { label, .. }) = approval.widest_pattern() {
        let named = |what: &str| text!("approval-button-hour", what = what);
        rows.push(vec![plain(named, label, CallChoice::Hour)]);
    }
    for (i, Pattern { label, .. }) in approval.lasting_patterns() {
        let named = |what: &str| text!("approval-button-always", what = what);
        rows.push(vec![plain(named, label, CallChoice::Always(i))]);
    }
    if let Some(Pattern { label, .. }) = approval.server_for_everybody() {
        let named = |what: &str| text!("approval-button-everybody", what = what);
        rows.push(vec![plain(named, label, CallChoice::Everybody)]);
    }
    let say_why = on_call(approval, CallChoice::SayWhy);
    let label = format!("{number}{}", text!("approval-button-say-why"));
    rows.push(vec![button(&label, say_why, ButtonStyle::Danger)]);
    rows
}

/// Returns the label of a grant, shortened to fit behind `words`: of a host, as many whole labels from its end as fit.
fn shortened<'a>(words: &str, label: &'a str) -> Cow<'a, str> {
    let room = LABEL.saturating_sub(words.chars().count());
    if label.chars().count() <= room {
        return Cow::Borrowed(label);
    }
    // An IP address without its first numbers would be a different one.
    let is_ip = label
        .rsplit('/')
        .next()
        .is_some_and(|server| server.starts_with(|c: char| c.is_ascii_digit() || c == '['));
    let is_host = !is_ip && !label.contains(char::is_whitespace);
    // The line above the buttons shows the full label.
    let above = || text!("approval-button-as-above").to_owned();
    Cow::Owned(host_within(label, room).filter(|_| is_host).unwrap_or_else(above))
}

fn on_call(approval: &Approval, choice: CallChoice) -> buttons::Button<'_> {
    buttons::Button::Approval(ApprovalPress::Call(&approval.approval_id, choice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn approving_a_deletion_does_not_look_like_the_safe_way() {
        for tool in ["memory_delete", "schedule_delete", "notes_remove_page"] {
            assert_eq!(styles(deletes(tool)), (ButtonStyle::Danger, ButtonStyle::Plain), "{tool}");
        }
        for tool in ["memory_save", "web_fetch", "undeleted_list"] {
            assert_eq!(styles(deletes(tool)), (ButtonStyle::Primary, ButtonStyle::Danger), "{tool}");
        }
    }
}
