//! Carries out presses on the buttons of prompts, if the presser may decide and it is not too late.

use adjutant_channel::{ChatRef, MessageId, PressAnswer};
use adjutant_domain::{
    buttons::{ApprovalPress, CallChoice, PromptChoice},
    question::Answer,
    timestamp::Timestamp,
    tools::ErrorCode,
    wake::Wake,
};
use adjutant_store::{
    approvals::{self as rows, Approval, Decision, Scope, State},
    calls,
    db::Tx,
    grants,
    inbox::{self, InternalOrigin, Kind},
    outbox as outbox_rows,
    people::{self, Role, User},
};
use adjutant_texts::{self as all_texts, approvals as texts};
use adjutant_tools::kit::Pattern;
use anyhow::{Context, Result};

use super::{alert, answer, details, record, redraw, told, whole};
use crate::core::Core;

/// A press on a button of a prompt, and the message with the button.
#[derive(Clone, Copy)]
pub struct Pressed<'a> {
    pub button: ApprovalPress<'a>,
    pub chat: &'a ChatRef,
    /// `None` if the platform does not name it.
    pub message: Option<&'a MessageId>,
    /// Whether the platform delivers again a press that has been carried out.
    pub is_repeat: bool,
}

/// Carries out a press, and returns the answer to the presser, whatever the outcome.
pub async fn press(
    tx: &Tx,
    core: &Core,
    user: &User,
    pressed: Pressed<'_>,
    now: Timestamp,
) -> Result<PressAnswer> {
    let press = pressed.button;
    let approvals = of_button(tx, press).await?;
    let Some(first) = approvals.first() else {
        return Ok(alert(match press {
            ApprovalPress::Call(..) => all_texts::unknown_button(),
            _ => texts::no_longer_valid(),
        }));
    };
    let may = |approval: &&Approval| match press.approves() {
        true => approval.may_be_decided_by(user),
        false => approval.may_be_denied_by(user),
    };
    if let Some(foreign) = approvals.iter().find(|approval| !may(approval)) {
        return Ok(alert(texts::not_yours(foreign)));
    }
    if !is_of_prompt(tx, first, pressed, now).await? {
        return Ok(alert(texts::no_longer_valid()));
    }
    if press.approves() && !is_shown_whole(tx, first.outbox_id).await? {
        return Ok(alert(texts::not_shown()));
    }
    if approvals.iter().any(|approval| approval.question.is_some()) {
        return match press {
            ApprovalPress::Call(_, choice) => {
                answer::press(tx, user, first, (choice, pressed.is_repeat), now).await
            }
            _ => Ok(alert(all_texts::unknown_button())),
        };
    }
    match press {
        ApprovalPress::Call(_, CallChoice::SayWhy) => ask_why(tx, user, first, now).await,
        ApprovalPress::Call(_, choice) => {
            let Some(wish) = wish(choice, first) else { return Ok(alert(all_texts::unknown_button())) };
            match wish {
                Wish::Beyond(scope, _) if !first.may_grant(scope, user) => {
                    Ok(alert(texts::scope_not_permitted(first)))
                }
                Wish::ForEverybody(_) if user.role != Role::Owner => {
                    Ok(alert(texts::scope_not_permitted(first)))
                }
                _ => one(tx, user, first, wish, now).await,
            }
        }
        ApprovalPress::Whole(_, choice) | ApprovalPress::Prompt(_, choice) => match choice {
            PromptChoice::ApproveAll => all(tx, user, &approvals, Wish::Once, now).await,
            PromptChoice::DenyAll => all(tx, user, &approvals, Wish::Deny(None), now).await,
            PromptChoice::More => expand(tx, first.outbox_id, &approvals, true).await,
            PromptChoice::Back => expand(tx, first.outbox_id, &approvals, false).await,
            PromptChoice::Details => details::show(tx, core, user, &approvals, now).await,
        },
    }
}

/// Tells a stranger who may decide.
pub async fn refuse_stranger(tx: &Tx, button: ApprovalPress<'_>) -> Result<PressAnswer> {
    let approvals = of_button(tx, button).await?;
    Ok(alert(approvals.first().map_or_else(all_texts::not_yours, texts::not_yours)))
}

/// Returns the approvals that a button is about.
async fn of_button(tx: &Tx, button: ApprovalPress<'_>) -> Result<Vec<Approval>> {
    Ok(match button {
        ApprovalPress::Call(id, _) => rows::get(tx, id).await?.into_iter().collect(),
        ApprovalPress::Whole(token, _) => rows::of_token(tx, token).await?,
        // The number may have been used again since an earlier version wrote it: a prompt with a token is a different
        // one.
        ApprovalPress::Prompt(outbox_id, _) => {
            let mut found = rows::of_prompt(tx, outbox_id).await?;
            found.retain(|approval| approval.prompt.is_none());
            found
        }
    })
}

/// Carries out a decision about one call below a list, if a message can show the call whole, and returns the answer to
/// the presser. The caller has checked that the list is theirs and shows the call.
pub async fn press_listed(
    tx: &Tx,
    user: &User,
    approval: &Approval,
    approves: bool,
    now: Timestamp,
) -> Result<PressAnswer> {
    if approves && approval.question.is_none() && !texts::fits([approval.texts()]) {
        return Ok(alert(texts::not_shown()));
    }
    decide_shown(tx, user, approval, approves, now).await
}

/// Carries out a decision about one call that the person sees whole, and returns the answer to them.
pub async fn decide_shown(
    tx: &Tx,
    user: &User,
    approval: &Approval,
    approves: bool,
    now: Timestamp,
) -> Result<PressAnswer> {
    let may = if approves { approval.may_be_decided_by(user) } else { approval.may_be_denied_by(user) };
    if !may {
        return Ok(alert(texts::not_yours(approval)));
    }
    if approval.question.is_some() {
        return Ok(alert(texts::no_longer_valid()));
    }
    one(tx, user, approval, if approves { Wish::Once } else { Wish::Deny(None) }, now).await
}

/// Returns whether the pressed message is the one that shows this approval's prompt. If its arrival was in doubt, the
/// press settles it. A prompt whose row is gone can no longer be told from others: its calls, which have tokens of
/// their own, can only be denied.
async fn is_of_prompt(
    tx: &Tx,
    approval: &Approval,
    Pressed { button, chat, message, .. }: Pressed<'_>,
    now: Timestamp,
) -> Result<bool> {
    let Some(prompt) = outbox_rows::get(tx, approval.outbox_id).await? else {
        return Ok(matches!(button, ApprovalPress::Call(_, CallChoice::Deny | CallChoice::SayWhy)));
    };
    let shown_in = prompt.chat();
    if (&shown_in.channel, &shown_in.chat) != (&chat.channel, &chat.chat) {
        return Ok(false);
    }
    match (&prompt.message_id, message) {
        (_, None) => Ok(false),
        (Some(shown), Some(pressed)) => Ok(*shown == pressed.0),
        (None, Some(pressed)) => {
            outbox_rows::confirm_by_press(tx, prompt.outbox_id, pressed, now).await?;
            Ok(true)
        }
    }
}

/// Returns whether the person could read everything that a prompt asks.
async fn is_shown_whole(tx: &Tx, outbox_id: i64) -> Result<bool> {
    let Some(prompt) = outbox_rows::get(tx, outbox_id).await? else { return Ok(true) };
    whole::is_shown(tx, &prompt, &rows::of_prompt(tx, outbox_id).await?).await
}

/// The decision that a press requests.
#[derive(Clone, Copy)]
pub(super) enum Wish<'a> {
    Once,
    /// Approve the call, and grant the pattern beyond it.
    Beyond(Scope, &'a Pattern),
    /// Approve the call, and grant the pattern to everybody.
    ForEverybody(&'a Pattern),
    Deny(Option<&'a str>),
    /// Answer the call's question.
    Answer(&'a Answer),
}

/// The outcome of a wish.
pub(super) enum Outcome {
    Decided(Box<Approval>),
    /// The call could not be decided, for this reason.
    Not(String),
}

/// Returns the wish for a choice; `None` if the prompt did not offer the choice.
fn wish(choice: CallChoice, approval: &Approval) -> Option<Wish<'_>> {
    let beyond = |scope, pattern: Option<_>| pattern.map(|pattern| Wish::Beyond(scope, pattern));
    match choice {
        CallChoice::Once => Some(Wish::Once),
        CallChoice::Conversation => beyond(Scope::Conversation, approval.conversation_pattern()),
        CallChoice::Hour => beyond(Scope::Hour, approval.widest_pattern()),
        CallChoice::Always(index) => {
            let chosen = approval.lasting_patterns().find(|(number, _)| *number == index);
            beyond(Scope::Always, chosen.map(|(_, pattern)| pattern))
        }
        CallChoice::AlwaysKind => {
            let of_kind = |pattern: &&Pattern| pattern.pattern.starts_with("kind:");
            beyond(Scope::Always, approval.patterns.iter().find(of_kind)).or(Some(Wish::Once))
        }
        CallChoice::Everybody => approval.server_for_everybody().map(Wish::ForEverybody),
        CallChoice::Deny => Some(Wish::Deny(None)),
        CallChoice::SayWhy | CallChoice::Option(_) | CallChoice::Done => None,
    }
}

async fn one(
    tx: &Tx,
    user: &User,
    approval: &Approval,
    wish: Wish<'_>,
    now: Timestamp,
) -> Result<PressAnswer> {
    match decide(tx, user, approval, wish, now).await? {
        Outcome::Decided(approval) => {
            go_on(tx, &approval, now).await?;
            Ok(told(texts::pressed(&approval)))
        }
        Outcome::Not(why) => Ok(alert(why)),
    }
}

/// Decides each pending call of a prompt, with the same checks as a single press.
async fn all(
    tx: &Tx,
    user: &User,
    approvals: &[Approval],
    wish: Wish<'_>,
    now: Timestamp,
) -> Result<PressAnswer> {
    let (mut decided, mut obstacles) = (Vec::new(), Vec::new());
    for approval in approvals.iter().filter(|approval| approval.state == State::Pending) {
        match decide(tx, user, approval, wish, now).await? {
            Outcome::Decided(approval) => decided.push(approval),
            Outcome::Not(why) => obstacles.push(why),
        }
    }
    let Some(first) = decided.first() else {
        return Ok(alert(obstacles.pop().unwrap_or_else(|| texts::all_decided().to_owned())));
    };
    go_on(tx, first, now).await?;
    Ok(told(texts::pressed_all(matches!(wish, Wish::Once), decided.len(), obstacles.len())))
}

/// Decides one call, if its arguments are unchanged, it still waits for approval and it has not expired. Neither
/// redraws the prompt nor continues the turn: see [`go_on`].
pub(super) async fn decide(
    tx: &Tx,
    user: &User,
    approval: &Approval,
    wish: Wish<'_>,
    now: Timestamp,
) -> Result<Outcome> {
    if let Some(configuration_error) = configuration_error(tx, approval, now).await? {
        return Ok(Outcome::Not(configuration_error));
    }
    let (scope, beyond) = match wish {
        Wish::Once | Wish::Answer(_) => (Some(Scope::Once), None),
        Wish::Beyond(scope, pattern) => (Some(scope), Some((scope, pattern))),
        Wish::ForEverybody(pattern) => (Some(Scope::Always), Some((Scope::Always, pattern))),
        Wish::Deny(_) => (None, None),
    };
    let allowed = match wish {
        // The requester reads it first.
        Wish::ForEverybody(pattern) => {
            let language = people::language(tx, &approval.requester).await?;
            Some(language.scope_sync(|| texts::for_everybody(&pattern.label)))
        }
        _ => beyond.map(|(_, pattern)| pattern.label.clone()),
    };
    let why = if let Wish::Deny(why) = wish { why } else { None };
    let decision = Decision {
        state: if scope.is_some() { State::Approved } else { State::Denied },
        scope,
        allowed: allowed.as_deref(),
        why,
        by: Some(&user.user_id),
    };
    if let Wish::Answer(answer) = wish {
        rows::mark_answer(tx, &approval.approval_id, answer).await?;
    }
    if !rows::decide(tx, &approval.approval_id, decision, now).await? {
        return Ok(Outcome::Not(too_late(tx, approval)));
    }
    match decision.state {
        State::Approved => calls::release(tx, &approval.call_id).await?,
        _ => {
            let result = texts::denied_for_model(why);
            calls::refuse(tx, &approval.call_id, (ErrorCode::Denied, &result), now).await?;
        }
    }
    let decided = reload(tx, approval).await?;
    record::decision(tx, &decided, Some(&user.user_id), now).await?;
    if let Some((scope, pattern)) = beyond {
        let pattern = &texts::with_call_label(pattern, &decided.summary);
        let new = grants::New {
            user: &decided.requester,
            session: &decided.session_id,
            tool: &decided.tool,
            pattern,
            scope,
            for_everybody: matches!(wish, Wish::ForEverybody(_)),
            sources: &decided.untrusted,
            approval_id: &decided.approval_id,
        };
        let grant = grants::add(tx, &new, now).await?;
        record::grant(tx, &decided, (&grant, scope, pattern), &user.user_id, now).await?;
    }
    Ok(Outcome::Decided(Box::new(decided)))
}

/// Redraws the decided prompt and continues the turn.
pub(super) async fn go_on(tx: &Tx, approval: &Approval, now: Timestamp) -> Result<()> {
    redraw(tx, approval.outbox_id).await?;
    continue_turn(tx, approval, now).await
}

pub(super) async fn continue_turn(tx: &Tx, approval: &Approval, now: Timestamp) -> Result<()> {
    let (origin, turn) = (InternalOrigin::Approval(&approval.approval_id), Some(&approval.turn_id));
    inbox::queue_internal(tx, origin, &approval.session_id, Kind::Decision, turn, "{}", now).await?;
    tx.wake(Wake::Session(approval.session_id.clone()));
    Ok(())
}

/// Returns why a call cannot be decided, although the person would be allowed to.
pub(super) async fn configuration_error(
    tx: &Tx,
    approval: &Approval,
    now: Timestamp,
) -> Result<Option<String>> {
    let calls = calls::of_turn(tx, &approval.turn_id).await?;
    let call = calls.iter().find(|call| call.call_id == approval.call_id);
    let Some(call) = call.filter(|call| approval.matches_arguments(&call.arguments)) else {
        return Ok(Some(texts::arguments_changed().to_owned()));
    };
    if approval.state != State::Pending || approval.expires_at <= now {
        return Ok(Some(too_late(tx, approval)));
    }
    if call.state != calls::State::Asking {
        // The turn has ended without this call.
        rows::cancel(tx, &approval.approval_id, now).await?;
        redraw(tx, approval.outbox_id).await?;
        let cancelled = reload(tx, approval).await?;
        record::decision(tx, &cancelled, None, now).await?;
        return Ok(Some(texts::pressed(&cancelled)));
    }
    Ok(None)
}

/// Returns the answer to a press after the decision or expiry.
fn too_late(tx: &Tx, approval: &Approval) -> String {
    if approval.state == State::Pending {
        // The approval has expired, and the scheduler has yet to process that and say so in the chat.
        tx.wake(Wake::Schedules);
        return texts::pressed(&Approval { state: State::Expired, ..approval.clone() });
    }
    texts::pressed_again(approval)
}

/// Makes the person's next message the reason for a denial.
async fn ask_why(tx: &Tx, user: &User, approval: &Approval, now: Timestamp) -> Result<PressAnswer> {
    if let Some(configuration_error) = configuration_error(tx, approval, now).await? {
        return Ok(alert(configuration_error));
    }
    let Some(prompt) = outbox_rows::get(tx, approval.outbox_id).await? else {
        // The prompt was deleted with the data of the person in whose chat it was, so there is no place for a reason.
        return one(tx, user, approval, Wish::Deny(None), now).await;
    };
    let before = rows::await_denial_reason(tx, &approval.approval_id, &user.user_id, &prompt.chat()).await?;
    if let Some(other) = before.filter(|other| *other != approval.outbox_id) {
        redraw(tx, other).await?;
    }
    redraw(tx, approval.outbox_id).await?;
    Ok(told(texts::ask_for_reason(prompt.chat_kind)))
}

async fn expand(tx: &Tx, outbox_id: i64, approvals: &[Approval], expanded: bool) -> Result<PressAnswer> {
    if approvals.iter().all(|approval| approval.state != State::Pending) {
        return Ok(alert(texts::all_decided()));
    }
    rows::expand(tx, outbox_id, expanded).await?;
    redraw(tx, outbox_id).await?;
    Ok(told(texts::choices_shown(expanded)))
}

pub(super) async fn reload(tx: &Tx, approval: &Approval) -> Result<Approval> {
    rows::get(tx, &approval.approval_id).await?.context("the approval's row is gone")
}
