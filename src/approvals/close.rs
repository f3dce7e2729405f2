//! Ends approvals without a press: reminders, expiry, withdrawal.

use std::{iter, slice};

use adjutant_channel::{Button, Channels, ChatKind, ChatRef, Content, Quoted};
use adjutant_domain::{
    ids::{SessionId, TurnId, UserId},
    outbox_key::OutboxKey,
    text::join,
    timestamp::Timestamp,
    turn::StopReason,
    wake::Wake,
};
use adjutant_store::{
    approvals::{self as rows, Approval, Decision, State},
    calls,
    db::Tx,
    inbox, outbox as outbox_rows, people, runs,
    sessions::{self, Session, Work},
    suggestions,
    turns::{self, Entry},
};
use adjutant_texts::{
    self as all_texts, approvals as texts, delegation as delegation_texts, memory as texts_memory,
    runs as schedule_texts,
};
use adjutant_tools::kit::ErrorCode;
use anyhow::Result;

use super::{
    answer::replies_to,
    language_of,
    press::{continue_turn, reload},
    record, redraw, specialists,
};
use crate::{
    core::Core,
    outbox::{self, Address, Answer, Slot},
};

/// The reminders of a prompt, by segment.
const BEFORE_IT_EXPIRES: i64 = 0;
const WHEN_NOT_ANSWERED: i64 = 1;
/// The notice that the prompt's message was deleted.
pub(super) const POSTED_AGAIN: i64 = 2;

/// Posts the reminder of a prompt that is about to expire, once.
pub async fn remind(tx: &Tx, core: &Core, outbox_id: i64, now: Timestamp) -> Result<()> {
    rows::mark_reminded(tx, outbox_id).await?;
    post_reminder(tx, core, (outbox_id, BEFORE_IT_EXPIRES), now).await
}

async fn post_reminder(tx: &Tx, core: &Core, (outbox_id, segment): (i64, i64), now: Timestamp) -> Result<()> {
    let mut approvals = rows::of_prompt(tx, outbox_id).await?;
    approvals.retain(|approval| approval.state == State::Pending);
    let Some(prompt) = outbox_rows::get(tx, outbox_id).await? else { return Ok(()) };
    let Some(first) = approvals.first() else { return Ok(()) };
    let zone = people::zone(tx, &first.requester, core.zone).await?;
    let reply_to = prompt.message_id.clone();
    let to = Address { reply_to, ..Address::new(prompt.chat(), prompt.chat_kind) };
    let language = language_of(tx, &approvals).await?;
    let content = language.scope_sync(|| Content::text(texts::still_waiting(&approvals, zone, now.to_utc())));
    let source = OutboxKey::Reminder(outbox_id);
    outbox::post_content(tx, Slot { source: &source, segment }, &to, &content, now).await.map(drop)
}

/// Reminds the person, once, of the question that waits for their message, if the message is no answer to it. In a
/// direct chat that is the next message, in a group one that replies to the question.
pub async fn remind_of_question(
    tx: &Tx,
    core: &Core,
    from: &UserId,
    (chat, reply_to): (&ChatRef, Option<&Quoted>),
    now: Timestamp,
) -> Result<()> {
    for approval in rows::awaiting_text(tx, from, chat, now).await? {
        let is_meant = match (approval.prompt_kind(), reply_to) {
            (ChatKind::Direct, _) => true,
            (ChatKind::Group, None) => false,
            (ChatKind::Group, Some(quoted)) => replies_to(tx, &approval, chat, quoted).await?,
        };
        if approval.question.is_none() || !is_meant {
            continue;
        }
        let posted = outbox_rows::of_source(tx, &OutboxKey::Reminder(approval.outbox_id)).await?;
        if !posted.iter().any(|row| row.segment == WHEN_NOT_ANSWERED) {
            post_reminder(tx, core, (approval.outbox_id, WHEN_NOT_ANSWERED), now).await?;
        }
        return Ok(());
    }
    Ok(())
}

/// Expires the approvals of a turn that nobody decided in time, and says so in the chat. Returns how many expired. A
/// turn whose question nobody answered continues without the answer.
pub async fn expire(tx: &Tx, channels: &Channels, turn: &TurnId, now: Timestamp) -> Result<usize> {
    let overdue = rows::overdue(tx, turn, now).await?;
    for approval in &overdue {
        expire_one(tx, approval, now).await?;
    }
    let undecided: Vec<_> = overdue.iter().filter(|approval| approval.question.is_none()).collect();
    let Some(first) = undecided.first() else { return Ok(overdue.len()) };
    let session = sessions::get(tx, &first.session_id).await?;
    let told = post_expired(tx, channels, (&session, turn), &undecided, now);
    people::speaking_to(tx, &session.user_id, told).await?;
    Ok(overdue.len())
}

async fn post_expired(
    tx: &Tx,
    channels: &Channels,
    (session, turn): (&Session, &TurnId),
    undecided: &[&Approval],
    now: Timestamp,
) -> Result<()> {
    let Some(first) = undecided.first() else { return Ok(()) };
    let summaries: Vec<_> = undecided.iter().map(|approval| approval.summary.as_str()).collect();
    let waited = now.since(first.created_at);
    let to = Address::new(session.chat(), session.chat_kind);
    let source = OutboxKey::Expired(first.approval_id.clone());
    let said = join(&texts::expired(&summaries, waited), &receipts_of_ended(tx, turn).await?);
    let buttons = offer_again(tx, turn).await?;
    let answer = Answer { markdown: &said, buttons, ..Answer::default() };
    outbox::post_answer(tx, channels, Slot::first(&source), &to, answer, now).await.map(drop)
}

/// Offers to send the person's message again, if the turn ended because nobody decided and it answered only that
/// message.
async fn offer_again(tx: &Tx, turn: &TurnId) -> Result<Vec<Vec<Button>>> {
    let ended = turns::load(tx, turn).await?;
    let session = sessions::get(tx, &ended.head.session_id).await?;
    let mut asked = ended.entries.iter().filter_map(|entry| match entry {
        Entry::User { text, untrusted } if untrusted.is_empty() => Some(text),
        _ => None,
    });
    match (asked.next(), asked.next()) {
        (Some(text), None) if session.is_conversation() && ended.head.state.is_final() => {
            suggestions::offer(tx, turn, slice::from_ref(text)).await?;
            Ok(all_texts::suggestions(turn, iter::once(texts::ask_again())))
        }
        _ => Ok(Vec::new()),
    }
}

/// Ends a turn whose approvals cannot be expired one by one, without reading their content.
pub async fn abandon(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<()> {
    rows::expire_unread(tx, turn, now).await?;
    let (code, result) = texts::not_decided_for_model(State::Expired);
    calls::refuse_open(tx, turn, (code, &result), now).await?;
    inbox::drop_decisions(tx, turn).await?;
    end_turn(tx, turn, State::Expired, now).await
}

/// Withdraws a session's approvals because the person has left the session: pending ones, and decided ones whose turn
/// has not continued yet.
pub async fn withdraw(tx: &Tx, session: &SessionId, now: Timestamp) -> Result<Withdrawn> {
    let person = sessions::get(tx, session).await?.user_id;
    let mut withdrawn = Withdrawn::default();
    for turn in &turns::suspended(tx, session).await? {
        let own = cancel(tx, turn, Some(&person), now).await?;
        end_turn(tx, turn, State::Cancelled, now).await?;
        withdrawn.approvals += own.approvals;
        withdrawn.questions += own.questions;
        withdrawn.specialists += own.specialists;
        withdrawn.receipts = join(&withdrawn.receipts, &receipts_of_ended(tx, turn).await?);
    }
    Ok(withdrawn)
}

/// The result of a withdrawal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Withdrawn {
    pub approvals: usize,
    /// Questions of the model to the person.
    pub questions: usize,
    /// Specialists that were working.
    pub specialists: usize,
    /// Receipts of everything that the turn has saved or changed, one per line, because no answer will show them.
    pub receipts: String,
}

/// Withdraws the questions of a waiting turn, and ends the turn. Does nothing if the turn no longer waits.
pub async fn withdraw_waiting(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<()> {
    let head = turns::load(tx, turn).await?.head;
    if head.state != turns::State::Waiting {
        return Ok(());
    }
    withdraw_turn(tx, turn, now).await?;
    end_turn(tx, turn, State::Cancelled, now).await
}

/// Withdraws the turn's open approvals, and refuses its calls that have not run.
pub async fn withdraw_turn(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<()> {
    cancel(tx, turn, None, now).await.map(drop)
}

async fn cancel(tx: &Tx, turn: &TurnId, by: Option<&UserId>, now: Timestamp) -> Result<Withdrawn> {
    let specialists = specialists::stop(tx, turn, now).await?;
    let open = rows::open_of_turn(tx, turn).await?;
    let (code, result) = texts::not_decided_for_model(State::Cancelled);
    calls::refuse_open(tx, turn, (code, &result), now).await?;
    inbox::drop_decisions(tx, turn).await?;
    for approval in &open {
        rows::cancel(tx, &approval.approval_id, now).await?;
        record::decision(tx, &reload(tx, approval).await?, by, now).await?;
    }
    let mut prompts: Vec<_> = open.iter().map(|approval| approval.outbox_id).collect();
    prompts.dedup();
    for outbox_id in prompts {
        redraw(tx, outbox_id).await?;
    }
    let questions = open.iter().filter(|approval| approval.question.is_some()).count();
    Ok(Withdrawn { approvals: open.len() - questions, questions, specialists, receipts: String::new() })
}

/// Expires one approval that nobody decided in time. Also ends its turn, unless another call of the turn was approved,
/// or the approval was a question.
async fn expire_one(tx: &Tx, approval: &Approval, now: Timestamp) -> Result<()> {
    rows::decide(tx, &approval.approval_id, Decision::without_decider(State::Expired), now).await?;
    record::decision(tx, &reload(tx, approval).await?, None, now).await?;
    let (code, result) = match approval.question {
        Some(_) => texts::unanswered_for_model(),
        None => texts::not_decided_for_model(State::Expired),
    };
    calls::refuse(tx, &approval.call_id, (code, &result), now).await?;
    redraw(tx, approval.outbox_id).await?;
    let turn = turns::load(tx, &approval.turn_id).await?.head;
    if turn.state != turns::State::Waiting {
        return Ok(());
    }
    if approval.question.is_some() {
        return continue_turn(tx, approval, now).await;
    }
    let calls = calls::of_turn(tx, &approval.turn_id).await?;
    if calls.iter().all(|call| call.state == calls::State::Done) {
        return end_turn(tx, &approval.turn_id, State::Expired, now).await;
    }
    if calls.iter().any(|call| call.state == calls::State::Ready) {
        continue_turn(tx, approval, now).await?;
    }
    Ok(())
}

/// Returns the receipts of a turn that ended without an answer; empty for a turn that continues.
async fn receipts_of_ended(tx: &Tx, turn: &TurnId) -> Result<String> {
    let turn = turns::load(tx, turn).await?;
    Ok(if turn.head.state.is_final() { texts_memory::receipts_of(&turn.entries) } else { String::new() })
}

/// Stops a waiting turn, because no decision will continue it.
async fn end_turn(tx: &Tx, turn: &TurnId, state: State, now: Timestamp) -> Result<()> {
    turns::set_state(tx, turn, turns::State::Stopped, now).await?;
    inbox::finish(tx, turn).await?;
    let session = sessions::get(tx, &turns::load(tx, turn).await?.head.session_id).await?;
    let is_expired = state == State::Expired;
    match session.work() {
        Work::Delegated { .. } => {
            let why = match is_expired {
                true => (ErrorCode::Expired, delegation_texts::nobody_decided()),
                false => (ErrorCode::Cancelled, delegation_texts::stopped_for(StopReason::Cancelled)),
            };
            specialists::fail(tx, &session, why, now).await
        }
        Work::Client(_) => {
            tx.wake(Wake::Clients);
            Ok(())
        }
        Work::Run(run) => {
            let why = if is_expired { schedule_texts::not_decided() } else { schedule_texts::stopped() };
            let end = runs::End::without_result(runs::Status::Stopped, why);
            runs::finish(tx, run, end, now).await
        }
        Work::Conversation => Ok(()),
    }
}
